// The search over all sections, and the menu of narrow windows.
const MAX_FOUND = 12;
const root = document.body.dataset.root;
const input = document.getElementById("search");
const list = document.getElementById("found");

/** Every word has to be there; words in titles count more than words in texts. */
function score(section, words) {
  const title = section.title.toLowerCase();
  const page = section.page.toLowerCase();
  const text = section.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const found = (title.includes(word) ? 8 : 0) + (page.includes(word) ? 3 : 0) + Math.min(3, text.split(word).length - 1);
    if (!found) return 0;
    sum += found;
  }
  return sum;
}

function around(section, word) {
  const at = section.text.toLowerCase().indexOf(word);
  const start = Math.max(0, at - 30);
  return (start ? "… " : "") + section.text.slice(start, start + 110);
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length ? window.SECTIONS.map(s => [score(s, words), s]).filter(h => h[0] > 0).sort((a, b) => b[0] - a[0]) : [];
  list.replaceChildren();
  for (const [, section] of hits.slice(0, MAX_FOUND)) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + section.address;
    link.textContent = section.title === section.page ? section.page : `${section.page}: ${section.title}`;
    const small = document.createElement("small");
    small.textContent = around(section, words[0]);
    link.append(small);
    item.append(link);
    list.append(item);
  }
  if (words.length && !hits.length) {
    const item = document.createElement("li");
    item.textContent = "Nothing found.";
    list.append(item);
  }
  list.hidden = !words.length;
}

input.addEventListener("input", show);
input.addEventListener("keydown", event => {
  if (event.key === "Escape") { input.value = ""; show(); }
  if (event.key === "Enter") list.querySelector("a")?.click();
  if (event.key === "ArrowDown") { event.preventDefault(); list.querySelector("a")?.focus(); }
});
list.addEventListener("keydown", event => {
  const links = [...list.querySelectorAll("a")];
  const next = links.indexOf(document.activeElement) + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] || 0);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); (links[next] || input).focus(); }
  if (event.key === "Escape") { input.value = ""; show(); input.focus(); }
});
list.addEventListener("click", () => { list.hidden = true; });
document.addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); }
});
document.getElementById("menu").addEventListener("click", event => {
  const open = document.getElementById("pages").classList.toggle("open");
  event.currentTarget.setAttribute("aria-expanded", String(open));
});
