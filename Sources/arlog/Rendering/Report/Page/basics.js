// Draws the timeline and the room of a report, and lets the reader move through them. Whatever comes from the log is
// written with textContent or as an attribute, never as markup. The files of this folder become one script, in the order
// in which ReportPage names them.
const data = JSON.parse(document.getElementById("data").textContent);
const length = Math.max(data.duration, 0.001);
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

// What turns, hides or breaks a line is shown by its number.
const inert = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => "\\u{" + c.codePointAt(0).toString(16).toUpperCase() + "}");
const short = (text, limit) => (text.length > limit ? text.slice(0, limit - 1) + "…" : text);

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const key in attributes) element.setAttribute(key, inert(attributes[key]));
  for (const child of children) element.append(typeof child === "string" ? inert(child) : child);
  return element;
}

function draw(name, attributes, title) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, inert(attributes[key]));
  if (title) element.append(Object.assign(document.createElementNS(SVG, "title"), { textContent: inert(title) }));
  return element;
}

function label(x, y, text, attributes) {
  const element = draw("text", { x, y, ...attributes });
  element.textContent = inert(text);
  return element;
}

const places = (number, digits) => String(+number.toFixed(digits));
function time(seconds) {
  if (seconds < 60) return places(seconds, 3) + " s";
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return (hours ? hours + " h " : "") + minutes + " min " + places(seconds % 60, 2) + " s";
}
const large = (number) => number >= 1e9 ? places(number / 1e9, 1) + " G" : number >= 1e6 ? places(number / 1e6, 1) + " M"
  : number >= 1e4 ? places(number / 1e3, 1) + " k" : places(number, 1);
// Of a UUID the beginning tells it from the others here.
const idName = (text) => text.replace(/\b([0-9A-F]{8})(-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/g, "$1…");
const owner = (thing) => [thing.session && thing.session !== "main" ? idName(thing.session) : "", thing.device || ""].filter(Boolean).join(", ");

// The last place of a sorted list of which `key` is at most `value`; -1 where there is none.
function lastAtMost(list, value, key) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]) <= value) low = middle + 1; else high = middle;
  }
  return low - 1;
}
