/* The page of a study: how good are the learners, where do they differ, and do the distances agree? */

const COLOURS = {
  light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31"],
  dark: ["#56b4e9", "#ff8a3d", "#2fc79a", "#e58fc4", "#f0b429", "#a79dff", "#c9a96a"],
};
const SHAPES = ["circle", "square", "triangle", "diamond", "cross", "down", "plus"];
const state = { condition: 0, metric: null, nodes: null };
const place = (name) => document.getElementById(name);
const colourOf = (learner) => COLOURS[theme()][learner % COLOURS[theme()].length];

/* A record is [condition, nodes, graph, learner, has graph, seconds, ...one value for each metric]. */
const FIRST_METRIC = 6;
const records = () => model.records.filter((record) => record[0] === state.condition);
const nodeCounts = () => Array.from(new Set(records().map((record) => record[1]))).sort((a, b) => a - b);
const metricPlace = (column) => FIRST_METRIC + model.metrics.findIndex((metric) => metric[0] === column);
const metricTitle = (column) => model.metrics.find((metric) => metric[0] === column)[1];
const valueOf = (record, column) => record[metricPlace(column)];

function valuesOf(nodes, learner, column) {
  return records().filter((record) => record[1] === nodes && record[3] === learner)
    .map((record) => valueOf(record, column)).filter((value) => value !== null);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values) {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/* Quantiles between order statistics, as R's type 7. */
function quantile(sorted, share) {
  const at = share * (sorted.length - 1), low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

function boxOf(values) {
  const sorted = values.slice().sort((a, b) => a - b);
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
  const reach = 1.5 * (q3 - q1), inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach);
  return { q1, median, q3, low: inside[0], high: inside[inside.length - 1] };
}

/* Ranks from 1; ties share their mean rank. */
function ranks(values) {
  const order = values.map((_, k) => k).sort((a, b) => values[a] - values[b]), result = [];
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1]] === values[order[start]]) end++;
    for (let k = start; k <= end; k++) result[order[k]] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return result;
}

/* Spearman's rank correlation: Pearson's of the ranks. */
function spearman(xs, ys) {
  const a = ranks(xs), b = ranks(ys), [ma, mb] = [mean(a), mean(b)];
  const sum = (f) => a.reduce((total, _, k) => total + f(a[k] - ma, b[k] - mb), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
}

/* Between -0.5 and 0.5, the same on every visit: points that fall together are told apart. */
function scatterOf(number) {
  const wave = Math.sin((number + 1) * 12.9898) * 43758.5453;
  return wave - Math.floor(wave) - 0.5;
}

function niceTicks(low, high, wanted) {
  const raw = (high - low) / wanted || 1, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw * 0.999);
  const marks = [];
  for (let value = Math.ceil(low / step - 1e-9) * step; value <= high + step * 1e-9; value += step) marks.push(Math.abs(value) < step / 1e6 ? 0 : value);
  return marks;
}

function pointShape(shape, x, y, size, attributes) {
  const d = {
    square: `M${x - size},${y - size}h${2 * size}v${2 * size}h${-2 * size}z`,
    triangle: `M${x},${y - size * 1.2}l${size * 1.1},${size * 2}h${-size * 2.2}z`,
    down: `M${x},${y + size * 1.2}l${size * 1.1},${-size * 2}h${-size * 2.2}z`,
    diamond: `M${x},${y - size * 1.4}l${size * 1.4},${size * 1.4}l${-size * 1.4},${size * 1.4}l${-size * 1.4},${-size * 1.4}z`,
    cross: `M${x - size},${y - size}l${2 * size},${2 * size}m0,${-2 * size}l${-2 * size},${2 * size}`,
    plus: `M${x - size},${y}h${2 * size}M${x},${y - size}v${2 * size}`,
  }[shape];
  if (!d) return draw("circle", { cx: x, cy: y, r: size, ...attributes });
  return draw("path", { d, ...attributes });
}

function learnerPoint(learner, x, y, size, title) {
  const open = ["cross", "plus"].includes(SHAPES[learner % SHAPES.length]), colour = colourOf(learner);
  const style = open ? `fill:none;stroke:${colour};stroke-width:1.6;opacity:.75` : `fill:${colour};opacity:.6`;
  const point = pointShape(SHAPES[learner % SHAPES.length], x, y, size, { style });
  if (title) point.append(draw("title", {}, title));
  return point;
}

/* An upright panel: names below, values to the left; `items` have name, learner, values, and perhaps paper {mean, sd}. */
function boxPanel(title, items, unit, zeroLine) {
  const width = Math.max(230, 66 + 84 * items.length), height = 300, left = 54, right = 8, top = 12, bottom = 46;
  const ends = items.flatMap((item) => [...item.values, ...(item.paper ? [item.paper.mean - item.paper.sd, item.paper.mean + item.paper.sd] : [])]);
  let low = Math.min(...ends), high = Math.max(...ends);
  if (zeroLine || low >= 0) low = Math.min(0, low);
  if (zeroLine) high = Math.max(0, high);
  if (high === low) high = low + 1;
  high += 0.04 * (high - low);
  if (low < 0) low -= 0.04 * (high - low);
  const y = (value) => height - bottom - (height - top - bottom) * (value - low) / (high - low);
  const slot = (width - left - right) / items.length;
  const axis = niceTicks(low, high, 5).flatMap((value) => [
    draw("path", { d: `M${left},${y(value)}H${width - right}`, style: `stroke:var(--line);stroke-width:${value === 0 && zeroLine ? 2 : 1}` }),
    draw("text", { x: left - 6, y: y(value) + 4, class: "tick", "text-anchor": "end" }, short(value))]);
  const parts = items.flatMap((item, number) => boxParts(item, left + slot * (number + 0.5), Math.min(slot * 0.36, 26), y, height));
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}: ${unit}`, style: `width:100%;min-width:${width * 0.8}px;max-width:${width * 1.5}px` },
    axis, draw("text", { x: 13, y: (height - bottom) / 2, class: "tick", "text-anchor": "middle", transform: `rotate(-90 13 ${(height - bottom) / 2})` }, unit), parts);
  return make("figure", { class: "panel" }, make("figcaption", {}, title), make("div", { class: "scroll" }, svg));
}

function boxParts(item, x, half, y, height) {
  const colour = colourOf(item.learner), parts = [];
  const label = [item.name, item.second].filter(Boolean);
  label.forEach((line, k) => {
    const letters = Array.from(line), shown = letters.length > 13 ? letters.slice(0, 12).join("") + "…" : line;
    parts.push(draw("text", { x, y: height - 28 + 14 * k, class: "tick", "text-anchor": "middle" }, shown, draw("title", {}, line)));
  });
  if (!item.values.length) return parts.concat(draw("text", { x, y: height / 2, class: "tick", "text-anchor": "middle" }, "none"));
  item.values.forEach((value, k) => parts.push(learnerPoint(item.learner, x + scatterOf(k) * half * 1.5, y(value), 2.6)));
  const box = boxOf(item.values), line = `stroke:${colour};stroke-width:1.8;fill:none`;
  parts.push(draw("rect", { class: "box", x: x - half, y: y(box.q3), width: 2 * half, height: Math.max(0.5, y(box.q1) - y(box.q3)), style: line },
    draw("title", {}, `${item.name}: median ${short(box.median)}, quartiles ${short(box.q1)} and ${short(box.q3)}, mean ${short(mean(item.values))}, ${item.values.length} graphs`)),
  draw("path", { d: `M${x - half},${y(box.median)}h${2 * half}`, style: `stroke:var(--ink);stroke-width:2.4` }),
  draw("path", { d: `M${x},${y(box.q3)}V${y(box.high)}M${x},${y(box.q1)}V${y(box.low)}`, style: line }),
  pointShape("diamond", x, y(mean(item.values)), 4.2, { style: "fill:var(--paper);stroke:var(--ink);stroke-width:1.6" }));
  if (item.paper) {
    const px = x + half + 7, { mean: middle, sd } = item.paper;
    parts.push(draw("path", { class: "paper", d: `M${px},${y(middle - sd)}V${y(middle + sd)}M${px - 4},${y(middle - sd)}h8M${px - 4},${y(middle + sd)}h8`, style: "stroke:var(--ink);stroke-width:1.4;fill:none" },
      draw("title", {}, `the paper: ${middle} ± ${sd}`)),
    draw("circle", { cx: px, cy: y(middle), r: 3.6, style: "fill:var(--ink)" }));
  }
  return parts;
}

function published(nodes, learner) {
  return model.published.find((cell) => cell.condition === state.condition && cell.metric === state.metric && cell.nodes === nodes && cell.learner === model.learners[learner]);
}

function showDistributions() {
  const panels = nodeCounts().map((nodes) => boxPanel(`${nodes} nodes`, model.learners.map((name, learner) =>
    ({ name, learner, values: valuesOf(nodes, learner, state.metric), paper: published(nodes, learner) })), metricTitle(state.metric), false));
  refill("distributions", make("div", { class: "figures" }, panels), make("div", { class: "legend" },
    make("span", {}, "box: quartiles, line: median, whiskers: 1.5 times the box, ◇ mean, dots: single graphs"),
    model.published.some((cell) => cell.condition === state.condition && cell.metric === state.metric) ? make("span", {}, "● with bars: mean ± sd printed in the paper") : null));
}

/* For two learners the differences on the same data. */
function pairedDifferences(nodes, first, second) {
  const byGraph = new Map();
  for (const record of records()) if (record[1] === nodes && record[3] === second) byGraph.set(record[2], valueOf(record, state.metric));
  return records().filter((record) => record[1] === nodes && record[3] === first)
    .map((record) => [valueOf(record, state.metric), byGraph.get(record[2])])
    .filter(([a, b]) => a !== null && b !== null && b !== undefined).map(([a, b]) => a - b);
}

function showDifferences() {
  const pairs = model.learners.flatMap((_, a) => model.learners.slice(a + 1).map((_, k) => [a, a + 1 + k]));
  if (!pairs.length) return refill("differences", make("p", { class: "soft" }, "There is only one learner."));
  const panels = nodeCounts().map((nodes) => boxPanel(`${nodes} nodes`, pairs.map(([a, b]) =>
    ({ name: model.learners[a], second: `− ${model.learners[b]}`, learner: a, values: pairedDifferences(nodes, a, b) })), "difference", true));
  const words = nodeCounts().flatMap((nodes) => pairs.map(([a, b]) => {
    const values = pairedDifferences(nodes, a, b);
    if (values.length < 2) return null;
    const error = deviation(values) / Math.sqrt(values.length), wins = values.filter((value) => value < 0).length, ties = values.filter((value) => value === 0).length;
    return make("tr", {}, [nodes, `${model.learners[a]} − ${model.learners[b]}`, `${short(mean(values))} ± ${short(error)}`, wins, ties, values.length - wins - ties]
      .map((cell, k) => make("td", { class: k === 1 ? "name" : null }, String(cell))));
  }));
  const head = ["nodes", "learners", "mean ± standard error", "first is nearer", "ties", "second is nearer"];
  refill("differences", make("div", { class: "figures" }, panels), make("div", { class: "scroll" }, make("table", { class: "scores" },
    make("thead", {}, make("tr", {}, head.map((cell, k) => make("th", { class: k === 1 ? "name" : null }, cell)))), make("tbody", {}, words))));
}

/* Two distances of the same graphs against each other. */
function agreementPanel(xColumn, yColumn) {
  const found = records().filter((record) => record[1] === state.nodes && valueOf(record, xColumn) !== null && valueOf(record, yColumn) !== null);
  const width = 340, height = 290, left = 58, right = 10, top = 12, bottom = 42;
  const xs = found.map((record) => valueOf(record, xColumn)), ys = found.map((record) => valueOf(record, yColumn));
  const [xHigh, yHigh] = [Math.max(1e-9, ...xs) * 1.04, Math.max(1e-9, ...ys) * 1.04];
  const x = (value) => left + (width - left - right) * value / xHigh, y = (value) => height - bottom - (height - top - bottom) * value / yHigh;
  const whole = xs.every(Number.isInteger), apart = whole ? Math.min(0.7, 0.7 * xHigh / 40) : 0;
  const points = found.map((record, k) => learnerPoint(record[3], x(Math.max(0, xs[k] + scatterOf(k) * apart)), y(ys[k]), 3.2,
    `${model.learners[record[3]]}, graph ${record[2]}: ${short(xs[k])}, ${short(ys[k])}`));
  const correlation = found.length > 2 ? spearman(xs, ys) : NaN;
  const words = Number.isFinite(correlation) ? `Spearman’s ρ = ${correlation.toFixed(2).replace("-", "−")}, ${found.length} graphs` : `${found.length} graphs`;
  const middle = (top + height - bottom) / 2;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${metricTitle(yColumn)} against ${metricTitle(xColumn)}: ${words}`, style: "width:100%" },
    niceTicks(0, xHigh, 5).flatMap((value) => [draw("path", { d: `M${x(value)},${top}V${y(0)}`, style: "stroke:var(--line)" }), draw("text", { x: x(value), y: height - bottom + 15, class: "tick", "text-anchor": "middle" }, short(value))]),
    niceTicks(0, yHigh, 5).flatMap((value) => [draw("path", { d: `M${left},${y(value)}H${width - right}`, style: "stroke:var(--line)" }), draw("text", { x: left - 6, y: y(value) + 4, class: "tick", "text-anchor": "end" }, short(value))]),
    points,
    draw("text", { x: (left + width - right) / 2, y: height - 6, class: "tick", "text-anchor": "middle" }, metricTitle(xColumn)),
    draw("text", { x: 13, y: middle, class: "tick", "text-anchor": "middle", transform: `rotate(-90 13 ${middle})` }, metricTitle(yColumn)));
  return make("figure", { class: "panel" }, make("figcaption", { class: "correlation" }, words), svg);
}

function showAgreement() {
  const has = (column) => model.metrics.some((metric) => metric[0] === column) && records().some((record) => valueOf(record, column) !== null);
  const contsid = ["contsid_directed", "contsid_upper"].find(has);
  const pairs = [["shd", "sid_upper"], ["shd", contsid], ["sid_upper", contsid]].filter(([a, b]) => b && has(a) && has(b));
  const legend = model.learners.map((name, learner) => make("span", {}, draw("svg", { width: 14, height: 14, "aria-hidden": "true" }, learnerPoint(learner, 7, 7, 4.5)), name));
  refill("agreement", make("div", { class: "figures" }, pairs.map(([a, b]) => agreementPanel(a, b))), make("div", { class: "legend" }, legend));
}

function showTable() {
  const head = ["nodes", "learner", "graphs", "mean", "sd", "median", "paper", "without a graph", "seconds"];
  const rows = nodeCounts().flatMap((nodes) => model.learners.map((name, learner) => {
    const all = records().filter((record) => record[1] === nodes && record[3] === learner), values = valuesOf(nodes, learner, state.metric), paper = published(nodes, learner);
    if (!all.length) return null;
    const sorted = values.slice().sort((a, b) => a - b), some = values.length > 0;
    // A learner that gave up says nothing of how long it takes.
    const learnt = all.filter((record) => record[4]);
    const cells = [nodes, name, values.length, some ? short(mean(values)) : "–", values.length > 1 ? short(deviation(values)) : "–", some ? short(quantile(sorted, 0.5)) : "–",
      paper ? `${paper.mean} ± ${paper.sd}` : "–", all.length - learnt.length, learnt.length ? short(mean(learnt.map((record) => record[5]))) : "–"];
    return make("tr", {}, cells.map((cell, k) => make("td", { class: k === 1 ? "name" : null }, String(cell))));
  }));
  refill("numbers", make("div", { class: "scroll" }, make("table", { class: "scores" },
    make("thead", {}, make("tr", {}, head.map((cell, k) => make("th", { class: k === 1 ? "name" : null }, cell)))), make("tbody", {}, rows))));
}

function refill(name, ...children) {
  place(name).replaceChildren(...children.flat().filter((child) => child !== null));
}

function choice(id, label, options, chosen, act) {
  const select = make("select", { id }, options.map(([value, words]) => make("option", { value }, words)));
  select.value = String(chosen);
  select.addEventListener("change", () => act(select.value));
  return make("label", { class: "no-print" }, label, select);
}

function show() {
  const counts = nodeCounts();
  if (!counts.includes(state.nodes)) state.nodes = counts[counts.length - 1];
  refill("of-nodes", choice("nodes", "of graphs with", counts.map((count) => [count, `${count} nodes`]), state.nodes, (value) => { state.nodes = Number(value); showAgreement(); }));
  showDistributions();
  showDifferences();
  showAgreement();
  showTable();
}

function studySection(id, title, words, extra) {
  return make("section", {}, make("div", { class: "top" }, make("div", {}, make("h2", {}, title), make("p", { class: "soft" }, words)), extra || null), make("div", { id }));
}

function build() {
  const useful = model.metrics.filter(([column]) => model.records.some((record) => valueOf(record, column) !== null));
  state.metric = ["contsid_directed", "contsid_upper", "sid_upper", "shd"].find((column) => useful.some((metric) => metric[0] === column)) || useful[0]?.[0];
  const controls = make("div", { class: "row", style: "margin-top:10px" },
    useful.length ? choice("metric", "Distance", useful, state.metric, (value) => { state.metric = value; showDistributions(); showDifferences(); showTable(); }) : null,
    model.conditions.length > 1 ? choice("condition", "Setting", model.conditions.map((words, k) => [k, words]), 0, (value) => { state.condition = Number(value); show(); }) : null);
  place("page").replaceChildren(
    make("header", { class: "top" }, make("div", {}, make("h1", {}, model.title), make("p", { class: "soft" }, model.summary)), make("div", { class: "no-print", style: "flex:none" }, themeButton())),
    controls,
    ...(model.records.length && useful.length ? [
      studySection("distributions", "How good are the learners?", "The distance of learnt graphs from the truth: small is good."),
      studySection("differences", "Which one is better on the same data?", "Differences on the same graph and data: below zero the first learner is nearer to the truth."),
      studySection("agreement", "Do the distances agree?", "Each point is a learnt graph.", make("div", { id: "of-nodes" })),
      studySection("numbers", "The numbers", "")] : [make("p", {}, "There are no scores yet.")]),
    aboutSection());
  if (model.records.length && useful.length) {
    themeListeners.push(show);
    show();
  }
}

build();
