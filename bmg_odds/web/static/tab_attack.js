// One attack: who, whom, with how many counters; the odds change while the sliders move.

import { address, ask, giveUp } from "./api.js";
import { circumstances, uses } from "./circumstances.js";
import { comparison } from "./compare.js";
import { button, choice, fold, slider } from "./controls.js";
import { h, nextFrame, whenQuiet } from "./dom.js";
import { FIGURE_NAMES, TABS } from "./fields.js";
import { query } from "./link.js";
import { RANKS, model } from "./model.js";
import { FIGURES, figureWords, shown } from "./numbers.js";
import { results } from "./results.js";
import { answer as written, heat, refusal } from "./shown.js";
import { takeaway } from "./takeaway.js";

const COUNTERS = { first: ["ac", "dc"], third: ["attacker-efforts", "target-efforts"] };
const WORDS = { ac: "AC", dc: "DC", attacker_efforts: "Efforts of the attacker", target_efforts: "Efforts of the target" };
const LONG = {
  ac: "Attack counters (AC)", dc: "Defence counters (DC)", "attacker-efforts": "Efforts of the attacker", "target-efforts": "Efforts of the target",
};
const NOT_OF_A_MODEL = ["weapon", "ac", "use", "attacker-injuries", "attacker-stuns", "attacker-state", "attacker-efforts"];

/** Show the tab. */
export function mount(root, store) {
  const { edition } = store;
  const third = edition === "third";
  const [mine, theirs] = third ? COUNTERS.third : COUNTERS.first;
  const out = results();
  const trouble = h("div", { class: "trouble" });
  const answerBox = h("div", { class: "answers" });

  // What is asked
  const parameters = () => {
    const values = { ...store.values };
    delete values.pin;
    delete values.show;
    return query("attack", { ...values, rules: edition });
  };
  const withoutCounters = () => {
    const rest = parameters();
    for (const name of [mine, theirs]) rest.delete(name);
    return rest;
  };
  const figure = () => store.values.show ?? "out";

  // The two models and the weapon
  let rank = "";
  const forget = (names) => Object.fromEntries(names.map((name) => [name, ""]));
  const attacker = model("Attacker", {
    value: store.values.attacker, rank: () => rank,
    changed: (to) => store.set({ attacker: to, ...(nameOf(to) === nameOf(store.values.attacker) ? {} : forget(NOT_OF_A_MODEL)) }),
  });
  const target = model("Target", {
    value: store.values.target, rank: () => rank, armed: false,
    changed: (to) => store.set({ target: to, ...(nameOf(to) === nameOf(store.values.target) ? {} : forget(["target-use", "mc"])) }),
  });
  const weapon = choice("Weapon", [["", "as usual"]], { value: store.values.weapon ?? "", changed: (to) => store.set({ weapon: to, ac: "" }) });
  const ranks = choice("Search among", RANKS, { changed: (to) => { rank = to; } });
  const swap = button("Change sides", () => {
    store.replace({ rules: store.values.rules ?? "", attacker: store.values.target, target: store.values.attacker, reading: store.values.reading ?? [], show: store.values.show ?? "" });
  });

  // The sliders; a move is answered at the next frame
  const slide = (name) => slider(LONG[name], {
    value: store.values[name] === undefined || store.values[name] === "" ? undefined : Number(store.values[name]),
    changed: (to) => store.set({ [name]: to }, { slide: true }),
  });
  const sliders = { [mine]: slide(mine), [theirs]: slide(theirs) };
  const allUses = uses(store);
  const names = new Set(TABS.attack.fields.map((field) => field.name));
  const folds = circumstances(store, names, { edition });

  // Further panels
  const compare = comparison({
    swap: () => {
      const now = parameters().toString();
      const pin = new URLSearchParams(store.values.pin);
      store.replace({ ...valuesOf(pin), pin: now });
    },
    unpin: () => store.set({ pin: "" }),
  });
  const show = choice("Figure", FIGURE_NAMES.map((name) => [name, FIGURES[name]]), { value: figure(), changed: (to) => store.set({ show: to === "out" ? "" : to }) });
  const map = h("div", { class: "room" });
  const mapCard = h("section", { class: "card", "aria-labelledby": "map-word" }, h("h2", { id: "map-word", text: third ? "Every pair of Efforts" : "Every split of counters" }), show.element, map);
  const range = h("p", { class: "range", text: "…" });
  const rangeTable = h("div", {});
  const rangeFold = fold("Reading by reading", rangeTable, { opened: () => fillRange() });
  const explained = h("div", {});
  const explainFold = fold("Stage by stage", explained, { opened: () => fillExplained() });
  const rangeCard = h("section", { class: "card", "aria-labelledby": "range-word" }, h("h2", { id: "range-word", text: "Why, and under other readings" }), range, rangeFold.element, explainFold.element);
  const take = takeaway({ link: () => store.link(), embed: () => store.link("/embed") });
  const pin = button("Pin as A", () => store.set({ pin: parameters().toString() }), { done: "Pinned" });

  root.replaceChildren(
    h("form", { class: "ask card", "aria-label": "The attack", onsubmit: (event) => event.preventDefault() },
      attacker.element, weapon.element, target.element, sliders[mine].element, sliders[theirs].element),
    h("div", { class: "front" }, trouble, out.head),
    h("form", { class: "more card", "aria-label": "More of the situation", onsubmit: (event) => event.preventDefault() },
      h("div", { class: "row" }, ranks.element, swap), h("div", { class: "folds" }, attacker.values, target.values, allUses.element, ...folds)),
    answerBox);
  answerBox.append(compare.panel, mapCard, out.levelCard, out.spreadCard, rangeCard, take.panel);
  out.head.append(h("div", { class: "buttons" }, pin));

  let record = null;
  let bounded = false;

  async function fill() {
    const asked = parameters();
    out.head.setAttribute("aria-busy", "true");
    try {
      const found = await ask("attack", address("attack", asked));
      if (!found) return;
      record = found;
      trouble.replaceChildren();
      out.head.hidden = false;
      answerBox.hidden = false;
      out.head.classList.remove("stale");
      out.fill(record);
      sync();
      take.fill("attack", asked, { text: record.line });
      store.title(`${record.attacker.name} > ${record.target.name}`);
      if (store.values.pin) compare.show(store.values.pin, record);
      else compare.hide();
    } catch (error) {
      trouble.replaceChildren(refusal(error));
      out.head.hidden = !record; // nothing was ever answered: no empty frames
      answerBox.hidden = !record;
      out.head.classList.add("stale");
    } finally {
      out.head.removeAttribute("aria-busy");
    }
  }

  function sync() {
    const usual = `as usual (${record.weapon.name}${record.weapon.damage ? ` ${record.weapon.damage}` : ""})`;
    const list = record.attacker.weapons.map((each) => [each.name, `${each.name} ${each.damage ?? ""}${each.rof ? `, ROF ${each.rof}` : ""}`]);
    weapon.fill([["", store.values.weapon ? "as usual" : usual], ...list, ...(list.some(([name]) => name === "unarmed") ? [] : [["unarmed", "unarmed"]])], store.values.weapon ?? "");
    const { situation } = record;
    for (const name of [mine, theirs]) {
      const value = situation[name.replace("-", "_")] ?? 0;
      if (!store.values[name]) sliders[name].set(value);
      if (!bounded) sliders[name].bounds(0, value, "");
    }
    mark();
  }

  // The map of both counters; it also says how far the sliders go.
  async function fillMap() {
    const command = third ? "efforts" : "split";
    const asked = withoutCounters();
    asked.set("show", figure());
    if (third) asked.delete("rules");
    try {
      const found = await ask("map", address(command, asked));
      if (!found) return;
      const [x, y] = third ? ["target_efforts", "attacker_efforts"] : ["dc", "ac"];
      bound(mine, found.rows.map((row) => row[y]));
      bound(theirs, found.rows.map((row) => row[x]));
      bounded = true;
      map.replaceChildren(heat(found.rows, {
        across: x, down: y, figure: figure(), words: WORDS,
        chosen: (row) => row[y] === sliders[mine].value && row[x] === sliders[theirs].value,
        pick: (row) => {
          sliders[mine].set(row[y]);
          sliders[theirs].set(row[x]);
          store.set({ [mine]: String(row[y]), [theirs]: String(row[x]) });
          mark();
        },
      }));
    } catch (error) {
      map.replaceChildren(h("p", { class: "hint", text: error.message.replace(/^bmg-odds: /, "") }));
    }
  }

  function bound(name, seen) {
    const least = Math.min(...seen);
    const most = Math.max(...seen);
    const ranged = record?.weapon?.rof;
    const why = least < most ? `${least} to ${most}` : ranged && name === "ac" ? `a shot costs ${most} AC` : ranged ? "not against a shot" : `only ${most}`;
    sliders[name].bounds(least, most, why);
    const given = store.values[name];
    const beyond = given && (Number(given) > most || Number(given) < least);
    if (beyond && !bounded) store.tell(`${name} ‘${given}’ is not possible here (${why}); it is ${sliders[name].value} now.`); // out of a link
    if (beyond) store.set({ [name]: least < most ? String(sliders[name].value) : "" });
  }

  function mark() {
    for (const cell of map.querySelectorAll("button.cell")) {
      const [a, b] = [sliders[mine].value, sliders[theirs].value];
      const [, y, x] = /^(\d+) .*?, (\d+) /.exec(cell.getAttribute("aria-label"));
      cell.setAttribute("aria-pressed", String(Number(y) === a && Number(x) === b));
    }
  }

  async function fillRange() {
    const asked = parameters();
    asked.set("show", figure());
    try {
      const found = await ask("range", address("readings", asked));
      if (!found) return;
      const [low, high] = [found.lowest.result, found.highest.result].map((value) => shown(found.figure, value));
      range.textContent = low === high && !found.moving.length
        ? `${capital(figureWords(found.figure))}: ${low} whatever the reading.`
        : `${capital(figureWords(found.figure))}: from ${low} to ${high}, by ${found.moving.map((name) => name.replaceAll("_", " ")).join(", ")}.`;
      if (!rangeFold.element.open) return;
      const text = await ask("range-table", address("readings", asked, { format: "md" }), { as: "text" });
      if (text) rangeTable.replaceChildren(...written(text, { sentence: false, bars: false }));
    } catch (error) {
      range.textContent = error.message.replace(/^bmg-odds: /, "");
    }
  }

  async function fillExplained() {
    if (!explainFold.element.open) return;
    try {
      const text = await ask("explain", address("explain", parameters(), { format: "md" }), { as: "text" });
      if (text) explained.replaceChildren(...written(text, { sentence: false, bars: false }));
    } catch (error) {
      explained.replaceChildren(refusal(error));
    }
  }

  // While nobody moves anything, the positions next to the sliders are asked for already.
  let turn = 0;
  async function ahead() {
    const own = turn;
    for (const [name, step] of [[theirs, 1], [theirs, -1], [mine, -1], [mine, 1]]) {
      const to = sliders[name].value + step;
      if (own !== turn || !sliders[name].allows(to)) continue;
      const { pin: _, show: __, ...values } = { ...store.values, [name]: String(to), rules: edition };
      await ask("ahead", address("attack", query("attack", values))).catch(() => undefined);
    }
  }

  let mapKey = "";
  let modelKey = "";
  const soon = whenQuiet(450, () => {
    fillRange();
    fillExplained();
    ahead();
  });
  const now = nextFrame(() => {
    turn += 1;
    fill();
    const next = `${withoutCounters()}|${figure()}`;
    if (next !== mapKey) {
      mapKey = next;
      fillMap();
    }
    const models = `${store.values.attacker}|${store.values.target}`;
    if (models !== modelKey) {
      modelKey = models;
      allUses.update(store.values.attacker, store.values.target, edition);
    }
    mark();
    soon();
  });
  store.heard(now);
  now();
  return () => {
    turn += 1;
    ["attack", "map", "range", "range-table", "explain", "pin", "ahead"].forEach(giveUp);
  };
}

const nameOf = (text) => (text ?? "").split(/[:=]/)[0];
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Return the values of a pinned query. */
function valuesOf(parameters) {
  const values = {};
  for (const field of TABS.attack.fields) {
    const texts = parameters.getAll(field.name);
    if (texts.length && field.name !== "pin") values[field.name] = field.many ? texts : texts[0];
  }
  return values;
}
