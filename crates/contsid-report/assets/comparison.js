/* The page of a comparison: what is chosen, where that is kept, and what is shown of it. */

/* The pair that "One effect" shows: the chosen one, or the worst that has densities. */
function shownPair() {
  if (state.pair) return state.pair;
  const [dense] = model.densities?.pairs[state.graph] || [];
  if (dense) return [dense[0], dense[1]];
  const [worst] = model.learnt[state.graph].effects.wrong;
  if (worst) return pairOf(worst[0]);
  return nodeCount > 1 ? [0, 1] : null;
}

/* Shows what differs from before; everything without it. Focus stays where it is. */
function show(before) {
  const changed = (...names) => !before || names.some((name) => String(state[name]) !== String(before[name]));
  const focus = focusKey();
  if (changed("by")) showRanking();
  if (changed("graph", "by")) showChosenGraph();
  if (changed("graph", "view", "hidden", "wide")) showGraph();
  showTabs();
  lightChosen();
  if (focus && !document.querySelector(focus)?.matches(":focus"))
    document.querySelector(focus)?.focus({ preventScroll: true });
}

/* How to find again what has the focus. */
function focusKey() {
  const { id, dataset } = document.activeElement || {};
  if (id) return `#${CSS.escape(id)}`;
  const [key] = ["pick", "by", "fix", "effect", "mark", "node", "view", "list"].filter(
    (name) => dataset?.[name] !== undefined,
  );
  return key ? `[data-${key}="${dataset[key]}"]` : null;
}

function showRanking() {
  const act = { graph: (graph) => choose({ graph, fix: null }), by: (by) => choose({ by }) };
  refill("ranking", rankingTable(state.by, act), rankingLegend(measureOf(state.by)));
  byId("by").value = state.by;
}

function showChosenGraph() {
  chooseRow(byId("ranking"), "graph", state.graph);
  refill(
    "meanings-of",
    make("summary", {}, "What the numbers of ", named(graphName(state.graph)), " mean"),
    meaningsList(state.graph),
  );
  for (const element of document.querySelectorAll(".chosen-name"))
    element.replaceChildren(named(graphName(state.graph)));
}

/* What the tabs were filled for: each is filled when it is looked at, and only if that differs. */
const filled = {};

function showTabs() {
  chooseTab(byId("tabs").firstChild, state.tab);
  for (const [key] of TABS) byId(`panel-${key}`).hidden = key !== state.tab;
  fillPanel(state.tab);
}

function fillPanel(tab) {
  const { graph, list, order, pair } = state;
  const wanted = String(
    { fixes: [graph, passing.fixes <= state.fix], effects: [graph, list, order], effect: [graph, pair] }[tab],
  );
  if (filled[tab] !== wanted) ({ fixes: showFixes, effects: showEffects, effect: showPair })[tab]();
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
  refill("panel-fixes", fixesPanel(model.learnt[state.graph], passing.fixes, act));
}

/* What d is divided by. */
const UNITS = {
  norm: ", in units of the observed distribution's norm",
  printed: ", in units of the observed distribution's norm, but not divided where both graphs have directed paths",
  none: ", not divided by anything",
};

/* Buttons for a choice that has few options, which are [value, words]. */
function switchOf(name, label, options) {
  const buttons = options.map(([value, words]) => {
    const pressed = String(state[name] === value);
    const act = () => choose({ [name]: value });
    return makeButton({ [`data-${name}`]: value, "aria-pressed": pressed, onclick: act }, words);
  });
  return make("div", { class: "switch", role: "group", "aria-label": label }, buttons);
}

function effectControls() {
  const orders = [
    ["given", "as given"],
    ["name", "by name"],
    ["treatment", "by row sum"],
    ["outcome", "by column sum"],
  ];
  const lists = [
    ["list", "list"],
    ["matrix", "matrix"],
  ];
  const filter = make("input", {
    type: "search",
    id: "effect-filter",
    placeholder: "Filter by node",
    "aria-label": "filter effects by node",
    value: passing.filter,
  });
  filter.addEventListener("input", () => {
    passing.filter = filter.value;
    passing.rows = FIRST_ROWS;
    showEffectList();
  });
  return make(
    "div",
    { class: "row no-print" },
    switchOf("list", "how effects are shown", lists),
    state.list === "matrix" ? choice("order", "Order", orders, state.order, (order) => choose({ order })) : filter,
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
        `${UNITS[model.normalise] || ""}.`,
      ]
    : ["Without data: the effects that ", term("sid", "SID"), " counts as wrong."];
  refill(
    "panel-effects",
    make("p", { class: "soft small" }, words),
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

function bySelect() {
  const options = model.measures.map(({ key, title }) => [key, title]);
  return choice("by", "Sort by", options, state.by, (by) => choose({ by }));
}

function build() {
  const panels = TABS.map(([key, words]) =>
    make("div", {
      id: `panel-${key}`,
      role: "tabpanel",
      "aria-labelledby": `tab-${key}`,
      tabindex: "0",
      "data-title": words,
    }),
  );
  byId("page").replaceChildren(
    pageHead(),
    verdictSection(model.verdict),
    model.introduction ? make("p", { class: "soft" }, model.introduction) : "",
    make(
      "section",
      {},
      make(
        "div",
        { class: "top" },
        make("h2", {}, model.learnt.length > 1 ? "Learnt graphs, the nearest first" : "The learnt graph"),
        make(
          "div",
          { class: "row", style: "flex:none" },
          bySelect(),
          saveMenu("ranking", "the ranking", () => rankingDrawing(measureOf(state.by)), rankingRows),
        ),
      ),
      make("div", { id: "ranking" }),
      make("details", { id: "meanings-of", class: "no-print" }),
    ),
    make(
      "section",
      { class: "workspace" },
      make(
        "div",
        { class: "panel left" },
        make("h2", {}, "Where ", make("span", { class: "chosen-name" }), " differs"),
        make("div", { id: "graph" }),
        make(
          "datalist",
          { id: "node-names" },
          model.nodes.map((name) => make("option", { value: name })),
        ),
      ),
      make("div", { class: "right" }, make("div", { id: "tabs" }), panels),
    ),
    termSection(),
    aboutSection(),
  );
  refill(
    "tabs",
    tabList("what to look at", TABS, (tab) => choose({ tab })),
  );
  buildGraph();
  readAddress();
  show();
}

window.addEventListener("popstate", () => {
  const before = { ...state };
  readAddress();
  show(before);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (byId("node-search")) byId("node-search").value = "";
  choose({ node: null, pair: null, fix: null });
});
/* On paper all tabs are seen. */
window.addEventListener("beforeprint", () => {
  for (const [key] of TABS) fillPanel(key);
});
themeListeners.push(() => {
  if (matrix) showEffectList();
});
window.addEventListener("resize", () => {
  if (matrix && state.tab === "effects") showChosenEffect();
});
build();
