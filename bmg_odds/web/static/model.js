// One side of a question: a card found by typing, and its values changed or typed in.

import { cardOf, putTogether, roster, takeApart } from "./cards.js";
import { combobox } from "./combobox.js";
import { fold, number, text } from "./controls.js";
import { h } from "./dom.js";

export const RANKS = [["", "All ranks"], ["leader", "Leaders"], ["sidekick", "Sidekicks"], ["free agent", "Free agents"], ["henchman", "Henchmen"]];

const NUMBERS = [
  ["willpower", 0, 20], ["strength", 1, 7], ["movement", 0, 30], ["attack", 0, 12], ["defense", 1, 12], ["endurance", 1, 20], ["rof", 0, 12],
];
const OF_WEAPONS = ["rof", "damage", "weapon-traits"];
const TEXTS = [["damage", "B Injury, S Stun, as BS"], ["traits", "Handy+Heavy"], ["weapon-traits", "Sharp+Handy"]];

/** Return what a model may attack with, as options of a choice. */
export function weaponOptions(text) {
  const weapons = (cardOf(text ?? "")?.weapons ?? []).filter((each) => each !== "unarmed");
  return [["", "as usual"], ...weapons.map((each) => [each, each]), ["unarmed", "unarmed"]];
}

/**
 * Return a field for a model, and below it its values; `armed` if its weapon has a part in the question. `changed` hears the
 * whole model as the command line takes it.
 */
export function model(label, { value, rank, changed, armed = true }) {
  const field = combobox(label, { value, cards: roster, rank, changed: (text) => take(text) });
  let { name, values } = takeApart(value);
  const inside = h("div", { class: "values" });
  const own = fold(`Values of ${/ [A-Z]$/.test(label) ? label.toLowerCase().replace(/.$/, (last) => last.toUpperCase()) : `the ${label.toLowerCase()}`}`, inside, { opened: fill });
  function take(text) {
    ({ name, values } = takeApart(text));
    recap();
    if (own.element.open) fill();
    changed(text);
  }
  function alter(key, to) {
    values = { ...values, [key]: to };
    const text = putTogether(name, values) || name;
    field.set(text);
    recap();
    changed(text);
  }
  function recap() {
    const altered = Object.entries(values).filter(([, each]) => each !== "");
    own.recap(altered.length ? altered.map(([key, each]) => `${key} ${each}`).join(", ") : "");
  }
  function fill() {
    const card = cardOf(name);
    const asked = ([key]) => armed || Boolean(values[key]) || !OF_WEAPONS.includes(key);
    inside.replaceChildren(
      h("p", { class: "hint", text: name ? "Empty: as on the card." : "No card: what is left empty is missing." }),
      h("div", { class: "grid" }, NUMBERS.filter(asked).map(([key, least, most]) =>
        number(key === "rof" ? "ROF" : key[0].toUpperCase() + key.slice(1), {
          value: (values[key] ?? "").replace("+", ""), least, most, placeholder: String(card?.[key] ?? ""), changed: (to) => alter(key, to),
        }).element)),
      ...TEXTS.filter(asked).map(([key, placeholder]) => text(key[0].toUpperCase() + key.slice(1).replace("-", " "), {
        value: values[key] ?? "", placeholder, changed: (to) => alter(key, to),
      }).element));
  }
  recap();
  return {
    element: field.element,
    values: own.element,
    set(text) {
      ({ name, values } = takeApart(text));
      field.set(text);
      recap();
      if (own.element.open) fill();
    },
  };
}
