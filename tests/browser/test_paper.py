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


@pytest.mark.parametrize("name", ["demo", "twenty", "fifty", "class", "categories", "study"])
def test_nothing_is_cut(open_page, name):
    page = on_paper(open_page(name, width=WIDTH, color_scheme="dark"))
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(CUT) == 0


@pytest.mark.parametrize("name", ["demo", "study"])
def test_paper_is_white(open_page, name):
    page = on_paper(open_page(name, color_scheme="dark"))
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("name", ["demo", "twenty", "study"])
def test_nothing_is_to_be_pressed(open_page, name):
    page = on_paper(open_page(name))
    assert page.locator("button:visible, select:visible").count() == 0
    words = page.inner_text("main")
    assert "Choose a cell" not in words and "Point at a pair" not in words


def test_paper_says_which_graph_it_shows(open_page):
    page = open_page("twenty")
    note = page.locator(".only-print")
    assert not note.is_visible()
    page.click("#ranking [role=tab]:has-text('third.csv')")
    on_paper(page)
    assert note.is_visible() and "about third.csv" in note.inner_text()


def test_graphs_stand_side_by_side_where_they_fit(open_page):
    def corners(name):
        page = on_paper(open_page(name, width=WIDTH))
        return [page.locator(f"#{graph}-graph").bounding_box() for graph in ("truth", "learnt")]

    truth, learnt = corners("twenty")
    assert truth["y"] == learnt["y"] and truth["x"] + truth["width"] < learnt["x"]
    truth, learnt = corners("fifty")
    assert truth["x"] == learnt["x"] and truth["y"] + truth["height"] < learnt["y"]


@pytest.mark.parametrize("name, most", [("demo", 2), ("twenty", 3), ("fifty", 5), ("study", 3)])
def test_few_sheets(open_page, name, most):
    assert 1 <= sheets(open_page(name)) <= most
