/* One drawing of the graphs in the truth's layout: what is right, what is not, and what is chosen. */

const LONGEST_NAME = 12;

/* A long name without its middle: beginnings and ends tell names apart. */
function shortName(name, longest = LONGEST_NAME) {
  const letters = Array.from(name);
  if (letters.length <= longest) return name;
  const head = Math.ceil((longest - 1) / 2);
  return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (longest - 1 - head)).join("")}`;
}

/* For two nodes the points of the curve between them, from the first to the second. */
const curves = new Map();
for (const [from, to, flat] of model.layout?.routes || []) {
  const points = Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);
  curves.set(`${from}-${to}`, points);
  curves.set(`${to}-${from}`, points.slice().reverse());
}

const HEAD = 10;

/* A curve of cubic pieces, and a head at its end. */
function drawEdge([from, to, directed, mark]) {
  const points = curves.get(`${from}-${to}`).map((point) => point.slice());
  const last = points[points.length - 1];
  const tip = last.slice();
  // Curves end vertically: below the box they go up, above it down.
  const down = tip[1] < model.layout.nodes[to][1] ? 1 : -1;
  if (directed) last[1] -= down * (HEAD - 2);
  const path = `M${points[0]}C${points.slice(1).join(" ")}`;
  const title = `${edgeParts([from, to, directed], isolated).join("")}: ${markWords(mark)}`;
  return draw(
    "g",
    { class: `link mark-${mark}${directed ? "" : " undirected-line"}`, "data-from": from, "data-to": to },
    draw("title", {}, title),
    draw("path", { d: path, class: "hit" }),
    draw("path", { d: path, class: "edge" }),
    directed ? draw("path", { d: `M${tip}l-5,${-down * HEAD}h10z`, class: "head" }) : null,
  );
}

const markWords = (mark) => model.marks.find(([key]) => key === mark)[1];

function drawNode(node) {
  const [x, y, width] = model.layout.nodes[node];
  const height = model.layout.node_height;
  return draw(
    "g",
    { class: "node", "data-node": node, role: "button", tabindex: "-1", "aria-label": model.nodes[node] },
    draw("title", {}, isolated(model.nodes[node])),
    draw("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 7 }),
    draw("text", { x, y }, isolated(shortName(model.nodes[node]))),
  );
}

/* The edges of a view: of the truth, of the learnt graph, or of both with what is missing. */
function viewEdges(graph, view) {
  if (view === "truth") return model.truth.edges.map((edge) => [...edge, "right"]);
  return model.learnt[graph].drawn.filter(([, , , mark]) => view === "both" || mark !== "missing");
}

/* The drawing; `hidden` are the kinds of edges that are not wanted. */
function graphDrawing(graph, view, hidden) {
  const { width, height } = model.layout;
  const edges = viewEdges(graph, view).filter(([, , , mark]) => !hidden.has(mark));
  // What is wrong is drawn over what is right.
  edges.sort((a, b) => (a[3] === "right" ? 0 : 1) - (b[3] === "right" ? 0 : 1));
  return draw(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      class: "graph-drawing",
      // Small graphs are not blown up.
      style: `max-height:${Math.round(1.6 * height)}px`,
      role: "group",
      "aria-label": "the graph; choose a treatment, then an outcome",
    },
    draw(
      "g",
      { class: "zoomed" },
      edges.map(drawEdge),
      model.nodes.map((_, node) => drawNode(node)),
    ),
  );
}

/* For the graph with these edges: who reaches whom. */
function closure(edges, start, forward) {
  const reached = new Set([start]);
  const open = [start];
  while (open.length) {
    const node = open.pop();
    for (const [from, to, directed] of edges) {
      const [here, next] = forward ? [from, to] : [to, from];
      if (!directed || here !== node || reached.has(next)) continue;
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
  const member = graph.member ? " (in one graph of the class)" : "";
  return make(
    "p",
    { class: "small caption" },
    make("b", {}, title),
    ": ",
    hasPath ? "the directed paths are lit" : "no directed path",
    adjustmentParts(adjusted, pair[1]),
    member,
    ".",
  );
}

/* Lights a set of edges and marks nodes; `sides` are what the shown graphs say of a pair. */
function lightPair(svg, pair, sides) {
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
  for (const [from, to] of [
    [a, b],
    [b, a],
  ]) {
    for (const link of svg.querySelectorAll(`[data-from="${from}"][data-to="${to}"]`)) link.classList.add("on");
  }
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
  for (const node of svg.querySelectorAll(".node")) node.setAttribute("class", "node");
}

/* Zoom and pan: a transform of the drawing, kept so that something of it always stays in view. */
function zoomable(svg, view) {
  const inner = svg.querySelector(".zoomed");
  const { width, height } = model.layout;
  const apply = () => {
    view.scale = Math.min(8, Math.max(1, view.scale));
    const room = (size) => Math.min(0, size * (1 - view.scale));
    view.x = Math.min(0, Math.max(room(width), view.x));
    view.y = Math.min(0, Math.max(room(height), view.y));
    inner.setAttribute("transform", `translate(${view.x},${view.y}) scale(${view.scale})`);
    svg.classList.toggle("is-zoomed", view.scale > 1);
  };
  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const zoomAt = (factor, { x, y }) => {
    const before = view.scale;
    view.scale = Math.min(8, Math.max(1, before * factor));
    const grown = view.scale / before;
    view.x = x - (x - view.x) * grown;
    view.y = y - (y - view.y) * grown;
    apply();
  };
  const zoom = (factor) => zoomAt(factor, { x: width / 2, y: height / 2 });
  const reset = () => {
    Object.assign(view, { x: 0, y: 0, scale: 1 });
    apply();
  };
  const centre = (node) => {
    const [x, y] = model.layout.nodes[node];
    Object.assign(view, { x: width / 2 - x * view.scale, y: height / 2 - y * view.scale });
    apply();
  };
  svg.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY / 300), at(event));
    },
    { passive: false },
  );
  panning(svg, view, at, apply, zoomAt);
  apply();
  return { zoom, reset, centre };
}

/* One pointer pans, two zoom. */
function panning(svg, view, at, apply, zoomAt) {
  const pointers = new Map();
  svg.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".node")) return;
    pointers.set(event.pointerId, at(event));
    if (view.scale > 1 || pointers.size > 1) svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    if (pointers.size === 1) {
      view.x += now.x - before.x;
      view.y += now.y - before.y;
      apply();
    } else {
      const [other] = Array.from(pointers)
        .filter(([id]) => id !== event.pointerId)
        .map(([, point]) => point);
      const apart = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      zoomAt(apart(now) / apart(before), other);
    }
    pointers.set(event.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    svg.addEventListener(end, (event) => pointers.delete(event.pointerId));
}

/* The node that an arrow key leads to: near, and in its direction. */
function neighbourNode(node, key) {
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
  if (!step) return null;
  const [x, y] = model.layout.nodes[node];
  let best = null;
  let least = Infinity;
  model.layout.nodes.forEach(([otherX, otherY], other) => {
    const [dx, dy] = [otherX - x, otherY - y];
    const along = dx * step[0] + dy * step[1];
    const across = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
    if (along <= 0.5 || along + 2.5 * across >= least) return;
    least = along + 2.5 * across;
    best = other;
  });
  return best;
}

/* The nodes have one stop of the Tab key; arrows walk among them, Enter and Space choose. */
function nodeKeys(svg, start, pick) {
  const nodes = svg.querySelectorAll(".node");
  nodes[start]?.setAttribute("tabindex", "0");
  svg.addEventListener("click", (event) => {
    const node = event.target.closest(".node");
    if (node) pick(Number(node.dataset.node));
  });
  svg.addEventListener("keydown", (event) => {
    const node = event.target.closest(".node");
    if (!node) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(Number(node.dataset.node));
      return;
    }
    const next = neighbourNode(Number(node.dataset.node), event.key);
    if (next === null) return;
    event.preventDefault();
    node.setAttribute("tabindex", "-1");
    nodes[next].setAttribute("tabindex", "0");
    nodes[next].focus();
  });
}

function lineSample(mark) {
  const directed = mark !== "undirected";
  return draw(
    "svg",
    { width: 40, height: 10, "aria-hidden": "true" },
    draw(
      "g",
      { class: `link mark-${mark}${directed ? "" : " undirected-line"}` },
      draw("path", { d: directed ? "M0,5H32" : "M0,5H40", class: "edge" }),
      directed ? draw("path", { d: "M40,5l-10,-5v10z", class: "head" }) : null,
    ),
  );
}

/* The legend is the filter: each kind of edge can be left out. */
function markFilter(graph, view, hidden, act) {
  const edges = viewEdges(graph, view);
  const items = model.marks.map(([mark, words]) => {
    const found = edges.filter((edge) => edge[3] === mark).length;
    if (!found) return null;
    return make(
      "button",
      {
        type: "button",
        class: "kind",
        "data-mark": mark,
        "aria-pressed": String(!hidden.has(mark)),
        onclick: () => act(mark),
      },
      lineSample(mark),
      `${words} (${found})`,
    );
  });
  return make("div", { class: "kinds", role: "group", "aria-label": "kinds of edges" }, items);
}

function pairLegend() {
  const box = (kind) =>
    draw(
      "svg",
      { width: 24, height: 16, "aria-hidden": "true" },
      draw("g", { class: `node ${kind}` }, draw("rect", { x: 2, y: 2, width: 20, height: 12, rx: 4 })),
    );
  const item = (kind, words) => make("span", {}, box(kind), words);
  return make(
    "div",
    { class: "legend" },
    item("treatment", "treatment"),
    item("outcome", "outcome"),
    item("adjusted-truth", "the truth adjusts for it"),
    item("adjusted-learnt", "the learnt graph adjusts for it"),
  );
}

function graphRows(graph) {
  const edges = viewEdges(graph, "both").map(([from, to, directed, mark]) => [
    model.nodes[from],
    model.nodes[to],
    directed ? "directed" : "undirected",
    mark,
  ]);
  return [["from", "to", "kind", "mark"], ...edges];
}
