/* The effects of a learnt graph: a list, the worst first, and a matrix. */

const nodeCount = model.nodes.length;
const pairOf = (index) => [Math.floor(index / nodeCount), index % nodeCount];
const indexOf = ([treatment, outcome]) => treatment * nodeCount + outcome;
const SID_WORDS = { x: "wrong for SID", "?": "wrong for SID in some graphs of the class", ".": "right for SID" };

/* The wrong effects of each graph, the largest first, and by their index. */
const effectLists = model.learnt.map(() => null);
const effectMaps = model.learnt.map(() => null);

function wrongEffects(graph) {
  const { wrong, sid } = model.learnt[graph].effects;
  effectLists[graph] ??= wrong || ["x", "?"].flatMap((mark) => effectsOfSid(sid, mark));
  return effectLists[graph];
}

/* Without data an effect is only its index, and what SID says of it. */
function effectsOfSid(sid, mark) {
  const found = [];
  for (let index = sid.indexOf(mark); index >= 0; index = sid.indexOf(mark, index + 1))
    found.push([index, 0, 0, "0", null]);
  return found;
}

function effectOf(graph, index) {
  effectMaps[graph] ??= new Map(wrongEffects(graph).map((effect) => [effect[0], effect]));
  return effectMaps[graph].get(index) || null;
}

/* Where all rows are too many to be taken together, d is the cross-fitted one. */
const onlyCrossfit = Boolean(model.sampled);

/* d of a pair in words. */
function distanceWords(graph, index) {
  if (!model.largest) return "";
  const effect = effectOf(graph, index);
  if (!effect) return "d = 0";
  const [, lower, upper, text, crossfit] = effect;
  if (onlyCrossfit && crossfit) return `d, cross-fitted ${crossfit[3]}`;
  const words = lower === upper ? `d = ${text}` : `d between ${text.replace("–", " and ")}`;
  return crossfit ? `${words}; cross-fitted ${crossfit[3]}` : words;
}

/* All about a pair in one line. */
function pairWords(graph, index) {
  const { effects } = model.learnt[graph];
  const [treatment, outcome] = pairOf(index);
  const start = `Effect of ${isolated(model.nodes[treatment])} on ${isolated(model.nodes[outcome])}`;
  if (effects.cases[index] === "0") return `${start}: not asked for`;
  const parts = [
    distanceWords(graph, index),
    effects.bounded ? "" : model.cases[effects.cases[index]],
    SID_WORDS[effects.sid[index]],
  ];
  return `${start}: ${parts.filter(Boolean).join("; ")}`;
}

/* The bar of an effect with its interval; `x` turns a share of the largest into a position. */
function effectBar([, lower, upper, , crossfit], most, x) {
  const bar = (kind, value) => draw(`rect.bar.${kind}`, { x: x(0), y: 4, width: x(value / most), height: 8 });
  const [value, from, to] = crossfit || [];
  return [
    bar("value", upper),
    lower !== upper && bar("lower", lower),
    crossfit && draw("line.whisker", { x1: x(from / most), x2: x(Math.min(to / most, 1)), y1: 8, y2: 8 }),
    crossfit && draw("circle.crossfit-point", { cx: x(value / most), cy: 8, r: 3.5 }),
  ];
}

const fullPercent = (share) => `${(100 * share).toFixed(2)}%`;

function effectRow(graph, effect) {
  const [index, , , text, crossfit] = effect;
  const [treatment, outcome] = pairOf(index).map((node) => named(model.nodes[node]));
  const pick = makeButton({ class: "pick", "data-effect": index }, treatment, " on ", outcome);
  const mark = model.learnt[graph].effects.sid[index];
  const cells = () => [
    make("td.bars", track(16, effectBar(effect, model.bar_end, fullPercent))),
    !onlyCrossfit && make("td", text),
    hasCrossfit(graph) && make("td", crossfit ? unbroken(crossfit[3]) : "–"),
  ];
  const row = make(
    "tr",
    { "data-pair": index },
    make("th.what", { scope: "row" }, pick),
    model.largest && cells(),
    make("td.mark", { x: "wrong", "?": "in some graphs", ".": "right" }[mark] || ""),
  );
  return tipped(row, () => pairWords(graph, index));
}

const hasCrossfit = (graph) => wrongEffects(graph).some((effect) => effect[4]);

/* What the marks of a row are. */
function effectsLegend(graph) {
  const bar = (kind) => sign(40, 16, draw(`rect.bar.${kind}`, { y: 4, width: 40, height: 8 }));
  const point = effectBar([0, 0, 0, "", [20, 6, 34]], 40, (share) => 40 * share);
  const { bounded } = model.learnt[graph].effects;
  const items = legend(
    !onlyCrossfit && [bar("value"), bounded ? "d, upper bound" : "d from all rows"],
    bounded && [bar("lower"), "d, lower bound"],
    hasCrossfit(graph) && [sign(40, 16, point), crossfitWords("with its")],
  );
  items.classList.add("of-bars");
  return items;
}

function effectsList(graph, options, act) {
  const wrong = wrongEffects(graph);
  const wanted = options.filter.trim().toLowerCase();
  const matches = wrong.filter(
    ([index]) => !wanted || pairOf(index).some((node) => model.nodes[node].toLowerCase().includes(wanted)),
  );
  const shown = matches.slice(0, options.rows);
  const heads = [
    ["effect", "what"],
    model.largest && [null, "bars"],
    model.largest && !onlyCrossfit && ["d"],
    model.largest && hasCrossfit(graph) && ["cross-fitted (95 % interval)"],
    ["for SID"],
  ];
  const table = tableOf(
    { class: "effects" },
    headCells(heads),
    shown.map((effect) => effectRow(graph, effect)),
  );
  const pair = (index) => (index === null ? null : pairOf(index));
  listenToRows(
    table,
    "pair",
    (index) => act.choose(pair(index)),
    (index) => act.hover(pair(index)),
  );
  const more = moreButton("more", shown.length, matches.length, act.more);
  const none = wrong.length ? "No effect of this list has a node of this name." : "No effect differs.";
  if (!matches.length) return make("p", { id: "no-effect" }, none);
  return make("div", scrolled(table), model.largest && effectsLegend(graph), more);
}

function effectsRows(graph) {
  const rows = wrongEffects(graph).map(([index, lower, upper, , crossfit]) => {
    const names = pairOf(index).map((node) => model.nodes[node]);
    const sid = { x: "wrong", "?": "depends", ".": "right" }[model.learnt[graph].effects.sid[index]];
    return [...names, lower, upper, ...(crossfit?.slice(0, 3) || ["", "", ""]), sid];
  });
  const head = ["treatment", "outcome", "d_lower", "d_upper", "crossfit", "interval_lower", "interval_upper", "sid"];
  return [head, ...rows];
}

/* The list as a drawing, for saving. */
function effectsDrawing(graph) {
  const wrong = wrongEffects(graph).slice(0, FIRST_ROWS);
  const [left, width, step, top] = [250, 320, 20, 44];
  const x = (share) => width * share;
  const rows = wrong.map((effect, at) => {
    const [treatment, outcome] = pairOf(effect[0]).map((node) => isolated(shortName(model.nodes[node], 16)));
    return draw(
      "g",
      { transform: `translate(0,${top + step * at})` },
      write("label", left - 12, 13, "end", `${treatment} on ${outcome}`),
      draw("g", { transform: `translate(${left},0)` }, effectBar(effect, model.bar_end, x)),
      draw("text.label", { x: left + width + 12, y: 13 }, effect[3]),
    );
  });
  const drawing = draw(
    "svg",
    { viewBox: `0 0 ${left + width + 130} ${top + step * wrong.length + 16}` },
    draw("text.label.strong", { x: 12, y: 24 }, `The largest d of ${isolated(graphName(graph))}`),
    rows,
  );
  return legended(drawing, effectsLegend(graph));
}
