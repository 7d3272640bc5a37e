// Line charts as SVG: one line a method, markers that differ, labels at the ends, the full model as a dashed line.
import { escapeXml } from "./save.js";

/** Okabe and Ito's colours without yellow, which is hard to see on white. */
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"];
const WIDTH = 460;
const HEIGHT = 300;
const LEFT = 52;
const RIGHT = 118;
const TOP = 34;
const BOTTOM = 44;
const FONT = "font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"12\"";

function marker(index, x, y, color) {
  const at = `transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" fill="${color}"`;
  return [
    `<circle r="4" ${at}/>`, `<path d="M-4 -4H4V4H-4Z" ${at}/>`, `<path d="M0 -5L5 4H-5Z" ${at}/>`, `<path d="M0 -5L5 0L0 5L-5 0Z" ${at}/>`,
    `<path d="M0 5L5 -4H-5Z" ${at}/>`, `<path d="M-4 -4L4 4M4 -4L-4 4" stroke="${color}" stroke-width="2" ${at}/>`, `<circle r="3" stroke="${color}" stroke-width="2" ${at}/>`
  ][index % 7];
}

/** Round steps for an axis from 0. */
export function ticks(top) {
  const rough = top / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(f => f * power).find(s => s >= rough - 1e-9);
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
}

/** Labels at the ends of lines, moved apart until none covers another. */
export function spread(positions, gap, low, high) {
  const order = positions.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  for (let k = 1; k < order.length; k++) order[k].y = Math.max(order[k].y, order[k - 1].y + gap);
  let limit = high;
  for (let k = order.length - 1; k >= 0; k--) { order[k].y = Math.min(order[k].y, limit); limit = order[k].y - gap; }
  const out = [];
  order.forEach(one => { out[one.i] = Math.max(low, one.y); });
  return out;
}

/**
 * One chart. lines: [{ name, points: [{ x, y, low, high }] }] with low and high where an interval is known;
 * full: the value of the full model or null.
 */
export function chart({ title, unit, lines, full, budgets, top }) {
  const x = budget => LEFT + (budgets.length < 2 ? .5 : Math.log(budget / budgets[0]) / Math.log(budgets[budgets.length - 1] / budgets[0])) * (WIDTH - LEFT - RIGHT);
  const highest = top || Math.max(1e-9, full || 0, ...lines.flatMap(l => l.points.map(p => p.high ?? p.y))) * 1.08;
  const y = value => HEIGHT - BOTTOM - value / highest * (HEIGHT - BOTTOM - TOP);
  const parts = [`<text x="${LEFT}" y="18" ${FONT} font-weight="bold">${escapeXml(title)}</text>`];
  for (const tick of ticks(highest)) {
    parts.push(`<path d="M${LEFT} ${y(tick).toFixed(1)}H${WIDTH - RIGHT}" stroke="#d5d9e4"/>`,
      `<text x="${LEFT - 6}" y="${(y(tick) + 4).toFixed(1)}" ${FONT} text-anchor="end">${tick}</text>`);
  }
  for (const budget of budgets) {
    parts.push(`<path d="M${x(budget).toFixed(1)} ${HEIGHT - BOTTOM}v5" stroke="#515769"/>`,
      `<text x="${x(budget).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" ${FONT} text-anchor="middle">${budget}</text>`);
  }
  parts.push(`<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" ${FONT} text-anchor="middle">tokens kept</text>`,
    `<text x="14" y="${(TOP + HEIGHT - BOTTOM) / 2}" ${FONT} text-anchor="middle" transform="rotate(-90 14 ${(TOP + HEIGHT - BOTTOM) / 2})">${escapeXml(unit)}</text>`);
  const ends = lines.map(l => l.points.length ? y(l.points[l.points.length - 1].y) : null);
  const labelled = [...ends.filter(e => e !== null), ...(full === null ? [] : [y(full)])];
  const places = spread(labelled, 14, TOP, HEIGHT - BOTTOM);
  let place = 0;
  lines.forEach((line, i) => {
    if (!line.points.length) return;
    const color = COLORS[i % COLORS.length];
    for (const p of line.points) {
      if (p.low !== undefined) parts.push(`<path d="M${x(p.x).toFixed(1)} ${y(p.low).toFixed(1)}V${y(p.high).toFixed(1)}" stroke="${color}" stroke-width="1.5" opacity=".55"/>`);
    }
    parts.push(`<path d="M${line.points.map(p => `${x(p.x).toFixed(1)} ${y(p.y).toFixed(1)}`).join("L")}" fill="none" stroke="${color}" stroke-width="2"/>`,
      ...line.points.map(p => marker(i, x(p.x), y(p.y), color)),
      `<text x="${WIDTH - RIGHT + 8}" y="${(places[place++] + 4).toFixed(1)}" ${FONT} fill="${color}">${escapeXml(line.name)}</text>`);
  });
  if (full !== null) {
    parts.push(`<path d="M${LEFT} ${y(full).toFixed(1)}H${WIDTH - RIGHT}" stroke="#515769" stroke-width="1.5" stroke-dasharray="5 4"/>`,
      `<text x="${WIDTH - RIGHT + 8}" y="${(places[place] + 4).toFixed(1)}" ${FONT} fill="#515769">full model</text>`);
  }
  return `<g fill="#1a1d27">${parts.join("")}</g>`;
}

/** Charts side by side as one SVG. */
export function figure(charts) {
  const width = WIDTH * charts.length;
  const body = charts.map((one, i) => `<g transform="translate(${i * WIDTH} 0)">${chart(one)}</g>`).join("");
  return { width, height: HEIGHT, svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img" aria-label="${escapeXml(charts.map(c => c.title).join("; "))}"><rect width="100%" height="100%" fill="#ffffff"/>${body}</svg>` };
}
