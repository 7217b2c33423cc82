// Every pair of Efforts of the third edition, and the best reply to each.

import { address, ask, giveUp } from "./api.js";
import { circumstances } from "./circumstances.js";
import { choice } from "./controls.js";
import { h, nextFrame, say } from "./dom.js";
import { FIGURE_NAMES, TABS } from "./fields.js";
import { query, writeLink } from "./link.js";
import { model, weaponOptions } from "./model.js";
import { FIGURES, figureWords, shown } from "./numbers.js";
import { answer as written, heat, refusal } from "./shown.js";
import { takeaway } from "./takeaway.js";

const WORDS = { attacker_efforts: "Efforts of the attacker", target_efforts: "Efforts of the target" };

/** Show the tab. */
export function mount(root, store) {
  const parameters = () => query("efforts", { ...store.values, rules: "third" });
  const weapon = choice("Weapon", weaponOptions(store.values.attacker), { value: store.values.weapon ?? "", changed: (to) => store.set({ weapon: to }) });
  const side = (name, label) => model(label, {
    value: store.values[name],
    changed: (to) => {
      store.set({ [name]: to, ...(name === "attacker" ? { weapon: "" } : {}) });
      weapon.fill(weaponOptions(store.values.attacker), store.values.weapon ?? "");
    },
  });
  const [attacker, target] = [side("attacker", "Attacker"), side("target", "Target")];
  const show = choice("Figure", FIGURE_NAMES.map((name) => [name, FIGURES[name]]), { value: store.values.show ?? "out", changed: (to) => store.set({ show: to === "out" ? "" : to }) });
  const names = new Set(TABS.efforts.fields.map((field) => field.name));
  const word = h("h2", { id: "headline-word", text: "Both at their best" });
  const big = h("strong", { class: "big", id: "headline" });
  const sentence = h("p", { class: "sentence" });
  const map = h("div", { class: "room" });
  const tables = h("div", {});
  const trouble = h("div", { class: "trouble" });
  const take = takeaway({ link: () => store.link() });
  const head = h("section", { class: "card headline", id: "answer", tabindex: "-1", "aria-labelledby": "headline-word" }, h("div", { class: "lead" }, word, big), sentence);
  root.replaceChildren(
    h("form", { class: "ask card", "aria-label": "The Efforts", onsubmit: (event) => event.preventDefault() },
      attacker.element, weapon.element, target.element, show.element),
    h("div", { class: "front" }, trouble, head),
    h("form", { class: "more card", "aria-label": "More of the situation", onsubmit: (event) => event.preventDefault() },
      h("div", { class: "folds" }, attacker.values, target.values, ...circumstances(store, names, { edition: "third" }))),
    h("div", { class: "answers" },
      h("section", { class: "card", "aria-label": "Every pair of Efforts" }, map), h("section", { class: "card", "aria-label": "As a table" }, tables), take.panel));
  async function fill() {
    const asked = parameters();
    try {
      const record = await ask("efforts", address("efforts", asked));
      if (!record) return;
      trouble.replaceChildren();
      head.classList.remove("stale");
      const best = record.minimax;
      big.textContent = shown(record.figure, best.value);
      word.textContent = `${figureWords(record.figure)}, both at their best: ${best.target_efforts} by the target, ${best.attacker_efforts} by the attacker`;
      sentence.textContent = record.sentence;
      map.replaceChildren(heat(record.rows, {
        across: "target_efforts", down: "attacker_efforts", figure: record.figure, words: WORDS, chosen: (row) => row.best_reply,
        pick: (row) => {
          const values = { ...store.values, rules: "third", "attacker-efforts": String(row.attacker_efforts), "target-efforts": String(row.target_efforts) };
          location.assign(`/${writeLink("attack", values)}`);
        },
      }));
      take.fill("efforts", asked);
      say(`${word.textContent}: ${big.textContent}`);
      const text = await ask("efforts-table", address("efforts", asked, { format: "md" }), { as: "text" });
      if (text) tables.replaceChildren(...written(text, { sentence: false }));
    } catch (error) {
      trouble.replaceChildren(refusal(error));
      head.classList.add("stale");
    }
  }
  store.heard(nextFrame(fill));
  fill();
  return () => ["efforts", "efforts-table"].forEach(giveUp);
}
