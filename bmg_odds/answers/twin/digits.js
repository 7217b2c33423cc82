// Figures as people read them: never more digits than they carry, 0 % and 100 % only where exactly so.
const digits = (() => {
  "use strict";
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

  return { percent, number };
})();

const twin = { ...card, ...digits };
