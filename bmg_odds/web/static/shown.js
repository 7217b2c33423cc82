// What answers look like: the tables that the command line writes as Markdown, bars, and a map of two counters.

import { h, unique } from "./dom.js";
import { figureWords, percent, shown } from "./numbers.js";

/** Take the Markdown of an answer apart: paragraphs, tables, notes, a line to copy. */
export function parts(markdown) {
  const found = [];
  for (const block of markdown.replace(/<!--[\s\S]*$/, "").split(/\n{2,}/)) {
    const lines = block.split("\n").filter((line) => line.trim());
    if (!lines.length) continue;
    if (lines[0].startsWith("|")) {
      const [columns, , ...rows] = lines.map(cells);
      found.push({ kind: "table", columns, rows });
    } else if (lines[0].startsWith("- ")) found.push({ kind: "notes", notes: lines.map((line) => line.replace(/^- /, "")) });
    else if (/^`.*`$/.test(lines[0])) found.push({ kind: "line", text: lines[0].slice(1, -1) });
    else found.push({ kind: "text", text: lines.join(" ").replace(/^#+ /, "") });
  }
  return found;
}

function cells(line) {
  return line.replace(/^\| ?/, "").replace(/ ?\|$/, "").split(/ \| |(?<!\\)\|/).map((text) => text.replaceAll("\\|", "|"));
}

/** Show the Markdown of an answer; `decorate` may put something else into a cell. */
export function answer(markdown, { decorate, sentence = true, bars = true } = {}) {
  const found = parts(markdown);
  let heading = "";
  return found.flatMap((part, place) => {
    if (part.kind === "text") {
      if (place === 0) return sentence ? [h("p", { class: "sentence", text: part.text })] : [];
      heading = part.text;
      return [h("h3", { text: part.text })];
    }
    if (part.kind === "notes") return [notes(part.notes)];
    if (part.kind === "line") return [];
    return [table(part.columns, part.rows, { decorate, bars, label: heading || found[0].text })];
  });
}

/** Show what an answer rests on. */
export function notes(texts, { label } = {}) {
  return h("ul", { class: "notes", "aria-label": label }, texts.map((text) => h("li", { text })));
}

const FIGURE = /^(?:-|none|[<>]?[+−-]?\d[\d.]*(?: (?:%|pp))?(?: ± .*)?)$/;

/** Show a table; columns of figures stand right, chances have a bar behind them. */
export function table(columns, rows, { decorate, bars = true, label } = {}) {
  const right = columns.map((_, place) => rows.every((row) => !row[place]?.trim() || FIGURE.test(row[place].trim())));
  const head = h("tr", {}, columns.map((text, place) => h("th", { scope: "col", class: right[place] ? "figure" : null, text: text.trim().replaceAll("_", " ") })));
  const body = rows.map((row) =>
    h("tr", {}, row.map((text, place) => {
      const inner = /^ {2,}\S/.test(text) && !right[place];
      const special = decorate?.(columns[place].trim(), text.trim(), row);
      const share = bars ? shareOf(text) : null;
      const kind = [right[place] ? "figure" : FIGURE.test(text.trim()) && "short", inner && "inner", share !== null && "barred"].filter(Boolean).join(" ");
      return h(place === 0 ? "th" : "td", {
        scope: place === 0 ? "row" : null, class: kind || null, vars: share === null ? undefined : { "--share": `${share}%` },
      }, special ?? h("span", { text: text.trim() }));
    })));
  return scroller(h("table", {}, h("thead", {}, head), h("tbody", {}, body)), label);
}

function shareOf(text) {
  const match = /^\s*[<>]?(\d+(?:\.\d+)?) %$/.exec(text);
  return match ? Number(match[1]) : null;
}

/** Return a region that scrolls sideways by itself, also with the keyboard, when what it holds is wider. */
export function scroller(inner, label = "Table") {
  return h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label }, inner);
}

/** Show chances of at least so many markers as bars. */
export function levels(chances) {
  const rows = chances.map((chance, level) => [level, chance]).filter(([level, chance]) => level > 0 && (chance > 0 || level === 1));
  return h("ol", { class: "bars" }, rows.map(([level, chance]) =>
    h("li", { vars: { "--share": `${100 * chance}%` } },
      h("span", { class: "level", text: String(level) }), h("span", { class: "bar", "aria-hidden": "true" }, h("i")),
      h("span", { class: "figure", text: percent(chance) }))));
}

/** Show every outcome, the likeliest first. */
export function outcomes(rows, { third = false, most = 8 } = {}) {
  const sorted = [...rows].sort((one, other) => other.probability - one.probability);
  const words = { up: "up", ko: "K.O.", casualty: "Casualty" };
  const marked = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const card = (row) => [row.target_injuries && (row.target_injuries === 1 ? "1 Injury" : `${row.target_injuries} Injuries`), row.target_stuns && marked(row.target_stuns, "Stun")].filter(Boolean).join(", ") || "unmarked";
  const line = (row) => [
    [third ? marked(row.damages, "hit") : `${row.damages} damage`, row.critical && "critical", row.knocked_down && "down"].filter(Boolean).join(", "),
    row.status === "up" ? card(row) : `${card(row)}: ${words[row.status] ?? row.status}`, percent(row.probability),
  ];
  const columns = ["the dice", "the card then", "chance"];
  const box = h("div", { class: "outcomes" });
  const show = (all) => {
    box.replaceChildren(table(columns, (all ? sorted : sorted.slice(0, most)).map(line), { label: "Outcomes" }));
    if (sorted.length > most) {
      box.append(h("button", {
        type: "button", class: "quiet", "aria-expanded": String(all), text: all ? "Only the likeliest" : `All ${sorted.length} outcomes`,
        onclick: () => {
          show(!all);
          box.querySelector("button").focus();
        },
      }));
    }
  };
  show(false);
  return box;
}

/**
 * Show a figure over two counters. `across` and `down` name the row's keys; `chosen` finds the cell in force, `pick` is
 * told of the one that was tapped. Arrow keys walk over the cells.
 */
export function heat(rows, { across, down, figure, chosen, pick, words }) {
  const xs = [...new Set(rows.map((row) => row[across]))].sort((a, b) => a - b);
  const ys = [...new Set(rows.map((row) => row[down]))].sort((a, b) => a - b);
  const top = Math.max(...rows.map((row) => row.value), Number.MIN_VALUE);
  const at = new Map(rows.map((row) => [`${row[across]}/${row[down]}`, row]));
  const id = unique("heat");
  const buttons = [];
  const cell = (y, x) => {
    const row = at.get(`${x}/${y}`);
    if (!row) return h("td");
    const share = Math.round((100 * row.value) / top);
    const here = chosen(row);
    const button = h("button", {
      type: "button", class: "cell", tabindex: "-1", "aria-pressed": String(here), vars: { "--heat-share": `${Math.round(share * 0.62)}%` },
      "aria-label": `${y} ${words[down]}, ${x} ${words[across]}: ${shown(figure, row.value)}`, text: shown(figure, row.value, true),
      title: shown(figure, row.value), onclick: () => pick(row),
      onkeydown: (event) => walk(event, buttons, xs.length),
    });
    buttons.push(button);
    return h("td", {}, button);
  };
  const body = ys.map((y) => h("tr", {}, h("th", { scope: "row", text: String(y) }), xs.map((x) => cell(y, x))));
  const entry = buttons.find((button) => button.getAttribute("aria-pressed") === "true") ?? buttons[0];
  if (entry) entry.tabIndex = 0;
  const head = h("tr", {}, h("th", { class: "corner", scope: "col" }, h("span", { text: `${words[down]} ↓ ${words[across]} →` })),
    xs.map((x) => h("th", { scope: "col", text: String(x) })));
  return h("div", { class: "heatmap" },
    h("table", { class: "heat", "aria-labelledby": id }, h("caption", { id, class: "unseen", text: `${capital(figureWords(figure))} for every split of counters` }),
      h("thead", {}, head), h("tbody", {}, body)));
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function walk(event, buttons, wide) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: wide, ArrowUp: -wide }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = buttons[buttons.indexOf(event.currentTarget) + step];
  if (!next) return;
  for (const button of buttons) button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** Say why there is no answer. */
export function refusal(error) {
  const lines = String(error.message ?? error).split("\n");
  return h("div", { class: "refusal", role: "alert" }, lines.map((text) => h("p", { text: text.replace(/^bmg-odds: /, "") })));
}
