/* Rows of an interval plot: a dot for a value, whiskers for its interval. */

/* The marks of one graph; `x` turns a value into a position. */
function intervalMarks({ value, crossfit, interval }, x, y) {
  const parts = [];
  if (interval) {
    parts.push(draw("line", { class: "whisker", x1: x(interval[0]), x2: x(interval[1]), y1: y, y2: y }));
    for (const end of interval)
      parts.push(draw("line", { class: "whisker", x1: x(end), x2: x(end), y1: y - 5, y2: y + 5 }));
  }
  if (value && value[0] !== value[1])
    parts.push(draw("line", { class: "band", x1: x(value[0]), x2: x(value[1]), y1: y, y2: y }));
  if (crossfit && crossfit[0] !== crossfit[1]) {
    parts.push(draw("line", { class: "band crossfit", x1: x(crossfit[0]), x2: x(crossfit[1]), y1: y, y2: y }));
  }
  if (crossfit && crossfit[0] === crossfit[1])
    parts.push(draw("circle", { class: "crossfit-point", cx: x(crossfit[0]), cy: y, r: 5 }));
  if (value && value[0] === value[1])
    parts.push(draw("circle", { class: "value-point", cx: x(value[0]), cy: y, r: 4.5 }));
  return parts;
}

/* From a value to its position on an axis, in percent of the width. */
function percent({ low = 0, high }) {
  return (value) => `${((100 * (value - low)) / (high - low)).toFixed(2)}%`;
}

/* The lines of an axis behind the marks of a row. */
function gridLines(axis, height) {
  const x = percent(axis);
  return axis.ticks.map(([value]) => draw("line", { class: "grid", x1: x(value), x2: x(value), y1: 0, y2: height }));
}

/* The numbers of an axis over its rows. */
function axisNumbers(axis) {
  const x = percent(axis);
  const anchor = (value) => {
    const share = (value - (axis.low || 0)) / (axis.high - (axis.low || 0));
    return share < 0.04 ? "start" : share > 0.96 ? "end" : "middle";
  };
  return track(
    16,
    axis.ticks.map(([value, words], at) =>
      // On a phone there is room for every other number.
      write(at % 2 ? "tick minor" : "tick", x(value), 12, anchor(value), words),
    ),
  );
}

/* The first cells of a table's head, and of a row: the rank, the name, and the plot. */
function intervalHead(axis) {
  return [
    make("td", { class: "rank" }),
    make("th", { scope: "col", class: "name" }, "graph"),
    make("td", { class: "plot" }, axisNumbers(axis)),
  ];
}

function intervalCells(rank, name, marks) {
  return [
    make("td", { class: "rank" }, rank),
    make("th", { scope: "row", class: "name" }, name),
    make("td", { class: "plot" }, marks),
  ];
}

/* An interval plot as one drawing, for saving; a row has `name`, `text` and `marks`, which are drawn by x and y. */
function intervalDrawing(title, { low = 0, high, ticks }, rows) {
  const [left, right, top, step, width] = [190, 130, 40, 28, 820];
  const x = (value) => left + ((width - left - right) * (value - low)) / (high - low);
  const base = top + step * rows.length;
  return draw(
    "svg",
    { viewBox: `0 0 ${width} ${base + 34}` },
    draw("text", { class: "label strong", x: 12, y: 24 }, title),
    ticks.map(([value, words]) => [
      draw("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: base }),
      write("tick", x(value), base + 18, "middle", words),
    ]),
    rows.map(({ name, text, marks }, at) => {
      const y = top + step * (at + 0.5);
      return [
        write("label", left - 14, y + 4, "end", isolated(shortName(name, 24))),
        marks(x, y, step / 2),
        draw("text", { class: "label", x: width - right + 14, y: y + 4 }, text),
      ];
    }),
  );
}
