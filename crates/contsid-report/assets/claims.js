/* The page of graphs of which causes may be hidden: how often is each wrong, and about what? */

const START = { graph: model.order[0], view: "both", which: "mistakes" };
const WHICH = ["mistakes", "none", "adjust", "open", "all"];
const READERS = {
  graph: indexIn(model.learnt),
  view: oneOf(["both", "truth", "learnt"]),
  which: oneOf(WHICH),
};
const KINDS = ["none", "adjust", "open"];
const claimName = (graph) => model.learnt[graph].graph.name;

/* Whether contSID is known of any graph; others have no effect that can be compared. */
const hasData = model.learnt.some(({ compared }) => compared);

function claimRow(graph) {
  const { tier, mistakes, bars, contsid, compared } = model.learnt[graph];
  const pick = makeButton({ class: "pick" }, named(claimName(graph)));
  const cells = bars.map((bar) => [make("td.count", bar.text), make("td.bars", claimBar(bar.claimed, bar.wrong))]);
  return make(
    "tr",
    { "data-graph": graph },
    make("td.tier", model.order.length > 1 ? tier : null),
    make("th.name", { scope: "row" }, pick),
    make("td.by", mistakes),
    cells,
    hasData && [make("td", contsid ?? "–"), make("td", compared ?? "–")],
  );
}

function graphTable() {
  const heads = [
    [null, "tier"],
    ["graph", "name"],
    [term("mistakes", "mistakes"), "by"],
    ...KINDS.map((kind) => [term(kind, kind), "over-bars", 2]),
    hasData && [term("contsid", "contSID")],
    hasData && ["effects compared"],
  ];
  const attributes = { class: "ranking claims", "aria-label": "learnt graphs" };
  const table = tableOf(attributes, headCells(heads), model.order.map(claimRow));
  listenToRows(table, "graph", (graph) => choose({ graph }));
  return scrolled(table);
}

const CLAIM_WORDS = { none: "no effect", adjust: "adjust", open: "left open" };

function listedClaims() {
  const { claims } = model.learnt[state.graph];
  const wanted = { mistakes: (claim) => claim.is_wrong, all: () => true }[state.which];
  return claims.filter(wanted || ((claim) => claim.claim === state.which));
}

function claimList() {
  const found = listedClaims();
  if (!found.length) return make("p.soft", state.which === "mistakes" ? "It makes no mistake." : "There are none.");
  const row = ({ treatment, outcome, claim, truth, is_wrong: isWrong, d, why }) =>
    make(
      "tr",
      { "data-claim": claim },
      make("th.what", { scope: "row" }, named(model.nodes[treatment]), " on ", named(model.nodes[outcome])),
      make("td.what", CLAIM_WORDS[claim], isWrong && make("b", " (mistaken)")),
      make("td.what", CLAIM_WORDS[truth]),
      make("td", d ?? "–"),
      make("td.what", isWrong && ["in ", named(claimName(state.graph)), ": "], named(why)),
    );
  const heads = [
    ["effect of", "what"],
    ["the graph", "what"],
    ["the truth", "what"],
    [term("d", "d")],
    ["why", "what"],
  ];
  return claimTable(heads, found, row);
}

const claimRows = () => [
  ["treatment", "outcome", "claim", "true_claim", "mistaken", "d", "why"],
  ...model.learnt[state.graph].claims.map(({ treatment, outcome, claim, truth, is_wrong: isWrong, d, why }) => {
    return [model.nodes[treatment], model.nodes[outcome], claim, truth, isWrong, d, why];
  }),
];

function showDrawing() {
  if (!model.layout) return;
  refill("graph", switchOf("view", "which graph is drawn", ["both", "truth", "learnt"]), markedFigure());
}

function showClaims() {
  refill("claims", switchOf("which", "which claims are listed", WHICH), claimList());
}

function show() {
  chooseRow(byId("choices"), "graph", state.graph);
  refill("chosen", named(claimName(state.graph)), " against the PAG of the truth");
  refill("chosen-claims", "What ", named(claimName(state.graph)), " claims");
  showDrawing();
  rowsShown = FIRST_ROWS;
  showClaims();
}

function build() {
  readAddress();
  const title = model.order.length > 1 ? "Learnt graphs, the least often mistaken first" : "The learnt graph";
  const save = saveMenu("claims-figure", "the claims", null, claimRows);
  const top = make("div.top", make("h2", { id: "chosen-claims" }), make("div", { style: "flex:none" }, save));
  buildClaimsPage(title, graphTable(), ["all claims", "mistakes"], top);
  show();
}

build();
