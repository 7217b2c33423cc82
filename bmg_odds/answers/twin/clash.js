// The exact engine of the third edition once more: attack dice and Strength dice against defence dice.
// A clash is an object with the fields of `rules/clash.py`; saves are a list.
const clash = (() => {
  "use strict";
  const { zeros, binomial, rolls, passing, count } = dice;

  function attackHits(c) {
    const found = zeros(c.dice + c.combo * Math.floor(c.dice / 2) + 1);
    rolls(c.dice, c.hit, c.hit_rerolls, c.hit_spoils).forEach((chance, hits) => {
      found[hits + c.combo * Math.floor(hits / 2)] += chance;
    });
    return found;
  }

  function cancels(c) {
    const found = zeros(c.defence_dice + c.sustained * Math.floor(c.defence_dice / 2) + 1);
    rolls(c.defence_dice, c.defence, c.defence_rerolls, 0).forEach((chance, good) => {
      found[Math.floor((good + c.sustained * Math.floor(good / 2)) / c.defence_need)] += chance;
    });
    return found;
  }

  // Law of the Strength dice by (failed, hits, criticals); the first dice that fail take the rerolls.
  function strengthDice(c) {
    const faces = count(c.strength_faces);
    const hit = c.strength & c.strength_faces;
    const critical = count(hit & c.critical) / faces;
    const plain = count(hit & ~c.critical) / faces;
    const miss = count(c.strength_faces & ~c.strength) / faces;
    let law = new Map([[[c.strength_rerolls, 0, 0, 0].join(), 1]]);
    for (let die = 0; die < c.strength_dice; die++) {
      const after = new Map();
      const add = (state, chance) => {
        if (chance) after.set(state.join(), (after.get(state.join()) || 0) + chance);
      };
      for (const [key, chance] of law) {
        const [rerolls, failed, hits, criticals] = key.split(",").map(Number);
        add([rerolls, failed, hits + 1, criticals + 1], chance * critical);
        add([rerolls, failed, hits + 1, criticals], chance * plain);
        if (rerolls) {
          add([rerolls - 1, failed, hits + 1, criticals + 1], chance * miss * critical);
          add([rerolls - 1, failed, hits + 1, criticals], chance * miss * plain);
          add([rerolls - 1, failed + 1, hits, criticals], chance * miss * miss);
        } else add([rerolls, failed + 1, hits, criticals], chance * miss);
      }
      law = after;
    }
    return [...law].map(([key, chance]) => [...key.split(",").slice(1).map(Number), chance]);
  }

  const kept = (hits, keep) => zeros(hits + 1).map((_, left) => binomial(hits, keep, 1 - keep, left));

  // Joint table, flat: failed Strength dice, attack hits left, Strength hits left, criticals left, one plane.
  function table(c) {
    const strong = strengthDice(c);
    const shape = [c.strength_dice + 1, c.dice + c.combo * Math.floor(c.dice / 2) + 1, c.strength_dice + 1,
      c.strength_dice + 1, 1];
    const values = zeros(shape[0] * shape[1] * shape[2] * shape[3]);
    const keep = passing(c.saves);
    const hits = attackHits(c);
    cancels(c).forEach((cancel, cancelled) => {
      for (const [failed, strength, criticals, chance] of strong) {
        const taken = c.strength_defended ? Math.min(cancelled, strength) : 0;
        const critical = Math.max(0, criticals - taken);
        hits.forEach((share, rolled) => {
          const whole = share * cancel * chance;
          if (!whole) return;
          kept(Math.max(0, rolled - (cancelled - taken)), keep).forEach((one, attack) => {
            kept(strength - taken - critical, keep).forEach((two, plain) => {
              kept(critical, keep).forEach((three, crits) => {
                const place = ((failed * shape[1] + attack) * shape[2] + plain + crits) * shape[3] + crits;
                values[place] += whole * one * two * three;
              });
            });
          });
        });
      }
    });
    return { shape, values, cross: [] };
  }

  // What a cell of the table comes to, before Endurance.
  function deal(h, [failed, attack, strength, criticals]) {
    const hits = attack + strength;
    const times = h.limited ? Math.min(hits, 1) : hits;
    let injuries = times * h.injuries + criticals * h.critical_injuries + (h.scratch === 4 ? failed : 0);
    let stuns = Math.max(0, times * h.stuns + criticals * h.critical_stuns - h.stuns_ignored);
    if (h.hardened && injuries > 0) [injuries, stuns] = [injuries - 1, stuns + 1];
    const matched = criticals > 0 && h.critical_downs;
    return { impact: hits, damages: hits, criticals, matched, injuries, stuns, blocked: 0 };
  }

  return { table, deal };
})();
