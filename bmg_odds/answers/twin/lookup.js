// From what was chosen to its record among those that the page carries, and to what the twin counts of it.
const lookup = (data) => {
  "use strict";
  const { pools, fields } = data;
  const named = (names, row) => Object.fromEntries(names.map((name, place) => [name, row[place]]));
  const law = (number) => named(fields.parts, pools.laws[number]);

  // What one weapon has against one target: its uses, the target's with their costs, and the grid of laws; a text
  // where it cannot be used at all.
  function pair(attacker, weapon, target) {
    const entry = data.pairs[attacker][weapon][target];
    if (typeof entry === "string") return entry;
    const [uses, targetUses, costs, wounds, grid, rests] = entry;
    return {
      uses: pools.lists[uses], targetUses: pools.lists[targetUses], costs: pools.lists[costs], wounds,
      grid: pools.grids[grid], rests: pools.rests[rests], ranged: data.attackers[attacker].ranged[weapon],
    };
  }

  // The law of a choice with its counters, or {refused: why}.
  function chosen(state) {
    const found = pair(state.attacker, state.weapon, state.target);
    if (typeof found === "string") return { refused: found };
    const target = data.targets[state.target];
    const markers = state.injuries + state.stuns;
    const wounded = found.wounds && markers > 0 ? 1 : 0;
    const [around, size] = found.ranged
      ? [2 * state.cover + state.moved, 10]
      : [4 * state.outnumbered + 2 * state.defensive + state.down, 8];
    const place = (state.use * found.targetUses.length + state.target_use) * (1 + found.wounds) + wounded;
    const number = found.grid[place * size + around];
    if (number < 0) return { ...found, refused: pools.texts[-1 - number] };
    const left = target.counters[markers] - found.costs[state.target_use];
    if (left < 0) {
      return { ...found, refused: `${target.name} has too few counters left for ${found.targetUses[state.target_use]}.` };
    }
    const one = law(number);
    const [dice, blocks, , dodges] = pools.counters[one.counters];
    const most = {
      ac: dice.length - 1,
      dc: Math.max(0, Math.min(blocks.length - 1, left)),
      mc: Math.max(0, Math.min(dodges.length - 1, left)),
    };
    return { ...found, law: one, most };
  }

  function record(one, ac, dc, mc) {
    const [dice, blocks, block, dodges, dodge] = pools.counters[one.counters];
    return {
      ...named(fields.impact, pools.impact[one.impact]), ...named(fields.damage, pools.damage[one.damage]),
      dice: dice[ac], block_dice: blocks[dc], block: blocks[dc] ? block : 0, dodge_dice: dodges[mc], dodge,
    };
  }

  // Every figure of a law with these counters, on a target that holds these markers.
  function figures(one, counters, held, points) {
    const { ac, dc, mc } = counters;
    const gate = pools.gate[one.gate];
    const table = strike.table(
      record(one, ac, dc, mc),
      gate.length ? [...gate, record(one, ac, Math.max(0, dc - 1), mc)] : null,
    );
    const harm = { ...named(fields.harm, pools.harm[one.harm]), held_injuries: held[0], held_stuns: held[1] };
    const found = twin.outcome(table, harm, points, pools.effects[one.effects]);
    if (one.back) found.back = figures(law(one.back - 1), { ac: 0, dc: 0, mc: 0 }, [0, 0], null);
    return { ...found, dice: dice(one, ac) };
  }
  const dice = (one, ac) => pools.counters[one.counters][0][ac];

  const notes = (one) => pools.notes[one.notes].map((text) => pools.texts[text]);

  return { pair, chosen, figures, notes };
};
