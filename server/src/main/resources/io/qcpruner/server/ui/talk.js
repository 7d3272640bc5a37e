// A conversation about one picture: every turn keeps its own anchors and kept cells.
import { ask } from "./api.js";
import { ms } from "./numbers.js";
import { Overlay } from "./overlay.js";
import { cellsText, markAnchors, wholeWords, workMs } from "./pure.js";

const MAX_TURNS = 31; // the server takes 64 messages

const $ = id => document.getElementById(id);

export class Talk {
  constructor(page, compare) {
    this.page = page;
    this.compare = compare;
    this.turns = [];
    this.abort = null;
    this.chosen = 1; // column 1 is usually the full model
    $("talk-column").addEventListener("change", () => { this.chosen = Number($("talk-column").value); });
    $("talk-form").addEventListener("submit", event => {
      event.preventDefault();
      const question = $("talk-question").value.trim();
      if (!question) { this.note("Type a question first."); return; }
      $("talk-question").value = "";
      this.ask(question);
    });
    $("talk-stop").addEventListener("click", () => this.stop());
    $("talk-clear").addEventListener("click", () => this.clear(""));
    $("talk-copy").addEventListener("click", () => {
      navigator.clipboard?.writeText(this.text()).then(() => this.note("Copied."), () => this.note("The browser does not let this page copy."));
    });
  }

  /** The columns are the methods that can answer here. */
  refresh() {
    const select = $("talk-column");
    select.replaceChildren(...this.compare.columns.map((column, i) => new Option(`column ${i + 1}: ${column.name}`, String(i))));
    select.value = String(Math.min(this.chosen, this.compare.columns.length - 1));
    if (!this.turns.length) this.note("");
  }

  note(text) {
    const alone = this.page.server && this.page.server.alone
      ? "This model was not taught conversations: every question is asked alone, with the picture." : "";
    $("talk-note").textContent = [text, alone].filter(Boolean).join(" ");
  }

  setPicture() { this.clear(this.turns.length ? "The picture changed: the conversation starts again." : ""); }

  clear(note) {
    this.stop();
    this.turns = [];
    $("turns").replaceChildren();
    this.note(note);
  }

  stop() { this.abort?.abort(); }

  text() { return this.turns.map(t => `Q: ${t.question}\nA: ${t.answer ?? ""}\n`).join("\n"); }

  /** The picture stands in the first message; a model that knows single questions gets this one alone. */
  messages(picture, question) {
    const first = text => ({ role: "user", content: [picture.part, { type: "text", text }] });
    const done = this.page.server.alone ? [] : this.turns.filter(t => t.answer);
    const texts = [...done.map(t => t.question), question];
    const out = [first(texts[0])];
    done.forEach((turn, i) => out.push({ role: "assistant", content: turn.answer }, { role: "user", content: texts[i + 1] }));
    return out;
  }

  async ask(question) {
    const { picture } = this.page.current();
    const column = this.compare.columns[Number($("talk-column").value)];
    if (!picture) { this.note("Choose a picture first."); return; }
    if (!column) return;
    if (this.turns.filter(t => t.answer).length >= MAX_TURNS) { this.note("The conversation is as long as the server takes; clear it to go on."); return; }
    this.stop();
    this.note("");
    const body = column.body(question, picture, this.messages(picture, question));
    const turn = { question, answer: null };
    this.turns.push(turn);
    const view = this.addTurn(turn, picture, column.name);
    const abort = new AbortController();
    this.abort = abort;
    $("talk-stop").disabled = false;
    let answer = "";
    let timings = null;
    try {
      await ask(body, abort.signal, {
        comment: text => { view.state.textContent = text; },
        chunk: chunk => {
          if (chunk.pruning) this.kept(view, turn, chunk.pruning);
          const choice = chunk.choices[0];
          if (choice && choice.delta.content) {
            answer += choice.delta.content;
            view.answer.textContent = wholeWords(answer);
          }
          if (chunk.timings) timings = chunk.timings;
        }
      });
      turn.answer = answer;
      view.answer.textContent = answer || "(an empty answer)";
      view.state.textContent = [view.tokens, timings && `${ms(workMs(timings))} computing`].filter(Boolean).join(", ");
    } catch (error) {
      view.answer.textContent = answer;
      view.state.textContent = error.name === "AbortError" ? "stopped; this turn does not count" : "Error: " + error.message;
      if (error.status === 401) this.page.needKey();
      if (error.code === "unreachable") this.page.lost();
    } finally {
      if (this.abort === abort) {
        this.abort = null;
        $("talk-stop").disabled = true;
      }
    }
  }

  addTurn(turn, picture, name) {
    const item = document.createElement("li");
    const question = document.createElement("p");
    question.className = "turn-question";
    question.textContent = turn.question;
    const answer = document.createElement("p");
    answer.className = "answer";
    const state = document.createElement("p");
    state.className = "state";
    state.textContent = "sent";
    const canvas = document.createElement("canvas");
    canvas.className = "overlay";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The picture");
    const words = document.createElement("div");
    words.append(question, answer, state);
    item.append(canvas, words);
    $("turns").append(item);
    const overlay = new Overlay(canvas);
    overlay.setPicture(picture.bitmap);
    item.scrollIntoView({ block: "nearest" });
    return { question, answer, state, overlay, canvas, name, tokens: "" };
  }

  kept(view, turn, pruning) {
    const explain = pruning.explain;
    if (explain && explain.thumbnails) {
      view.overlay.frames = this.compare.frames(explain.thumbnails, () => view.overlay.draw());
      view.overlay.picture = view.overlay.picture || view.overlay.frames[0];
    }
    view.overlay.setPruning(pruning);
    view.tokens = `${pruning.label}: ${pruning.kept_tokens} of ${pruning.visual_tokens} tokens`;
    view.state.textContent = view.tokens;
    view.canvas.setAttribute("aria-label", `${pruning.label}: ${cellsText(pruning.visual_tokens, explain ? explain.kept_cells : [])}`);
    if (!pruning.anchors) return;
    view.question.replaceChildren(...markAnchors(turn.question, pruning.anchors.words).map(piece => {
      if (!piece.word) return document.createTextNode(piece.text);
      const mark = document.createElement("mark");
      mark.textContent = piece.text;
      return mark;
    }));
  }
}
