// Asks the page's twin what the exact engine was asked, and says how far apart they are.
// In: a JSON file {source, clashes, tables, outcomes, numbers, pages: [{data, states}], faults: {name: [old, new, kinds]}}, each case
// with what is wanted; a fault has the kinds of cases to look at too. Out: for each kind the number of cases, the worst
// difference and where it was; for each fault, planted in place of what stands there, the first difference, or null.
import { readFileSync } from "node:fs";

const asked = JSON.parse(readFileSync(process.argv[2], "utf8"));
const PLAIN = 1e-6;

function apart(one, two) {
  if (typeof one === "number" && typeof two === "number") return Number.isFinite(one) ? Math.abs(one - two) : Infinity;
  if (one && two && typeof one === "object" && typeof two === "object") {
    if (Array.isArray(one) && one.length !== two.length) return Infinity;
    let far = 0;
    for (const key of Object.keys(two)) far = Math.max(far, key in one ? apart(one[key], two[key]) : Infinity);
    return far;
  }
  return one === two ? 0 : Infinity;
}

// The same zeros and ones too: 0 % and 100 % are shown only where they are exactly so.
const zeros = (values) => values.map((value) => (value === 0 ? "none" : value));
const sharp = (values) => zeros(values).map((value) => (value === 1 ? "all" : value));

function answers({ twin, strikes, clash, lookup }) {
  const looked = asked.pages.map(({ data }) => lookup(data));
  return {
    clashes: ({ clash: record }) => zeros(clash.table(record).values),
    tables: ({ strike, gate }) => {
      const found = strikes.table(strike, gate);
      return { shape: found.shape, values: zeros(found.values), cross: found.cross };
    },
    outcomes: ({ strike, gate, harm, points, effects }) => {
      const found = twin.outcome(strikes.table(strike, gate), harm, points, effects);
      return { ...found, chance: sharp(Object.values(found.chance)), at_least: sharp(found.at_least) };
    },
    numbers: ({ value }) => [twin.percent(value), twin.number(value)],
    pages: ({ page, state, counters }) => {
      const found = looked[page].chosen(state);
      if (found.refused) return "refused";
      const { points } = asked.pages[page].data.targets[state.target];
      const answer = looked[page].figures(found.law, counters, [state.injuries, state.stuns], points);
      const back = answer.back ? { chance: answer.back.chance, share: answer.strike_back } : null;
      return { ...answer, most: found.most, back };
    },
  };
}

const cases = { clashes: [], tables: [], outcomes: [], numbers: [], ...asked, pages: asked.pages.flatMap(({ states }, page) => states.map((state) => ({ ...state, page }))) };
const KINDS = ["clashes", "tables", "outcomes", "numbers", "pages"];
const FEW = { clashes: 100, tables: 100, outcomes: 100, numbers: 100, pages: Infinity };

// The worst difference of each kind; of a fault, the first plain one in a few cases.
function compare(source, kinds, fault) {
  const answer = answers(new Function(`${source}\nreturn {
    twin, lookup, clash: typeof clash === "object" ? clash : null, strikes: typeof strike === "object" ? strike : null,
  };`)());
  const report = {};
  for (const kind of kinds) {
    const found = { cases: cases[kind].length, worst: 0, where: null };
    for (const [place, each] of cases[kind].slice(0, fault ? FEW[kind] : Infinity).entries()) {
      let far = Infinity;
      try {
        far = apart(answer[kind](each), each.wanted);
      } catch (error) {
        found.error = String(error);
      }
      if (far > found.worst) Object.assign(found, { worst: Math.min(far, 1e9), where: place });
      if (fault && far > PLAIN) return { [kind]: found };
    }
    report[kind] = found;
  }
  return report;
}

const faults = Object.entries(asked.faults).map(([name, [old, changed, kinds]]) => {
  if (!asked.source.includes(old)) return [name, "not there"];
  const report = compare(asked.source.replaceAll(old, changed), kinds, true);
  return [name, Object.entries(report).find(([, { worst }]) => worst > PLAIN) || null];
});
process.stdout.write(JSON.stringify({ report: compare(asked.source, KINDS), faults: Object.fromEntries(faults) }));
