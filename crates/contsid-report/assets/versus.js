/* Two learnt graphs side by side: what one gets right that the other does not. */

/* The graph that the chosen one is held against: another one. */
const otherGraph = () => (state.other !== null && state.other !== state.graph ? state.other : nextGraph());
const nextGraph = () => measureOf(model.measures[0].key).order.find((graph) => graph !== state.graph);

/* The upper bound of d of a pair, or without data whether SID counts it as wrong. */
function wrongness(graph, index) {
  const effect = effectOf(graph, index);
  return model.largest ? (effect?.[2] ?? 0) : { x: 1, "?": 0.5 }[model.learnt[graph].effects.sid[index]] || 0;
}

/* The pairs in which two graphs differ, the largest differences first: positive where the second is worse. */
function versusPairs(graph, other) {
  const indices = [graph, other].flatMap((which) => wrongEffects(which).map(([index]) => index));
  const pairs = Array.from(new Set(indices), (index) => [index, wrongness(other, index) - wrongness(graph, index)]);
  return pairs.filter(([, by]) => by !== 0).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]) || a[0] - b[0]);
}

/* The edges that one graph has as the truth and the other has not. */
function versusEdges(graph, other) {
  const right = (which) => model.learnt[which].drawn.filter(([, , , mark]) => mark === "right");
  const theirs = new Set(right(other).map(String));
  return right(graph).filter((edge) => !theirs.has(String(edge)));
}

function edgeWordsOf(graph, other) {
  const edges = versusEdges(graph, other);
  const shown = edges
    .slice(0, MOST_LINES)
    .map((edge, k) => [k ? ", " : " ", make("span.unbroken", edgeParts(edge, named))]);
  const rest = edges.length - MOST_LINES;
  const words = edges.length ? [":", shown, rest > 0 && ` and ${rest} more`] : "";
  const count = `${edges.length || "no"} edge${edges.length > 1 ? "s" : ""}`;
  return make(
    "p.small",
    named(graphName(graph)),
    ` has ${count} right that `,
    named(graphName(other)),
    " has not",
    words,
    ".",
  );
}

/* The words for d of a graph and a pair. */
function versusText(graph, index) {
  const effect = effectOf(graph, index);
  if (!model.largest)
    return { x: "wrong", "?": "in some graphs", ".": "right" }[model.learnt[graph].effects.sid[index]];
  return effect ? (onlyCrossfit && effect[4]?.[3]) || effect[3] : "0";
}

function versusTable(graph, other, pairs, most) {
  const row = ([index, by]) => {
    const [treatment, outcome] = pairOf(index).map((node) => named(model.nodes[node]));
    const bar = fixBars({ change: [-by, -by] }, most, false, halfPercent, 1);
    return make(
      "tr",
      { "data-pair": index },
      make("th.what", { scope: "row" }, makeButton({ class: "pick" }, treatment, " on ", outcome)),
      make("td", unbroken(versusText(graph, index))),
      make("td.bars", track(16, draw("line.axis", { x1: "50%", x2: "50%", y1: 0, y2: 16 }), bar)),
      make("td", unbroken(versusText(other, index))),
    );
  };
  const d = model.largest ? "d of " : "";
  const heads = [
    ["effect", "what"],
    [[d, named(graphName(graph))]],
    ["better ← → worse", "bars"],
    [[d, named(graphName(other))]],
  ];
  const table = tableOf({ class: "effects versus" }, headCells(heads), pairs.map(row));
  listenToRows(table, "pair", (index) => effectActs.choose(pairOf(index)));
  return scrolled(table);
}

/* In how many effects each of two graphs is nearer to the truth. */
function versusWords(graph, other, pairs) {
  const [one, another] = [graph, other].map((which) => named(graphName(which)));
  if (pairs.length === 0) return make("p", one, " and ", another, " do not differ in any effect.");
  const better = pairs.filter(([, by]) => by > 0).length;
  const effects = ` effect${better === 1 ? "" : "s"}, `;
  const nearer = [" is nearer to the truth in ", named(String(better)), effects];
  return make("p", one, nearer, another, ` in ${pairs.length - better}.`);
}

function showVersus() {
  const other = otherGraph();
  if (other === undefined) return refill("panel-versus", make("p", "There is only one learnt graph."));
  const graph = state.graph;
  const pairs = versusPairs(graph, other);
  const options = model.learnt.map((_, which) => [which, graphName(which)]).filter(([which]) => which !== graph);
  const control = choice("other", "against", options);
  control.querySelector("select").value = String(other);
  const table = () => versusTable(graph, other, pairs.slice(0, FIRST_ROWS), Math.abs(pairs[0][1]));
  refill(
    "panel-versus",
    make("div.row", make("b", named(graphName(graph))), control),
    versusWords(graph, other, pairs),
    edgeWordsOf(graph, other),
    edgeWordsOf(other, graph),
    pairs.length > 0 && table(),
    pairs.length > FIRST_ROWS && make("p.soft.small", `The ${FIRST_ROWS} largest differences of ${pairs.length}.`),
  );
}
