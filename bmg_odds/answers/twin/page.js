// The page around the twin: it reads what was chosen, and shows what is counted.
// Names come from cards that anybody may have written: they go in as text only.
if (typeof document !== "undefined") (() => {
  "use strict";
  const root = document.currentScript.parentElement;
  const $ = (selector) => root.querySelector(selector);
  const data = JSON.parse($('script[type="application/json"]').textContent);
  const { pair, chosen, figures, notes } = lookup(data);
  const form = $("form");
  const field = (name) => form.elements[name];
  const third = data.rules === "third";
  const SLIDES = third ? ["attacker_efforts", "target_efforts"] : ["ac", "dc", "mc"];
  const [MELEE, RANGED] = third ? [["down"], ["down", "moved", "beyond_range"]] : [["outnumbered", "defensive", "down"], ["moved"]];
  const TICKS = ["outnumbered", "defensive", "down", "moved", "beyond_range"];
  const COVERS = ["none", "solid (4+)", "street furniture (5+)", "light (6+)", "another miniature (4+)"];
  const CHOICES = ["attacker", "weapon", "target", "use", "target_use", "cover"];
  // What was asked of the sliders, whatever they can give; null for as much as they can.
  const wish = { ac: null, dc: 0, mc: 0, attacker_efforts: 0, target_efforts: 0, injuries: 0, stuns: 0 };

  const make = (tag, text, name) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (name) made.className = name;
    return made;
  };
  const show = (name, shown) => {
    form.querySelector(`[data-for="${name}"]`).hidden = !shown;
  };
  const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

  function options(name, texts, kept) {
    const select = field(name);
    const old = kept && select.selectedOptions.length ? select.selectedOptions[0].textContent : null;
    if (select.options.length === texts.length && texts.every((text, k) => select.options[k].textContent === text)) return;
    select.replaceChildren(...texts.map((text, place) => {
      const option = make("option", text);
      option.value = String(place);
      return option;
    }));
    select.value = String(Math.max(0, texts.indexOf(old)));
  }

  function slide(name, most, value) {
    const input = field(name);
    input.max = String(most);
    input.value = String(value);
    input.disabled = most === 0;
    input.parentElement.querySelector("output").textContent = String(value);
    return value;
  }

  function state() {
    const found = Object.fromEntries(CHOICES.map((name) => [name, Number(field(name).value)]));
    for (const name of TICKS) found[name] = field(name).checked ? 1 : 0;
    return { ...found, injuries: wish.injuries, stuns: wish.stuns };
  }

  // Fill what depends on the models, and bound the sliders by the counters; return what is to be counted.
  function settle() {
    options("weapon", data.attackers[Number(field("attacker").value)].weapons, true);
    const at = state();
    const found = pair(at.attacker, at.weapon, at.target);
    const usable = typeof found !== "string";
    options("use", usable ? found.uses.map((name) => name || "nothing") : ["nothing"], true);
    options("target_use", usable ? found.targetUses.map((name) => name || "nothing") : ["nothing"], true);
    const ranged = usable && found.ranged;
    for (const name of TICKS) show(name, usable && (ranged ? RANGED : MELEE).includes(name));
    show("cover", ranged && !third);
    show("use", usable && found.uses.length > 1);
    show("target_use", usable && found.targetUses.length > 1);
    show("own", ranged || (usable && found.uses.length > 1));
    const endurance = data.targets[at.target].endurance;
    wish.injuries = slide("injuries", endurance, Math.min(wish.injuries, endurance));
    wish.stuns = slide("stuns", endurance, Math.min(wish.stuns, endurance - wish.injuries));
    const choice = state();
    const asked = chosen(choice);
    const counters = {};
    for (const name of SLIDES) {
      const most = asked.most ? asked.most[name] : 0;
      counters[name] = slide(name, most, wish[name] === null ? most : Math.min(wish[name], most));
      show(name, Boolean(asked.most) && (name === "ac" || name === "dc" ? !ranged : most > 0));
    }
    return { choice, asked, counters, ranged };
  }

  function sentence(choice, counters, ranged, answer) {
    const { attackers, targets } = data;
    const parts = [
      `${attackers[choice.attacker].name} attacks ${targets[choice.target].name} with ` +
        `${attackers[choice.attacker].weapons[choice.weapon]}`,
    ];
    if (third) {
      const strong = many(answer.strength_dice, "Strength die", "Strength dice");
      parts.push(`${many(answer.dice, "attack die", "attack dice")} and ${strong}`);
      parts.push(`against ${many(answer.defence_dice, "defence die", "defence dice")}`);
      if (counters.target_efforts) parts.push(`${many(counters.target_efforts, "Effort", "Efforts")} by the target`);
      if (counters.attacker_efforts) parts.push(`${many(counters.attacker_efforts, "Effort", "Efforts")} by the attacker`);
    } else parts.push(`${ranged ? "" : `${counters.ac} AC, `}${many(answer.dice, "die", "dice")}`);
    if (!third && !ranged) parts.push(`against ${counters.dc} DC`);
    if (counters.mc) parts.push(`dodging with ${counters.mc} MC`);
    if (ranged && !third && choice.cover) parts.push(`cover: ${COVERS[choice.cover]}`);
    const said = {
      outnumbered: "outnumbered", defensive: "in a defensive position", down: "already down", moved: "after moving",
      beyond_range: "beyond effective range",
    };
    for (const name of ranged ? RANGED : MELEE) if (choice[name]) parts.push(said[name]);
    const used = [field("use"), field("target_use")].filter((select) => select.value !== "0");
    for (const select of used) parts.push(`using ${select.selectedOptions[0].textContent}`);
    const held = [[choice.injuries, "Injury", "Injuries"], [choice.stuns, "Stun", "Stuns"]].filter(([count]) => count);
    if (held.length) parts.push(`already with ${held.map((each) => many(...each)).join(" and ")}`);
    return `${parts.join(", ")} (${data.rules} rules).`;
  }

  function chances(answer) {
    const { chance } = answer;
    const rows = [
      ["K.O.", chance.ko], ["Casualty", chance.casualty], ["knocked down", chance.knocked_down],
      ["critical", chance.critical], ["any damage", chance.damage], ["any marker", chance.any_marker],
      ...answer.effects.map(([name, value]) => [name.replaceAll("_", " "), value]),
    ];
    if (answer.back) {
      const { back } = answer;
      const share = answer.strike_back;
      rows.push(["strikes back", share], ["attacker down", share * back.chance.knocked_down]);
      rows.push(["attacker out", share * back.chance.out]);
    }
    if (answer.cross !== null) rows.push(["cross fire, any", answer.cross]);
    const list = rows.map(([name, value]) => {
      const row = make("div");
      row.append(make("dt", name), make("dd", twin.percent(value)));
      return row;
    });
    $(".chances").replaceChildren(...list);
  }

  function levels(answer) {
    let last = 1;
    answer.at_least.forEach((value, level) => {
      if (value > 0) last = Math.max(1, level);
    });
    const rows = [];
    for (let level = 1; level <= last; level++) {
      const value = answer.at_least[level] || 0;
      const row = make("tr");
      const bar = make("td", undefined, "bar");
      const fill = make("i");
      fill.style.width = `${100 * value}%`;
      bar.append(fill);
      bar.setAttribute("aria-hidden", "true");
      const head = make("th", String(level));
      head.scope = "row";
      row.append(head, bar, make("td", twin.percent(value)));
      rows.push(row);
    }
    $(".levels tbody").replaceChildren(...rows);
  }

  function means(answer) {
    const row = (cells, tag) => {
      const made = make("tr");
      made.append(...cells.map((cell, place) => {
        const one = make(tag || (place ? "td" : "th"), cell);
        if (one.tagName === "TH") one.scope = tag ? "col" : "row";
        return one;
      }));
      return made;
    };
    const line = (name, group) => (
      row([name, ...["injuries", "stuns", "markers"].map((key) => twin.number(group[key]))])
    );
    const heads = row(["", "Injuries", "Stuns", "markers"], "th");
    heads.firstChild.replaceWith(make("td"));
    const rows = [heads, line("inflicted", answer.inflicted),
      line("suffered", answer.suffered)];
    if (answer.back) {
      const share = Object.entries(answer.back.inflicted).map(([key, value]) => [key, answer.strike_back * value]);
      rows.push(line("struck back", Object.fromEntries(share)));
    }
    if (answer.cross !== null) rows.push(row(["cross fire", twin.number(answer.cross_injuries), "", ""]));
    if (answer.victory_points !== null) rows.push(row(["victory points", "", "", twin.number(answer.victory_points)]));
    $(".means tbody").replaceChildren(...rows);
  }

  // The chance to be out for every number of counters, or of Efforts, on both sides; a cell sets the sliders.
  const [DOWN, ACROSS] = SLIDES;
  const SIGNS = third ? ["Efforts", "of the target"] : ["AC", "DC"];
  function split(asked, counters, held, ranged) {
    const table = $(".split");
    const most = [asked.most[DOWN], asked.most[ACROSS]];
    table.hidden = third ? most[0] + most[1] === 0 : ranged || most[0] < 1;
    if (table.hidden) return;
    const head = make("tr");
    head.append(make("td", third ? "own \\ theirs" : "AC \\ DC"));
    for (let across = 0; across <= most[1]; across++) {
      const cell = make("th", String(across));
      cell.scope = "col";
      head.append(cell);
    }
    const rows = [head];
    for (let down = most[0]; down >= (third ? 0 : 1); down--) {
      const row = make("tr");
      const first = make("th", String(down));
      first.scope = "row";
      row.append(first);
      for (let across = 0; across <= most[1]; across++) {
        const value = figures(asked.law, { ...counters, [DOWN]: down, [ACROSS]: across }, held, null).chance.out;
        const cell = make("td");
        const button = make("button", twin.percent(value).replace(" %", ""));
        button.type = "button";
        button.dataset.down = String(down);
        button.dataset.across = String(across);
        button.setAttribute("aria-label", `${down} ${SIGNS[0]} against ${across} ${SIGNS[1]}: ${twin.percent(value)}`);
        if (down === counters[DOWN] && across === counters[ACROSS]) button.setAttribute("aria-current", "true");
        button.style.setProperty("--share", `${(100 * value).toFixed(1)}%`);
        cell.append(button);
        row.append(cell);
      }
      rows.push(row);
    }
    const focused = document.activeElement && table.contains(document.activeElement)
      ? document.activeElement.dataset : null;
    table.tBodies[0].replaceChildren(...rows);
    if (focused) {
      const again = table.querySelector(`[data-down="${focused.down}"][data-across="${focused.across}"]`);
      if (again) again.focus({ preventScroll: true });
    }
  }

  // Which of the inferred readings can matter here: 1 always, 2 one DC or an Effort, 4 two DC, 8 markers taken, 16 down.
  function rests(asked, choice, counters, ranged) {
    const [readings, traits, gaps] = asked.rests;
    const efforts = third ? counters.attacker_efforts + counters.target_efforts : counters.dc;
    const now = 1 + (efforts > 0 ? 2 : 0) + (counters.dc > 1 ? 4 : 0)
      + (choice.injuries + choice.stuns > 0 ? 8 : 0) + (choice.down && (third || !ranged) ? 16 : 0);
    const named = readings.filter(([, bits]) => bits & now).map(([name]) => name);
    const markers = choice.injuries + choice.stuns;
    const { endurance, points } = data.targets[choice.target];
    if (data.vp && points && markers >= endurance && choice.injuries < endurance) named.push(data.vp);
    const texts = [...notes(asked.law, counters)];
    if (named.length) texts.push(`Can rest on inferred readings of the rules: ${named.join(", ")}.`);
    if (traits.length) texts.push(`Can rest on inferred wordings of traits: ${traits.join(", ")}.`);
    if (gaps.length) texts.push(`Not in the model, so without effect here: ${gaps.join(", ")}.`);
    $(".rests").replaceChildren(...texts.map((text) => make("li", text)));
  }

  let speaking = 0;
  function speak(text) {
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      $(".spoken").textContent = text;
    }, 600);
  }

  function render() {
    const { choice, asked, counters, ranged } = settle();
    const refused = $(".refused");
    refused.hidden = !asked.refused;
    $(".odds").hidden = Boolean(asked.refused);
    $(".headline").hidden = Boolean(asked.refused);
    if (asked.refused) {
      refused.textContent = asked.refused;
      $(".who").textContent = "";
      $(".rests").replaceChildren();
      speak(asked.refused);
      return;
    }
    const held = [choice.injuries, choice.stuns];
    const answer = figures(asked.law, counters, held, data.targets[choice.target].points);
    const out = twin.percent(answer.chance.out);
    $(".who").textContent = sentence(choice, counters, ranged, answer);
    $(".headline strong").textContent = out;
    chances(answer);
    levels(answer);
    means(answer);
    split(asked, counters, held, ranged);
    rests(asked, choice, counters, ranged);
    speak(`K.O. or Casualty ${out}, any marker ${twin.percent(answer.chance.any_marker)}.`);
  }

  options("attacker", data.attackers.map((each) => each.name));
  options("target", data.targets.map((each) => each.name));
  options("cover", COVERS);
  const first = () => {
    options("weapon", data.attackers[Number(field("attacker").value)].weapons);
    field("weapon").value = String(data.attackers[Number(field("attacker").value)].first);
  };
  first();
  for (const name of ["ac", "dc", "mc", "attacker_efforts", "target_efforts"]) if (!SLIDES.includes(name)) show(name, false);
  for (const name of ["attacker", "target"]) field(name).parentElement.hidden = data[`${name}s`].length === 1;
  $("details").open = window.matchMedia("(min-width: 48rem)").matches;
  form.addEventListener("input", (event) => {
    const { name, type, value } = event.target;
    if (type === "range") wish[name] = Number(value);
    if (name === "injuries") wish.stuns = Math.min(wish.stuns, Number(field("stuns").max) - wish.injuries);
    if (name === "stuns") wish.injuries = Math.min(wish.injuries, Number(field("stuns").max) - wish.stuns);
    if (name === "attacker") first();
    if (name === "attacker" || name === "weapon" || name === "use") wish.ac = null;
    render();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  $(".split").addEventListener("click", (event) => {
    const { down, across } = event.target.dataset;
    if (down === undefined) return;
    [wish[DOWN], wish[ACROSS]] = [Number(down), Number(across)];
    render();
  });
  $(".made").textContent = `Every face of every die is counted, on this page and nowhere else: nothing is loaded, ` +
    `nothing is sent. Rules: ${data.covers}; bmg-odds ${data.version}. Made by players; not affiliated with the makers of the game.`;
  render();
  $(".cols").hidden = false;
})();
