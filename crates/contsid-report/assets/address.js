/* What is chosen on the page of a comparison, and how it is kept in the address. */

const START = {
  graph: model.verdict.choice,
  by: model.measures[0].key,
  view: "both",
  hidden: "",
  tab: "fixes",
  pair: null,
  fix: null,
  node: null,
  list: "list",
  order: "given",
  wide: null,
};
const state = { ...START };
/* What is not worth an entry in the history. */
const passing = { filter: "", rows: FIRST_ROWS, fixes: FIRST_ROWS, zoom: { x: 0, y: 0, scale: 1 } };
const TABS = [
  ["fixes", "Fixes"],
  ["effects", "Wrong effects"],
  ["effect", "One effect"],
];
const hiddenMarks = () => new Set(state.hidden.split(".").filter(Boolean));

/* The address: only what differs from the start. */
function addressOf(chosen) {
  const parts = Object.entries(chosen).filter(([name, value]) => value !== START[name] && value !== null);
  const words = (value) => (Array.isArray(value) ? value.join(",") : encodeURIComponent(value));
  return `#${parts.map(([name, value]) => `${name}=${words(value)}`).join("&")}`;
}

/* A choice of the address, if the page has it. */
const READERS = {
  graph: (text) => (model.learnt[text] ? Number(text) : null),
  by: (text) => (model.measures.some(({ key }) => key === text) ? text : null),
  view: (text) => (["both", "truth", "learnt"].includes(text) ? text : null),
  hidden: (text) => text,
  tab: (text) => (TABS.some(([key]) => key === text) ? text : null),
  pair: (text) => {
    const pair = text.split(",").map(Number);
    return pair.length === 2 && pair[0] !== pair[1] && pair.every((node) => model.nodes[node] !== undefined)
      ? pair
      : null;
  },
  fix: (text) => (/^\d+$/.test(text) ? Number(text) : null),
  node: (text) => (model.nodes[text] !== undefined ? Number(text) : null),
  list: (text) => (["list", "matrix"].includes(text) ? text : null),
  wide: (text) => (text === "1" ? 1 : null),
  order: (text) => (["given", "name", "treatment", "outcome"].includes(text) ? text : null),
};

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function readAddress() {
  Object.assign(state, START);
  for (const [name, text] of addressParts()) {
    const value = text === undefined || !READERS[name] ? null : READERS[name](decoded(text));
    if (value !== null) state[name] = value;
  }
  if (state.fix !== null && !model.learnt[state.graph].fixes.rows[state.fix]) state.fix = null;
}

/* Changes what is chosen, keeps it in the address, and shows it. */
function choose(changes) {
  const before = { ...state };
  Object.assign(state, changes);
  if (addressOf(state) !== addressOf(before)) history.pushState(null, "", addressOf(state));
  show(before);
}
