// The look-up of a page of the third edition: Efforts in the place of counters.
const lookup = (data) => {
  "use strict";
  const { pools, fields } = data;
  const named = (names, row) => Object.fromEntries(names.map((name, place) => [name, row[place]]));
  const law = (number) => named(fields.parts, pools.laws[number]);
  const EFFORTS = 4;

  function pair(attacker, weapon, target) {
    const entry = data.pairs[attacker][weapon][target];
    if (typeof entry === "string") return entry;
    const [uses, targetUses, , wounds, grid, rests] = entry;
    return {
      uses: pools.lists[uses], targetUses: pools.lists[targetUses], wounds,
      grid: pools.grids[grid], rests: pools.rests[rests], ranged: data.attackers[attacker].ranged[weapon],
    };
  }

  // The laws of a choice by Efforts, and the most that each side may make, or {refused: why}.
  function chosen(state) {
    const found = pair(state.attacker, state.weapon, state.target);
    if (typeof found === "string") return { refused: found };
    const wounded = found.wounds ? (state.injuries > 0 ? 2 : state.stuns > 0 ? 1 : 0) : 0;
    const [around, size] = found.ranged
      ? [4 * state.down + 2 * state.moved + state.beyond_range, 8]
      : [state.down, 2];
    const place = (state.use * found.targetUses.length + state.target_use) * (1 + found.wounds) + wounded;
    const at = (mine, theirs) => found.grid[((place * size + around) * EFFORTS + mine) * EFFORTS + theirs];
    if (at(0, 0) < 0) return { ...found, refused: pools.texts[-1 - at(0, 0)] };
    const most = (cap, number) => {
      let many = 0;
      while (many < cap && number(many + 1) >= 0) many += 1;
      return many;
    };
    const own = data.attackers[state.attacker].efforts;
    const held = data.targets[state.target].efforts[state.injuries + state.stuns];
    return {
      ...found,
      law: (counters) => law(at(counters.attacker_efforts, counters.target_efforts)),
      most: {
        attacker_efforts: most(own, (mine) => at(mine, 0)),
        target_efforts: most(held, (theirs) => at(0, theirs)),
      },
    };
  }

  function figures(at, counters, held, points) {
    const one = at(counters);
    const strike = { ...named(fields.strike, pools.clash[one.clash]), dice: one.dice };
    const harm = named(fields.harm, pools.harm[one.harm]);
    const [injuries, stuns] = held;
    const efforts = data.efforts_before ? Math.min(counters.target_efforts, harm.endurance - injuries - stuns) : 0;
    const card = { ...harm, held_injuries: injuries, held_stuns: stuns + efforts, effort_stuns: efforts, replace_stuns: 1 };
    const found = twin.outcome(clash.table(strike), card, points, pools.effects[one.effects], clash.deal);
    return { ...found, dice: one.dice, strength_dice: strike.strength_dice, defence_dice: strike.defence_dice };
  }
  const notes = (at, counters) => pools.notes[at(counters).notes].map((text) => pools.texts[text]);

  return { pair, chosen, figures, notes };
};
