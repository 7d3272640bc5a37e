// One method with its budget, overlay, answer and figures.
import { ask } from "./api.js";
import { drawBar, fillTable, fillTimes } from "./numbers.js";
import { Overlay } from "./overlay.js";
import { cellsText, cellText, VIEWS, wholeWords, workMs } from "./pure.js";
import { FORMS } from "./snippets.js";

const TICKS = [32, 64, 128, 192];

export class Lane {
  constructor(template, context, choice) {
    this.context = context;
    this.element = template.content.firstElementChild.cloneNode(true);
    this.find = selector => this.element.querySelector(selector);
    this.overlay = new Overlay(this.find("canvas.overlay"));
    this.parameters = {};
    this.timings = null;
    this.answer = "";
    this.abort = null;
    this.fillMethods(choice.method);
    const slider = this.find(".budget input");
    slider.max = context.total;
    slider.value = Math.min(choice.budget, context.total);
    slider.addEventListener("input", () => this.changed());
    for (const tick of TICKS.filter(t => t <= context.total)) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.textContent = tick;
      button.addEventListener("click", () => { slider.value = tick; this.changed(); });
      this.find(".ticks").append(button);
    }
    this.find("select").addEventListener("change", () => { this.parameters = {}; this.fillParameters(); this.changed(); });
    this.find(".remove").addEventListener("click", () => context.remove(this));
    for (const button of this.element.querySelectorAll(".copy button")) {
      button.addEventListener("click", () => this.copy(button));
    }
    const canvas = this.find("canvas.overlay");
    canvas.addEventListener("pointermove", event => context.pointed(this.overlay.at(event)));
    canvas.addEventListener("pointerleave", () => context.pointed(null));
    this.fillParameters();
    this.changed();
  }

  /** The pointer is on this cell in one of the lanes, or on none. */
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
    const { hover, view, share } = this.overlay;
    if (hover) return cellText(explain, hover, this.overlay.rank(hover));
    if (!this.overlay.hasView(view)) return `${this.pruning.label}: no ${VIEWS[view].toLowerCase()}`;
    if (share < 1 && this.pruning.method !== "none") return `${this.overlay.shown()} of ${this.overlay.picks().length} picks`;
    return cellsText(this.pruning.total, explain.kept_cells);
  }

  fillMethods(chosen) {
    const select = this.find("select");
    for (const method of this.context.methods) {
      const option = new Option(method.name, method.name);
      option.disabled = !method.usable;
      if (!method.usable) {
        option.title = method.reason;
        option.text = `${method.name} (can't: ${method.reason})`;
      }
      select.add(option);
    }
    select.value = this.context.methods.some(m => m.usable && m.name === chosen) ? chosen : "none";
  }

  get method() { return this.find("select").value; }
  get budget() { return Number(this.find(".budget input").value); }

  number(index) {
    this.find("h2").textContent = index + 1;
    this.find("select").setAttribute("aria-label", `Method of lane ${index + 1}`);
    this.find(".budget input").setAttribute("aria-label", `Tokens kept in lane ${index + 1}`);
    this.element.setAttribute("aria-label", `Lane ${index + 1}`);
  }

  changed() {
    const entry = this.context.methods.find(m => m.name === this.method);
    const off = !entry.needs_budget;
    this.find(".about").textContent = entry.about;
    this.find(".budget").classList.toggle("off", off);
    this.find(".budget input").disabled = off;
    this.find(".budget output").textContent = off ? `all ${this.context.total}` : `${this.budget} of ${this.context.total}`;
    this.context.changed();
  }

  fillParameters() {
    const box = this.find(".parameters");
    box.replaceChildren();
    const entry = this.context.methods.find(m => m.name === this.method);
    const recommended = this.context.recommended[this.method] || {};
    for (const parameter of entry.parameters) {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "text";
      input.placeholder = parameter.default ?? parameter.values;
      input.value = recommended[parameter.name] || "";
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
    this.find(".advanced").classList.toggle("none", entry.parameters.length === 0);
  }

  body(question, pictureUrl) {
    const pruning = { method: this.method, explain: "full" };
    if (this.method !== "none") Object.assign(pruning, { budget: this.budget }, this.parameters);
    return {
      model: this.context.model,
      messages: [{ role: "user", content: [
        { type: "image_url", image_url: { url: pictureUrl } },
        { type: "text", text: question }] }],
      max_tokens: 64, stream: true, stream_options: { include_usage: true }, pruning
    };
  }

  copy(button) {
    const { question, url } = this.context.current();
    const text = FORMS[button.dataset.form](location.origin, this.body(question, url || ""));
    button.dataset.copied = text;
    navigator.clipboard?.writeText(text).catch(() => {});
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
    answer.classList.toggle("long", text.length > 60);
  }

  /** Nothing of an earlier answer stays. */
  clear() {
    this.answer = "";
    this.timings = null;
    this.pruning = null;
    this.overlay.hover = null;
    this.overlay.setPruning(null);
    this.show("");
    this.agreement("");
    this.find(".gauge i").style.width = "0";
    for (const part of [".tokens span", ".bar", ".times", ".stage-table", ".cells"]) this.find(part).replaceChildren();
    this.find(".bar").setAttribute("aria-label", "Milliseconds: none yet");
    this.find("canvas.overlay").setAttribute("aria-label", "The picture");
  }

  async run(question, picture) {
    this.stop();
    const abort = new AbortController();
    this.abort = abort;
    this.clear();
    this.say("sent");
    const start = performance.now();
    let first = 0;
    try {
      await ask(this.body(question, picture.url), abort.signal, {
        comment: text => this.say(text === "working" ? "working" : text + " in the line"),
        chunk: chunk => {
          if (this.abort !== abort) return;
          if (chunk.pruning) this.prefilled(chunk.pruning);
          const choice = chunk.choices[0];
          if (choice && choice.delta.content) {
            first = first || performance.now() - start;
            this.answer += choice.delta.content;
            this.show(wholeWords(this.answer));
          }
          if (chunk.timings) this.timings = chunk.timings;
        }
      });
      this.first = first || performance.now() - start;
      this.show(this.answer || "(nothing)");
      this.say("");
    } catch (error) {
      if (this.abort !== abort) return;
      if (error.name === "AbortError") this.say("stopped");
      else this.say("Error: " + error.message, true);
      if (error.status === 401) this.context.needKey();
    } finally {
      if (this.abort === abort) this.abort = null;
    }
  }

  prefilled(pruning) {
    this.pruning = pruning;
    this.overlay.setPruning(pruning);
    this.say("answering");
    const share = pruning.total ? 100 * pruning.kept / pruning.total : 0;
    this.find(".gauge i").style.width = share.toFixed(1) + "%";
    this.find(".tokens span").textContent = `${pruning.kept} of ${pruning.total} tokens`;
    const explain = pruning.explain;
    const kept = explain ? explain.kept_cells : [];
    this.find("canvas.overlay").setAttribute("aria-label", `${pruning.label}: ${cellsText(pruning.total, kept)}`);
    this.redraw();
    this.tabs(explain ? explain.groups : []);
    this.context.prefilled(this);
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

  /** Bars and figures on the scale of all lanes. */
  figures(longest, full) {
    if (!this.timings) return;
    drawBar(this.find(".bar"), this.timings, longest);
    fillTable(this.find(".stage-table"), this.timings);
    fillTimes(this.find(".times"), this.timings, this.first, full);
  }

  /** Whether the answer is that of the first lane, in words. */
  agreement(text) {
    this.find(".agreement").textContent = text;
  }

  get work() { return this.timings ? workMs(this.timings) : 0; }

  stop() {
    if (this.abort) this.abort.abort();
  }
}
