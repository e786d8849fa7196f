/* What can be chosen on the page of a comparison. */

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
  other: null,
  care: "",
};
/* What is not worth an entry in the history. */
const passing = { filter: "", rows: FIRST_ROWS, fixes: FIRST_ROWS, zoom: { x: 0, y: 0, scale: 1 } };
const TABS = [
  ["fixes", "Fixes"],
  ["effects", "Effects"],
  ["effect", "One effect"],
  ["versus", "Two graphs"],
].slice(0, model.learnt.length > 1 ? 4 : 3);
const hiddenMarks = () => new Set(state.hidden.split(".").filter(Boolean));

/* A choice of the address, if the page has it. */
const READERS = {
  graph: indexIn(model.learnt),
  by: oneOf(model.measures.map(({ key }) => key)),
  view: oneOf(["both", "truth", "learnt"]),
  hidden: (text) => text,
  tab: oneOf(TABS.map(([key]) => key)),
  pair: (text) => {
    const pair = text.split(",").map(Number);
    const isPair = pair.length === 2 && pair[0] !== pair[1] && pair.every((node) => model.nodes[node] !== undefined);
    return isPair ? pair : null;
  },
  fix: (text) => (/^\d+$/.test(text) ? Number(text) : null),
  node: indexIn(model.nodes),
  list: oneOf(["list", "matrix"]),
  wide: (text) => (text === "1" ? 1 : null),
  other: indexIn(model.learnt),
  care: (text) => text,
  order: oneOf(["given", "name", "treatment", "outcome"]),
};
