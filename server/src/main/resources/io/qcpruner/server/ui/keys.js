// Keys of the whole page; letters count only outside text fields.

export function listenKeys(on) {
  document.addEventListener("keydown", event => {
    if (document.querySelector("dialog[open]") || event.isComposing) return; // Enter may choose a character
    const field = event.target.closest("input[type=text], input[type=password], input[type=number], textarea, select");
    if (event.key === "Escape") return on.stop();
    if (event.key === "Enter" && event.target.tagName === "TEXTAREA" && !event.shiftKey) {
      event.preventDefault();
      return on.run();
    }
    if (field || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[1-4]$/.test(event.key)) on.column(Number(event.key) - 1);
    else if (event.key === "h") on.nextView();
    else if (event.key === "?") on.help();
  });
}
