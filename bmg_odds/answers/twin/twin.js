// The exact engine once more, for a page without a server: it counts records, and knows no rule of the game.
// A strike is an object with the fields of `rules/record.py`; covers and saves are lists, nearest first.
const twin = (() => {
  "use strict";
  const MOST = 40;
  const comb = [[1]];
  for (let n = 1; n <= MOST; n++) {
    comb[n] = [1];
    for (let k = 1; k <= n; k++) comb[n][k] = comb[n - 1][k - 1] + (k < n ? comb[n - 1][k] : 0);
  }
  const zeros = (length) => new Array(length).fill(0);
  const count = (faces) => {
    let found = 0;
    for (let face = 0; face < 6; face++) found += (faces >> face) & 1;
    return found;
  };
  // One die out of so many successes: the law of dice that are all thrown once.
  const binomial = (dice, p, q, hits) => comb[dice][hits] * p ** hits * q ** (dice - hits);

  // Successes of so many dice; failed ones are rerolled as far as `rerolls` reach, then `spoils` good ones that
  // were not rerolled are thrown again.
  function rolls(dice, faces, rerolls, spoils) {
    let p = count(faces) / 6;
    let q = (6 - count(faces)) / 6;
    const out = zeros(dice + 1);
    if (!spoils && rerolls >= dice) {
      p += q * p;
      q *= q;
      rerolls = 0;
    }
    for (let first = 0; first <= dice; first++) {
      const chance = binomial(dice, p, q, first);
      const again = Math.min(rerolls, dice - first);
      const spoilt = Math.min(spoils, first);
      for (let more = 0; more <= again; more++) {
        const one = chance * binomial(again, p, q, more);
        for (let kept = 0; kept <= spoilt; kept++) {
          out[first - spoilt + kept + more] += one * binomial(spoilt, p, q, kept);
        }
      }
    }
    return out;
  }

  // Impacts left after the block dice; plane 0: no block die succeeded, 1: one did, -1: both together.
  function blocked(s, law, plane) {
    const left = zeros(s.dice + 1);
    if (plane !== 1) left[0] = law[0];
    for (let hits = 1; hits <= s.dice; hits++) {
      const dice = s.block_cap ? Math.min(s.block_dice, hits * s.block_need) : s.block_dice;
      const roll = rolls(dice, s.block, s.block_rerolls, 0);
      const last = plane === 0 ? 0 : dice;
      for (let good = plane === 1 ? 1 : 0; good <= last; good++) {
        left[Math.max(0, hits - Math.floor(good / s.block_need))] += law[hits] * roll[good];
      }
    }
    return left;
  }

  function dodged(s, law) {
    const roll = rolls(s.dodge_dice, s.dodge, s.dodge_rerolls, 0);
    const left = zeros(s.dice + 1);
    law.forEach((chance, hits) => roll.forEach((share, good) => {
      left[Math.max(0, hits - good)] += chance * share;
    }));
    return left;
  }

  // Each impact passes with chance `keep`.
  function thinned(law, keep, stop) {
    return law.map((_, left) => {
      let total = 0;
      for (let hits = left; hits < law.length; hits++) total += law[hits] * binomial(hits, keep, stop, left);
      return total;
    });
  }

  const passing = (groups) => groups.reduce((keep, faces) => keep * ((6 - count(faces & 63)) / 6), 1);

  function impacts(s, plane) {
    let law = rolls(s.dice, s.impact, s.impact_rerolls, s.impact_spoils);
    if (s.block_dice) law = blocked(s, law, plane);
    else if (plane === 1) law = zeros(s.dice + 1);
    if (s.covers.length) law = thinned(law, passing(s.covers), 1 - passing(s.covers));
    if (s.dodge_dice) law = dodged(s, law);
    if (s.saves.length) law = thinned(law, passing(s.saves), 1 - passing(s.saves));
    return law;
  }

  // Law of the Injuries that obstacles take (bit 64 of a cover); empty where none takes any.
  function crossFire(s) {
    if (!s.covers.some((cover) => cover & 64)) return [];
    let damage = count(s.cross) / 6;
    if (s.cross_rerolls) damage += (1 - damage) * damage;
    let reach = 1;
    let cross = 0;
    for (const cover of s.covers) {
      const stop = count(cover & 63) / 6;
      if (cover & 64) cross += reach * stop * damage;
      reach *= 1 - stop;
    }
    return thinned(rolls(s.dice, s.impact, s.impact_rerolls, s.impact_spoils), cross, 1 - cross);
  }

  // Damage faces that match a collateral die showing this face.
  function matched(s, shown) {
    let set = 0;
    for (let face = 0; face < 6; face++) if (((s.match >> (3 * face)) & 7) === shown) set |= 1 << face;
    return set;
  }

  // Law of one collateral die: signed counts by (criticals, down, damage faces that must be avoided).
  function oneDie(s, hurt) {
    const found = new Map();
    const put = (critical, down, avoid, weight) => {
      const place = (critical * 2 + down) * 64 + avoid;
      found.set(place, (found.get(place) || 0) + weight);
    };
    const stand = (critical, before, avoid, weight) => {
      put(critical, 0, avoid, weight);
      if (avoid !== before) {
        put(critical, 1, before, weight);
        put(critical, 1, avoid, -weight);
      }
    };
    const faces = [1, 2, 3, 4, 5, 6].filter((face) => (s.collateral_faces >> (face - 1)) & 1);
    const critical = (face) => hurt & (s.critical >> (face - 1)) & 1;
    for (const first of faces) {
      const avoid = matched(s, first);
      if (critical(first) || !s.collateral_reroll) {
        stand(critical(first), 0, avoid, s.collateral_reroll ? faces.length : 1);
        continue;
      }
      put(0, 1, 0, faces.length);
      put(0, 1, avoid, -faces.length);
      for (const again of faces) stand(critical(again), avoid, avoid | matched(s, again), 1);
    }
    return [...found].filter(([, weight]) => weight !== 0).map(([place, weight]) => (
      { criticals: place >> 7, down: (place >> 6) & 1, avoid: place & 63, weight }
    ));
  }

  // The same for all collateral dice, by how many success faces and failing faces are avoided.
  function collateral(s, hurt) {
    const one = oneDie(s, hurt);
    const found = new Map();
    const put = (criticals, down, avoid, weight) => {
      const good = count(avoid & s.damage);
      const key = [good, count(avoid) - good, criticals, down].join();
      found.set(key, (found.get(key) || 0) + weight);
    };
    one.forEach((left, place) => {
      if (s.collateral === 1) put(left.criticals, left.down, left.avoid, left.weight);
      else {
        for (const right of one.slice(place)) {
          const weight = left.weight * right.weight * (left === right ? 1 : 2);
          put(left.criticals + right.criticals, left.down | right.down, left.avoid | right.avoid, weight);
        }
      }
    });
    const faces = count(s.collateral_faces);
    const scale = (s.collateral_reroll ? faces * faces : faces) ** s.collateral;
    return [...found].filter(([, weight]) => weight !== 0).map(([key, weight]) => {
      const [good, bad, criticals, down] = key.split(",").map(Number);
      return { good, bad, criticals, down, weight, scale };
    });
  }

  // In how many ways so many dice give so many successes, with the chance of the failures that are rerolled.
  function ways(s, dice, good, miss) {
    if (s.damage_rerolls === 0 || s.damage_rerolls >= s.dice) return comb[dice][good];
    let total = 0;
    for (let first = 0; first <= good; first++) {
      const again = Math.min(s.damage_rerolls, dice - first);
      if (good - first <= again) total += comb[dice][first] * comb[again][good - first] * miss ** again;
    }
    return total;
  }

  // One plane of the joint table from the law of the impacts.
  function tail(s, law) {
    const width = (s.collateral + 1) * 2;
    const out = zeros((s.dice + 1) * (s.dice + 1) * width);
    out[0] = law[0];
    const good = count(s.damage);
    const bad = 6 - good;
    const all = s.damage_rerolls >= s.dice && s.dice > 0;
    const hit = all ? (6 + bad) / 36 : 1 / 6;
    const miss = all ? bad / 36 : 1 / 6;
    for (const hurt of [0, 1]) {
      for (const term of collateral(s, hurt)) {
        for (let dice = 1; dice <= s.dice; dice++) {
          for (let damages = hurt; damages <= dice * hurt; damages++) {
            const share = law[dice] * ways(s, dice, damages, bad / 6) / term.scale;
            const here = share * (hit * (good - term.good)) ** damages * (miss * (bad - term.bad)) ** (dice - damages);
            const full = share * (hit * good) ** damages * (miss * bad) ** (dice - damages);
            const cell = (dice * (s.dice + 1) + damages) * width + term.criticals * 2 + term.down;
            // Knocked down is the rest of "all faces": exactly 0 where nothing is to be avoided.
            out[cell] += term.weight * (term.down ? here - full : here);
          }
        }
      }
    }
    return out;
  }

  // Joint table of a strike, flat: blocked, impacts, damages, criticals, knocked down.
  function strikeTable(s) {
    const planes = s.watch_blocks ? [0, 1] : [-1];
    return {
      shape: [planes.length, s.dice + 1, s.dice + 1, s.collateral + 1, 2],
      values: planes.flatMap((plane) => tail(s, impacts(s, plane))),
      cross: crossFire(s),
    };
  }

  // With a gate, [faces, rerolls, strike that follows where its roll passes]: a mixture of two strikes.
  function table(s, gate) {
    const found = strikeTable(s);
    if (!gate) return found;
    let pass = count(gate[0] & 63) / 6;
    let fail = (6 - count(gate[0] & 63)) / 6;
    if (gate[1]) [pass, fail] = [pass + fail * pass, fail * fail];
    const other = strikeTable(gate[2]).values;
    return { ...found, values: found.values.map((value, place) => fail * value + pass * other[place]) };
  }

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

  // Everything that can happen: a list of cases, each with its probability.
  function cases(t, h) {
    const found = [];
    const [, dice, damage, crits, downs] = t.shape;
    t.values.forEach((chance, place) => {
      if (!chance) return;
      const matchedDown = place % downs;
      let rest = Math.floor(place / downs);
      const criticals = rest % crits;
      rest = Math.floor(rest / crits);
      const damages = rest % damage;
      rest = Math.floor(rest / damage);
      const impact = rest % dice;
      const [injuries, stuns] = inflicted(h, impact, damages, criticals);
      const [heldInjuries, heldStuns] = suffered(h, injuries, stuns);
      const down = matchedDown > 0 || (h.down_on_impact && impact > 0) || (h.down_on_damage && damages > 0);
      fates(h, status(h.endurance, heldInjuries, heldStuns), criticals).forEach((sixths, fate) => {
        if (!sixths) return;
        found.push({
          impact, damages, criticals, down: down ? 1 : 0, injuries, stuns, heldInjuries, heldStuns, fate,
          blocked: Math.floor(rest / dice), probability: (chance * sixths) / 6,
        });
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
  // `effects` are [name, event] pairs.
  function outcome(t, harm, points, effects) {
    const h = { ...harm, before: status(harm.endurance, harm.held_injuries, harm.held_stuns) };
    const all = cases(t, h);
    const most = Math.max(...all.map((c) => c.injuries + c.stuns));
    const means = (injuries, stuns) => (
      { injuries: mean(all, injuries), stuns: mean(all, stuns), markers: mean(all, (c) => injuries(c) + stuns(c)) }
    );
    const found = {
      chance: Object.fromEntries(Object.entries(EVENTS).map(([name, event]) => [name, chance(all, event)])),
      inflicted: means((c) => c.injuries, (c) => c.stuns),
      suffered: means((c) => c.heldInjuries - h.held_injuries, (c) => c.heldStuns - h.held_stuns),
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

  // Digits as Python writes them: a tie goes to the even digit, and only a number of eighths (sixteenths at three
  // decimals) can be one.
  function fixed(value, decimals) {
    const scaled = value * 10 ** decimals;
    if (Number.isInteger(value * 2 ** (decimals + 1)) && scaled - Math.floor(scaled) === 0.5) {
      const floor = Math.floor(scaled);
      return ((floor % 2 ? floor + 1 : floor) / 10 ** decimals).toFixed(decimals);
    }
    return value.toFixed(decimals);
  }

  // A chance in per cent: 0 % and 100 % only where exactly so, one step for all.
  function percent(value) {
    if (value === 0 || value === 1) return `${100 * value} %`;
    const text = fixed(100 * value, 2);
    return Number(text) <= 0 ? "<0.01 %" : Number(text) >= 100 ? ">99.99 %" : `${text} %`;
  }

  // A mean to three decimals; what only rounds to nothing is not written as nothing.
  function number(value) {
    if (value === 0) return "0";
    const text = fixed(value, 3);
    return Number(text) === 0 ? (value > 0 ? "<0.001" : ">-0.001") : text;
  }

  return { table, outcome, inflicted, suffered, status, fates, rolls, impacts, fixed, percent, number };
})();
