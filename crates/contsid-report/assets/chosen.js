/* "I care about X on Y": the graphs by the effects that the reader chooses, from the distances on the page. */

/* A choice is `x-y`, where `*` means every node; several are joined by dots. */
const caresOf = (text) => text.split(".").filter((part) => /^(\d+|\*)-(\d+|\*)$/.test(part));
const careWords = (node, every) => (node === "*" ? every : named(model.nodes[node]));

/* The pairs that are chosen, and were asked for. */
function caredPairs(text) {
  const matches = (choice, pair) => choice.split("-").every((node, at) => node === "*" || Number(node) === pair[at]);
  const isChosen = (index) => caresOf(text).some((choice) => matches(choice, pairOf(index)));
  const { cases } = model.learnt[0].effects;
  return Array.from(cases, (_, index) => index).filter((index) => cases[index] !== "0" && isChosen(index));
}

/* The sum of d of some pairs: cross-fitted where that was estimated, else its bounds from all rows. */
function caredSum(graph, pairs) {
  const found = pairs.map((index) => effectOf(graph, index)).filter(Boolean);
  const crossfit = hasCrossfit(graph);
  const add = (pick) => found.reduce((sum, effect) => sum + pick(effect), 0);
  const ends = crossfit
    ? [add((effect) => effect[4]?.[0] ?? 0)]
    : [add(([, lower]) => lower), add(([, , upper]) => upper)];
  const wrong = pairs.filter((index) => model.learnt[graph].effects.sid[index] === "x").length;
  const texts = ends.map((end) => end.toFixed(2));
  const single = pairs.length === 1 && found[0]?.[4]?.[3];
  const text = single || (texts.length > 1 && texts[0] !== texts[1] ? texts.join("–") : texts[0]);
  return { graph, wrong, text, sum: model.largest ? ends.at(-1) : wrong };
}

function caredTable(pairs) {
  const rows = model.learnt.map((_, graph) => caredSum(graph, pairs)).sort((a, b) => a.sum - b.sum);
  const most = Math.max(...rows.map(({ sum }) => sum)) || 1;
  const row = ({ graph, wrong, text, sum }) =>
    make(
      "tr",
      { "data-graph": graph },
      make("th.what", { scope: "row" }, makeButton({ class: "pick" }, named(graphName(graph)))),
      make("td.bars", track(16, draw("rect.bar.value", { y: 4, width: fullPercent(sum / most), height: 8 }))),
      model.largest && make("td", unbroken(text)),
      make("td", `${wrong} of ${pairs.length}`),
    );
  const crossfit = model.learnt.some((_, graph) => hasCrossfit(graph));
  const heads = [
    ["graph", "what"],
    [null, "bars"],
    model.largest && [["sum of ", term("d", "d"), crossfit ? ", cross-fitted" : ""]],
    [["wrong for ", term("sid", "SID")]],
  ];
  const table = tableOf({ class: "effects cared", "aria-label": "graphs by the chosen effects" }, headCells(heads));
  fill(table.querySelector("tbody"), rows.map(row));
  listenToRows(table, "graph", (graph) => choose({ graph, fix: null }));
  chooseRow(table, "graph", state.graph);
  return scrolled(table);
}

/* What is chosen, each with a button that takes it away. */
function careList(choices) {
  const chip = (choice, at) => {
    const [treatment, outcome] = choice.split("-");
    const words = [careWords(treatment, "everything"), " on ", careWords(outcome, "everything")];
    const without = choices.filter((_, other) => other !== at).join(".");
    return makeButton({ class: "kind", "data-care": choice, onclick: () => choose({ care: without }) }, words, " ×");
  };
  return make(
    "div.kinds",
    { role: "group", "aria-label": "chosen effects; press one to remove it" },
    choices.map(chip),
  );
}

function buildCare() {
  const select = (id, every) => {
    const options = model.nodes.map((name, value) => make("option", { value }, name));
    return make("select", { id, "aria-label": every }, make("option", { value: "*" }, every), options);
  };
  const ends = [select("care-treatment", "any treatment"), select("care-outcome", "any outcome")];
  const onclick = () => {
    const choice = ends.map((end) => end.value).join("-");
    if (ends[0].value === "*" || ends[0].value !== ends[1].value)
      choose({ care: Array.from(new Set([...caresOf(state.care), choice])).join(".") });
  };
  const add = makeButton({ id: "care-add", onclick }, "Rank by it");
  return make(
    "details",
    { id: "care" },
    make("summary", "I care about some effects only"),
    make("div.row.no-print", make("span", "the effect of"), ends[0], make("span", "on"), ends[1], add),
    make("div", { id: "cared" }),
  );
}

function showCare() {
  const choices = caresOf(state.care);
  const pairs = caredPairs(state.care);
  if (choices.length) byId("care").open = true;
  const none = choices.length > 0 && make("p.soft", "The comparison was not asked for these effects.");
  const chance = "Sums of several effects have no standard error here: small differences may be chance.";
  refill(
    "cared",
    choices.length > 0 && careList(choices),
    pairs.length ? caredTable(pairs) : none,
    pairs.length > 1 && make("p.soft.small", chance),
  );
}
