// Two models over several rounds: under plans, or each with the best counters in every round.

import { work } from "./api.js";
import { readings } from "./circumstances.js";
import { button, choice, slider, text } from "./controls.js";
import { h, say, whenQuiet } from "./dom.js";
import { query } from "./link.js";
import { model, weaponOptions } from "./model.js";
import { percent } from "./numbers.js";
import { answer as written, refusal } from "./shown.js";
import { takeaway } from "./takeaway.js";

const PLANS = [["", "balanced"], ["all-out", "all-out"], ["turtle", "turtle"], ["split", "by counters …"]];
const OF_SOLVE = ["objective"];
const OF_DUEL = ["plan-a", "plan-b"];

/** Show the tab. */
export function mount(root, store) {
  const { edition } = store;
  const third = edition === "third";
  const parameters = (without) => {
    const values = { ...store.values, rules: edition };
    for (const name of without) delete values[name];
    return query("duel", values);
  };
  const weapon = (name) => choice(`Weapon of ${name.toUpperCase()}`, weaponOptions(store.values[name]), { value: store.values[`weapon-${name}`] ?? "", changed: (to) => store.set({ [`weapon-${name}`]: to }) });
  const weapons = { a: weapon("a"), b: weapon("b") };
  const side = (name, words) => model(words, {
    value: store.values[name],
    changed: (to) => {
      store.set({ [name]: to, [`weapon-${name}`]: "" });
      weapons[name].fill(weaponOptions(to), "");
    },
  });
  const a = side("a", "Model A");
  const b = side("b", "Model B");
  const plan = (name) => {
    const key = `plan-${name}`;
    const given = (store.values[key] ?? "").replace(/^balanced$/, "");
    const own = text(`Counters of ${name.toUpperCase()}`, {
      value: given.startsWith("split=") ? given.slice(6) : "", placeholder: third ? "1/2" : "4/2/1", hint: third ? "Efforts to attack/to defend" : "AC/DC/SC",
      changed: (to) => to && store.set({ [key]: `split=${to}` }),
    });
    own.element.hidden = !given.startsWith("split=");
    const which = choice(`Plan of ${name.toUpperCase()}`, PLANS, {
      value: given.startsWith("split=") ? "split" : given,
      changed: (to) => {
        own.element.hidden = to !== "split";
        if (to !== "split") store.set({ [key]: to });
        else if (own.input.value) store.set({ [key]: `split=${own.input.value}` });
        else own.input.focus();
      },
    });
    return h("div", { class: "values" }, which.element, own.element);
  };
  const lasting = Number(store.values.rounds ?? (third ? 4 : 6));
  const rounds = slider("Rounds", { value: lasting, least: 1, most: Math.max(lasting, third ? 4 : 8), changed: (to) => store.set({ rounds: to }) });
  const first = choice("Who goes first", [["", "drawn each round"], ["a", "A always"], ["b", "B always"]], { value: store.values.first === "draw" ? "" : store.values.first ?? "", changed: (to) => store.set({ first: to }) });
  const objective = choice("What the best plans want", [["", "the foe out"], ["vp", "victory points"], ["markers", "markers"]], { value: store.values.objective === "out" ? "" : store.values.objective ?? "", changed: (to) => store.set({ objective: to }) });

  const fight = lane("The fight under these plans", "Fight", "duel", {
    parameters: () => parameters(OF_SOLVE), show: showFight, store,
  });
  const best = lane("The best plans", "Find the best plans", "solve", {
    parameters: () => parameters(OF_DUEL), show: showBest, store,
    hint: "Every state of both models is solved; that can take a minute. It can be cancelled.",
  });
  root.replaceChildren(
    h("form", { class: "ask card", "aria-label": "The duel", onsubmit: (event) => event.preventDefault() },
      a.element, b.element, rounds.element, first.element,
      h("div", { class: "grid two" }, plan("a"), plan("b")),
      objective.element, h("div", { class: "grid two" }, weapons.a.element, weapons.b.element), h("div", { class: "folds" }, a.values, b.values, readings(store, edition))),
    h("div", { class: "answers", id: "answer", tabindex: "-1" }, fight.panel, best.panel));
  store.heard(() => {
    fight.stale();
    best.stale();
    again();
  });
  const again = whenQuiet(500, () => fight.start());
  fight.start();
  return () => {
    fight.stop();
    best.stop();
  };
}

/** A question that takes long: a button, its progress, a way to cancel it, its answer. */
function lane(title, word, command, { parameters, show, hint, store }) {
  const out = h("div", { class: "room" }, hint ? h("p", { class: "hint", text: hint }) : null);
  const bar = h("progress", { max: "1", "aria-label": `${title}: progress` });
  const told = h("span", { class: "told" });
  const take = takeaway({ link: () => store.link() });
  take.panel.hidden = true;
  const cancel = h("button", { type: "button", class: "quiet", text: "Cancel", onclick: () => stop(true) });
  const running = h("div", { class: "running", hidden: true }, bar, told, cancel);
  const start = button(word, () => run(), { kind: "strong" });
  const panel = h("section", { class: "card", "aria-label": title }, h("h2", { text: title }), h("div", { class: "buttons" }, start), running, out);
  let control = null;

  function stop(said = false) {
    if (!control) return;
    control.abort();
    control = null;
    running.hidden = true;
    start.disabled = false;
    if (said) {
      out.replaceChildren(h("p", { class: "hint", role: "status", text: "Cancelled." }));
      start.focus();
    }
  }
  async function run() {
    stop();
    const own = new AbortController();
    control = own;
    const asked = parameters();
    running.hidden = false;
    start.disabled = true;
    bar.removeAttribute("value");
    told.textContent = "begins …";
    panel.classList.remove("stale");
    try {
      const found = await work(command, asked, {
        signal: own.signal,
        told: ({ progress, waiting }) => {
          if (progress?.total) bar.value = progress.done / progress.total;
          told.textContent = waiting ? "waits for its turn …" : progress?.total ? `${Math.floor((100 * progress.done) / progress.total)} %` : "working …";
        },
      });
      if (!found || control !== own) return;
      out.replaceChildren(...show(found.record, found.markdown));
      take.fill(command, asked);
      take.panel.hidden = false;
      out.append(take.panel);
      say(found.record.sentence);
    } catch (error) {
      if (control === own) out.replaceChildren(refusal(error));
    } finally {
      if (control === own) {
        control = null;
        running.hidden = true;
        start.disabled = false;
      }
    }
  }
  return {
    panel, start: run, stop,
    stale() {
      stop();
      panel.classList.add("stale");
    },
  };
}

function headline(tiles) {
  return h("dl", { class: "tiles" }, tiles.map(([words, figure]) => h("div", {}, h("dt", { text: words }), h("dd", { text: figure }))));
}

function showFight(record, markdown) {
  const { final } = record;
  return [
    headline([[`${record.a.name} wins`, percent(final.b_out)], [`${record.b.name} wins`, percent(final.a_out)], ["Both out", percent(final.both_out)], ["Nobody", percent(final.neither_out)]]),
    ...written(markdown),
  ];
}

function showBest(record, markdown) {
  return written(markdown);
}
