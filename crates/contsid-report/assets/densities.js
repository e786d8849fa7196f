/* The interventional densities of one outcome under both graphs, and the observed one. */

/* Curves of equally many heights: bytes relative to the mode of each, and the modes. */
function unpacked([text, modes]) {
  const bytes = atob(text);
  const points = bytes.length / modes.length;
  return modes.map((mode, curve) =>
    Array.from({ length: points }, (_, k) => (mode * bytes.charCodeAt(curve * points + k)) / 255),
  );
}

const probabilities = (shares) => shares.map((share) => share / 10000);

/* For each intervention the densities of truth and learnt graph; null where a graph leaves the outcome as observed. */
function pairCurves(graph, i, j) {
  const found = model.densities?.pairs[graph].find(([a, b]) => a === i && b === j);
  if (!found) return null;
  const axis = model.densities.outcomes[j];
  const curves = (number) =>
    number === null
      ? null
      : axis.levels
        ? model.densities.curves[number].map(probabilities)
        : unpacked(model.densities.curves[number]);
  const marginal = axis.levels ? probabilities(axis.marginal) : unpacked(axis.marginal)[0];
  return { axis, labels: model.densities.treatments[i], marginal, truth: curves(found[2]), learnt: curves(found[3]) };
}

const PLOT = { width: 260, height: 140, left: 6, right: 6, top: 8, bottom: 22 };

function curveParts(curves, k, most) {
  const { axis, marginal } = curves;
  const { width, height, left, right, top, bottom } = PLOT;
  const high = axis.low + axis.step * (marginal.length - 1);
  const x = (value) => left + ((width - left - right) * (value - axis.low)) / (high - axis.low);
  const y = (density) => height - bottom - ((height - top - bottom) * density) / most;
  const points = (density) =>
    density.map((value, at) => `${x(axis.low + at * axis.step).toFixed(1)},${y(value).toFixed(1)}`);
  const line = (density, kind) => draw("path", { d: `M${points(density).join("L")}`, class: `curve ${kind}` });
  const anchor = (at) => (at < 22 ? "start" : at > width - 22 ? "end" : "middle");
  return [
    draw("path", { d: `M${x(axis.low)},${y(0)}L${points(marginal).join("L")}L${x(high)},${y(0)}Z`, class: "area" }),
    draw("path", { d: `M${left},${y(0)}H${width - right}`, class: "axis" }),
    axis.ticks.map(([value, words]) => [
      draw("path", { d: `M${x(value)},${y(0)}v4`, class: "axis" }),
      draw("text", { x: x(value), y: height - 5, class: "tick", "text-anchor": anchor(x(value)) }, words),
    ]),
    line(curves.truth ? curves.truth[k] : marginal, "truth"),
    line(curves.learnt ? curves.learnt[k] : marginal, "learnt"),
  ];
}

function barParts(curves, k, most) {
  const { axis, marginal } = curves;
  const { width, height, left, right, top, bottom } = PLOT;
  const slot = (width - left - right) / axis.levels.length;
  const bar = Math.min(slot * 0.28, 22);
  const y = (share) => height - bottom - ((height - top - bottom) * share) / most;
  const series = [
    ["observed", marginal],
    ["truth", curves.truth ? curves.truth[k] : marginal],
    ["learnt", curves.learnt ? curves.learnt[k] : marginal],
  ];
  const bars = axis.levels.map((level, at) =>
    series.map(([kind, shares], number) =>
      draw(
        "rect",
        {
          class: `bar ${kind}`,
          x: left + slot * (at + 0.5) + (number - 1.5) * bar,
          y: y(shares[at]),
          width: bar * 0.92,
          height: Math.max(0, y(0) - y(shares[at])),
          "data-share": shares[at],
        },
        draw("title", {}, `${isolated(level)}, ${kind}: ${(100 * shares[at]).toFixed(0)} %`),
      ),
    ),
  );
  const room = Math.max(2, Math.floor(slot / 6.5));
  const names = axis.levels.map((level, at) =>
    draw(
      "text",
      { x: left + slot * (at + 0.5), y: height - 6, class: "tick", "text-anchor": "middle" },
      isolated(shortName(level, room)),
      draw("title", {}, isolated(level)),
    ),
  );
  return [bars, draw("path", { d: `M${left},${y(0)}H${width - right}`, class: "axis" }), names];
}

function mostDense(curves) {
  return (
    Math.max(
      ...[curves.marginal, ...(curves.truth || []), ...(curves.learnt || [])].map((density) => Math.max(...density)),
    ) * 1.04
  );
}

const plotParts = (curves, k, most) => (curves.axis.levels ? barParts(curves, k, most) : curveParts(curves, k, most));
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
      draw(
        "svg",
        {
          viewBox: `0 0 ${PLOT.width} ${PLOT.height}`,
          role: "img",
          "aria-label": `distribution of ${isolated(model.nodes[j])} under ${doWords(i, label)}`,
        },
        plotParts(curves, k, most),
      ),
    ),
  );
  const line = (kind) =>
    draw(
      "svg",
      { width: 30, height: 10, "aria-hidden": "true" },
      draw("path", { d: "M0,5H30", class: `curve ${kind}` }),
    );
  const patch = draw(
    "svg",
    { width: 22, height: 12, "aria-hidden": "true" },
    draw("rect", { width: 22, height: 12, class: "area" }),
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
    ),
    make(
      "div",
      { class: "legend" },
      make("span", {}, line("truth"), `truth${marginal("truth")}`),
      make("span", {}, line("learnt"), `learnt${marginal("learnt")}`),
      make("span", {}, patch, "observed"),
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
  const panels = curves.labels.map((label, k) =>
    draw(
      "g",
      { transform: `translate(${12 + k * (PLOT.width + 10)},62)` },
      draw("text", { class: "label strong", x: PLOT.left, y: -4 }, doWords(i, label)),
      plotParts(curves, k, most),
    ),
  );
  const legend = ["truth", "learnt"].map((kind, k) =>
    draw(
      "g",
      { transform: `translate(${18 + 110 * k},34)` },
      draw("path", { d: "M0,0H30", class: `curve ${kind}` }),
      draw("text", { class: "label", x: 36, y: 4 }, kind),
    ),
  );
  return draw(
    "svg",
    { viewBox: `0 0 ${14 + curves.labels.length * (PLOT.width + 10)} ${PLOT.height + 70}` },
    draw(
      "text",
      { class: "label strong", x: 18, y: 20 },
      `${isolated(model.nodes[j])} when ${isolated(model.nodes[i])} is set: ${isolated(graphName(graph))}`,
    ),
    legend,
    panels,
  );
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
