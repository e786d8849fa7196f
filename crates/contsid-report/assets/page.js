/* What every page shares: what is chosen, light and dark, and the sections that all have. */

/* What is chosen. A page says what it starts with (START), reads the address (READERS; null for what the page does not
   have), and shows what differs from before (show). */
const state = {};

/* Only what differs from the start. */
function addressOf(chosen) {
  const parts = Object.entries(chosen).filter(([name, value]) => value !== START[name] && value !== null);
  const words = (value) => (Array.isArray(value) ? value.join(",") : encodeURIComponent(value));
  return `#${parts.map(([name, value]) => `${name}=${words(value)}`).join("&")}`;
}

/* Readers of one of some words, and of an index in a list. */
const oneOf = (words) => (text) => (words.includes(text) ? text : null);
const indexIn = (list) => (text) => (list[text] === undefined ? null : Number(text));

function readAddress() {
  Object.assign(state, START);
  for (const [name, text] of new URLSearchParams(location.hash.slice(1)))
    state[name] = READERS[name]?.(text) ?? state[name];
}

/* Changes what is chosen, keeps it in the address, and shows it. */
function choose(changes) {
  const before = { ...state };
  Object.assign(state, changes);
  if (addressOf(state) !== addressOf(before)) history.pushState(null, "", addressOf(state));
  show(before);
}

window.addEventListener("popstate", () => {
  const before = { ...state };
  readAddress();
  show(before);
});

/* Buttons for a choice among few words. */
function switchOf(name, label, options) {
  const buttons = options.map((value) => {
    const pressed = String(state[name] === value);
    return makeButton(
      { [`data-${name}`]: value, "aria-pressed": pressed, onclick: () => choose({ [name]: value }) },
      value,
    );
  });
  return make("div.switch", { role: "group", "aria-label": label }, buttons);
}

/* Light and dark: as the system has it until somebody presses the button. */
const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const themeListeners = [];
let chosenTheme = null;

const theme = () => document.documentElement.dataset.theme;

function showTheme(name) {
  document.documentElement.dataset.theme = name;
  for (const listener of themeListeners) listener();
}

const applyTheme = () => showTheme(chosenTheme || (darkSystem.matches ? "dark" : "light"));

function themeButton() {
  const onclick = () => {
    chosenTheme = theme() === "dark" ? "light" : "dark";
    applyTheme();
  };
  const button = makeButton({ id: "theme", onclick });
  const name = () => button.replaceChildren(theme() === "dark" ? "Light colours" : "Dark colours");
  themeListeners.push(name);
  name();
  return button;
}

darkSystem.addEventListener("change", applyTheme);
/* Paper is white. */
window.addEventListener("beforeprint", () => showTheme("light"));
window.addEventListener("afterprint", applyTheme);
applyTheme();

/* A button that copies the text that `read` returns. Where the browser has no clipboard the text is selected in
   `place`, or in an element that is there as long as that takes, and copied from there. */
function copyButton(id, words, read, place) {
  const done = () => {
    button.textContent = "Copied";
    setTimeout(() => button.replaceChildren(words), 1500);
  };
  const byHand = () => {
    const shown = place || make("pre", read());
    if (!place) document.body.append(shown);
    window.getSelection().selectAllChildren(shown);
    if (document.execCommand("copy")) done();
    if (!place) shown.remove();
  };
  const onclick = () => (navigator.clipboard ? navigator.clipboard.writeText(read()).then(done, byHand) : byHand());
  const button = makeButton({ id, onclick }, words);
  return button;
}

/* A text with a button that copies it. */
function copyable(text, id) {
  const shown = make("pre", { id, tabindex: "0" }, text);
  return make(
    "div",
    shown,
    make(
      "div.no-print",
      copyButton(null, "Copy", () => text, shown),
    ),
  );
}

/* The first stop of the Tab key: past the verdict and its terms, to what can be chosen. */
function skipLink() {
  const onclick = (event) => {
    event.preventDefault();
    byId("choices").scrollIntoView();
    byId("choices").focus({ preventScroll: true });
  };
  return make("a.skip.no-print", { href: "#choices", onclick }, "Skip to what can be chosen");
}

/* Every page begins with its title, how large all is and two buttons, and ends with what was asked. A section of it is
   `choices`. */
function buildPage(...sections) {
  const head = make(
    "header.top",
    make("div", make("h1", make("bdi", model.title)), make("p.soft", model.summary)),
    make(
      "div.row.no-print",
      { style: "flex:none" },
      copyButton("copy-link", "Copy link", () => location.href),
      themeButton(),
    ),
  );
  refill("page", skipLink(), head, sections, termSection(), aboutSection());
}

/* The sentences of a verdict. On a phone those after the first few are folded, so what can be chosen is in sight. */
const UNFOLDED = 3;

function verdictWords({ headline, details, notes }) {
  const sentences = details.map((sentence) => make("p", rich(sentence)));
  const rest = sentences.slice(UNFOLDED);
  const isFolded = rest.length > 1 && window.matchMedia("screen and (max-width: 700px)").matches;
  return [
    make("p.headline", rich(headline)),
    sentences.slice(0, UNFOLDED),
    isFolded ? make("details", make("summary", `${rest.length} more sentences`), rest) : rest,
    (notes || []).map((sentence) => make("p.soft.small", sentence)),
  ];
}

/* Words in which names stand between backticks, as on a terminal. */
const quoted = (words) => words.split("`").map((part, at) => (at % 2 ? make("code", part) : part));

/* Which graph to choose, and why. */
function verdictSection(verdict) {
  const section = make("section", { id: "verdict", "aria-label": "verdict" }, verdictWords(verdict));
  return [section, model.introduction && make("p.soft", quoted(model.introduction))];
}

/* What the terms of the page mean. */
function termSection() {
  const entries = model.terms.map(({ key, name, meaning }) => [
    make("dt", { id: `term-${key}`, tabindex: "-1" }, name),
    make("dd", meaning),
  ]);
  return make("section", { id: "terms" }, make("h2", "What the words mean"), make("dl.terms", entries));
}

/* Settings with longer values stand in one column on paper. */
const LONG_SETTING = 60;

function aboutSection() {
  const long = model.settings.some(([, value]) => value.length > LONG_SETTING);
  const settings = model.settings.map(([name, value]) => [make("dt", named(name)), make("dd", named(value))]);
  return make(
    "section",
    { id: "about" },
    make("h2", "How this page was made"),
    model.command && copyable(model.command, "command"),
    make(long ? "dl.settings.long" : "dl.settings", settings),
    (model.left_out || []).map((sentence) => make("p.soft.left-out", sentence)),
    make(
      "p.soft.small",
      `contsid ${model.version}. The file holds everything that it shows; nothing is loaded from elsewhere.`,
    ),
  );
}
