// Two set-ups side by side: A is pinned, B is the one on the screen.

import { address, ask } from "./api.js";
import { button } from "./controls.js";
import { h } from "./dom.js";
import { mean, percent } from "./numbers.js";
import { refusal, scroller } from "./shown.js";

const CHANCES = [["out", "K.O. or Casualty"], ["ko", "K.O."], ["casualty", "Casualty"], ["knocked_down", "Knocked down"], ["critical", "Critical"], ["any_marker", "Any marker"]];
const MARKERS = [["injuries", "Injuries inflicted, mean"], ["stuns", "Stuns inflicted, mean"], ["markers", "Markers inflicted, mean"]];

/** Return the panel of a comparison; `swap` and `unpin` are told when they are asked for. */
export function comparison({ swap, unpin }) {
  const box = h("div", {});
  const panel = h("section", { class: "card compare", "aria-labelledby": "compare-word", hidden: true },
    h("h2", { id: "compare-word", text: "Side by side" }), box,
    h("div", { class: "buttons" }, button("Change places", swap), button("Take A away", unpin)));
  return {
    panel,
    hide() {
      panel.hidden = true;
    },
    async show(pin, record) {
      panel.hidden = false;
      try {
        const other = await ask("pin", address("attack", new URLSearchParams(pin)));
        if (other) box.replaceChildren(sideBySide(other, record));
      } catch (error) {
        box.replaceChildren(refusal(error));
      }
    },
  };
}

function sideBySide(a, b) {
  const row = (words, one, other, write) =>
    h("tr", {}, h("th", { scope: "row", text: words }), [one, other].map((value) => h("td", {
      class: write === percent ? "figure barred" : "figure", vars: write === percent ? { "--share": `${100 * value}%` } : undefined,
    }, h("span", { text: write(value) }))));
  const who = (letter, record) => h("th", { scope: "col", class: "who" }, h("b", { text: letter }), h("span", { text: record.sentence.replace(/\.$/, "") }));
  return scroller(h("table", { class: "ab" }, h("thead", {}, h("tr", {}, h("td"), who("A", a), who("B", b))),
    h("tbody", {}, CHANCES.map(([key, words]) => row(words, a.chance[key], b.chance[key], percent)),
      MARKERS.map(([key, words]) => row(words, a.inflicted[key], b.inflicted[key], mean)))), "Side by side");
}
