// Draws a picture with the cells that a method kept, or with one of its scores as heat.
import { cellAt, cellRect, heatColor, levels, outline } from "./pure.js";

const WIDTH = 560;

export class Overlay {
  constructor(canvas) {
    this.canvas = canvas;
    this.picture = null;
    this.pruning = null;
    this.group = 0;
    this.view = "kept";
    this.share = 1;
    this.hover = null;
  }

  /** The cell under the pointer, or null. */
  at(event) {
    const explain = this.pruning && this.pruning.explain;
    if (!this.picture || !explain || !explain.groups.length) return null;
    const box = this.canvas.getBoundingClientRect();
    const group = explain.groups.find(one => one.group === this.group) || explain.groups[0];
    return cellAt(group, (event.clientX - box.left) / box.width * this.picture.width,
      (event.clientY - box.top) / box.height * this.picture.height);
  }

  /** Which pick a cell was, 0 for none. */
  rank(cell) {
    const explain = this.pruning && this.pruning.explain;
    if (!explain || !explain.order) return 0;
    return 1 + this.picks().findIndex(c => c[0] === cell[0] && c[1] === cell[1] && c[2] === cell[2]);
  }

  setPicture(picture) {
    this.picture = picture;
    this.pruning = null;
    this.group = 0;
    this.draw();
  }

  setPruning(pruning) {
    this.pruning = pruning;
    this.draw();
  }

  /** Cells in the order they were picked; those without an order come as they lie. */
  picks() {
    const explain = this.pruning && this.pruning.explain;
    if (!explain) return [];
    if (explain.order && explain.cells) return explain.order.map(i => explain.cells[i]);
    return explain.kept_cells;
  }

  /** How many picks the scrubber shows. */
  shown() {
    return Math.round(this.picks().length * this.share);
  }

  hasView(view) {
    const explain = this.pruning && this.pruning.explain;
    return view === "kept" || view === "picture" || Boolean(explain && explain[view]);
  }

  draw() {
    if (!this.picture) return;
    const { width, height } = this.picture;
    const scale = WIDTH / width;
    this.canvas.width = WIDTH;
    this.canvas.height = Math.max(1, Math.round(height * scale));
    const g = this.canvas.getContext("2d");
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.drawImage(this.picture, 0, 0);
    const explain = this.pruning && this.pruning.explain;
    if (!explain) return;
    this.drawView(g, explain, scale);
    if (this.hover) this.frames(g, this.here([this.hover]), explain, scale / 2, "#ffffff");
  }

  drawView(g, explain, scale) {
    if (this.view === "picture") return;
    if (!this.hasView(this.view)) return this.fade(g);
    const all = this.pruning.method === "none";
    if (this.view === "kept") {
      if (!all) this.drawKept(g, explain, scale);
    } else {
      this.drawHeat(g, explain, this.view);
      this.edges(g, this.here(this.picks().slice(0, this.shown())), explain, scale, "rgba(255,255,255,.9)");
    }
  }

  /** There is no such score: the picture steps back. */
  fade(g) {
    g.fillStyle = "rgba(128,128,128,.72)";
    g.fillRect(0, 0, this.picture.width, this.picture.height);
  }

  here(cells) { return cells.filter(c => c[0] === this.group); }

  drawKept(g, explain, scale) {
    const { width, height } = this.picture;
    g.fillStyle = "rgba(8,10,18,.76)";
    g.fillRect(0, 0, width, height);
    const picks = this.here(this.picks().slice(0, this.shown()));
    g.save();
    g.beginPath();
    for (const rect of this.rects(picks, explain)) g.rect(rect.x, rect.y, rect.w, rect.h);
    g.clip();
    g.drawImage(this.picture, 0, 0);
    g.restore();
    this.edges(g, picks, explain, scale, "#ffb000");
    if (this.share < 1 && picks.length) this.frames(g, picks.slice(-1), explain, scale / 2, "#ffffff");
  }

  drawHeat(g, explain, name) {
    const { width, height } = this.picture;
    g.save();
    g.globalCompositeOperation = "saturation";
    g.fillStyle = "#808080";
    g.fillRect(0, 0, width, height);
    g.restore();
    const level = levels(explain[name]);
    explain.cells.forEach((cell, i) => {
      if (cell[0] !== this.group) return;
      const [rect] = this.rects([cell], explain);
      const [r, green, b] = heatColor(level[i]);
      g.fillStyle = `rgba(${r},${green},${b},.72)`;
      g.fillRect(rect.x, rect.y, rect.w + .5, rect.h + .5);
    });
  }

  rects(cells, explain) {
    const group = explain.groups.find(one => one.group === this.group) || explain.groups[0];
    return cells.map(c => cellRect(group, c[1], c[2]));
  }

  /** One line around each patch of neighbouring cells. */
  edges(g, cells, explain, scale, color) {
    const group = explain.groups.find(one => one.group === this.group) || explain.groups[0];
    g.strokeStyle = color;
    g.lineWidth = 2.2 / scale;
    g.lineCap = "square";
    g.beginPath();
    for (const [x1, y1, x2, y2] of outline(group, cells)) {
      g.moveTo(x1, y1);
      g.lineTo(x2, y2);
    }
    g.stroke();
  }

  frames(g, cells, explain, scale, color) {
    g.strokeStyle = color;
    g.lineWidth = 1.5 / scale;
    for (const rect of this.rects(cells, explain)) g.strokeRect(rect.x + .5, rect.y + .5, rect.w - 1, rect.h - 1);
  }
}

/** The scale of the heat maps. */
export function drawScale(canvas) {
  const g = canvas.getContext("2d");
  for (let x = 0; x < canvas.width; x++) {
    const [r, green, b] = heatColor(x / (canvas.width - 1));
    g.fillStyle = `rgb(${r},${green},${b})`;
    g.fillRect(x, 0, 1, canvas.height);
  }
}
