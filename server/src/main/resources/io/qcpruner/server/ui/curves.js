// One set of questions over budgets and methods: agreement with the full model, and milliseconds.
import { ask } from "./api.js";
import { figure } from "./chart.js";
import { load } from "./picture.js";
import { agree, csvField, decoderMs, FULL, median, readBudgets } from "./pure.js";
import { download, svgToPng } from "./save.js";

const DEFAULT_BUDGETS = [8, 16, 32, 64, 128];
const QUESTIONS_PER_SAMPLE = 3;
const MAX_QUESTIONS = 500;
const SHORT = 70;

const $ = id => document.getElementById(id);

export class Curves {
  constructor(page, compare) {
    this.page = page;
    this.compare = compare;
    this.sets = [];
    this.rows = [];
    this.abort = null;
    $("curve-form").addEventListener("submit", event => { event.preventDefault(); this.run(); });
    $("curve-stop").addEventListener("click", () => this.abort?.abort());
    $("curve-files").addEventListener("change", () => this.upload([...$("curve-files").files]));
    $("curve-csv").addEventListener("click", () => download("curves.csv", new Blob([this.csv()], { type: "text/csv" })));
    $("curve-svg").addEventListener("click", () => download("curves.svg", new Blob([this.figure().svg], { type: "image/svg+xml" })));
    $("curve-png").addEventListener("click", async () => {
      const { svg, width, height } = this.figure();
      download("curves.png", await svgToPng(svg, width, height));
    });
  }

  /** The built-in samples are the first set; the picture of the page with all its questions the second. */
  fill(samples) {
    const ofSample = one => one.questions.filter(q => q.length < SHORT).slice(0, QUESTIONS_PER_SAMPLE);
    const built = samples.flatMap(one => ofSample(one).map(question => ({ question, address: one.clip || one.picture })));
    this.sets = [{ name: `${samples.length} samples, ${built.length} questions`, items: built }];
    this.choices();
    const total = this.page.server.total;
    $("curve-budgets").value = DEFAULT_BUDGETS.filter(b => b < total).join(", ");
    $("curve-methods").replaceChildren($("curve-methods").firstElementChild);
    for (const method of this.page.server.methods.filter(m => m.usable && m.name !== FULL)) {
      const label = document.createElement("label");
      const box = document.createElement("input");
      Object.assign(box, { type: "checkbox", value: method.name, checked: ["qcpruner", "divprune", "fastv"].includes(method.name) });
      box.addEventListener("change", () => this.count());
      label.append(box, " " + method.name);
      $("curve-methods").append(label);
    }
    this.count();
  }

  choices() {
    $("curve-set").replaceChildren(...this.sets.map((set, i) => new Option(set.name, String(i))), new Option("this picture, this question", "own"));
  }

  count() { $("curve-chosen").textContent = `Methods: ${this.chosen().length}`; }

  chosen() { return [...document.querySelectorAll("#curve-methods input:checked")].map(box => box.value); }

  note(text) { $("curve-note").textContent = text; }

  /** Pictures, and a questions.jsonl whose lines name a picture; without it the page's question is asked of each. */
  async upload(files) {
    $("curve-files").value = "";
    const lines = files.find(f => /\.jsonl?$/.test(f.name));
    const media = new Map(files.filter(f => f !== lines).map(f => [f.name, f]));
    try {
      const items = lines ? (await lines.text()).split("\n").map((line, i) => item(line, i + 1, media)).filter(Boolean)
        : [...media.values()].map(file => ({ file, question: this.page.current().question }));
      if (!items.length) throw new Error("there is no question in it");
      if (items.length > MAX_QUESTIONS) throw new Error(`it has ${items.length} questions, the page takes ${MAX_QUESTIONS}; use qcpruner eval`);
      if (items.some(i => !i.question)) throw new Error("type a question first, or add a questions.jsonl");
      this.sets.push({ name: `uploaded: ${items.length} questions`, items });
      this.choices();
      $("curve-set").value = String(this.sets.length - 1);
      this.note("");
    } catch (error) {
      this.note(`The set can't be used: ${error.message}.`);
    }
  }

  items() {
    if ($("curve-set").value !== "own") return this.sets[Number($("curve-set").value)].items;
    const { question, picture } = this.page.current();
    return question && picture ? [{ question, picture }] : [];
  }

  async picture(one) {
    if (one.picture) return one.picture;
    const blob = one.file || await (await fetch(one.address)).blob();
    one.picture = await load(blob, true);
    return one.picture;
  }

  /** Settings of a method: those of a column with it, else the recommended ones. */
  settings(method) {
    const column = this.compare.columns.find(c => c.method === method);
    return column ? column.choice.parameters : this.page.server.recommended[method] || {};
  }

  async run() {
    const budgets = readBudgets($("curve-budgets").value, this.page.server.total);
    const methods = this.chosen();
    const items = this.items();
    if (!budgets) return this.note("Budgets are whole numbers, such as 16, 32, 64.");
    if (!methods.length) return this.note("Choose a method.");
    if (!items.length) return this.note("Type a question first.");
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.plan = { budgets, methods };
    this.rows = [];
    this.running(true);
    const steps = items.length * (1 + budgets.length * methods.length);
    let done = 0;
    const step = async (one, index, pruning) => {
      const row = { item: index, question: one.question, method: pruning.method, budget: pruning.budget ?? this.page.server.total, ...await this.answer(one, pruning, abort.signal) };
      this.rows.push(row);
      $("curve-progress").value = ++done / steps;
      this.draw();
    };
    try {
      for (const [index, one] of items.entries()) {
        await step(one, index, { method: FULL });
        for (const budget of budgets) {
          for (const method of methods) await step(one, index, { method, budget, ...this.settings(method) });
        }
      }
      this.note(`${items.length} questions, all answered. Milliseconds are medians of the language model's part.`);
    } catch (error) {
      this.note(error.name === "AbortError" ? `Stopped after ${done} of ${steps} answers.` : `Stopped: ${error.message}.`);
      if (error.code === "unreachable") this.page.lost();
      if (error.status === 401) this.page.needKey();
    } finally {
      if (this.abort === abort) {
        this.abort = null;
        this.running(false);
      }
    }
  }

  running(is) {
    $("curve-start").disabled = is;
    $("curve-stop").disabled = !is;
    $("curve-progress").hidden = !is;
    for (const id of ["curve-csv", "curve-svg", "curve-png"]) $(id).disabled = is || !this.rows.length;
  }

  async answer(one, pruning, signal) {
    const picture = await this.picture(one);
    let answer = "";
    let timings = null;
    let error = "";
    try {
      await ask({
        model: this.page.server.model, max_tokens: 64, stream: true, pruning: { ...pruning, explain: "none" },
        messages: [{ role: "user", content: [picture.part, { type: "text", text: one.question }] }]
      }, signal, {
        comment: () => {},
        chunk: chunk => {
          answer += chunk.choices[0]?.delta.content || "";
          timings = chunk.timings || timings;
        }
      });
    } catch (failure) {
      if (failure.status !== 400) throw failure;
      error = failure.message; // a method that refuses a budget leaves its place empty
    }
    return { answer, ms: timings ? decoderMs(timings) : null, error };
  }

  /** Agreement and milliseconds for each method and budget, of the questions answered so far. */
  summary() {
    const full = new Map(this.rows.filter(r => r.method === FULL).map(r => [r.item, r]));
    const cells = [];
    for (const method of this.plan.methods) {
      for (const budget of this.plan.budgets) {
        const rows = this.rows.filter(r => r.method === method && r.budget === budget && !r.error);
        if (!rows.length) continue;
        const same = rows.filter(r => agree([full.get(r.item).answer, r.answer])[1]).length;
        const [low, high] = wilson(same, rows.length);
        cells.push({ method, budget, n: rows.length, agreement: 100 * same / rows.length, low: 100 * low, high: 100 * high, ms: median(rows.map(r => r.ms)) });
      }
    }
    const times = [...full.values()].map(r => r.ms);
    return { cells, fullMs: times.length ? median(times) : null };
  }

  figure() {
    const { cells, fullMs } = this.summary();
    const { budgets, methods } = this.plan;
    const lines = value => methods.map(method => ({ name: method, points: cells.filter(c => c.method === method).map(value) }));
    return figure([
      { title: "Answers as the full model's", unit: "percent, with 95 % intervals", budgets, full: 100, top: 104, lines: lines(c => ({ x: c.budget, y: c.agreement, low: c.low, high: c.high })) },
      { title: "Language model", unit: "milliseconds, median", budgets, full: fullMs, lines: lines(c => ({ x: c.budget, y: c.ms })) }]);
  }

  draw() {
    const box = $("chart");
    const parsed = new DOMParser().parseFromString(this.figure().svg, "image/svg+xml");
    box.replaceChildren(document.importNode(parsed.documentElement, true));
    const table = document.createElement("table");
    const head = table.insertRow();
    for (const name of ["method", "tokens", "questions", "agreement, %", "95 % interval", "ms"]) {
      const th = document.createElement("th");
      th.scope = "col";
      th.textContent = name;
      head.append(th);
    }
    for (const c of this.summary().cells) {
      const row = table.insertRow();
      for (const value of [c.method, c.budget, c.n, c.agreement.toFixed(1), `${c.low.toFixed(0)} to ${c.high.toFixed(0)}`, c.ms.toFixed(1)]) {
        row.insertCell().textContent = value;
      }
    }
    $("curve-table").replaceChildren(table);
  }

  csv() {
    const head = ["item", "question", "method", "budget", "answer", "ms", "error"];
    return [head, ...this.rows.map(r => head.map(name => name === "ms" && Number.isFinite(r.ms) ? Number(r.ms.toFixed(2)) : r[name]))].map(row => row.map(csvField).join(",")).join("\r\n") + "\r\n";
  }
}

/** Wilson's interval of a share. */
export function wilson(hits, n) {
  const z = 1.96;
  const share = hits / n;
  const middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const half = z / (1 + z * z / n) * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function item(line, number, media) {
  if (!line.trim()) return null;
  let entry;
  try {
    entry = JSON.parse(line);
  } catch {
    throw new Error(`line ${number} is no JSON`);
  }
  if (typeof entry.question !== "string" || !entry.question.trim()) throw new Error(`line ${number} has no question`);
  const file = entry.image ? media.get(entry.image) : media.size === 1 ? [...media.values()][0] : null;
  if (!file) throw new Error(entry.image ? `line ${number} names ${entry.image}, which was not chosen` : `line ${number} names no image`);
  return { question: entry.question, file };
}
