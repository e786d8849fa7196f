/* The effects of a learnt graph as a list, the worst first, and what is said of one. */

const nodeCount = model.nodes.length;
const pairOf = (index) => [Math.floor(index / nodeCount), index % nodeCount];
const indexOf = ([treatment, outcome]) => treatment * nodeCount + outcome;
const SID_MARKS = { x: "wrong", "?": "left open", ".": "right" };
const SID_WORDS = { x: "wrong for SID", "?": "left open for SID", ".": "right for SID" };

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

/* Cross-fitted estimates decide where there are some. */
const isCrossfitted = model.measures.some(({ key }) => key === "crossfit");

/* Where all rows are too many to be taken together, d is the cross-fitted one. */
const onlyCrossfit = Boolean(model.sampled);

/* The smallest and the largest d of a pair by the estimate that decides; without data 1 is wrong for SID. */
const SID_SPANS = { x: [1, 1], "?": [0, 1] };

function spanOf(graph, index) {
  if (!model.largest) return SID_SPANS[model.learnt[graph].effects.sid[index]] || [0, 0];
  const effect = effectOf(graph, index);
  if (!effect) return [0, 0];
  const [, lower, upper, , crossfit] = effect;
  if (!isCrossfitted) return [lower, upper];
  return crossfit ? [crossfit[4], crossfit[0]] : [0, 0];
}

/* Whether d of a pair is told apart from 0, as far as there is a test. */
const isTold = (graph, index) => Boolean(effectOf(graph, index)?.[4]?.[5]);

/* Sums that differ by less are the same. */
const ROUNDING = 1e-9;

/* How two spans stand to each other, without a test: the smaller one is nearer to the truth if they do not overlap. The
   same range in both is no tie: undirected edges leave both open alike. */
function standingOf([lower, upper], [otherLower, otherUpper]) {
  const rounding = ROUNDING * Math.max(upper, otherUpper);
  const isSame = (a, b) => Math.abs(a - b) <= rounding;
  if (isSame(lower, otherLower) && isSame(upper, otherUpper)) return isSame(lower, upper) ? "tie" : "alike";
  if (upper < otherLower - rounding) return "better";
  if (otherUpper < lower - rounding) return "worse";
  return isSame(lower, upper) && isSame(otherLower, otherUpper) ? "tie" : "depends";
}

/* The 95 % interval of a cross-fitted d; what was not cross-fitted is 0 whatever the data. */
const intervalOf = (graph, index) => effectOf(graph, index)?.[4]?.slice(1, 3) || [0, 0];

/* How two graphs stand to each other in one effect: by spans. Cross-fitted values are told apart only if one of them is
   told apart from 0, and their intervals do not overlap. */
function effectStanding(graph, other, index) {
  const standing = standingOf(spanOf(graph, index), spanOf(other, index));
  if (!isCrossfitted || standing === "tie" || standing === "alike") return standing;
  if (!isTold(graph, index) && !isTold(other, index)) return "noise";
  const [[from, to], [otherFrom, otherTo]] = [graph, other].map((which) => intervalOf(which, index));
  return standing !== "depends" && from <= otherTo && otherFrom <= to ? "noise" : standing;
}

/* What "nearer" in one effect means, and what it does not; nothing without data. */
function standingNote() {
  if (!model.largest) return null;
  const untested =
    "Nearer means a smaller d. That two values of d differ is not tested, so small differences may be chance.";
  const apart =
    "Nearer means a smaller d, and 95 % intervals that do not overlap. The difference itself is not tested.";
  return isCrossfitted ? apart : untested;
}

/* Whether undirected edges leave an effect open: what SID says of it, or d. */
function isLeftOpen(graph, index) {
  const [lower, upper] = spanOf(graph, index);
  const effect = effectOf(graph, index);
  return model.learnt[graph].effects.sid[index] === "?" || lower !== upper || effect?.[1] !== effect?.[2];
}

/* d in words without its interval: of the estimate that decides. */
function spanWords(graph, index) {
  const effect = effectOf(graph, index);
  if (!effect) return "0";
  return isCrossfitted ? (effect[4]?.[3].split(" (")[0] ?? "0") : effect[3];
}

/* d of a pair in words: first by the estimate that decides. */
function distanceWords(graph, index) {
  if (!model.largest) return "";
  const effect = effectOf(graph, index);
  if (!effect) return "d = 0";
  const [, lower, upper, text, crossfit, shift] = effect;
  const equals = (words) => (words.includes("–") ? `d between ${words.replace("–", " and ")}` : `d = ${words}`);
  const fittedWords = crossfit ? `cross-fitted ${equals(crossfit[3])}` : "d = 0";
  const size =
    shift && `as large as a shift of ${spanOf(graph, index)[0] === upperOf(effect) ? "" : "up to "}${shift} sd`;
  if (!isCrossfitted) return [equals(text), size].filter(Boolean).join(", ");
  const rows = !onlyCrossfit && (upper > 0 || lower > 0) && `from all rows ${text}`;
  return [[fittedWords, size].filter(Boolean).join(", "), rows].filter(Boolean).join("; ");
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

/* The larger end of d by the estimate that decides. */
const upperOf = ([, , upper, , crossfit]) => (isCrossfitted ? (crossfit?.[0] ?? 0) : upper);

/* The bar of an effect by the estimate that decides, with its interval, and a dot for the other one; `x` turns a share
   of the largest into a position. */
function effectBar(effect, most, x) {
  const [, lower, upper, , crossfit] = effect;
  const bar = (kind, value) => draw(`rect.bar.${kind}`, { x: x(0), y: 4, width: x(value / most), height: 8 });
  if (!isCrossfitted) return [bar("value", upper), lower !== upper && bar("lower", lower)];
  const [value, from, to, , least] = crossfit || [0, 0, 0, "", 0];
  return [
    bar("value", value),
    least !== value && bar("lower", least),
    crossfit && draw("line.whisker", { x1: x(from / most), x2: x(Math.min(to / most, 1)), y1: 8, y2: 8 }),
    !onlyCrossfit && upper > 0 && draw("circle.value-point", { cx: x(upper / most), cy: 8, r: 3 }),
    crossfit && draw("circle.crossfit-point", { cx: x(value / most), cy: 8, r: 3.5 }),
  ];
}

const fullPercent = (share) => `${(100 * share).toFixed(2)}%`;

/* The distances of shifts that the bars have room for: each has its share of the width, and its words. */
const shiftMarks = (model.shift?.[1] || [])
  .map(([distance, words]) => [distance / model.bar_end, words])
  .filter(([share]) => share < 0.97);
/* Lines behind the bars of a table: painted as its background, which takes fewer elements. */
const shiftLine = ([share]) => `linear-gradient(var(--line), var(--line)) ${fullPercent(share)} / 1px 100% no-repeat`;
const shiftLines = shiftMarks.length ? `--shifts: ${shiftMarks.map(shiftLine).join(", ")}` : null;

/* Words over the bars need this share of the width. */
const SHIFT_ROOM = 0.2;

/* Over the bars: of how many standard deviations a shift is as large. */
function shiftAxis() {
  if (!shiftMarks.length) return null;
  const last = shiftMarks.length - 1;
  const hasRoom = ([share], at) => at === last || shiftMarks[at + 1][0] - share > SHIFT_ROOM;
  const label = ([share, words], at) =>
    hasRoom([share], at) &&
    write("tick", fullPercent(share), 12, share > 0.9 ? "end" : "middle", at === last ? `${words} sd` : words);
  return tipped(track(16, shiftMarks.map(label)), "d of a shift by this many standard deviations");
}

function effectRow(graph, effect) {
  const [index, , , text, crossfit] = effect;
  const [treatment, outcome] = pairOf(index).map((node) => named(model.nodes[node]));
  const pick = makeButton({ class: "pick", "data-effect": index }, treatment, " on ", outcome);
  const mark = model.learnt[graph].effects.sid[index];
  const cells = () => [
    make("td.bars", track(16, effectBar(effect, model.bar_end, fullPercent))),
    isCrossfitted && make("td.fitted", crossfit ? unbroken(crossfit[3]) : "0"),
    !onlyCrossfit && make("td.secondary", unbroken(text)),
  ];
  const row = make(
    "tr",
    { "data-pair": index },
    make("th.what", { scope: "row" }, pick),
    model.largest && cells(),
    make("td.mark", SID_MARKS[mark] || ""),
  );
  return tipped(row, () => pairWords(graph, index));
}

/* What the marks of a row are. */
function effectsLegend(graph) {
  const bar = (kind) => sign(40, 16, draw(`rect.bar.${kind}`, { y: 4, width: 40, height: 8 }));
  const dot = sign(16, 16, draw("circle.value-point", { cx: 8, cy: 8, r: 3 }));
  const whisker = draw("line.whisker", { x1: 6, x2: 34, y1: 8, y2: 8 });
  const point = sign(40, 16, whisker, draw("circle.crossfit-point", { cx: 20, cy: 8, r: 3.5 }));
  const { bounded } = model.learnt[graph].effects;
  const d = isCrossfitted ? ["d, ", term("crossfit", "cross-fitted")] : ["d from all rows"];
  const shifts = shiftMarks.map(([, words]) => words).join(", ");
  const items = legend(
    [bar("value"), bounded ? [d, ", upper bound"] : d],
    bounded && [bar("lower"), "lower bound"],
    isCrossfitted && [point, ["with its 95 % ", term("interval", "interval")]],
    isCrossfitted && !onlyCrossfit && [dot, bounded ? "upper bound from all rows" : "from all rows"],
    shifts && [sign(10, 16, draw("line.grid", { x1: 5, x2: 5, y1: 0, y2: 16 })), `d of a shift by ${shifts} sd`],
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
    model.largest && [shiftAxis(), "bars"],
    model.largest && isCrossfitted && ["d, cross-fitted (95 % interval)"],
    model.largest && !onlyCrossfit && ["d from all rows", "secondary"],
    ["for SID"],
  ];
  const table = tableOf(
    { class: "effects", style: shiftLines },
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
    const [most, from, to, , least] = crossfit || ["", "", "", "", ""];
    return [...names, least, most, from, to, lower, upper, SID_MARKS[model.learnt[graph].effects.sid[index]]];
  });
  const head = [
    "crossfit_lower",
    "crossfit_upper",
    "interval_lower",
    "interval_upper",
    "all_rows_lower",
    "all_rows_upper",
  ];
  return [["treatment", "outcome", ...head, "sid"], ...rows];
}

/* The list as a drawing, for saving. */
function effectsDrawing(graph) {
  const wrong = wrongEffects(graph).slice(0, FIRST_ROWS);
  const names = wrong.map(([index]) => {
    const [treatment, outcome] = pairOf(index).map((node) => isolated(shortName(model.nodes[node], 16)));
    return `${treatment} on ${outcome}`;
  });
  const [left, width, step, top] = [labelRoom(names), 320, 20, 44];
  const x = (share) => width * share;
  const row = (effect, at) =>
    draw(
      "g",
      { transform: `translate(0,${top + step * at})` },
      write("label", left - 12, 13, "end", names[at]),
      draw("g", { transform: `translate(${left},0)` }, effectBar(effect, model.bar_end, x)),
      draw("text.label", { x: left + width + 12, y: 13 }, spanWords(graph, effect[0])),
    );
  const height = top + step * wrong.length;
  const marks = shiftMarks.map(([share, words]) => [
    draw("line.grid", { x1: left + x(share), x2: left + x(share), y1: top, y2: height }),
    write("tick", left + x(share), top - 3, "middle", words),
  ]);
  const drawing = draw(
    "svg",
    { viewBox: `0 0 ${left + width + 130} ${height + 16}` },
    draw("text.label.strong", { x: 12, y: 20 }, `The largest d of ${isolated(graphName(graph))}`),
    marks,
    wrong.map(row),
  );
  return legended(drawing, effectsLegend(graph));
}
