/* Moving about in the graph: zoom and pan, and the keys that walk from node to node. */

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
  const step = ARROWS[key];
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
function nodeKeys(svg, pick) {
  const nodes = svg.querySelectorAll(".node");
  nodes[0]?.setAttribute("tabindex", "0");
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
