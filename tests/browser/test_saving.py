"""Figures and data that are saved from the page of a comparison."""

import csv
import io
import re

import numpy
import pytest
import pyvips
from reading import order_of


def saved(page, menu, kind):
    page.click(f"#save-{menu} summary")
    with page.expect_download() as found:
        page.click(f"#save-{menu} [data-save={kind}]")
    page.click(f"#save-{menu} summary")
    with open(found.value.path(), "rb") as file:
        return file.read()


FIGURES = [
    ("ranking", "", ["contSID from all rows"]),
    ("graph", "#pair=0,1", ["right", "treatment"]),
    ("fixes", "", ["makes contSID smaller"]),
    ("effects", "#tab=effects", ["d, cross-fitted", "from all rows"]),
    ("effects", "#tab=effects&list=matrix", ["Rows are treatments", "wrong for SID"]),
    ("densities", "#tab=effect", ["truth", "learnt", "observed"]),
]
# Every attribute of a saved drawing: those that all programs know since SVG 1.1.
PLAIN = """xmlns viewBox width height x y x1 x2 y1 y2 cx cy r rx d transform font-family font-size font-weight
text-anchor opacity fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap
stroke-linejoin"""


def check_drawing(drawing, legend):
    """A drawing says all with plain attributes, and librsvg draws neither a black nor a blank picture of it."""
    words = re.sub("<title>.*?</title>", "", drawing, flags=re.DOTALL)
    tags = re.findall(r"<\w[^>]*>", words)
    assert set(re.findall(r"([\w:-]+)=\"", " ".join(tags))) <= set(PLAIN.split())
    assert "var(" not in drawing and "\u2068" not in drawing
    assert all(entry in re.sub("<[^>]*>", "", words) for entry in legend)
    picture = pyvips.Image.svgload_buffer(drawing.encode()).flatten(background=[255, 0, 255]).numpy()
    colours, counts = numpy.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
    common = colours[counts.argmax()]
    assert len(colours) > 20 and counts.max() < 0.995 * counts.sum()
    assert not (colours == [255, 0, 255]).all(axis=1).any(), "the background covers the whole"
    return common


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("menu, part, legend", FIGURES)
def test_saved_drawings_open_in_other_programs(open_page, menu, part, legend, scheme):
    page = open_page("twenty", address_part=part, color_scheme=scheme)
    common = check_drawing(saved(page, menu, "svg").decode(), legend)
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    if menu != "effects":
        assert f"rgb({', '.join(map(str, common))})" == paper


@pytest.mark.parametrize(
    "name, menu, legend",
    [
        ("judged", "skills-figure", ["skill with its 95 % interval", "ceiling"]),
        ("judged", "predictions", ["observed in the experiment", "predicted by right"]),
        ("falsified", "p-values", ["p below α = 0.05", "flat: what a true graph has"]),
        ("falsified", "permuted", ["permuted labels", "this graph: "]),
        ("falsified", "graph-figure", ["edge"]),
        ("hidden", "graph-figure", ["as in the truth’s PAG"]),
        ("eight", "graph", ["was set"]),
        ("study", "distributions-contsid_directed-5-nodes", ["box: quartiles"]),
        ("study", "agreement-8-nodes-1", ["pc", "ges"]),
    ],
)
def test_saved_drawings_of_other_pages_open_too(open_page, name, menu, legend):
    page = open_page(name)
    found = page.eval_on_selector_all("details.save", "menus => menus.map(menu => menu.id)")
    assert f"save-{menu}" in found
    check_drawing(saved(page, menu, "svg").decode(), legend)


@pytest.mark.parametrize(
    "name, menu, title",
    [
        ("study", "distributions-contsid_directed-5-nodes", "contSID from all rows, undirected edges dropped; 5 nodes"),
        ("study", "differences-contsid_directed-8-nodes", "Differences of contSID from all rows"),
        ("study", "agreement-8-nodes-1", "8 nodes: Spearman’s ρ = "),
        ("falsified", "p-values", "p-values against the flat line: chain.dot"),
        ("falsified", "permuted", "Violations against random labels: chain.dot"),
        ("judged", "predictions", "right: "),
        ("eight", "predictions", "chain.dot: "),
        ("twenty", "densities", "V"),
    ],
)
def test_saved_drawings_have_titles_that_no_legend_exceeds(open_page, name, menu, title):
    part = "#tab=effect" if menu == "densities" else ""
    drawing = saved(open_page(name, address_part=part), menu, "svg").decode()
    texts = re.findall(r'<text[^>]*font-size="([\d.]+)"[^>]*>([^<]+)<', drawing)
    assert texts[0][1].startswith(title)
    assert all(float(size) <= float(texts[0][0]) for size, _ in texts)


def test_names_from_right_to_left_stay_isolated_in_saved_drawings(open_page):
    drawing = saved(open_page("scripts"), "graph", "svg").decode()
    assert "\u2068الجرعة\u2069" in drawing and "\u2068age\u2069" not in drawing


# The words of a saved drawing that leave its edges, and those that cover each other.
MISPLACED = """drawing => {
  document.body.innerHTML = drawing;
  const box = document.querySelector("svg").getBoundingClientRect();
  const texts = Array.from(document.querySelectorAll("svg text"));
  const words = texts.map(text => [text.textContent, text.getBoundingClientRect()]);
  const isOutside = ([, { left, right }]) => left < box.left || right > box.right;
  const covers = (a, b) => a.left < b.right && b.left < a.right && a.top + 4 < b.bottom && b.top + 4 < a.bottom;
  const meets = ([, own], at) => words.some(([, other], k) => k > at && covers(own, other));
  return [words.filter(isOutside), words.filter(meets)].map(found => found.map(([text]) => text));
}"""


@pytest.mark.parametrize("menu, part, legend", FIGURES)
def test_long_names_are_whole_in_saved_drawings(open_page, menu, part, legend):
    page = open_page("long", address_part=part.replace("pair=0,1", "graph=0"))
    drawing = saved(page, menu, "svg").decode()
    outside, covered = open_page("equal").evaluate(MISPLACED, drawing)
    assert outside == [] and covered == []


@pytest.mark.parametrize("part", ["#pair=0,1", "#tab=effects&list=matrix"])
def test_legends_of_large_drawings_are_as_large(open_page, part):
    menu = "graph" if "pair" in part else "effects"
    drawing = saved(open_page("hundred", address_part=part), menu, "svg").decode()
    width = float(re.search(r'width="([\d.]+)"', drawing)[1])
    sizes = {words: float(size) for size, words in re.findall(r'<text[^>]*font-size="([\d.]+)"[^>]*>([^<]+)<', drawing)}
    for entry in ["treatment", "both do"] if menu == "graph" else ["Rows are treatments, columns outcomes."]:
        assert sizes[entry] >= 13 * width / 1000
    if menu == "graph":
        # Only edges of the graph itself are faded where an effect is chosen.
        legend = drawing[drawing.index("scale(") :]
        assert "stroke-opacity" in drawing and "stroke-opacity" not in legend.split("treatment")[0]


@pytest.mark.parametrize("menu, part, legend", FIGURES)
def test_every_figure_is_saved(open_page, menu, part, legend):
    page = open_page("twenty", address_part=part)
    picture = saved(page, menu, "png")
    assert picture.startswith(b"\x89PNG") and len(picture) > 2000
    rows = list(csv.reader(io.StringIO(saved(page, menu, "csv").decode())))
    assert len(rows) > 2 and len({len(row) for row in rows}) == 1


def test_saved_rows_are_those_of_the_page(open_page):
    page = open_page("twenty")
    rows = list(csv.DictReader(io.StringIO(saved(page, "ranking", "csv").decode())))
    assert [row["graph"] for row in rows] == order_of(page)
    assert all(
        float(row["crossfit_interval_lower"]) <= float(row["crossfit_lower"]) <= float(row["crossfit_interval_upper"])
        for row in rows
    )
