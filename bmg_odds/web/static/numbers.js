// Figures as the command line writes them (answers/numbers.py): exact answers, one step of rounding for all chances.

const MEANS = new Set(["injuries", "stuns", "markers"]);

export const FIGURES = {
  out: "K.O. or Casualty",
  ko: "K.O.",
  casualty: "Casualty",
  knocked_down: "knocked down",
  critical: "critical",
  damage: "any damage",
  impact: "any impact",
  any_marker: "any marker",
  injuries: "Injuries inflicted, mean",
  stuns: "Stuns inflicted, mean",
  markers: "markers inflicted, mean",
};

/** Write a number with so many decimals; a tie goes to the even digit, as in Python. */
export function fixed(value, decimals) {
  const text = value.toFixed(decimals);
  // Only a fraction of a power of two can lie exactly between two decimals; toFixed then goes up, away from zero.
  const halves = Math.abs(value) * 2 ** (decimals + 1);
  const tie = halves < 2 ** 52 && Number.isInteger(halves) && halves % 2 === 1;
  if (!tie || Number(text.at(-1)) % 2 === 0) return text;
  const below = (BigInt(text.replace("-", "").replace(".", "")) - 1n).toString().padStart(decimals + 1, "0");
  const whole = decimals ? `${below.slice(0, -decimals)}.${below.slice(-decimals)}` : below;
  return value < 0 ? `-${whole}` : whole;
}

/** Write a chance in per cent: 0 % and 100 % only where exactly so. */
export function percent(chance, decimals = 2) {
  const step = 10 ** -decimals;
  if (chance === 0 || chance === 1) return `${100 * chance} %`;
  const text = fixed(100 * chance, decimals);
  if (Number(text) <= 0) return `<${step.toFixed(decimals)} %`;
  if (Number(text) >= 100) return `>${(100 - step).toFixed(decimals)} %`;
  return `${text} %`;
}

/** Write a mean; one that only rounds to nothing is not written as nothing. */
export function mean(value, decimals = 3) {
  if (value === 0) return "0";
  const text = fixed(value, decimals);
  if (Number(text) !== 0) return text;
  const step = (10 ** -decimals).toFixed(decimals);
  return value > 0 ? `<${step}` : `>-${step}`;
}

/** Whether a figure is a chance, and not a mean. */
export const isChance = (figure) => !MEANS.has(figure);

/** Write a figure's value; `coarse` takes two decimals less, for all of them alike. */
export function shown(figure, value, coarse = false) {
  return isChance(figure) ? percent(value, coarse ? 0 : 2) : mean(value, coarse ? 2 : 3);
}

/** Name a figure. */
export function figureWords(figure) {
  return FIGURES[figure] ?? `at least ${figure.split("=")[1]} markers`;
}
