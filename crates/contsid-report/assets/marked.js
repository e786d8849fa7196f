/* The drawing of the chosen graph, with a legend of what its lines mean. */

/* A choice among few words. */
function words(name, label, options) {
  const button = (value) => {
    const pressed = String(state[name] === value);
    return makeButton(
      { [`data-${name}`]: value, "aria-pressed": pressed, onclick: () => choose({ [name]: value }) },
      value,
    );
  };
  return make("div.switch", { role: "group", "aria-label": label }, options.map(button));
}

function markSign(mark) {
  return sign(40, 10, draw(`g.link.mark-${mark}`, draw("path.edge", { d: "M0,5H40" })));
}

function markLegend() {
  const kinds = new Set(viewEdges(state.graph, state.view).map(([, , , mark]) => mark));
  return legend(...model.marks.filter(([mark]) => kinds.has(mark)).map(([mark, text]) => [markSign(mark), text]));
}

function shownDrawing() {
  const svg = graphDrawing();
  for (const link of svg.querySelectorAll(".links")) link.replaceChildren();
  drawnEdges.clear();
  showEdges(svg, viewEdges(state.graph, state.view));
  return svg;
}

const edgeRows = () => [
  ["from", "to", "marks", "kind"],
  ...viewEdges(state.graph, "both").map(([from, to, ends, mark]) => [model.nodes[from], model.nodes[to], ends, mark]),
];

/* The drawing, its legend and its menu. */
function markedFigure() {
  const menu = saveMenu("graph-figure", "the graph", () => legended(shownDrawing(), markLegend()), edgeRows);
  return [shownDrawing(), markLegend(), menu];
}
