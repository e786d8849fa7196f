/* The page of a comparison: what is chosen, where that is kept, and what is shown of it. */

const chosenGraph = () => model.learnt[state.graph];

/* The pair that "One effect" shows: the chosen one, or the worst that has densities. */
function shownPair() {
  if (state.pair) return state.pair;
  const [dense] = model.densities?.pairs[state.graph] || [];
  if (dense) return [dense[0], dense[1]];
  const [worst] = wrongEffects(state.graph);
  if (worst) return pairOf(worst[0]);
  return nodeCount > 1 ? [0, 1] : null;
}

/* Shows what differs from before; everything without it. Focus stays where it is. */
function show(before) {
  if (!chosenGraph().fixes.rows[state.fix]) state.fix = null;
  const changed = (...names) => !before || names.some((name) => String(state[name]) !== String(before[name]));
  const focus = focusKey();
  if (changed("by")) showRanking();
  if (changed("care", "graph")) showCare();
  if (changed("graph", "by")) showChosenGraph();
  if (changed("graph", "view", "hidden", "wide")) showGraph();
  if (moving && changed("graph")) showMistakes();
  showTabs();
  lightChosen();
  if (changed("pair", "fix", "node")) revealChosen();
  if (focus && !document.querySelector(focus)?.matches(":focus"))
    document.querySelector(focus)?.focus({ preventScroll: true });
}

/* How to find again what has the focus. */
function focusKey() {
  const { id, dataset } = document.activeElement || {};
  if (id) return `#${CSS.escape(id)}`;
  const names = ["pick", "by", "fix", "effect", "mark", "node", "view", "list"];
  const key = names.find((name) => dataset?.[name] !== undefined);
  return key ? `[data-${key}="${dataset[key]}"]` : null;
}

function showRanking() {
  const act = { graph: (graph) => choose({ graph, fix: null }), by: (by) => choose({ by }) };
  refill("ranking", rankingTable(state.by, act), rankingLegend(measureOf(state.by)), tierLegend(model.learnt.length));
  if (byId("by")) byId("by").value = state.by;
}

function showChosenGraph() {
  chooseRow(byId("ranking"), "graph", state.graph);
  refill(
    "meanings-of",
    make("summary", "What the numbers of ", named(graphName(state.graph)), " mean"),
    meaningsList(state.graph),
  );
  for (const element of document.querySelectorAll(".chosen-name"))
    element.replaceChildren(named(graphName(state.graph)));
}

/* What the tabs were filled for: each is filled when it is looked at, and only if that differs. */
const filled = {};

function showTabs() {
  chooseTab(state.tab);
  for (const [key] of TABS) byId(`panel-${key}`).hidden = key !== state.tab;
  fillPanel(state.tab);
}

function fillPanel(tab) {
  const { graph, list, order, pair } = state;
  const wanted = String(
    {
      fixes: [graph, passing.fixes <= state.fix],
      effects: [graph, list, order],
      effect: [graph, pair],
      versus: [graph, state.other],
    }[tab],
  );
  if (filled[tab] !== wanted) ({ fixes: showFixes, effects: showEffects, effect: showPair, versus: showVersus })[tab]();
  else if (tab === "effects") showChosenEffect();
  filled[tab] = wanted;
  if (tab === "fixes") chooseRow(byId("panel-fixes"), "row", state.fix);
}

function showFixes() {
  if (state.fix !== null) passing.fixes = Math.max(passing.fixes, state.fix + 1);
  const act = {
    more: () => {
      passing.fixes += MORE_ROWS;
      showFixes();
      (byId("more-fixes") || byId("panel-fixes")).focus();
    },
    hover: (edge) => (edge ? light({ edge }) : lightChosen()),
    choose: (fix) => choose({ fix: state.fix === fix ? null : fix, pair: null, node: null }),
  };
  refill("panel-fixes", fixesPanel(chosenGraph(), passing.fixes, act));
}

/* What d is divided by. */
const UNITS = {
  norm: ", in units of the observed distribution’s norm",
  printed: ", in units of the observed distribution’s norm, but not divided where both graphs have directed paths",
  none: ", not divided by anything",
};

function searchField(id, placeholder, label, act) {
  const attributes = { type: "search", id, placeholder, "aria-label": label };
  return make("input", { ...attributes, oninput: (event) => act(event.target.value) });
}

function effectControls() {
  const orders = { given: "as given", name: "by name", treatment: "by row sum", outcome: "by column sum" };
  const filter = searchField("effect-filter", "Filter by node", "filter effects by node", (text) => {
    passing.filter = text;
    passing.rows = FIRST_ROWS;
    showEffectList();
  });
  filter.value = passing.filter;
  return make(
    "div.row.no-print",
    switchOf("list", "how effects are shown", ["list", "matrix"]),
    state.list === "matrix" ? choice("order", "Order", Object.entries(orders)) : filter,
  );
}

const effectActs = {
  hover: (pair) => (pair ? light({ pair }) : lightChosen()),
  choose: (pair) => choose({ pair, fix: null, node: null, tab: "effect" }),
};

function showEffects() {
  const words = model.largest
    ? [
        term("d", "d"),
        ": how far the distribution of the outcome under interventions on the treatment differs between the two graphs",
        `${UNITS[model.normalise] || ""}. `,
        model.shift && unbroken(`A shift of one standard deviation (sd) is d = ${model.shift[0]}.`),
      ]
    : ["Without data: the effects that ", term("sid", "SID"), " counts as wrong."];
  refill(
    "panel-effects",
    make("p.soft.small", words),
    effectControls(),
    make("div", { id: "effect-list" }),
    saveMenu(
      "effects",
      "the effects",
      () => (state.list === "matrix" ? matrixDrawing(state.graph, state.order) : effectsDrawing(state.graph)),
      () => effectsRows(state.graph),
    ),
  );
  showEffectList();
}

let matrix = null;

function showEffectList() {
  matrix = null;
  if (state.list === "matrix") {
    matrix = effectsMatrix(state.graph, state.order, effectActs);
    refill("effect-list", matrix.element);
  } else {
    const more = () => {
      passing.rows += MORE_ROWS;
      showEffectList();
      byId("more")?.focus();
    };
    refill("effect-list", effectsList(state.graph, passing, { ...effectActs, more }));
  }
  showChosenEffect();
}

function showChosenEffect() {
  if (matrix) matrix.show(byId("effect-list").clientWidth || 600, state.pair);
  else chooseRow(byId("effect-list"), "pair", state.pair ? indexOf(state.pair) : null);
}

function build() {
  const measures = model.measures.map(({ key, title }) => [key, title]);
  const panels = TABS.map(([key, words]) => {
    const labels = { "aria-labelledby": `tab-${key}`, "data-title": words };
    return make("div", { id: `panel-${key}`, role: "tabpanel", tabindex: "0", ...labels });
  });
  readAddress();
  buildPage(
    verdictSection(model.verdict),
    make(
      "section",
      { id: "choices", tabindex: "-1" },
      make(
        "div.top",
        make("h2", model.learnt.length > 1 ? "Learnt graphs, the nearest first" : "The learnt graph"),
        make(
          "div.row",
          { style: "flex:none" },
          model.learnt.length > 1 && choice("by", "Sort by", measures),
          saveMenu("ranking", "the ranking", () => rankingDrawing(measureOf(state.by)), rankingRows),
        ),
      ),
      make("div", { id: "ranking" }),
      make("details.no-print", { id: "meanings-of" }),
      relationsSection(model.measures[0].order, graphName),
      model.learnt.length > 1 && buildCare(),
    ),
    make(
      "section.workspace",
      make("div.panel.left", make("h2", make("span.chosen-name"), " against the truth"), make("div", { id: "graph" })),
      make(
        "div.right",
        tabList("what to look at", TABS, (tab) => choose({ tab })),
        panels,
      ),
    ),
  );
  buildGraph();
  show();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (byId("node-search")) byId("node-search").value = byId("no-node").textContent = "";
  choose({ node: null, pair: null, fix: null });
});
/* On paper all tabs are seen. */
window.addEventListener("beforeprint", () => {
  for (const [key] of TABS) fillPanel(key);
});
themeListeners.push(() => matrix && showEffectList());
window.addEventListener("resize", () => {
  moving?.apply();
  if (matrix && state.tab === "effects") showChosenEffect();
});
build();
