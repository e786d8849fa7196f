/* Rows of an interval plot: a dot for a value, whiskers for its interval. */

const isRange = (ends) => Boolean(ends) && ends[0] !== ends[1];

const crossfitWords = (joint) => [term("crossfit", "cross-fitted"), ` ${joint} 95 % `, term("interval", "interval")];

/* The marks of one graph; `x` turns a value into a position. */
function intervalMarks({ value, crossfit, interval, chance }, x, y) {
  const line = (kind, from, to, reach = 0) => draw(kind, { x1: x(from), x2: x(to), y1: y - reach, y2: y + reach });
  const band = (kind, ends) => isRange(ends) && line(kind, ...ends);
  const point = (kind, ends, r) => ends && !isRange(ends) && draw(kind, { cx: x(ends[0]), cy: y, r });
  return [
    chance && line("line.chance", ...chance),
    interval && line("line.whisker", ...interval),
    interval?.map((end) => line("line.whisker", end, end, 5)),
    band("line.band", value),
    band("line.band.crossfit", crossfit),
    point("circle.crossfit-point", crossfit, 5),
    point("circle.value-point", value, 4.5),
  ];
}

/* From a value to its position on an axis, in percent of the width. */
const shareOf = ({ low = 0, high }, value) => (value - low) / (high - low);
const percent = (axis) => (value) => `${(100 * shareOf(axis, value)).toFixed(2)}%`;

/* The lines of an axis behind the marks of a row. */
function gridLines(axis, height) {
  const x = percent(axis);
  return axis.ticks.map(([value]) => draw("line.grid", { x1: x(value), x2: x(value), y1: 0, y2: height }));
}

/* The numbers of an axis over its rows. */
function axisNumbers(axis) {
  const x = percent(axis);
  const anchor = (share) => (share < 0.04 ? "start" : share > 0.96 ? "end" : "middle");
  return track(
    16,
    axis.ticks.map(([value, words], at) =>
      // On a phone there is room for every other number.
      write(at % 2 ? "tick minor" : "tick", x(value), 12, anchor(shareOf(axis, value)), words),
    ),
  );
}

/* What the number before a graph is; a single graph has none. */
const tierLegend = (count) =>
  count > 1 && make("p.soft.small", "The number before a graph: 1 + the number of graphs that are shown to be better.");

/* The first cells of a table's head, and of a row: the tier, the name, and the plot. */
function intervalHead(axis) {
  return [make("td.tier"), make("th.name", { scope: "col" }, "graph"), make("td.plot", axisNumbers(axis))];
}

function intervalCells(tier, name, marks) {
  return [make("td.tier", tier), make("th.name", { scope: "row" }, name), make("td.plot", marks)];
}

/* An interval plot as one drawing, for saving; a row has `name`, `text` and `marks`, which are drawn by x and y. */
function intervalDrawing(title, axis, rows) {
  const longest = Math.max(0, ...rows.map(({ text }) => text.length));
  const [left, right, top, step] = [190, Math.max(130, 26 + LEGEND.letter * longest), 40, 28];
  const width = 690 + right;
  const x = (value) => left + (width - left - right) * shareOf(axis, value);
  const base = top + step * rows.length;
  return draw(
    "svg",
    { viewBox: `0 0 ${width} ${base + 34}` },
    draw("text.label.strong", { x: 12, y: 24 }, title),
    axis.ticks.map(([value, words]) => [
      draw("line.grid", { x1: x(value), x2: x(value), y1: top, y2: base }),
      write("tick", x(value), base + 18, "middle", words),
    ]),
    rows.map(({ name, text, marks }, at) => {
      const y = top + step * (at + 0.5);
      return [
        write("label", left - 14, y + 4, "end", isolated(shortName(name, 24))),
        marks(x, y, step / 2),
        draw("text.label", { x: width - right + 14, y: y + 4 }, text),
      ];
    }),
  );
}
