/* What each single fix does to the distance. */

/* The distance that fixes change, with its estimate. */
const fixMeasure = ({ measure }) =>
  measure === "contSID" ? `contSID ${isCrossfitted ? "(cross-fitted)" : "from all rows"}` : measure;

/* Bars around zero, one for each bound; `x` turns a share between −1 and 1 into a position. */
function fixBars(effect, most, bounded, x, top) {
  const bar = (change, y, height) => {
    const share = change / most;
    const [from, to] = share < 0 ? [x(share), x(0)] : [x(0), x(share)];
    const width = typeof from === "number" ? to - from : `${(49 * Math.abs(share)).toFixed(2)}%`;
    return draw(`rect.bar.${change < 0 ? "better" : "worse"}`, { x: from, y, width, height });
  };
  const [lower, upper] = effect.change;
  return bounded ? [bar(lower, top, 6), bar(upper, top + 8, 6)] : [bar(upper, top + 2, 10)];
}

const halfPercent = (share) => `${(50 + 49 * share).toFixed(2)}%`;

const changeWords = ({ texts }) => (texts[0] === texts[1] ? texts[1] : `${texts[0]} and ${texts[1]}`);

/* A fix and what it does, in one line. */
function fixWords({ measure }, { words, effect, blocked }) {
  if (blocked) return `${plain(words)}: ${plain(blocked)}`;
  return `${plain(words)}: ${measure} ${changeWords(effect)}, then ${effect.after}; SID then ${effect.sid}`;
}

function fixRow(fixes, fix, index) {
  const { effect, blocked } = fix;
  const pick = makeButton({ class: "pick", "data-fix": index }, rich(fix.words));
  const name = make("th.what", { scope: "row" }, pick);
  if (blocked)
    return make("tr", { "data-row": index }, make("td", "–"), name, make("td.what", { colspan: 4 }, rich(blocked)));
  const bars = track(
    16,
    draw("line.axis", { x1: "50%", x2: "50%", y1: 0, y2: 16 }),
    fixBars(effect, fixes.most, fixes.bounded, halfPercent, 1),
  );
  const row = make(
    "tr",
    { "data-row": index },
    make("td", index + 1),
    name,
    make("td.bars", bars),
    make("td", errorParts(changeWords(effect))),
    make("td", errorParts(effect.after)),
    fixes.measure !== "SID" && make("td", unbroken(effect.sid)),
  );
  return tipped(row, () => fixWords(fixes, fix));
}

/* The whole plot as one drawing, for saving. */
function fixesDrawing(learnt) {
  const rows = learnt.fixes.rows.filter(({ effect }) => effect);
  const names = rows.map(({ words }) => shortened(words, 18));
  const [left, half, step, top] = [10, 190, 22, 44];
  const middle = labelRoom(names) + half;
  const x = (share) => middle + half * share;
  const lines = rows.flatMap((fix, at) => {
    const y = top + step * at;
    return [
      write("label", middle - half - 12, y + 14, "end", names[at]),
      fixBars(fix.effect, learnt.fixes.most, learnt.fixes.bounded, x, y + 2),
      draw("text.label", { x: middle + half + 12, y: y + 14 }, changeWords(fix.effect)),
    ];
  });
  const height = top + step * Math.max(1, rows.length) + 16;
  const title = `What each fix of ${isolated(shortName(learnt.graph.name, 30))} adds to ${fixMeasure(learnt.fixes)}`;
  const drawing = draw(
    "svg",
    { viewBox: `0 0 ${middle + half + 150} ${height}` },
    draw("text.label.strong", { x: left, y: 22 }, title),
    draw("line.axis", { x1: middle, x2: middle, y1: top - 6, y2: height - 10 }),
    lines,
  );
  const sides = [
    [areaSign("bar.better"), `makes ${learnt.fixes.measure} smaller`],
    [areaSign("bar.worse"), "larger"],
    learnt.fixes.bounded && [null, "upper bar: lower bound; lower bar: upper bound"],
  ];
  return legended(drawing, legend(...sides));
}

function fixesRows(learnt) {
  const rows = learnt.fixes.rows.map(({ edge: [from, to], words, effect }) => [
    typeof words[0] === "string" ? words[0].trim() : "",
    model.nodes[from],
    model.nodes[to],
    ...(effect ? [...effect.change, effect.after, effect.sid] : ["", "", "", ""]),
  ]);
  return [["fix", "from", "to", "change_lower", "change_upper", "after", "sid_after"], ...rows];
}

/* Fixes that build on each other, each the best after those before it. */
function stepsPanel(fixes) {
  const { measure, steps, together } = fixes;
  if (!steps.length) return null;
  const row = ({ words, after, change, sid }, at) =>
    make(
      "tr",
      make("td", at + 1),
      make("th.what", { scope: "row" }, rich(words)),
      make("td", unbroken(change)),
      make("td", errorParts(after)),
      measure !== "SID" && make("td", unbroken(sid)),
    );
  const heads = [
    [null],
    ["then fix", "what"],
    [`change of ${fixMeasure(fixes)} so far`],
    [`${fixMeasure(fixes)} then`],
    measure !== "SID" && ["SID then"],
  ];
  return make(
    "div.steps",
    make("h3", "Fixes that build on each other"),
    make("p", rich(together)),
    scrolled(tableOf({ class: "steps" }, headCells(heads), steps.map(row))),
  );
}

/* The list; `act` has hover(edge or null), choose(index) and more(). */
function fixesPanel(learnt, count, act) {
  const { fixes } = learnt;
  const advice = make("p", { id: "advice" }, make("b", rich(fixes.advice)));
  if (!fixes.rows.length) return [advice];
  const heads = [
    [null],
    ["fix", "what"],
    [fixes.bounded ? "better ← both bounds → worse" : "better ← → worse", "bars"],
    [`change of ${fixMeasure(fixes)}${fixes.bounded ? ", lower and upper bound" : ""}`],
    [`${fixMeasure(fixes)} then`],
    fixes.measure !== "SID" && ["SID then"],
  ];
  const table = tableOf(
    { class: "fixes" },
    headCells(heads),
    fixes.rows.slice(0, count).map((fix, index) => fixRow(fixes, fix, index)),
  );
  listenToRows(table, "row", act.choose, (index) => act.hover(index === null ? null : fixes.rows[index].edge));
  return [
    advice,
    make(
      "p.soft.small",
      "What remains if ",
      term("fix", "one edge alone"),
      " is made as in the truth. A fix can make things worse, because two mistakes can hide each other.",
    ),
    scrolled(table),
    moreButton("more-fixes", count, fixes.rows.length, act.more),
    saveMenu("fixes", "the fixes", fixesDrawing, fixesRows, learnt),
    stepsPanel(fixes),
  ];
}
