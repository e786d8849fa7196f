/* The interventional densities of one outcome under both graphs, and the observed one. */

/* For each intervention the densities of truth and learnt graph; null where a graph leaves the outcome as observed. */
function pairCurves(graph, i, j) {
  const found = model.densities?.pairs[graph].find(([a, b]) => a === i && b === j);
  if (!found) return null;
  const axis = model.densities.outcomes[j];
  const curves = (number) => (number === null ? null : curvesOf(axis, model.densities.curves[number]));
  const marginal = marginalOf(axis);
  return { axis, labels: model.densities.treatments[i], marginal, truth: curves(found[2]), learnt: curves(found[3]) };
}

const doWords = (i, label) => `do(${isolated(model.nodes[i])} = ${isolated(label)})`;

function densityPlots(graph, i, j) {
  const curves = pairCurves(graph, i, j);
  if (!curves) return null;
  const most = mostDense(curves);
  const plots = curves.labels.map((label, k) =>
    make(
      "figure",
      {},
      make("figcaption", {}, doWords(i, label)),
      densityPanel(curves, k, most, `distribution of ${isolated(model.nodes[j])} under ${doWords(i, label)}`),
    ),
  );
  const marginal = (side) => (curves[side] ? "" : " (as observed: it has no directed path)");
  return make(
    "div",
    { class: "densities" },
    make(
      "p",
      { class: "small soft" },
      "The distribution of ",
      named(model.nodes[j]),
      " when ",
      named(model.nodes[i]),
      " is set to low, middle and high values.",
      model.sampled ? ` Estimated from ${model.sampled}.` : null,
    ),
    legend(
      [lineSign("truth"), `truth${marginal("truth")}`],
      [lineSign("learnt"), `learnt${marginal("learnt")}`],
      [areaSign("area"), "observed"],
    ),
    make("div", { class: "plots" }, plots),
    saveMenu(
      "densities",
      "the densities",
      () => densitiesDrawing(graph, i, j),
      () => densitiesRows(graph, i, j),
    ),
  );
}

/* All panels as one drawing, for saving. */
function densitiesDrawing(graph, i, j) {
  const curves = pairCurves(graph, i, j);
  const most = mostDense(curves);
  const panels = curves.labels.map((label, k) => ({ title: doWords(i, label), parts: plotParts(curves, k, most) }));
  const words = `${isolated(model.nodes[j])} when ${isolated(model.nodes[i])} is set: ${isolated(graphName(graph))}`;
  return densitySheet(words, { truth: "truth", learnt: "learnt" }, panels, panels.length);
}

function densitiesRows(graph, i, j) {
  const { axis, labels, marginal, truth, learnt } = pairCurves(graph, i, j);
  const at = (k) => (axis.levels ? axis.levels[k] : axis.low + axis.step * k);
  const rows = labels.flatMap((label, k) =>
    marginal.map((observed, point) => [
      label,
      at(point),
      observed,
      truth ? truth[k][point] : observed,
      learnt ? learnt[k][point] : observed,
    ]),
  );
  return [[model.nodes[i], model.nodes[j], "observed", "truth", "learnt"], ...rows];
}
