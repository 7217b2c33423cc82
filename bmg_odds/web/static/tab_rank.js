// The roster in order: who hits hardest, who takes least.

import { address, ask, giveUp } from "./api.js";
import { roster } from "./cards.js";
import { circumstances } from "./circumstances.js";
import { combobox } from "./combobox.js";
import { choice, number, several } from "./controls.js";
import { h, nextFrame, say, whenQuiet } from "./dom.js";
import { FIGURE_NAMES } from "./fields.js";
import { query, writeLink } from "./link.js";
import { RANKS } from "./model.js";
import { FIGURES } from "./numbers.js";
import { answer as written, refusal } from "./shown.js";
import { takeaway } from "./takeaway.js";

/** Show the tab. */
export function mount(root, store) {
  const { edition } = store;
  const third = edition === "third";
  const side = () => store.values.side ?? "attackers";
  const parameters = () => query("rank", { ...store.values, side: side(), rules: edition });
  const pick = (name, label, options) => choice(label, options, { value: store.values[name] ?? "", changed: (to) => store.set({ [name]: to }) });
  const against = combobox("Set against (empty: every card)", {
    value: (store.values.against ?? []).join(", "), cards: () => [{ name: "all", rank: "every card", traits: [], weapons: [] }, ...roster()],
    changed: (to) => { store.set({ against: to === "all" ? [] : [to] }); if (to === "all") against.set(""); },
  });
  const count = (name, label) => number(label, { value: store.values[name] ?? "", least: 0, most: 12, placeholder: name === "ac" ? "all" : "0", changed: (to) => store.set({ [name]: to }) }).element;
  const names = new Set(["outnumbered", "defensive", "down", "injuries", "stuns"]);
  const folds = circumstances(store, names, { edition });
  const out = h("div", { class: "room tall" }, h("p", { class: "hint", text: "Every attack is counted …" }));
  const take = takeaway({ link: () => store.link() });
  root.replaceChildren(
    h("form", { class: "ask card", "aria-label": "The ranking", onsubmit: (event) => event.preventDefault() },
      pick("side", "Rank", [["", "attackers, by what they do"], ["defenders", "defenders, by how little is done to them"]]).element,
      several("Only", RANKS.slice(1).map(([name, word]) => [name, word.toLowerCase()]), { value: store.values.only ?? [], changed: (to) => store.set({ only: to }) }),
      pick("by", "By", [["", FIGURES.markers], ...FIGURE_NAMES.filter((name) => name !== "markers").map((name) => [name, FIGURES[name]])]).element,
      pick("per", "Per", [["", "model"], ["reputation", "reputation"], ["funding", "funding"], ...(third ? [] : [["ac", "AC"]])]).element,
      against.element, third ? null : h("div", { class: "grid two" }, count("ac", "AC"), count("dc", "DC")), h("div", { class: "folds" }, ...folds.slice(0, 2), folds.at(-1))),
    h("div", { class: "answers", id: "answer", tabindex: "-1" }, h("section", { class: "card", "aria-label": "The ranking" }, out), take.panel));

  const decorate = (column, text) => {
    if (column !== "name") return undefined;
    const values = side() === "attackers" ? { attacker: text } : { target: text };
    if (edition !== "revised") values.rules = edition;
    return h("a", { href: writeLink("attack", values), text });
  };
  async function fill() {
    const asked = parameters();
    out.setAttribute("aria-busy", "true");
    try {
      const text = await ask("rank", address("rank", asked, { format: "md" }), { as: "text" });
      if (!text) return;
      out.replaceChildren(...written(text, { decorate }));
      take.fill("rank", asked);
      say(out.querySelector(".sentence")?.textContent ?? "");
    } catch (error) {
      out.replaceChildren(refusal(error));
    } finally {
      out.removeAttribute("aria-busy");
    }
  }
  const soon = whenQuiet(120, nextFrame(fill));
  store.heard(soon);
  fill();
  return () => giveUp("rank");
}
