// Several attacks on one model in a round, and when it should spend its defence counters.

import { address, ask, giveUp } from "./api.js";
import { roster } from "./cards.js";
import { circumstances } from "./circumstances.js";
import { combobox } from "./combobox.js";
import { button, choice, fold, number, slider } from "./controls.js";
import { h, nextFrame, say, whenQuiet } from "./dom.js";
import { FIGURE_NAMES, TABS } from "./fields.js";
import { query } from "./link.js";
import { model, weaponOptions } from "./model.js";
import { FIGURES, percent } from "./numbers.js";
import { restsOn } from "./results.js";
import { answer as written, levels, notes, refusal } from "./shown.js";
import { takeaway } from "./takeaway.js";

const POLICIES = [["", "All at once"], ["one-per-impact", "One per impact"], ["at-most=1", "At most 1 each time"], ["at-most=2", "At most 2 each time"], ["optimal", "As well as can be"]];

/** Take an attacker apart: how many, who, weapon, AC. */
export function apart(text) {
  const [, count, rest] = /^(?:(\d+)\s*x\s+)?(.*)$/s.exec(text);
  const [name, weapon = "", ac = ""] = rest.split("/");
  return { count: count ?? "1", name, weapon, ac };
}

/** Put an attacker together again. */
export function together({ count, name, weapon, ac }) {
  const tail = ac ? `/${weapon}/${ac}` : weapon ? `/${weapon}` : "";
  return `${Number(count) > 1 ? `${count}x ` : ""}${name}${tail}`;
}

/** Show the tab. */
export function mount(root, store) {
  const { edition } = store;
  const third = edition === "third";
  const parameters = () => query("gang", { ...store.values, rules: edition });
  const list = h("ol", { class: "gang" });
  const add = button("Add an attacker", () => {
    store.set({ by: [...store.values.by, store.values.by.at(-1) ?? ""] });
    rows();
    list.lastElementChild.querySelector("input").focus();
  });
  const target = model("Target", { value: store.values.target, armed: false, changed: (to) => store.set({ target: to }) });
  const dc = slider("Defence counters (DC)", { value: Number(store.values.dc ?? 0), changed: (to) => store.set({ dc: to }) });
  const policy = choice("How it spends them", POLICIES, { value: store.values.policy === "all" ? "" : store.values.policy ?? "", changed: (to) => store.set({ policy: to }) });
  const lose = choice("Counters lost to markers first", [["", "others than DC"], ["dc", "DC"]], { value: store.values.lose === "dc" ? "dc" : "", changed: (to) => store.set({ lose: to }) });
  const spare = number("Other counters left", { value: store.values.spare ?? "", least: 0, most: 99, placeholder: "all", changed: (to) => store.set({ spare: to }) });
  const show = choice("Figure", FIGURE_NAMES.map((name) => [name, FIGURES[name]]), { value: store.values.show ?? "out", changed: (to) => store.set({ show: to === "out" ? "" : to }) });
  const names = new Set(TABS.gang.fields.map((field) => field.name));
  const folds = circumstances(store, names, { edition });

  function rows() {
    list.replaceChildren(...store.values.by.map((text, place) => {
      const one = apart(text);
      const put = (some) => {
        const by = [...store.values.by];
        by[place] = together({ ...apart(by[place]), ...some });
        store.set({ by });
      };
      const move = (step) => {
        const by = [...store.values.by];
        [by[place], by[place + step]] = [by[place + step], by[place]];
        store.set({ by });
        rows();
      };
      const field = combobox(`Attacker ${place + 1}`, { value: one.name, cards: roster, changed: (to) => { put({ name: to, weapon: "", ac: "" }); rows(); } });
      const weapon = choice("Weapon", weaponOptions(one.name), { value: one.weapon, changed: (to) => put({ weapon: to }) });
      return h("li", {}, field.element,
        h("div", { class: "grid three" }, number("How many", { value: one.count, least: 1, most: 12, changed: (to) => put({ count: to || "1" }) }).element,
          weapon.element, third ? null : number("AC", { value: one.ac, least: 0, most: 12, placeholder: "all", changed: (to) => put({ ac: to }) }).element),
        h("div", { class: "buttons" },
          h("button", { type: "button", class: "quiet", text: "Earlier", disabled: place === 0, "aria-label": `Attacker ${place + 1} earlier`, onclick: () => move(-1) }),
          h("button", { type: "button", class: "quiet", text: "Later", disabled: place === store.values.by.length - 1, "aria-label": `Attacker ${place + 1} later`, onclick: () => move(1) }),
          h("button", { type: "button", class: "quiet", text: "Take away", disabled: store.values.by.length === 1, "aria-label": `Take attacker ${place + 1} away`, onclick: () => { store.set({ by: store.values.by.filter((_, each) => each !== place) }); rows(); } })));
    }));
  }
  rows();

  const trouble = h("div", { class: "trouble" });
  const big = h("strong", { class: "big", id: "headline" });
  const rests = h("div", { class: "rests" });
  const sentence = h("p", { class: "sentence" });
  const head = h("section", { class: "card headline", id: "answer", tabindex: "-1", "aria-labelledby": "headline-word" },
    h("div", { class: "lead" }, h("h2", { id: "headline-word", text: "K.O. or Casualty after all of them" }), big), sentence, rests);
  const tables = h("div", {});
  const bars = h("div", {});
  const take = takeaway({ link: () => store.link() });
  root.replaceChildren(
    h("form", { class: "ask card", "aria-label": "The gang", onsubmit: (event) => event.preventDefault() },
      target.element, third ? null : dc.element, third ? null : policy.element, list, h("div", { class: "buttons" }, add),
      fold("More of the situation", [show.element, third ? null : lose.element, third ? null : spare.element,
        h("div", { class: "folds" }, target.values, ...folds)].filter(Boolean)).element),
    h("div", { class: "answers" }, trouble, head,
      h("section", { class: "card", "aria-label": "Attack by attack" }, tables),
      h("section", { class: "card", "aria-labelledby": "levels-word" }, h("h2", { id: "levels-word", text: "Markers inflicted, at least" }), bars), take.panel));

  async function fill() {
    const asked = parameters();
    try {
      const record = await ask("gang", address("sequence", asked));
      if (!record) return;
      trouble.replaceChildren();
      head.classList.remove("stale");
      big.textContent = percent(record.chance.out);
      sentence.textContent = record.sentence;
      rests.replaceChildren(notes(restsOn(record), { label: "What the answer rests on" }));
      bars.replaceChildren(levels(record.at_least.markers));
      take.fill("sequence", asked, { text: record.line });
      say(`After all attacks K.O. or Casualty ${percent(record.chance.out)}`);
      const text = await ask("gang-table", address("sequence", asked, { format: "md" }), { as: "text" });
      if (text) {
        const shown = written(text, { sentence: false });
        tables.replaceChildren(...shown.filter((each) => !each.matches("ul")).slice(0, -1));
      }
    } catch (error) {
      trouble.replaceChildren(refusal(error));
      head.classList.add("stale");
    }
  }

  // Unarmed attacks can always be blocked, so they say how many DC the cards allow.
  async function bounds() {
    if (third) return;
    const asked = new URLSearchParams({ rules: edition, attacker: apart(store.values.by[0]).name, target: store.values.target, weapon: "unarmed" });
    for (const name of ["injuries", "stuns"]) if (store.values[name]) asked.set(name, store.values[name]);
    const found = await ask("bounds", address("split", asked)).catch(() => undefined);
    if (!found) return;
    dc.bounds(0, Math.max(...found.rows.map((row) => row.dc)));
    if (Number(store.values.dc ?? 0) > dc.value) store.set({ dc: String(dc.value) });
  }

  let boundsKey = "";
  const now = nextFrame(() => {
    const key = [store.values.target, store.values.injuries, store.values.stuns, store.values.by[0]].join("|");
    if (key !== boundsKey) {
      boundsKey = key;
      bounds();
    }
    fill();
  });
  const soon = whenQuiet(40, now);
  store.heard(soon);
  now();
  return () => ["gang", "gang-table", "bounds"].forEach(giveUp);
}

