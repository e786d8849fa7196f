/* The page of graphs judged by experiments: which graph predicts best, and which outcomes does a graph get wrong? */

/* The experiment whose change is the clearest: one that changes something, with the largest score of no effect among
   outcomes whose prediction by the best graph can be told right or wrong, or else among outcomes that change. */
function clearestExperiment() {
  const untold = ["unchanged", "unclear"];
  const clarity = ({ outcomes: { rows } }, experiment) => {
    const largest = (found) => Math.max(0, ...found.map(({ no_effect: score }) => score));
    const told = rows.filter(({ verdict }) => !untold.includes(verdict));
    const changed = rows.filter(({ verdict }) => verdict !== "unchanged");
    return [Number(model.experiments[experiment].has_effect), largest(told), largest(changed), largest(rows)];
  };
  const found = model.graphs[model.order[0]].experiments.map(clarity);
  const order = [...found.keys()].sort((a, b) => {
    const at = found[a].findIndex((size, k) => size !== found[b][k]);
    return at < 0 ? a - b : found[b][at] - found[a][at];
  });
  return order[0] ?? 0;
}

const START = { graph: model.order[0], experiment: clearestExperiment() };
const graphName = (graph) => model.graphs[graph].name;
const labelOf = (experiment) => model.experiments[experiment].label;

/* A choice of the address, if the page has it. */
const READERS = {
  graph: indexIn(model.graphs),
  experiment: indexIn(model.experiments),
};

/* The dashed line of the ceiling. */
function ceilingLine(x, y1, y2) {
  return draw("line.axis", { "stroke-dasharray": "4 4", x1: x, x2: x, y1, y2 });
}

/* The marks of a skill. */
function skillMarks({ value, interval }, x, y, height) {
  const ceiling = model.ceiling?.value?.[0];
  const line = ceiling === undefined ? null : ceilingLine(x(ceiling), y - height, y + height);
  return [line, intervalMarks({ crossfit: value, interval }, x, y)];
}

/* A skill in a narrow column: its error may stand below it. */
const ownSkill = (text) => text.split(/ (?=±)/).map((part, at) => [at > 0 && " ", make("span.unbroken", part)]);

function skillRow(graph) {
  const { name, tier, skill, words, experiments } = model.graphs[graph];
  const marks = track(24, gridLines(model.axis, 24), skillMarks(skill, percent(model.axis), 12, 12));
  const pick = makeButton({ class: "pick" }, named(name));
  const row = make(
    "tr",
    { "data-graph": graph },
    intervalCells(model.graphs.length > 1 ? tier : null, pick, marks),
    make("td.by", errorParts(skill.text)),
    experiments.map((own) => make("td", ownSkill(own.skill))),
  );
  return tipped(row, words);
}

/* A row beside those of the graphs. */
function otherRow(name, texts) {
  const cells = texts.map((text, k) => make(k ? "td" : "td.by", k ? ownSkill(text) : errorParts(text)));
  return make("tr.soft", intervalCells(null, name, null), cells);
}

/* Many experiments have narrow columns: a number of rows that all have in common stands below the table. */
const isMany = model.experiments.length > 4;
const [firstRows, ...otherRows] = model.experiments.map(({ rows }) => rows);
const sharedRows = isMany && otherRows.every((rows) => rows === firstRows) ? firstRows : null;

function skillTable() {
  const head = [
    intervalHead(model.axis),
    make("th.by", { scope: "col" }, "skill"),
    model.experiments.map(({ label, rows }) => {
      const count = !sharedRows && [" ", make("span.unbroken", `(${rows})`)];
      return make("th", { scope: "col" }, named(label), count);
    }),
  ];
  const zeros = model.experiments.map(({ has_effect: has }) => (has ? "0" : "–"));
  const ceilings = model.experiments.map(({ ceiling }) => ceiling);
  const table = tableOf(
    { class: `ranking skills${isMany ? " many" : ""}`, "aria-label": "graphs" },
    head,
    model.order.map(skillRow),
    otherRow(term("no-effect", "no effect"), ["0", ...zeros]),
    model.ceiling && otherRow(term("ceiling", "ceiling"), [model.ceiling.text, ...ceilings]),
  );
  listenToRows(table, "graph", (graph) => choose({ graph }));
  return scrolled(table);
}

function skillLegend() {
  const dot = intervalMarks({ crossfit: [20, 20], interval: [4, 36] }, (value) => value, 7);
  return legend(
    [sign(40, 14, dot), [term("skill", "skill"), " with its 95 % ", term("interval", "interval")]],
    model.ceiling && [sign(40, 14, ceilingLine(20, 0, 14)), term("ceiling", "ceiling")],
    sharedRows && [null, `${sharedRows} in each experiment`],
    model.experiments.some(({ has_effect: has }) => !has) && [
      null,
      "–: nothing in this experiment differs clearly from the observational rows",
    ],
  );
}

/* The skills as one drawing, for saving. */
function skillsDrawing() {
  const rows = model.order.map((graph) => {
    const { name, skill } = model.graphs[graph];
    return { name, text: skill.text, marks: (x, y, height) => skillMarks(skill, x, y, height) };
  });
  return legended(intervalDrawing("Skill: 0 is no effect, 1 is perfect", model.axis, rows), skillLegend());
}

function skillsRows() {
  const rows = model.order.map((graph) => {
    const { name, tier, skill } = model.graphs[graph];
    return [name, tier, ...(skill.value || ["", ""]), ...(skill.interval || ["", ""])];
  });
  return [["graph", "tier", "skill_lower", "skill_upper", "interval_lower", "interval_upper"], ...rows];
}

const outcomesOf = () => model.graphs[state.graph].experiments[state.experiment].outcomes;

/* How far the chosen graph is from what happened, outcome by outcome: the worst first. */
function outcomeTable() {
  const { most, rows } = outcomesOf();
  const share = (value) => `${((100 * Math.max(0, value)) / most).toFixed(2)}%`;
  const bars = (score, none, verdict) =>
    track(
      16,
      draw(`rect.bar.${verdict === "worse" ? "worse" : "better"}`, { y: 3, width: share(score), height: 10 }),
      draw("line.whisker", { x1: share(none), x2: share(none), y1: 1, y2: 15 }),
    );
  const row = ({ outcome, prediction, score, text, no_effect: none, no_effect_text: noneText, verdict, words }) =>
    make(
      "tr",
      { "data-outcome": outcome },
      make("th.what", { scope: "row" }, named(model.nodes[outcome])),
      make("td.what", prediction),
      make("td.bars", bars(score, none, verdict)),
      make("td", text),
      make("td.secondary", noneText),
      make("td.verdict", words),
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

const tickSign = () => sign(10, 14, draw("line.whisker", { x1: 5, x2: 5, y1: 0, y2: 14 }));

/* The densities of an outcome: before, in the experiment, and as predicted. */
function outcomeCurves({ axis, observed, predicted }) {
  const own = predicted[state.graph];
  const marginal = marginalOf(axis);
  return { axis, marginal, truth: curvesOf(axis, observed), learnt: own ? curvesOf(axis, own) : null };
}

function shownPanels() {
  const order = outcomesOf().rows.map(({ outcome }) => outcome);
  const found = model.densities.filter(({ experiment }) => experiment === state.experiment);
  found.sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  return found.map((shown) => {
    const name = model.nodes[shown.outcome];
    const panel = panelOf(isolated(shortName(name, 30)), name, outcomeCurves(shown), 0);
    return { ...panel, outcome: shown.outcome };
  });
}

function barsLegend() {
  const bars = legend(
    [areaSign("bar better"), term("score", "score")],
    [tickSign(), ["the score of ", term("no-effect", "no effect")]],
  );
  bars.classList.add("of-bars");
  return bars;
}

function densityFigures() {
  const figures = shownPanels().map((panel) => {
    const caption = [named(panel.cell), panel.curves.learnt ? "" : " (predicted: as before)"];
    return densityFigure(panel, caption, isolated(panel.cell), { "data-outcome": panel.outcome });
  });
  return [
    make("h3", "Distributions"),
    predictionLegend(),
    make("div.plots", figures),
    saveMenu("predictions", "the predictions", densitiesDrawing, densitiesRows),
  ];
}

function predictionLegend() {
  return legend(
    [lineSign("truth"), "observed in the experiment"],
    [lineSign("learnt"), ["predicted by ", named(graphName(state.graph))]],
    [areaSign("area"), "before, in the observational rows"],
  );
}

function densitiesDrawing() {
  const title = `${isolated(graphName(state.graph))}: ${isolated(labelOf(state.experiment))} set`;
  return legended(densitySheet(title, shownPanels(), 4), predictionLegend());
}

const densitiesRows = () => densityRows(["outcome", "value", "before", "observed", "predicted"], shownPanels());

function show() {
  chooseRow(byId("choices"), "graph", state.graph);
  chooseTab(state.experiment);
  byId("panel").setAttribute("aria-labelledby", `tab-${state.experiment}`);
  refill(
    "chosen",
    named(graphName(state.graph)),
    ": what it predicted when ",
    named(labelOf(state.experiment)),
    " was set, and what happened",
  );
  const words = make("p", rich(model.graphs[state.graph].experiments[state.experiment].words));
  const drawing = predictionsFigure();
  const figures = densityFigures();
  const beside = drawing ? make("div.beside", make("div", drawing), make("div", figures)) : figures;
  refill("panel", words, outcomeTable(), barsLegend(), beside);
}

function build() {
  readAddress();
  const tabs = model.experiments.map(({ label }, experiment) => [experiment, named(label), "panel"]);
  buildPage(
    verdictSection(model),
    make(
      "section",
      { id: "choices", tabindex: "-1" },
      make(
        "div.top",
        make("h2", model.order.length > 1 ? "Graphs, the best first" : "The graph"),
        make("div", { style: "flex:none" }, saveMenu("skills-figure", "the skills", skillsDrawing, skillsRows)),
      ),
      skillTable(),
      skillLegend(),
      tierLegend(model.graphs.length),
      relationsSection(model.order, graphName),
    ),
    make(
      "section",
      make("h2", { id: "chosen" }),
      tabList("experiments", tabs, (experiment) => choose({ experiment })),
      make("div", { id: "panel", role: "tabpanel", tabindex: "0" }),
    ),
  );
  themeListeners.push(show);
  show();
}

build();
