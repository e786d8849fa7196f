/* Moving about in the graph: zoom and pan, and the keys that walk from node to node. */

/* How large letters are on the screen where they can be read, in pixels. */
const READABLE = 11;

/* Room around what is brought into view, in units of the drawing. */
const AROUND = 24;

/* The box around some nodes: its middle and its size. */
function boxAround(nodes) {
  const placed = nodes.map((node) => model.layout.nodes[node]);
  const [left, right] = [-1, 1].map((side) => placed.map(([x, , width]) => x + (side * width) / 2));
  const ys = placed.map(([, y]) => y);
  const [from, to] = [Math.min(...left), Math.max(...right)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return {
    x: (from + to) / 2,
    y: (top + bottom) / 2,
    width: to - from + 2 * AROUND,
    height: bottom - top + model.layout.node_height + 2 * AROUND,
  };
}

/* Zoom and pan: a transform of the drawing, kept so that the drawing fills its frame. */
function zoomable(svg, view) {
  const inner = svg.querySelector(".zoomed");
  const { width, height } = model.layout;
  /* The size of the frame, in units of the drawing that is not zoomed. */
  const frame = () => {
    const pixels = svg.getScreenCTM()?.a || 1;
    return { pixels, width: svg.clientWidth / pixels, height: svg.clientHeight / pixels };
  };
  const apply = () => {
    view.scale = Math.min(8, Math.max(1, view.scale));
    const shown = frame();
    const within = (start, size, room) => {
      const spare = (room - size * view.scale) / 2;
      const middle = (size * (1 - view.scale)) / 2;
      return spare >= 0 ? middle : Math.min(middle - spare, Math.max(middle + spare, start));
    };
    view.x = within(view.x, width, shown.width);
    view.y = within(view.y, height, shown.height);
    inner.setAttribute("transform", `translate(${view.x},${view.y}) scale(${view.scale})`);
    svg.classList.toggle("is-zoomed", view.scale > 1);
    svg.classList.toggle("is-held", view.scale > 1 && Boolean(view.byHand));
  };
  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const zoomAt = (factor, { x, y }) => {
    const before = view.scale;
    view.scale = Math.min(8, Math.max(1, before * factor));
    view.byHand = true;
    const grown = view.scale / before;
    view.x = x - (x - view.x) * grown;
    view.y = y - (y - view.y) * grown;
    apply();
  };
  const zoom = (factor) => zoomAt(factor, { x: width / 2, y: height / 2 });
  const whole = () => {
    Object.assign(view, { x: 0, y: 0, scale: 1, byHand: false });
    apply();
  };
  /* The scale at which letters can be read, and the one at which a box just fits the frame. */
  const readable = () => READABLE / (LETTER.size * frame().pixels);
  const fitting = (box) => Math.min(frame().width / box.width, frame().height / box.height);
  /* Brings nodes into view, and names that can be read if that is asked for. */
  const reveal = (nodes, least = 1) => {
    const [box, shown] = [boxAround(nodes), frame()];
    const outside = (start, middle, half, size, room) =>
      Math.abs(start + view.scale * middle - size / 2) + view.scale * half > room / 2 + 1;
    const isHidden =
      outside(view.x, box.x, box.width / 2 - AROUND, width, shown.width) ||
      outside(view.y, box.y, box.height / 2 - AROUND, height, shown.height);
    const wanted = Math.min(Math.max(view.scale, least), fitting(box));
    if (!isHidden && wanted <= view.scale) return;
    const scale = Math.max(1, wanted);
    Object.assign(view, { scale, x: width / 2 - box.x * scale, y: height / 2 - box.y * scale });
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
  return { zoom, whole, reveal, readable, fitting, apply };
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
function nodeKeys(svg, pick, reveal) {
  const nodes = svg.querySelectorAll(".node");
  nodes[0]?.setAttribute("tabindex", "0");
  svg.addEventListener("focusin", (event) => {
    const node = event.target.closest(".node");
    if (node?.matches(":focus-visible")) reveal([Number(node.dataset.node)]);
  });
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
