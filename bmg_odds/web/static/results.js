// The answer of one attack: the headline, what was dealt and suffered, bars, what it rests on.

import { h, keepRoom, say } from "./dom.js";
import { mean, percent } from "./numbers.js";
import { levels, notes, outcomes } from "./shown.js";

const SMALL = [["ko", "K.O."], ["casualty", "Casualty"], ["knocked_down", "Knocked down"], ["critical", "Critical"], ["any_marker", "Any marker"]];
const MEANS = [["inflicted", "Inflicted, mean"], ["suffered", "On the card, mean"]];

/** Return the sentences on what an answer rests on, as the command line has them. */
export function restsOn(record) {
  const texts = [];
  if (record.unmodelled_traits?.length) texts.push(`Not in the model, so without effect here: ${record.unmodelled_traits.join(", ")}.`);
  const inferred = (record.inferred_readings ?? []).map((name) => `${name}=${record.readings[name]}`);
  if (inferred.length) texts.push(`Rests on inferred readings: ${inferred.join(", ")}.`);
  if (record.inferred_traits?.length) texts.push(`Rests on inferred wordings of traits: ${record.inferred_traits.join(", ")}.`);
  return [...texts, ...(record.notes ?? []), ...(record.warnings ?? [])];
}

/** Return further lines of an attack's answer: effects, a strike back, cross fire. */
export function further(record) {
  const rows = Object.entries(record.effects ?? {}).map(([name, chance]) => [name.replaceAll("_", " "), percent(chance)]);
  const back = record.counter_attack;
  if (back) {
    rows.push(["strikes back", percent(back.strike_back)], ["attacker knocked down", percent(back.chance.knocked_down)],
      ["attacker K.O. or Casualty", percent(back.chance.out)], ["attacker’s markers, mean", mean(back.inflicted.markers)]);
  }
  if (record.cross_fire) rows.push(["cross fire, any", percent(record.cross_fire.chance)], ["cross fire, Injuries", mean(record.cross_fire.injuries)]);
  return rows;
}

/** Return the panels of an attack's answer and a function that fills them. */
export function results() {
  const big = h("strong", { class: "big", id: "headline" });
  const small = Object.fromEntries(SMALL.map(([key]) => [key, h("dd", { text: "…" })]));
  const sentence = h("p", { class: "sentence" });
  const means = {};
  const cell = (key) => {
    means[key] = h("td", { class: "figure", text: "…" });
    return means[key];
  };
  const points = h("dd", { text: "…" });
  const meansTable = h("table", { class: "means" },
    h("thead", {}, h("tr", {}, h("td"), ["Injuries", "Stuns", "Markers"].map((text) => h("th", { scope: "col", class: "figure", text })))),
    h("tbody", {}, MEANS.map(([key, words]) =>
      h("tr", {}, h("th", { scope: "row", text: words }), ["injuries", "stuns", "markers"].map((marker) => cell(`${key}.${marker}`))))));
  const more = h("dl", { class: "further" });
  const rests = h("div", { class: "rests" });
  const bars = h("div", { class: "room" });
  const spread = h("div", { class: "room" });
  const head = h("section", { class: "card headline", id: "answer", tabindex: "-1", "aria-labelledby": "headline-word" },
    h("div", { class: "lead" }, h("h2", { id: "headline-word", text: "K.O. or Casualty" }), big),
    h("dl", { class: "tiles" }, SMALL.map(([key, words]) => h("div", {}, h("dt", { text: words }), small[key])), h("div", {}, h("dt", { text: "Victory points, mean" }), points)),
    sentence, meansTable, more, rests);
  const levelCard = h("section", { class: "card", "aria-labelledby": "levels-word" }, h("h2", { id: "levels-word", text: "Markers inflicted, at least" }), bars);
  const spreadCard = h("section", { class: "card", "aria-labelledby": "spread-word" }, h("h2", { id: "spread-word", text: "Every outcome" }), spread);
  return {
    head, levelCard, spreadCard,
    fill(record) {
      const { chance } = record;
      big.textContent = percent(chance.out);
      for (const [key] of SMALL) small[key].textContent = percent(chance[key]);
      for (const [key] of MEANS) for (const marker of ["injuries", "stuns", "markers"]) means[`${key}.${marker}`].textContent = mean(record[key][marker]);
      points.textContent = record.victory_points === null ? "–" : mean(record.victory_points);
      sentence.textContent = record.sentence;
      more.replaceChildren(...further(record).map(([words, figure]) => h("div", {}, h("dt", { text: words }), h("dd", { text: figure }))));
      rests.replaceChildren(notes(restsOn(record), { label: "What the answer rests on" }));
      keepRoom(bars);
      keepRoom(spread);
      bars.replaceChildren(levels(record.at_least.markers));
      spread.replaceChildren(outcomes(record.outcomes, { third: record.rules === "third" }));
      say(`K.O. or Casualty ${percent(chance.out)}, K.O. ${percent(chance.ko)}, Casualty ${percent(chance.casualty)}, knocked down ${percent(chance.knocked_down)}`);
    },
  };
}
