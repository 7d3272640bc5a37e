// The comparison: up to four columns that ask the same question about the same picture.
import { Column } from "./column.js";
import { fillLegend } from "./overlay.js";
import { agree, FULL, markAnchors, VIEWS, viewText } from "./pure.js";

export const MAX_COLUMNS = 4;
const PLAY_MS = 1600;
const MEASURED_RUNS = 5;

const $ = id => document.getElementById(id);
const isMap = () => $("view").value.startsWith("keyword:");
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Compare {
  /** What the page offers: current(), changed(), lost(), needKey(), and what the server said of model and methods. */
  constructor(page) {
    this.page = page;
    this.columns = [];
    this.runs = 0;
    this.playing = 0;
    this.thumbnails = { from: null, images: [] };
    $("play").addEventListener("click", () => this.playing ? this.pause() : this.play());
    $("order").addEventListener("input", () => { this.pause(); this.setShare($("order").value / 1000); });
    $("view").addEventListener("change", () => this.setView($("view").value));
    $("add").addEventListener("click", () => this.add({ method: "qcpruner", budget: 32 }));
    $("measure").addEventListener("click", () => this.measure());
  }

  context() {
    return {
      ...this.page.server,
      current: this.page.current, needKey: this.page.needKey, lost: this.page.lost,
      changed: () => { this.refresh(); this.page.changed(); },
      pointed: cell => this.columns.forEach(column => column.point(cell)),
      frames: (addresses, redraw) => this.frames(addresses, redraw),
      prefilled: column => { this.compareCells(); column.view($("view").value); this.showAnchors(column); if (isMap()) column.readMaps(); },
      again: column => this.run(this.page.current(), [column]),
      remove: column => this.remove(column)
    };
  }

  add(choice) {
    if (this.columns.length >= MAX_COLUMNS) return;
    const column = new Column($("column"), this.context(), choice);
    this.columns.push(column);
    $("columns").append(column.element);
    const { picture } = this.page.current();
    if (picture) column.overlay.setPicture(picture.bitmap);
    this.numbered();
  }

  remove(column) {
    column.stop();
    this.columns.splice(this.columns.indexOf(column), 1);
    column.element.remove();
    this.numbered();
    this.compareCells();
    this.verdict();
    this.page.changed();
  }

  /** Exactly these columns; what they showed is gone. */
  replace(choices) {
    this.columns.splice(0).forEach(column => { column.stop(); column.element.remove(); });
    choices.forEach(choice => this.add(choice));
  }

  numbered() {
    const tabs = $("column-tabs");
    tabs.replaceChildren();
    this.columns.forEach((column, i) => {
      column.number(i);
      column.find(".remove").hidden = this.columns.length === 1;
      const tab = document.createElement("button");
      tab.type = "button";
      tab.addEventListener("click", () => this.choose(i));
      tabs.append(tab);
    });
    $("add").disabled = this.columns.length >= MAX_COLUMNS;
    this.choose(Math.min(Number(document.body.dataset.column), this.columns.length - 1));
    this.refresh();
  }

  /** Narrow windows show one column at a time. */
  choose(index) {
    document.body.dataset.column = String(Math.max(0, index));
    this.columns.forEach((column, i) => column.element.classList.toggle("chosen", i === index));
    [...$("column-tabs").children].forEach((tab, i) => tab.setAttribute("aria-pressed", String(i === index)));
  }

  setPicture(picture) {
    this.runs++; // answers that are still coming belong to the picture before
    this.columns.forEach(column => column.setPicture(picture));
    this.idle();
    this.refresh();
  }

  /** Columns whose answer belongs to another question or setting say so. */
  refresh() {
    const { question } = this.page.current();
    this.columns.forEach((column, i) => {
      column.stale(!column.isCurrent(question));
      const tab = $("column-tabs").children[i];
      if (tab) tab.textContent = `${i + 1} ${column.name}`;
    });
    if (this.columns.some(c => !c.isCurrent(question)) || this.columns.every(c => !c.asked)) {
      $("verdict").textContent = "";
      this.columns.forEach(column => column.agreement(""));
    }
    const asked = this.columns.filter(c => c.asked && c.asked.question === question);
    if (!asked.length) $("anchors").replaceChildren();
  }

  async run({ question, picture }, columns = this.columns) {
    const mine = ++this.runs;
    this.columns.filter(c => !columns.includes(c)).forEach(c => { if (c.abort) columns = [...columns, c]; });
    $("verdict").textContent = "";
    if (columns === this.columns) {
      $("anchors").replaceChildren();
      if (isMap()) this.setView($("view").value = "kept"); // another question has other keywords
    }
    this.pause();
    this.setShare(1);
    this.busy(true);
    this.page.changed();
    await Promise.all([...columns].map(column => column.run(question, picture).then(() => this.figures())));
    if (mine !== this.runs) return false; // asked again meanwhile
    this.idle();
    this.compareCells();
    this.refresh();
    this.verdict();
    if (!calm && columns === this.columns) this.play();
    return true;
  }

  busy(is) {
    document.body.dataset.state = is ? "running" : "done";
    $("stop").disabled = !is;
    $("run").disabled = is;
    $("measure").disabled = is;
  }

  idle() { this.busy(false); }

  stop() {
    this.measuring = false;
    this.columns.forEach(column => column.stop());
  }

  /** Every column in turns, so that all meet the same moments of the machine. */
  async measure() {
    const mine = ++this.runs;
    this.measuring = true;
    this.busy(true);
    this.columns.forEach(column => { column.measured = []; });
    for (let run = 0; run < MEASURED_RUNS && this.measuring && mine === this.runs; run++) {
      for (const column of this.columns) {
        if (!this.measuring || mine !== this.runs) break;
        $("verdict").textContent = `Measuring: run ${run + 1} of ${MEASURED_RUNS}`;
        await column.measure();
      }
    }
    if (mine !== this.runs) return;
    this.measuring = false;
    this.idle();
    this.figures();
    this.verdict();
  }

  figures() {
    const longest = Math.max(1, ...this.columns.map(c => c.work));
    const full = this.columns.find(c => c.method === FULL && c.decoder > 0);
    this.columns.forEach(column => column.figures(longest, full));
  }

  verdict() {
    const answered = this.columns.filter(c => c.timings);
    const { question } = this.page.current();
    if (answered.length < 2 || answered[0] !== this.columns[0] || answered.some(c => !c.isCurrent(question))) {
      $("verdict").textContent = "";
      return;
    }
    const same = agree(answered.map(c => c.answer));
    answered.forEach((column, i) => column.agreement(same[i] ? "" : "differs from column 1"));
    const count = same.filter(Boolean).length;
    $("verdict").textContent = count === same.length ? `All ${count} answers agree.`
      : `${count - 1} of ${same.length - 1} answers agree with column 1.`;
  }

  /** Every column knows what the first one kept, for the view of differences. */
  compareCells() {
    const first = this.columns[0];
    const base = first && first.pruning && first.pruning.explain ? first.pruning.explain.kept_cells : null;
    this.columns.forEach((column, i) => {
      const same = i > 0 && base && column.asked && first.asked && column.asked.picture === first.asked.picture;
      column.overlay.base = same ? base : null;
      column.redraw();
    });
  }

  /** Anchors are marked in the question as soon as a method that uses them says which they are. */
  showAnchors(column) {
    const { anchors } = column.pruning;
    if (!anchors || $("anchors").childElementCount) return;
    const label = document.createElement("strong");
    label.textContent = "Anchors: ";
    $("anchors").append(label);
    for (const piece of markAnchors(column.asked.question, anchors.words)) {
      if (!piece.word) { $("anchors").append(piece.text); continue; }
      const button = document.createElement("button");
      button.type = "button";
      button.title = `Show what “${piece.word.word}” alone finds`;
      button.dataset.word = piece.word.word;
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => this.keyword(piece.word.word));
      const mark = document.createElement("mark");
      mark.textContent = piece.text;
      const score = document.createElement("small");
      score.textContent = piece.word.score.toFixed(2);
      mark.append(score);
      button.append(mark);
      $("anchors").append(button);
    }
  }

  /** The map of one keyword in every column that has it; a second click goes back. */
  keyword(word) {
    const view = "keyword:" + word;
    const chosen = $("view").value === view ? "kept" : view;
    if (chosen === view) {
      const option = [...$("view").options].find(o => o.value.startsWith("keyword:")) || $("view").appendChild(new Option());
      option.value = view;
      option.text = viewText(view);
      this.columns.forEach(column => column.readMaps());
    }
    $("view").value = chosen;
    this.setView(chosen);
  }

  setView(name) {
    this.columns.forEach(column => column.view(name));
    fillLegend($("legend"), name);
    for (const button of $("anchors").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(name === "keyword:" + button.dataset.word));
    }
  }

  nextView() {
    const names = Object.keys(VIEWS);
    $("view").value = names[(names.indexOf($("view").value) + 1) % names.length];
    this.setView($("view").value);
  }

  setShare(share) {
    $("order").value = Math.round(share * 1000);
    this.columns.forEach(column => column.scrub(share));
  }

  /** Patches light up in the order they were picked, from where the slider is or from the first. */
  play() {
    const from = $("order").value >= 1000 ? 0 : $("order").value / 1000;
    const start = performance.now() - from * PLAY_MS;
    const step = now => {
      const share = Math.min(1, Math.max(0, (now - start) / PLAY_MS));
      this.setShare(share);
      if (share < 1) this.playing = requestAnimationFrame(step);
      else this.pause();
    };
    $("play").textContent = "Pause";
    this.playing = requestAnimationFrame(step);
  }

  pause() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    $("play").textContent = "Play";
  }

  /** Pictures of a clip's frames, decoded once for all columns. */
  frames(addresses, redraw) {
    if (this.thumbnails.from !== addresses.join()) {
      this.thumbnails = { from: addresses.join(), images: addresses.map(address => Object.assign(new Image(), { src: address })) };
    }
    Promise.all(this.thumbnails.images.map(image => image.decode())).then(redraw);
    return this.thumbnails.images;
  }
}
