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

function readAddress() {
  readChoices(state, START, READERS);
  if (state.fix !== null && !model.learnt[state.graph].fixes.rows[state.fix]) state.fix = null;
}

/* Changes what is chosen, and shows it. */
function choose(changes) {
  show(changeChoices(state, START, changes));
}
