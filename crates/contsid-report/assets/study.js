/* The page of a study: how good are the learners, where do they differ, and do the distances agree? */

const START = { condition: 0, metric: model.first, nodes: null };
const condition = () => model.conditions[state.condition];
const metricIndex = () => model.metrics.findIndex((metric) => metric.column === state.metric);
const metricPage = () => condition().pages[metricIndex()];

/* The least width of a panel among others, and alone. */
const PANEL_WIDTHS = [230, 460];

function boxFigure(kind, panel, unit, least) {
  const rows = () => [
    ["nodes", "learner", "minus", "value"],
    ...panel.series.flatMap(({ learners, values }) =>
      values.map((value) => [panel.nodes, learnerName(learners[0]), learnerName(learners[1]), value]),
    ),
  ];
  const id = `${kind}-${state.metric}-${panel.nodes}-nodes`;
  const title = `${panel.nodes} nodes`;
  const { title: metric } = model.metrics[metricIndex()];
  const savedTitle = `${kind === "differences" ? "Differences of " : ""}${metric}; ${title}`;
  const legend = () => boxLegend([panel]);
  return savedFigure({ id, title: [title], savedTitle, drawing: boxDrawing(panel, unit, least), rows, legend });
}

const boxFigures = (kind, panels, unit) =>
  make(
    "div.figures",
    panels.map((panel) => boxFigure(kind, panel, unit, PANEL_WIDTHS[Number(panels.length === 1)])),
  );

function boxLegend(panels) {
  const box = ": quartiles; line: median; whiskers: within 1.5 boxes; ◇ mean; points: graphs";
  const published = panels.some(({ series }) => series.some((one) => one.published));
  return legend(
    [null, [term("box", "box"), box]],
    published && [null, "● with bars: mean ± standard deviation printed in the paper"],
  );
}

function scoreTable(label, head, rows) {
  const cells = (row) => row.map((words, k) => (k === 1 ? make("td.name", named(words)) : make("td", words)));
  const heads = headCells(head.map((words, k) => [words, k === 1 && "name"]));
  const body = rows.map((row) => make("tr", cells(row)));
  const table = tableOf({ class: "scores", "aria-label": label }, heads, body);
  return make("div.scroll", { tabindex: "0", role: "group", "aria-label": label }, table);
}

function showDifferences({ differences, difference_rows: rows }, { heads }) {
  if (!differences.length) return refill("differences", make("p.soft", "There is only one learner."));
  const head = ["nodes", "learners", ["mean ± ", term("se", "standard error")], heads[0], "ties", heads[1]];
  const table = scoreTable("differences of learners", head, rows);
  refill("differences", boxFigures("differences", differences, "difference"), table);
}

function showMetric() {
  const metric = model.metrics[metricIndex()];
  const page = metricPage();
  const verdict = page.verdict.map((sentence, k) => make(k ? "p" : "p.headline", rich(sentence)));
  refill("verdict", verdict);
  byId("verdict").hidden = !page.verdict.length;
  refill("direction", rich(metric.words));
  refill("difference-words", metric.difference);
  const figures = boxFigures("distributions", page.distributions, metric.title);
  refill("distributions", figures, boxLegend(page.distributions));
  // A single panel would leave most of the width blank.
  byId("values").classList.toggle("paired", page.distributions.length === 1);
  showDifferences(page, metric);
  const heads = ["nodes", "learner", "graphs", "mean", "sd", "median", "random", "paper", "without a graph", "seconds"];
  refill("numbers", scoreTable("numbers", heads, page.rows));
}

/* Two distances of the same graphs against each other. */
function agreementDrawing({ across, up, points, words }) {
  const [width, height, left, right, top, bottom] = [340, 290, 66, 10, 12, 42];
  const x = (value) => left + ((width - left - right) * value) / across.high;
  const y = (value) => height - bottom - ((height - top - bottom) * value) / up.high;
  const whole = points.every(([value]) => Number.isInteger(value));
  const apart = whole ? Math.min(0.7, (0.7 * across.high) / 40) : 0;
  const label = `${up.title} against ${across.title}: ${plain(words)}`;
  return draw(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, style: "width:100%" },
    across.ticks.map(([value, text]) => [
      draw("path.grid", { d: `M${x(value)},${top}V${y(0)}` }),
      write("tick", x(value), height - bottom + 15, "middle", text),
    ]),
    leftAxis(up.ticks, y, left, width - right),
    points.map(([a, b, learner, graph], k) => {
      const title = `${isolated(learnerName(learner))}, graph ${graph}: ${a}, ${b}`;
      return learnerPoint(learner, x(Math.max(0, a + scattered(k) * apart)), y(b), 3.2, title);
    }),
    write("tick", (left + width - right) / 2, height - 6, "middle", across.title),
    uprightTitle((top + height - bottom) / 2, height - bottom - top, up.title),
  );
}

function learnerLegend() {
  const point = (learner) => sign(14, 14, learnerPoint(learner, 7, 7, 4.5));
  return legend(...model.learners.map((name, learner) => [point(learner), named(name)]));
}

function agreementFigure(panel, k) {
  const rows = () => [
    ["graph", "learner", panel.across.title, panel.up.title],
    ...panel.points.map(([a, b, learner, graph]) => [graph, learnerName(learner), a, b]),
  ];
  const extra = panel.within && make("p.small.soft.within", rich(panel.within));
  const figure = savedFigure({
    id: `agreement-${state.nodes}-nodes-${k + 1}`,
    title: panel.words,
    savedTitle: `${state.nodes} nodes: ${plain(panel.words)}`,
    drawing: agreementDrawing(panel),
    rows,
    legend: learnerLegend,
    extra,
  });
  figure.querySelector("figcaption").classList.add("correlation");
  return figure;
}

function showAgreement() {
  const found = condition().agreement;
  const shown = found.find(({ nodes }) => nodes === state.nodes) || found[found.length - 1];
  state.nodes = shown.nodes;
  const options = found.map(({ nodes }) => [nodes, `${nodes} nodes`]);
  refill("of-nodes", choice("nodes", "of graphs with", options));
  refill("agreement", make("div.figures", shown.panels.map(agreementFigure)), learnerLegend());
}

/* A choice of the address, if the page has it. */
const READERS = {
  condition: indexIn(model.conditions),
  metric: oneOf(model.metrics.map(({ column }) => column)),
  nodes: Number,
};

function show() {
  if (!model.metrics.length) return;
  if (!metricPage()) state.metric = START.metric;
  for (const id of ["metric", "condition"]) if (byId(id)) byId(id).value = String(state[id]);
  showMetric();
  showAgreement();
}

function studySection(id, title, words, extra) {
  return make("section", make("div.top", make("div", make("h2", title), words), extra || null), make("div", { id }));
}

function build() {
  readAddress();
  const metrics = model.metrics.map(({ column, title }) => [column, title]);
  const conditions = model.conditions.map(({ words }, k) => [k, words]);
  const soft = (id, words) => make("p.soft", { id }, words);
  const sections = () => [
    make("section", { id: "verdict", "aria-label": "verdict" }),
    make(
      "div",
      { id: "values" },
      studySection("distributions", "How good are the learners?", soft("direction")),
      studySection("differences", "Which one is better on the same data?", soft("difference-words")),
    ),
    studySection(
      "agreement",
      "Do the distances agree?",
      soft(null, "Each point is a learnt graph."),
      make("div", { id: "of-nodes", style: "flex:none" }),
    ),
    studySection("numbers", "The numbers"),
  ];
  buildPage(
    make(
      "div.row",
      { id: "choices", tabindex: "-1", style: "margin-top:10px" },
      metrics.length > 0 && choice("metric", "Distance", metrics),
      conditions.length > 1 && choice("condition", "Setting", conditions),
    ),
    metrics.length ? sections() : make("p", "There are no scores yet."),
  );
  themeListeners.push(show);
  show();
}

build();
