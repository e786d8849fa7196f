"use strict";
/* What every page shares: making elements, numbers for people, light and dark. Text is only ever set as text. */

const model = JSON.parse(document.getElementById("model").textContent);
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  for (const child of children.flat()) {
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

/* A number with three or four digits, as in the sentences that come with the model. */
function short(value) {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < 0.001 || size >= 1e5) return value.toExponential(2).replace("+", "").replaceAll("-", "−");
  const digits = [1000, 100, 10, 0.1, 0.01, 0].findIndex((bound) => size >= bound);
  return String(Number(value.toFixed(digits))).replace("-", "−");
}

/* Light and dark: as the system has it until somebody presses the button. */
const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const themeListeners = [];
let chosenTheme = null;

function theme() {
  return chosenTheme || (darkSystem.matches ? "dark" : "light");
}

function applyTheme() {
  document.documentElement.dataset.theme = theme();
  themeListeners.forEach((listener) => listener());
}

function themeButton() {
  const button = make("button", { type: "button", id: "theme" }, "");
  const name = () => (button.textContent = theme() === "dark" ? "Light colours" : "Dark colours");
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
  themeListeners.forEach((listener) => listener());
});
window.addEventListener("afterprint", applyTheme);
document.documentElement.dataset.theme = theme();

/* A text with a button that copies it. */
function copyable(text, id) {
  const shown = make("pre", { id, tabindex: "0" }, text);
  const button = make("button", { type: "button" }, "Copy");
  button.addEventListener("click", () => {
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
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

/* Settings with longer values stand in one column on paper. */
const LONG_SETTING = 60;

function aboutSection() {
  const long = model.settings.some(([, value]) => value.length > LONG_SETTING);
  const settings = make("dl", { class: "settings" + (long ? " long" : "") });
  for (const [name, value] of model.settings) settings.append(make("dt", {}, name), make("dd", {}, value));
  return make("section", { id: "about" },
    make("h2", {}, "How this page was made"),
    model.command ? copyable(model.command, "command") : null,
    settings,
    (model.left_out || []).map((sentence) => make("p", { class: "soft left-out" }, sentence)),
    make("p", { class: "soft small" }, `contsid ${model.version}. The file holds everything that it shows; nothing is loaded from elsewhere.`));
}
