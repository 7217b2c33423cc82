// One attack of the first edition: it counts a record, and knows no rule of the game.
// A strike is an object with the fields of `rules/record.py`; covers and saves are lists, nearest first.
const strike = (() => {
  "use strict";
  const { comb, zeros, count, binomial, rolls, passing } = dice;

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

  function powers(base, most) {
    const found = [1];
    for (let k = 1; k <= most; k++) found.push(found[k - 1] * base);
    return found;
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
    const power = [0, 1, 2, 3, 4, 5, 6].map((faces) => powers(faces, s.dice));
    for (const hurt of [0, 1]) {
      const terms = collateral(s, hurt);
      for (let dice = 1; dice <= s.dice; dice++) {
        for (let damages = hurt; damages <= dice * hurt; damages++) {
          const failed = dice - damages;
          const full = power[good][damages] * power[bad][failed];
          // Whole numbers, which cancel exactly: what cannot be is exactly 0.
          const counts = zeros(width);
          for (const term of terms) {
            const here = power[good - term.good][damages] * power[bad - term.bad][failed];
            // Knocked down is the rest of "all faces": exactly 0 where nothing is to be avoided.
            counts[term.criticals * 2 + term.down] += term.weight * (term.down ? here - full : here);
          }
          const share = law[dice] * ways(s, dice, damages, bad / 6) * hit ** damages * miss ** failed / terms[0].scale;
          const cell = (dice * (s.dice + 1) + damages) * width;
          counts.forEach((count, state) => {
            if (count) out[cell + state] = share * count;
          });
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

  return { table };
})();
