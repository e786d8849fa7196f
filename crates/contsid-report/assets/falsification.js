/* The page of graphs tested on data alone: which of their claims do the data contradict? */

const START = { graph: 0, view: "both", which: "violated" };
const WHICH = ["violated", "all"];
const READERS = { graph: indexIn(model.learnt), which: oneOf(WHICH) };
const tested = () => model.learnt[state.graph];

/* All tests of a graph as a bar, and the violations over it. */
function violationBar({ tests, violations }) {
  const most = Math.max(1, ...model.learnt.map((one) => one.tests));
  return claimBar(tests / most, violations / most);
}

function testedRow(one, graph) {
  const pick = makeButton({ class: "pick" }, named(one.graph.name));
  const row = make(
    "tr",
    { "data-graph": graph },
    make("th.name", { scope: "row" }, pick),
    make("td.bars", violationBar(one)),
    make("td.by", `${one.violations} of ${one.tests}`),
    one.p_values.map((words) => make("td", words)),
    make("td.by", one.outcome),
  );
  return tipped(row, one.words);
}

function testedTable() {
  const heads = [
    ["graph", "name"],
    [null, "bars"],
    [term("violated", "violated"), "by"],
    [term("lmc", "p (violations)")],
    [term("tpa", "p (same claims)")],
    [term("uniform", "uniform")],
    ["outcome", "by"],
  ];
  const attributes = { class: "ranking claims tested", "aria-label": "graphs" };
  const table = tableOf(attributes, headCells(heads), model.learnt.map(testedRow));
  listenToRows(table, "graph", (graph) => choose({ graph }));
  return scrolled(table);
}

const PLOT = { width: 440, height: 210, left: 44, right: 12, top: 12, bottom: 40 };

/* Bars; `over` draws on them by x and y, and `kind` is that of each bar. A bar for each whole number has it below its
   middle. */
function histogram({ width, counts, across: ticks, upwards }, words, kind, over) {
  const { left, right, top, bottom } = PLOT;
  const [base, end] = [PLOT.height - bottom, PLOT.width - right];
  const x = (value) => left + ((end - left) * value) / (width * counts.length);
  const isWhole = width === 1;
  const middle = isWhole ? (x(1) - x(0)) / 2 : 0;
  const across = ticks.filter(([value]) => !isWhole || (Number.isInteger(value) && value < counts.length));
  const highest = Math.max(1, ...counts);
  const y = (value) => base - ((base - top) * value) / highest;
  const bar = (count, at) => {
    const box = { x: x(width * at) + 1, y: y(count), width: x(width) - left - 2, height: base - y(count) };
    return draw(`rect.bar.${kind(width * (at + 1))}`, box);
  };
  return draw(
    "svg",
    { viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, role: "img", "aria-label": words },
    upwards.map(([value, text]) => [
      draw("line.grid", { x1: left, x2: end, y1: y(value), y2: y(value) }),
      write("tick", left - 6, y(value) + 4, "end", text),
    ]),
    counts.map(bar),
    across.map(([value, text]) => write("tick", x(value) + middle, base + 15, "middle", text)),
    draw("line.axis", { x1: left, x2: end, y1: base, y2: base }),
    write("tick", (left + end) / 2, base + 33, "middle", words),
    over(x, y, { base, end, left, top }),
  );
}

const flatWords = "flat: what a true graph has";
const ownWords = () => `this graph: ${tested().violations}`;

function pDrawing() {
  const { histogram: bars, tests } = tested();
  // Bars that reach beyond α have tests of both kinds.
  const kind = (end) => (end <= model.alpha + 1e-9 ? "wrong" : "claimed");
  return histogram(bars, "p-values of the tests", kind, (_, y, { left, end }) => {
    const flat = y(tests / bars.counts.length);
    return draw("path.curve.truth", { d: `M${left},${flat}H${end}` });
  });
}

function permutedDrawing() {
  const { permuted, violations } = tested();
  return histogram(
    permuted,
    "violations of graphs with permuted labels",
    () => "claimed",
    (x, _, { base, top }) => {
      const own = x(violations + (permuted.width === 1 ? 0.5 : 0));
      return draw("line.own", { x1: own, x2: own, y1: top, y2: base });
    },
  );
}

const pLegend = () =>
  legend(
    [areaSign("bar wrong"), `p below α = ${model.alpha}`],
    [areaSign("bar claimed"), "other tests"],
    [lineSign("truth"), flatWords],
  );
const ownSign = () => sign(22, 12, draw("line.own", { x1: 11, x2: 11, y1: 0, y2: 12 }));
const permutedLegend = () => legend([areaSign("bar claimed"), "permuted labels"], [ownSign(), ownWords()]);

const barRows = ({ width, counts }) => [
  ["from", "to", "count"],
  ...counts.map((count, at) => [width * at, width * (at + 1), count]),
];

function figures() {
  const { tests, histogram: bars, permuted } = tested();
  if (!tests) return make("p.soft", "It claims no independence: there is nothing to test.");
  const figure = (id, title, drawing, bars, words) => {
    const savedTitle = `${title}: ${isolated(tested().graph.name)}`;
    return savedFigure({
      id,
      title: [title],
      savedTitle,
      drawing,
      rows: () => barRows(bars),
      legend: words,
      extra: words(),
    });
  };
  return make(
    "div.figures",
    figure("p-values", "p-values against the flat line", pDrawing(), bars, pLegend),
    figure("permuted", "Violations against random labels", permutedDrawing(), permuted, permutedLegend),
  );
}

const listedClaims = () => tested().claims.slice(0, state.which === "all" ? undefined : tested().violations);

function claimList() {
  const found = listedClaims();
  if (!found.length) return make("p.soft", state.which === "all" ? "There are none." : "No claim is violated.");
  const names = (nodes) => nodes.map((node, at) => [at ? ", " : "", named(model.nodes[node])]);
  const row = ({ node, other, given, p }, at) =>
    make(
      "tr",
      make("th.what", { scope: "row" }, named(model.nodes[node]), " ⟂ ", named(model.nodes[other])),
      make("td.what", given.length ? names(given) : "–"),
      make("td", p),
      make("td.what", at < tested().violations ? "violated" : "holds"),
    );
  const heads = [["claim", "what"], ["given the parents", "what"], ["test"], ["outcome", "what"]];
  return claimTable(heads, found, row);
}

const claimRows = () => [
  ["node", "other", "given", "p_value", "violated"],
  ...tested().claims.map(({ node, other, given, p_value: p }, at) => {
    const names = given.map((parent) => model.nodes[parent]).join(" ");
    return [model.nodes[node], model.nodes[other], names, p, at < tested().violations];
  }),
];

function showClaims() {
  const menu = saveMenu("claims-figure", "the claims", null, claimRows);
  refill("claims", switchOf("which", "which claims are listed", WHICH), claimList(), menu);
}

function show() {
  chooseRow(byId("choices"), "graph", state.graph);
  refill("chosen", named(tested().graph.name), " with its violations");
  refill("chosen-claims", "What ", named(tested().graph.name), " claims");
  if (model.layout) refill("graph", markedFigure());
  refill("figures", figures());
  rowsShown = FIRST_ROWS;
  showClaims();
}

function build() {
  readAddress();
  const against = make("section", make("h2", "Against chance"), make("div", { id: "figures" }));
  buildClaimsPage("Graphs", testedTable(), ["all tests", "violations"], make("h2", { id: "chosen-claims" }), against);
  show();
}

build();
