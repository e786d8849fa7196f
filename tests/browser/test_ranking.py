"""The verdict and the ranking of a comparison."""

import re

import pytest
from reading import order_of


def test_the_verdict_comes_first(open_page):
    page = open_page("demo", width=1440, height=900)
    words = page.inner_text("#verdict")
    assert words.startswith("Choose G2: contSID ")
    assert re.search(r"G3 is 0\.\d+ ± 0\.\d+ farther from the truth than G2 \(p < 0\.001\)\.", words)
    assert "From all rows contSID of G2 lies above its interval: noise counts as distance." in words
    assert re.search(r"No single fix makes contSID \(0\.000 ± 0\.\d+\) clearly smaller\.", words)
    assert "V3 = 10 V1 + V2 + noise" in page.inner_text("main")
    assert "--html" in page.inner_text("#command")


@pytest.mark.parametrize(
    "name", ["demo", "twenty", "fifty", "hundred", "twelve", "class", "proteins", "rows", "scripts"]
)
@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
def test_the_verdict_is_on_the_first_screen(open_page, name, width, height):
    page = open_page(name, width=width, height=height)
    box = page.locator("#verdict").bounding_box()
    assert box["y"] + box["height"] <= height
    if width > 1000:
        ranking = page.locator("table.ranking").bounding_box()
        assert ranking["y"] + ranking["height"] <= height


def test_equal_graphs_share_a_tier(open_page):
    page = open_page("twelve")
    tiers = dict(
        page.eval_on_selector_all(
            "table.ranking tbody tr", "rows => rows.map(row => [row.cells[1].textContent, row.cells[0].textContent])"
        )
    )
    assert tiers["graph-11.csv"] == tiers["graph-12.csv"] and "1" in tiers.values()


def test_common_directories_are_dropped(open_page):
    page = open_page("twelve")
    assert "results" not in page.inner_text("table.ranking") and "results" not in page.inner_text("h1")
    page.hover("table.ranking tbody tr:first-child .name")
    assert "results/run-7/" in page.inner_text("#tip")


def test_the_ranking_is_sorted_by_any_distance(open_page):
    page = open_page("twelve")
    for key in page.eval_on_selector_all("#by option", "options => options.map(option => option.value)"):
        page.select_option("#by", key)
        values = page.evaluate("key => measureOf(key).order.map(graph => measureOf(key).rows[graph].tier)", key)
        assert values == sorted(values)
        names = page.evaluate("key => measureOf(key).order.map(graphName)", key)
        assert order_of(page) == names
        assert page.locator("th[aria-sort=ascending] button").get_attribute("data-by") == key
    page.click("th button[data-by=sid]")
    assert page.input_value("#by") == "sid"


def test_intervals_are_drawn(open_page):
    page = open_page("twenty")
    assert page.locator("table.ranking tbody .whisker").count() == 3 * 3
    assert page.locator("table.ranking tbody .crossfit-point").count() == 3
    assert "±" in page.inner_text("table.ranking tbody")


def middle(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_ranking_tells_number_interval_and_words(open_page):
    page = open_page("twenty")
    page.mouse.move(*middle(page, "tr[data-graph='1'] .plot"))
    words = page.inner_text("#tip")
    assert re.search(r"second\.csv.: contSID \d.* ± .*; 95 % interval .* to .*; tier \d\. ", words)
    page.mouse.move(*middle(page, "tr[data-graph='1'] td:last-child"))
    assert "SHD" in page.inner_text("#tip") and "Edges that differ" in page.inner_text("#tip")
    page.mouse.move(2, 2)
    assert not page.locator("#tip").is_visible()


def test_undirected_edges_have_bounds(open_page):
    page = open_page("class")
    page.click("[data-pick='1']")
    assert page.locator("svg.graph-drawing .undirected-line").count() > 0
    assert re.search(r"± \d.* to \d", page.inner_text("table.ranking tr.chosen td.by"))
    assert page.locator("table.ranking tr.chosen .band").count() > 0
    assert "cross-fitted bounds with their 95 % interval" in page.inner_text("#ranking .legend")
    page.click("#tab-effect")
    assert "d between" in page.inner_text("#panel-effect h3")
    assert "one directed graph that they allow" in page.inner_text("#panel-effect")


def test_a_graph_at_the_bound_of_another_is_said_to_be_there(open_page):
    words = open_page("bound").inner_text("#verdict")
    at_best = "first.csv is at best as near to the truth as class"
    assert words.startswith(
        f"Choose class or first.csv: {at_best}, and undirected edges leave open whether it is farther"
    )


def test_lines_do_not_end_within_a_number(open_page):
    page = open_page("class", width=390, height=844)
    together = page.eval_on_selector_all(
        "#verdict .unbroken, #verdict .term",
        "parts => parts.map(part => [part.textContent, part.getClientRects().length])",
    )
    assert any("±" in words for words, _ in together)
    assert all(lines == 1 for _, lines in together)


def test_random_graphs_are_a_grey_band(open_page):
    page = open_page("demo", address_part="#by=sid")
    bands = page.locator("table.ranking .chance")
    assert bands.count() == page.locator("table.ranking tbody tr").count() == 2
    assert "90 % of random graphs" in page.inner_text("#choices .legend")
    words = page.evaluate("model.measures.find(({ key }) => key === 'sid').rows[0].words")
    found = re.search(r"Of random graphs with as many edges 90 % have <?(\d+)(–(\d+))?; [\d.]+ % are", words)
    low, high = int(found[1]), int(found[3] or found[1])
    # One edge among three nodes: at worst each of the six effects is wrong.
    assert 0 <= low <= high <= 6
    ends = page.evaluate("model.measures.find(({ key }) => key === 'sid').rows[0].chance")
    # The axis reaches at most 2.6 times as far as the learnt graphs, whose SID is 1.
    assert abs(ends[0] - low) <= 0.5 and abs(ends[1] - min(high, 2.6)) <= 0.5
    assert page.locator("#term-random").count() == 1
    # By contSID random graphs are compared only on request.
    assert open_page("demo").locator("table.ranking .chance").count() == 0
    # Without a band nothing explains it.
    assert open_page("twenty").locator("#term-random, .chance").count() == 0


def test_one_graph_is_not_said_to_differ_if_it_may_not(open_page):
    words = open_page("chosen").inner_text("#verdict")
    assert re.match(r"first\.csv is not shown to imply other effects than the truth: contSID 0\.\d+ ± 0\.\d+\.", words)
    assert (
        open_page("equal")
        .inner_text("#verdict")
        .startswith("first.csv implies the same effects as the truth: contSID 0.")
    )
