"use strict";
/* Elements of pages and drawings. Text is only ever set as text. */

const model = JSON.parse(document.getElementById("model").textContent);
const SVG = "http://www.w3.org/2000/svg";

/* Appends what is given, lists within lists too; nothing, and a condition that does not hold, are passed over. */
function fill(element, children) {
  for (const child of children.flat(Infinity)) if ((child ?? false) !== false) element.append(child);
  return element;
}

/* An element of a kind, `tag.class.class`, from its attributes, which may be left out, and its children. */
function elementOf(namespace, kind, parts) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElementNS(namespace, tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  const hasAttributes = parts[0]?.constructor === Object;
  for (const [name, value] of Object.entries(hasAttributes ? parts[0] : {})) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  return fill(element, hasAttributes ? parts.slice(1) : parts);
}

const make = (kind, ...parts) => elementOf(document.documentElement.namespaceURI, kind, parts);
const draw = (kind, ...parts) => elementOf(SVG, kind, parts);

const makeButton = (attributes, ...words) => make("button", { type: "button", ...attributes }, words);

/* Marks in a row of a table, whose width the row decides. */
const track = (height, ...marks) => draw("svg.track", { height, "aria-hidden": "true" }, marks);

/* A sign in a legend. */
const sign = (width, height, ...marks) => draw("svg", { width, height, "aria-hidden": "true" }, marks);

/* Words in a drawing; `kind` is their class. */
const write = (kind, x, y, anchor, ...words) => draw("text", { class: kind, x, y, "text-anchor": anchor }, words);

const byId = (id) => document.getElementById(id);

function refill(id, ...children) {
  byId(id).replaceChildren();
  fill(byId(id), children);
}

/* A choice among options, which are [value, words]; `act` is called with the chosen value as text. */
function choice(name, label, options, act = (text) => choose({ [name]: READERS[name](text) })) {
  const entries = options.map(([value, words]) => make("option", { value }, words));
  const select = make("select", { id: name, onchange: () => act(select.value) }, entries);
  select.value = String(state[name]);
  return make("label.no-print", label, select);
}

/* Cells of a head, which are [words, class, how many columns they stand over]; without words, or with a drawing, they are
   no heads, and others may be left out. */
function headCells(heads) {
  const cell = ([words, kind, colspan]) => {
    const isHead = words && !(words instanceof SVGElement);
    return make(isHead ? "th" : "td", { scope: isHead ? "col" : null, class: kind || null, colspan }, words);
  };
  return heads.filter(Boolean).map(cell);
}

function tableOf(attributes, head, ...rows) {
  return make("table", attributes, make("thead", make("tr", head)), make("tbody", ...rows));
}

const scrolled = (table) => make("div.scroll", { tabindex: "-1" }, table);

/* Listens to the rows called `data-name`: `choose` hears of clicks, and `hover` of the row in question, or of null. */
function listenToRows(table, name, choose, hover) {
  const at = (event) => {
    const row = event.target.closest(`tr[data-${name}]`);
    return row ? Number(row.dataset[name]) : null;
  };
  table.addEventListener("click", (event) => {
    if (at(event) !== null) choose(at(event));
  });
  if (!hover) return;
  for (const kind of ["mouseover", "focusin"]) table.addEventListener(kind, (event) => hover(at(event)));
  for (const kind of ["mouseleave", "focusout"]) table.addEventListener(kind, () => hover(null));
}

/* Signs of legends: a line, or an area, of a kind. */
const lineSign = (kind) => sign(30, 10, draw(`path.curve.${kind}`, { d: "M0,5H30" }));
const areaSign = (kind) => sign(22, 12, draw(`rect.${kind}`, { width: 22, height: 12 }));

/* Items are [sign, words]; others may be left out. */
function legend(...items) {
  const entry = ([sign, words]) => make("span", sign, make("span", words));
  return make("div.legend", items.filter(Boolean).map(entry));
}

/* Where the arrow keys lead: across and down. */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/* The element to be focused next when an arrow key is pressed among others; null for other keys. */
function rovingNext(items, current, key) {
  const at = items.indexOf(current);
  const last = items.length - 1;
  const [after, before] = [at === last ? 0 : at + 1, at <= 0 ? last : at - 1];
  const next = { ArrowRight: after, ArrowDown: after, ArrowLeft: before, ArrowUp: before, Home: 0, End: last }[key];
  return next === undefined ? null : items[next];
}

/* Tabs: `entries` are [key, words, panel]; the arrow keys walk through them. `act` is called with the chosen key. */
function tabList(label, entries, act) {
  const tabs = entries.map(([key, words, panel = `panel-${key}`]) => {
    const attributes = { role: "tab", id: `tab-${key}`, "aria-controls": panel, "data-tab": key };
    return makeButton({ ...attributes, onclick: () => act(key) }, words);
  });
  const onkeydown = (event) => {
    const next = rovingNext(tabs, document.activeElement, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  return make("div.tabs.no-print", { id: "tabs", role: "tablist", "aria-label": label, onkeydown }, tabs);
}

function chooseTab(chosen) {
  for (const tab of byId("tabs").children) {
    const on = tab.dataset.tab === String(chosen);
    tab.setAttribute("aria-selected", String(on));
    tab.setAttribute("tabindex", on ? "0" : "-1");
  }
}

/* Marks the row, or the button in it, that is chosen; `name` is what the rows are called in `data-…`. */
function chooseRow(table, name, chosen) {
  for (const row of table.querySelectorAll(`tr[data-${name}]`)) {
    const on = row.dataset[name] === String(chosen);
    row.classList.toggle("chosen", on);
    row.querySelector(".pick")?.setAttribute("aria-pressed", String(on));
  }
}

/* The number of rows that a list shows at first: more would make a click slow. */
const FIRST_ROWS = 20;

/* The number of further rows for each click. */
const MORE_ROWS = 50;

function moreButton(id, shown, all, act) {
  if (all <= shown) return null;
  const rest = all - shown;
  const words = rest > MORE_ROWS ? `Show ${MORE_ROWS} more of ${rest.toLocaleString("en")}` : `Show ${rest} more`;
  return makeButton({ id, class: "no-print", onclick: act }, words);
}
