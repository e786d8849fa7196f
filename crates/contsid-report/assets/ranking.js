/* The learnt graphs as an interval plot, by any distance. */

const measureOf = (key) => model.measures.find((measure) => measure.key === key) || model.measures[0];
const graphName = (graph) => model.learnt[graph].graph.name;

/* What a row says. */
function rowWords(graph, measure) {
  const { name, full_name: full } = model.learnt[graph].graph;
  return `${isolated(full || name)}: ${measure.rows[graph].words}`;
}

function rankingRow(graph, measure) {
  const marks = track(24, gridLines(measure, 24), intervalMarks(measure.rows[graph], percent(measure), 12));
  const pick = makeButton({ class: "pick", "data-pick": graph }, named(graphName(graph)));
  const cells = model.measures.map((other) =>
    tipped(make("td", { class: other === measure ? "by" : null }, other.rows[graph].text), rowWords(graph, other)),
  );
  const start = intervalCells(measure.rows[graph].rank, pick, marks);
  const row = make("tr", { "data-graph": graph }, start, cells);
  return tipped(row, rowWords(graph, measure));
}

function rankingHead(measure, act) {
  const heads = model.measures.map((other) =>
    make(
      "th",
      { scope: "col", class: other === measure ? "by" : null, "aria-sort": other === measure ? "ascending" : null },
      makeButton({ "data-by": other.key, onclick: () => act.by(other.key) }, other.title),
    ),
  );
  return [intervalHead(measure), heads];
}

function rankingLegend(measure) {
  const sample = (...parts) => sign(40, 14, parts);
  const rows = measure.rows;
  const x = (value) => value;
  const items = [];
  if (rows.some((row) => row.value && row.value[0] === row.value[1])) {
    items.push([
      sample(draw("circle", { class: "value-point", cx: 20, cy: 7, r: 4.5 })),
      measure.key === "contsid" || measure.key === "crossfit" ? "contSID from all rows" : measure.title,
    ]);
  }
  if (rows.some((row) => row.value && row.value[0] !== row.value[1])) {
    items.push([sample(draw("line", { class: "band", x1: 4, x2: 36, y1: 7, y2: 7 })), term("bounds", "bounds")]);
  }
  const bounded = ({ crossfit }) => crossfit && crossfit[0] !== crossfit[1];
  if (rows.some(bounded)) {
    items.push([
      sample(intervalMarks({ crossfit: [10, 30], interval: [4, 36] }, x, 7)),
      [term("crossfit", "cross-fitted"), " bounds with their 95 % ", term("interval", "interval")],
    ]);
  }
  if (rows.some((row) => row.interval && !bounded(row))) {
    items.push([
      sample(intervalMarks({ crossfit: [20, 20], interval: [4, 36] }, x, 7)),
      [term("crossfit", "cross-fitted"), " with its 95 % ", term("interval", "interval")],
    ]);
  }
  return legend(...items);
}

/* The whole plot as one drawing, for saving. */
function rankingDrawing(measure) {
  const rows = measure.order.map((graph) => {
    const row = measure.rows[graph];
    return { name: graphName(graph), text: row.text, marks: (x, y) => intervalMarks(row, x, y) };
  });
  return intervalDrawing(`${measure.title} from ${isolated(model.truth.name)}`, measure, rows);
}

function rankingRows() {
  const head = [
    "graph",
    ...model.measures.flatMap(({ key }) => [`${key}_rank`, `${key}_lower`, `${key}_upper`]),
    "crossfit_interval_lower",
    "crossfit_interval_upper",
  ];
  const rows = measureOf("contsid").order.map((graph) => {
    const cells = model.measures.flatMap(({ key, rows: all }) => [
      all[graph].rank,
      ...((key === "crossfit" ? all[graph].crossfit : all[graph].value) || ["", ""]),
    ]);
    return [graphName(graph), ...cells, ...(measureOf("contsid").rows[graph].interval || ["", ""])];
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
  const list = make("dl", { class: "meanings" });
  for (const measure of model.measures) {
    const { text, meaning } = measure.rows[graph];
    list.append(make("dt", {}, term(measure.term, measure.title), ` ${text}`), make("dd", {}, meaning));
  }
  return list;
}
