"""The pages on paper: A4, upright."""

import re

import pytest

# A4 without its margins, in CSS pixels.
WIDTH = int((210 - 2 * 13) / 25.4 * 96)

OUTSIDE = """() => Array.from(document.querySelectorAll("main *")).filter((element) => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.right > window.innerWidth + 1;
}).map((element) => element.tagName + "." + element.getAttribute("class"))"""

CUT = """() => Array.from(document.querySelectorAll(".panel svg")).filter((drawing) => {
  const box = drawing.getBoundingClientRect(), panel = drawing.closest(".panel").getBoundingClientRect();
  return box.right > panel.right + 1 || box.left < panel.left - 1 || box.bottom > panel.bottom + 1;
}).length"""


def on_paper(page):
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    return page


def sheets(page):
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4", prefer_css_page_size=True)))


@pytest.mark.parametrize("name", ["demo", "twenty", "fifty", "class", "categories", "study", "judged"])
def test_nothing_is_cut(open_page, name):
    page = on_paper(open_page(name, width=WIDTH, color_scheme="dark"))
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(CUT) == 0


@pytest.mark.parametrize("name", ["demo", "study", "judged"])
def test_paper_is_white(open_page, name):
    page = on_paper(open_page(name, color_scheme="dark"))
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("name", ["demo", "twenty", "study", "judged"])
def test_nothing_is_to_be_pressed(open_page, name):
    page = on_paper(open_page(name))
    # Names of rows and kinds of edges are buttons on a screen, and text on paper.
    assert page.locator("button:visible:not(.pick, .kind, thead button), select:visible, input:visible").count() == 0
    words = page.inner_text("main")
    assert "Choose two nodes" not in words and "Sort by" not in words


@pytest.mark.parametrize("name", ["twenty", "judged"])
def test_closed_relations_are_not_on_paper(open_page, name):
    page = open_page(name)
    assert not on_paper(page).locator("#relations").is_visible()
    page.emulate_media(media="screen")
    page.click("#relations > summary")
    assert on_paper(page).locator("#relations").is_visible()


def test_paper_shows_the_chosen_graph_and_all_tabs(open_page):
    page = on_paper(open_page("twenty", address_part="#graph=2"))
    assert page.inner_text(".workspace h2") == "third.csv against the truth"
    for panel in ["fixes", "effects", "effect"]:
        assert page.locator(f"#panel-{panel}").is_visible(), panel
    assert page.locator("#panel-effect figure").count() > 0
    assert page.locator("#advice").is_visible()


def test_paper_shows_every_distance_and_the_bars(open_page):
    page = on_paper(open_page("twenty", width=WIDTH))
    hidden = "cells => cells.filter(cell => getComputedStyle(cell).display === 'none').length"
    assert page.eval_on_selector_all("table.ranking th, table.ranking td", hidden) == 0
    assert page.locator("table.fixes .bar").first.is_visible() and page.locator("table.effects .bar").first.is_visible()
    # Of nodes that are not chosen the legend says nothing.
    assert not page.locator("#graph > .legend").is_visible()
    chosen = on_paper(open_page("twenty", width=WIDTH, address_part="#pair=0,1"))
    assert chosen.locator("#graph > .legend").is_visible()


@pytest.mark.parametrize("name, most", [("demo", 2), ("twenty", 3), ("fifty", 5), ("study", 3), ("judged", 3)])
def test_few_sheets(open_page, name, most):
    assert 1 <= sheets(open_page(name)) <= most
