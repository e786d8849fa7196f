"""Two learnt graphs side by side, and graphs by the effects that the reader chooses."""

import re
from itertools import pairwise

import pytest

# The smallest and the largest cross-fitted d of every effect of a graph, whether it is told apart from 0, and its
# interval.
FOUND = """graph => {
  const found = Array.from({ length: model.nodes.length ** 2 }, () => [0, 0, 0, 0, 0]);
  for (const [index, , , , crossfit] of model.learnt[graph].effects.wrong)
    if (crossfit) found[index] = [crossfit[4], crossfit[0], crossfit[5], crossfit[1], crossfit[2]];
  return found;
}"""
ROWS = "rows => rows.map(row => [Number(row.dataset.pair), row.cells[4].textContent])"


def standing(own, other):
    """How two graphs stand to each other in an effect: nearer only where neither spans nor intervals overlap."""
    (low, high, told, start, end), (other_low, other_high, other_told, other_start, other_end) = own, other
    if (low, high) == (other_low, other_high):
        return "alike" if low < high else "tie"
    if not told and not other_told:
        return "noise"
    if high >= other_low and other_high >= low:
        return "open"
    if start <= other_end and other_start <= end:
        return "noise"
    return "better" if high < other_low else "worse"


@pytest.mark.parametrize("name, graph, other", [("twenty", 0, 2), ("class", 0, 1), ("class", 1, 0), ("twelve", 0, 4)])
def test_two_graphs_stand_side_by_side(open_page, name, graph, other):
    page = open_page(name, address_part=f"#graph={graph}&tab=versus&other={other}")
    own, others = (page.evaluate(FOUND, which) for which in [graph, other])
    standings = [standing(*pair) for pair in zip(own, others)]
    kinds = ["better", "worse", "open", "noise", "alike"]
    better, worse, depends, noise, alike = (standings.count(kind) for kind in kinds)
    names = page.evaluate("model.learnt.map(({ graph }) => graph.name)")
    words = page.inner_text("#panel-versus")
    effects = "effect" if better == 1 else "effects"
    assert f"{names[graph]} is nearer to the truth in {better} {effects}, {names[other]} in {worse}." in words
    assert (f"leave open which is nearer in {depends} more" in words) == (depends > 0)
    assert (f"In {noise} more the two are not told apart" in words) == (noise > 0)
    assert (f"leave both open alike in {alike} more" in words) == (alike > 0)
    assert "95 % intervals that do not overlap. The difference itself is not tested." in words
    said = {"better": names[graph], "worse": names[other], "open": "left open", "noise": "not told apart"}
    rows = page.eval_on_selector_all("table.versus tbody tr", ROWS)
    assert rows and all(words == said[standings[pair]] for pair, words in rows)
    told = [pair for pair, words in rows if words in names]
    assert [pair for pair, _ in rows][: len(told)] == told
    sizes = [max(abs(own[pair][0] - others[pair][1]), abs(own[pair][1] - others[pair][0])) for pair in told]
    assert sizes == sorted(sizes, reverse=True)
    page.click("table.versus .pick >> nth=0")
    assert page.evaluate("indexOf(state.pair)") == rows[0][0]


def test_the_same_range_in_both_is_open_and_no_tie(open_page):
    page = open_page("class", address_part="#graph=1")
    open_effect = page.evaluate(
        """() => {
          model.learnt[0].effects = model.learnt[1].effects;
          for (const known of [effectLists, effectMaps]) known.fill(null);
          const [index] = wrongEffects(1).find(([index]) => new Set(spanOf(1, index)).size > 1);
          choose({ tab: "versus", other: 0, care: pairOf(index).join("-") });
          return wrongEffects(1).filter(([index]) => new Set(spanOf(1, index)).size > 1).length;
        }"""
    )
    words = page.inner_text("#panel-versus p >> nth=0")
    learnt, other = page.evaluate("[1, 0].map(graphName)")
    assert f"leave {learnt} and {other} open alike in {open_effect} effect" in words
    assert re.fullmatch(r"Undirected edges leave .* open alike in this effect\.", page.inner_text("#cared-words"))


def test_what_undirected_edges_leave_open_makes_no_graph_nearer(open_page):
    page = open_page("class", address_part="#graph=1&tab=versus&other=0")
    assert "left open" in page.inner_text("table.versus")
    head = page.inner_text("table.versus thead")
    assert "first nearer ← → second nearer" in head and "cross-fitted" in head


def test_edges_that_only_one_graph_has_right_are_named(open_page):
    page = open_page("proteins", address_part="#graph=0&tab=versus&other=2")
    right = [
        set(page.evaluate("graph => model.learnt[graph].drawn.filter(edge => edge[3] === 'right').map(String)", graph))
        for graph in [0, 2]
    ]
    words = page.inner_text("#panel-versus")
    for one, another, names in [(0, 1, ("pc.csv", "lingam.csv")), (1, 0, ("lingam.csv", "pc.csv"))]:
        count = len(right[one] - right[another])
        assert f"{names[0]} has {count or 'no'} edge{'s' if count > 1 else ''} right that {names[1]} has not" in words


def test_the_other_graph_is_chosen_and_kept_in_the_address(open_page):
    page = open_page("twelve", address_part="#tab=versus")
    page.select_option("#other", "4")
    assert "other=4" in page.evaluate("location.hash") and "graph-5.csv in " in page.inner_text("#panel-versus")
    page.click("[data-pick='4']")
    assert page.evaluate("otherGraph()") != 4


@pytest.mark.parametrize("name", ["twenty", "twelve", "class"])
def test_graphs_are_ranked_by_chosen_effects(open_page, name):
    page = open_page(name)
    page.click("#care summary")
    page.select_option("#care-outcome", "3")
    page.click("#care-add")
    page.select_option("#care-treatment", "1")
    page.select_option("#care-outcome", "2")
    page.click("#care-add")
    count = page.evaluate("model.nodes.length")
    chosen = [treatment * count + 3 for treatment in range(count) if treatment != 3] + [count + 2]
    spans = []
    for graph in range(page.evaluate("model.learnt.length")):
        found = page.evaluate(FOUND, graph)
        spans.append([sum(found[pair][end] for pair in chosen) for end in [0, 1]])
    # Graphs with the same effects have sums that differ by rounding.
    tiers = [1 + sum(high < low - 1e-9 for _, high in spans) for low, _ in spans]
    rows = page.eval_on_selector_all(
        "table.cared tbody tr",
        "rows => rows.map(row => [Number(row.dataset.graph), ...[0, 3].map(at => row.cells[at].textContent)])",
    )
    assert len(rows) == len(spans)
    assert [int(tier) for _, tier, _ in rows] == [tiers[graph] for graph, _, _ in rows]
    assert all(a <= b for a, b in pairwise((tiers[graph], round(spans[graph][1], 9)) for graph, _, _ in rows))
    for graph, _, shown in rows:
        ends = [float(end) for end in shown.split("–")]
        assert all(abs(end - true) <= 0.005001 for end, true in zip([ends[0], ends[-1]], spans[graph]))
    assert f"of {len(chosen)}" in page.inner_text("table.cared")
    assert "Without a test" in page.inner_text("#cared")
    again = open_page(name, address_part=page.evaluate("location.hash"))
    assert again.inner_text("table.cared") == page.inner_text("table.cared")
    page.click("[data-care='1-2']")
    assert f"of {len(chosen) - 1}" in page.inner_text("table.cared")


@pytest.mark.parametrize("name", ["twenty", "twelve"])
def test_one_effect_makes_a_graph_nearest_only_if_intervals_do_not_overlap(open_page, name):
    page = open_page(name)
    found = [page.evaluate(FOUND, graph) for graph in range(page.evaluate("model.learnt.length"))]
    names = page.evaluate("model.learnt.map(({ graph }) => graph.name)")
    count, said = page.evaluate("model.nodes.length"), set()
    for index in page.evaluate("wrongEffects(0).slice(0, 25).map(([index]) => index)"):
        page.evaluate("care => choose({ care })", f"{index // count}-{index % count}")
        better = [[standing(other[index], own[index]) == "better" for other in found] for own in found]
        tiers = page.eval_on_selector_all(
            "table.cared tbody tr", "rows => rows.map(row => [Number(row.dataset.graph), row.cells[0].textContent])"
        )
        assert all(int(tier) == 1 + sum(better[graph]) for graph, tier in tiers)
        words = page.inner_text("#cared-words")
        nearest = [graph for graph in range(len(found)) if sum(row[graph] for row in better) == len(found) - 1]
        assert (" is nearest to the truth in this effect." in words) == bool(nearest), words
        assert not nearest or words.startswith(names[nearest[0]])
        assert "The difference itself is not tested." in page.inner_text("#cared")
        said.add(words.split(" ", 1)[1] if nearest else "open")
    assert "open" in said


def test_a_single_graph_is_not_ranked(open_page):
    page = open_page("superset", address_part="#care=*-*")
    assert page.evaluate("model.learnt.length") == 1
    assert page.locator("#by, #care, table.cared").count() == 0
    assert page.inner_text("table.ranking tbody .tier") == ""
    assert "shown to be better" not in page.inner_text("#choices")
    assert "1 + the number of graphs that are shown to be better" in open_page("twenty").inner_text("#choices")


def test_sums_of_classes_are_bounds_and_counts_of_sid_ranges(open_page):
    page = open_page("class", address_part="#care=*-*")
    words = page.inner_text("#cared")
    assert "no single directed graph need attain them" in words
    counts = page.evaluate(
        """model.learnt.map(({ effects: { sid } }) => [...sid].reduce(([wrong, ever], mark) =>
             [wrong + (mark === "x"), ever + (mark === "x" || mark === "?")], [0, 0]))"""
    )
    shown = page.eval_on_selector_all(
        "table.cared tbody tr", "rows => rows.map(row => [Number(row.dataset.graph), row.cells[4].textContent])"
    )
    assert any(wrong < ever for wrong, ever in counts)
    for graph, text in shown:
        wrong, ever = counts[graph]
        assert text.startswith(f"{wrong} of " if wrong == ever else f"{wrong}–{ever} of ")


def test_effects_that_were_not_asked_for_are_not_ranked(open_page):
    page = open_page("chosen", address_part="#care=2-3")
    assert page.locator("table.cared").count() == 0
