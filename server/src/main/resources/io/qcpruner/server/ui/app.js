// The page: one picture, one question, up to four methods side by side.
import { getJson, setKey } from "./api.js";
import { listenKeys } from "./keys.js";
import { Lane } from "./lane.js";
import { stageLegend } from "./numbers.js";
import { drawScale } from "./overlay.js";
import { listen, load } from "./picture.js";
import { agree, markAnchors, readHash, writeHash } from "./pure.js";

const MOST_LANES = 4;
const FIRST_LANES = [
  { method: "none", budget: 64 }, { method: "qcpruner", budget: 64 }, { method: "divprune", budget: 64 }, { method: "fastv", budget: 64 }];
// on the first sample, where methods differ
const FIRST_QUESTION = "Read the yellow digit.";
const MOST_SUGGESTIONS = 8;
const PLAY_MS = 1600;

const $ = id => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const lanes = [];
const history = [];
let picture = null;
let sample = 0;
let samples = [];
let context = null;
let playing = 0;
let runs = 0;

function current() { return { question: $("question").value, url: picture ? picture.url : "" }; }

function theme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem("qcpruner-theme", name);
}

async function setPicture(blob, number = 0) {
  try {
    picture = await load(blob);
  } catch {
    $("picture-note").textContent = "This file is no picture that the browser can show.";
    return;
  }
  sample = number;
  $("shown").src = picture.url;
  $("picture-note").textContent = picture.note;
  lanes.forEach(lane => lane.overlay.setPicture(picture.bitmap));
  [...$("samples").children].forEach((button, i) => button.setAttribute("aria-pressed", String(i + 1 === sample)));
  suggest();
  remember();
}

async function takeSample(number, keepQuestion = false) {
  const response = await fetch(samples[number - 1].picture);
  const { questions } = samples[number - 1];
  if (!keepQuestion) $("question").value = questions.includes(FIRST_QUESTION) ? FIRST_QUESTION : questions[0];
  await setPicture(await response.blob(), number);
}

/** Questions that people asked on this visit, and those of the sample. */
function suggest() {
  $("suggestions").replaceChildren();
  const ready = (sample ? samples[sample - 1].questions : []).filter(q => q.length < 70);
  const own = history.filter(q => !ready.includes(q));
  for (const text of [...own, ...ready].slice(0, MOST_SUGGESTIONS)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => { $("question").value = text; run(); });
    $("suggestions").append(button);
  }
}

function remember() {
  if (!context) return;
  const hash = writeHash({ question: $("question").value, sample, lanes: lanes.map(l => ({ method: l.method, budget: l.budget })) });
  window.history.replaceState(null, "", hash);
}

function addLane(choice) {
  if (lanes.length >= MOST_LANES) return;
  const lane = new Lane($("lane"), context, choice);
  lanes.push(lane);
  $("lanes").append(lane.element);
  if (picture) lane.overlay.setPicture(picture.bitmap);
  numbered();
}

function numbered() {
  lanes.forEach((lane, i) => lane.number(i));
  $("add").disabled = lanes.length >= MOST_LANES;
  lanes.forEach(lane => { lane.find(".remove").hidden = lanes.length === 1; });
}

async function run() {
  if (!picture || !$("question").value.trim()) return;
  const question = $("question").value;
  const mine = ++runs;
  if (!history.includes(question)) history.unshift(question);
  suggest();
  $("verdict").textContent = "";
  $("anchors").textContent = "";
  pause();
  setShare(1);
  $("stop").disabled = false;
  $("run").disabled = true;
  remember();
  document.body.dataset.state = "running";
  await Promise.all(lanes.map(lane => lane.run(question, picture).then(figures)));
  if (mine !== runs) return; // asked again meanwhile
  document.body.dataset.state = "done";
  $("stop").disabled = true;
  $("run").disabled = false;
  $("run-note").textContent = mine === 1 ? "A server's first run is slower: it warms up. Run again for settled times." : "";
  verdict();
  if (!calm) play();
}

function figures() {
  const longest = Math.max(1, ...lanes.map(l => l.work));
  const full = lanes.find(l => l.method === "none" && l.timings);
  lanes.forEach(lane => lane.figures(longest, full && full.timings));
}

function verdict() {
  const answered = lanes.filter(l => l.timings);
  if (answered.length < 2 || answered[0] !== lanes[0]) return;
  const same = agree(answered.map(l => l.answer));
  answered.forEach((lane, i) => lane.agreement(same[i] ? "" : "differs from lane 1"));
  const count = same.filter(Boolean).length;
  $("verdict").textContent = count === same.length ? `All ${count} answers agree.`
    : `${count - 1} of ${same.length - 1} answers agree with lane 1.`;
}

function stop() { lanes.forEach(lane => lane.stop()); }

/** Anchors are marked in the question as soon as a method that uses them tells. */
function showAnchors(pruning) {
  if (!pruning.anchors || $("anchors").childElementCount) return;
  $("anchors").replaceChildren("Anchors: ");
  for (const piece of markAnchors($("question").value, pruning.anchors.words)) {
    if (!piece.word) { $("anchors").append(piece.text); continue; }
    const mark = document.createElement("mark");
    mark.tabIndex = 0;
    mark.title = `${piece.word.word}: ${piece.word.score}`;
    mark.textContent = piece.text;
    const score = document.createElement("small");
    score.textContent = piece.word.score.toFixed(2);
    mark.append(score);
    $("anchors").append(mark);
  }
}

function setView(name) {
  lanes.forEach(lane => lane.view(name));
  $("legend").hidden = name === "kept" || name === "picture";
}

function setShare(share) {
  $("order").value = Math.round(share * 1000);
  lanes.forEach(lane => lane.scrub(share));
}

/** Patches light up in the order they were picked, from where the slider is or from the first. */
function play() {
  const from = $("order").value >= 1000 ? 0 : $("order").value / 1000;
  const start = performance.now() - from * PLAY_MS;
  const step = now => {
    const share = Math.min(1, Math.max(0, (now - start) / PLAY_MS));
    setShare(share);
    if (share < 1) playing = requestAnimationFrame(step);
    else pause();
  };
  $("play").textContent = "Pause";
  playing = requestAnimationFrame(step);
}

function pause() {
  cancelAnimationFrame(playing);
  playing = 0;
  $("play").textContent = "Play";
}

function nextView() {
  const radios = [...document.querySelectorAll("input[name=view]")];
  const next = radios[(radios.findIndex(r => r.checked) + 1) % radios.length];
  next.checked = true;
  setView(next.value);
}

function needKey() {
  if (!$("key-dialog").open) $("key-dialog").showModal();
}

async function describe() {
  const models = await getJson("/v1/models");
  const methods = await getJson("/v1/pruning/methods");
  const model = models.data[0];
  $("model").textContent = `${model.id} · ${model.meta.family} · ${model.meta.visual_tokens} visual tokens`;
  context = {
    model: model.id, total: model.meta.visual_tokens, methods: methods.data, recommended: model.meta.recommended || {},
    current, needKey, changed: remember, pointed: cell => lanes.forEach(lane => lane.point(cell)),
    prefilled: lane => { lane.view(document.querySelector("input[name=view]:checked").value); showAnchors(lane.pruning); },
    remove: lane => { lane.stop(); lanes.splice(lanes.indexOf(lane), 1); lane.element.remove(); numbered(); remember(); }
  };
  return model;
}

async function whenReady() {
  for (;;) {
    try {
      return await describe();
    } catch (error) {
      if (error.status === 401) { needKey(); return null; }
      $("model").textContent = error.code === "loading" ? "loading the model" : "the server does not answer";
      await new Promise(resolve => setTimeout(resolve, 400));
    }
  }
}

async function start() {
  const saved = localStorage.getItem("qcpruner-theme");
  document.documentElement.dataset.theme = saved || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  drawScale($("scale"));
  stageLegend($("stage-legend"));
  const model = await whenReady();
  if (!model) return;
  samples = (await getJson("/samples")).data;
  samples.forEach((one, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", `Sample scene ${i + 1}`);
    const thumb = document.createElement("img");
    thumb.src = one.picture;
    thumb.alt = "";
    button.append(thumb);
    button.addEventListener("click", () => takeSample(i + 1).then(run));
    $("samples").append(button);
  });
  const given = readHash(location.hash);
  (given.lanes.length ? given.lanes : FIRST_LANES).forEach(addLane);
  if (given.question) $("question").value = given.question;
  await takeSample(Math.min(given.sample || 1, samples.length), Boolean(given.question));
  document.body.dataset.state = "ready";
  // the embedded model answers at once; a large one is asked only when someone wants it
  if (model.id === "embedded") run();
}

$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
$("help").addEventListener("click", () => $("help-dialog").showModal());
$("run").addEventListener("click", run);
$("stop").addEventListener("click", stop);
$("add").addEventListener("click", () => addLane({ method: "qcpruner", budget: 32 }));
$("play").addEventListener("click", () => playing ? pause() : play());
$("question").addEventListener("input", remember);
$("order").addEventListener("input", () => { pause(); setShare($("order").value / 1000); });
$("key-form").addEventListener("submit", () => { setKey($("key").value); $("key").value = ""; if (!context) start(); });
document.querySelectorAll("input[name=view]").forEach(r => r.addEventListener("change", () => setView(r.value)));
listen($("file"), $("drop"), blob => setPicture(blob));
listenKeys({
  run, stop, heat: nextView, help: () => $("help-dialog").showModal(),
  lane: i => lanes[i] && lanes[i].element.focus()
});
start();
