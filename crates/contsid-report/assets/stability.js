/* How stable the graphs of learners are: numbers side by side, and for the chosen learner its edges and paths. */

const START = { learner: 0 };
const READERS = { learner: indexIn(model.learners) };

/* A drawing that was made elsewhere, which can be saved. */
function picture({ name, svg }) {
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const save = makeButton({ onclick: () => download(`${name}.svg`, "image/svg+xml", svg) }, "Save as SVG");
  const alt = svg.match(/<text[^>]*>([^<]*)</)?.[1] || name;
  return make("figure.picture", make("img", { src, alt }), make("div.no-print", save));
}

function numberTable(label, heads, rows) {
  const cell = (words, k) => make(k < 2 ? "td.name" : "td", k < 2 ? named(words) : words);
  const table = tableOf(
    { class: "numbers", "aria-label": label },
    headCells(heads.map((head) => [head])),
    rows.map((row) => make("tr", row.map(cell))),
  );
  return scrolled(table);
}

function show() {
  const { verdict, figures, support, ancestry } = model.learners[state.learner];
  if (byId("learner")) byId("learner").value = String(state.learner);
  refill("verdict", make("p.headline", rich(verdict)));
  refill("figures", figures.map(picture));
  refill("support", numberTable("edges", ["", "", "adjacent", "→", "←", "—"], support));
  refill("ancestry", numberTable("causal paths", ["cause", "effect", "support"], ancestry));
}

function build() {
  readAddress();
  const learners = model.learners.map(({ name }, k) => [k, name]);
  const section = (id, title, words) => make("section", make("h2", title), make("p.soft", words), make("div", { id }));
  buildPage(
    make(
      "div.row",
      { id: "choices", tabindex: "-1", style: "margin-top:10px" },
      learners.length > 1 && choice("learner", "Learner", learners),
    ),
    make("section", { id: "verdict", "aria-label": "verdict" }),
    section("figures", "Which edges come back?", "Each graph was learnt from some of the rows."),
    make(
      "section",
      make("h2", "Side by side"),
      make("p.soft", "Mean ± standard deviation, between each two graphs and from each to that of all rows."),
      numberTable("learners", model.heads, model.rows),
    ),
    section("support", "Edges", "The share of graphs that join two nodes, and of these the share of each direction."),
    section("ancestry", "Causal paths", "The share of graphs with a directed path."),
  );
  show();
}

build();
