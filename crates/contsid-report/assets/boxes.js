/* Panels of box plots, with every value as a point. */

const COLOURS = {
  light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31"],
  dark: ["#56b4e9", "#ff8a3d", "#2fc79a", "#e58fc4", "#f0b429", "#a79dff", "#c9a96a"],
};
const SHAPES = ["circle", "square", "triangle", "diamond", "cross", "down", "plus"];
const colourOf = (learner) => COLOURS[theme()][learner % COLOURS[theme()].length];
const learnerName = (learner) => model.learners[learner] ?? "";

/* Between −½ and ½, the same on every visit: points that fall together are told apart. */
const scattered = (index) => ((index * 0.6180339887498949) % 1) - 0.5;

function pointShape(shape, x, y, size, attributes) {
  const slant = size * 1.4;
  const d = {
    square: `M${x - size},${y - size}h${2 * size}v${2 * size}h${-2 * size}z`,
    triangle: `M${x},${y - size * 1.2}l${size * 1.1},${size * 2}h${-size * 2.2}z`,
    down: `M${x},${y + size * 1.2}l${size * 1.1},${-size * 2}h${-size * 2.2}z`,
    diamond: `M${x},${y - slant}l${slant},${slant}l${-slant},${slant}l${-slant},${-slant}z`,
    cross: `M${x - size},${y - size}l${2 * size},${2 * size}m0,${-2 * size}l${-2 * size},${2 * size}`,
    plus: `M${x - size},${y}h${2 * size}M${x},${y - size}v${2 * size}`,
  }[shape];
  return d ? draw("path", { d, ...attributes }) : draw("circle", { cx: x, cy: y, r: size, ...attributes });
}

function learnerPoint(learner, x, y, size, title) {
  const shape = SHAPES[learner % SHAPES.length];
  const colour = colourOf(learner);
  const style = ["cross", "plus"].includes(shape)
    ? `fill:none;stroke:${colour};stroke-width:1.6;opacity:.75`
    : `fill:${colour};opacity:.6`;
  const point = pointShape(shape, x, y, size, { style, class: "value" });
  if (title) point.append(draw("title", title));
  return point;
}

const BOX = { height: 300, left: 66, right: 8, top: 12, bottom: 46 };

/* About how wide a letter of an axis is. */
const TICK_LETTER = 6;

/* The title of an axis to the left, written upwards; what is longer than the axis stands in two lines. */
function uprightTitle(middle, length, words) {
  const [first, second] = words.split(/, (.*)/);
  const isLong = second && TICK_LETTER * words.length > length;
  return (isLong ? [`${first},`, second] : [words]).map((line, at) => {
    const x = 12 + 13 * at;
    const text = write("tick", x, middle, "middle", line);
    text.setAttribute("transform", `rotate(-90 ${x} ${middle})`);
    return text;
  });
}

/* The lines and numbers of an axis to the left. */
const leftAxis = (ticks, y, left, right) =>
  ticks.map(([value, words]) => [
    draw("path.grid", { d: `M${left},${y(value)}H${right}` }),
    write("tick", left - 6, y(value) + 4, "end", words),
  ]);

/* An upright panel: names below, values to the left. `least` is its least width. */
function boxDrawing(panel, unit, least) {
  const { height, left, right, top, bottom } = BOX;
  const width = Math.max(least, left + 84 * panel.series.length);
  const y = (value) => height - bottom - ((height - top - bottom) * (value - panel.low)) / (panel.high - panel.low);
  const slot = (width - left - right) / panel.series.length;
  return draw(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `${panel.nodes} nodes: ${unit}`,
      style: `width:100%;min-width:${width * 0.8}px;max-width:${width * 1.5}px`,
    },
    leftAxis(panel.ticks, y, left, width - right),
    uprightTitle((top + height - bottom) / 2, height - bottom - top, unit),
    panel.series.map((series, at) => boxParts(series, left + slot * (at + 0.5), Math.min(slot * 0.36, 26), y)),
  );
}

function boxParts({ learners, values, summary, words, published }, x, half, y) {
  const full = learners.map((learner) => isolated(learnerName(learner))).join(" − ");
  const parts = learners.map((learner, k) => {
    const line = `${k ? "− " : ""}${isolated(shortName(learnerName(learner), 13 - k))}`;
    return write("tick", x, BOX.height - 28 + 14 * k, "middle", line, draw("title", full));
  });
  if (!summary) return [parts, write("tick", x, BOX.height / 2, "middle", "none")];
  const { low, lower, median, upper, high, mean } = summary;
  const line = `stroke:${colourOf(learners[0])};stroke-width:1.8;fill:none`;
  parts.push(
    values.map((value, k) => learnerPoint(learners[0], x + scattered(k) * half * 1.5, y(value), 2.6)),
    draw(
      "rect.box",
      { x: x - half, y: y(upper), width: 2 * half, height: Math.max(0.5, y(lower) - y(upper)), style: line },
      draw("title", `${full}: ${words}`),
    ),
    draw("path", { d: `M${x - half},${y(median)}h${2 * half}`, style: "stroke:var(--ink);stroke-width:2.4" }),
    draw("path", { d: `M${x},${y(upper)}V${y(high)}M${x},${y(lower)}V${y(low)}`, style: line }),
    pointShape("diamond", x, y(mean), 4.2, { style: "fill:var(--paper);stroke:var(--ink);stroke-width:1.6" }),
  );
  if (published) parts.push(paperParts(published, x + half + 7, y));
  return parts;
}

function paperParts([mean, sd], x, y) {
  const d = `M${x},${y(mean - sd)}V${y(mean + sd)}M${x - 4},${y(mean - sd)}h8M${x - 4},${y(mean + sd)}h8`;
  const title = draw("title", `the paper: ${mean} ± ${sd}`);
  return [
    draw("path.paper", { d, style: "stroke:var(--ink);stroke-width:1.4;fill:none" }, title),
    draw("circle", { cx: x, cy: y(mean), r: 3.6, style: "fill:var(--ink)" }),
  ];
}
