// Every other die roll of the rules. What each roll takes is read from the description of the API.

import { address, ask, giveUp } from "./api.js";
import { roster } from "./cards.js";
import { readings } from "./circumstances.js";
import { combobox } from "./combobox.js";
import { check, choice, number, several, text } from "./controls.js";
import { h, nextFrame, say, whenQuiet } from "./dom.js";
import { query } from "./link.js";
import { answer as written, refusal } from "./shown.js";
import { takeaway } from "./takeaway.js";

const BEGIN = {
  agility: { model: "Batman (AC)" }, resistance: { model: "Batman (AC)" }, willpower: { model: "Batman (AC)" }, move: { mc: "3" },
  fall: { cm: "12", model: "Batman (AC)" }, "break-grab": { ac: "3", model: "Batman (AC)" }, recover: { stuns: "3", sc: "2" },
  "recover-ko": { model: "Batman (AC)" }, lead: { rounds: "6" }, blink: { cover: ["solid"], impacts: "3" }, flee: { willpower: "6", "rounds-left": "3" },
};
const COMMON = new Set(["rules", "reading", "roster", "engine", "trials", "seed", "threads", "target-error", "format", "theme", "size"]);

const SHORT = new Set(["ac", "dc", "mc", "sc"]);

let api;

/** Fetch what there is to know before the tab can be shown. */
export async function prepare() {
  api ??= await ask("openapi", "/api/openapi.json").catch(() => undefined);
}

/** Show the tab. */
export function mount(root, store) {
  const { edition } = store;
  if (!api) {
    root.replaceChildren(refusal(new Error("The server does not answer. Is it still running?")));
    return undefined;
  }
  const rolls = Object.entries(api.paths).filter(([path]) => path.startsWith("/api/roll/")).map(([path, { get }]) => ({ name: path.slice("/api/roll/".length), about: get.summary ?? get.description ?? "", takes: get.parameters }));
  const name = rolls.some((each) => each.name === store.values.roll) ? store.values.roll : "move";
  const roll = rolls.find((each) => each.name === name);
  const takes = roll.takes.filter((each) => each.in === "query" && !COMMON.has(each.name));
  const fields = [...takes.filter((each) => each.name === "model"), ...takes.filter((each) => !["model", "as-edition"].includes(each.name))];
  const known = new Set(["roll", "rules", "reading", ...fields.map((each) => each.name)]);
  for (const each of Object.keys(store.values)) if (!known.has(each)) delete store.values[each];
  if (!fields.some((each) => store.values[each.name] !== undefined)) {
    for (const [each, value] of Object.entries(BEGIN[name] ?? {})) if (known.has(each)) store.values[each] = edition === "third" && each === "model" ? "Batman" : value;
  }
  const parameters = () => {
    const { roll: _, ...values } = store.values;
    return query("rolls", { ...values, rules: edition });
  };
  const which = choice("Roll", rolls.map((each) => [each.name, each.name.replace("-", " ")]), {
    value: name, changed: (to) => store.replace({ roll: to, rules: store.values.rules ?? "", reading: store.values.reading ?? [] }),
  });
  const field = (one) => {
    const label = SHORT.has(one.name) ? one.name.toUpperCase() : capital(one.name.replaceAll("-", " "));
    const schema = one.schema ?? {};
    const value = store.values[one.name];
    const single = [value ?? ""].flat()[0] ?? "";
    const set = (to) => store.set({ [one.name]: to });
    if (schema.type === "boolean") return check(one.description ?? label, { value: single, changed: set }).element;
    if (schema.type === "array" && schema.items?.enum) return several(label, schema.items.enum.map((each) => [each, each]), { value: [value ?? []].flat(), changed: set });
    if (schema.enum) return choice(label, [["", "as usual"], ...schema.enum.map((each) => [each, each])], { value: single, changed: set, hint: one.description }).element;
    if (one.name === "model") return combobox("Card that fills in what is not given", { value: single, cards: roster, changed: set }).element;
    if (schema.type === "integer") {
      const own = number(label, { value: single, least: schema.minimum, most: schema.maximum, changed: set });
      own.element.append(h("small", { text: one.description ?? "" }));
      return own.element;
    }
    return text(label, { value: single, changed: set, hint: one.description }).element;
  };
  const out = h("div", { class: "room" });
  const take = takeaway({ link: () => store.link() });
  root.replaceChildren(
    h("form", { class: "ask card", "aria-label": "The roll", onsubmit: (event) => event.preventDefault() }, which.element, h("p", { class: "hint", text: roll.about }), fields.map(field), h("div", { class: "folds" }, readings(store, edition))),
    h("div", { class: "answers", id: "answer", tabindex: "-1" }, h("section", { class: "card", "aria-label": "The answer" }, out), take.panel));
  async function fill() {
    try {
      const markdown = await ask("roll", address(`roll/${name}`, parameters(), { format: "md" }), { as: "text" });
      if (!markdown) return;
      out.replaceChildren(...written(markdown));
      take.fill(`roll/${name}`, parameters());
      say(out.querySelector(".sentence")?.textContent ?? "");
    } catch (error) {
      out.replaceChildren(refusal(error));
    }
  }
  store.heard(whenQuiet(60, nextFrame(fill)));
  fill();
  return () => giveUp("roll");
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);
