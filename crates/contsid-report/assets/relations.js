/* How each two graphs stand to each other, as a small table and in sentences. */

/* What the graph of a row is to that of a column, and the same from the other side. */
const RELATION_WORDS = { better: "better", worse: "worse", tie: "tie", depends: "open" };
const TURNED = { better: "worse", worse: "better", tie: "tie", depends: "depends" };

/* The most sentences that are shown without being asked for. */
const MOST_SENTENCES = 6;

function relationsTable(order, name) {
  const found = new Map();
  for (const { first, second, relation, words } of model.relations) {
    found.set(`${first}-${second}`, [relation, words]);
    found.set(`${second}-${first}`, [TURNED[relation], words]);
  }
  const cell = (row, column) => {
    if (row === column) return make("td");
    const [relation, words] = found.get(`${row}-${column}`);
    return tipped(make(`td.${relation}`, RELATION_WORDS[relation]), () => plain(words));
  };
  const heads = order.map((graph, at) => tipped(make("th", { scope: "col" }, at + 1), isolated(name(graph))));
  const rows = order.map((graph, at) => {
    const label = make("th.name", { scope: "row" }, `${at + 1} `, named(name(graph)));
    return make(
      "tr",
      label,
      order.map((other) => cell(graph, other)),
    );
  });
  const head = [make("td.name.soft.small", "the graph of the row is …"), heads];
  return scrolled(tableOf({ class: "relations", "aria-label": "how each two graphs stand to each other" }, head, rows));
}

/* Nothing for one graph, and where nothing decides. */
function relationsSection(order, name) {
  if (!model.relations.length) return null;
  const sentences = make(
    "ul.small",
    model.relations.map(({ words }) => make("li", rich(words))),
  );
  const few = model.relations.length <= MOST_SENTENCES;
  return make(
    "details",
    { id: "relations" },
    make("summary", "How each two graphs stand to each other"),
    relationsTable(order, name),
    make("p.soft.small", "A tie: not told apart. Open: it depends on undirected edges which one is better."),
    few ? sentences : make("details", make("summary", "In sentences"), sentences),
  );
}
