// The roster of an edition, the visitor's own cards among it, and what each card may use.

import { address, ask } from "./api.js";

let cards = [];
let of = "";

/** Return the cards at hand. */
export const roster = () => cards;

/** Fetch the roster of an edition. */
export async function loadRoster(edition, { again = false } = {}) {
  if (of === edition && !again) return cards;
  const answer = await ask("roster", address("roster", new URLSearchParams({ rules: edition })));
  if (answer) {
    cards = answer.rows;
    of = edition;
  }
  return cards;
}

/** Return the card of a name, whatever its case, or of values changed on it. */
export function cardOf(text) {
  const { name } = takeApart(text);
  return cards.find((card) => card.name.toLowerCase() === name.toLowerCase());
}

/** Take a model apart: the card's name and the values changed or typed in. */
export function takeApart(text) {
  const equals = text.indexOf("=");
  if (equals < 0 || cards.some((card) => card.name === text)) return { name: text, values: {} };
  const colon = text.lastIndexOf(":", equals);
  const values = {};
  for (const each of text.slice(colon + 1).split(",")) {
    const at = each.indexOf("=");
    if (at > 0) values[each.slice(0, at).trim()] = each.slice(at + 1).trim();
  }
  return { name: colon < 0 ? "" : text.slice(0, colon), values };
}

/** Put a model together again. */
export function putTogether(name, values) {
  const pairs = Object.entries(values).filter(([, value]) => value !== "").map(([key, value]) => `${key}=${value}`);
  if (!pairs.length) return name;
  return name ? `${name}:${pairs.join(",")}` : pairs.join(",");
}
