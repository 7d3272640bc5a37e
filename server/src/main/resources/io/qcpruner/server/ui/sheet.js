// The comparison as one picture to keep: question, overlays, answers and figures.
import { ms } from "./numbers.js";
import { workMs } from "./pure.js";
import { escapeXml, svgToPng } from "./save.js";

const SIDE = 280;
const GAP = 16;
const HEAD = 48;
const FONT = "font-family=\"DejaVu Sans, Arial, sans-serif\"";

function lines(text, width) {
  const out = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line && (line + " " + word).length > width) { out.push(line); line = word; }
    else line = line ? line + " " + word : word;
  }
  return [...out, line].slice(0, 4);
}

function text(x, y, size, words, more = "") {
  return `<text x="${x}" y="${y}" font-size="${size}" ${FONT} fill="#1a1d27" ${more}>${escapeXml(words)}</text>`;
}

function build(columns, question) {
  const shown = columns.filter(c => c.overlay.picture);
  const heights = shown.map(c => SIDE * c.overlay.canvas.height / c.overlay.canvas.width);
  const title = lines(question, 46 * Math.max(1, shown.length));
  const top = HEAD + 20 * (title.length - 1);
  const width = GAP + shown.length * (SIDE + GAP);
  const height = top + 24 + Math.max(...heights, 0) + 74;
  const parts = title.map((line, i) => text(GAP, 30 + 20 * i, 16, line, "font-weight=\"bold\""));
  shown.forEach((column, i) => {
    const x = GAP + i * (SIDE + GAP);
    const under = top + 24 + heights[i];
    parts.push(text(x, top + 14, 14, column.name));
    parts.push(`<image x="${x}" y="${top + 24}" width="${SIDE}" height="${heights[i].toFixed(1)}" href="${column.overlay.canvas.toDataURL("image/png")}"/>`);
    parts.push(text(x, under + 22, 16, (column.answer || "").slice(0, 30), "font-weight=\"bold\""));
    if (column.pruning) parts.push(text(x, under + 42, 12, `${column.pruning.kept_tokens} of ${column.pruning.visual_tokens} tokens`));
    if (column.timings) parts.push(text(x, under + 60, 12, `${ms(workMs(column.timings))} computing`));
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height.toFixed(0)}" viewBox="0 0 ${width} ${height.toFixed(0)}">`
    + `<rect width="100%" height="100%" fill="#ffffff"/>${parts.join("")}</svg>`;
  return { svg, width, height: Math.round(height) };
}

export function sheetSvg(columns, question) {
  return new Blob([build(columns, question).svg], { type: "image/svg+xml" });
}

export async function sheetPng(columns, question) {
  const { svg, width, height } = build(columns, question);
  return svgToPng(svg, width, height);
}
