// Talks to the server this page came from; the key lives in this tab only.
import { parseEvents } from "./pure.js";

const KEY = "qcpruner-key";

export function setKey(key) { sessionStorage.setItem(KEY, key); }

function headers(more = {}) {
  const key = sessionStorage.getItem(KEY);
  return key ? { ...more, Authorization: "Bearer " + key } : more;
}

export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function failure(response) {
  let error = { message: "the server answered " + response.status, code: "" };
  try { error = (await response.json()).error; } catch { /* no error object: the status says it */ }
  return new ApiError(response.status, error.code, error.message);
}

/** A server that does not answer at all has a code of its own. */
async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, "unreachable", "the server does not answer");
  }
}

export async function getJson(path) {
  const response = await reach(path, { headers: headers() });
  if (!response.ok) throw await failure(response);
  return response.json();
}

/** Sends one streamed request and reports what comes. */
export async function ask(body, signal, on) {
  const response = await reach("/v1/chat/completions", {
    method: "POST", signal, headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body)
  });
  if (!response.ok) throw await failure(response);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(error => {
      if (error.name === "AbortError") throw error;
      throw new ApiError(0, "unreachable", "the server left in the middle of the answer");
    });
    if (done) break;
    const parsed = parseEvents(rest + decoder.decode(value, { stream: true }));
    rest = parsed.rest;
    for (const event of parsed.events) {
      if (event.comment) on.comment(event.comment);
      if (!event.data || event.data === "[DONE]") continue;
      const chunk = JSON.parse(event.data);
      if (chunk.error) throw new ApiError(0, chunk.error.code, chunk.error.message);
      on.chunk(chunk);
    }
  }
}
