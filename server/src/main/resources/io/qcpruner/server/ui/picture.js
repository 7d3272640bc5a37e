// What is asked about: a picture or clip from a file, a drop, the clipboard, or a sample; kept over a reload.
import { shrunk } from "./pure.js";

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
const MAX_CLIP_BYTES = 23 * 1024 * 1024;
const PICTURES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp"];
const CLIPS = ["video/mp4", "video/webm", "video/quicktime", "video/x-matroska", "video/avi", "video/x-msvideo", "video/vnd.avi"];
const STORE = "pictures";
const TAB = "qcpruner-tab";
/** Pictures of tabs that were closed go when newer ones come. */
const MAX_STORED = 4;

/** Thrown for a file that can't be asked about; the message is for people. */
export class UnusableFile extends Error {}

export function isClip(blob) { return blob.type.startsWith("video/"); }

/** What the file dialog offers. */
export function accepted(clips) { return (clips ? [...PICTURES, ...CLIPS] : PICTURES).join(","); }

async function dataUrl(blob) {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new UnusableFile("The file can't be read."));
    reader.readAsDataURL(blob);
  });
}

async function clip(blob) {
  if (blob.size > MAX_CLIP_BYTES) throw new UnusableFile("The clip is over 23 MiB, which is the server's limit.");
  return { bitmap: null, blob, clip: true, note: "", part: { type: "video_url", video_url: { url: await dataUrl(blob) } } };
}

function picture(bitmap, blob, url, note) {
  return { bitmap, blob, clip: false, note, part: { type: "image_url", image_url: { url } } };
}

/** Decodes a blob; shrinks a picture only if it is over the server's limits, and says so. */
export async function load(blob, clips = false) {
  if (isClip(blob)) {
    if (!clips) throw new UnusableFile("This model takes pictures, not clips.");
    return clip(blob);
  }
  if (blob.type === "image/svg+xml") throw new UnusableFile("SVG drawings are not taken; save it as PNG.");
  let bitmap;
  try {
    bitmap = await createImageBitmap(blob);
  } catch {
    throw new UnusableFile("This file is no picture that the browser can show.");
  }
  const size = shrunk(bitmap.width, bitmap.height);
  if (!size && blob.size <= MAX_PICTURE_BYTES && PICTURES.includes(blob.type)) return picture(bitmap, blob, await dataUrl(blob), "");
  const target = size || { width: bitmap.width, height: bitmap.height };
  const canvas = document.createElement("canvas");
  Object.assign(canvas, target);
  canvas.getContext("2d").drawImage(bitmap, 0, 0, target.width, target.height);
  const smaller = await new Promise(resolve => canvas.toBlob(resolve, "image/jpeg", .92));
  return picture(await createImageBitmap(smaller), smaller, await dataUrl(smaller),
    `The picture is sent as JPEG of ${target.width} x ${target.height}, which the server takes.`);
}

/** Calls back with every file that is chosen, dropped or pasted. */
export function listen(file, drop, take) {
  file.addEventListener("change", () => {
    const chosen = file.files[0];
    file.value = ""; // the same file can be chosen again
    if (chosen) take(chosen);
  });
  drop.addEventListener("dragover", event => { event.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", event => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
  });
  document.addEventListener("paste", event => {
    const item = [...event.clipboardData.items].find(i => i.type.startsWith("image/"));
    if (item) take(item.getAsFile());
  });
}

async function store(mode, work) {
  const open = indexedDB.open("qcpruner", 1);
  open.onupgradeneeded = () => open.result.createObjectStore(STORE);
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const base = await done(open);
  try {
    return await work(base.transaction(STORE, mode).objectStore(STORE), done);
  } finally {
    base.close();
  }
}

/** Keeps an uploaded file for a reload of this tab; false if the browser does not let it. */
export async function keep(blob) {
  try {
    const name = `${String(Date.now()).padStart(15, "0")}-${Math.random().toString(36).slice(2)}`;
    await store("readwrite", async (files, done) => {
      await done(files.put(blob, name));
      const names = await done(files.getAllKeys());
      for (const old of names.sort().slice(0, -MAX_STORED)) await done(files.delete(old));
    });
    sessionStorage.setItem(TAB, name);
    return true;
  } catch {
    sessionStorage.removeItem(TAB); // private windows may have no storage: a reload then says that the file is gone
    return false;
  }
}

/** The file that this tab had before it was loaded again, or null. */
export async function kept() {
  const name = sessionStorage.getItem(TAB);
  if (!name) return null;
  try {
    return await store("readonly", (files, done) => done(files.get(name))) || null;
  } catch {
    return null;
  }
}
