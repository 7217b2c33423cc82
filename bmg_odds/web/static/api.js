// Questions to the server: only the newest of a kind counts, and what was asked before is remembered.

const MOST = 200;
const answers = new Map();
const running = new Map();

/** An answer that says why there is none. */
export class Refused extends Error {
  constructor(message, { status = 0, errors = [] } = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** Return an address of the API. */
export function address(path, parameters = new URLSearchParams(), more = {}) {
  const all = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(more)) all.append(name, value);
  const text = all.toString();
  return `/api/${path}${text ? `?${text}` : ""}`;
}

/** Ask; an older question of the same kind is given up. Resolves to nothing when a newer one overtook this one. */
export async function ask(kind, url, { as = "json" } = {}) {
  running.get(kind)?.abort();
  running.delete(kind);
  if (answers.has(url)) {
    const known = answers.get(url);
    answers.delete(url);
    answers.set(url, known);
    return known;
  }
  const control = new AbortController();
  running.set(kind, control);
  try {
    const response = await fetch(url, { signal: control.signal });
    if (!response.ok) throw await refusal(response);
    const answer = as === "json" ? await response.json() : await response.text();
    if (running.get(kind) !== control) return undefined;
    answers.set(url, answer);
    if (answers.size > MOST) answers.delete(answers.keys().next().value);
    return answer;
  } catch (error) {
    if (error.name === "AbortError" || running.get(kind) !== control) return undefined;
    throw error instanceof Refused ? error : new Refused("The server does not answer. Is it still running?");
  } finally {
    if (running.get(kind) === control) running.delete(kind);
  }
}

/** Send something that changes what the server keeps. */
export async function send(method, url, body, type) {
  let response;
  try {
    response = await fetch(url, { method, body, headers: type ? { "Content-Type": type } : {} });
  } catch {
    throw new Refused("The server does not answer. Is it still running?");
  }
  if (!response.ok) throw await refusal(response);
  const text = await response.text();
  return text ? JSON.parse(text) : {};
}

/** Give up a question that runs. */
export function giveUp(kind) {
  running.get(kind)?.abort();
  running.delete(kind);
}

/** Forget the answers, because the cards have changed. */
export function forget() {
  answers.clear();
}

async function refusal(response) {
  const text = await response.text();
  try {
    const { error, errors } = JSON.parse(text);
    return new Refused(error ?? `The server says ${response.status}.`, { status: response.status, errors: errors ?? [] });
  } catch {
    return new Refused(text.slice(0, 300) || `The server says ${response.status}.`, { status: response.status });
  }
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Have something long worked out; `told` hears its progress. Returns its record and its Markdown, or nothing when it was
 * cancelled.
 */
export async function work(command, parameters, { told, signal }) {
  const job = await send("POST", address("jobs", parameters, { command }));
  const stop = () => send("DELETE", `/api/jobs/${job.id}`).catch(() => undefined);
  for (let pause = 60; ; pause = Math.min(pause * 1.5, 500)) {
    if (signal.aborted) {
      await stop();
      return undefined;
    }
    const response = await fetch(`/api/jobs/${job.id}`).catch(() => undefined);
    if (!response) throw new Refused("The server does not answer. Is it still running?");
    if (!response.ok) throw await refusal(response);
    const state = await response.json();
    if (state.status === "done") {
      // The server remembers the answer; its tables come as the command line writes them.
      const markdown = await ask(command, address(command, parameters, { format: "md" }), { as: "text" });
      return markdown && { record: state.result, markdown };
    }
    if (state.status === "failed") throw new Refused(state.error);
    if (state.status === "cancelled") return undefined;
    told(state);
    await Promise.race([wait(pause), new Promise((done) => signal.addEventListener("abort", done, { once: true }))]);
  }
}
