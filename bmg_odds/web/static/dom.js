// Elements made without markup: every text goes in as text.

/** Return an element with properties, listeners (`onclick`) and children; null, false and undefined are left out. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else if (name === "text") element.textContent = value;
    else if (name === "value" || name === "checked" || name === "disabled" || name === "indeterminate") {
      element[name] = value;
    } else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let last = 0;

/** Return a name for an element that no other one has. */
export function unique(stem) {
  last += 1;
  return `${stem}-${last}`;
}

let left = 0;

/** Forget what still waits for its turn: the tab that asked for it is left. */
export function leaveTab() {
  left += 1;
}

function ofThisTab(work) {
  const own = left;
  return (...given) => {
    if (own === left) work(...given);
  };
}

/** Return a function that calls another once, at the next frame, however often it is asked before. */
export function nextFrame(work) {
  const due = ofThisTab(work);
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      due();
    });
  };
}

/**
 * Return a function that calls another when it has not been asked for so many milliseconds; what lasts is not of a tab
 * and outlives it.
 */
export function whenQuiet(milliseconds, work, { lasts = false } = {}) {
  const due = lasts ? work : ofThisTab(work);
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => due(...given), milliseconds);
  };
}

/** Say something to those who listen, once it has settled. */
export const say = whenQuiet(500, (text) => {
  const region = document.getElementById("said");
  if (region) region.textContent = text;
}, { lasts: true });

/** Keep a region as tall as it ever was, so that what stands below does not jump. */
export function keepRoom(region) {
  region.style.minHeight = `${Math.max(region.offsetHeight, parseFloat(region.style.minHeight) || 0)}px`;
}
