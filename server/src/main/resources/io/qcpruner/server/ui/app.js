// The page: one picture and one question, compared over methods, talked about, or measured over budgets.
import { getJson, setKey } from "./api.js";
import { Compare } from "./compare.js";
import { Curves } from "./curves.js";
import { listenKeys } from "./keys.js";
import { stageLegend } from "./numbers.js";
import { accepted, keep, kept, listen, load, UnusableFile } from "./picture.js";
import { FULL, readHash, writeHash } from "./pure.js";
import { download } from "./save.js";
import { sheetPng, sheetSvg } from "./sheet.js";
import { connect, fillCard, reconnect } from "./status.js";
import { Talk } from "./talk.js";

const FIRST_COLUMNS = [
  { method: FULL, budget: 64 }, { method: "qcpruner", budget: 64 }, { method: "divprune", budget: 64 }, { method: "fastv", budget: 64 }];
const MAX_SUGGESTIONS = 6;
const LONG_QUESTION = 70;
/** Where the first sample has it: the methods differ on it. */
const FIRST_QUESTION = "Read the yellow digit.";

const $ = id => document.getElementById(id);
const history = [];
const page = { server: null, current, changed: remember, lost, needKey };
const compare = new Compare(page);
const talk = new Talk(page, compare);
const curves = new Curves(page, compare);
let picture = null;
let sample = 0;
let samples = [];
let meta = {};

function current() { return { question: $("question").value.trim(), picture }; }

function lost() { reconnect(() => { $("run-note").textContent = "The server is back; run again."; }); }

function needKey() {
  if (!$("key-dialog").open) $("key-dialog").showModal();
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem("qcpruner-theme", name);
}

/** Results of the picture before go with it. */
function setPicture(next, number = 0) {
  picture = next;
  sample = number;
  if ($("clip").src) URL.revokeObjectURL($("clip").src);
  $("empty").hidden = true;
  $("shown").hidden = picture.clip && !picture.bitmap;
  $("clip").hidden = !picture.clip || Boolean(picture.bitmap);
  if (picture.clip && !picture.bitmap) $("clip").src = URL.createObjectURL(picture.blob);
  else $("shown").src = picture.poster || picture.part.image_url.url;
  const notes = [picture.note];
  if (!sample && meta.about) notes.push(meta.about);
  if (meta.clips && !picture.clip) notes.push("A still picture: this model was made for clips and sees it as one frame.");
  $("picture-note").textContent = notes.filter(Boolean).join(" ");
  compare.setPicture(picture);
  talk.setPicture();
  [...$("samples").children].forEach((button, i) => button.setAttribute("aria-pressed", String(i + 1 === sample)));
  suggest();
  remember();
}

/** A file of the user's: chosen, dropped, pasted, or from before a reload. */
async function takeFile(blob, store = true) {
  try {
    const loaded = await load(blob, meta.clips);
    setPicture(loaded);
    if (store && !await keep(blob)) $("picture-note").textContent += " A reload of the page will lose it.";
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    $("picture-note").textContent = error.message;
  }
}

async function takeSample(number, keepQuestion = false) {
  const one = samples[number - 1];
  const blob = await (await fetch(one.clip || one.picture)).blob();
  const loaded = await load(blob, true);
  if (loaded.clip) Object.assign(loaded, { poster: one.picture, bitmap: await createImageBitmap(await (await fetch(one.picture)).blob()) });
  if (!keepQuestion) $("question").value = one.questions.includes(FIRST_QUESTION) ? FIRST_QUESTION : one.questions[0];
  setPicture(loaded, number);
}

/** Questions that people asked on this visit, and those of the sample. */
function suggest() {
  $("suggestions").replaceChildren();
  const ready = sample ? samples[sample - 1].questions : [];
  const own = history.filter(q => !ready.includes(q));
  for (const text of [...own, ...ready].slice(0, Math.max(MAX_SUGGESTIONS, own.length))) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text.length > LONG_QUESTION ? text.slice(0, LONG_QUESTION - 1) + "…" : text;
    button.title = text;
    button.addEventListener("click", () => { $("question").value = text; run(); });
    $("suggestions").append(button);
  }
}

function remember() {
  if (!page.server || !compare.columns.length) return;
  const columns = compare.columns.map(c => c.choice);
  const hash = writeHash({ question: $("question").value, sample, uploaded: picture !== null && !sample, columns });
  window.history.replaceState(null, "", hash);
  talk.refresh();
}

async function run() {
  const { question } = current();
  if (!question || !picture) {
    $("run-note").textContent = picture ? "Type a question first." : "Choose a picture first.";
    (picture ? $("question") : $("file")).focus();
    return;
  }
  $("run-note").textContent = "";
  if (!history.includes(question)) history.unshift(question);
  suggest();
  await compare.run(current());
}

function stop() {
  compare.stop();
  talk.stop();
}

function tab(name) {
  document.body.dataset.tab = name;
  for (const one of ["compare", "talk", "curves"]) {
    $(one).hidden = one !== name;
    $("tab-" + one).setAttribute("aria-selected", String(one === name));
    $("tab-" + one).tabIndex = one === name ? 0 : -1;
  }
}

function showSamples() {
  $("samples").replaceChildren();
  samples.forEach((one, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", `Sample ${one.clip ? "clip" : "scene"} ${i + 1}`);
    const thumb = document.createElement("img");
    thumb.src = one.picture;
    thumb.alt = "";
    button.append(thumb);
    button.addEventListener("click", () => takeSample(i + 1).then(run));
    $("samples").append(button);
  });
}

/** Columns, question and picture as the address says. */
async function follow() {
  const given = readHash(location.hash);
  compare.replace(given.columns.length ? given.columns : FIRST_COLUMNS);
  if (given.question) $("question").value = given.question;
  const own = given.uploaded ? await kept() : null;
  if (own) return takeFile(own, false);
  await takeSample(Math.min(given.sample || 1, samples.length), Boolean(given.question));
  if (given.uploaded) $("picture-note").textContent = "The uploaded picture is gone: links and other tabs don't carry it. Choose it again.";
}

async function start() {
  const saved = localStorage.getItem("qcpruner-theme");
  document.documentElement.dataset.theme = saved || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const found = await connect(needKey);
  if (!found) return;
  meta = found.model.meta;
  page.server = {
    model: found.model.id, total: meta.visual_tokens, methods: found.methods, recommended: meta.recommended || {}, alone: Boolean(meta.single_turn)
  };
  fillCard(found.model);
  $("file").accept = accepted(meta.clips);
  $("choose-text").textContent = meta.clips ? "Choose a clip" : "Choose a picture";
  samples = (await getJson("/samples")).data;
  showSamples();
  curves.fill(samples);
  await follow();
  document.body.dataset.state = "ready";
  // a small model answers at once; a large one is asked only when someone wants it
  if (found.model.id.startsWith("embedded")) run();
}

$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
$("help").addEventListener("click", () => $("help-dialog").showModal());
$("model").addEventListener("click", () => page.server && $("card-dialog").showModal());
$("run").addEventListener("click", run);
$("stop").addEventListener("click", stop);
$("question").addEventListener("input", () => { compare.refresh(); remember(); });
$("key-form").addEventListener("submit", () => { setKey($("key").value); $("key").value = ""; if (!page.server) start(); });
$("save-png").addEventListener("click", async () => download("comparison.png", await sheetPng(compare.columns, current().question)));
$("save-svg").addEventListener("click", () => download("comparison.svg", sheetSvg(compare.columns, current().question)));
for (const name of ["compare", "talk", "curves"]) {
  $("tab-" + name).addEventListener("click", () => tab(name));
  $("tab-" + name).addEventListener("keydown", event => {
    const names = ["compare", "talk", "curves"];
    const step = { ArrowRight: 1, ArrowLeft: 2 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(name) + step) % 3];
    tab(next);
    $("tab-" + next).focus();
  });
}
addEventListener("hashchange", () => { if (page.server) follow().then(run); });
listen($("file"), document.body, blob => takeFile(blob));
listenKeys({
  run, stop, nextView: () => compare.nextView(), help: () => $("help-dialog").showModal(),
  column: i => { if (compare.columns[i]) { tab("compare"); compare.choose(i); compare.columns[i].element.focus(); } }
});
stageLegend($("stage-legend"));
start();
