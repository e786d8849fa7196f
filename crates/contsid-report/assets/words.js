/* Names, sentences and numbers as elements and as text, and the words beside the pointer. */

/* Where a long name may break: after marks between its words, before a capital letter within them, and within what is
   longer than most words. */
const LONG_NAME = 20;
const JOINTS = /[_/]|[.:-](?=\p{L}{4})|\p{Ll}(?=\p{Lu})/gu;
const WORDS = /\S{1,24}\s*|\s+/gu;

/* The parts of a name, each of which ends where it may break. */
function nameParts(name) {
  const ends = Array.from(name.matchAll(JOINTS), ({ index, 0: mark }) => index + mark.length);
  const parts = [0, ...ends].map((start, at) => name.slice(start, ends[at]));
  return parts.flatMap((part) => part.match(WORDS) || []);
}

/* Names may be written from right to left: each stands apart from the words around it. */
function named(name) {
  if (name.length < LONG_NAME) return make("bdi", name);
  return make(
    "bdi",
    nameParts(name).map((part, at) => [at > 0 && make("wbr"), part]),
  );
}

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
  return make("a.term", { href: `#term-${key}` }, words);
}

/* Edges with marks, by the letters at their ends. */
const SIGNS = { "->": " → ", ">>": " ↔ ", "o>": " o→ ", oo: " o–o ", "o-": " o– ", "-o": " –o ", "--": " — " };

function edgeParts([from, to, directed], name) {
  return [name(model.nodes[from]), SIGNS[directed] || (directed ? " → " : " — "), name(model.nodes[to])];
}

/* A number with what belongs to it on the same line: its error, the other end of its range, or the word before it. */
const DIGITS = "[−+<>]?\\d(?:[\\d.,]*\\d)?";
const NUMBER = new RegExp(`((?:(?:to|[dp] [=<]) )?${DIGITS}(?:(?: ± |–| to )${DIGITS})*)`);

/* Words in which no line ends within such a number. */
function unbroken(words) {
  return words.split(NUMBER).map((part, at) => (at % 2 && /[ –]/.test(part) ? make("span.unbroken", part) : part));
}

/* Numbers with their errors: a line may end before "to" and "and" only. */
const errorParts = (text) =>
  text.split(/ (?=(?:to|and) )/).map((part, at) => [at > 0 && " ", make("span.unbroken", part)]);

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

/* The same with names of a limited number of letters, each shortened by itself. */
const shortened = (sentence, longest) =>
  written(
    sentence,
    same,
    (name) => isolated(shortName(name, longest)),
    (_, words) => words,
  )
    .flat()
    .join("");

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
