/* Pages of what graphs claim: how often each is wrong, the drawing of the chosen one with a legend, and its claims. */

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

/* All claims of a graph as a bar, and the wrong ones over it: shares of the width. */
function claimBar(all, wrong) {
  const bar = (kind, share) => draw(`rect.bar.${kind}`, { y: 3, width: `${(100 * share).toFixed(2)}%`, height: 10 });
  return track(16, bar("claimed", all), bar("wrong", wrong));
}

/* How many rows are shown is not worth an entry in the history. */
let rowsShown = FIRST_ROWS;

/* The first claims of a list, and a button for more. */
function claimTable(heads, claims, row) {
  const more = () => {
    rowsShown += MORE_ROWS;
    showClaims();
    byId("more")?.focus();
  };
  return [
    scrolled(tableOf({ class: "effects" }, headCells(heads), claims.slice(0, rowsShown).map(row))),
    moreButton("more", rowsShown, claims.length, more),
  ];
}

/* The verdict, the table of graphs with a legend of its bars, beside the drawing what the chosen graph claims, and what
   else a page has. */
function buildClaimsPage(title, table, barWords, right, more) {
  const [all, wrong] = barWords;
  const bars = legend([areaSign("bar claimed"), all], [areaSign("bar wrong"), wrong]);
  buildPage(
    verdictSection(model.verdict),
    make("section", { id: "choices", tabindex: "-1" }, make("h2", title), table, bars),
    make(
      "section.workspace",
      make("div.panel.left", make("h2", { id: "chosen" }), make("div", { id: "graph" })),
      make("div.right", right, make("div", { id: "claims" })),
    ),
    more,
  );
}
