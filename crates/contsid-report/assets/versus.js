/* Two learnt graphs side by side: what one gets right that the other does not. */

/* The graph that the chosen one is held against: another one. */
const otherGraph = () => (state.other !== null && state.other !== state.graph ? state.other : nextGraph());
const nextGraph = () => measureOf(model.measures[0].key).order.find((graph) => graph !== state.graph);

/* The effects in which two graphs differ, or are open alike, each with its standing and by how much the second is
   farther away: the least and the most. Those that are told apart come first, the largest difference first. */
function versusPairs(graph, other) {
  const indices = [graph, other].flatMap((which) => wrongEffects(which).map(([index]) => index));
  const found = Array.from(new Set(indices), (index) => {
    const [[lower, upper], [otherLower, otherUpper]] = [graph, other].map((which) => spanOf(which, index));
    const by = [otherLower - upper, otherUpper - lower];
    return { index, standing: effectStanding(graph, other, index), by, size: Math.max(...by.map(Math.abs)) };
  });
  const differ = found.filter(({ standing }) => standing !== "tie");
  const isOpen = ({ standing }) => Number(standing !== "better" && standing !== "worse");
  return differ.sort((a, b) => isOpen(a) - isOpen(b) || b.size - a.size || a.index - b.index);
}

/* The edges that one graph has as the truth and the other has not. */
function versusEdges(graph, other) {
  const right = (which) => model.learnt[which].drawn.filter(([, , , mark]) => mark === "right");
  const theirs = new Set(right(other).map(String));
  return right(graph).filter((edge) => !theirs.has(String(edge)));
}

function edgeWordsOf(graph, other) {
  const edges = versusEdges(graph, other);
  const shown = edges
    .slice(0, MOST_LINES)
    .map((edge, k) => [k ? ", " : " ", make("span.unbroken", edgeParts(edge, named))]);
  const rest = edges.length - MOST_LINES;
  const words = edges.length ? [":", shown, rest > 0 && ` and ${rest} more`] : "";
  const count = `${edges.length || "no"} edge${edges.length > 1 ? "s" : ""}`;
  return make(
    "p.small",
    named(graphName(graph)),
    ` has ${count} right that `,
    named(graphName(other)),
    " has not",
    words,
    ".",
  );
}

/* What an effect's standing is called where no graph is nearer. */
const STANDING_WORDS = { depends: "left open", noise: "not told apart" };

/* d of a graph and a pair, or without data what SID says. */
const versusText = (graph, index) =>
  model.largest ? spanWords(graph, index) : SID_MARKS[model.learnt[graph].effects.sid[index]];

/* In grey what is open, from the least to the most by which a graph is farther away; over it what is told apart. */
function versusBar({ by, standing }, most) {
  const nearest = { better: by[0], worse: by[1] }[standing];
  const [from, to] = by[0] === by[1] ? [0, by[0]] : by;
  const grey = { x: halfPercent(Math.min(-from, -to) / most), width: fullPercent((0.49 * Math.abs(from - to)) / most) };
  return [
    (by[0] !== by[1] || nearest === undefined) && draw("rect.bar.value", { ...grey, y: 3, height: 10 }),
    nearest !== undefined && fixBars({ change: [-nearest, -nearest] }, most, false, halfPercent, 1),
  ];
}

function versusTable(graph, other, pairs) {
  const most = Math.max(...pairs.map(({ size }) => size)) || 1;
  const row = (found) => {
    const { index, standing } = found;
    const [treatment, outcome] = pairOf(index).map((node) => named(model.nodes[node]));
    const axis = draw("line.axis", { x1: "50%", x2: "50%", y1: 0, y2: 16 });
    const cells = make(
      "tr",
      { "data-pair": index },
      make("th.what", { scope: "row" }, makeButton({ class: "pick" }, treatment, " on ", outcome)),
      make("td", unbroken(versusText(graph, index))),
      make("td.bars", track(16, axis, versusBar(found, most))),
      make("td", unbroken(versusText(other, index))),
      make(
        "td.standing",
        STANDING_WORDS[standing] || named(shortName(graphName(standing === "better" ? graph : other), 24)),
      ),
    );
    const words = () => [graph, other].map((which) => `${isolated(graphName(which))}: ${pairWords(which, index)}`);
    return tipped(cells, () => words().join("\n"));
  };
  const d = model.largest ? `d${isCrossfitted ? ", cross-fitted" : " from all rows"}, of ` : "";
  const heads = [
    ["effect", "what"],
    [[d, named(graphName(graph))]],
    ["first nearer ← → second nearer", "bars"],
    [[d, named(graphName(other))]],
    ["nearer to the truth"],
  ];
  const table = tableOf({ class: "effects versus" }, headCells(heads), pairs.map(row));
  listenToRows(table, "pair", (index) => effectActs.choose(pairOf(index)));
  return scrolled(table);
}

/* In how many effects each of two graphs is nearer to the truth. */
function versusWords(graph, other, pairs) {
  const [one, another] = [graph, other].map((which) => named(graphName(which)));
  const count = (wanted) => pairs.filter(({ standing }) => standing === wanted).length;
  const [better, worse, open, noise, alike] = ["better", "worse", "depends", "noise", "alike"].map(count);
  if (pairs.length === 0) return make("p", one, " and ", another, " do not differ in any effect.");
  if (pairs.length === alike) {
    const rest = ` open alike in ${alike} effect${alike === 1 ? "" : "s"}. In all others they do not differ.`;
    return make("p", "Undirected edges leave ", one, " and ", another, rest);
  }
  return make(
    "p",
    one,
    ` is nearer to the truth in ${better} effect${better === 1 ? "" : "s"}, `,
    another,
    ` in ${worse}.`,
    open > 0 && ` Undirected edges leave open which is nearer in ${open} more.`,
    noise > 0 && ` In ${noise} more the two are not told apart.`,
    alike > 0 && ` Undirected edges leave both open alike in ${alike} more.`,
  );
}

function showVersus() {
  const other = otherGraph();
  if (other === undefined) return refill("panel-versus", make("p", "There is only one learnt graph."));
  const graph = state.graph;
  const found = versusPairs(graph, other);
  const pairs = found.filter(({ standing }) => standing !== "alike");
  const options = model.learnt.map((_, which) => [which, graphName(which)]).filter(([which]) => which !== graph);
  const control = choice("other", "against", options);
  control.querySelector("select").value = String(other);
  const isOpen = pairs.some(({ by }) => by[0] !== by[1]);
  refill(
    "panel-versus",
    make("div.row", make("b", named(graphName(graph))), control),
    versusWords(graph, other, found),
    edgeWordsOf(graph, other),
    edgeWordsOf(other, graph),
    pairs.length > 0 && versusTable(graph, other, pairs.slice(0, FIRST_ROWS)),
    pairs.length > FIRST_ROWS &&
      make("p.soft.small", `The first ${FIRST_ROWS} of ${pairs.length} effects that differ.`),
    pairs.length > 0 &&
      make("p.soft.small", isOpen && "Grey bars are what undirected edges leave open. ", standingNote()),
  );
}
