/* How stable the graphs of learners are: numbers side by side, and for the chosen learner its edges and paths. */

const START = { learner: 0 };
const READERS = { learner: indexIn(model.learners) };

const SUPPORT_HEADS = ["first", "second", "adjacent", "→", "←", "—"];

/* The data of a drawing: the points of a map, or the support of edges. */
function pictureRows(name) {
  const { points, all_rows: whole, support } = model.learners[state.learner];
  if (!name.startsWith("map-")) return [SUPPORT_HEADS, ...support];
  const rows = points.map((point, at) => [at + 1, ...point]);
  return [["graph", "x", "y"], ...rows, ...(whole ? [["all rows", ...whole]] : [])];
}

/* The colours of the dark page that stand for white and for black. */
const DARK_ENDS = [
  [18, 22, 28],
  [231, 235, 240],
];

/* A colour of a drawing on white as it is on the dark page: what is light becomes dark, and its hue stays. */
function darkColour(_, hexadecimal) {
  const parts = [0, 2, 4].map((at) => parseInt(hexadecimal.slice(at, at + 2), 16));
  const [least, most] = [Math.min(...parts), Math.max(...parts)];
  const [paper, ink] = DARK_ENDS;
  const turned = parts.map((part) => (part + 255 - least - most) / 255);
  const colour = turned.map((share, k) => Math.round(paper[k] + (ink[k] - paper[k]) * share));
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

const themed = (svg) => (theme() === "dark" ? svg.replace(/#([0-9a-f]{6})\b/g, darkColour) : svg);

/* A drawing that was made elsewhere, which can be saved. */
function picture({ name, svg }) {
  const src = `data:image/svg+xml,${encodeURIComponent(themed(svg))}`;
  const alt = svg.match(/<text[^>]*>([^<]*)</)?.[1] || name;
  const menu = saveMenu(name, alt, () => svg, pictureRows, name);
  return make("figure.picture", make("img", { src, alt }), menu);
}

/* A table whose first columns are names. */
function numberTable(label, names, heads, rows) {
  const cell = (words, k) => (k < names ? make("td.name", named(words)) : make("td", words));
  const table = tableOf(
    { class: "numbers", "aria-label": label },
    headCells(heads.map((head, k) => [head, k < names ? "name" : null])),
    rows.map((row) => make("tr", row.map(cell))),
  );
  return scrolled(table);
}

function show() {
  const { verdict, figures, support, ancestry } = model.learners[state.learner];
  if (byId("learner")) byId("learner").value = String(state.learner);
  refill("verdict", verdictWords(verdict));
  refill("figures", figures.map(picture));
  refill("support", numberTable("edges", 2, SUPPORT_HEADS, support));
  refill("ancestry", numberTable("causal paths", 2, ["cause", "effect", "support"], ancestry));
}

/* The distances of the table, as a list. */
function distanceNames() {
  const known = [
    ["shd", "SHD"],
    ["sid", "SID"],
    ["contsid", "contSID"],
  ].filter(([, name]) => model.heads.includes(`${name} between`));
  const last = known.length - 1;
  return known.map(([key, name], at) => [at === 0 ? "" : at === last ? " and " : ", ", term(key, name)]);
}

function build() {
  readAddress();
  const learners = model.learners.map(({ name }, k) => [k, name]);
  const section = (id, title, ...words) =>
    make("section", make("h2", title), make("p.soft", words), make("div", { id }));
  buildPage(
    make(
      "div.row",
      { id: "choices", tabindex: "-1", style: "margin-top:10px" },
      learners.length > 1 && choice("learner", "Learner", learners),
    ),
    make("section", { id: "verdict", "aria-label": "verdict" }),
    section("figures", "Which edges come back?", "Each graph was learnt from a ", term("resample", "resample"), "."),
    make(
      "section",
      make("h2", "Side by side"),
      make(
        "p.soft",
        "Mean ± standard deviation, ",
        term("between", "between"),
        " each two graphs and from each to that of all rows, by ",
        distanceNames(),
        ".",
      ),
      numberTable("learners", 1, model.heads, model.rows),
    ),
    section(
      "support",
      "Edges",
      term("support", "The share of graphs"),
      " that join two nodes, and of these the share of each direction: → leads from the first node to the second.",
    ),
    section("ancestry", "Causal paths", "The share of graphs with a ", term("path", "directed path"), "."),
  );
  themeListeners.push(() => show());
  show();
}

build();
