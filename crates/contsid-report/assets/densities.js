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

/* A panel for each intervention. */
function pairPanels(graph, i, j) {
  const curves = pairCurves(graph, i, j);
  const title = (name, label) => `do(${isolated(name)} = ${isolated(label)})`;
  const short = (label) => title(shortName(model.nodes[i], 14), shortName(label, 10));
  return curves?.labels.map((label, k) => ({
    ...panelOf(title(model.nodes[i], label), label, curves, k),
    short: short(label),
    caption: ["do(", named(model.nodes[i]), " = ", named(label), ")"],
  }));
}

/* What a treatment is set to: its categories by name, all or the most frequent ones. */
function settingWords(i) {
  const { outcomes, treatments } = model.densities;
  const { levels } = outcomes[i];
  if (!levels) return "low, middle and high values";
  const names = treatments[i].map((label, at) => [
    at === 0 ? "" : at === treatments[i].length - 1 ? " and " : ", ",
    named(label),
  ]);
  return levels.length > treatments[i].length ? [names, ", the most frequent values"] : names;
}

function densityPlots(graph, i, j) {
  const panels = pairPanels(graph, i, j);
  if (!panels) return null;
  const [{ curves }] = panels;
  const figure = (panel) => densityFigure(panel, panel.caption, `${isolated(model.nodes[j])} under ${panel.title}`);
  return make(
    "div.densities",
    make(
      "p.small.soft",
      "The distribution of ",
      named(model.nodes[j]),
      " when ",
      named(model.nodes[i]),
      " is set to ",
      settingWords(i),
      ".",
      model.sampled && ` Estimated from ${model.sampled}.`,
    ),
    densityLegend(curves),
    make("div.plots", panels.map(figure)),
    saveMenu("densities", "the densities", densitiesDrawing, densitiesRows, graph, i, j),
  );
}

function densityLegend(curves) {
  const words = (side) => (curves[side] ? side : `${side} (as observed: it has no directed path)`);
  const lines = ["truth", "learnt"].map((side) => [lineSign(side), words(side)]);
  return legend(...lines, [areaSign("area"), "observed"]);
}

/* All panels as one drawing, for saving. */
function densitiesDrawing(graph, i, j) {
  const panels = pairPanels(graph, i, j);
  const [treatment, outcome, name] = [model.nodes[i], model.nodes[j], graphName(graph)].map((whole) =>
    isolated(shortName(whole, 30)),
  );
  const title = `${outcome} when ${treatment} is set: ${name}`;
  return legended(densitySheet(title, panels, panels.length), densityLegend(panels[0].curves));
}

const densitiesRows = (graph, i, j) =>
  densityRows([model.nodes[i], model.nodes[j], "observed", "truth", "learnt"], pairPanels(graph, i, j));
