// Things to touch: sliders, choices, switches, numbers. Each says its new value as a text ("" for the usual one).

import { h, unique } from "./dom.js";

/** A slider with its number beside it. `bounds(least, most, why)` sets what is allowed. */
export function slider(label, { value, least = 0, most = 0, changed, hint = "" }) {
  const id = unique("slide");
  const range = h("input", { type: "range", id, step: "1" });
  const number = h("input", { type: "number", inputmode: "numeric", step: "1", "aria-label": `${label}, as a number` });
  const less = h("button", { type: "button", class: "step", "aria-label": `${label}: one less`, text: "−", onclick: () => set(Number(range.value) - 1, true) });
  const more = h("button", { type: "button", class: "step", "aria-label": `${label}: one more`, text: "+", onclick: () => set(Number(range.value) + 1, true) });
  const told = h("small", { id: `${id}-of`, text: hint });
  range.setAttribute("aria-describedby", told.id);
  const own = {
    element: h("div", { class: "slider" }, h("label", { for: id, text: label }), told, h("div", { class: "slide" }, less, range, more, number)),
    get value() {
      return Number(range.value);
    },
    set: (to) => set(to, false),
    allows: (to) => to >= least && to <= most,
    bounds(from, to, why) {
      least = from;
      most = to;
      for (const input of [range, number]) {
        input.min = String(from);
        input.max = String(to);
        input.disabled = from >= to;
      }
      told.textContent = why ?? (from < to ? `${from} to ${to}` : "");
      set(value ?? least, false);
    },
  };
  function set(to, say) {
    value = Number.isFinite(to) ? Math.round(to) : least; // what was wished may fit other bounds later
    const next = Math.min(most, Math.max(least, value));
    if (say) value = next;
    range.value = String(next);
    range.style.setProperty("--at", most > least ? `${(100 * (next - least)) / (most - least)}%` : "0%");
    number.value = String(next);
    less.disabled = next <= least;
    more.disabled = next >= most;
    if (say) changed(String(next));
  }
  range.addEventListener("input", () => set(Number(range.value), true));
  number.addEventListener("change", () => set(Number(number.value), true));
  number.addEventListener("input", () => {
    if (number.value !== "" && number.checkValidity()) set(Number(number.value), true);
  });
  own.bounds(least, most, hint || undefined);
  return own;
}

/** A choice of one; options are [value, words]. */
export function choice(label, options, { value = "", changed, hint }) {
  const id = unique("choice");
  const select = h("select", { id, onchange: () => changed(select.value) });
  const fill = (list, chosen) => {
    select.replaceChildren(...list.map(([each, words]) => h("option", { value: each, text: words })));
    if (![...select.options].some((option) => option.value === chosen)) select.append(h("option", { value: chosen, text: chosen }));
    select.value = chosen;
  };
  fill(options, value);
  return { element: h("div", { class: "field" }, h("label", { for: id, text: label }), select, hint && h("small", { text: hint })), select, fill };
}

/** A switch. */
export function check(label, { value, changed }) {
  const box = h("input", { type: "checkbox", checked: Boolean(value), onchange: () => changed(box.checked ? "1" : "") });
  return { element: h("label", { class: "check" }, box, h("span", { text: label })), box };
}

/** A number that may be left empty. */
export function number(label, { value = "", least, most, changed, placeholder = "" }) {
  const id = unique("number");
  const input = h("input", { type: "number", id, inputmode: "numeric", min: least, max: most, step: "1", value, placeholder });
  input.addEventListener("input", () => {
    if (input.checkValidity()) changed(input.value);
  });
  input.addEventListener("keydown", (event) => { // a step leads away from the usual value, not from the least
    if (["ArrowUp", "ArrowDown"].includes(event.key) && input.value === "" && /^\d+$/.test(placeholder)) input.value = placeholder;
  });
  return { element: h("div", { class: "field small" }, h("label", { for: id, text: label }), input), input };
}

/** A text. */
export function text(label, { value = "", changed, placeholder = "", hint }) {
  const id = unique("text");
  const input = h("input", { type: "text", id, value, placeholder, autocomplete: "off", spellcheck: "false", maxlength: "200", onchange: () => changed(input.value.trim()) });
  return { element: h("div", { class: "field" }, h("label", { for: id, text: label }), input, hint && h("small", { text: hint })), input };
}

/** Several of a few: switches under one heading. Says the list of those that are on. */
export function several(label, options, { value = [], changed }) {
  const on = new Set(value);
  return h("fieldset", { class: "several" }, h("legend", { text: label }), h("div", { class: "checks" }, options.map(([each, words]) =>
    check(words, {
      value: on.has(each),
      changed: (given) => {
        if (given) on.add(each);
        else on.delete(each);
        changed(options.map(([name]) => name).filter((name) => on.has(name)));
      },
    }).element)));
}

/** Something to open; `opened` is told each time it opens. */
export function fold(title, content, { open = false, opened, name } = {}) {
  const recap = h("span", { class: "recap" });
  const details = h("details", { class: "fold", open, "data-fold": name }, h("summary", {}, h("span", { text: title }), recap), h("div", { class: "inside" }, content));
  details.addEventListener("toggle", () => details.open && opened?.());
  return { element: details, recap: (words) => { recap.textContent = words; } };
}

/** A button that says for a moment what it has done. */
export function button(words, act, { kind = "quiet", done } = {}) {
  const own = h("button", {
    type: "button", class: kind, text: words,
    onclick: async () => {
      const result = await act();
      if (!done || result === false) return;
      own.textContent = done;
      setTimeout(() => { own.textContent = words; }, 1600);
    },
  });
  return own;
}

/** Copy a text; also where the browser has no clipboard for pages of the local network. */
export async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = words;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}
