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

/* A drawing that needs nothing of the page: with its size, its background and the styles. */
function standalone(drawing) {
  const copy = withTitles(drawing);
  const [x, y, width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
  const attributes = { xmlns: SVG, width, height, "data-theme": theme(), style: "font-family:system-ui,sans-serif" };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value);
  const style = draw("style", document.querySelector("style").textContent);
  copy.prepend(style, draw("rect", { x, y, width, height, style: "fill:var(--paper)" }));
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

/* The menu of a figure; `drawing` and `rows` are made of `what` when they are wanted. */
function saveMenu(name, words, drawing, rows, ...what) {
  const entry = (kind, act) => makeButton({ "data-save": kind, onclick: act }, kind.toUpperCase());
  const menu = make(
    "details.save.no-print",
    { id: `save-${name}` },
    make("summary", { "aria-label": `Save ${words}` }, "Save"),
    make(
      "div.row",
      entry("svg", () => download(`${name}.svg`, "image/svg+xml", standalone(drawing(...what)))),
      entry("png", () => savePicture(`${name}.png`, standalone(drawing(...what)))),
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
