/* Figures that can be saved: as a drawing, as a picture, and their data as a table. */

function download(name, type, content) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/* Rows of cells as CSV. */
function csvText(rows) {
  const cell = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/* A copy in which what has words for the tip has them as its title. */
function withTitles(drawing) {
  const copy = drawing.cloneNode(true);
  const copies = copy.querySelectorAll("[data-tip]");
  for (const [at, element] of drawing.querySelectorAll("[data-tip]").entries()) {
    copies[at].prepend(draw("title", wordsOf(element)));
    copies[at].removeAttribute("data-tip");
  }
  return copy;
}

const setAttributes = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
};

const sizeOf = (drawing) => drawing.getAttribute("viewBox").split(" ").map(Number).slice(2);

/* A drawing with the legends of the page below it, in rows. Widths of words are estimated: fonts differ. Legends of wide
   drawings are larger, so they can be read where the drawing is scaled down; but none is larger than its title. */
const USUAL_WIDTH = 900;
const MOST_TITLED = 1.15;
const TITLE = 14;

const LEGEND = { margin: 12, letter: 7.4, gap: 18, row: 20 };

/* The room for labels before a drawing. */
function labelRoom(labels) {
  const lengths = labels.map((words) => Array.from(withoutIsolates(words)).length);
  return LEGEND.margin * 2 + LEGEND.letter * Math.max(0, ...lengths);
}

/* How many times as large the legends of a drawing are; its title becomes as large too. */
function enlargedWords(drawing) {
  const larger = Math.max(1, sizeOf(drawing)[0] / USUAL_WIDTH);
  const title = drawing.querySelector(":scope > .label.strong");
  if (!title) return larger;
  title.style.fontSize = `${TITLE * Math.min(larger, MOST_TITLED)}px`;
  return Math.min(larger, MOST_TITLED);
}

function legended(drawing, ...legends) {
  const [ownWidth, height] = sizeOf(drawing);
  const larger = enlargedWords(drawing);
  const [letter, gap, row] = [LEGEND.letter, LEGEND.gap, LEGEND.row].map((size) => size * larger);
  const { margin } = LEGEND;
  const items = legends.flatMap((legend) => Array.from(legend?.children || []));
  const shown = items.filter((item) => item.getAttribute("aria-pressed") !== "false" && item.textContent);
  const signs = shown.map((item) => item.querySelector("svg"));
  const start = (sign) => (sign ? larger * (Number(sign.getAttribute("width")) + 6) : 0);
  const widths = shown.map((item, at) => start(signs[at]) + letter * item.textContent.length);
  const width = Math.max(ownWidth, ...widths.map((own) => own + 2 * margin));
  let [x, y] = [margin, height + larger * margin];
  shown.forEach((item, at) => {
    if (x > margin && x + widths[at] > width - margin) [x, y] = [margin, y + row];
    const middle = y - (larger * (signs[at]?.getAttribute("height") || 0)) / 2;
    const marks = Array.from(signs[at]?.children || [], (mark) => mark.cloneNode(true));
    drawing.append(
      draw("g", { transform: `translate(${x},${middle}) scale(${larger})` }, marks),
      draw(
        "text.label",
        { x: x + start(signs[at]), y: y + 4 * larger, style: `font-size:${13 * larger}px` },
        item.textContent,
      ),
    );
    x += widths[at] + gap;
  });
  if (shown.length) drawing.setAttribute("viewBox", `0 0 ${width} ${y + row}`);
  return drawing;
}

/* How shapes and words are painted, with the values that need no attribute. */
const PAINT = {
  opacity: "1",
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "font-size": null,
  "font-weight": "400",
  "text-anchor": "start",
};

/* The paint of an element as attributes. */
function paintOf(element) {
  const style = getComputedStyle(element);
  const isText = element.tagName === "text";
  const wanted = ([name, usual]) => {
    if (/^(font|text)/.test(name)) return isText && style[name] !== usual;
    return style[name] !== usual && !(style.stroke === "none" && name.startsWith("stroke-"));
  };
  const found = Object.entries(PAINT).filter(wanted);
  return Object.fromEntries(found.map(([name]) => [name, style[name].replaceAll("px", "")]));
}

/* Programs that draw letters one by one show the marks around a name as boxes: only names that need them keep them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const withoutIsolates = (text) =>
  text.replace(/\u2068([^\u2069]*)\u2069/g, (whole, name) => (RIGHT_TO_LEFT.test(name) ? whole : name));

/* Room for what is drawn beyond the edges of a drawing, such as long labels: its left end, width and height. */
function roomOf(drawing) {
  const [width, height] = sizeOf(drawing);
  const { x, y, width: own, height: high } = drawing.getBBox();
  const left = x < 2 ? Math.floor(x - LEGEND.margin) : 0;
  const right = Math.max(width, x + own + (x + own > width - 2 ? LEGEND.margin : 0));
  return [left, Math.ceil(right - left), Math.ceil(Math.max(height, y + high))];
}

/* Writes the styles that the page gives a drawing into attributes, removes what only the page understands, and gives the
   drawing the room that it needs: the size is returned. */
function painted(drawing) {
  const outside = make("div", { style: "position:absolute;left:-9999px", "aria-hidden": "true" }, drawing);
  document.body.append(outside);
  const [left, width, height] = roomOf(drawing);
  drawing.setAttribute("viewBox", `${left} 0 ${width} ${height}`);
  drawing.prepend(draw("rect", { x: left, width, height, style: "fill:var(--paper)" }));
  const shapes = Array.from(drawing.querySelectorAll("path, rect, line, circle, text"), (shape) => [
    shape,
    paintOf(shape),
  ]);
  outside.remove();
  for (const element of [drawing, ...drawing.querySelectorAll("*")])
    for (const { name } of Array.from(element.attributes))
      if (/^(class|style|role|tabindex|data-.*|aria-.*)$/.test(name)) element.removeAttribute(name);
  for (const [shape, paint] of shapes) {
    setAttributes(shape, paint);
    if (paint.fill === "none" && !paint.stroke) shape.remove();
  }
  const walker = document.createTreeWalker(drawing, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = withoutIsolates(walker.currentNode.data);
  return { width, height };
}

/* A drawing that needs nothing of the page, and nothing but plain attributes: with its size and its background. */
function standalone(drawing) {
  const copy = withTitles(drawing);
  setAttributes(copy, { xmlns: SVG, ...painted(copy), "font-family": "sans-serif" });
  return new XMLSerializer().serializeToString(copy);
}

const PIXELS = 2;

function savePicture(name, text) {
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = make("canvas", { width: image.width * PIXELS, height: image.height * PIXELS });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => download(name, "image/png", blob));
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

/* The menu of a figure; `drawing`, an element or a text, and `rows` are made of `what` when they are wanted. */
function saveMenu(name, words, drawing, rows, ...what) {
  const text = () => {
    const drawn = drawing(...what);
    return typeof drawn === "string" ? drawn : standalone(drawn);
  };
  const entry = (kind, act) => makeButton({ "data-save": kind, onclick: act }, kind.toUpperCase());
  const menu = make(
    "details.save.no-print",
    { id: `save-${name}` },
    make("summary", { "aria-label": `Save ${words}` }, "Save"),
    make(
      "div.row",
      drawing && entry("svg", () => download(`${name}.svg`, "image/svg+xml", text())),
      drawing && entry("png", () => savePicture(`${name}.png`, text())),
      entry("csv", () => download(`${name}.csv`, "text/csv", csvText(rows(...what)))),
    ),
  );
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  return menu;
}

/* A drawing below its title. */
function titled(drawing, words) {
  const [width, height] = sizeOf(drawing);
  const content = draw("g", { transform: `translate(0,${2 * TITLE})` }, Array.from(drawing.children));
  drawing.replaceChildren(draw("text.label.strong", { x: LEGEND.margin, y: 20 }, words), content);
  drawing.setAttribute("viewBox", `0 0 ${width} ${height + 2 * TITLE}`);
  return drawing;
}

/* A figure with its menu: `drawing` below `title`, or below `savedTitle` where it is saved without the page; `extra` stands
   below it. */
function savedFigure({ id, title, savedTitle, drawing, rows, legend, extra }) {
  return make(
    "figure.panel",
    make("figcaption", rich(title)),
    make("div.scroll", { tabindex: "0", role: "group", "aria-label": plain(title) }, drawing),
    extra,
    saveMenu(id, plain(title), () => legended(titled(drawing.cloneNode(true), savedTitle), legend()), rows),
  );
}
