// Functions without a page: tested by pure-test.js in the browser.

/** Splits a stream of server-sent events; the rest is text that is not yet complete. */
export function parseEvents(text) {
  const events = [];
  let rest = text;
  for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
    const event = { comment: "", name: "", data: "" };
    for (const line of rest.slice(0, end).split("\n")) {
      if (line.startsWith(": ")) event.comment = line.slice(2);
      else if (line.startsWith("event: ")) event.name = line.slice(7);
      else if (line.startsWith("data: ")) event.data += line.slice(6);
    }
    events.push(event);
    rest = rest.slice(end + 2);
  }
  return { events, rest };
}

/** The rectangle of a cell in pixels of the picture. */
export function cellRect(group, row, col) {
  return { x: group.x + col * group.dx, y: group.y + row * group.dy, w: group.dx, h: group.dy };
}

/** The cell at a point of the picture, or null beside the grid. */
export function cellAt(group, x, y) {
  const row = Math.floor((y - group.y) / group.dy);
  const col = Math.floor((x - group.x) / group.dx);
  return row >= 0 && col >= 0 && row < group.rows && col < group.cols ? [group.group, row, col] : null;
}

/** What is known of a cell, in words. */
export function cellText(explain, cell, rank) {
  const parts = [`row ${cell[1] + 1}, column ${cell[2] + 1}`];
  const index = (explain.cells || []).findIndex(c => c[0] === cell[0] && c[1] === cell[1] && c[2] === cell[2]);
  const kept = explain.kept_cells.some(c => c[0] === cell[0] && c[1] === cell[1] && c[2] === cell[2]);
  parts.push(rank > 0 ? `pick ${rank}` : kept ? "kept" : "left out");
  for (const [name, text] of [["utility", "utility"], ["cue_similarity", "similarity"], ["cue_alignment", "alignment"]]) {
    const value = index >= 0 && explain[name] ? explain[name][index] : null;
    if (value !== null && value !== undefined) parts.push(`${text} ${value.toFixed(2)}`);
  }
  return parts.join(", ");
}

/** The words of the question with the anchors marked: pieces with a word or none. */
export function markAnchors(text, words) {
  const ranges = [];
  for (const word of words || []) {
    for (const [start, end] of word.ranges || []) ranges.push({ start, end, word });
  }
  ranges.sort((a, b) => a.start - b.start);
  const pieces = [];
  let at = 0;
  for (const range of ranges) {
    if (range.start < at || range.end > text.length) continue;
    if (range.start > at) pieces.push({ text: text.slice(at, range.start) });
    pieces.push({ text: text.slice(range.start, range.end), word: range.word });
    at = range.end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** The edges between a kept cell and one that is not: [x1, y1, x2, y2] in pixels of the picture. */
export function outline(group, cells) {
  const kept = new Set(cells.map(c => c[1] * group.cols + c[2]));
  const has = (row, col) => row >= 0 && col >= 0 && row < group.rows && col < group.cols && kept.has(row * group.cols + col);
  const edges = [];
  for (const [, row, col] of cells) {
    const { x, y, w, h } = cellRect(group, row, col);
    if (!has(row - 1, col)) edges.push([x, y, x + w, y]);
    if (!has(row + 1, col)) edges.push([x, y + h, x + w, y + h]);
    if (!has(row, col - 1)) edges.push([x, y, x, y + h]);
    if (!has(row, col + 1)) edges.push([x + w, y, x + w, y + h]);
  }
  return edges;
}

/** What the canvas shows, in a sentence. */
export function cellsText(total, kept) {
  if (!kept.length) return `None of ${total} tokens is a cell of the picture.`;
  return kept.length === total ? `All ${total} tokens are kept.` : `${kept.length} of ${total} tokens are kept.`;
}

/** How much of the whole gain the first picks bring, in a sentence; empty without gains. */
export function gainText(gains) {
  const known = (gains || []).filter(g => g !== null && g > 0);
  const all = known.reduce((sum, g) => sum + g, 0);
  if (known.length < 2 || !all) return "";
  let sum = 0;
  let count = 0;
  while (count < known.length && sum < .95 * all) sum += known[count++];
  return `The first ${count === 1 ? "pick brings" : count + " picks bring"} 95 % of the gain.`;
}

/** Levels 0 to 1 of gains on a logarithmic scale: the largest is 1, a ten-thousandth of it 0. */
export function gainLevels(gains) {
  const top = Math.max(...gains.filter(g => g !== null), 0);
  return gains.map(g => g === null || g <= 0 || top <= 0 ? 0 : Math.max(0, 1 + Math.log10(g / top) / 4));
}

/** A cell as text, to look it up in sets. */
export function cellKey(cell) { return cell.join(","); }

/** Cells of two methods: kept by both, by the first alone, by the second alone. */
export function difference(cells, base) {
  const mine = new Set(cells.map(cellKey));
  const theirs = new Set(base.map(cellKey));
  return {
    both: cells.filter(c => theirs.has(cellKey(c))),
    here: cells.filter(c => !theirs.has(cellKey(c))),
    there: base.filter(c => !mine.has(cellKey(c)))
  };
}

/** Whether two lists hold the same cells. */
export function sameCells(a, b) {
  const other = new Set(b.map(cellKey));
  return a.length === b.length && a.every(c => other.has(cellKey(c)));
}

/** What the overlay can show. */
export const VIEWS = {
  kept: "kept cells", gain: "gain of each pick", difference: "difference to column 1", utility: "utility",
  cue_similarity: "similarity cue", cue_alignment: "alignment cue", picture: "picture alone"
};

/** A view's name for people; the map of a keyword names it. */
export function viewText(view) { return view.startsWith("keyword:") ? `map of “${view.slice(8)}”` : VIEWS[view]; }

/** The name of the full model among the methods. */
export const FULL = "full";

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export const STAGES = ["queue", "media", "tower", "anchors", "prefill_before", "cues", "affinity", "selection", "prefill_after", "decode"];
export const STAGE_NAMES = {
  queue: "waiting", media: "reading the picture", tower: "vision tower", anchors: "anchors", prefill_before: "prefill before pruning",
  cues: "cues", affinity: "affinity", selection: "selection", prefill_after: "prefill after pruning", decode: "decoding"
};

/** Stages with their milliseconds, in order; what took no time is left out. */
export function stageTimes(timings) {
  return STAGES.map(stage => ({ stage, ms: timings[stage + "_ms"] || 0 })).filter(s => s.ms > 0);
}

function sum(timings, without) {
  return stageTimes(timings).filter(s => !without.includes(s.stage)).reduce((all, s) => all + s.ms, 0);
}

/** Time without waiting: what the machine worked for this request. */
export function workMs(timings) { return sum(timings, ["queue"]); }

/** The language model's part, which pruning changes; the picture may come from the cache or not. */
export function decoderMs(timings) { return sum(timings, ["queue", "media", "tower"]); }

const HEAT = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137], [53, 183, 121], [109, 205, 89], [180, 222, 44], [253, 231, 37]];

/** A colour-blind-safe scale from dark violet to yellow. */
export function heatColor(level) {
  const at = Math.max(0, Math.min(1, level)) * (HEAT.length - 1);
  const low = Math.floor(at);
  const high = Math.min(HEAT.length - 1, low + 1);
  return HEAT[low].map((v, i) => Math.round(v + (HEAT[high][i] - v) * (at - low)));
}

/** Values to levels 0 to 1. */
export function levels(values) {
  const known = values.filter(v => v !== null);
  const min = Math.min(...known);
  const max = Math.max(...known);
  return values.map(v => v === null || max <= min ? 0 : (v - min) / (max - min));
}

/** Which answers say the same as the first: case, blanks and a final stop aside. */
export function agree(answers) {
  const plain = answers.map(a => a.trim().toLowerCase().replace(/[.!]$/, ""));
  return plain.map(a => a === plain[0]);
}

function columnText(column) {
  if (column.method === FULL) return FULL;
  const settings = Object.entries(column.parameters || {}).map(([name, value]) => `;${name}=${value}`);
  return `${column.method}@${column.budget}${settings.join("")}`;
}

/** Columns with their settings, question and sample in the address bar; never a picture or a key. */
export function writeHash(state) {
  const parts = new URLSearchParams();
  parts.set("q", state.question);
  parts.set("s", state.uploaded ? "own" : String(state.sample || 1));
  parts.set("l", state.columns.map(columnText).join(","));
  return "#" + parts.toString();
}

function readColumn(text) {
  const [head, ...settings] = text.split(";");
  const [method, budget] = head.split("@");
  const tokens = Number.parseInt(budget, 10);
  const parameters = {};
  for (const setting of settings) {
    const equals = setting.indexOf("=");
    if (equals > 0) parameters[setting.slice(0, equals)] = setting.slice(equals + 1);
  }
  return { method, budget: tokens > 0 ? tokens : 64, parameters };
}

export function readHash(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const columns = (parts.get("l") || "").split(",").filter(Boolean).slice(0, 4).map(readColumn);
  const sample = Number.parseInt(parts.get("s") || "", 10);
  return { question: parts.get("q") || "", sample: sample > 0 ? sample : 0, uploaded: parts.get("s") === "own", columns };
}

/** Budgets as people type them: whole numbers, ascending, each once, none above the total. */
export function readBudgets(text, total) {
  const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  if (!numbers.length || numbers.some(n => !Number.isInteger(n) || n < 1)) return null;
  return [...new Set(numbers.map(n => Math.min(n, total)))].sort((a, b) => a - b);
}

/** A field of a CSV file; text that a spreadsheet would run as a formula is marked as text. */
export function csvField(value) {
  const text = typeof value === "string" && /^[=+\-@\t]/.test(value) ? "'" + value : String(value ?? "");
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A size within the server's limits, or null if the picture fits as it is. */
export function shrunk(width, height, maxPixels = 24e6, maxSide = 16384) {
  const factor = Math.min(1, maxSide / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  return factor >= 1 ? null : { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) };
}

/** The part of a text that ends with a whole word. */
export function wholeWords(text) {
  const end = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n"));
  return end < 0 ? "" : text.slice(0, end);
}
