"""The pages without a mouse, with a screen reader, and with the user's own colours."""

import pytest
from axe_playwright_python.sync_playwright import Axe

PARTS = ["", "#tab=effects", "#tab=effects&list=matrix", "#tab=effect", "#tab=versus&care=*-1"]


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    "name", ["demo", "twenty", "class", "scripts", "superset", "rows", "study", "judged", "hidden", "falsified"]
)
def test_axe_finds_nothing(open_page, name, width, scheme):
    for part in PARTS if name not in ("study", "judged", "hidden", "falsified") else [""]:
        page = open_page(name, width=width, height=844, color_scheme=scheme, address_part=part)
        assert violations(page) == [], part


def test_tabs_by_arrow_keys(open_page):
    page = open_page("twenty")
    page.focus("#tab-fixes")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-effects"
    assert page.locator("#panel-effects").is_visible() and not page.locator("#panel-fixes").is_visible()
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.id") == "tab-versus"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-fixes"
    stops = page.eval_on_selector_all("[role=tab]", "tabs => tabs.map(tab => tab.tabIndex)")
    assert sorted(stops) == [-1, -1, -1, 0]


@pytest.mark.parametrize("name, first", [("twelve", "by"), ("judged", "save-skills-figure"), ("study", "metric")])
def test_the_first_stop_of_the_keyboard_leads_past_the_verdict(open_page, name, first):
    page = open_page(name)
    page.keyboard.press("Tab")
    assert page.inner_text(":focus") == "Skip to what can be chosen" and page.locator(":focus").is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[id]').id") == first
    assert page.evaluate("location.hash") == ""


def test_focus_stays_where_it_is(open_page):
    page = open_page("twenty")
    for selector in [
        "[data-pick='1']",
        "[data-fix='2']",
        "[data-view='truth']",
        ".kind[data-mark='right']",
        "th button[data-by='shd']",
    ]:
        page.focus(selector)
        page.keyboard.press("Enter")
        assert page.evaluate("selector => document.activeElement.matches(selector)", selector), selector


def test_nodes_are_walked_and_chosen(open_page):
    page = open_page("twenty")
    assert page.locator(".node[tabindex='0']").count() == 1
    page.focus(".node[tabindex='0']")
    first = page.evaluate("document.activeElement.dataset.node")
    for key in ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]:
        page.keyboard.press(key)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    chosen = page.evaluate("state.node")
    assert chosen is not None
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("Number(document.activeElement.dataset.node)")
    page.keyboard.press("Enter")
    assert page.evaluate("state.pair") == [chosen, second] and first is not None
    assert page.evaluate("state.tab") == "effect"


def test_escape_chooses_nothing(open_page):
    page = open_page("twenty", address_part="#fix=1")
    assert page.locator("svg.lit").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("svg.lit").count() == 0
    assert page.evaluate("state.fix") is None


def test_nodes_have_names(open_page):
    page = open_page("hostile")
    labels = page.eval_on_selector_all(
        "svg.graph-drawing .node", "nodes => nodes.map(node => node.getAttribute('aria-label'))"
    )
    assert labels == page.evaluate("model.nodes")


def test_forced_colours_keep_bars_and_heatmap(open_page):
    page = open_page("twenty", forced_colors="active", address_part="#tab=effects&list=matrix")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    colours = page.evaluate(
        """(() => { const canvas = document.querySelector("canvas"), found = new Set();
           const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
           for (let k = 0; k < pixels.length; k += 4) found.add(pixels[k] + "," + pixels[k + 1] + "," + pixels[k + 2]);
           return found.size })()"""
    )
    assert colours > 8
    page.click("#tab-fixes")
    fills = page.eval_on_selector_all(
        "table.fixes .bar",
        "bars => bars.map(bar => [getComputedStyle(bar).fill, getComputedStyle(bar).forcedColorAdjust])",
    )
    assert fills and all(kept == "none" and fill != "none" for fill, kept in fills)
