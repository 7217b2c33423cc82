// What each tab's link may say. The names are those of the command line's options.

import { FIGURES } from "./numbers.js";

const text = (name) => ({ name, kind: "text" });
const count = (name, least = 0, most = 99) => ({ name, kind: "count", least, most });
const flag = (name) => ({ name, kind: "switch" });
const choice = (name, ...allowed) => ({ name, kind: "choice", allowed });
const many = (field) => ({ ...field, many: true });
const pick = (names) => SITUATION.filter((field) => names.includes(field.name));

export const FIGURE_NAMES = Object.keys(FIGURES);
const EDITION = choice("rules", "2012", "revised", "third");
const READING = many(text("reading"));
const SHOW = choice("show", ...FIGURE_NAMES);

export const SITUATION = [
  text("weapon"), count("ac"), count("dc"), count("mc"), many(text("use")), many(text("target-use")),
  choice("form", "strike", "grab", "push"), flag("outnumbered"), flag("crowd"), flag("defensive"), count("grabbed"),
  flag("moved"), flag("moves-after"), many(choice("cover", "solid", "street", "light", "model")), flag("crouched"),
  flag("as-edition"), count("impact-bonus", -6, 6), count("block-bonus", -6, 6), count("damage-bonus", -6, 6),
  many(choice("reroll", "impact", "block", "damage")), count("injuries"), count("stuns"), flag("down"),
  count("attacker-injuries"), count("attacker-stuns"), many(choice("attacker-state", "scared", "blind")),
  count("attacker-efforts", 0, 3), count("target-efforts", 0, 3), flag("beyond-range"),
  many(choice("target-state", "scared", "paralyzed", "blind")),
];

const NOT_IN_SEQUENCE = new Set([
  "weapon", "ac", "mc", "form", "attacker-injuries", "attacker-stuns", "attacker-state", "attacker-efforts",
  "target-efforts", "beyond-range",
]);

/** The tabs: their word, the command they ask, what their links may say, and what stands there at first. */
export const TABS = {
  attack: {
    word: "Attack", command: "attack",
    fields: [text("attacker"), text("target"), ...SITUATION, EDITION, READING, SHOW, text("pin")],
    first: { revised: { attacker: "Batman (AC)", target: "Gotham Policeman" }, third: { attacker: "Batman", target: "Joker" } },
  },
  gang: {
    word: "Gang", command: "sequence",
    fields: [
      text("target"), many(text("by")), text("policy"), count("spare"), choice("lose", "spare", "dc"),
      ...SITUATION.filter((field) => !NOT_IN_SEQUENCE.has(field.name)), EDITION, READING, SHOW,
    ],
    first: {
      revised: { target: "Batman (AC)", by: ["Bob", "3x Clown (Tube)"], dc: "3" },
      third: { target: "Batman", by: ["2x Joker"] },
    },
  },
  duel: {
    word: "Duel", command: "duel",
    fields: [
      text("a"), text("b"), count("rounds", 1, 20), choice("first", "a", "b", "draw"), text("plan-a"), text("plan-b"),
      text("weapon-a"), text("weapon-b"), choice("objective", "out", "vp", "markers"), flag("as-edition"), EDITION, READING,
    ],
    first: { revised: { a: "Batman (AC)", b: "Joker (AC)" }, third: { a: "Batman", b: "Joker" } },
  },
  rank: {
    word: "Rank", command: "rank",
    fields: [
      choice("side", "attackers", "defenders"), many(choice("only", "leader", "sidekick", "free agent", "henchman")),
      choice("by", ...FIGURE_NAMES), many(text("against")), choice("per", "reputation", "funding", "ac"), count("ac"),
      count("dc"), ...pick(["outnumbered", "defensive", "down", "injuries", "stuns"]), EDITION, READING,
    ],
    first: { revised: {}, third: {} },
  },
  rolls: { word: "Rolls", command: "roll", open: true, fields: [text("roll"), EDITION, READING], first: { revised: {}, third: {} } },
  efforts: {
    word: "Efforts", command: "efforts", only: "third",
    fields: [
      text("attacker"), text("target"),
      ...SITUATION.filter((field) => !["ac", "dc", "mc", "attacker-efforts", "target-efforts"].includes(field.name)),
      EDITION, READING, SHOW,
    ],
    first: { third: { attacker: "Batman", target: "Joker" }, revised: { attacker: "Batman", target: "Joker" } },
  },
};

/** Return why a text is no value of a field, or nothing when it is one. */
export function mistake(field, given) {
  if (given.length > 300) return "is too long";
  if (field.kind === "count") {
    const whole = /^-?\d{1,3}$/.test(given) && Number(given) >= field.least && Number(given) <= field.most;
    return whole ? "" : `is no number from ${field.least} to ${field.most}`;
  }
  if (field.kind === "choice" && !field.allowed.includes(given)) return `is none of ${field.allowed.join(", ")}`;
  if (field.kind === "switch" && !["1", "true"].includes(given)) return "is no switch; leave it out or write 1";
  return given.trim() ? "" : "is empty";
}
