/* The matrix of effects on a canvas: rows are treatments, columns outcomes. */

/* The order of the nodes in the matrix. */
function nodeOrder(graph, order) {
  const { treatments, outcomes } = model.learnt[graph].effects;
  if (order === "treatment") return treatments.order;
  if (order === "outcome") return outcomes.order;
  return order === "name" ? model.by_name : model.nodes.map((_, node) => node);
}

/* Where the matrix is drawn: the size of a cell, and the room for names. */
function matrixSizes(width) {
  const names = Math.min(110, 14 + 7 * Math.max(...model.nodes.map((name) => Math.min(14, Array.from(name).length))));
  const cell = Math.max(11, Math.min(46, Math.floor((width - names - 2) / nodeCount)));
  return { names, cell, side: names + cell * nodeCount + 2 };
}

function cellText(graph, index, cell) {
  if (cell < 34 || !model.largest || model.learnt[graph].effects.bounded) return null;
  const effect = effectOf(graph, index);
  return effect?.[2] > 0 ? effect[3] : null;
}

/* The step of a pair's colour, negative where it was not asked for. Without data it is what SID says. */
function stepOf({ steps, sid }, index) {
  const last = model.ramps.light.length - 1;
  if (steps) return steps[index] === " " ? -1 : steps.charCodeAt(index) - 65;
  return { ".": 0, "?": (last + 1) / 2, x: last }[sid[index]] ?? -1;
}

/* Every cell with its position and the step of its colour; `visit` draws it. */
function eachCell(graph, order, { names, cell }, visit) {
  const { effects } = model.learnt[graph];
  for (let row = 0; row < order.length; row++) {
    const first = order[row] * nodeCount;
    for (let column = 0; column < order.length; column++) {
      const index = first + order[column];
      const step = row === column ? -1 : stepOf(effects, index);
      if (step >= 0) visit(index, names + column * cell, names + row * cell, step, effects.sid[index]);
    }
  }
}

/* The cells, those of one colour after each other, since changing the colour takes longest. Neighbours of one colour
   in a row are one box, which is cut afterwards: that is a fraction of the boxes. */
function paintCells(pen, graph, order, sizes) {
  const { names, cell } = sizes;
  const colours = model.ramps[theme()];
  const boxes = colours.map(() => []);
  const marked = { x: [], "?": [] };
  const texts = [];
  eachCell(graph, order, sizes, (index, x, y, step, mark) => {
    const last = boxes[step].at(-1);
    if (last && last.y === y && last.x + last.width === x) last.width += cell;
    else boxes[step].push({ x, y, width: cell });
    marked[mark]?.push(x, y);
    const words = cellText(graph, index, cell);
    if (words) texts.push([words, x, y, step]);
  });
  boxes.forEach((ofStep, step) => {
    pen.fillStyle = colours[step][0];
    for (const { x, y, width } of ofStep) pen.fillRect(x, y, width - 1, cell - 1);
  });
  for (let column = 1; column < order.length; column++)
    pen.clearRect(names + column * cell - 1, names, 1, order.length * cell);
  for (const mark of ["x", "?"]) {
    pen.fillStyle = ownColour(CORNERS[mark]);
    const size = cornerSize(mark, cell);
    pen.beginPath();
    for (let k = 0; k < marked[mark].length; k += 2)
      addCorner(pen, marked[mark][k] + cell - 1, marked[mark][k + 1], size);
    pen.fill();
  }
  for (const [words, x, y, step] of texts) {
    pen.fillStyle = colours[step][1];
    pen.fillText(words, x + cell / 2, y + cell / 2);
  }
}

/* The colours of corners by what SID says. */
const CORNERS = { x: "--learnt", "?": "--reversed" };
const ownColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
const cornerSize = (mark, cell) => Math.max(3, cell * (mark === "x" ? 0.26 : 0.18));

function paintMatrix(canvas, graph, order, sizes, chosen, focused) {
  const { cell, side } = sizes;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = side * ratio;
  canvas.height = side * ratio;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const family = getComputedStyle(document.body).fontFamily;
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  pen.font = `11px ${family}`;
  paintCells(pen, graph, order, sizes);
  pen.font = `${Math.min(12, Math.max(8, cell - 1))}px ${family}`;
  pen.fillStyle = ownColour("--soft");
  paintNames(pen, order, sizes);
  outlineCell(pen, order, sizes, chosen, ownColour("--ink"));
  outlineCell(pen, order, sizes, focused, ownColour("--accent"));
}

function addCorner(pen, x, y, size) {
  pen.moveTo(x - size, y);
  pen.lineTo(x, y);
  pen.lineTo(x, y + size);
  pen.closePath();
}

function paintNames(pen, order, { names, cell }) {
  order.forEach((node, at) => {
    const name = isolated(shortName(model.nodes[node], 14));
    const middle = names + cell * (at + 0.5);
    pen.textAlign = "right";
    pen.fillText(name, names - 6, middle, names - 8);
    pen.save();
    pen.translate(middle, names - 6);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "left";
    pen.fillText(name, 0, 0, names - 8);
    pen.restore();
  });
}

function outlineCell(pen, order, { names, cell }, pair, colour) {
  if (!pair) return;
  const [row, column] = pair.map((node) => order.indexOf(node));
  pen.strokeStyle = colour;
  pen.lineWidth = 3;
  pen.strokeRect(names + column * cell - 1, names + row * cell - 1, cell + 1, cell + 1);
}

/* The matrix as a drawing, for saving. */
function matrixDrawing(graph, orderName) {
  const order = nodeOrder(graph, orderName);
  const sizes = matrixSizes(110 + nodeCount * 20);
  const { names, cell, side } = sizes;
  const cells = [];
  const colours = model.ramps[theme()];
  eachCell(graph, order, sizes, (index, x, y, step, mark) => {
    const [paint, ink] = colours[step];
    const box = draw("rect", { x, y, width: cell - 1, height: cell - 1, fill: paint });
    const size = cornerSize(mark, cell);
    const corner = { d: `M${x + cell - 1 - size},${y}h${size}v${size}z`, style: `fill:var(${CORNERS[mark]})` };
    const words = cellText(graph, index, cell);
    const middle = { x: x + cell / 2, y: y + cell / 2 + 4, "text-anchor": "middle" };
    cells.push(
      tipped(box, () => pairWords(graph, index)),
      CORNERS[mark] && draw("path", corner),
      words && draw("text", { ...middle, fill: ink, style: "font-size:11px" }, words),
    );
  });
  const labels = order.flatMap((node, at) => {
    const name = isolated(shortName(model.nodes[node], 14));
    const middle = names + cell * (at + 0.5);
    return [
      write("tick", names - 6, middle + 4, "end", name),
      draw("text.tick", { transform: `translate(${middle + 4},${names - 6}) rotate(-90)` }, name),
    ];
  });
  return legended(draw("svg", { viewBox: `0 0 ${side} ${side}` }, cells, labels), matrixLegend(graph));
}

/* The pair whose cell is below the pointer, or null. */
function pairAt({ target, clientX, clientY }, order, { names, cell }) {
  const { left, top } = target.getBoundingClientRect();
  const pair = [clientY - top, clientX - left].map((offset) => order[Math.floor((offset - names) / cell)]);
  return pair.includes(undefined) || pair[0] === pair[1] ? null : pair;
}

/* Enter and Space choose the cell that has the focus, the arrow keys give it to the next one. */
function matrixKey(event, order, focused, choose, focusOn) {
  const chooses = event.key === "Enter" || event.key === " ";
  const next = focused && neighbourCell(order, focused, event.key);
  if (!focused || !(chooses || next)) return;
  event.preventDefault();
  if (chooses) choose(focused);
  else focusOn(next);
}

/* The matrix on a canvas; arrow keys walk through its cells, Enter chooses. */
function effectsMatrix(graph, orderName, act) {
  const order = nodeOrder(graph, orderName);
  const words = make("p.small", { id: "cell-words", "aria-live": "polite" });
  words.textContent = "Point at a cell, or walk with the arrow keys.";
  let chosen = null;
  let focused = nodeCount > 1 ? [order[0], order[1]] : null;
  let sizes = null;
  const paint = () =>
    paintMatrix(canvas, graph, order, sizes, chosen, document.activeElement === canvas ? focused : null);
  const focusOn = (pair) => {
    focused = pair;
    paint();
    words.textContent = pair ? pairWords(graph, indexOf(pair)) : "";
    act.hover(pair);
  };
  const pointAt = (pair, { clientX, clientY }) => {
    if (pair) showTip(pairWords(graph, indexOf(pair)), clientX, clientY);
    else hideTip();
    act.hover(pair);
  };
  const onclick = (event) => {
    const pair = pairAt(event, order, sizes);
    if (pair) act.choose(pair);
  };
  const onblur = () => {
    paint();
    act.hover(null);
  };
  const canvas = make("canvas", {
    tabindex: "0",
    role: "application",
    "aria-label": "matrix of effects: arrow keys walk, Enter chooses",
    "aria-describedby": "cell-words",
    onmousemove: (event) => pointAt(pairAt(event, order, sizes), event),
    onmouseleave: (event) => pointAt(null, event),
    onfocus: () => focusOn(focused),
    onkeydown: (event) => matrixKey(event, order, focused, act.choose, focusOn),
    ...{ onclick, onblur },
  });
  const show = (width, pair) => {
    sizes = matrixSizes(width);
    chosen = pair;
    focused = pair || focused;
    canvas.style.width = canvas.style.height = `${sizes.side}px`;
    paint();
  };
  const scrolling = make("div.scroll.matrix", { tabindex: "-1" }, canvas);
  return { element: make("div", scrolling, words, matrixLegend(graph)), show };
}

/* The next pair in the direction of an arrow key, past the diagonal. */
function neighbourCell(order, pair, key) {
  if (!ARROWS[key]) return null;
  let [row, column] = pair.map((node) => order.indexOf(node));
  do {
    column += ARROWS[key][0];
    row += ARROWS[key][1];
  } while (row === column && row >= 0 && row < nodeCount);
  return order[row] === undefined || order[column] === undefined ? null : [order[row], order[column]];
}

function matrixLegend(graph) {
  const { effects } = model.learnt[graph];
  const colours = model.ramps[theme()].map(([paint]) => paint);
  const step = 120 / colours.length;
  const steps = colours.map((fill, at) => draw("rect", { x: at * step, width: step + 0.5, height: 12, fill }));
  const rows = isCrossfitted && !onlyCrossfit ? " from all rows," : "";
  const most = `d${rows} from 0 to ${model.largest}${effects.bounded ? " (upper bounds)" : ""}`;
  const corner = (mark) => {
    const path = draw("path", { d: "M5,1h8v8z", style: `fill:var(${CORNERS[mark]})` });
    return [sign(14, 14, draw("rect.frame", { x: 0.5, y: 0.5, width: 13, height: 13 }), path), SID_WORDS[mark]];
  };
  return legend(
    [null, "Rows are treatments, columns outcomes."],
    model.largest && (model.largest === "0" ? [null, "d = 0 for all effects"] : [sign(120, 12, steps), most]),
    corner("x"),
    effects.sid.includes("?") && corner("?"),
  );
}
