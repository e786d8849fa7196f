"use strict";

// A link or a search hit leads to a heading. What is folded under the heading then opens: the only fold, or those that
// have the words that were searched for.

function foldsUnder(heading) {
  const folds = [];
  let next = heading?.nextElementSibling;
  for (; next && !/^H[12]$/.test(next.tagName); next = next.nextElementSibling) {
    if (next.tagName === "DETAILS") folds.push(next);
  }
  return folds;
}

function unfold() {
  const name = decodeURIComponent(location.hash.slice(1));
  const searched = new URLSearchParams(location.search).get("h");
  const words = (searched ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const heading = name ? document.getElementById(name) : searched && document.querySelector("article h1");
  const folds = foldsUnder(heading);
  const has = (fold) => words.length > 0 && words.every((word) => fold.textContent.toLowerCase().includes(word));
  const hits = name && folds.length === 1 ? folds : folds.filter(has);
  for (const fold of hits) fold.open = true;
  if (folds.length > 1) hits[0]?.scrollIntoView();
}

// In a search, a dash before a word would leave out what has the word; here it begins the name of an option.
function searchOptions(event) {
  const field = event.target;
  if (!field.matches("[data-md-component=search-query]")) return;
  const words = field.value.replace(/(^|\s)-+(?=\w)/g, "$1");
  if (words !== field.value) field.value = words;
}

addEventListener("input", searchOptions, true);
addEventListener("hashchange", unfold);
unfold();
