// Dice of one kind: how many succeed. The exact engine once more, for a page without a server.
const dice = (() => {
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
  // Chance of so many successes of dice that are all thrown once.
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

  // Chance that one impact passes every obstacle or save.
  const passing = (groups) => groups.reduce((keep, faces) => keep * ((6 - count(faces & 63)) / 6), 1);

  return { comb, zeros, count, binomial, rolls, passing };
})();
