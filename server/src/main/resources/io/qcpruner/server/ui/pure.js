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

/** What the canvas shows, in words. */
export function cellsText(total, kept) {
  if (!kept.length) return `0 of ${total} cells`;
  if (kept.length === total) return `all ${total} cells`;
  const rows = kept.map(c => c[1]);
  const cols = kept.map(c => c[2]);
  const span = v => `${Math.min(...v) + 1} to ${Math.max(...v) + 1}`;
  return `${kept.length} of ${total} cells, rows ${span(rows)}, columns ${span(cols)}`;
}

/** What the overlay can show; those with a score are heat maps. */
export const VIEWS = {
  kept: "Kept", utility: "Utility", cue_similarity: "Similarity cue", cue_alignment: "Alignment cue", picture: "Picture"
};

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

/** Lanes, question and sample in the address bar; never picture or key. */
export function writeHash(state) {
  const parts = new URLSearchParams();
  parts.set("q", state.question);
  if (state.sample) parts.set("s", String(state.sample));
  parts.set("l", state.lanes.map(l => l.method === "none" ? "none" : `${l.method}@${l.budget}`).join(","));
  return "#" + parts.toString();
}

export function readHash(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const lanes = (parts.get("l") || "").split(",").filter(Boolean).slice(0, 4).map(text => {
    const [method, budget] = text.split("@");
    const tokens = Number.parseInt(budget, 10);
    return { method, budget: tokens > 0 ? tokens : 64 };
  });
  const sample = Number.parseInt(parts.get("s") || "", 10);
  return { question: parts.get("q") || "", sample: sample > 0 ? sample : 0, lanes };
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
