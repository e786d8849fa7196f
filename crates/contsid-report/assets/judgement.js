/* The page of graphs judged by experiments: which graph predicts best, and which outcomes does a graph get wrong? */

const START = { graph: model.order[0], experiment: 0 };
const state = { ...START };
const graphName = (graph) => model.graphs[graph].name;
const labelOf = (experiment) => model.experiments[experiment].label;

/* What is chosen is kept in the address. */
function readAddress() {
  Object.assign(state, START);
  for (const [name, value] of addressParts()) {
    if (name === "graph" && model.graphs[value]) state.graph = Number(value);
    if (name === "experiment" && model.experiments[value]) state.experiment = Number(value);
  }
}

function choose(changes) {
  Object.assign(state, changes);
  const parts = Object.entries(state).filter(([name, value]) => value !== START[name]);
  const address = `#${parts.map((part) => part.join("=")).join("&")}`;
  if (address !== (location.hash || "#")) history.pushState(null, "", address);
  show();
}

/* The marks of a skill; the ceiling is a dashed line. */
function skillMarks({ value, interval }, x, y, height) {
  const ceiling = model.ceiling?.value?.[0];
  return [
    ceiling === undefined
      ? null
      : draw("line", {
          class: "axis",
          "stroke-dasharray": "4 4",
          x1: x(ceiling),
          x2: x(ceiling),
          y1: y - height,
          y2: y + height,
        }),
    intervalMarks({ crossfit: value, interval }, x, y),
  ];
}

function skillRow(graph) {
  const { name, rank, skill, words, experiments } = model.graphs[graph];
  const marks = track(24, gridLines(model.axis, 24), skillMarks(skill, percent(model.axis), 12, 12));
  const row = make(
    "tr",
    { "data-graph": graph },
    make("td", { class: "rank" }, rank),
    make("th", { scope: "row", class: "name" }, make("button", { type: "button", class: "pick" }, named(name))),
    make("td", { class: "plot" }, marks),
    make("td", { class: "by" }, skill.text),
    experiments.map((own) => make("td", {}, own.skill)),
  );
  return tipped(row, words);
}

/* A row beside those of the graphs. */
function otherRow(name, texts) {
  return make(
    "tr",
    { class: "soft" },
    make("td", { class: "rank" }),
    make("th", { scope: "row", class: "name" }, name),
    make("td", { class: "plot" }),
    texts.map((text, k) => make("td", { class: k ? null : "by" }, text)),
  );
}

function skillTable() {
  const head = make(
    "tr",
    {},
    make("td", { class: "rank" }),
    make("th", { scope: "col", class: "name" }, "graph"),
    make("td", { class: "plot" }, axisNumbers(model.axis)),
    make("th", { scope: "col", class: "by" }, "skill"),
    model.experiments.map(({ label, rows }) => make("th", { scope: "col" }, named(label), ` (${rows})`)),
  );
  const zeros = model.experiments.map(({ has_effect: has }) => (has ? "0" : "–"));
  const ceilings = model.experiments.map(({ ceiling }) => ceiling || "");
  const table = make(
    "table",
    { class: "ranking", "aria-label": "graphs" },
    make("thead", {}, head),
    make(
      "tbody",
      {},
      model.order.map(skillRow),
      otherRow(term("no-effect", "no effect"), ["0", ...zeros]),
      model.ceiling ? otherRow(term("ceiling", "ceiling"), [model.ceiling.text, ...ceilings]) : null,
    ),
  );
  table.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-graph]");
    if (row) choose({ graph: Number(row.dataset.graph) });
  });
  return make("div", { class: "scroll", tabindex: "-1" }, table);
}

function skillLegend() {
  const sign = (...parts) => draw("svg", { width: 40, height: 14, "aria-hidden": "true" }, parts);
  const dot = intervalMarks({ crossfit: [20, 20], interval: [4, 36] }, (value) => value, 7);
  return legend(
    [sign(dot), [term("skill", "skill"), " with its 95 % ", term("interval", "interval")]],
    model.ceiling
      ? [
          sign(draw("line", { class: "axis", "stroke-dasharray": "4 4", x1: 20, x2: 20, y1: 0, y2: 14 })),
          term("ceiling", "ceiling"),
        ]
      : null,
  );
}

/* The skills as one drawing, for saving. */
function skillsDrawing() {
  const [left, right, top, step, width] = [190, 130, 40, 28, 820];
  const { low, high, ticks } = model.axis;
  const x = (value) => left + ((width - left - right) * (value - low)) / (high - low);
  const base = top + step * model.order.length;
  const rows = model.order.map((graph, at) => {
    const y = top + step * (at + 0.5);
    const { name, skill } = model.graphs[graph];
    return [
      draw("text", { class: "label", x: left - 14, y: y + 4, "text-anchor": "end" }, isolated(shortName(name, 24))),
      skillMarks(skill, x, y, step / 2),
      draw("text", { class: "label", x: width - right + 14, y: y + 4 }, skill.text),
    ];
  });
  return draw(
    "svg",
    { viewBox: `0 0 ${width} ${base + 34}` },
    draw("text", { class: "label strong", x: 12, y: 24 }, "Skill: 0 is no effect, 1 perfect; dashed, the ceiling"),
    ticks.map(([value, words]) => [
      draw("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: base }),
      draw("text", { class: "tick", x: x(value), y: base + 18, "text-anchor": "middle" }, words),
    ]),
    rows,
  );
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
  const body = rows.map(
    ({ outcome, prediction, score, text, no_effect: none, no_effect_text: noneText, verdict, words }) =>
      make(
        "tr",
        { "data-outcome": outcome },
        make("th", { scope: "row", class: "what" }, named(model.nodes[outcome])),
        make("td", { class: "what" }, prediction),
        make(
          "td",
          { class: "bars" },
          track(
            16,
            draw("rect", {
              class: `bar ${verdict === "worse" ? "worse" : "better"}`,
              x: 0,
              y: 3,
              width: share(score),
              height: 10,
            }),
            draw("line", { class: "whisker", x1: share(none), x2: share(none), y1: 1, y2: 15 }),
          ),
        ),
        make("td", {}, text),
        make("td", { class: "secondary" }, noneText),
        make("td", { class: "verdict" }, words),
      ),
  );
  const heads = [
    "outcome",
    "the graph",
    "",
    term("score", "score"),
    term("no-effect", "no effect"),
    "the prediction is",
  ];
  const head = (words, k) =>
    make(
      words ? "th" : "td",
      { scope: words ? "col" : null, class: ["what", "what", "bars", null, "secondary"][k] },
      words,
    );
  return make(
    "div",
    { class: "scroll", tabindex: "-1" },
    make(
      "table",
      { class: "effects outcomes" },
      make("thead", {}, make("tr", {}, heads.map(head))),
      make("tbody", {}, body),
    ),
  );
}

const tickSign = () =>
  draw(
    "svg",
    { width: 10, height: 14, "aria-hidden": "true" },
    draw("line", { class: "whisker", x1: 5, x2: 5, y1: 0, y2: 14 }),
  );

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
  const shown = shownDensities();
  const across = 4;
  const [width, height] = [PLOT.width + 10, PLOT.height + 26];
  const panels = shown.map((one, at) => {
    const curves = outcomeCurves(one);
    return draw(
      "g",
      { transform: `translate(${12 + (at % across) * width},${62 + Math.floor(at / across) * height})` },
      draw("text", { class: "label strong", x: PLOT.left, y: -4 }, isolated(shortName(model.nodes[one.outcome], 30))),
      plotParts(curves, 0, mostDense(curves)),
    );
  });
  const kinds = [
    ["truth", "observed"],
    ["learnt", "predicted"],
  ];
  const signs = kinds.map(([kind, words], k) =>
    draw(
      "g",
      { transform: `translate(${18 + 120 * k},34)` },
      draw("path", { d: "M0,0H30", class: `curve ${kind}` }),
      draw("text", { class: "label", x: 36, y: 4 }, words),
    ),
  );
  const rows = Math.ceil(shown.length / across);
  return draw(
    "svg",
    { viewBox: `0 0 ${14 + Math.min(across, shown.length) * width} ${62 + rows * height}` },
    draw(
      "text",
      { class: "label strong", x: 18, y: 20 },
      `${isolated(graphName(state.graph))}: ${isolated(labelOf(state.experiment))} set`,
    ),
    signs,
    panels,
  );
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
    make(
      "section",
      { id: "verdict", "aria-label": "verdict" },
      make("p", { class: "headline" }, rich(model.headline)),
      model.details.map((sentence) => make("p", {}, rich(sentence))),
      model.notes.map((sentence) => make("p", { class: "soft small" }, sentence)),
    ),
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
  readAddress();
  show();
}

window.addEventListener("popstate", () => {
  readAddress();
  show();
});
themeListeners.push(() => {
  if (byId("panel")) show();
});
build();
