/* The interventional densities of one outcome under both graphs, and the observed one. */

function decoded(text) {
  const bytes = atob(text);
  return Array.from({ length: bytes.length }, (_, k) => bytes.charCodeAt(k));
}

/* Heights that integrate to one by the trapezoid rule. */
function normalised(heights, step) {
  const area = step * (heights.reduce((sum, height) => sum + height, 0) - (heights[0] + heights[heights.length - 1]) / 2);
  return heights.map((height) => height / area);
}

function probabilities(shares) {
  const sum = shares.reduce((total, share) => total + share, 0) || 1;
  return shares.map((share) => share / sum);
}

/* For each intervention the densities of truth and learnt graph; null where a graph leaves the outcome as observed. */
function pairCurves(graph, i, j) {
  const found = model.densities?.pairs[graph].find(([a, b]) => a === i && b === j);
  if (!found) return null;
  const axis = model.densities.outcomes[j], labels = model.densities.treatments[i];
  const unpack = (number) => {
    if (number === null) return null;
    const curves = model.densities.curves[number];
    if (axis.levels) return curves.map(probabilities);
    const all = decoded(curves), points = all.length / labels.length;
    return labels.map((_, k) => normalised(all.slice(k * points, (k + 1) * points), axis.step));
  };
  const marginal = axis.levels ? probabilities(axis.marginal) : normalised(decoded(axis.marginal), axis.step);
  return { axis, labels, marginal, truth: unpack(found[2]), learnt: unpack(found[3]) };
}

const PLOT = { width: 260, height: 140, left: 6, right: 6, top: 8, bottom: 22 };

function ticks(low, high) {
  const raw = (high - low) / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw);
  const marks = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) marks.push(Math.abs(value) < step / 1e6 ? 0 : value);
  return marks;
}

function curvePlot(curves, k, most) {
  const { axis, marginal } = curves, { width, height, left, right, top, bottom } = PLOT;
  const count = marginal.length, high = axis.low + axis.step * (count - 1);
  const x = (value) => left + (width - left - right) * (value - axis.low) / (high - axis.low);
  const y = (density) => height - bottom - (height - top - bottom) * density / most;
  const points = (density) => density.map((value, place) => `${x(axis.low + place * axis.step).toFixed(1)},${y(value).toFixed(1)}`);
  const area = (density) => axis.step * (density.reduce((sum, value) => sum + value, 0) - (density[0] + density[count - 1]) / 2);
  const line = (density, kind) => draw("path", { d: "M" + points(density).join("L"), class: "curve " + kind, "data-area": area(density) });
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "densities of the outcome" },
    draw("path", { d: `M${x(axis.low)},${y(0)}L${points(marginal).join("L")}L${x(high)},${y(0)}Z`, class: "area" }),
    draw("path", { d: `M${left},${y(0)}H${width - right}`, class: "axis" }),
    ticks(axis.low, high).map((value) => [
      draw("path", { d: `M${x(value)},${y(0)}v4`, class: "axis" }),
      draw("text", { x: x(value), y: height - 5, class: "tick", "text-anchor": x(value) < 22 ? "start" : x(value) > width - 22 ? "end" : "middle" }, short(value)),
    ]).flat(),
    line(curves.truth ? curves.truth[k] : marginal, "truth"),
    line(curves.learnt ? curves.learnt[k] : marginal, "learnt"));
}

function barPlot(curves, k, most) {
  const { axis, marginal } = curves, { width, height, left, right, top, bottom } = PLOT;
  const slot = (width - left - right) / axis.levels.length, bar = Math.min(slot * 0.28, 22);
  const y = (share) => height - bottom - (height - top - bottom) * share / most;
  const series = [["observed", marginal], ["truth", curves.truth ? curves.truth[k] : marginal], ["learnt", curves.learnt ? curves.learnt[k] : marginal]];
  const total = (shares) => shares.reduce((sum, share) => sum + share, 0);
  const bars = axis.levels.flatMap((level, place) => series.map(([kind, shares], number) =>
    draw("rect", { class: "bar " + kind, x: left + slot * (place + 0.5) + (number - 1.5) * bar, y: y(shares[place]), width: bar * 0.92,
      height: Math.max(0, y(0) - y(shares[place])), "data-area": total(shares) }, draw("title", {}, `${level}, ${kind}: ${short(shares[place])}`))));
  const room = Math.max(1, Math.floor(slot / 6.5));
  const names = axis.levels.map((level, place) => {
    const letters = Array.from(level), shown = letters.length > room ? letters.slice(0, Math.max(1, room - 1)).join("") + "…" : level;
    return draw("text", { x: left + slot * (place + 0.5), y: height - 6, class: "tick", "text-anchor": "middle" }, shown, draw("title", {}, level));
  });
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "probabilities of the outcome" },
    bars, draw("path", { d: `M${left},${y(0)}H${width - right}`, class: "axis" }), names);
}

function densityPlots(graph, i, j) {
  const curves = pairCurves(graph, i, j);
  if (!curves) return null;
  const all = [curves.marginal, ...(curves.truth || []), ...(curves.learnt || [])];
  const most = Math.max(...all.map((density) => Math.max(...density))) * 1.04;
  const plots = curves.labels.map((label, k) => make("figure", {},
    make("figcaption", {}, `do(${model.nodes[i]} = ${label})`),
    curves.axis.levels ? barPlot(curves, k, most) : curvePlot(curves, k, most)));
  const line = (kind) => draw("svg", { width: 30, height: 10, "aria-hidden": "true" }, draw("path", { d: "M0,5H30", class: "curve " + kind }));
  const patch = draw("svg", { width: 22, height: 12, "aria-hidden": "true" }, draw("rect", { width: 22, height: 12, class: "area" }));
  const marginal = (side) => (curves[side] ? "" : " (as observed: it has no directed path)");
  return make("div", { class: "densities" },
    make("p", { class: "small soft" }, `The distribution of ${model.nodes[j]} when ${model.nodes[i]} is set to low, middle and high values.`),
    make("div", { class: "legend" }, make("span", {}, line("truth"), "truth" + marginal("truth")),
      make("span", {}, line("learnt"), "learnt" + marginal("learnt")), make("span", {}, patch, "observed")),
    make("div", { class: "plots" }, plots));
}
