// A model: searched while typing over the roster, or typed in as values.

import { h, unique } from "./dom.js";

const MOST = 60;

/** Return the cards whose name, trait or weapon holds every word of a text; names that begin with it come first. */
export function found(cards, typed, rank) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const score = (card) => {
    const name = card.name.toLowerCase();
    if (words.every((word) => name.includes(word))) return name.startsWith(words[0] ?? "") ? 0 : 1;
    const rest = [name, ...(card.traits ?? []), ...(card.weapons ?? [])].join(" ").toLowerCase();
    return words.every((word) => rest.includes(word)) ? 2 : 3;
  };
  return cards
    .filter((card) => !rank || card.rank.toLowerCase().split("/").map((each) => each.trim()).includes(rank))
    .map((card) => [score(card), card])
    .filter(([place]) => place < 3)
    .sort((one, other) => one[0] - other[0])
    .map(([, card]) => card);
}

/** A field to find a model in. `cards()` gives the roster; `changed` hears the name or the values. */
export function combobox(label, { value, cards, rank = () => "", changed }) {
  const id = unique("model");
  let options = [];
  let active = -1;
  let chosen = value;
  const list = h("ul", { role: "listbox", id: `${id}-list`, "aria-label": label, hidden: true });
  const input = h("input", {
    type: "text", id, role: "combobox", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "300", value,
  });
  const count = h("span", { class: "unseen", role: "status" });

  const card = (each, place) =>
    h("li", {
      role: "option", id: `${id}-${place}`, "aria-selected": "false",
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => choose(each.name),
    }, h("b", { text: each.name }), h("small", { text: about(each) }));

  function open(typed) {
    options = found(cards(), typed, rank()).slice(0, MOST);
    active = -1;
    list.replaceChildren(...options.map(card));
    if (!options.length) list.append(h("li", { class: "none", role: "option", "aria-disabled": "true", "aria-selected": "false", text: typed.includes("=") ? "Enter takes these values" : "No card is called so" }));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    input.removeAttribute("aria-activedescendant");
    count.textContent = options.length === 1 ? "1 card" : `${options.length} cards`;
  }
  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }
  function choose(name) {
    close();
    input.value = name;
    if (name === chosen) return;
    chosen = name;
    changed(name);
  }
  function mark(place) {
    if (list.hidden || !options.length) open(input.value === chosen ? "" : input.value);
    if (!options.length) return;
    list.children[active]?.setAttribute("aria-selected", "false");
    active = (place + options.length) % options.length;
    const line = list.children[active];
    line.setAttribute("aria-selected", "true");
    line.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", line.id);
  }
  function take() {
    const typed = input.value.trim();
    if (active >= 0) choose(options[active].name);
    else if (typed.includes("=")) choose(typed);
    else if (typed && typed !== chosen && options.length && !list.hidden) choose(options[0].name);
    else close();
  }
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("click", () => {
    if (!list.hidden) return;
    input.select();
    open(input.value === chosen ? "" : input.value);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      mark(active < 0 && step < 0 ? -1 : active + step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      take();
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
      input.value = chosen;
    }
  });
  input.addEventListener("blur", () => {
    const typed = input.value.trim();
    const exact = cards().find((each) => each.name.toLowerCase() === typed.toLowerCase());
    if (exact) choose(exact.name);
    else if (typed.includes("=")) choose(typed);
    else input.value = chosen;
    close();
  });
  return {
    element: h("div", { class: "field model" }, h("label", { for: id, text: label }), input, list, count),
    input,
    set(name) {
      chosen = name;
      input.value = name;
    },
  };
}

function about(card) {
  const price = card.reputation === null || card.reputation === undefined ? "" : `, ${card.reputation} rep`;
  return `${card.rank || "no rank"}${price}${card.own ? ", yours" : ""}`;
}
