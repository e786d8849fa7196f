"""The graph of differences."""

import re


def test_an_edge_tells_what_it_is_and_what_fixing_it_does(open_page):
    page = open_page("proteins", address_part="#graph=2")
    found = page.evaluate(
        """() => Array.from(document.querySelectorAll(".graph-drawing .link:not(.mark-right) .edge"), (edge) => {
             const point = edge.getPointAtLength(edge.getTotalLength() / 2).matrixTransform(edge.getScreenCTM());
             return [point.x, point.y, wordsOf(edge.parentNode)];
           })"""
    )
    assert found
    done = r": (missing|extra|reversed).*\. (add|remove|reverse to) .*: (contSID [−+<>\d]|not alone)"
    assert all(re.search(done, words) for _, _, words in found)
    x, y, _ = found[0]
    page.mouse.move(x, y)
    assert page.inner_text("#tip") in [words for _, _, words in found]


def test_the_switch_shows_the_truth_the_learnt_graph_or_both(open_page):
    page = open_page("twenty")
    kinds = """links => Array.from(new Set(links.map(link =>
      Array.from(link.classList).find(name => name.startsWith("mark-"))))).sort()"""
    assert "mark-missing" in page.eval_on_selector_all("#graph .link", kinds)
    page.click("[data-view='truth']")
    assert page.eval_on_selector_all("svg.graph-drawing .link", kinds) == ["mark-right"]
    assert page.locator("svg.graph-drawing .link").count() == page.evaluate("model.truth.edges.length")
    page.click("[data-view='learnt']")
    assert "mark-missing" not in page.eval_on_selector_all("svg.graph-drawing .link", kinds)
    assert page.locator("svg.graph-drawing .link").count() == page.evaluate(
        "model.learnt[state.graph].graph.edges.length"
    )


def test_kinds_of_mistakes_are_filtered(open_page):
    page = open_page("twenty")
    shown = page.locator("svg.graph-drawing .mark-right").count()
    assert shown > 0
    page.click(".kind[data-mark='right']")
    assert page.locator("svg.graph-drawing .mark-right").count() == 0
    assert page.get_attribute(".kind[data-mark='right']", "aria-pressed") == "false"
    page.click(".kind[data-mark='right']")
    assert page.locator("svg.graph-drawing .mark-right").count() == shown


def test_a_node_is_found(open_page):
    page = open_page("fifty")
    page.fill("#node-search", "V17")
    assert page.locator("svg.graph-drawing .node.treatment").get_attribute("data-node") == "16"
    assert page.evaluate("document.activeElement.id") == "node-search"
    page.keyboard.press("Escape")
    assert page.locator("svg.lit").count() == 0


def test_zoom_and_pan(open_page):
    page = open_page("fifty")
    moved = "document.querySelector('.zoomed').getAttribute('transform')"
    start = page.evaluate(moved)
    for _ in range(3):
        page.click("[aria-label='zoom in']")
    zoomed = page.evaluate(moved)
    assert zoomed != start and float(re.search(r"scale\(([\d.]+)\)", zoomed).group(1)) > 2
    box = page.locator(".canvas").bounding_box()
    page.mouse.move(box["x"] + 6, box["y"] + 6)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60)
    page.mouse.up()
    page.click("[aria-label='fit the whole graph']")
    assert page.evaluate(moved) == start


def test_the_adjustment_sets_are_those_of_the_distance(open_page):
    page = open_page("optimal", address_part="#tab=effect&pair=1,2")
    truth, learnt = page.inner_text("#captions").split("\n\n")
    assert truth == "Truth: the directed paths are lit; adjusts for V1 (the optimal set)."
    assert learnt == "Learnt: no directed path."
    assert page.locator("svg.graph-drawing .node.adjusted-truth").get_attribute("data-node") == "0"
    assert page.locator("svg.graph-drawing .node.adjusted-learnt").count() == 0
    page.click("#tab-effects")
    words = page.inner_text("#panel-effects")
    assert "not divided by anything" in words and "norm." not in words


def test_a_parent_of_the_treatment_is_not_adjusted_for_as_outcome(open_page):
    page = open_page("demo", address_part="#tab=effect&pair=2,0")
    assert "Truth: no directed path; V1 is a parent, and stays as it is." in page.inner_text("#captions")
    assert page.locator("svg.graph-drawing .node.adjusted-truth").count() == 0
