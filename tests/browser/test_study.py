"""The page of a study."""

import csv
import re

import numpy
import pytest
from scipy.stats import spearmanr


def records(pages):
    with open(pages / "study" / "records.csv", newline="") as file:
        return list(csv.DictReader(file))


def test_every_learner_has_its_boxes(open_page, pages):
    page = open_page("study")
    learners = {record["learner"] for record in records(pages)}
    assert page.locator("#distributions figure").count() == 2
    assert page.locator("#distributions rect.box").count() == 2 * len(learners)
    # The paper has graphs of 5 nodes, none of 8.
    assert page.locator("#distributions path.paper").count() == len(learners)
    page.select_option("#metric", "learnt_edges")
    assert page.locator("#distributions path.paper").count() == 0


# Words that leave their drawing.
CLIPPED = """() => Array.from(document.querySelectorAll("figure svg text")).filter((text) => {
  const [own, whole] = [text, text.closest("svg")].map((one) => one.getBoundingClientRect());
  const isInside = own.left >= whole.left - 1 && own.right <= whole.right + 1;
  return !isInside || own.top < whole.top - 1 || own.bottom > whole.bottom + 1;
}).map((text) => text.textContent)"""


@pytest.mark.parametrize("name", ["study", "few"])
def test_titles_of_axes_are_whole(open_page, name):
    page = open_page(name)
    for metric in ["contsid_directed", "crossfit_directed", "sid_upper"]:
        if page.locator(f"#metric option[value={metric}]").count():
            page.select_option("#metric", metric)
            assert page.evaluate(CLIPPED) == [], metric
    page.select_option("#metric", "contsid_directed")
    words = "texts => texts.map(text => text.textContent)"
    titles = page.eval_on_selector_all("#distributions svg text[transform]", words)
    assert titles[:2] == ["contSID from all rows,", "undirected edges dropped"]


def test_equal_values_have_no_error(open_page):
    page = open_page("few")
    said = set()
    for metric in page.eval_on_selector_all("#metric option", "all => all.map(({ value }) => value)"):
        page.select_option("#metric", metric)
        assert not re.search(r"± 0(\.0+)?(?![\d.])", page.inner_text("main")), metric
        said.update(re.findall(r"mean [\d.]+ on each of 4 graphs", page.inner_text("#verdict")))
    assert said


def test_a_single_panel_leaves_no_blank_room(open_page):
    page = open_page("few", width=1440)
    panels = [page.locator(f"#{part} figure").bounding_box() for part in ["distributions", "differences"]]
    assert panels[0]["y"] == panels[1]["y"] and panels[1]["x"] > panels[0]["x"] + panels[0]["width"]
    for part in ["distributions", "differences"]:
        drawing, panel = (page.locator(f"#{part} {own}").bounding_box() for own in ["svg[role=img]", "figure"])
        assert drawing["width"] > 0.9 * panel["width"]


def test_another_number_of_samples_is_not_the_papers(open_page):
    page = open_page("small_study")
    assert page.locator("#distributions rect.box").count() > 0
    assert page.locator("#distributions path.paper").count() == 0
    assert "printed in the paper" not in page.inner_text("main")


def test_seconds_are_those_of_learners_that_found_a_graph(open_page, pages):
    page = open_page("small_study")
    lines = page.eval_on_selector_all(
        "#numbers tbody tr", "rows => rows.map(row => Array.from(row.cells, cell => cell.textContent))"
    )
    with open(pages / "small_study" / "records.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    failed = [row for row in rows if row["status"] == "failed"]
    assert failed, "one learner never finds a graph"
    shown = {cells[1]: cells for cells in lines}
    assert shown["fails"][-2:] == [str(len(failed)), "–"]
    assert shown["pc"][-2] == "0" and shown["pc"][-1] != "–"


def test_rank_correlations_are_those_of_scipy(open_page, pages):
    page = open_page("study")
    rows = [record for record in records(pages) if record["nodes"] == "8"]
    shown = page.eval_on_selector_all(".correlation", "captions => captions.map(caption => caption.textContent)")
    columns = [("shd", "sid_upper"), ("shd", "contsid_directed"), ("sid_upper", "contsid_directed")]
    assert len(shown) == len(columns)
    for text, (x, y) in zip(shown, columns):
        pairs = [(float(row[x]), float(row[y])) for row in rows if row[x] and row[y]]
        expected = spearmanr(*zip(*pairs)).statistic
        assert text == f"Spearman’s ρ = {expected:.2f}, {len(pairs)} graphs".replace("-", "−")


def test_correlations_within_learners_stand_beside_the_pooled_one(open_page, pages):
    page = open_page("study")
    rows = [record for record in records(pages) if record["nodes"] == "8"]
    words = page.inner_text(".within >> nth=0")
    for learner in {row["learner"] for row in rows}:
        pairs = [
            (float(row["shd"]), float(row["sid_upper"]))
            for row in rows
            if row["learner"] == learner and row["shd"] and row["sid_upper"]
        ]
        expected = spearmanr(*zip(*pairs)).statistic
        assert f"{learner} " + f"{expected:.2f}".replace("-", "−") in words


@pytest.mark.parametrize(
    "metric", ["skeleton_precision", "skeleton_recall", "skeleton_f1", "arrow_precision", "arrow_recall", "arrow_f1"]
)
def test_large_shares_are_good(open_page, pages, metric):
    page = open_page("study", address_part=f"#metric={metric}")
    assert page.input_value("#metric") == metric
    assert "large is good" in page.inner_text("#direction") and "small is good" not in page.inner_text("main")
    assert "above zero the first learner is better" in page.inner_text("#difference-words")
    assert "nearer" not in page.inner_text("#differences thead")
    rows = page.eval_on_selector_all(
        "#differences tbody tr", "rows => rows.map(row => Array.from(row.cells, cell => cell.textContent))"
    )
    values = {(row["nodes"], row["learner"], row["graph"]): float(row[metric]) for row in records(pages) if row[metric]}
    for nodes, names, _, first, ties, second in rows:
        one, two = names.replace("\u2068", "").replace("\u2069", "").split(" − ")
        pairs = [
            (value, values[nodes, two, graph])
            for (count, learner, graph), value in values.items()
            if (count, learner) == (nodes, one) and (nodes, two, graph) in values
        ]
        assert [int(first), int(ties), int(second)] == [
            sum(a > b for a, b in pairs),
            sum(a == b for a, b in pairs),
            sum(a < b for a, b in pairs),
        ]
    verdict = page.inner_text("#verdict .headline")
    means = {
        learner: numpy.mean([value for (nodes, name, _), value in values.items() if (nodes, name) == ("5", learner)])
        for learner in {key[1] for key in values}
    }
    best = {learner for learner, mean in means.items() if numpy.isclose(mean, max(means.values()), rtol=1e-12)}
    (named,) = re.match("With 5 nodes choose (.*?): ", verdict).groups()
    assert best <= set(re.split(", | or ", named))


def test_every_term_of_a_study_is_explained(open_page):
    page = open_page("study")
    links = set()
    for metric in ["contsid_directed", "sid_upper", "skeleton_f1", "arrow_recall", "crossfit_upper"]:
        if page.locator(f"#metric option[value={metric}]").count():
            page.select_option("#metric", metric)
            links |= set(page.eval_on_selector_all("a.term", "links => links.map(link => link.getAttribute('href'))"))
    assert {
        "#term-contsid",
        "#term-sid",
        "#term-f1",
        "#term-skeleton",
        "#term-recall",
        "#term-rho",
        "#term-box",
    } <= links
    assert all(page.locator(link).count() == 1 for link in links)
    page.click("#agreement a.term >> nth=0")
    assert page.evaluate("document.activeElement.id") == "term-rho"


def test_small_distances_are_good(open_page):
    page = open_page("study", address_part="#metric=shd")
    assert "small is good" in page.inner_text("#direction")
    assert "first is nearer" in page.inner_text("#differences thead")
    page.select_option("#metric", "learnt_edges")
    assert "neither small nor large" in page.inner_text("#direction") and not page.locator("#verdict").is_visible()


def test_the_study_is_kept_in_the_address(open_page):
    page = open_page("study")
    page.select_option("#metric", "arrow_f1")
    page.select_option("#nodes", "5")
    page.reload()
    assert page.input_value("#metric") == "arrow_f1" and page.input_value("#nodes") == "5"
    page.go_back()
    assert page.input_value("#nodes") == "8"


def test_means_are_those_of_the_records(open_page, pages):
    page = open_page("study")
    page.select_option("#metric", "shd")
    cells = page.eval_on_selector_all(
        "#numbers tbody tr", "rows => rows.map(row => Array.from(row.cells, cell => cell.textContent))"
    )
    for nodes, learner, _, mean, *_ in cells:
        values = [
            float(row["shd"])
            for row in records(pages)
            if row["nodes"] == nodes and row["learner"] == learner and row["shd"]
        ]
        assert abs(float(mean) - numpy.mean(values)) < 0.005
