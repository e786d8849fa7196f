/* The chosen graph of a judgement: which of its edges lead to right and to wrong predictions. */

/* What an edge and a node say of an outcome's prediction. */
const PREDICTED = {
  right: "right",
  partly: "partly",
  wrong: "wrong",
  worse: "wrong",
  unchanged: "unsaid",
  unclear: "unsaid",
};
const PREDICTED_WORDS = {
  right: "leads to a right prediction",
  partly: "to a partly right one",
  wrong: "to a wrong one",
  unsaid: "to one that the data do not tell, or to none",
};

const treatments = () => model.experiments[state.experiment].treatments;
const outcomeOf = (node) => outcomesOf().rows.find(({ outcome }) => outcome === node);

/* The edges of the chosen graph; those that carry the effect have the mark of the outcome that they lead to. */
function predictionEdges() {
  const { edges } = model.graphs[state.graph];
  const below = new Set(treatments().flatMap((node) => Array.from(closure(edges, node, true))));
  return edges.map(([from, to, ends]) => {
    const [there, back] = passes(ends);
    const leads = (start, end) => below.has(start) && !treatments().includes(end);
    const end = there && leads(from, to) ? to : back && leads(to, from) ? from : null;
    return [from, to, ends, `predicted-${PREDICTED[outcomeOf(end)?.verdict] || "unsaid"}`, end];
  });
}

function predictionWords(node) {
  const name = isolated(model.nodes[node]);
  if (treatments().includes(node)) return `${name} was set`;
  const found = outcomeOf(node);
  return found ? `${name}: the graph ${found.prediction}; the prediction is ${found.words}` : name;
}

function predictionEdgeWords([from, to, ends, mark, end]) {
  const name = edgeParts([from, to, ends], isolated).join("");
  return mark === "predicted-unsaid" ? name : `${name}. ${predictionWords(end)}`;
}

function predictionNode(node) {
  const box = drawNode(node, predictionWords);
  for (const attribute of ["role", "tabindex", "aria-label"]) box.removeAttribute(attribute);
  const found = outcomeOf(node);
  if (treatments().includes(node)) box.classList.add("treatment");
  else if (found) box.classList.add(`predicted-${PREDICTED[found.verdict]}`);
  return box;
}

function predictionsGraph() {
  const { width, height } = model.layout;
  const style = `--ratio:${(width / height).toFixed(3)};--most:${Math.round(1.6 * height)}px`;
  const name = `the graph ${graphName(state.graph)}: which of its edges lead to right and wrong predictions`;
  return draw(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "graph-drawing", style, role: "img", "aria-label": name },
    predictionEdges().map((edge) => drawEdge(edge, predictionEdgeWords)),
    model.nodes.map((_, node) => predictionNode(node)),
  );
}

function predictionsLegend() {
  const shown = new Set(predictionEdges().map(([, , , mark]) => mark));
  const line = (mark) => {
    const edge = draw("path.edge", { d: "M0,5H32" });
    return sign(40, 10, draw(linkKind(mark, true), edge, draw("path.head", { d: "M40,5l-10,-5v10z" })));
  };
  const entries = Object.entries(PREDICTED_WORDS).filter(([kind]) => shown.has(`predicted-${kind}`));
  const box = draw("g.node.treatment", draw("rect", { x: 2, y: 2, width: 20, height: 12, rx: 4 }));
  return legend([sign(24, 16, box), "was set"], ...entries.map(([kind, words]) => [line(`predicted-${kind}`), words]));
}

function predictionsRows() {
  const row = ([from, to, directed, mark]) => [
    model.nodes[from],
    model.nodes[to],
    typeof directed === "string" ? directed : directed ? "directed" : "undirected",
    mark.replace("predicted-", ""),
  ];
  return [["from", "to", "kind", "prediction"], ...predictionEdges().map(row)];
}

/* The drawing with its legend; nothing where the graphs have too many edges. */
function predictionsFigure() {
  if (!model.layout) return null;
  return [
    make("h3", "The graph, with the predictions that its edges lead to"),
    make("div.canvas", predictionsGraph()),
    predictionsLegend(),
    saveMenu("graph", "the graph", () => legended(predictionsGraph(), predictionsLegend()), predictionsRows),
  ];
}
