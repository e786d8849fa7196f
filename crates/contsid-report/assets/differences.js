/* The panel with the graph of differences: its controls, and what lights up in it. */

const drawing = () => document.querySelector("#graph svg.graph-drawing");

/* Made once: what is chosen changes its edges only. */
function buildGraph() {
  if (!model.layout) return refill("graph", make("p.soft", "The graphs have too many edges to be drawn."));
  const svg = graphDrawing();
  const zoom = zoomable(svg, passing.zoom);
  nodeKeys(svg, pickNode);
  const button = (words, label, act) => makeButton({ "aria-label": label, onclick: act }, words);
  const search = searchField("node-search", "Find a node", "find a node", (text) => findNode(text, zoom));
  search.setAttribute("list", "node-names");
  const names = model.nodes.map((value) => make("option", { value }));
  refill(
    "graph",
    make(
      "div.row.no-print",
      switchOf("view", "which graph", ["truth", "learnt", "both"]),
      search,
      make(
        "span.row.zoom",
        button("−", "zoom out", () => zoom.zoom(1 / 1.4)),
        button("+", "zoom in", () => zoom.zoom(1.4)),
        button("fit", "fit the whole graph", zoom.reset),
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
      saveMenu("graph", "the graph", unzoomed, graphRows),
    ),
    make("datalist", { id: "node-names" }, names),
  );
}

function showGraph() {
  const svg = drawing();
  if (!svg) return;
  document.querySelector(".workspace").classList.toggle("is-wide", Boolean(state.wide));
  byId("wide").textContent = state.wide ? "beside the tabs" : "whole width";
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

function unzoomed() {
  const copy = withTitles(drawing());
  copy.querySelector(".zoomed").removeAttribute("transform");
  return copy;
}

/* The first node whose name is, begins with or contains the text. */
function findNode(text, zoom) {
  const wanted = text.trim().toLowerCase();
  const names = model.nodes.map((name) => name.toLowerCase());
  const tests = [(name) => name === wanted, (name) => name.startsWith(wanted), (name) => name.includes(wanted)];
  const found = wanted ? tests.map((test) => names.findIndex(test)).find((node) => node >= 0) : undefined;
  if (found !== undefined) zoom.centre(found);
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
