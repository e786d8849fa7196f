/* The page of graphs judged by experiments: which graph predicts best, and which outcomes does a graph get wrong? */

const START = { graph: model.order[0], experiment: 0 };
const state = { ...START };
const graphName = (graph) => model.graphs[graph].name;
const labelOf = (experiment) => model.experiments[experiment].label;

/* A choice of the address, if the page has it. */
const READERS = {
  graph: (text) => (model.graphs[text] ? Number(text) : null),
  experiment: (text) => (model.experiments[text] ? Number(text) : null),
};

function choose(changes) {
  changeChoices(state, START, changes);
  show();
}

/* The dashed line of the ceiling. */
function ceilingLine(x, y1, y2) {
  return draw("line", { class: "axis", "stroke-dasharray": "4 4", x1: x, x2: x, y1, y2 });
}

/* The marks of a skill. */
function skillMarks({ value, interval }, x, y, height) {
  const ceiling = model.ceiling?.value?.[0];
  const line = ceiling === undefined ? null : ceilingLine(x(ceiling), y - height, y + height);
  return [line, intervalMarks({ crossfit: value, interval }, x, y)];
}

function skillRow(graph) {
  const { name, rank, skill, words, experiments } = model.graphs[graph];
  const marks = track(24, gridLines(model.axis, 24), skillMarks(skill, percent(model.axis), 12, 12));
  const pick = makeButton({ class: "pick" }, named(name));
  const row = make(
    "tr",
    { "data-graph": graph },
    intervalCells(rank, pick, marks),
    make("td", { class: "by" }, skill.text),
    experiments.map((own) => make("td", {}, own.skill)),
  );
  return tipped(row, words);
}

/* A row beside those of the graphs. */
function otherRow(name, texts) {
  const cells = texts.map((text, k) => make("td", { class: k ? null : "by" }, text));
  return make("tr", { class: "soft" }, intervalCells(null, name, null), cells);
}

function skillTable() {
  const head = [
    intervalHead(model.axis),
    make("th", { scope: "col", class: "by" }, "skill"),
    model.experiments.map(({ label, rows }) => make("th", { scope: "col" }, named(label), ` (${rows})`)),
  ];
  const zeros = model.experiments.map(({ has_effect: has }) => (has ? "0" : "–"));
  const ceilings = model.experiments.map(({ ceiling }) => ceiling || "");
  const table = tableOf(
    { class: "ranking", "aria-label": "graphs" },
    head,
    model.order.map(skillRow),
    otherRow(term("no-effect", "no effect"), ["0", ...zeros]),
    model.ceiling ? otherRow(term("ceiling", "ceiling"), [model.ceiling.text, ...ceilings]) : null,
  );
  listenToRows(table, "graph", (graph) => choose({ graph }));
  return scrolled(table);
}

function skillLegend() {
  const dot = intervalMarks({ crossfit: [20, 20], interval: [4, 36] }, (value) => value, 7);
  return legend(
    [sign(40, 14, dot), [term("skill", "skill"), " with its 95 % ", term("interval", "interval")]],
    model.ceiling && [sign(40, 14, ceilingLine(20, 0, 14)), term("ceiling", "ceiling")],
  );
}

/* The skills as one drawing, for saving. */
function skillsDrawing() {
  const rows = model.order.map((graph) => {
    const { name, skill } = model.graphs[graph];
    return { name, text: skill.text, marks: (x, y, height) => skillMarks(skill, x, y, height) };
  });
  return intervalDrawing("Skill: 0 is no effect, 1 perfect; dashed, the ceiling", model.axis, rows);
}

function skillsRows() {
  const head = ["graph", "rank", "skill_lower", "skill_upper", "interval_lower", "interval_upper"];
  return [
    head,
    ...model.order.map((graph) => {
      const { name, rank, skill } = model.graphs[graph];
      return [name, rank, ...(skill.value || ["", ""]), ...(skill.interval || ["", ""])];
    }),
  ];
}

const outcomesOf = () => model.graphs[state.graph].experiments[state.experiment].outcomes;

/* How far the chosen graph is from what happened, outcome by outcome: the worst first. */
function outcomeTable() {
  const { most, rows } = outcomesOf();
  const share = (value) => `${((100 * Math.max(0, value)) / most).toFixed(2)}%`;
  const bars = (score, none, verdict) =>
    track(
      16,
      draw("rect", { class: `bar ${verdict === "worse" ? "worse" : "better"}`, y: 3, width: share(score), height: 10 }),
      draw("line", { class: "whisker", x1: share(none), x2: share(none), y1: 1, y2: 15 }),
    );
  const row = ({ outcome, prediction, score, text, no_effect: none, no_effect_text: noneText, verdict, words }) =>
    make(
      "tr",
      { "data-outcome": outcome },
      make("th", { scope: "row", class: "what" }, named(model.nodes[outcome])),
      make("td", { class: "what" }, prediction),
      make("td", { class: "bars" }, bars(score, none, verdict)),
      make("td", {}, text),
      make("td", { class: "secondary" }, noneText),
      make("td", { class: "verdict" }, words),
    );
  const heads = [
    ["outcome", "what"],
    ["the graph", "what"],
    [null, "bars"],
    [term("score", "score")],
    [term("no-effect", "no effect"), "secondary"],
    ["the prediction is"],
  ];
  return scrolled(tableOf({ class: "effects outcomes" }, headCells(heads), rows.map(row)));
}

const tickSign = () => sign(10, 14, draw("line", { class: "whisker", x1: 5, x2: 5, y1: 0, y2: 14 }));

/* The densities of an outcome: before, in the experiment, and as predicted. */
function outcomeCurves({ axis, observed, predicted }) {
  const own = predicted[state.graph];
  const marginal = marginalOf(axis);
  return { axis, marginal, truth: curvesOf(axis, observed), learnt: own ? curvesOf(axis, own) : null };
}

function shownDensities() {
  const order = outcomesOf().rows.map(({ outcome }) => outcome);
  const found = model.densities.filter(({ experiment }) => experiment === state.experiment);
  return found.sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}

function densityFigures() {
  const figures = shownDensities().map((shown) => {
    const curves = outcomeCurves(shown);
    const name = model.nodes[shown.outcome];
    return make(
      "figure",
      { "data-outcome": shown.outcome },
      make("figcaption", {}, named(name), curves.learnt ? "" : " (predicted: as before)"),
      densityPanel(curves, 0, mostDense(curves), `distribution of ${isolated(name)}`),
    );
  });
  const bars = legend(
    [areaSign("bar better"), term("score", "score")],
    [tickSign(), ["the score of ", term("no-effect", "no effect")]],
  );
  bars.classList.add("of-bars");
  return [
    bars,
    make("h3", {}, "Distributions"),
    legend(
      [lineSign("truth"), "observed in the experiment"],
      [lineSign("learnt"), ["predicted by ", named(graphName(state.graph))]],
      [areaSign("area"), "before, in the observational rows"],
    ),
    make("div", { class: "plots" }, figures),
    saveMenu("predictions", "the predictions", densitiesDrawing, densitiesRows),
  ];
}

function densitiesDrawing() {
  const panels = shownDensities().map((shown) => {
    const curves = outcomeCurves(shown);
    const title = isolated(shortName(model.nodes[shown.outcome], 30));
    return { title, parts: plotParts(curves, 0, mostDense(curves)) };
  });
  const title = `${isolated(graphName(state.graph))}: ${isolated(labelOf(state.experiment))} set`;
  return densitySheet(title, { truth: "observed", learnt: "predicted" }, panels, 4);
}

function densitiesRows() {
  const rows = shownDensities().flatMap((shown) => {
    const { axis, marginal, truth, learnt } = outcomeCurves(shown);
    const at = (k) => (axis.levels ? axis.levels[k] : axis.low + axis.step * k);
    return marginal.map((before, k) => [
      model.nodes[shown.outcome],
      at(k),
      before,
      truth[0][k],
      learnt ? learnt[0][k] : before,
    ]);
  });
  return [["outcome", "value", "before", "observed", "predicted"], ...rows];
}

function show() {
  chooseRow(byId("skills"), "graph", state.graph);
  chooseTab(byId("tabs").firstChild, state.experiment);
  const panel = byId("panel");
  panel.setAttribute("aria-labelledby", `tab-${state.experiment}`);
  byId("chosen").replaceChildren(
    named(graphName(state.graph)),
    ": what it predicted when ",
    named(labelOf(state.experiment)),
    " was set, and what happened",
  );
  panel.replaceChildren(
    make("p", {}, rich(model.graphs[state.graph].experiments[state.experiment].words)),
    outcomeTable(),
    ...densityFigures(),
  );
}

function build() {
  byId("page").replaceChildren(
    pageHead(),
    verdictSection(model),
    model.introduction ? make("p", { class: "soft" }, model.introduction) : "",
    make(
      "section",
      { id: "skills" },
      make(
        "div",
        { class: "top" },
        make("h2", {}, model.order.length > 1 ? "Graphs, the best first" : "The graph"),
        make("div", { style: "flex:none" }, saveMenu("skills-figure", "the skills", skillsDrawing, skillsRows)),
      ),
      skillTable(),
      skillLegend(),
    ),
    make(
      "section",
      {},
      make("h2", { id: "chosen" }),
      make("div", { id: "tabs" }),
      make("div", { id: "panel", role: "tabpanel", tabindex: "0" }),
    ),
    termSection(),
    aboutSection(),
  );
  const entries = model.experiments.map(({ label }, experiment) => [experiment, named(label)]);
  refill(
    "tabs",
    tabList("experiments", entries, (experiment) => choose({ experiment: Number(experiment) })),
  );
  for (const tab of byId("tabs").querySelectorAll("[role=tab]")) tab.setAttribute("aria-controls", "panel");
  readChoices(state, START, READERS);
  show();
}

window.addEventListener("popstate", () => {
  readChoices(state, START, READERS);
  show();
});
themeListeners.push(() => {
  if (byId("panel")) show();
});
build();
