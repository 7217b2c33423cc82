// The page: which tab, what stands in the address, and whom to tell when it changes.

import { loadRoster } from "./cards.js";
import { h, leaveTab, whenQuiet } from "./dom.js";
import { TABS } from "./fields.js";
import { readLink, writeLink } from "./link.js";
import { rosterPanel } from "./roster.js";

const main = document.getElementById("main");
const notice = document.getElementById("notice");
const rules = document.getElementById("rules");
const nav = document.getElementById("tabs");
const kept = {};
let tab = "attack";
let leave = () => undefined;
let listeners = [];

const family = (edition) => (edition === "third" ? "third" : "revised");

const store = {
  values: {},
  get edition() {
    return TABS[tab].only ?? (store.values.rules || "revised");
  },
  /** Change some values; what stands on the screen follows. */
  set(some) {
    for (const [name, value] of Object.entries(some)) {
      if (value === "" || value === undefined || (Array.isArray(value) && !value.length)) delete store.values[name];
      else store.values[name] = value;
    }
    remember();
    for (const each of listeners) each();
  },
  /** Take other values altogether. */
  replace(values) {
    store.values = {};
    store.set(values);
    show();
  },
  /** Be told when a value changes. */
  heard(work) {
    listeners.push(work);
  },
  /** The address of what stands on the screen. */
  link: (path = location.pathname) => `${location.origin}${path}${writeLink(tab, store.values)}`,
  /** Tell something above the tab's content. */
  tell: (text) => tell([...told, text]),
  title(words) {
    document.title = `${words} · bmg-odds`;
  },
};

const push = () => {
  const link = writeLink(tab, store.values);
  if (link !== location.search) history.pushState(null, "", link);
};
const remember = whenQuiet(300, push, { lasts: true });

let told = [];

function tell(notes) {
  told = notes;
  notice.hidden = !notes.length;
  notice.replaceChildren(h("div", {}, notes.map((text) => h("p", { text }))), h("button", { type: "button", class: "quiet", text: "Close", onclick: () => { notice.hidden = true; } }));
}

/** Fill in what a tab begins with where a link does not say it. */
function complete() {
  const first = TABS[tab].first[family(store.edition)];
  const fresh = !Object.keys(store.values).some((name) => name in first);
  for (const [name, value] of Object.entries(first)) {
    const models = ["attacker", "target", "a", "b", "by"].includes(name);
    if (store.values[name] === undefined && (models || fresh)) store.values[name] = value;
  }
}

function tabs() {
  nav.replaceChildren(...Object.entries(TABS).map(([name, { word }]) =>
    h("a", {
      href: writeLink(name, kept[name] ?? {}), "aria-current": name === tab ? "page" : null, text: word,
      onclick: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
        event.preventDefault();
        go(name);
      },
    })));
}

function go(name) {
  push();
  kept[tab] = store.values;
  const edition = store.values.rules;
  tab = name;
  store.values = { ...kept[name] };
  if (!TABS[tab].only) store.values.rules = edition;
  if (!store.values.rules) delete store.values.rules;
  show();
  push();
  nav.querySelector("[aria-current]").focus();
}

let showing = 0;

async function show() {
  showing += 1;
  const own = showing;
  leaveTab();
  leave();
  leave = () => undefined;
  listeners = [];
  complete();
  tabs();
  rules.value = store.edition;
  rules.disabled = Boolean(TABS[tab].only);
  document.title = `${TABS[tab].word} · bmg-odds`;
  main.className = `tab-${tab}`;
  const wanted = import(`./tab_${tab}.js`);
  const [module] = await Promise.all([wanted, wanted.then((each) => each.prepare?.()), loadRoster(store.edition).catch(() => undefined)]);
  if (own === showing) leave = module.mount(main, store) ?? leave; // else another tab was asked for meanwhile
}

rules.addEventListener("change", () => {
  const before = family(store.edition);
  const next = rules.value;
  const values = { ...store.values, rules: next === "revised" ? "" : next, reading: [] };
  if (before !== family(next)) {
    store.replace({ rules: values.rules });
    tell(["The editions have cards of their own: the question begins anew."]);
  } else store.replace(values);
});

function arrive() {
  const link = readLink(location.search);
  tab = link.tab;
  store.values = link.values;
  tell(link.notes);
  show();
}

window.addEventListener("popstate", arrive);
document.getElementById("home").addEventListener("click", (event) => {
  event.preventDefault();
  history.pushState(null, "", "/");
  arrive();
});
rosterPanel(document.getElementById("roster"), store, async () => {
  await loadRoster(store.edition, { again: true });
  show();
});
arrive();
