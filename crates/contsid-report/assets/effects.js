/* The effects of a learnt graph: a list, the worst first, and a matrix. */

const nodeCount = model.nodes.length;
const pairOf = (index) => [Math.floor(index / nodeCount), index % nodeCount];
const indexOf = ([treatment, outcome]) => treatment * nodeCount + outcome;
const SID_WORDS = { x: "wrong for SID", "?": "wrong for SID in some graphs of the class", ".": "right for SID" };

/* The wrong effects of each graph by their index. */
const effectMaps = model.learnt.map(() => null);

function effectOf(graph, index) {
  effectMaps[graph] ??= new Map(model.learnt[graph].effects.wrong.map((effect) => [effect[0], effect]));
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
  const parts = [draw("rect", { class: "bar value", x: x(0), y: 4, width: x(upper / most), height: 8 })];
  if (lower !== upper)
    parts.push(draw("rect", { class: "bar lower", x: x(0), y: 4, width: x(lower / most), height: 8 }));
  if (crossfit) {
    const [value, from, to] = crossfit;
    parts.push(
      draw("line", { class: "whisker", x1: x(from / most), x2: x(Math.min(to / most, 1)), y1: 8, y2: 8 }),
      draw("circle", { class: "crossfit-point", cx: x(value / most), cy: 8, r: 3.5 }),
    );
  }
  return parts;
}

const fullPercent = (share) => `${(100 * share).toFixed(2)}%`;

function effectRow(graph, effect) {
  const [index, , , text, crossfit] = effect;
  const [treatment, outcome] = pairOf(index);
  const pick = makeButton(
    { class: "pick", "data-effect": index },
    named(model.nodes[treatment]),
    " on ",
    named(model.nodes[outcome]),
  );
  const mark = model.learnt[graph].effects.sid[index];
  const cells = model.largest
    ? [
        make("td", { class: "bars" }, track(16, effectBar(effect, model.bar_end, fullPercent))),
        onlyCrossfit ? null : make("td", {}, text),
        hasCrossfit(graph) ? make("td", {}, crossfit ? unbroken(crossfit[3]) : "–") : null,
      ]
    : [];
  const row = make(
    "tr",
    { "data-pair": index },
    make("th", { scope: "row", class: "what" }, pick),
    cells,
    make("td", { class: "mark" }, { x: "wrong", "?": "in some graphs", ".": "right" }[mark] || ""),
  );
  return tipped(row, () => pairWords(graph, index));
}

const hasCrossfit = (graph) => model.learnt[graph].effects.wrong.some((effect) => effect[4]);

/* What the marks of a row are. */
function effectsLegend(graph) {
  const bar = (kind) => sign(40, 16, draw("rect", { class: `bar ${kind}`, y: 4, width: 40, height: 8 }));
  const [value, lower] = [onlyCrossfit ? null : bar("value"), bar("lower")];
  const point = effectBar([0, 0, 0, "", [20, 6, 34]], 40, (share) => 40 * share);
  const { bounded } = model.learnt[graph].effects;
  const items = legend(
    value && [value, bounded ? "d, upper bound" : "d from all rows"],
    bounded && [lower, "d, lower bound"],
    hasCrossfit(graph) && [
      sign(40, 16, point),
      [term("crossfit", "cross-fitted"), " with its 95 % ", term("interval", "interval")],
    ],
  );
  items.classList.add("of-bars");
  return items;
}

function effectsList(graph, options, act) {
  const { wrong } = model.learnt[graph].effects;
  const wanted = options.filter.trim().toLowerCase();
  const matches = wrong.filter(
    ([index]) => !wanted || pairOf(index).some((node) => model.nodes[node].toLowerCase().includes(wanted)),
  );
  const shown = matches.slice(0, options.rows);
  const measured = [
    [null, "bars"],
    ...(onlyCrossfit ? [] : [["d"]]),
    ...(hasCrossfit(graph) ? [["cross-fitted (95 % interval)"]] : []),
  ];
  const heads = [["effect", "what"], ...(model.largest ? measured : []), ["for SID"]];
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
  if (!matches.length)
    return make(
      "p",
      { id: "no-effect" },
      wrong.length ? "No wrong effect has a node of this name." : "No effect differs.",
    );
  const marks = model.largest ? effectsLegend(graph) : null;
  return make("div", {}, scrolled(table), marks, more);
}

function effectsRows(graph) {
  const rows = model.learnt[graph].effects.wrong.map(([index, lower, upper, , crossfit]) => {
    const [treatment, outcome] = pairOf(index);
    return [
      model.nodes[treatment],
      model.nodes[outcome],
      lower,
      upper,
      ...(crossfit ? crossfit.slice(0, 3) : ["", "", ""]),
      { x: "wrong", "?": "depends", ".": "right" }[model.learnt[graph].effects.sid[index]] || "",
    ];
  });
  return [
    ["treatment", "outcome", "d_lower", "d_upper", "crossfit", "interval_lower", "interval_upper", "sid"],
    ...rows,
  ];
}

/* The list as a drawing, for saving. */
function effectsDrawing(graph) {
  const wrong = model.learnt[graph].effects.wrong.slice(0, FIRST_ROWS);
  const [left, width, step, top] = [250, 320, 20, 44];
  const x = (share) => width * share;
  const rows = wrong.map((effect, at) => {
    const [treatment, outcome] = pairOf(effect[0]).map((node) => isolated(shortName(model.nodes[node], 16)));
    return draw(
      "g",
      { transform: `translate(0,${top + step * at})` },
      write("label", left - 12, 13, "end", `${treatment} on ${outcome}`),
      draw("g", { transform: `translate(${left},0)` }, effectBar(effect, model.bar_end, x)),
      draw("text", { class: "label", x: left + width + 12, y: 13 }, effect[3]),
    );
  });
  return draw(
    "svg",
    { viewBox: `0 0 ${left + width + 130} ${top + step * wrong.length + 16}` },
    draw("text", { class: "label strong", x: 12, y: 24 }, `The largest d of ${isolated(graphName(graph))}`),
    rows,
  );
}
