// One method with its budget, overlay, answer and figures.
import { ask } from "./api.js";
import { drawBar, fillTable, fillTimes, ms } from "./numbers.js";
import { Overlay } from "./overlay.js";
import { Preview } from "./preview.js";
import { cellsText, cellText, decoderMs, FULL, gainText, median, viewText, wholeWords, workMs } from "./pure.js";
import { FORMS } from "./snippets.js";

const TICKS = [16, 32, 64, 128];
/** Fewer measured runs than these give no speed. */
const MIN_RUNS = 3;

export class Column {
  constructor(template, context, choice) {
    this.context = context;
    this.element = template.content.firstElementChild.cloneNode(true);
    this.find = selector => this.element.querySelector(selector);
    this.overlay = new Overlay(this.find("canvas.overlay"));
    this.preview = new Preview(this);
    this.total = context.total;
    this.parameters = { ...(choice.parameters || {}) };
    this.abort = null;
    this.asked = null;
    this.runs = 0;
    this.reset();
    this.fillMethods(choice.method);
    const slider = this.find(".budget input");
    slider.max = context.total;
    slider.value = Math.min(choice.budget, context.total);
    slider.addEventListener("input", () => { this.changed(); this.preview.show(this.budget); });
    slider.addEventListener("change", () => this.released());
    for (const tick of TICKS.filter(t => t <= context.total)) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.textContent = tick;
      button.addEventListener("click", () => { slider.value = tick; this.changed(); this.released(); });
      this.find(".ticks").append(button);
    }
    this.find("select").addEventListener("change", () => { this.parameters = {}; this.fillParameters(true); this.changed(); });
    this.find(".remove").addEventListener("click", () => context.remove(this));
    for (const button of this.element.querySelectorAll(".copy button")) {
      button.addEventListener("click", () => this.copy(button));
    }
    const canvas = this.find("canvas.overlay");
    canvas.addEventListener("pointermove", event => context.pointed(this.overlay.at(event)));
    canvas.addEventListener("pointerleave", () => context.pointed(null));
    this.fillParameters(!choice.parameters || !Object.keys(choice.parameters).length);
    this.changed();
  }

  get method() { return this.find("select").value; }
  get budget() { return Number(this.find(".budget input").value); }
  get entry() { return this.context.methods.find(m => m.name === this.method); }

  /** All that the answer depends on beside picture and question, as text. */
  get settings() {
    const budget = this.method === FULL ? 0 : this.budget;
    return JSON.stringify([this.method, budget, Object.entries(this.parameters).sort()]);
  }

  /** Method, budget and settings, for the address bar. */
  get choice() { return { method: this.method, budget: this.budget, parameters: { ...this.parameters } }; }

  get name() { return this.method === FULL ? "full model" : `${this.method} @ ${this.budget}`; }

  /** The pointer is on this cell in one of the columns, or on none. */
  point(cell) {
    this.overlay.hover = cell;
    this.redraw();
  }

  view(name) {
    this.overlay.view = name;
    this.redraw();
  }

  /** Shows this share of the picks. */
  scrub(share) {
    this.overlay.share = share;
    this.redraw();
  }

  redraw() {
    this.overlay.draw();
    this.find(".cells").textContent = this.caption();
  }

  /** What the overlay shows now, in words. */
  caption() {
    const explain = this.pruning && this.pruning.explain;
    if (!explain) return "";
    if (this.preview.text) return this.preview.text;
    const { hover, view, share } = this.overlay;
    if (hover) return cellText(explain, hover, this.overlay.rank(hover));
    if (!this.overlay.hasView(view)) return this.reading ? "Reading the maps of the keywords ..." : `${this.pruning.label} has no ${viewText(view)}.`;
    if (view.startsWith("keyword:")) return `How well each cell fits “${view.slice(8)}”; kept cells are outlined.`;
    if (share < 1 && this.pruning.method !== FULL) return `${this.overlay.shown()} of ${this.overlay.picks().length} picks`;
    return [cellsText(this.pruning.visual_tokens, explain.kept_cells), gainText(explain.gains)].filter(Boolean).join(" ");
  }

  fillMethods(chosen) {
    const select = this.find("select");
    for (const method of this.context.methods) {
      const option = new Option(method.name === FULL ? "full model" : method.name, method.name);
      option.disabled = !method.usable;
      if (!method.usable) {
        option.title = method.reason;
        option.text = `${method.name} (can't: ${method.reason})`;
      }
      select.add(option);
    }
    select.value = this.context.methods.some(m => m.usable && m.name === chosen) ? chosen : FULL;
  }

  number(index) {
    this.index = index;
    this.find("h2").textContent = index + 1;
    this.find("select").setAttribute("aria-label", `Method of column ${index + 1}`);
    this.find(".budget input").setAttribute("aria-label", `Tokens kept in column ${index + 1}`);
    this.element.setAttribute("aria-label", `Column ${index + 1}`);
  }

  changed() {
    const off = !this.entry.needs_budget;
    this.find(".about").textContent = this.entry.about;
    this.find(".method select").title = this.entry.about;
    this.find(".budget").classList.toggle("off", off);
    this.find(".budget input").disabled = off;
    this.showBudget();
    this.context.changed();
  }

  /** A budget was chosen: what has an answer is asked again, which leaves the other columns alone. */
  released() {
    if (this.asked && this.asked.settings !== this.settings) this.context.again(this);
  }

  fillParameters(recommend) {
    const box = this.find(".parameters");
    box.replaceChildren();
    const recommended = recommend ? this.context.recommended[this.method] || {} : {};
    for (const parameter of this.entry.settings) {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "text";
      input.placeholder = parameter.default ?? parameter.values;
      input.value = this.parameters[parameter.name] ?? recommended[parameter.name] ?? "";
      if (input.value) this.parameters[parameter.name] = input.value;
      input.addEventListener("input", () => {
        if (input.value) this.parameters[parameter.name] = input.value;
        else delete this.parameters[parameter.name];
        this.context.changed();
      });
      const name = document.createElement("b");
      name.textContent = parameter.name;
      label.append(name, ` ${parameter.about}`, input);
      box.append(label);
    }
    this.find(".advanced summary").textContent = this.entry.settings.length ? "Settings" : "About";
  }

  /** The request of this column; messages other than one question can be given. */
  body(question, picture, messages) {
    const pruning = { method: this.method, explain: "full" };
    if (this.method !== FULL) Object.assign(pruning, { budget: this.budget }, this.parameters);
    return {
      model: this.context.model,
      messages: messages || [{ role: "user", content: [picture.part, { type: "text", text: question }] }],
      max_tokens: 64, stream: true, stream_options: { include_usage: true }, pruning
    };
  }

  copy(button) {
    const { question, picture } = this.context.current();
    if (!picture) return;
    const text = FORMS[button.dataset.form](location.origin, this.body(question, picture));
    button.dataset.copied = text;
    navigator.clipboard?.writeText(text).catch(() => this.say("The browser does not let this page copy.", true));
    const label = button.textContent;
    button.textContent = "copied";
    setTimeout(() => { button.textContent = label; }, 1200);
  }

  say(text, bad = false) {
    const state = this.find(".state");
    state.textContent = text;
    state.classList.toggle("bad", bad);
  }

  show(text) {
    const answer = this.find(".answer");
    answer.textContent = text;
    answer.classList.toggle("long", text.length > 40);
  }

  reset() {
    this.answer = "";
    this.timings = null;
    this.pruning = null;
    this.measured = [];
    this.cold = false;
    this.preview.clear();
    this.overlay.hover = null;
    this.overlay.base = null;
  }

  /** Nothing of an earlier answer stays. */
  clear() {
    this.reset();
    this.asked = null;
    this.overlay.setPruning(null);
    this.show("");
    this.say("");
    this.agreement("");
    this.stale(false);
    this.find(".tabs").hidden = true;
    this.find(".gauge i").style.width = "0";
    for (const part of [".tokens span", ".bar", ".times", ".stage-table", ".cells"]) this.find(part).replaceChildren();
    this.find(".bar").setAttribute("aria-label", "Milliseconds: none yet");
    this.find("canvas.overlay").setAttribute("aria-label", "The picture");
  }

  /** Another picture: a result of the one before can't be drawn on it. */
  setPicture(picture) {
    this.stop();
    this.clear();
    this.overlay.setPicture(picture.bitmap);
  }

  /** Whether what stands here was asked with this question and the present settings; says so if not. */
  isCurrent(question) { return !this.asked || this.asked.question === question && this.asked.settings === this.settings; }

  stale(is) {
    this.element.classList.toggle("stale", is);
    if (is) this.say("Changed: run again.");
    else if (this.find(".state").textContent.startsWith("Changed")) this.say("");
  }

  /** Sends one request and hands its parts to the listener; null if it was stopped or given up. */
  async request(body, on) {
    this.stop();
    const abort = new AbortController();
    this.abort = abort;
    const start = performance.now();
    const out = { text: "", first: 0, timings: null };
    try {
      await ask(body, abort.signal, {
        comment: text => on.comment && on.comment(text),
        chunk: chunk => {
          if (this.abort !== abort) return;
          if (chunk.pruning) on.pruning && on.pruning(chunk.pruning);
          const choice = chunk.choices[0];
          if (choice && choice.delta.content) {
            out.first = out.first || performance.now() - start;
            out.text += choice.delta.content;
            on.text && on.text(out.text);
          }
          if (chunk.timings) out.timings = chunk.timings;
        }
      });
      out.first = out.first || performance.now() - start;
      return this.abort === abort ? out : null;
    } catch (error) {
      if (this.abort !== abort) return null;
      on.failed(error);
      return null;
    } finally {
      if (this.abort === abort) this.abort = null;
    }
  }

  failed(error) {
    if (error.name === "AbortError") this.say("stopped");
    else this.say("Error: " + error.message, true);
    if (error.status === 401) this.context.needKey();
    if (error.code === "unreachable") this.context.lost();
  }

  async run(question, picture) {
    this.stop();
    this.clear();
    this.overlay.setPicture(picture.bitmap);
    this.asked = { question, picture, settings: this.settings };
    this.say("sent");
    this.element.classList.add("busy");
    const out = await this.request(this.body(question, picture), {
      comment: text => this.say(text === "working" ? "reading the picture and the prompt" : text + " in the line"),
      pruning: pruning => this.prefilled(pruning),
      text: text => this.show(wholeWords(text)),
      failed: error => this.failed(error)
    });
    if (!this.abort) this.element.classList.remove("busy");
    if (!out) return;
    this.answer = out.text;
    this.timings = out.timings;
    this.first = out.first;
    this.cold = this.runs++ === 0;
    this.show(this.answer || "(an empty answer)");
    this.say("");
  }

  /** Asks once for the maps of all keywords; methods without keywords have none. */
  async readMaps() {
    if (!this.asked || !this.pruning?.anchors || this.reading || Object.keys(this.overlay.maps).length) return;
    const { question, picture } = this.asked;
    const { pruning } = this;
    const body = this.body(question, picture);
    body.max_tokens = 1;
    body.pruning.explain = "keywords";
    this.reading = true;
    this.redraw();
    try {
      await ask(body, new AbortController().signal, {
        comment: () => {},
        chunk: chunk => {
          const maps = chunk.pruning?.explain?.keywords || [];
          if (this.pruning === pruning) maps.forEach(map => { this.overlay.maps[map.keyword] = map.utility; });
        }
      });
    } catch (error) {
      this.failed(error);
    } finally {
      this.reading = false;
      this.redraw();
    }
  }

  /** One more run of what stands here, for its time alone; false if it did not end. */
  async measure() {
    if (!this.asked || !this.timings) return false;
    const { question, picture } = this.asked;
    const body = this.body(question, picture);
    body.pruning.explain = "none";
    const out = await this.request(body, { failed: error => this.failed(error) });
    if (out && out.timings) this.measured.push(out.timings);
    return Boolean(out);
  }

  prefilled(pruning) {
    this.pruning = pruning;
    const explain = pruning.explain;
    this.overlay.frames = explain && explain.thumbnails ? this.context.frames(explain.thumbnails, () => this.redraw()) : [];
    if (this.overlay.frames.length && !this.overlay.picture) this.overlay.picture = this.overlay.frames[0];
    this.overlay.setPruning(pruning);
    this.say("answering");
    const share = pruning.visual_tokens ? 100 * pruning.kept_tokens / pruning.visual_tokens : 0;
    this.find(".gauge i").style.width = share.toFixed(1) + "%";
    this.find(".tokens span").textContent = `${pruning.kept_tokens} of ${pruning.visual_tokens} tokens`;
    const kept = explain ? explain.kept_cells : [];
    this.find("canvas.overlay").setAttribute("aria-label", `${pruning.label}: ${cellsText(pruning.visual_tokens, kept)}`);
    this.setTotal(pruning.visual_tokens);
    this.tabs(explain ? explain.groups.filter(g => g.kind !== "frame") : []);
    this.context.prefilled(this);
    this.redraw();
  }

  /** Pictures and clips differ in their tokens; the slider ends where they do. */
  setTotal(total) {
    this.total = total;
    this.find(".budget input").max = total;
    if (this.asked) this.asked.settings = this.settings; // more than all is all
    this.showBudget();
  }

  showBudget() {
    const off = !this.entry.needs_budget;
    this.find(".budget output").textContent = off ? `all ${this.total}` : `${this.budget} of ${this.total}`;
  }

  tabs(groups) {
    const box = this.find(".tabs");
    box.replaceChildren();
    box.hidden = groups.length < 2;
    for (const group of groups) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${group.kind} ${group.group + 1} (${group.kept})`;
      button.setAttribute("aria-pressed", String(group.group === this.overlay.group));
      button.addEventListener("click", () => { this.overlay.group = group.group; this.overlay.draw(); this.tabs(groups); });
      box.append(button);
    }
  }

  /** Milliseconds of the language model, the median of the measured runs; 0 while there are too few. */
  get decoder() { return this.measured.length < MIN_RUNS ? 0 : median(this.measured.map(decoderMs)); }

  /** Bars and figures on the scale of all columns. */
  figures(longest, full) {
    if (!this.timings) return;
    drawBar(this.find(".bar"), this.timings, longest);
    fillTable(this.find(".stage-table"), this.timings);
    const runs = this.measured.length;
    const note = runs >= MIN_RUNS ? `language model ${ms(this.decoder)}, median of ${runs} runs`
      : this.cold ? "first run, warm-up included" : "one run";
    fillTimes(this.find(".times"), this.timings, this.first, note, full && full !== this && this.decoder ? full.decoder / this.decoder : 0);
  }

  /** Whether the answer is that of the first column, in words. */
  agreement(text) { this.find(".agreement").textContent = text; }

  get work() { return this.timings ? workMs(this.timings) : 0; }

  stop() {
    if (this.abort) this.abort.abort();
  }
}
