/* The page of graphs judged by experiments: which graph predicts best, and which outcomes does a graph get wrong? */

const doc = model.document;
const state = { graph: model.order[0], experiment: 0 };
const graphName = (index) => doc.graphs[index].graph;
/* A number with three digits. */
const brief = (value) => (Math.abs(value) < 5e-4 ? "0" : String(Number(value.toPrecision(3)))).replace("-", "−");
/* A score, with as many decimals as all others. */
const scoreText = (value) => (Math.round(1e4 * value) / 1e4).toFixed(4).replace("-", "−");
const finite = (value) => value !== null && Number.isFinite(value);
const skillText = (found) =>
  !finite(found.skill)
    ? "none"
    : `${(Math.round(100 * found.skill) / 100).toFixed(2)}${finite(found.se) ? ` ± ${found.se.toFixed(2)}` : ""}`.replaceAll(
        "-",
        "−",
      );

/* The skill of a graph; of undirected edges that of the worst and of the best graph that they stand for. */
const graphText = (found) =>
  found.bounds ? `[${skillText(found.bounds.lower)}, ${skillText(found.bounds.upper)}]` : skillText(found);

/* Skills with their intervals, the best first; 0 is "no effect", the dashed line the ceiling. */
const CHART = {
  width: 720,
  row: 30,
  left: 190,
  right: doc.graphs.some((found) => found.bounds) ? 200 : 110,
  top: 26,
};
const LOWEST = -2;

function chart() {
  const { width, row, left, right, top } = CHART,
    rows = model.order.map((index) => doc.graphs[index]);
  const ends = rows
    .flatMap((found) => [found, found.bounds?.upper ?? found])
    .flatMap((found) => found.interval || [found.skill])
    .concat([0, 1, doc.ceiling?.skill ?? 1])
    .filter(finite);
  const low = Math.max(LOWEST, Math.min(...ends)),
    high = Math.min(3, Math.max(...ends));
  const x = (value) => left + ((width - left - right) * (Math.min(high, Math.max(low, value)) - low)) / (high - low);
  const height = top + row * rows.length + 24,
    y = (k) => top + row * (k + 0.5);
  const line = (value, kind, label) => [
    draw("path", { d: `M${x(value)},${top - 4}V${height - 22}`, class: "axis", "stroke-dasharray": kind }),
    draw("text", { x: x(value), y: top - 8, class: "tick", "text-anchor": "middle" }, label),
  ];
  const marks = rows.map((found, k) => {
    const index = model.order[k],
      chosen = index === state.graph;
    const bar = (skill) =>
      skill.interval
        ? draw("path", {
            d: `M${x(skill.interval[0])},${y(k)}H${x(skill.interval[1])}`,
            class: "curve truth",
            "data-interval": skill.interval.join(","),
          })
        : null;
    const dot = (skill) =>
      finite(skill.skill)
        ? draw("circle", { cx: x(skill.skill), cy: y(k), r: chosen ? 7 : 5, class: "bar truth" })
        : null;
    const between = found.bounds
      ? draw("path", {
          d: `M${x(found.bounds.lower.skill)},${y(k)}H${x(found.bounds.upper.skill)}`,
          class: "axis",
          "stroke-dasharray": "2 3",
        })
      : null;
    const shown = found.bounds ? [found.bounds.lower, found.bounds.upper] : [found];
    return draw(
      "g",
      {
        class: "skill-row",
        "data-graph": index,
        tabindex: "0",
        role: "button",
        "aria-label": `${found.graph}: skill ${graphText(found)}`,
        style: "cursor: pointer",
        onclick: () => choose(index, state.experiment),
        onkeydown: (event) => {
          if (event.key === "Enter") choose(index, state.experiment);
        },
      },
      draw("rect", { x: 0, y: y(k) - row / 2, width, height: row, fill: "transparent" }),
      draw(
        "text",
        { x: left - 12, y: y(k) + 4, class: "tick", "text-anchor": "end", style: chosen ? "font-weight: 700" : null },
        clipped(found.graph, 28),
        draw("title", {}, found.graph),
      ),
      between,
      shown.map(bar),
      shown.map(dot),
      draw("text", { x: width - right + 10, y: y(k) + 4, class: "tick" }, graphText(found)),
    );
  });
  return draw(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": "skills of all graphs with intervals",
      style: "width: 100%; height: auto; max-width: 900px",
    },
    line(0, null, "no effect"),
    line(1, null, "perfect"),
    doc.ceiling && finite(doc.ceiling.skill) ? line(doc.ceiling.skill, "4 4", "") : null,
    marks,
  );
}

function clipped(text, most) {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

function skillTable() {
  const head = make(
    "tr",
    {},
    make("th", { class: "name" }, "graph"),
    make("th", {}, "skill"),
    doc.experiments.map((given, e) =>
      make(
        "th",
        {},
        model.labels[e],
        make("span", { class: "soft", style: "display: block; font-weight: 400" }, `${given.rows} rows`),
      ),
    ),
  );
  const body = model.order.map((index) =>
    make(
      "tr",
      {
        "data-graph": index,
        class: index === state.graph ? "chosen" : "",
        onclick: () => choose(index, state.experiment),
      },
      make("td", { class: "name" }, graphName(index)),
      make("td", {}, graphText(doc.graphs[index])),
      doc.graphs[index].experiments.map((found, e) =>
        make("td", {}, doc.experiments[e].has_effect ? skillText(found) : "–"),
      ),
    ),
  );
  const none = make(
    "tr",
    {},
    make("td", { class: "name soft" }, "no effect"),
    make("td", {}, "0"),
    doc.experiments.map(() => make("td", {}, "0")),
  );
  const ceiling = doc.ceiling
    ? make(
        "tr",
        {},
        make("td", { class: "name soft" }, "ceiling"),
        make("td", {}, skillText(doc.ceiling)),
        doc.experiments.map((given) => make("td", {}, given.ceiling ? skillText(given.ceiling) : "")),
      )
    : null;
  return make(
    "div",
    { class: "scroll" },
    make("table", { class: "scores" }, make("thead", {}, head), make("tbody", {}, body, none, ceiling)),
  );
}

/* How far the chosen graph is from what happened, outcome by outcome: the worst first. */
function outcomeTable() {
  const pairs = doc.graphs[state.graph].pairs.filter((pair) => pair.experiment === state.experiment);
  const said = {
    adjusted: "predicts a change",
    unaffected: "predicts no change",
    "not identified": "cannot say: taken as no change",
  };
  const most = Math.max(...pairs.map((pair) => Math.max(pair.score, pair.no_effect)), 1e-9);
  const word = (pair) => {
    if (pair.score > pair.no_effect + 2 * pair.se) return "worse than no effect";
    if (pair.score > 2 * pair.se) return pair.score < 0.5 * pair.no_effect ? "partly right" : "wrong";
    return pair.no_effect > 2 * pair.se ? "right" : "nothing to see";
  };
  const rows = pairs
    .slice()
    .sort((a, b) => b.score - a.score)
    .map((pair) =>
      make(
        "tr",
        { "data-outcome": pair.outcome },
        make("td", { class: "name" }, pair.outcome),
        make("td", { class: "name" }, said[pair.prediction]),
        make("td", {}, scoreText(pair.score)),
        make(
          "td",
          { class: "bars" },
          make("span", {
            class: "meter",
            style: `display: block; height: 12px; width: ${(120 * Math.max(0, pair.score)) / most}px; background: var(${pair.score > pair.no_effect ? "--learnt" : "--accent"})`,
          }),
        ),
        make("td", {}, scoreText(pair.no_effect)),
        make("td", { class: "verdict" }, word(pair)),
      ),
    );
  return make(
    "div",
    { class: "scroll" },
    make(
      "table",
      { class: "scores outcomes" },
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          ["outcome", "the graph", "score", "", "no effect", ""].map((name) =>
            make("th", { class: name === "outcome" || name === "the graph" ? "name" : null }, name),
          ),
        ),
      ),
      make("tbody", {}, rows),
    ),
  );
}

const PLOT = { width: 260, height: 140, left: 6, right: 6, top: 8, bottom: 22 };

function ticksOf(low, high) {
  const raw = (high - low) / 5,
    power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw),
    marks = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step)
    marks.push(Math.abs(value) < step / 1e6 ? 0 : value);
  return marks;
}

function curvePlot(found, predicted) {
  const { width, height, left, right, top, bottom } = PLOT,
    [low, step] = found.grid,
    count = found.before.length,
    high = low + step * (count - 1);
  const most = 1.04 * Math.max(...found.before, ...found.observed, ...predicted);
  const x = (value) => left + ((width - left - right) * (value - low)) / (high - low),
    y = (value) => height - bottom - ((height - top - bottom) * value) / most;
  const points = (density) =>
    density.map((value, k) => `${x(low + k * step).toFixed(1)},${y(value).toFixed(1)}`).join("L");
  return draw(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `densities of ${found.outcome}` },
    draw("path", { d: `M${x(low)},${y(0)}L${points(found.before)}L${x(high)},${y(0)}Z`, class: "area" }),
    draw("path", { d: `M${left},${y(0)}H${width - right}`, class: "axis" }),
    ticksOf(low, high).flatMap((value) => [
      draw("path", { d: `M${x(value)},${y(0)}v4`, class: "axis" }),
      draw(
        "text",
        {
          x: x(value),
          y: height - 5,
          class: "tick",
          "text-anchor": x(value) < 22 ? "start" : x(value) > width - 22 ? "end" : "middle",
        },
        brief(value),
      ),
    ]),
    draw("path", { d: `M${points(found.observed)}`, class: "curve truth" }),
    draw("path", { d: `M${points(predicted)}`, class: "curve learnt" }),
  );
}

function barPlot(found, predicted) {
  const { width, height, left, right, top, bottom } = PLOT,
    slot = (width - left - right) / found.levels.length,
    bar = Math.min(slot * 0.28, 22);
  const series = [
      ["observed", found.before],
      ["truth", found.observed],
      ["learnt", predicted],
    ],
    most = 1.04 * Math.max(...series.flatMap(([, shares]) => shares));
  const y = (share) => height - bottom - ((height - top - bottom) * share) / most;
  return draw(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `probabilities of ${found.outcome}` },
    found.levels.flatMap((level, k) =>
      series.map(([kind, shares], number) =>
        draw(
          "rect",
          {
            class: `bar ${kind}`,
            x: left + slot * (k + 0.5) + (number - 1.5) * bar,
            y: y(shares[k]),
            width: bar * 0.92,
            height: Math.max(0, y(0) - y(shares[k])),
          },
          draw("title", {}, `${level}: ${brief(shares[k])}`),
        ),
      ),
    ),
    draw("path", { d: `M${left},${y(0)}H${width - right}`, class: "axis" }),
    found.levels.map((level, k) =>
      draw(
        "text",
        { x: left + slot * (k + 0.5), y: height - 6, class: "tick", "text-anchor": "middle" },
        clipped(level, Math.max(2, Math.floor(slot / 6.5))),
        draw("title", {}, level),
      ),
    ),
  );
}

function plots() {
  const score = (outcome) =>
    doc.graphs[state.graph].pairs.find((pair) => pair.experiment === state.experiment && pair.outcome === outcome)
      ?.score ?? 0;
  const found = model.densities
    .filter((one) => one.experiment === state.experiment)
    .sort((a, b) => score(b.outcome) - score(a.outcome));
  const figures = found.map((one) => {
    const predicted = one.predicted[state.graph] || one.before,
      unchanged = one.predicted[state.graph] ? "" : " (predicted: as before)";
    return make(
      "figure",
      { "data-outcome": one.outcome },
      make("figcaption", {}, one.outcome + unchanged),
      one.grid ? curvePlot(one, predicted) : barPlot(one, predicted),
    );
  });
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
  return make(
    "div",
    {},
    make(
      "div",
      { class: "legend" },
      make("span", {}, line("truth"), "observed in the experiment"),
      make("span", {}, line("learnt"), `predicted by ${graphName(state.graph)}`),
      make("span", {}, patch, "before, in the observational rows"),
    ),
    make("div", { class: "plots" }, figures),
  );
}

function tabs(id, names, chosen, act) {
  return make(
    "div",
    { class: "tabs no-print", id, role: "tablist" },
    names.map(([value, name]) =>
      make(
        "button",
        { type: "button", role: "tab", "aria-selected": String(value === chosen), onclick: () => act(value) },
        name,
      ),
    ),
  );
}

function choose(graph, experiment) {
  Object.assign(state, { graph, experiment });
  show();
}

function show() {
  const given = doc.experiments[state.experiment],
    found = doc.graphs[state.graph].experiments[state.experiment];
  place("chart").replaceChildren(chart(), skillTable());
  place("detail").replaceChildren(
    make(
      "h2",
      {},
      `${graphName(state.graph)}: what it predicted when ${model.labels[state.experiment]} was set, and what happened`,
    ),
    tabs(
      "graphs",
      model.order.map((index) => [index, graphName(index)]),
      state.graph,
      (index) => choose(index, state.experiment),
    ),
    make("div", { style: "height: 6px" }),
    tabs(
      "experiments",
      model.labels.map((label, e) => [e, label]),
      state.experiment,
      (e) => choose(state.graph, e),
    ),
    make(
      "p",
      {},
      `Skill in this experiment ${skillText(found)}; ${given.rows} rows, of which ${(100 * found.outside).toFixed(0)} % lie where there are hardly any observational rows.`,
    ),
    outcomeTable(),
    plots(),
  );
}

place("page").replaceChildren(
  make(
    "div",
    { class: "top" },
    make("div", {}, make("h1", {}, model.title), model.introduction ? make("p", {}, model.introduction) : null),
    themeButton(),
  ),
  make(
    "section",
    { id: "verdict", class: "panel" },
    model.verdict.map((sentence) => make("p", {}, sentence)),
    model.notes.map((sentence) =>
      make("p", { class: "soft small" }, `${sentence[0].toUpperCase() + sentence.slice(1)}.`),
    ),
  ),
  make(
    "section",
    { id: "skills" },
    make("h2", {}, "Skills, with intervals of 95 %"),
    make(
      "p",
      { class: "soft small" },
      "A skill of 1 is a perfect prediction, 0 is as good as saying that nothing has an effect, below 0 is worse. " +
        (doc.ceiling
          ? "The ceiling (dashed) is how well one half of each experiment predicts the other, without any graph."
          : ""),
    ),
    make("div", { id: "chart" }),
  ),
  make("section", { id: "detail" }),
  aboutSection(),
);
show();
