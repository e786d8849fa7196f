/* The panel with the graph of differences: its controls, and what lights up in it. */

const drawing = () => document.querySelector("#graph svg.graph-drawing");

/* How to move about in the drawing; none where the graphs are not drawn. */
let moving = null;

/* Made once: what is chosen changes its edges only. */
function buildGraph() {
  if (!model.layout) return refill("graph", make("p.soft", "The graphs have too many edges to be drawn."));
  const svg = graphDrawing();
  moving = zoomable(svg, passing.zoom);
  nodeKeys(svg, pickNode, moving.reveal);
  const button = (words, label, act) => makeButton({ "aria-label": label, onclick: act }, words);
  const search = searchField("node-search", "Find a node", "find a node", findNode);
  search.setAttribute("list", "node-names");
  const names = model.nodes.map((value) => make("option", { value }));
  refill(
    "graph",
    make(
      "div.row.no-print",
      switchOf("view", "which graph", ["truth", "learnt", "both"]),
      search,
      make("output.small", { id: "no-node", for: "node-search" }),
      make(
        "span.row.zoom",
        button("−", "zoom out", () => moving.zoom(1 / 1.4)),
        button("+", "zoom in", () => moving.zoom(1.4)),
        button("mistakes", "show the largest mistakes", showMistakes),
        button("whole", "fit the whole graph", moving.whole),
        makeButton({ id: "wide", onclick: () => choose({ wide: state.wide ? null : 1 }) }),
      ),
    ),
    make("div.canvas", svg),
    make("div", { id: "kinds" }),
    make("div", { id: "captions" }),
    pairLegend(),
    make(
      "div.row.no-print",
      make(
        "p.small.soft.hint",
        "Choose two nodes: first the treatment, then the outcome. ",
        "Drag to pan; two fingers, or Ctrl and the wheel, zoom.",
      ),
      saveMenu("graph", "the graph", wholeGraph, graphRows),
    ),
    make("datalist", { id: "node-names" }, names),
  );
}

function showGraph() {
  const svg = drawing();
  if (!svg) return;
  document.querySelector(".workspace").classList.toggle("is-wide", Boolean(state.wide));
  byId("wide").textContent = state.wide ? "beside the tabs" : "whole width";
  moving.apply();
  const hidden = hiddenMarks();
  const shown = viewEdges(state.graph, state.view).filter(([, , , mark]) => !hidden.has(mark));
  showEdges(svg, shown);
  const toggle = (mark) => {
    if (!hidden.delete(mark)) hidden.add(mark);
    choose({ hidden: Array.from(hidden).sort().join(".") });
  };
  refill("kinds", markFilter(state.graph, state.view, hidden, toggle));
  for (const button of document.querySelectorAll("[data-view]"))
    button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
}

/* The largest mistakes, as many as fit the frame with names that can be read; all where the whole can be read. */
function showMistakes() {
  const least = moving.readable();
  moving.whole();
  const [first] = chosenGraph().fixes.rows;
  if (least <= 1 || !first) return;
  let shown = [];
  for (const { edge } of chosenGraph().fixes.rows) {
    const more = [...shown, edge[0], edge[1]];
    if (moving.fitting(boxAround(more)) >= least) shown = more;
  }
  moving.reveal(shown.length ? shown : [first.edge[0]], least);
}

/* Brings what is chosen into view. */
function revealChosen() {
  const edge = chosenGraph().fixes.rows[state.fix]?.edge;
  const nodes = edge ? edge.slice(0, 2) : (state.pair ?? (state.node === null ? null : [state.node]));
  if (nodes) moving?.reveal(nodes);
}

/* The whole drawing, for saving: with what is lit, and the legend of it. */
function wholeGraph() {
  const copy = withTitles(drawing());
  copy.querySelector(".zoomed").removeAttribute("transform");
  const isPair = copy.querySelector(".node.outcome");
  return legended(copy, byId("kinds").firstChild, isPair && pairLegend());
}

/* The first node whose name is, begins with or contains the text. */
function findNode(text) {
  const wanted = text.trim().toLowerCase();
  const names = model.nodes.map((name) => name.toLowerCase());
  const tests = [(name) => name === wanted, (name) => name.startsWith(wanted), (name) => name.includes(wanted)];
  const found = wanted ? tests.map((test) => names.findIndex(test)).find((node) => node >= 0) : undefined;
  if (found !== undefined) {
    moving.reveal([found], Math.max(1, moving.readable()));
    drawing().scrollIntoView({ block: "nearest" });
  }
  byId("no-node").textContent = wanted && found === undefined ? "no such node" : "";
  choose({ node: found ?? null, fix: null });
}

/* One node is the treatment; a second one makes a pair. */
function pickNode(node) {
  if (state.node === null || state.node === node)
    choose({ node: state.node === node ? null : node, pair: null, fix: null });
  else choose({ pair: [state.node, node], node: null, fix: null, tab: "effect" });
}

/* The graphs that are shown. */
function shownSides() {
  const sides = [
    { side: "truth", title: "Truth", graph: model.truth },
    { side: "learnt", title: "Learnt", graph: chosenGraph().graph },
  ];
  return sides.filter(({ side }) => state.view === "both" || state.view === side);
}

/* Lights a pair, an edge, a node, or nothing, and says what the graphs read off. */
function light({ pair, edge, node }) {
  const svg = drawing();
  if (!svg) return;
  clearLight(svg);
  if (edge) lightEdge(svg, edge);
  else if (pair) lightPair(svg, pair);
  else if (node !== null && node !== undefined) lightNode(svg, node);
}

function lightChosen() {
  const edge = chosenGraph().fixes.rows[state.fix]?.edge;
  const pair = state.tab === "effect" ? shownPair() : state.pair;
  light({ pair: edge ? null : pair, edge, node: state.node });
  if (!byId("captions")) return;
  if (edge || !pair) return refill("captions");
  const captions = shownSides().map(({ title, graph }) => readOffWords(title, graph, pair));
  refill("captions", captions);
}
