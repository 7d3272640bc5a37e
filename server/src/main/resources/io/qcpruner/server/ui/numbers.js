// Bars and figures under a column; all columns share one scale.
import { STAGES, STAGE_NAMES, stageTimes, workMs } from "./pure.js";

export function ms(value) {
  return value >= 1000 ? (value / 1000).toFixed(2) + " s" : value.toFixed(value < 10 ? 1 : 0) + " ms";
}

/** The stacked bar of one column; longest is the largest total of all columns. */
export function drawBar(element, timings, longest) {
  element.replaceChildren();
  const words = [];
  for (const { stage, ms: time } of stageTimes(timings)) {
    if (stage === "queue") continue;
    const part = document.createElement("i");
    part.className = "c-" + stage;
    part.style.width = (100 * time / longest).toFixed(2) + "%";
    part.title = `${STAGE_NAMES[stage]}: ${ms(time)}`;
    element.append(part);
    words.push(`${STAGE_NAMES[stage]} ${ms(time)}`);
  }
  element.setAttribute("aria-label", "Milliseconds: " + words.join(", "));
}

export function fillTable(table, timings) {
  table.replaceChildren();
  for (const { stage, ms: time } of stageTimes(timings)) {
    const row = table.insertRow();
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = STAGE_NAMES[stage];
    row.append(name);
    row.insertCell().textContent = time.toFixed(2);
  }
}

/**
 * Time, how it was taken, and the speed against the full model, which is 0 until enough runs were measured.
 */
export function fillTimes(element, timings, firstMs, note, factor) {
  element.replaceChildren();
  const total = document.createElement("b");
  total.textContent = ms(workMs(timings));
  element.append(total, ` computing, first word after ${ms(Math.max(0, firstMs - timings.queue_ms))} (${note})`);
  if (factor > 0) {
    const speed = document.createElement("span");
    speed.className = factor >= 1.05 ? "speed chip faster" : "speed chip";
    speed.textContent = `${factor.toFixed(1)}x the speed of the full model`;
    speed.title = "time after the vision tower, which all methods need: the full model's median over this column's";
    element.append(" ", speed);
  }
}

export function stageLegend(list) {
  for (const stage of STAGES) {
    if (stage === "queue") continue;
    const item = document.createElement("li");
    const color = document.createElement("i");
    color.className = "c-" + stage;
    item.append(color, STAGE_NAMES[stage]);
    list.append(item);
  }
}
