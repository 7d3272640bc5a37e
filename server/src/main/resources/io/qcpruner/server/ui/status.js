// The model's card, and whether the server is there.
import { getJson } from "./api.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

const $ = id => document.getElementById(id);
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

/** Reads model and methods; waits while the server loads or can't be reached, longer each time. */
export async function connect(needKey) {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    try {
      const models = await getJson("/v1/models");
      const methods = await getJson("/v1/pruning/methods");
      $("connection").textContent = "";
      return { model: models.data[0], methods: methods.data };
    } catch (error) {
      if (error.status === 401) { needKey(); return null; }
      const loading = error.code === "loading";
      $("connection").textContent = loading ? "The model is being loaded."
        : `The server does not answer; trying again in ${(wait / 1000).toFixed(wait < 1000 ? 1 : 0)} s.`;
      await sleep(loading ? FIRST_WAIT_MS : wait);
    }
  }
}

let waiting = false;

/** The server is gone: says so until it answers again. What the page shows stays. */
export async function reconnect(back) {
  if (waiting) return;
  waiting = true;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    $("connection").textContent = `The server does not answer; trying again in ${(wait / 1000).toFixed(wait < 1000 ? 1 : 0)} s.`;
    await sleep(wait);
    try {
      await getJson("/health");
      break;
    } catch (error) {
      if (error.code !== "unreachable" && error.code !== "loading") break;
    }
  }
  waiting = false;
  $("connection").textContent = "";
  back();
}

/** What the model is, in a dialog. */
export function fillCard(model) {
  const { meta } = model;
  $("model").textContent = `${model.id} · ${meta.visual_tokens} visual tokens`;
  $("card-title").textContent = model.id;
  $("card-about").textContent = meta.about || "";
  const rows = [
    ["family", meta.family], ["weights", meta.weights], ["visual tokens", meta.visual_tokens],
    ["longest prompt", `${meta.max_prompt_tokens} tokens`], ["takes", meta.clips ? "pictures and clips" : "pictures"],
    ["pictures per conversation", meta.max_media], ["checksum", meta.checksum]
  ];
  $("card-table").replaceChildren();
  for (const [name, value] of rows) {
    const row = $("card-table").insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    row.append(head);
    row.insertCell().textContent = value;
  }
}
