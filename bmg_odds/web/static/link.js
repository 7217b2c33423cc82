// The address holds the whole state: read it, write it.

import { TABS, mistake } from "./fields.js";

/** The letter of this kind of link. A later kind gets another letter, and this one goes on being read. */
export const VERSION = "a";

/** Read an address: the tab, its values (texts, or lists of texts), and what could not be understood. */
export function readLink(search) {
  const given = new URLSearchParams(search);
  const notes = [];
  const version = given.get("v");
  if (version && version !== VERSION) notes.push(`The link is of another kind (v=${version}) than this page knows (v=${VERSION}).`);
  let tab = given.get("tab") ?? "attack";
  if (!Object.hasOwn(TABS, tab)) {
    notes.push(`There is no tab ‘${tab}’.`);
    tab = "attack";
  }
  const values = {};
  for (const name of new Set(given.keys())) {
    if (name === "v" || name === "tab") continue;
    let field = TABS[tab].fields.find((each) => each.name === name);
    if (!field && TABS[tab].open && /^[a-z][a-z-]{0,30}$/.test(name)) field = { name, kind: "text", many: true };
    if (!field) {
      notes.push(`‘${name}’ means nothing here and is ignored.`);
      continue;
    }
    const texts = given.getAll(name).filter((text) => {
      const why = field.name === "pin" ? "" : mistake(field, text);
      if (why) notes.push(`${name} ‘${text}’ ${why}; it is ignored.`);
      return !why;
    });
    if (texts.length) values[name] = field.many ? texts : texts.at(-1);
  }
  return { tab, values, notes };
}

/** Return a tab's values as a query, in the order of its fields, without what is empty. */
export function query(tab, values) {
  const out = new URLSearchParams();
  const known = TABS[tab].fields.map((field) => field.name);
  const names = [...known, ...Object.keys(values).filter((name) => !known.includes(name))];
  for (const name of names) {
    for (const text of [values[name] ?? []].flat()) if (text !== "") out.append(name, text);
  }
  return out;
}

/** Return the address of a tab and its values. */
export function writeLink(tab, values) {
  const link = query(tab, values);
  const head = new URLSearchParams({ v: VERSION });
  if (tab !== "attack") head.set("tab", tab);
  const rest = link.toString();
  return `?${head}${rest ? `&${rest}` : ""}`;
}
