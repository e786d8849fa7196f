/* The learnt graphs as an interval plot, by any distance. */

const measureOf = (key) => model.measures.find((measure) => measure.key === key) || model.measures[0];
const graphName = (graph) => model.learnt[graph].graph.name;

/* Random graphs are explained where their band is drawn. */
const hasBand = model.measures.some(({ rows }) => rows.some(({ chance }) => chance));
model.terms = model.terms.filter(({ key }) => key !== "random" || hasBand);

/* What a row says. */
function rowWords(graph, measure) {
  const { name, full_name: full } = model.learnt[graph].graph;
  return `${isolated(full || name)}: ${measure.rows[graph].words}`;
}

function rankingRow(graph, measure) {
  const marks = track(24, gridLines(measure, 24), intervalMarks(measure.rows[graph], percent(measure), 12));
  const pick = makeButton({ class: "pick", "data-pick": graph }, named(graphName(graph)));
  const cells = model.measures.map((other) =>
    tipped(make(other === measure ? "td.by" : "td", errorParts(other.rows[graph].text)), rowWords(graph, other)),
  );
  const tier = model.learnt.length > 1 ? measure.rows[graph].tier : null;
  const row = make("tr", { "data-graph": graph }, intervalCells(tier, pick, marks), cells);
  return tipped(row, rowWords(graph, measure));
}

function rankingHead(measure, act) {
  const heads = model.measures.map((other) => {
    const sorted = other === measure ? { class: "by", "aria-sort": "ascending" } : {};
    const button = makeButton({ "data-by": other.key, onclick: () => act.by(other.key) }, other.title);
    return make("th", { scope: "col", ...sorted }, button);
  });
  return [intervalHead(measure), heads];
}

function rankingLegend({ rows, key, title }) {
  const sample = (marks) =>
    sign(
      40,
      14,
      intervalMarks(marks, (value) => value, 7),
    );
  const interval = [4, 36];
  const value = ["contsid", "crossfit"].includes(key) ? "contSID from all rows" : title;
  return legend(
    rows.some((row) => row.value && !isRange(row.value)) && [sample({ value: [20, 20] }), value],
    rows.some((row) => isRange(row.value)) && [sample({ value: interval }), term("bounds", "bounds")],
    rows.some((row) => isRange(row.crossfit)) && [
      sample({ crossfit: [10, 30], interval }),
      crossfitWords("bounds with their"),
    ],
    rows.some((row) => row.interval && !isRange(row.crossfit)) && [
      sample({ crossfit: [20, 20], interval }),
      crossfitWords("with its"),
    ],
    rows.some((row) => row.chance) && [sample({ chance: interval }), term("random", "90 % of random graphs")],
  );
}

/* The whole plot as one drawing, for saving. */
function rankingDrawing(measure) {
  const rows = measure.order.map((graph) => {
    const row = measure.rows[graph];
    return { name: graphName(graph), text: row.text, marks: (x, y) => intervalMarks(row, x, y) };
  });
  const distance = measure.key === "contsid" ? "contSID from all rows" : measure.title;
  const title = `${distance} of learnt graphs against ${isolated(model.truth.name)}`;
  return legended(intervalDrawing(title, measure, rows), rankingLegend(measure));
}

function rankingRows() {
  const head = [
    "graph",
    ...model.measures.flatMap(({ key }) => [`${key}_tier`, `${key}_lower`, `${key}_upper`]),
    "crossfit_interval_lower",
    "crossfit_interval_upper",
  ];
  const crossfit = model.measures.find(({ key }) => key === "crossfit");
  const rows = model.measures[0].order.map((graph) => {
    const cells = model.measures.flatMap(({ key, rows: all }) => [
      all[graph].tier,
      ...((key === "crossfit" ? all[graph].crossfit : all[graph].value) || ["", ""]),
    ]);
    return [graphName(graph), ...cells, ...(crossfit?.rows[graph].interval || ["", ""])];
  });
  return [head, ...rows];
}

/* The table; `act` has graph(index) and by(key). */
function rankingTable(by, act) {
  const measure = measureOf(by);
  const rows = measure.order.map((graph) => rankingRow(graph, measure));
  const table = tableOf({ class: "ranking", "aria-label": "learnt graphs" }, rankingHead(measure, act), rows);
  listenToRows(table, "graph", act.graph);
  return scrolled(table);
}

function meaningsList(graph) {
  const entries = model.measures.map(({ term: key, title, rows }) => [
    make("dt", term(key, title), ` ${rows[graph].text}`),
    make("dd", rows[graph].meaning),
  ]);
  return make("dl.meanings", entries);
}
