"""Two learnt graphs side by side, and graphs by the effects that the reader chooses."""

import pytest

# d of every effect of a graph, from all rows.
DISTANCES = """graph => {
  const found = new Array(model.nodes.length ** 2).fill(0);
  for (const [index, , upper] of model.learnt[graph].effects.wrong) found[index] = upper;
  return found;
}"""


def test_two_graphs_stand_side_by_side(open_page):
    page = open_page("twenty", address_part="#graph=0&tab=versus&other=2")
    own, other = (page.evaluate(DISTANCES, graph) for graph in [0, 2])
    better = sum(a < b for a, b in zip(own, other))
    worse = sum(a > b for a, b in zip(own, other))
    words = page.inner_text("#panel-versus")
    assert f"first.csv is nearer to the truth in {better} effects, third.csv in {worse}." in words
    rows = page.eval_on_selector_all(
        "table.versus tbody tr", "rows => rows.map(row => [Number(row.dataset.pair), row.cells[1].textContent])"
    )
    gaps = sorted((abs(a - b) for a, b in zip(own, other)), reverse=True)
    assert [abs(own[pair] - other[pair]) for pair, _ in rows] == gaps[: len(rows)]
    page.click("table.versus .pick >> nth=0")
    assert page.evaluate("indexOf(state.pair)") == rows[0][0]


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


@pytest.mark.parametrize("name", ["twenty", "twelve"])
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
    sums = page.evaluate(
        """pairs => model.learnt.map(({ effects }) => effects.wrong.filter(([index]) => pairs.includes(index))
             .reduce((sum, [, , , , crossfit]) => sum + (crossfit?.[0] ?? 0), 0))""",
        chosen,
    )
    rows = page.eval_on_selector_all(
        "table.cared tbody tr", "rows => rows.map(row => [Number(row.dataset.graph), Number(row.cells[2].textContent)])"
    )
    # Graphs with the same effects have sums that differ by rounding.
    ordered = [round(sums[graph], 9) for graph, _ in rows]
    assert len(rows) == len(sums) and ordered == sorted(ordered)
    assert all(abs(shown - sums[graph]) <= 0.005001 for graph, shown in rows)
    assert f"of {len(chosen)}" in page.inner_text("table.cared")
    again = open_page(name, address_part=page.evaluate("location.hash"))
    assert again.inner_text("table.cared") == page.inner_text("table.cared")
    page.click("[data-care='1-2']")
    assert f"of {len(chosen) - 1}" in page.inner_text("table.cared")


def test_effects_that_were_not_asked_for_are_not_ranked(open_page):
    page = open_page("chosen", address_part="#care=2-3")
    assert page.locator("table.cared").count() == 0
