// The visitor's own cards: a roster file, kept in the server's memory for this browser alone.

import { forget, send } from "./api.js";
import { h } from "./dom.js";

const MOST = 256 * 1024;

/** Fill the panel of the visitor's roster; `changed` is told when cards come or go. */
export function rosterPanel(panel, store, changed) {
  const file = h("input", { type: "file", id: "roster-file", accept: ".toml,text/plain,application/toml", onchange: () => file.files[0] && upload(file.files[0]) });
  const told = h("div", { class: "told", role: "status", id: "roster-told" });
  const remove = h("button", { type: "button", class: "quiet", text: "Take my cards away", hidden: true, onclick: () => away() });
  panel.replaceChildren(h("h2", { id: "roster-head", text: "Your own cards" }),
    h("p", { class: "hint", text: "A roster file (TOML, up to 256 KB). It stays in the memory of the server, for this browser only, and is forgotten after a while." }),
    h("div", { class: "field" }, h("label", { for: "roster-file", text: "Roster file" }), file), told, h("div", { class: "buttons" }, remove));

  async function upload(one) {
    if (one.size > MOST) {
      mistakes("The file is larger than 256 KB.", []);
      return;
    }
    told.replaceChildren(h("p", { text: `${one.name} is read …` }));
    try {
      const kept = await send("POST", "/api/roster", await one.text(), "application/toml");
      have(kept.cards, kept.warnings);
      forget();
      await changed();
    } catch (error) {
      mistakes(error.message, error.errors ?? []);
    }
    file.value = "";
  }
  function have(names, warnings) {
    told.replaceChildren(h("p", { class: "good", text: `${names.length === 1 ? "1 card" : `${names.length} cards`} of your own: ${names.join(", ")}` }),
      ...warnings.map((each) => h("p", { class: "hint", text: `line ${each.line}: ${each.message}` })));
    remove.hidden = false;
  }
  function mistakes(message, errors) {
    told.replaceChildren(h("div", { class: "refusal", role: "alert" }, h("p", { text: message }),
      errors.length ? h("ul", {}, errors.map((each) => h("li", { text: each.line ? `line ${each.line}: ${each.message}` : each.message ?? String(each) }))) : null));
  }
  async function away() {
    try {
      await send("DELETE", "/api/roster");
      told.replaceChildren(h("p", { text: "Your cards are forgotten." }));
      remove.hidden = true;
      forget();
      await changed();
      file.focus();
    } catch (error) {
      mistakes(error.message, []);
    }
  }
  // What was sent before still stands, as long as the server remembers it.
  fetch("/api/roster/own").then((response) => response.json()).then(({ cards }) => cards.length && have(cards, [])).catch(() => undefined);
}
