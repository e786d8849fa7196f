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

/* The sums of the smallest and of the largest d of some pairs. No single directed graph need attain them. */
function caredSpan(graph, pairs) {
  const spans = pairs.map((index) => spanOf(graph, index));
  return [0, 1].map((end) => spans.reduce((sum, span) => sum + span[end], 0));
}

/* Two ends, or one number where they are the same. */
const rangeWords = (texts) => (texts[0] === texts[1] ? texts[0] : texts.join("–"));

/* How two graphs stand to each other in the chosen effects: a single effect has an interval, a sum has none. */
const caredStanding = (one, other, pairs) =>
  pairs.length === 1 ? effectStanding(one.graph, other.graph, pairs[0]) : standingOf(one.span, other.span);

/* The graphs by the chosen effects: tier, then the upper end, then the name. */
function caredRows(pairs) {
  const found = model.learnt.map((_, graph) => ({ graph, span: caredSpan(graph, pairs) }));
  for (const row of found) row.tier = 1 + found.filter((other) => caredStanding(other, row, pairs) === "better").length;
  const byName = (a, b) => (graphName(a.graph) < graphName(b.graph) ? -1 : 1);
  return found.sort((a, b) => a.tier - b.tier || a.span[1] - b.span[1] || byName(a, b));
}

/* The graphs that nothing shows to be farther away than the first one. */
function nearestRows(rows, pairs) {
  const [one] = rows;
  return rows.filter((row) => row.tier === 1 || caredStanding(one, row, pairs) !== "better");
}

/* Which graphs are nearest in the chosen effects. */
function caredWords(rows, pairs) {
  const first = nearestRows(rows, pairs);
  const names = first.map(({ graph }, at) => [
    at ? (at === first.length - 1 ? " and " : ", ") : "",
    named(graphName(graph)),
  ]);
  const effects = pairs.length === 1 ? "this effect" : "these effects";
  const isSum = model.largest && pairs.length > 1;
  if (first.length === 1)
    return isSum
      ? [names, ` has the smallest sum of d over ${effects}.`]
      : [names, ` is nearest to the truth in ${effects}.`];
  const standings = new Set(
    first.flatMap((one) => first.filter((other) => other !== one).map((other) => caredStanding(one, other, pairs))),
  );
  if (standings.has("depends")) return ["Which of ", names, ` is nearest in ${effects} depends on undirected edges.`];
  if (standings.has("noise")) return [names, ` are not told apart in ${effects}.`];
  if (standings.has("alike")) return ["Undirected edges leave ", names, ` open alike in ${effects}.`];
  const isAll = first.length === rows.length;
  return [
    names,
    isAll ? ` do not differ in ${effects}.` : ` are nearest to the truth in ${effects}, and equally near.`,
  ];
}

/* What the numbers are, and what they are not. */
function caredNotes(rows, pairs) {
  const isRange = rows.some(({ span }) => span[0] !== span[1]);
  const bounds =
    "Ranges are the sums of the smallest and of the largest d of each effect that undirected edges allow: bounds, since " +
    "no single directed graph need attain them.";
  const chance =
    "Without a test: sums of several effects have no standard error here, so small differences may be chance.";
  if (!model.largest) return "";
  return (pairs.length > 1 ? [isRange && bounds, chance] : [standingNote()]).filter(Boolean).join(" ");
}

function caredTable(rows, pairs) {
  const most = Math.max(...rows.map(({ span }) => span[1])) || 1;
  const bar = (kind, value) => draw(`rect.bar.${kind}`, { y: 4, width: fullPercent(value / most), height: 8 });
  const row = ({ graph, span, tier }) => {
    const marks = pairs.map((index) => model.learnt[graph].effects.sid[index]);
    const wrong = ["x", "x?"].map((kinds) => String(marks.filter((mark) => kinds.includes(mark)).length));
    const single = pairs.length === 1 && (effectOf(graph, pairs[0])?.[4]?.[3] ?? spanWords(graph, pairs[0]));
    const text = single || rangeWords(span.map((end) => (end === 0 ? "0" : end.toFixed(2))));
    return make(
      "tr",
      { "data-graph": graph },
      make("td.tier", tier),
      make("th.what", { scope: "row" }, makeButton({ class: "pick" }, named(graphName(graph)))),
      make("td.bars", track(16, bar("value", span[1]), span[0] !== span[1] && bar("lower", span[0]))),
      model.largest && make("td", unbroken(text)),
      make("td", unbroken(`${rangeWords(wrong)} of ${pairs.length}`)),
    );
  };
  const sum = pairs.length > 1 ? "sum of " : "";
  const heads = [
    [null, "tier"],
    ["graph", "what"],
    [null, "bars"],
    model.largest && [[sum, term("d", "d"), isCrossfitted ? ", cross-fitted" : " from all rows"]],
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
  if (!byId("care")) return;
  const choices = caresOf(state.care);
  if (!choices.length) return refill("cared");
  const pairs = caredPairs(state.care);
  byId("care").open = true;
  const none = make("p.soft", "The comparison was not asked for these effects.");
  if (!pairs.length) return refill("cared", careList(choices), none);
  const rows = caredRows(pairs);
  const notes = caredNotes(rows, pairs);
  refill(
    "cared",
    careList(choices),
    make("p", { id: "cared-words" }, caredWords(rows, pairs)),
    caredTable(rows, pairs),
    notes && make("p.soft.small", unbroken(notes)),
  );
}
