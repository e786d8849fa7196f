"use strict";
/* What every page shares: elements, names and sentences, light and dark, tabs. Text is only ever set as text. */

const model = JSON.parse(document.getElementById("model").textContent);
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function draw(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function makeButton(attributes, ...words) {
  return make("button", { type: "button", ...attributes }, ...words);
}

/* Marks in a row of a table, whose width the row decides. */
function track(height, ...marks) {
  return draw("svg", { class: "track", height, "aria-hidden": "true" }, ...marks);
}

/* A sign in a legend. */
function sign(width, height, ...marks) {
  return draw("svg", { width, height, "aria-hidden": "true" }, ...marks);
}

/* Words in a drawing; `kind` is their class. */
function write(kind, x, y, anchor, ...words) {
  return draw("text", { class: kind, x, y, "text-anchor": anchor }, ...words);
}

/* The address of what is chosen: only what differs from the start. */
function addressOf(chosen, start) {
  const parts = Object.entries(chosen).filter(([name, value]) => value !== start[name] && value !== null);
  const words = (value) => (Array.isArray(value) ? value.join(",") : encodeURIComponent(value));
  return `#${parts.map(([name, value]) => `${name}=${words(value)}`).join("&")}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/* Sets what is chosen to what the address keeps; a reader returns null for what the page does not have. */
function readChoices(chosen, start, readers) {
  Object.assign(chosen, start);
  for (const part of location.hash.slice(1).split("&")) {
    const [name, text] = part.split("=");
    const value = text === undefined || !readers[name] ? null : readers[name](decoded(text));
    if (value !== null) chosen[name] = value;
  }
}

/* Changes what is chosen, keeps it in the address, and returns what was chosen before. */
function changeChoices(chosen, start, changes) {
  const before = { ...chosen };
  Object.assign(chosen, changes);
  const address = addressOf(chosen, start);
  if (address !== addressOf(before, start)) history.pushState(null, "", address);
  return before;
}

const byId = (id) => document.getElementById(id);

function refill(id, ...children) {
  byId(id).replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
}

/* Names may be written from right to left: each stands apart from the words around it. */
const named = (name) => make("bdi", {}, name);

/* The same for titles and drawings, where there are no elements: between U+2068 and U+2069. */
const isolated = (name) => `\u2068${name}\u2069`;

/* A long name without its middle: beginnings and ends tell names apart. */
function shortName(name, longest) {
  const letters = Array.from(name);
  if (letters.length <= longest) return name;
  const head = Math.ceil((longest - 1) / 2);
  return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (longest - 1 - head)).join("")}`;
}

/* A word that the page explains. */
function term(key, words) {
  if (!(model.terms || []).some((known) => known.key === key)) return words;
  return make("a", { class: "term", href: `#term-${key}` }, words);
}

function edgeParts([from, to, directed], name) {
  return [name(model.nodes[from]), directed ? " → " : " — ", name(model.nodes[to])];
}

/* A number with what belongs to it on the same line: its error, the other end of its range, or the word before it. */
const DIGITS = "[−+<>]?\\d(?:[\\d.,]*\\d)?";
const NUMBER = new RegExp(`((?:(?:to|[dp] [=<]) )?${DIGITS}(?:(?: ± |–| to )${DIGITS})*)`);

/* Words in which no line ends within such a number. */
function unbroken(words) {
  return words
    .split(NUMBER)
    .map((part, at) => (at % 2 && /[ –]/.test(part) ? make("span", { class: "unbroken" }, part) : part));
}

/* A sentence of the model, with its words, names and terms as these functions write them. */
function written(sentence, words, name, term) {
  return sentence.map((piece) => {
    if (typeof piece === "string") return words(piece);
    if (piece.node !== undefined) return name(model.nodes[piece.node]);
    if (piece.graph !== undefined) return name(model.learnt[piece.graph].graph.name);
    if (piece.edge !== undefined) return edgeParts(piece.edge, name);
    if (piece.name !== undefined) return name(piece.name);
    return term(piece.term, piece.words);
  });
}

/* A sentence as elements, and as text. */
const rich = (sentence) => written(sentence, unbroken, named, term);
const same = (words) => words;
const plain = (sentence) =>
  written(sentence, same, isolated, (_, words) => words)
    .flat()
    .join("");

/* Light and dark: as the system has it until somebody presses the button. */
const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const themeListeners = [];
let chosenTheme = null;

function theme() {
  return document.documentElement.dataset.theme;
}

function applyTheme() {
  document.documentElement.dataset.theme = chosenTheme || (darkSystem.matches ? "dark" : "light");
  for (const listener of themeListeners) listener();
}

function themeButton() {
  const button = makeButton({ id: "theme" }, "");
  const name = () => {
    button.textContent = theme() === "dark" ? "Light colours" : "Dark colours";
  };
  button.addEventListener("click", () => {
    chosenTheme = theme() === "dark" ? "light" : "dark";
    applyTheme();
  });
  themeListeners.push(name);
  name();
  return button;
}

darkSystem.addEventListener("change", applyTheme);
/* Paper is white. */
window.addEventListener("beforeprint", () => {
  document.documentElement.dataset.theme = "light";
  for (const listener of themeListeners) listener();
});
window.addEventListener("afterprint", applyTheme);
applyTheme();

/* A text with a button that copies it. */
function copyable(text, id) {
  const shown = make("pre", { id, tabindex: "0" }, text);
  const button = makeButton({}, "Copy");
  button.addEventListener("click", () => {
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => button.replaceChildren("Copy"), 1500);
    };
    const byHand = () => {
      const range = document.createRange();
      range.selectNodeContents(shown);
      const selection = window.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      if (document.execCommand("copy")) done();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
    else byHand();
  });
  return make("div", {}, shown, make("div", { class: "no-print" }, button));
}

/* What begins every page: the title, how large all is, and the button for colours. */
function pageHead() {
  return make(
    "header",
    { class: "top" },
    make("div", {}, make("h1", {}, named(model.title)), make("p", { class: "soft" }, model.summary)),
    make("div", { class: "no-print", style: "flex:none" }, themeButton()),
  );
}

/* What all begin with: which graph to choose, and why. */
function verdictSection({ headline, details, notes }) {
  return make(
    "section",
    { id: "verdict", "aria-label": "verdict" },
    make("p", { class: "headline" }, rich(headline)),
    details.map((sentence) => make("p", {}, rich(sentence))),
    (notes || []).map((sentence) => make("p", { class: "soft small" }, sentence)),
  );
}

/* A choice among options, which are [value, words]. */
function choice(id, label, options, chosen, act) {
  const entries = options.map(([value, words]) => make("option", { value }, words));
  const select = make("select", { id }, entries);
  select.value = String(chosen);
  select.addEventListener("change", () => act(select.value));
  return make("label", { class: "no-print" }, label, select);
}

/* Cells of a head, which are [words, class]; without words they are no heads. */
function headCells(heads) {
  return heads.map(([words, kind]) =>
    make(words ? "th" : "td", { scope: words ? "col" : null, class: kind || null }, words),
  );
}

function tableOf(attributes, head, ...rows) {
  return make("table", attributes, make("thead", {}, make("tr", {}, head)), make("tbody", {}, ...rows));
}

const scrolled = (table) => make("div", { class: "scroll", tabindex: "-1" }, table);

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
const lineSign = (kind) => sign(30, 10, draw("path", { d: "M0,5H30", class: `curve ${kind}` }));
const areaSign = (kind) => sign(22, 12, draw("rect", { width: 22, height: 12, class: kind }));

function legend(...items) {
  const entry = ([sign, words]) => make("span", {}, sign, make("span", {}, words));
  return make("div", { class: "legend" }, items.filter(Boolean).map(entry));
}

/* The element to be focused next when an arrow key is pressed among others; null for other keys. */
function rovingNext(items, current, key) {
  const at = items.indexOf(current);
  const last = items.length - 1;
  const next = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowDown: at === last ? 0 : at + 1,
    ArrowLeft: at <= 0 ? last : at - 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[key];
  return next === undefined ? null : items[next];
}

/* Tabs: `entries` are [key, words]; the arrow keys walk through them. `act` is called with the chosen key. */
function tabList(label, entries, act) {
  const tabs = entries.map(([key, words]) =>
    makeButton(
      { role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, "data-tab": key, onclick: () => act(key) },
      words,
    ),
  );
  const list = make("div", { class: "tabs no-print", role: "tablist", "aria-label": label }, tabs);
  list.addEventListener("keydown", (event) => {
    const next = rovingNext(tabs, document.activeElement, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  });
  return list;
}

function chooseTab(list, chosen) {
  for (const tab of list.children) {
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

/* How many rows of a list are shown at first: laying out more takes a slow processor longer than a click may. */
const FIRST_ROWS = 20;

/* How many more are shown each time. */
const MORE_ROWS = 50;

function moreButton(id, shown, all, act) {
  if (all <= shown) return null;
  const rest = all - shown;
  const words = rest > MORE_ROWS ? `Show ${MORE_ROWS} more of ${rest.toLocaleString("en")}` : `Show ${rest} more`;
  return makeButton({ id, class: "no-print", onclick: act }, words);
}

/* Words beside the pointer, or beside what has the focus. */
const tip = make("div", { id: "tip", role: "tooltip", hidden: "" });
document.body.append(tip);
const tipWords = new WeakMap();

/* An element with words for the tip; a function is asked when they are wanted. */
function tipped(element, words) {
  tipWords.set(element, words);
  element.setAttribute("data-tip", "");
  return element;
}

function wordsOf(element) {
  const words = tipWords.get(element);
  return typeof words === "function" ? words() : words;
}

function showTip(words, x, y) {
  tip.textContent = words;
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, window.innerWidth - width - 4))}px`;
  tip.style.top = `${y + height + 24 > window.innerHeight ? Math.max(4, y - height - 10) : y + 16}px`;
}

function hideTip() {
  tip.hidden = true;
}

document.addEventListener("mousemove", (event) => {
  const found = event.target.closest?.("[data-tip]");
  if (found) showTip(wordsOf(found), event.clientX, event.clientY);
  else if (!event.target.closest?.("canvas")) hideTip();
});

/* The tip of what has the focus of the keyboard, and none without it. */
function showFocusTip() {
  const focused = document.activeElement;
  const found = focused?.closest("[data-tip]");
  if (!found || !focused.matches(":focus-visible")) return hideTip();
  const { left, bottom } = focused.getBoundingClientRect();
  showTip(wordsOf(found), left, bottom - 8);
}

document.addEventListener("focusin", showFocusTip);
document.addEventListener("focusout", hideTip);
/* What is focused may have been scrolled into view. */
document.addEventListener("scroll", showFocusTip, { passive: true, capture: true });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});

/* A link to a term leaves what is chosen as it is. */
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.term");
  if (!link) return;
  event.preventDefault();
  const target = document.querySelector(link.getAttribute("href"));
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
});

/* What the terms of the page mean. */
function termSection() {
  const list = make("dl", { class: "terms" });
  for (const { key, name, meaning } of model.terms) {
    list.append(make("dt", { id: `term-${key}`, tabindex: "-1" }, name), make("dd", {}, meaning));
  }
  return make("section", { id: "terms" }, make("h2", {}, "What the words mean"), list);
}

/* Settings with longer values stand in one column on paper. */
const LONG_SETTING = 60;

function aboutSection() {
  const long = model.settings.some(([, value]) => value.length > LONG_SETTING);
  const settings = make("dl", { class: `settings${long ? " long" : ""}` });
  for (const [name, value] of model.settings)
    settings.append(make("dt", {}, named(name)), make("dd", {}, named(value)));
  return make(
    "section",
    { id: "about" },
    make("h2", {}, "How this page was made"),
    model.command ? copyable(model.command, "command") : null,
    settings,
    (model.left_out || []).map((sentence) => make("p", { class: "soft left-out" }, sentence)),
    make(
      "p",
      { class: "soft small" },
      `contsid ${model.version}. The file holds everything that it shows; nothing is loaded from elsewhere.`,
    ),
  );
}
