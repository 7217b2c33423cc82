// What the dice do to a card, and the figures of it all: the harm map and the outcome once more.
const card = (() => {
  "use strict";
  const [UP, KO, CASUALTY] = [0, 1, 2];

  // Injuries and Stuns that the dice deal, before Endurance.
  function inflicted(h, impacts, damages, criticals) {
    let injuries = damages * h.injuries + criticals * h.critical_injuries;
    let stuns = damages * h.stuns + criticals * h.critical_stuns;
    if (h.scratch === 1) stuns += impacts - damages;
    else if (h.scratch === 2 && impacts > 0 && damages === 0) stuns += 1;
    else if (h.scratch === 3) stuns += impacts;
    else if (h.scratch === 4) injuries += impacts - damages;
    const ignored = Math.min(injuries, h.ignored);
    injuries -= ignored;
    stuns -= Math.min(stuns, h.ignored - ignored);
    return h.hardened && injuries > 0 ? [injuries - 1, stuns + 1] : [injuries, stuns];
  }

  // What the card shows afterwards: Injuries first, then Stuns; what is too many is lost.
  function suffered(h, injuries, stuns) {
    const free = Math.max(0, h.endurance - h.held_injuries - h.held_stuns);
    const added = Math.min(injuries, free);
    const replaced = h.replace_stuns ? Math.min(injuries - added, h.held_stuns) : 0;
    const now = h.held_injuries + added + replaced;
    const stood = h.held_stuns - replaced;
    return [now, stood + Math.min(stuns, Math.max(0, h.endurance - now - stood))];
  }

  const status = (endurance, injuries, stuns) => (
    injuries >= endurance ? CASUALTY : injuries + stuns >= endurance ? KO : UP
  );

  // Chances of up, K.O. and Casualty in the end, in sixths.
  function fates(h, now, criticals) {
    if (h.critical_casualty && criticals > 0) now = CASUALTY;
    let ko = 6 * (now === KO);
    let casualty = 6 * (now === CASUALTY);
    if (h.judgment && now === KO && h.before === UP) [ko, casualty] = [3, 3];
    if (h.survivor && h.before !== CASUALTY) {
      const saved = Math.floor(casualty / 3);
      [ko, casualty] = [ko + saved, casualty - saved];
    }
    return [6 - ko - casualty, ko, casualty];
  }

  // A sum that keeps the last digits.
  function summing() {
    let total = 0;
    let lost = 0;
    return {
      add(value) {
        const sum = total + value;
        lost += Math.abs(total) >= Math.abs(value) ? total - sum + value : value - sum + total;
        total = sum;
      },
      get value() {
        return total + lost;
      },
    };
  }
  const BELOW = 1 - 2 ** -53;

  // What a cell of a strike's table comes to, before Endurance.
  function struck(h, [blocked, impact, damages, criticals, matched]) {
    const [injuries, stuns] = inflicted(h, impact, damages, criticals);
    return { impact, damages, criticals, matched, injuries, stuns, blocked };
  }

  // Everything that can happen: a list of cases, each with its probability.
  function cases(t, h, deal) {
    const found = [];
    t.values.forEach((chance, place) => {
      if (!chance) return;
      const key = [];
      let rest = place;
      for (const size of [...t.shape].reverse()) {
        key.unshift(rest % size);
        rest = Math.floor(rest / size);
      }
      const one = deal(h, key);
      const [heldInjuries, heldStuns] = suffered(h, one.injuries, one.stuns);
      const down = one.matched || (h.down_on_impact && one.impact > 0) || (h.down_on_damage && one.damages > 0);
      fates(h, status(h.endurance, heldInjuries, heldStuns), one.criticals).forEach((sixths, fate) => {
        if (!sixths) return;
        found.push({ ...one, down: down ? 1 : 0, heldInjuries, heldStuns, fate, probability: (chance * sixths) / 6 });
      });
    });
    return found;
  }

  const EVENTS = {
    impact: (c) => c.impact > 0,
    damage: (c) => c.damages > 0,
    any_marker: (c) => c.injuries + c.stuns > 0,
    knocked_down: (c) => c.down > 0,
    critical: (c) => c.criticals > 0,
    ko: (c) => c.fate === KO,
    casualty: (c) => c.fate === CASUALTY,
    out: (c) => c.fate !== UP,
  };

  // Chance of an event; exactly 0 or 1 only where no case, or every case, is in it.
  function chance(all, event) {
    const sum = summing();
    let inside = 0;
    for (const c of all) {
      if (event(c)) {
        sum.add(c.probability);
        inside += 1;
      }
    }
    return inside === all.length ? 1 : Math.min(sum.value, BELOW);
  }

  function mean(all, value) {
    const sum = summing();
    for (const c of all) sum.add(c.probability * value(c));
    return sum.value;
  }

  // Every figure of one attack. `points[before][after]` are victory points, null where the rank scores none;
  // `effects` are [name, event] pairs; `effort_stuns` of the Stuns held are the target's Efforts' own.
  function outcome(t, harm, points, effects, deal = struck) {
    const own = harm.held_stuns - (harm.effort_stuns || 0);
    const h = { ...harm, before: status(harm.endurance, harm.held_injuries, own) };
    const all = cases(t, h, deal);
    const most = Math.max(...all.map((c) => c.injuries + c.stuns));
    const means = (injuries, stuns) => (
      { injuries: mean(all, injuries), stuns: mean(all, stuns), markers: mean(all, (c) => injuries(c) + stuns(c)) }
    );
    const found = {
      chance: Object.fromEntries(Object.entries(EVENTS).map(([name, event]) => [name, chance(all, event)])),
      inflicted: means((c) => c.injuries, (c) => c.stuns),
      suffered: means((c) => c.heldInjuries - h.held_injuries, (c) => c.heldStuns - own),
      at_least: [],
      effects: effects.map(([name, event]) => [name, chance(all, EVENTS[event])]),
      victory_points: points ? mean(all, (c) => points[h.before][c.fate]) : null,
      strike_back: chance(all, (c) => c.blocked > 0),
      cross: t.cross.length ? t.cross.slice(1).reduce((sum, each) => sum + each, 0) : null,
      cross_injuries: t.cross.reduce((sum, each, k) => sum + k * each, 0),
    };
    for (let k = 0; k <= most; k++) found.at_least.push(chance(all, (c) => c.injuries + c.stuns >= k));
    return found;
  }

  return { outcome };
})();
