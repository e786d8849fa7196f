/* What each single mistake costs. */

const CHANGES = { add: "add", remove: "remove", reverse: "turn into", direct: "direct as", undirect: "leave open as" };

function repairName({ edge, change }) {
  return `${CHANGES[change]} ${edgeName(edge)}`;
}

/* By how much the distance falls: contSID if it is known, else the SID (its upper bound). */
function fallOf(learnt, repair) {
  if (repair.nodes) return null;
  if (repair.contsid !== null && learnt.contsid) return learnt.contsid[1] - repair.contsid[1];
  return learnt.sid[1] - repair.sid[1];
}

function range([low, high]) {
  return low === high ? short(low) : `[${short(low)}, ${short(high)}]`;
}

function repairRow(learnt, repair, place, most, hoverEdge) {
  const fall = fallOf(learnt, repair), byContsid = repair.contsid !== null && repair.contsid !== undefined;
  const cells = repair.nodes
    ? [make("td", { class: "what", colspan: byContsidColumn(learnt) ? 4 : 3 }, notAlone(repair))]
    : [make("td", { class: "fall" }, make("span", { class: "meter" + (fall < 0 ? " worse" : ""), style: `width:${(100 * Math.abs(fall) / most).toFixed(1)}%` })),
      make("td", {}, fall > 0 ? "−" + short(fall) : fall < 0 ? "+" + short(-fall) : "0"),
      byContsidColumn(learnt) ? make("td", {}, byContsid ? range(repair.contsid) : "–") : null,
      make("td", {}, range(repair.sid))];
  return make("tr", { onmouseenter: () => hoverEdge(repair.edge), onmouseleave: () => hoverEdge(null) },
    make("td", {}, repair.nodes ? "–" : String(place + 1)), make("td", { class: "what" }, repairName(repair)), cells);
}

function byContsidColumn(learnt) {
  return Boolean(learnt.contsid) && learnt.repairs.some((repair) => Array.isArray(repair.contsid));
}

function notAlone(repair) {
  const names = repair.nodes.map((node) => model.nodes[node]);
  return names.length ? `not alone: it would close a cycle of ${names.join(", ")}; another edge must change first` : "not alone: no directed acyclic graph is left";
}

function repairsTable(learnt, hoverEdge) {
  if (!learnt.repairs.length) return make("p", {}, "All edges are right: there is nothing to repair.");
  const most = Math.max(1e-12, ...learnt.repairs.map((repair) => Math.abs(fallOf(learnt, repair) ?? 0)));
  const measure = byContsidColumn(learnt) ? "contSID" : "SID";
  const bound = learnt.contsid && learnt.contsid[0] !== learnt.contsid[1] ? "the upper bound of " : "";
  const best = learnt.repairs[0], fall = fallOf(learnt, best);
  const advice = fall > 0
    ? `Fix this first: ${repairName(best)}. Then ${bound}${measure} falls by ${short(fall)}${measure === "contSID" ? `, from ${range(learnt.contsid)} to ${range(best.contsid)}` : ""}.`
    : `No single change makes ${measure} smaller: mistakes hide each other.`;
  const head = make("tr", {}, make("th", {}, ""), make("th", { class: "what" }, "put right"), make("th", { class: "fall" }, ""), make("th", {}, `change of ${measure}`),
    byContsidColumn(learnt) ? make("th", {}, "contSID then") : null, make("th", {}, "SID then"));
  return make("div", {}, make("p", { id: "advice" }, make("b", {}, advice)),
    make("div", { class: "scroll" }, make("table", { class: "repairs" }, make("thead", {}, head),
      make("tbody", {}, learnt.repairs.map((repair, place) => repairRow(learnt, repair, place, most, hoverEdge))))));
}
