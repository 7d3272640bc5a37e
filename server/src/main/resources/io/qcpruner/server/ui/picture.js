// The picture that is asked about: a file, a dropped or pasted one, or a sample scene.
import { shrunk } from "./pure.js";

const MOST_BYTES = 20 * 1024 * 1024;

async function dataUrl(blob) {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error("the file can't be read"));
    reader.readAsDataURL(blob);
  });
}

/** Decodes a blob; shrinks it only if it is over the server's limits, and says so. */
export async function load(blob) {
  const bitmap = await createImageBitmap(blob);
  const size = shrunk(bitmap.width, bitmap.height);
  if (!size && blob.size <= MOST_BYTES && blob.type) {
    return { bitmap, url: await dataUrl(blob), note: "" };
  }
  const target = size || { width: bitmap.width, height: bitmap.height };
  const canvas = document.createElement("canvas");
  Object.assign(canvas, target);
  canvas.getContext("2d").drawImage(bitmap, 0, 0, target.width, target.height);
  const smaller = await new Promise(resolve => canvas.toBlob(resolve, "image/jpeg", .92));
  return {
    bitmap: await createImageBitmap(smaller),
    url: await dataUrl(smaller),
    note: `The picture was over the server's limits and is sent as ${target.width} x ${target.height}.`
  };
}

/** Calls back with every picture that is chosen, dropped or pasted. */
export function listen(file, drop, take) {
  file.addEventListener("change", () => file.files.length && take(file.files[0]));
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
