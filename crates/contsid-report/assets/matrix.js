/* The matrix of d(i, j): one row for each treatment, one column for each outcome. */

const CASE_LABELS = ["", "1", "2a", "2b", "3.1", "3.2", "3.2"];
const CASE_WORDS = ["",
  "neither graph has a directed path: both leave the outcome alone",
  "only the truth has a directed path",
  "only the learnt graph has a directed path",
  "both have directed paths and agree on the effect",
  "both have directed paths and disagree on the effect",
  "both have directed paths and adjust for the same, so that their estimates are the same"];
/* The cases in which something is estimated. */
const ESTIMATED = [2, 3, 5];
const MOST_SHOWN = 60;
const RAMPS = {
  light: [[247, 249, 252], [198, 219, 239], [107, 174, 214], [33, 113, 181], [8, 48, 107]],
  dark: [[32, 40, 51], [28, 66, 110], [38, 113, 170], [96, 172, 220], [214, 238, 255]],
};

function rampColour(share) {
  const stops = RAMPS[theme()], place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const low = Math.min(Math.floor(place), stops.length - 2), part = place - low;
  return stops[low].map((value, k) => Math.round(value + part * (stops[low + 1][k] - value)));
}

function readableOn([red, green, blue]) {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#14181d" : "#ffffff";
}

/* What a cell shows: contSID if there are data, else whether SID counts the pair as wrong. */
function cellValue(learnt, i, j) {
  const place = i * model.nodes.length + j;
  if (learnt.upper) return learnt.upper[place];
  return { x: 1, "?": 0.5 }[learnt.sid_pairs[place]] || 0;
}

/* One scale for all graphs, so that they can be told apart by their colours. */
const largestValue = Math.max(0, ...model.learnt.map((learnt) =>
  learnt.upper ? learnt.upper.reduce((most, value) => Math.max(most, value), 0) : 1));

function sums(learnt) {
  const count = model.nodes.length, rows = new Array(count).fill(0), columns = new Array(count).fill(0);
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) {
    const value = cellValue(learnt, i, j);
    rows[i] += value;
    columns[j] += value;
  }
  return { rows, columns };
}

function nodeOrder(learnt, sort) {
  const order = model.nodes.map((_, node) => node), { rows, columns } = sums(learnt);
  const compareNames = (a, b) => model.nodes[a].localeCompare(model.nodes[b], "en", { numeric: true });
  if (sort === "name") order.sort((a, b) => compareNames(a, b) || a - b);
  if (sort === "treatment") order.sort((a, b) => rows[b] - rows[a] || a - b);
  if (sort === "outcome") order.sort((a, b) => columns[b] - columns[a] || a - b);
  return order;
}

function cellWords(learnt, i, j) {
  const place = i * model.nodes.length + j, number = learnt.cases[place];
  let words = `Effect of ${model.nodes[i]} on ${model.nodes[j]}`;
  if (!number) return words + ": not asked for";
  if (learnt.upper) {
    words += learnt.lower
      ? `: d between ${short(learnt.lower[place])} and ${short(learnt.upper[place])}`
      : `: d = ${short(learnt.upper[place])}`;
  }
  if (!learnt.lower) words += `, case ${CASE_LABELS[number]} (${CASE_WORDS[number]})`;
  words += { x: "; wrong for SID", "?": "; wrong for SID in some graphs of the class", ".": "; right for SID" }[learnt.sid_pairs[place]] || "";
  return words;
}

function paintCell(cell, learnt, i, j) {
  const place = i * model.nodes.length + j, wrong = learnt.sid_pairs[place];
  const asked = learnt.cases[place] !== 0, value = cellValue(learnt, i, j);
  const colour = rampColour(value ? value / largestValue : 0), ink = readableOn(colour);
  cell.style.backgroundColor = asked ? `rgb(${colour.join(",")})` : "transparent";
  cell.style.color = ink;
  const corner = wrong === "x" ? "var(--learnt)" : wrong === "?" ? "var(--reversed)" : null;
  cell.style.backgroundImage = corner ? `linear-gradient(225deg, ${corner} ${wrong === "x" ? 7 : 5}px, transparent 0)` : "none";
}

function cellText(learnt, i, j, size) {
  const place = i * model.nodes.length + j, number = learnt.cases[place];
  if (size < 20 || !number) return [];
  const label = learnt.lower ? "" : CASE_LABELS[number];
  if (size < 40 || !learnt.upper) return [label];
  return learnt.upper[place] > 0 ? [short(Number(learnt.upper[place].toPrecision(2))), make("br"), make("small", {}, label)] : [make("small", {}, label)];
}

/* Whether the comparison looks at any effect of this treatment, or on this outcome. */
function isAsked(learnt, treatment, outcome) {
  return model.nodes.some((_, node) => learnt.cases[(treatment ?? node) * model.nodes.length + (outcome ?? node)]);
}

/* The table; `act` has hover(pair or null) and choose(pair). */
function matrixTable(learnt, sort, chosen, act) {
  const whole = nodeOrder(learnt, sort), order = whole.slice(0, MOST_SHOWN), { rows, columns } = sums(learnt);
  const size = order.length <= 10 ? 46 : order.length <= 16 ? 28 : order.length <= 26 ? 21 : 15;
  const named = (node) => make("span", { title: model.nodes[node] }, model.nodes[node]);
  const head = make("tr", {}, make("th", { class: "corner" }, "do ↓ on →"), order.map((j) => make("th", { scope: "col" }, named(j))),
    make("th", { scope: "col" }, make("span", {}, "sum")));
  const body = order.map((i) => make("tr", {}, make("th", { scope: "row", title: model.nodes[i] }, model.nodes[i]),
    order.map((j) => {
      if (i === j) return make("td", { class: "self", "aria-hidden": "true" }, size < 20 ? "" : "·");
      const cell = make("td", { role: "gridcell", tabindex: "-1", "data-i": i, "data-j": j, title: cellWords(learnt, i, j),
        "aria-label": cellWords(learnt, i, j) }, cellText(learnt, i, j, size));
      if (cellValue(learnt, i, j) === 0) cell.classList.add("none");
      if (chosen && chosen[0] === i && chosen[1] === j) cell.classList.add("chosen");
      paintCell(cell, learnt, i, j);
      return cell;
    }),
    make("td", { class: "sum" }, isAsked(learnt, i, null) ? short(rows[i]) : "")));
  const foot = make("tr", {}, make("th", { scope: "row" }, "sum"), order.map((j) => make("td", { class: "sum" }, size < 20 || !isAsked(learnt, null, j) ? "" : short(Number(columns[j].toPrecision(2))))), make("td", { class: "sum" }));
  const table = make("table", { class: "matrix", role: "grid", "aria-label": "distances of all effects", style: `--size:${size}px;--count:${order.length}` },
    make("thead", {}, head), make("tbody", {}, body, foot));
  listenToMatrix(table, act);
  (table.querySelector("td.chosen") || table.querySelector("td[data-i]"))?.setAttribute("tabindex", "0");
  const note = whole.length > order.length
    ? make("p", { class: "small soft" }, `${order.length} of ${whole.length} nodes are shown, the first in this order; the lists above reach all pairs.`) : null;
  return make("div", {}, make("div", { class: "scroll" }, table), note);
}

function listenToMatrix(table, act) {
  const cellOf = (event) => event.target.closest("td[data-i]");
  const pairOf = (cell) => [Number(cell.dataset.i), Number(cell.dataset.j)];
  const hover = (event) => { const cell = cellOf(event); act.hover(cell ? pairOf(cell) : null); };
  table.addEventListener("mouseover", hover);
  table.addEventListener("mouseleave", () => act.hover(null));
  table.addEventListener("focusin", hover);
  table.addEventListener("focusout", () => act.hover(null));
  table.addEventListener("click", (event) => { const cell = cellOf(event); if (cell) act.choose(pairOf(cell)); });
  table.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act.choose(pairOf(cell)); return; }
    const next = neighbourCell(table, cell, event.key);
    if (!next) return;
    event.preventDefault();
    table.querySelectorAll("td[tabindex='0']").forEach((other) => other.setAttribute("tabindex", "-1"));
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}

/* The next cell with a pair in the direction of an arrow key. */
function neighbourCell(table, cell, key) {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
  if (!step) return null;
  const rows = Array.from(table.tBodies[0].rows);
  let row = rows.indexOf(cell.parentElement), column = cell.cellIndex;
  for (;;) {
    row += step[0];
    column += step[1];
    const found = rows[row]?.cells[column];
    if (!found) return null;
    if (found.dataset.i !== undefined) return found;
  }
}

function matrixLegend(learnt) {
  const gradient = [0, 0.25, 0.5, 0.75, 1].map((share) => `rgb(${rampColour(share).join(",")})`).join(",");
  const ramp = make("span", { class: "ramp", style: `background:linear-gradient(90deg,${gradient})` });
  const corner = (colour) => make("span", { class: "ramp", style: `width:14px;height:14px;background:linear-gradient(225deg, ${colour} 7px, transparent 0)` });
  const scale = !learnt.upper ? null : largestValue === 0 ? make("span", {}, "d = 0 for all effects")
    : make("span", {}, "d = 0 ", ramp, ` ${short(largestValue)}${learnt.lower ? " (upper bounds)" : ""}`);
  const used = new Set(learnt.cases), cases = learnt.lower || !learnt.upper ? [] : CASE_LABELS.map((label, number) =>
    number && used.has(number) ? make("span", {}, make("b", {}, label), CASE_WORDS[number]) : null);
  return make("div", { class: "legend" }, scale,
    make("span", {}, corner("var(--learnt)"), "wrong for SID"),
    learnt.sid_pairs.includes("?") ? make("span", {}, corner("var(--reversed)"), "wrong for SID in some graphs of the class") : null,
    cases);
}
