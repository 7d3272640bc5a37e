// Draws a picture, or the frames of a clip, with the cells that a method kept or with one of its scores as heat.
import { cellAt, cellKey, cellRect, difference, gainLevels, heatColor, levels, outline } from "./pure.js";

const WIDTH = 560;
const GAP = 6;
const LABEL = 34;
export const HERE = "#56b4e9";
export const THERE = "#e69f00";

export class Overlay {
  constructor(canvas) {
    this.canvas = canvas;
    this.picture = null;
    this.frames = [];
    this.pruning = null;
    this.group = 0;
    this.view = "kept";
    this.share = 1;
    this.preview = null;
    this.base = null;
    this.hover = null;
    this.maps = {}; // utility of each candidate for one keyword
  }

  get explain() { return this.pruning && this.pruning.explain; }

  /** Which pick a cell was, 0 for none. */
  rank(cell) {
    if (!this.explain || !this.explain.order) return 0;
    return 1 + this.picks().findIndex(c => cellKey(c) === cellKey(cell));
  }

  /** Shows a picture without any result: nothing of an earlier one stays. */
  setPicture(bitmap) {
    this.picture = bitmap;
    this.frames = [];
    this.group = 0;
    this.setPruning(null);
  }

  setPruning(pruning) {
    this.pruning = pruning;
    this.preview = null;
    this.maps = {};
    this.draw();
  }

  /** Cells in the order they were picked; those without an order come as they lie. */
  picks() {
    if (this.preview) return this.preview;
    if (!this.explain) return [];
    if (this.explain.order && this.explain.cells) return this.explain.order.map(i => this.explain.cells[i]);
    return this.explain.kept_cells;
  }

  /** How many picks the slider of the pick order shows. */
  shown() { return Math.round(this.picks().length * this.share); }

  hasView(view) {
    if (view === "kept" || view === "picture") return true;
    if (view === "difference") return Boolean(this.explain && this.base);
    if (view === "gain") return Boolean(this.explain && this.explain.gains && this.explain.gains.length);
    return Boolean(this.explain && this.values(view));
  }

  /** One value for each candidate: a score, or the map of a keyword. */
  values(view) { return view.startsWith("keyword:") ? this.maps[view.slice(8)] : this.explain[view]; }

  /** Pictures side by side on the canvas: the chosen view of a picture, or all frames of a clip. */
  panels() {
    const groups = this.explain ? this.explain.groups : [];
    const clip = groups.filter(g => g.kind === "frame");
    if (!clip.length || !this.frames.length) {
      const { width, height } = this.picture;
      const group = groups.find(g => g.group === this.group) || groups[0];
      return [{ group, image: this.picture, x: 0, y: 0, scale: WIDTH / width, width, height }];
    }
    const size = this.explain.pictures[0];
    const across = Math.min(clip.length, Math.max(2, Math.round(Math.sqrt(clip.length * 1.6))));
    const scale = (WIDTH - GAP * (across - 1)) / across / size.width;
    return clip.map((group, i) => ({
      group, image: this.frames[i], scale, width: size.width, height: size.height, label: `${i + 1}: ${this.keptIn(group)}`,
      x: (i % across) * (size.width * scale + GAP), y: Math.floor(i / across) * (size.height * scale + GAP + LABEL)
    }));
  }

  /** Cells of a frame that are kept now, a preview included. */
  keptIn(group) { return this.picks().filter(c => c[0] === group.group).length; }

  /** The cell under the pointer, or null. */
  at(event) {
    if (!this.picture || !this.explain || !this.explain.groups.length) return null;
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * this.canvas.width;
    const y = (event.clientY - box.top) / box.height * this.canvas.height;
    for (const p of this.panels()) {
      const cell = p.group && cellAt(p.group, (x - p.x) / p.scale, (y - p.y) / p.scale);
      if (cell) return cell;
    }
    return null;
  }

  draw() {
    if (!this.picture) return;
    const panels = this.panels();
    const last = panels[panels.length - 1];
    this.canvas.width = WIDTH;
    this.canvas.height = Math.max(1, Math.round(last.y + last.height * last.scale + (last.label ? LABEL : 0)));
    const g = this.canvas.getContext("2d");
    for (const panel of panels) this.drawPanel(g, panel);
  }

  drawPanel(g, panel) {
    g.setTransform(panel.scale, 0, 0, panel.scale, panel.x, panel.y);
    g.drawImage(panel.image, 0, 0, panel.width, panel.height);
    if (this.explain && panel.group) {
      g.save();
      g.beginPath();
      g.rect(0, 0, panel.width, panel.height);
      g.clip();
      this.drawView(g, panel);
      if (this.hover) this.boxes(g, panel, this.here(panel, [this.hover]), "#ffffff");
      g.restore();
    }
    if (panel.label) {
      g.setTransform(1, 0, 0, 1, panel.x, panel.y + panel.height * panel.scale);
      g.fillStyle = getComputedStyle(this.canvas).color;
      g.font = "24px system-ui, sans-serif";
      g.fillText(panel.label, 2, 25);
    }
  }

  drawView(g, panel) {
    if (this.view === "picture") return;
    if (!this.hasView(this.view)) return this.shade(g, panel, "rgba(128,128,128,.72)");
    const picks = this.picks().slice(0, this.shown());
    const here = this.here(panel, picks);
    if (this.view === "kept") this.drawKept(g, panel, here, picks);
    else if (this.view === "gain") this.drawGains(g, panel, picks);
    else if (this.view === "difference") this.drawDifference(g, panel, picks);
    else {
      this.drawHeat(g, panel, this.explain.cells, levels(this.values(this.view)));
      this.edges(g, panel, here, "rgba(255,255,255,.9)");
    }
  }

  here(panel, cells) { return cells.filter(c => c[0] === panel.group.group); }

  shade(g, panel, color) {
    g.fillStyle = color;
    g.fillRect(0, 0, panel.width, panel.height);
  }

  /** The picture is dark except where cells are. */
  reveal(g, panel, cells) {
    this.shade(g, panel, "rgba(8,10,18,.76)");
    g.save();
    g.beginPath();
    for (const rect of this.rects(panel, cells)) g.rect(rect.x, rect.y, rect.w, rect.h);
    g.clip();
    g.drawImage(panel.image, 0, 0, panel.width, panel.height);
    g.restore();
  }

  drawKept(g, panel, here, picks) {
    const total = this.pruning.visual_tokens;
    if (!this.preview && this.explain.kept_cells.length === total && this.pruning.kept_tokens === total) return;
    this.reveal(g, panel, here);
    this.edges(g, panel, here, "#ffb000");
    if (this.share < 1 && picks.length) this.boxes(g, panel, this.here(panel, picks.slice(-1)), "#ffffff");
  }

  drawGains(g, panel, picks) {
    this.shade(g, panel, "rgba(8,10,18,.76)");
    const level = gainLevels(this.explain.gains).slice(0, picks.length);
    picks.forEach((cell, i) => this.fill(g, panel, cell, level[i] ?? 0, .9));
    this.edges(g, panel, this.here(panel, picks), "rgba(255,255,255,.6)");
  }

  drawDifference(g, panel, picks) {
    const parts = difference(picks, this.base);
    const mine = this.here(panel, parts.here);
    const theirs = this.here(panel, parts.there);
    const both = this.here(panel, parts.both);
    this.reveal(g, panel, [...mine, ...theirs, ...both]);
    this.edges(g, panel, both, "#ffffff");
    this.tint(g, panel, mine, HERE);
    this.tint(g, panel, theirs, THERE);
    for (const r of this.rects(panel, theirs)) { // a stroke too: colour is not all
      g.beginPath();
      g.moveTo(r.x, r.y + r.h);
      g.lineTo(r.x + r.w, r.y);
      g.strokeStyle = THERE;
      g.lineWidth = 2 / panel.scale;
      g.stroke();
    }
  }

  tint(g, panel, cells, color) {
    g.globalAlpha = .45;
    g.fillStyle = color;
    for (const r of this.rects(panel, cells)) g.fillRect(r.x, r.y, r.w, r.h);
    g.globalAlpha = 1;
    this.edges(g, panel, cells, color);
  }

  drawHeat(g, panel, cells, level) {
    g.save();
    g.globalCompositeOperation = "saturation";
    this.shade(g, panel, "#808080");
    g.restore();
    cells.forEach((cell, i) => this.fill(g, panel, cell, level[i], .72));
  }

  fill(g, panel, cell, level, alpha) {
    if (cell[0] !== panel.group.group) return;
    const [rect] = this.rects(panel, [cell]);
    const [r, green, b] = heatColor(level);
    g.fillStyle = `rgba(${r},${green},${b},${alpha})`;
    g.fillRect(rect.x, rect.y, rect.w + .5, rect.h + .5);
  }

  rects(panel, cells) { return cells.map(c => cellRect(panel.group, c[1], c[2])); }

  /** One line around each patch of neighbouring cells. */
  edges(g, panel, cells, color) {
    g.strokeStyle = color;
    g.lineWidth = 2.2 / panel.scale;
    g.lineCap = "square";
    g.beginPath();
    for (const [x1, y1, x2, y2] of outline(panel.group, cells)) {
      g.moveTo(x1, y1);
      g.lineTo(x2, y2);
    }
    g.stroke();
  }

  boxes(g, panel, cells, color) {
    g.strokeStyle = color;
    g.lineWidth = 3 / panel.scale;
    for (const rect of this.rects(panel, cells)) g.strokeRect(rect.x + .5, rect.y + .5, rect.w - 1, rect.h - 1);
  }
}

/** Explains the colours of a view: a scale with its ends in words, or swatches. */
export function fillLegend(box, view) {
  box.replaceChildren();
  const heat = ["gain", "utility", "cue_similarity", "cue_alignment"].includes(view) || view.startsWith("keyword:");
  box.hidden = !heat && view !== "difference";
  if (heat) {
    const scale = document.createElement("canvas");
    Object.assign(scale, { width: 120, height: 10 });
    scale.setAttribute("aria-hidden", "true");
    const g = scale.getContext("2d");
    for (let x = 0; x < scale.width; x++) {
      const [r, green, b] = heatColor(x / (scale.width - 1));
      g.fillStyle = `rgb(${r},${green},${b})`;
      g.fillRect(x, 0, 1, scale.height);
    }
    box.append(view === "gain" ? "1/10 000 of the first" : "low", scale, view === "gain" ? "first pick" : "high");
  } else if (view === "difference") {
    for (const [color, text] of [[HERE, "only here"], [THERE, "only in column 1"], ["#ffffff", "in both"]]) {
      const swatch = document.createElement("i");
      swatch.style.background = color;
      box.append(swatch, text);
    }
  }
}
