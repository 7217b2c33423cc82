// The circumstances of an attack: position, cover, markers, bonuses, traits to use, readings of the rules.

import { address, ask } from "./api.js";
import { check, choice, fold, number, several, text } from "./controls.js";
import { h } from "./dom.js";

const COVERS = [["solid", "solid (4+)"], ["street", "street (5+)"], ["light", "light (6+)"], ["model", "another model"]];

/** Return the folds of the circumstances for the fields that a question has. */
export function circumstances(store, names, { edition }) {
  const has = (name) => names.has(name);
  const third = edition === "third";
  const flag = (name, words) => has(name) && check(words, { value: store.values[name], changed: (to) => store.set({ [name]: to }) }).element;
  const count = (name, words, least, most) =>
    has(name) && number(words, { value: store.values[name] ?? "", least, most, placeholder: "0", changed: (to) => store.set({ [name]: to === "0" ? "" : to }) }).element;
  const list = (name, words, options) =>
    has(name) && several(words, options, { value: store.values[name] ?? [], changed: (to) => store.set({ [name]: to }) }).element;
  const made = (title, names, ...content) => {
    const own = fold(title, content.filter(Boolean));
    const recap = () => own.recap(names.flatMap((name) => words(name, store.values[name])).join(", "));
    recap();
    store.heard(recap);
    return own.element;
  };
  const ranged = !third || has("beyond-range");
  return [
    made("Position and cover", ["outnumbered", "crowd", "defensive", "grabbed", "down", "moved", "moves-after", "cover", "crouched", "beyond-range", "mc"],
      h("div", { class: "checks" },
        !third && flag("outnumbered", "Target is outnumbered"), !third && flag("crowd", "Other enemies touch the attacker"),
        !third && flag("defensive", "Target in a defensive position"), flag("down", "Target lies knocked down"),
        ranged && flag("moved", "Shooter moved before"), !third && flag("moves-after", "Shooter moves after"),
        third && flag("beyond-range", "Beyond effective range"), !third && flag("crouched", "Crouched behind the last cover")),
      !third && has("cover") && cover(store),
      h("div", { class: "grid" }, !third && count("grabbed", "Enemies holding it", 0, 9), !third && count("mc", "MC spent on Dodge", 0, 20))),
    made("Markers and effects", ["injuries", "stuns", "attacker-injuries", "attacker-stuns", "attacker-state", "target-state"],
      h("div", { class: "grid" }, count("injuries", "Injuries on the target", 0, 20), count("stuns", "Stuns on the target", 0, 20),
        count("attacker-injuries", "Injuries on the attacker", 0, 20), count("attacker-stuns", "Stuns on the attacker", 0, 20)),
      list("attacker-state", "The attacker is", [["scared", "scared"], ["blind", "blind"]]),
      list("target-state", "The target is", [["scared", "scared"], ["paralyzed", "paralyzed"], ["blind", "blind"]])),
    made("Bonuses and rerolls", ["impact-bonus", "block-bonus", "damage-bonus", "reroll", "form"],
      has("form") && !third && choice("Form of the attack", [["", "Strike"], ["grab", "Grab"], ["push", "Push"]],
        { value: store.values.form === "strike" ? "" : store.values.form ?? "", changed: (to) => store.set({ form: to }) }).element,
      h("div", { class: "grid" }, count("impact-bonus", "Impact dice", -6, 6), count("block-bonus", "Block dice", -6, 6), count("damage-bonus", "Damage dice", -6, 6)),
      list("reroll", "Failed dice are rolled again", [["impact", "impact"], ["block", "block"], ["damage", "damage"]])),
    readings(store, edition),
  ];
}

function words(name, value) {
  if (!value || !value.length) return [];
  if (value === "1" || value === "true") return [name.replace("-", " ")];
  return [`${name.replaceAll("-", " ")} ${[value].flat().join(", ")}`];
}

function cover(store) {
  const line = h("ol", { class: "chips" });
  const show = () => {
    const on = store.values.cover ?? [];
    line.replaceChildren(...on.map((name, place) =>
      h("li", {}, h("button", {
        type: "button", class: "chip", "aria-label": `Take away cover ${place + 1}: ${name}`, text: `${name} ×`,
        onclick: () => put(on.filter((_, each) => each !== place)),
      }))));
  };
  const put = (list) => {
    store.set({ cover: list });
    show();
  };
  show();
  return h("fieldset", { class: "several" }, h("legend", { text: "Cover, nearest to the shooter first" }), line,
    h("div", { class: "checks" }, COVERS.map(([name, text]) =>
      h("button", { type: "button", class: "quiet", text: `+ ${text}`, "aria-label": `Add cover: ${text}`, onclick: () => put([...(store.values.cover ?? []), name]) }))));
}

const CERTAIN = { T: "in the rules’ text", P: "from another public source", I: "inferred" };

/** Return the fold of the readings of the rules; it asks for them when it opens. */
export function readings(store, edition) {
  const inside = h("div", { class: "readings" }, h("p", { class: "hint", text: "…" }));
  const own = fold("Readings of the rules", inside, { opened: fill });
  const chosen = () => new Map((store.values.reading ?? []).map((each) => each.split(/=(.*)/s).slice(0, 2)));
  const recap = () => own.recap((store.values.reading ?? []).join(", "));
  async function fill() {
    const answer = await ask("rules", address(`rules/${edition}`)).catch(() => undefined);
    if (!answer) return;
    const on = chosen();
    inside.replaceChildren(h("p", { class: "hint", text: "Where the rules leave something open. The first value is the usual one." }),
      ...answer.rows.map((row) => {
        const options = [row.value, ...row.allowed.filter((each) => each !== row.value)];
        return choice(row.option.replaceAll("_", " "), options.map((each) => [each, each.replaceAll("_", " ")]), {
          value: on.get(row.option) ?? row.value, hint: `${CERTAIN[row.certainty] ?? row.certainty}: ${row.source}`,
          changed: (to) => {
            const next = chosen();
            if (to === row.value) next.delete(row.option);
            else next.set(row.option, to);
            store.set({ reading: [...next].map(([name, value]) => `${name}=${value}`) });
          },
        }).element;
      }));
  }
  recap();
  store.heard(recap);
  return own.element;
}

/** Return the fold of the traits that a side may use; `update(model)` follows the models. */
export function uses(store) {
  const inside = h("div", {});
  const own = fold("Traits to use", inside);
  const recap = () => own.recap([...(store.values.use ?? []), ...(store.values["target-use"] ?? [])].join(", "));
  recap();
  store.heard(recap);
  const side = (name, label, rows) => {
    const given = store.values[name] ?? [];
    const known = rows.map((row) => row.trait);
    const others = given.filter((each) => !known.includes(each));
    return h("div", {},
      rows.length ? several(label, rows.map((row) => [row.trait, row.trait]), {
        value: given, changed: (to) => store.set({ [name]: [...to, ...others] }),
      }) : h("p", { class: "hint", text: `${label}: none is known` }),
      rows.length ? h("ul", { class: "hint" }, rows.map((row) => h("li", { text: `${row.trait}: ${row.does}` }))) : null,
      others.length ? text("Others", { value: others.join("+"), changed: (to) => store.set({ [name]: [...given.filter((each) => known.includes(each)), ...to.split("+").filter(Boolean)] }) }).element : null);
  };
  return {
    element: own.element,
    async update(attacker, target, edition) {
      const rules = new URLSearchParams({ rules: edition });
      const rows = async (kind, name, wanted) => {
        rules.set("name", name);
        const answer = await ask(kind, address("uses", rules)).catch(() => undefined);
        return (answer?.rows ?? []).filter((row) => row.side === wanted);
      };
      const [attacks, defends] = [await rows("uses-a", attacker, "attacker"), await rows("uses-b", target, "target")];
      inside.replaceChildren(side("use", "The attacker uses", attacks), side("target-use", "The target uses", defends));
      own.element.hidden = !attacks.length && !defends.length && !store.values.use?.length && !store.values["target-use"]?.length;
    },
  };
}
