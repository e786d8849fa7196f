/* The graphs side by side, in one layout, and what lights up in them. */

const MARKS = [
  ["right", "right"], ["missing", "missing"], ["extra", "too many"], ["reversed", "reversed"],
  ["undirected", "without direction"], ["directed", "directed, open in the truth"],
];
const LONGEST_NAME = 12;

function shortName(name) {
  const letters = Array.from(name);
  return letters.length > LONGEST_NAME ? letters.slice(0, LONGEST_NAME - 1).join("") + "…" : name;
}

const routeOf = new Map();
if (model.layout) for (const [from, to, stops] of model.layout.routes) routeOf.set(from + "-" + to, stops);

/* The points of the edge from → to: out of the side of one box, through the stops, into the side of the other. */
function edgePoints(from, to) {
  const { nodes, node_height: height } = model.layout;
  const down = routeOf.has(from + "-" + to);
  const flat = routeOf.get(down ? from + "-" + to : to + "-" + from) || [];
  const stops = [];
  for (let k = 0; k < flat.length; k += 2) stops.push([flat[k], flat[k + 1]]);
  if (!down) stops.reverse();
  const side = down ? height / 2 : -height / 2;
  return [[nodes[from][0], nodes[from][1] + side], ...stops, [nodes[to][0], nodes[to][1] - side]];
}

/* A curve that enters and leaves every point vertically, and a head at its end. */
function drawEdge([from, to, directed], mark, title) {
  const points = edgePoints(from, to);
  const last = points[points.length - 1];
  const down = Math.sign(last[1] - points[0][1]) || 1;
  const tip = last.slice();
  if (directed) last[1] -= down * 8;
  let path = `M${points[0][0]},${points[0][1]}`;
  for (let k = 1; k < points.length; k++) {
    const [x0, y0] = points[k - 1], [x1, y1] = points[k], middle = (y0 + y1) / 2;
    path += `C${x0},${middle} ${x1},${middle} ${x1},${y1}`;
  }
  const kind = "edge mark-" + mark + (directed ? "" : " undirected-line");
  const parts = [draw("path", { d: path, class: kind, "data-from": from, "data-to": to }, draw("title", {}, title))];
  if (directed) {
    const head = `M${tip[0]},${tip[1]}l-5,${-down * 10}h10z`;
    parts.push(draw("path", { d: head, class: "head mark-" + mark, "data-from": from, "data-to": to }));
  }
  return parts;
}

function drawNode(node, pick) {
  const [x, y, width] = model.layout.nodes[node], height = model.layout.node_height;
  return draw("g", { class: "node", "data-node": node, onclick: () => pick(node) },
    draw("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 7 }),
    draw("text", { x, y }, shortName(model.nodes[node])),
    draw("title", {}, model.nodes[node]));
}

function edgeName([from, to, directed]) {
  return `${model.nodes[from]} ${directed ? "→" : "—"} ${model.nodes[to]}`;
}

/* A graph is not drawn smaller than this part of its size: the text in its boxes could not be read. */
const SMALLEST = 0.62;

/* The width below which a graph is not drawn. */
function leastWidth() {
  const { width } = model.layout;
  return Math.min(width, Math.max(width * SMALLEST, 260));
}

/* A panel with one graph; `edges` are [from, to, directed, mark]. */
function graphPanel(name, edges, pick, id) {
  const { width, height } = model.layout;
  const lines = edges.flatMap((edge) => drawEdge(edge, edge[3], `${edgeName(edge)}: ${edge[3]}`));
  const nodes = model.nodes.map((_, node) => drawNode(node, pick));
  // Where not even one graph fits the window, its panel scrolls.
  const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `the graph ${name}`,
    style: `width:100%;min-width:${leastWidth()}px;max-width:${width * 1.25}px;max-height:max(85vh,${height * SMALLEST}px)` }, lines, nodes);
  const caption = make("p", { class: "small soft caption" }, "");
  return make("div", { class: "panel graph", id },
    make("h3", {}, name), make("div", { class: "scroll", tabindex: "-1" }, picture), caption);
}

/* For the graph with these edges: who reaches whom. */
function closure(edges, start, forward) {
  const reached = new Set([start]), open = [start];
  while (open.length) {
    const node = open.pop();
    for (const [from, to, directed] of edges) {
      if (!directed) continue;
      const next = forward ? (from === node ? to : null) : (to === node ? from : null);
      if (next !== null && !reached.has(next)) { reached.add(next); open.push(next); }
    }
  }
  return reached;
}

/* What a graph adjusts for; null where the rule asks for nothing, since there is no directed path. */
function adjustedFor(graph, treatment, outcome) {
  if (graph.adjusted) return graph.adjusted.sets[graph.adjusted.pairs[treatment * model.nodes.length + outcome]] ?? null;
  return (graph.member || graph.edges).filter(([, to, directed]) => directed && to === treatment).map(([from]) => from);
}

function adjustmentWords(adjusted, outcome) {
  if (adjusted === null) return "";
  if (adjusted.includes(outcome)) return `; ${model.nodes[outcome]} is a parent, and stays as it is`;
  const rule = model.adjustment === "optimal" ? " (the optimal set)" : "";
  return "; adjusts for " + (adjusted.length ? adjusted.map((node) => model.nodes[node]).join(", ") : "nothing") + rule;
}

/* Lights up the directed paths from treatment to outcome and what is adjusted for; nothing without a pair. */
function light(panel, graph, pair) {
  const svg = panel.querySelector("svg"), caption = panel.querySelector(".caption");
  svg.classList.toggle("lit", pair !== null);
  svg.querySelectorAll(".on").forEach((element) => element.classList.remove("on"));
  svg.querySelectorAll(".node").forEach((element) => element.setAttribute("class", "node"));
  caption.textContent = "";
  caption.title = "";
  if (pair === null) return;
  const edges = graph.member || graph.edges, [treatment, outcome] = pair;
  const below = closure(edges, treatment, true), above = closure(edges, outcome, false);
  const adjusted = adjustedFor(graph, treatment, outcome);
  const onPath = new Set();
  if (below.has(outcome)) for (const [from, to] of edges) if (below.has(from) && above.has(to)) onPath.add(from + "-" + to);
  svg.querySelectorAll("[data-from]").forEach((element) => {
    if (element.classList.contains("mark-missing") && panel.id !== "truth-graph") return;
    const { from, to } = element.dataset;
    const undirected = element.classList.contains("undirected-line");
    if (onPath.has(from + "-" + to) || (undirected && onPath.has(to + "-" + from))) element.classList.add("on");
  });
  const mark = (node, kind) => svg.querySelector(`[data-node="${node}"]`).classList.add(kind);
  if (adjusted && !adjusted.includes(outcome)) adjusted.forEach((node) => mark(node, "adjusted"));
  mark(treatment, "treatment");
  mark(outcome, "outcome");
  const path = below.has(outcome) ? "directed paths are lit" : "no directed path";
  const member = graph.member ? " (in one graph of the class)" : "";
  caption.title = caption.textContent = `${model.nodes[treatment]} on ${model.nodes[outcome]}: ${path}${adjustmentWords(adjusted, outcome)}${member}.`;
}

function edgeLegend(edges) {
  const items = MARKS.map(([mark, word]) => {
    const count = edges.filter((edge) => edge[3] === mark).length;
    if (!count) return null;
    const line = draw("svg", { width: 44, height: 10, "aria-hidden": "true" },
      draw("path", { d: mark === "undirected" ? "M0,5H44" : "M0,5H36", class: "edge mark-" + mark }),
      mark === "undirected" ? null : draw("path", { d: "M44,5l-10,-5v10z", class: "head mark-" + mark }));
    return make("span", {}, line, `${word} (${count})`);
  });
  return make("div", { class: "legend" }, items);
}

function pairLegend(showAll) {
  const box = (style) => draw("svg", { width: 22, height: 14, "aria-hidden": "true" }, draw("rect", { x: 1.5, y: 1.5, width: 19, height: 11, rx: 4, style }));
  return make("div", { class: "legend" },
    make("span", {}, box("fill:var(--treatment)"), "treatment"), make("span", {}, box("fill:var(--outcome)"), "outcome"),
    make("span", {}, box("fill:none;stroke:var(--adjusted);stroke-width:3;stroke-dasharray:5 3"), "adjusted for"),
    make("span", { class: "no-print" }, "Point at a pair in the matrix, or choose two nodes here: first the treatment, then the outcome."),
    make("button", { type: "button", id: "all-edges", class: "no-print", onclick: showAll }, "Show all edges"));
}
