"""The graph of differences."""

import re

import pytest


def test_an_edge_tells_what_it_is_and_what_fixing_it_does(open_page):
    page = open_page("proteins", address_part="#graph=2")
    page.locator("svg.graph-drawing").scroll_into_view_if_needed()
    found = page.evaluate(
        """() => Array.from(document.querySelectorAll(".graph-drawing .link:not(.mark-right) .edge"), (edge) => {
             const point = edge.getPointAtLength(edge.getTotalLength() / 2).matrixTransform(edge.getScreenCTM());
             return [point.x, point.y, wordsOf(edge.parentNode)];
           })"""
    )
    assert found
    done = r": (missing|extra|reversed).*\. (add|remove|reverse to) .*: (contSID [−+<≈>\d]|not alone)"
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
    page.fill("#node-search", "no node has this name")
    assert page.inner_text("#no-node") == "no such node"
    page.fill("#node-search", "V1")
    assert page.inner_text("#no-node") == ""


# Where a node is drawn, where its canvas is, and how high its letters are.
SEEN = """node => {
  const [box, canvas] = [`[data-node="${node}"]`, ".canvas"].map(part => {
    const { left, right, top, bottom } = document.querySelector(`.canvas ${part}, ${part}`).getBoundingClientRect();
    return { left, right, top, bottom };
  });
  const text = document.querySelector(`.canvas [data-node="${node}"] text`);
  return { box, canvas, letters: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a };
}"""


def is_inside(box, frame):
    return (
        frame["left"] - 1 <= box["left"]
        and box["right"] <= frame["right"] + 1
        and frame["top"] - 1 <= box["top"]
        and box["bottom"] <= frame["bottom"] + 1
    )


@pytest.mark.parametrize("name", ["fifty", "hundred"])
@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
def test_search_scrolls_and_zooms_to_the_node(open_page, name, width, height):
    page = open_page(name, width=width, height=height)
    page.click("[aria-label='fit the whole graph']")
    for node in [6, 16, 47]:
        page.fill("#node-search", f"V{node + 1}")
        seen = page.evaluate(SEEN, node)
        assert is_inside(seen["box"], seen["canvas"]) and seen["letters"] >= 10.5, node
        assert is_inside(seen["box"], {"left": 0, "top": 0, "right": width, "bottom": height})


@pytest.mark.parametrize("name", ["fifty", "hundred"])
@pytest.mark.parametrize("width, height", [(1440, 900), (1024, 768), (390, 844)])
def test_large_graphs_begin_with_their_largest_mistakes(open_page, name, width, height):
    page = open_page(name, width=width, height=height)
    for graph in [0, 1]:
        page.click(f"[data-pick='{graph}']")
        fixed = page.evaluate("chosenGraph().fixes.rows.slice(0, 6).map(({ edge }) => edge.slice(0, 2))")
        nodes = [[page.evaluate(SEEN, node) for node in edge] for edge in fixed]
        # Nodes that are far apart are not read together on a phone.
        together = all if width > 1000 else any
        assert any(together(is_inside(seen["box"], seen["canvas"]) for seen in edge) for edge in nodes)
        lettered = nodes[0][0]["letters"]
        assert lettered >= 10.5
    page.click("[aria-label='fit the whole graph']")
    for node in [0, 20, 49]:
        seen = page.evaluate(SEEN, node)
        assert is_inside(seen["box"], seen["canvas"])
    page.click("[aria-label='show the largest mistakes']")
    assert page.evaluate(SEEN, node)["letters"] == lettered


@pytest.mark.parametrize("name", ["twenty", "fifty", "hundred"])
@pytest.mark.parametrize("width, height", [(1440, 900), (1024, 768), (390, 844)])
def test_the_canvas_is_filled(open_page, name, width, height):
    page = open_page(name, width=width, height=height)
    page.click("[aria-label='fit the whole graph']")
    canvas, drawing = (page.locator(part).bounding_box() for part in [".canvas", ".zoomed"])
    assert drawing["width"] * drawing["height"] >= 0.75 * canvas["width"] * canvas["height"]


def test_what_is_chosen_comes_into_view(open_page):
    page = open_page("hundred")
    for fix in [7, 13, 19]:
        page.click(f"[data-fix='{fix}']")
        for node in page.evaluate("fix => chosenGraph().fixes.rows[fix].edge.slice(0, 2)", fix):
            seen = page.evaluate(SEEN, node)
            assert is_inside(seen["box"], seen["canvas"]), fix
    page.focus(".node[tabindex='0']")
    for key in ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight"]:
        page.keyboard.press(key)
        seen = page.evaluate(SEEN, page.evaluate("document.activeElement.dataset.node"))
        assert is_inside(seen["box"], seen["canvas"])


def test_zoom_and_pan(open_page):
    page = open_page("fifty")
    page.click("[aria-label='fit the whole graph']")
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
