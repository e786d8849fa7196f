/* One drawing of the graphs in the truth's layout: what is right, what is not, and what is chosen. */

/* The most letters of a name in its box; drawings of few nodes have room for more. */
const LONGEST_NAME = model.nodes.length <= 15 ? 22 : 12;
/* The most edges that the tip of a node lists. */
const MOST_LINES = 10;

/* For two nodes the points of the curve between them, from the first to the second. */
const curves = new Map();
for (const [from, to, flat] of model.layout?.routes || []) {
  const points = Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);
  curves.set(`${from}-${to}`, points);
  curves.set(`${to}-${from}`, points.slice().reverse());
}

const HEAD = 10;
const CIRCLE = 4;
const linkKind = (mark, directed) => `g.link.mark-${mark}${directed ? "" : ".undirected-line"}`;

/* The letters of the marks at the ends of an edge; without marks, whether it is directed is known. */
const endLetters = (ends) => (typeof ends === "string" ? [...ends] : ["-", ends ? ">" : "-"]);

/* What is drawn at the end of a curve at a node; the curve is shortened by it. */
function endMark(point, node, letter) {
  const [x, y] = point;
  // Curves end vertically: below the box they go up, above it down.
  const down = y < model.layout.nodes[node][1] ? 1 : -1;
  if (letter === "-") return null;
  point[1] -= down * (letter === "o" ? 2 * CIRCLE : HEAD - 2);
  if (letter === "o") return draw("circle.circle", { cx: x, cy: y - down * CIRCLE, r: CIRCLE });
  return draw("path.head", { d: `M${x},${y}l-5,${-down * HEAD}h10z` });
}

/* A curve of cubic pieces, and the marks at its ends; `words` are those of its tip. */
function drawEdge(edge, words = edgeWords) {
  const [from, to, directed, mark] = edge;
  const points = curves.get(`${from}-${to}`).map((point) => point.slice());
  const [near, far] = endLetters(directed);
  const ends = [endMark(points[0], from, near), endMark(points[points.length - 1], to, far)];
  const path = `M${points[0]}C${points.slice(1).join(" ")}`;
  const link = draw(
    linkKind(mark, directed),
    { "data-from": from, "data-to": to },
    draw("path.hit", { d: path }),
    draw("path.edge", { d: path }),
    ends,
  );
  return tipped(link, () => words(edge));
}

const markWords = (mark) => model.marks.find(([key]) => key === mark)[1];

/* An edge, what it is, and what fixing it does. */
function edgeWords([from, to, directed, mark]) {
  const name = edgeParts([from, to, directed], isolated).join("");
  if (state.view === "truth") return `${name}: in the truth`;
  const { fixes } = model.learnt[state.graph];
  const fix = fixes?.rows.find(({ edge: [a, b] }) => (a === from && b === to) || (a === to && b === from));
  return `${name}: ${markWords(mark)}${fix ? `. ${fixWords(fixes, fix)}` : ""}`;
}

/* A node with its edges. */
function nodeWords(node) {
  const edges = viewEdges(state.graph, state.view).filter(([from, to]) => from === node || to === node);
  const lines = edges.slice(0, MOST_LINES).map(([from, to, directed, mark]) => {
    const name = edgeParts([from, to, directed], isolated).join("");
    return state.view === "truth" ? name : `${name}: ${markWords(mark)}`;
  });
  const rest = edges.length - MOST_LINES;
  if (rest > 0) lines.push(`and ${rest} more edge${rest === 1 ? "" : "s"}`);
  return [isolated(model.nodes[node]), ...(lines.length ? lines : ["no edges"])].join("\n");
}

/* Drawings wider than this are scaled down: their names are written as large as their boxes allow. */
const SCALED_WIDTH = 800;
const LETTER = { size: 13, most: 17, share: 0.64 };

function letterSize(name, width) {
  if (model.layout.width < SCALED_WIDTH) return LETTER.size;
  const fitting = (width - 6) / (LETTER.share * Array.from(name).length);
  return Math.round(10 * Math.max(LETTER.size, Math.min(LETTER.most, fitting))) / 10;
}

function drawNode(node, words = nodeWords) {
  const [x, y, width] = model.layout.nodes[node];
  const height = model.layout.node_height;
  const name = shortName(model.nodes[node], LONGEST_NAME);
  const size = letterSize(name, width);
  const box = draw(
    "g.node",
    { "data-node": node, role: "button", tabindex: "-1", "aria-label": model.nodes[node] },
    draw("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 7 }),
    draw("text", { x, y: y + 0.36 * size, style: `font-size:${size}px` }, isolated(name)),
  );
  return tipped(box, () => words(node));
}

/* The edges of a view: of the truth, of the learnt graph, or of both with what is missing. */
function viewEdges(graph, view) {
  if (view === "truth") return model.truth.edges.map((edge) => [...edge, "right"]);
  return model.learnt[graph].drawn.filter(([, , , mark]) => view === "both" || mark !== "missing");
}

/* The drawing, without edges. */
function graphDrawing() {
  const { width, height } = model.layout;
  return draw(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      class: "graph-drawing",
      // Small graphs are not blown up.
      style: `--ratio:${(width / height).toFixed(3)};--most:${Math.round(1.6 * height)}px`,
      role: "group",
      "aria-label": "the graph; choose a treatment, then an outcome",
    },
    draw(
      "g.zoomed",
      // What is wrong is drawn over what is right.
      draw("g.links"),
      draw("g.links"),
      model.nodes.map((_, node) => drawNode(node)),
    ),
  );
}

/* The edges that were ever drawn, by what they are: graphs have most of them in common. */
const drawnEdges = new Map();

/* Shows these edges and no others. */
function showEdges(svg, edges) {
  const [under, over] = svg.querySelectorAll(".links");
  const wanted = new Set(edges.map(String));
  for (const [key, link] of drawnEdges) if (!wanted.has(key)) link.remove();
  for (const edge of edges) {
    const key = String(edge);
    if (!drawnEdges.has(key)) drawnEdges.set(key, drawEdge(edge));
    const link = drawnEdges.get(key);
    if (!link.isConnected) (edge[3] === "right" ? under : over).append(link);
  }
}

/* Whether an effect may pass along an edge, from its first end and from its second: both ways without a direction. */
const passes = (ends) => (typeof ends === "string" ? [ends[0] !== ">", ends[1] !== ">"] : [true, !ends]);

/* For the graph with these edges: who reaches whom. */
function closure(edges, start, forward) {
  const reached = new Set([start]);
  const open = [start];
  while (open.length) {
    const node = open.pop();
    for (const [from, to, ends] of edges) {
      const [there, back] = forward ? passes(ends) : passes(ends).reverse();
      const next = there && from === node ? to : back && to === node ? from : null;
      if (next === null || reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

/* What a graph says of a pair: its directed paths, and what it adjusts for (null where it asks for nothing). */
function readOff(graph, [treatment, outcome]) {
  const edges = graph.member || graph.edges;
  const below = closure(edges, treatment, true);
  const above = closure(edges, outcome, false);
  const onPath = new Set();
  if (below.has(outcome))
    for (const [from, to] of edges) if (below.has(from) && above.has(to)) onPath.add(`${from}-${to}`);
  const own = graph.adjusted
    ? (graph.adjusted.sets[graph.adjusted.pairs[treatment * model.nodes.length + outcome]] ?? null)
    : edges.filter(([, to, directed]) => directed && to === treatment).map(([from]) => from);
  return { onPath, hasPath: below.has(outcome), adjusted: own };
}

function adjustmentParts(adjusted, outcome) {
  if (adjusted === null) return [];
  if (adjusted.includes(outcome)) return ["; ", named(model.nodes[outcome]), " is a parent, and stays as it is"];
  const rule = model.adjustment === "optimal" ? " (the optimal set)" : "";
  if (!adjusted.length) return [`; adjusts for nothing${rule}`];
  return ["; adjusts for ", adjusted.map((node, k) => [k ? ", " : "", named(model.nodes[node])]), rule];
}

/* What a graph says of a pair, in words. */
function readOffWords(title, graph, pair) {
  const { hasPath, adjusted } = readOff(graph, pair);
  const paths = hasPath ? ": the directed paths are lit" : ": no directed path";
  const end = graph.member ? " (in one graph of the class)." : ".";
  return make("p.small.caption", make("b", title), paths, adjustmentParts(adjusted, pair[1]), end);
}

/* Lights what the shown graphs say of a pair: edges, and the nodes that are adjusted for. */
function lightPair(svg, pair) {
  const sides = shownSides().map(({ side, graph }) => ({ side, ...readOff(graph, pair) }));
  svg.classList.add("lit");
  for (const link of svg.querySelectorAll(".link")) {
    const { from, to } = link.dataset;
    const undirected = link.classList.contains("undirected-line");
    const missing = link.classList.contains("mark-missing");
    const on = sides.some(({ onPath, side }) => {
      if (missing && side === "learnt") return false;
      if (link.classList.contains("mark-extra") && side === "truth") return false;
      return onPath.has(`${from}-${to}`) || ((undirected || side === "truth") && onPath.has(`${to}-${from}`));
    });
    link.classList.toggle("on", on);
  }
  for (const { adjusted, side } of sides) {
    if (adjusted && !adjusted.includes(pair[1])) for (const node of adjusted) markNode(svg, node, `adjusted-${side}`);
  }
  markNode(svg, pair[0], "treatment");
  markNode(svg, pair[1], "outcome");
}

const markNode = (svg, node, kind) => svg.querySelector(`[data-node="${node}"]`).classList.add(kind);

function lightEdge(svg, [a, b]) {
  svg.classList.add("lit");
  const between = (from, to) => `[data-from="${from}"][data-to="${to}"]`;
  for (const link of svg.querySelectorAll(`${between(a, b)}, ${between(b, a)}`)) link.classList.add("on");
}

/* A node and its edges. */
function lightNode(svg, node) {
  svg.classList.add("lit");
  markNode(svg, node, "treatment");
  for (const link of svg.querySelectorAll(`[data-from="${node}"], [data-to="${node}"]`)) link.classList.add("on");
}

function clearLight(svg) {
  svg.classList.remove("lit");
  for (const link of svg.querySelectorAll(".link.on")) link.classList.remove("on");
  for (const node of svg.querySelectorAll('.node:not([class="node"])')) node.setAttribute("class", "node");
}

function lineSample(mark) {
  const directed = mark !== "undirected";
  const line = draw("path.edge", { d: directed ? "M0,5H32" : "M0,5H40" });
  const head = directed && draw("path.head", { d: "M40,5l-10,-5v10z" });
  return sign(40, 10, draw(linkKind(mark, directed), line, head));
}

/* The legend is the filter: each kind of edge can be left out. */
function markFilter(graph, view, hidden, act) {
  const kinds = view === "truth" ? model.truth_kinds : model.learnt[graph].kinds;
  const shown = kinds.filter(([mark]) => view !== "learnt" || mark !== "missing");
  const items = shown.map(([mark, words]) => {
    const pressed = { "data-mark": mark, "aria-pressed": String(!hidden.has(mark)) };
    return makeButton({ class: "kind", ...pressed, onclick: () => act(mark) }, lineSample(mark), words);
  });
  return make("div.kinds", { role: "group", "aria-label": "kinds of edges" }, items);
}

/* What the colours of nodes mean once a treatment is chosen. */
function pairLegend() {
  const rectangle = () => draw("rect", { x: 2, y: 2, width: 20, height: 12, rx: 4 });
  const box = (kind) => sign(24, 16, draw(`g.node.${kind}`, rectangle()));
  return legend(
    [box("treatment"), "treatment"],
    [box("outcome"), "outcome"],
    [box("adjusted-truth"), "the truth adjusts for it"],
    [box("adjusted-learnt"), "the learnt graph does"],
    [box("adjusted-truth adjusted-learnt"), "both do"],
  );
}

function graphRows() {
  const edges = viewEdges(state.graph, "both").map(([from, to, directed, mark]) => {
    const kind = directed ? "directed" : "undirected";
    return [model.nodes[from], model.nodes[to], kind, mark];
  });
  return [["from", "to", "kind", "mark"], ...edges];
}
