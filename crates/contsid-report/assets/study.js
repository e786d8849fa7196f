/* The page of a study: how good are the learners, where do they differ, and do the distances agree? */

const START = { condition: 0, metric: model.first, nodes: null };
const state = { ...START };
const condition = () => model.conditions[state.condition];
const metricIndex = () => model.metrics.findIndex((metric) => metric.column === state.metric);
const metricPage = () => condition().pages[metricIndex()];

/* A figure with its menu. */
function savedFigure(id, title, drawing, rows, extra) {
  return make(
    "figure",
    { class: "panel" },
    make("figcaption", {}, rich(title)),
    make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": plain(title) }, drawing),
    extra || null,
    saveMenu(id, plain(title), () => drawing, rows),
  );
}

function boxFigure(kind, panel, unit) {
  const rows = () => [
    ["nodes", "learner", "minus", "value"],
    ...panel.series.flatMap(({ learners, values }) =>
      values.map((value) => [
        panel.nodes,
        learnerName(learners[0]),
        learners.length > 1 ? learnerName(learners[1]) : "",
        value,
      ]),
    ),
  ];
  return savedFigure(
    `${kind}-${state.metric}-${panel.nodes}-nodes`,
    [`${panel.nodes} nodes`],
    boxDrawing(panel, unit),
    rows,
  );
}

function scoreTable(label, head, rows) {
  const cell = (tag) => (words, k) =>
    make(
      tag,
      { class: k === 1 ? "name" : null, scope: tag === "th" ? "col" : null },
      k === 1 && tag === "td" ? named(words) : words,
    );
  const body = rows.map((row) => make("tr", {}, row.map(cell("td"))));
  const table = tableOf({ class: "scores", "aria-label": label }, head.map(cell("th")), body);
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, table);
}

function showMetric() {
  const metric = model.metrics[metricIndex()];
  const page = metricPage();
  refill(
    "verdict",
    page.verdict.map((sentence, k) => make("p", { class: k ? null : "headline" }, rich(sentence))),
  );
  byId("verdict").hidden = !page.verdict.length;
  refill("direction", rich(metric.words));
  byId("difference-words").textContent = metric.difference;
  refill(
    "distributions",
    make(
      "div",
      { class: "figures" },
      page.distributions.map((panel) => boxFigure("distributions", panel, metric.title)),
    ),
    make(
      "div",
      { class: "legend" },
      make(
        "span",
        {},
        make(
          "span",
          {},
          term("box", "box"),
          ": quartiles; line: median; whiskers: within 1.5 boxes; ◇ mean; points: graphs",
        ),
      ),
      page.distributions.some(({ series }) => series.some(({ published }) => published))
        ? make("span", {}, "● with bars: mean ± standard deviation printed in the paper")
        : null,
    ),
  );
  const head = [
    "nodes",
    "learners",
    ["mean ± ", term("se", "standard error")],
    metric.heads[0],
    "ties",
    metric.heads[1],
  ];
  refill(
    "differences",
    page.differences.length
      ? [
          make(
            "div",
            { class: "figures" },
            page.differences.map((panel) => boxFigure("differences", panel, "difference")),
          ),
          scoreTable("differences of learners", head, page.difference_rows),
        ]
      : make("p", { class: "soft" }, "There is only one learner."),
  );
  refill(
    "numbers",
    scoreTable(
      "numbers",
      ["nodes", "learner", "graphs", "mean", "sd", "median", "paper", "without a graph", "seconds"],
      page.rows,
    ),
  );
}

/* Two distances of the same graphs against each other. */
function agreementDrawing({ across, up, points, words }) {
  const [width, height, left, right, top, bottom] = [340, 290, 62, 10, 12, 42];
  const x = (value) => left + ((width - left - right) * value) / across.high;
  const y = (value) => height - bottom - ((height - top - bottom) * value) / up.high;
  const whole = points.every(([value]) => Number.isInteger(value));
  const apart = whole ? Math.min(0.7, (0.7 * across.high) / 40) : 0;
  return draw(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `${up.title} against ${across.title}: ${plain(words)}`,
      style: "width:100%",
    },
    across.ticks.map(([value, text]) => [
      draw("path", { d: `M${x(value)},${top}V${y(0)}`, class: "grid" }),
      write("tick", x(value), height - bottom + 15, "middle", text),
    ]),
    up.ticks.map(([value, text]) => [
      draw("path", { d: `M${left},${y(value)}H${width - right}`, class: "grid" }),
      write("tick", left - 6, y(value) + 4, "end", text),
    ]),
    points.map(([a, b, learner, graph], k) =>
      learnerPoint(
        learner,
        x(Math.max(0, a + scattered(k) * apart)),
        y(b),
        3.2,
        `${isolated(learnerName(learner))}, graph ${graph}: ${a}, ${b}`,
      ),
    ),
    write("tick", (left + width - right) / 2, height - 6, "middle", across.title),
    uprightTitle((top + height - bottom) / 2, up.title),
  );
}

function agreementFigure(panel, k) {
  const rows = () => [
    ["graph", "learner", panel.across.title, panel.up.title],
    ...panel.points.map(([a, b, learner, graph]) => [graph, learnerName(learner), a, b]),
  ];
  const extra = panel.within ? make("p", { class: "small soft within" }, rich(panel.within)) : null;
  const figure = savedFigure(
    `agreement-${state.nodes}-nodes-${k + 1}`,
    panel.words,
    agreementDrawing(panel),
    rows,
    extra,
  );
  figure.querySelector("figcaption").classList.add("correlation");
  return figure;
}

function showAgreement() {
  const found = condition().agreement;
  const shown = found.find(({ nodes }) => nodes === state.nodes) || found[found.length - 1];
  state.nodes = shown.nodes;
  refill(
    "of-nodes",
    choice(
      "nodes",
      "of graphs with",
      found.map(({ nodes }) => [nodes, `${nodes} nodes`]),
      state.nodes,
      (value) => choose({ nodes: Number(value) }),
    ),
  );
  const legend = model.learners.map((name, learner) =>
    make("span", {}, sign(14, 14, learnerPoint(learner, 7, 7, 4.5)), named(name)),
  );
  refill(
    "agreement",
    make("div", { class: "figures" }, shown.panels.map(agreementFigure)),
    make("div", { class: "legend" }, legend),
  );
}

/* A choice of the address, if the page has it. */
const READERS = {
  condition: (text) => (model.conditions[text] ? Number(text) : null),
  metric: (text) => (model.metrics.some(({ column }) => column === text) ? text : null),
  nodes: (text) => Number(text),
};

function choose(changes) {
  changeChoices(state, START, changes);
  show();
}

function show() {
  if (!metricPage()) state.metric = START.metric;
  for (const id of ["metric", "condition"]) if (byId(id)) byId(id).value = String(state[id]);
  showMetric();
  showAgreement();
}

function studySection(id, title, words, extra) {
  return make(
    "section",
    {},
    make("div", { class: "top" }, make("div", {}, make("h2", {}, title), words), extra || null),
    make("div", { id }),
  );
}

function build() {
  const useful = model.metrics;
  readChoices(state, START, READERS);
  const controls = make(
    "div",
    { class: "row", style: "margin-top:10px" },
    useful.length
      ? choice(
          "metric",
          "Distance",
          useful.map(({ column, title }) => [column, title]),
          state.metric,
          (metric) => choose({ metric }),
        )
      : null,
    model.conditions.length > 1
      ? choice(
          "condition",
          "Setting",
          model.conditions.map(({ words }, k) => [k, words]),
          state.condition,
          (value) => choose({ condition: Number(value) }),
        )
      : null,
  );
  const soft = (id, words) => make("p", { class: "soft", id }, words);
  byId("page").replaceChildren(
    pageHead(),
    controls,
    ...(useful.length
      ? [
          make("section", { id: "verdict", "aria-label": "verdict" }),
          studySection("distributions", "How good are the learners?", soft("direction", "")),
          studySection("differences", "Which one is better on the same data?", soft("difference-words", "")),
          studySection(
            "agreement",
            "Do the distances agree?",
            soft(null, "Each point is a learnt graph."),
            make("div", { id: "of-nodes", style: "flex:none" }),
          ),
          studySection("numbers", "The numbers", null),
        ]
      : [make("p", {}, "There are no scores yet.")]),
    termSection(),
    aboutSection(),
  );
  if (!useful.length) return;
  themeListeners.push(show);
  window.addEventListener("popstate", () => {
    readChoices(state, START, READERS);
    show();
  });
  show();
}

build();
