/* The page of a comparison: what is chosen, and what is shown of it. */

const byPlace = model.learnt.map((_, graph) => graph).sort((a, b) => model.learnt[a].place - model.learnt[b].place);
const state = { graph: byPlace[0], pair: null, lit: false, picked: null, sort: "given" };
/* Graphs up to this width stand side by side on paper. */
const WIDEST_BESIDE = 700;
const place = (name) => document.getElementById(name);

function refill(name, ...children) {
  place(name).replaceChildren(...children.flat().filter((child) => child !== null));
}

/* The pair of the chosen graph with the largest value. */
function worstPair(learnt) {
  let best = null, most = 0;
  for (let i = 0; i < model.nodes.length; i++) for (let j = 0; j < model.nodes.length; j++) {
    const value = i === j ? 0 : cellValue(learnt, i, j);
    if (value > most) { most = value; best = [i, j]; }
  }
  return best;
}

function chooseGraph(graph) {
  state.graph = graph;
  if (!state.lit) state.pair = worstPair(model.learnt[graph]);
  showRanking();
  showGraphs();
  showMatrix();
  showPair();
  showRepairs();
}

function choosePair(pair) {
  state.pair = pair;
  state.lit = true;
  state.picked = null;
  const focused = document.activeElement?.dataset?.i !== undefined;
  showMatrix();
  showPair();
  lightGraphs(pair);
  if (focused) document.querySelector("td.chosen")?.focus();
}

/* Two clicks on nodes choose a pair. */
function pickNode(node) {
  if (state.picked === null || state.picked === node) {
    state.picked = node;
    document.querySelectorAll(".node").forEach((element) => element.setAttribute("class", "node" + (Number(element.dataset.node) === node ? " treatment" : "")));
  } else {
    choosePair([state.picked, node]);
  }
}

function lightGraphs(pair) {
  if (!model.layout) return;
  light(place("truth-graph"), model.truth, pair);
  light(place("learnt-graph"), model.learnt[state.graph].graph, pair);
}

/* The chosen pair, unless all edges are to be seen. */
function lightChosen() {
  lightGraphs(state.lit ? state.pair : null);
}

function lightEdge(edge) {
  if (!model.layout) return;
  for (const name of ["truth-graph", "learnt-graph"]) {
    light(place(name), model.truth, null);
    const svg = place(name).querySelector("svg");
    svg.classList.toggle("lit", edge !== null);
    if (edge) for (const [a, b] of [[edge[0], edge[1]], [edge[1], edge[0]]])
      svg.querySelectorAll(`[data-from="${a}"][data-to="${b}"]`).forEach((element) => element.classList.add("on"));
  }
  if (edge === null) lightChosen();
}

function showRanking() {
  const columns = [];
  for (const learnt of model.learnt) for (const { name } of learnt.scores) if (!columns.includes(name)) columns.push(name);
  const value = (learnt, name) => learnt.scores.find((score) => score.name === name)?.value ?? "–";
  const row = (graph, rank) => make("tr", { class: graph === state.graph ? "chosen" : null, "data-graph": graph, onclick: () => chooseGraph(graph) },
    make("td", {}, String(rank + 1)), make("td", { class: "name" }, model.learnt[graph].graph.name), columns.map((name) => make("td", {}, value(model.learnt[graph], name))));
  const tabs = byPlace.map((graph) => make("button", { type: "button", role: "tab", "aria-selected": String(graph === state.graph), "data-graph": graph, onclick: () => chooseGraph(graph) }, model.learnt[graph].graph.name));
  const meanings = make("dl", { class: "meanings" }, model.learnt[state.graph].scores.flatMap((score) => [make("dt", {}, `${score.name} ${score.value}`), make("dd", {}, score.meaning)]));
  refill("ranking",
    make("div", { class: "scroll" }, make("table", { class: "scores" },
      make("thead", {}, make("tr", {}, make("th", {}, ""), make("th", { class: "name" }, "learnt graph"), columns.map((name) => make("th", {}, name)))),
      make("tbody", {}, byPlace.map(row)))),
    byPlace.length > 1 ? make("div", { class: "tabs no-print", role: "tablist", "aria-label": "learnt graph" }, tabs) : null,
    make("h3", {}, `What this says of ${model.learnt[state.graph].graph.name}`), meanings,
    byPlace.length > 1 ? make("p", { class: "soft small only-print" }, `What follows is about ${model.learnt[state.graph].graph.name}; the page on a screen shows each learnt graph.`) : null);
  place("ranking").querySelector(".tabs")?.style.setProperty("margin", "14px 0");
}

function showGraphs() {
  if (!model.layout) return refill("graphs", make("p", { class: "soft" }, "The graphs have too many edges to be drawn."));
  const learnt = model.learnt[state.graph];
  const truth = model.truth.edges.map((edge) => [...edge, "right"]);
  // Side by side where both fit, else one below the other.
  const beside = `--least:${leastWidth() + 30}px`;
  refill("graphs", make("div", { class: "columns" + (model.layout.width <= WIDEST_BESIDE ? " narrow" : ""), style: beside },
    graphPanel(`truth: ${model.truth.name}`, truth, pickNode, "truth-graph"),
    graphPanel(`learnt: ${learnt.graph.name}`, learnt.drawn, pickNode, "learnt-graph")),
  edgeLegend(learnt.drawn), pairLegend(() => { state.lit = false; lightChosen(); }));
  lightChosen();
}

function showMatrix() {
  const learnt = model.learnt[state.graph];
  const act = { hover: (pair) => (pair ? lightGraphs(pair) : lightChosen()), choose: choosePair };
  refill("matrix", matrixTable(learnt, state.sort, state.pair, act), matrixLegend(learnt));
}

function nodeSelect(label, which) {
  const select = make("select", { "aria-label": label }, model.nodes.map((name, node) => make("option", { value: node }, name)));
  select.value = String(state.pair ? state.pair[which] : which);
  select.addEventListener("change", () => {
    const pair = state.pair ? state.pair.slice() : [0, 1];
    pair[which] = Number(select.value);
    if (pair[0] !== pair[1]) choosePair(pair);
  });
  return make("label", {}, label, select);
}

function whyWords(learnt, i, j) {
  const at = i * model.nodes.length + j, numbers = learnt.why[at];
  if (!learnt.cases[at]) return [];
  if (!numbers) return [make("p", { class: "soft" }, "The explanation is left out to keep this page small; `contsid why` has it.")];
  return numbers.map(([template, ...nodes]) => {
    const parts = model.sentences[template].split("\u0001");
    return make("p", { class: "why" }, parts.map((part, k) => part + (k < nodes.length ? model.nodes[nodes[k]] : "")).join(""));
  });
}

/* Why a pair has no densities. */
function noDensities(learnt, at) {
  const number = learnt.cases[at];
  if (!number) return "The comparison was not asked for this effect: it looks at chosen treatments and outcomes only.";
  if (!model.densities) return "Densities need data: give --data.";
  if (!(learnt.upper[at] > 0)) return "No densities are shown: the two graphs do not differ in this effect.";
  if (ESTIMATED.includes(number)) return "The densities of this pair are left out to keep this page small.";
  return "No densities are shown: the directed graphs that words and densities are of do not differ in this effect; others that the undirected edges stand for may.";
}

function showPair() {
  const learnt = model.learnt[state.graph];
  const selects = make("div", { class: "row no-print" }, nodeSelect("effect of", 0), nodeSelect("on", 1));
  if (state.pair === null) return refill("pair", selects, make("p", {}, "No effect differs. Choose any pair to see what the graphs say of it."));
  const [i, j] = state.pair, plots = densityPlots(state.graph, i, j), at = i * model.nodes.length + j;
  const member = learnt.cases[at] && (learnt.graph.member || model.truth.member)
    ? make("p", { class: "small soft" }, "Undirected edges leave this open: words and densities are those of one directed graph that they stand for.") : null;
  refill("pair", selects, make("h3", {}, cellWords(learnt, i, j) + "."), whyWords(learnt, i, j), member,
    plots || make("p", { class: "small soft no-densities" }, noDensities(learnt, at)));
}

function showRepairs() {
  refill("repairs", repairsTable(model.learnt[state.graph], lightEdge));
}

function sortSelect() {
  const options = [["given", "as given"], ["name", "by name"], ["treatment", "by row sum"], ["outcome", "by column sum"]];
  const select = make("select", { id: "sort" }, options.map(([value, words]) => make("option", { value }, words)));
  select.addEventListener("change", () => { state.sort = select.value; showMatrix(); });
  return make("label", { class: "no-print" }, "Order", select);
}

function sectionOf(id, title, words, extra) {
  return make("section", {}, make("div", { class: "top" }, make("div", {}, make("h2", {}, title), words ? make("p", { class: "soft" }, words) : null), extra), make("div", { id }));
}

/* What d is divided by. */
const UNITS = {
  norm: ", in units of the observed distribution's norm",
  printed: ", in units of the observed distribution's norm but in case 3.2, where it is not divided",
  none: ", not divided by anything",
};

function build() {
  const samples = model.samples ? `, ${model.samples} samples` : "";
  const matrixWords = model.samples
    ? `d(i, j): how far the distribution of j under interventions on i differs between the two graphs${UNITS[model.normalise]}.`
    : "Without data: the effects that SID counts as wrong.";
  const hint = model.samples ? make("span", { class: "no-print" }, " Choose a cell to see the densities.") : null;
  place("page").replaceChildren(
    make("header", { class: "top" },
      make("div", {}, make("h1", {}, model.title), make("p", { class: "soft" }, `${model.nodes.length} nodes, ${model.truth.edges.length} true edges${samples}`)),
      make("div", { class: "no-print", style: "flex:none" }, themeButton())),
    model.introduction ? make("p", {}, model.introduction) : "",
    sectionOf("ranking", "Learnt graphs, the best first", null),
    sectionOf("graphs", "The graphs", null),
    make("section", { class: model.nodes.length <= 14 ? "columns" : model.nodes.length <= 26 ? "columns matrix-first" : "stack" },
      make("div", { class: "panel" }, make("div", { class: "top" }, make("div", {}, make("h2", {}, "Which effects are wrong")), sortSelect()), make("p", { class: "soft small" }, matrixWords, hint), make("div", { id: "matrix" })),
      make("div", { class: "panel" }, make("h2", {}, "One effect"), make("div", { id: "pair", "aria-live": "polite" }))),
    sectionOf("repairs", "The cost of each mistake", "What remains if one edge alone is put right."),
    aboutSection());
  themeListeners.push(showMatrix);
  chooseGraph(state.graph);
}

build();
