/* One effect: what both graphs say of it, and the densities behind its distance. */

/* The two ends of the pair: made once, since there are as many options as nodes. */
const pairControls = ["treatment", "outcome"].map((id, which) => {
  const options = model.nodes.map((name, node) => [node, name]);
  return choice(id, which ? "on" : "effect of", options, (text) => {
    const pair = shownPair();
    const chosen = pair.slice();
    chosen[which] = Number(text);
    // The other end moves out of the way.
    if (chosen[0] === chosen[1]) chosen[1 - which] = pair[which];
    choose({ pair: chosen, fix: null, node: null });
  });
});

/* What one directed graph says of an effect that undirected edges leave open. */
const ONE_ALLOWED = "In one directed graph that the undirected edges allow, this is";
const VERDICT = /^(Wrong|Right and wrong|Right): /;

/* The sentences of a pair; their gaps are names. */
function whyWords(learnt, index) {
  const numbers = learnt.why[index];
  if (learnt.effects.cases[index] === "0") return [];
  if (!numbers) return [make("p.soft", "The explanation is left out to keep this page small.")];
  const isOpen = learnt.effects.sid[index] === "?";
  const ofOne = (words) => words.replace(VERDICT, (_, verdict) => `${ONE_ALLOWED} ${verdict.toLowerCase()}: `);
  return numbers.map(([template, ...nodes]) => {
    const sentence = model.sentences[template];
    const parts = (isOpen ? ofOne(sentence) : sentence).split("\u0001");
    const pieces = parts.map((part, k) => [part, k < nodes.length && named(model.nodes[nodes[k]])]);
    return make("p.why", pieces);
  });
}

/* The cases in which something is estimated. */
const ESTIMATED = ["2", "3", "5"];

/* Why a pair has no densities. */
function noDensities(learnt, index) {
  const number = learnt.effects.cases[index];
  if (number === "0")
    return "The comparison was not asked for this effect: it looks at chosen treatments and outcomes only.";
  if (!model.densities) return "No densities are shown: they need data.";
  if (!effectOf(state.graph, index)?.[2]) return "No densities are shown: the two graphs do not differ in this effect.";
  if (ESTIMATED.includes(number)) return "The densities of this pair are left out to keep this page small.";
  return (
    "No densities are shown: the directed graphs that words and densities are of do not differ in this effect; " +
    "others that the undirected edges allow may."
  );
}

function pairHeading(pair) {
  const index = indexOf(pair);
  const { effects } = model.learnt[state.graph];
  const start = ["Effect of ", named(model.nodes[pair[0]]), " on ", named(model.nodes[pair[1]])];
  if (effects.cases[index] === "0") return make("h3", start, ": not asked for");
  const words = [distanceWords(state.graph, index), SID_WORDS[effects.sid[index]]].filter(Boolean).join("; ");
  return make("h3", start, unbroken(`: ${words}`));
}

function showPair() {
  const learnt = chosenGraph();
  const pair = shownPair();
  if (!pair) return refill("panel-effect", make("p", "There is only one node."));
  const index = indexOf(pair);
  const isOpen = learnt.effects.cases[index] !== "0" && isLeftOpen(state.graph, index);
  const open = "Undirected edges leave this open: words and densities are those of one directed graph that they allow.";
  pairControls.forEach((label, which) => {
    label.querySelector("select").value = String(pair[which]);
  });
  if (!byId("pair-words"))
    refill("panel-effect", make("div.row.no-print", pairControls), make("div", { id: "pair-words" }));
  refill(
    "pair-words",
    pairHeading(pair),
    isOpen && make("p.small.soft", { id: "left-open" }, open),
    whyWords(learnt, index),
    densityPlots(state.graph, ...pair) || make("p.small.soft.no-densities", noDensities(learnt, index)),
  );
}
