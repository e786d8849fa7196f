/* Densities of one outcome in small panels: a curve for each graph over an area, or bars for categories. */

/* Curves of equally many heights: bytes relative to the mode of each, and the modes. */
function unpacked([text, modes]) {
  const bytes = atob(text);
  const points = bytes.length / modes.length;
  return modes.map((mode, curve) =>
    Array.from({ length: points }, (_, k) => (mode * bytes.charCodeAt(curve * points + k)) / 255),
  );
}

const probabilities = (shares) => shares.map((share) => share / 10000);

const curvesOf = (axis, packed) => (axis.levels ? packed.map(probabilities) : unpacked(packed));
const marginalOf = (axis) => (axis.levels ? probabilities(axis.marginal) : unpacked(axis.marginal)[0]);

const PLOT = { width: 260, height: 140, left: 6, right: 6, top: 8, bottom: 22 };

function curveParts(curves, k, most) {
  const { axis, marginal } = curves;
  const { width, height, left, right, top, bottom } = PLOT;
  const high = axis.low + axis.step * (marginal.length - 1);
  const x = (value) => left + ((width - left - right) * (value - axis.low)) / (high - axis.low);
  const y = (density) => height - bottom - ((height - top - bottom) * density) / most;
  const points = (density) =>
    density.map((value, at) => `${x(axis.low + at * axis.step).toFixed(1)},${y(value).toFixed(1)}`);
  const line = (density, kind) => draw(`path.curve.${kind}`, { d: `M${points(density).join("L")}` });
  const anchor = (at) => (at < 22 ? "start" : at > width - 22 ? "end" : "middle");
  return [
    draw("path.area", { d: `M${x(axis.low)},${y(0)}L${points(marginal).join("L")}L${x(high)},${y(0)}Z` }),
    draw("path.axis", { d: `M${left},${y(0)}H${width - right}` }),
    axis.ticks.map(([value, words]) => [
      draw("path.axis", { d: `M${x(value)},${y(0)}v4` }),
      write("tick", x(value), height - 5, anchor(x(value)), words),
    ]),
    line(curves.truth ? curves.truth[k] : marginal, "truth"),
    line(curves.learnt ? curves.learnt[k] : marginal, "learnt"),
  ];
}

function barParts(curves, k, most) {
  const { axis, marginal } = curves;
  const { width, height, left, right, top, bottom } = PLOT;
  const slot = (width - left - right) / axis.levels.length;
  const bar = Math.min(slot * 0.28, 22);
  const y = (share) => height - bottom - ((height - top - bottom) * share) / most;
  const series = [
    ["observed", marginal],
    ["truth", curves.truth ? curves.truth[k] : marginal],
    ["learnt", curves.learnt ? curves.learnt[k] : marginal],
  ];
  const bars = axis.levels.map((level, at) =>
    series.map(([kind, shares], number) =>
      draw(
        "rect",
        {
          class: `bar ${kind}`,
          x: left + slot * (at + 0.5) + (number - 1.5) * bar,
          y: y(shares[at]),
          width: bar * 0.92,
          height: Math.max(0, y(0) - y(shares[at])),
          "data-share": shares[at],
        },
        draw("title", `${isolated(level)}, ${kind}: ${(100 * shares[at]).toFixed(0)} %`),
      ),
    ),
  );
  const room = Math.max(2, Math.floor(slot / 6.5));
  const names = axis.levels.map((level, at) => {
    const words = [isolated(shortName(level, room)), draw("title", isolated(level))];
    return write("tick", left + slot * (at + 0.5), height - 6, "middle", words);
  });
  return [bars, draw("path.axis", { d: `M${left},${y(0)}H${width - right}` }), names];
}

const plotParts = ({ curves, k, most }) =>
  curves.axis.levels ? barParts(curves, k, most) : curveParts(curves, k, most);

/* A panel: what it is called, the first cell of its rows, and the k-th densities of these curves. */
function panelOf(title, cell, curves, k) {
  const { marginal, truth, learnt } = curves;
  return { title, cell, curves, k, most: 1.04 * Math.max(...[marginal, ...(truth || []), ...(learnt || [])].flat()) };
}

/* A panel as a figure. */
function densityFigure(panel, caption, words, attributes) {
  const box = { viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, role: "img", "aria-label": `distribution of ${words}` };
  return make("figure", attributes, make("figcaption", caption), draw("svg", box, plotParts(panel)));
}

/* Panels with their titles as one drawing, for saving. */
function densitySheet(title, panels, across) {
  const [width, height] = [PLOT.width + 10, PLOT.height + 26];
  const drawn = panels.map((panel, at) =>
    draw(
      "g",
      { transform: `translate(${12 + (at % across) * width},${46 + Math.floor(at / across) * height})` },
      draw("text.label.strong", { x: PLOT.left, y: -4 }, panel.short || panel.title),
      plotParts(panel),
    ),
  );
  const rows = Math.ceil(panels.length / across);
  return draw(
    "svg",
    { viewBox: `0 0 ${14 + Math.min(across, panels.length) * width} ${46 + rows * height}` },
    draw("text.label.strong", { x: 18, y: 20 }, title),
    drawn,
  );
}

/* The densities of panels as a table. */
function densityRows(head, panels) {
  const rows = panels.flatMap(({ cell, k, curves: { axis, marginal, truth, learnt } }) => {
    const at = (point) => (axis.levels ? axis.levels[point] : axis.low + axis.step * point);
    const density = (side, point) => (side ? side[k] : marginal)[point];
    return marginal.map((before, point) => [cell, at(point), before, density(truth, point), density(learnt, point)]);
  });
  return [head, ...rows];
}
