// What another budget would keep, drawn while the slider moves: the first picks of a longer greedy order.
import { ask } from "./api.js";
import { FULL, sameCells } from "./pure.js";

export class Preview {
  constructor(column) {
    this.column = column;
    this.order = null;
    this.loading = null;
    this.text = "";
  }

  clear() {
    this.loading?.abort();
    this.loading = null;
    this.order = null;
    this.text = "";
    this.column.overlay.preview = null;
    this.column.element.classList.remove("previewing");
  }

  /** Draws the cells of this budget; asks the server once for the whole order if the present one is too short. */
  show(budget) {
    const { column } = this;
    if (!column.pruning || column.method === FULL || column.pruning.method !== column.method) return;
    const explain = column.pruning.explain;
    if (!explain || !explain.order || !explain.order.length) return this.say(null, "This method has no pick order; release to run it.");
    if (this.order === null) {
      this.load();
      return this.say(null, "Reading the pick order ...");
    }
    if (!this.order.length) return this.say(null, "This method chooses anew for every budget; release to run it.");
    this.say(this.order.slice(0, budget), `Preview: the first ${Math.min(budget, this.order.length)} picks; release to ask again.`);
  }

  say(cells, text) {
    this.text = text;
    this.column.overlay.preview = cells;
    this.column.element.classList.toggle("previewing", cells !== null);
    this.column.redraw();
  }

  /** The order of nearly all tokens. It serves only if it begins with the cells that this budget really kept. */
  async load() {
    const { column } = this;
    if (this.loading) return;
    const abort = new AbortController();
    this.loading = abort;
    const { question, picture } = column.asked;
    const body = column.body(question, picture);
    body.max_tokens = 1;
    body.pruning.budget = Math.max(1, column.pruning.visual_tokens - 1);
    const kept = column.pruning.explain.order.map(i => column.pruning.explain.cells[i]);
    let found = [];
    try {
      await ask(body, abort.signal, {
        comment: () => {},
        chunk: chunk => {
          const explain = chunk.pruning && chunk.pruning.explain;
          if (explain && explain.order) found = explain.order.map(i => explain.cells[i]);
        }
      });
    } catch (error) {
      if (error.name === "AbortError") return;
      found = [];
    }
    if (this.loading !== abort) return;
    this.loading = null;
    this.order = sameCells(found.slice(0, kept.length), kept) ? found : [];
    this.show(column.budget);
  }
}
