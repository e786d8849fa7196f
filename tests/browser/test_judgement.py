"""The page of graphs judged by experiments."""

import os
import random
import re
import subprocess

import pytest
from conftest import ROOT


def test_the_verdict_comes_first(open_page):
    for width, height in [(1440, 900), (390, 844)]:
        page = open_page("judged", width=width, height=height)
        words = page.inner_text("#verdict")
        assert re.match(r"Choose right: skill \d\.\d\d ± \d\.\d\d\.", words)
        # The two cannot be told apart, so either may come first.
        assert re.search(r"(reversed and forgetful|forgetful and reversed) are worse than right", words)
        box = page.locator("#verdict").bounding_box()
        assert box["y"] + box["height"] <= height


def test_skills_outcomes_and_densities(open_page):
    page = open_page("judged")
    assert page.inner_text("table.ranking tbody tr:first-child .name") == "right"
    assert page.locator("table.ranking tbody .crossfit-point").count() == 3
    assert page.locator("table.ranking tbody .whisker").count() == 3 * 3
    assert page.locator("#panel figure").count() == 3
    assert page.locator(".outcomes tbody tr").count() == 3
    page.click("table.ranking tr:has-text('reversed') .pick")
    another = page.evaluate("model.experiments.find((_, experiment) => experiment !== state.experiment).label")
    page.get_by_role("tab", name=another).click()
    assert f"reversed: what it predicted when {another} was set" in page.inner_text("#chosen")
    assert page.locator("#panel figure", has_text="as before").count() >= 1
    address = page.evaluate("location.hash")
    again = open_page("judged", address_part=address)
    assert again.inner_text("#chosen") == page.inner_text("#chosen")
    page.go_back()
    assert f"{another} was set" not in page.inner_text("#chosen")


def test_what_stands_in_the_table_of_skills_is_explained(open_page):
    page = open_page("eight")
    assert page.inner_text("h1") == "Graphs judged by experiments on raf, mek, plcg, pip2, pip3, erk, akt and pka"
    assert "–" in page.locator("table.skills tbody td").all_inner_texts()
    words = page.inner_text("#choices")
    assert "–: nothing in this experiment differs clearly from the observational rows" in words
    assert "The number before a graph: 1 + the number of graphs that are shown to be better." in words
    assert "40 rows in each experiment" in words and "contSID" not in page.inner_text("#terms")
    page = open_page("judged")
    assert page.inner_text("h1").endswith("on enzyme and heat") and "–:" not in page.inner_text("#choices")
    assert "standard error" in page.inner_text("#term-se + dd")


@pytest.mark.parametrize("width", [1024, 1440])
def test_the_drawing_and_the_distributions_stand_side_by_side(open_page, width):
    page = open_page("eight", width=width)
    drawing, plots = (page.locator(f"#panel {part}").bounding_box() for part in [".canvas", ".plots"])
    assert plots["x"] >= drawing["x"] + drawing["width"] and plots["y"] < drawing["y"] + drawing["height"]


def test_outcomes_have_words(open_page):
    page = open_page("judged")
    words = page.eval_on_selector_all(".outcomes .verdict", "cells => cells.map(cell => cell.textContent)")
    known = "right|partly right|wrong|worse than no effect|cannot be told: no clear change|unclear: too much noise"
    assert len(words) == 3 and all(re.fullmatch(known, word) for word in words)


def test_the_page_opens_on_an_experiment_with_a_clear_change(open_page):
    for name in ["judged", "eight"]:
        page = open_page(name)
        first = page.evaluate("state.experiment")
        clear = """({ experiments }) => experiments.map(({ outcomes: { rows } }) => Math.max(0, ...rows.filter(
          ({ verdict }) => !["unchanged", "unclear"].includes(verdict)).map(({ no_effect }) => no_effect)))"""
        sizes = page.evaluate(f"({clear})(model.graphs[model.order[0]])")
        assert page.evaluate("model.experiments[state.experiment].has_effect") and sizes[first] > 0
        assert page.locator(":is(.mark-predicted-right, .mark-predicted-wrong, .mark-predicted-partly)").count() > 0
        assert page.evaluate("location.hash") == ""


MARKS = {
    "right": "right",
    "partly right": "partly",
    "wrong": "wrong",
    "worse than no effect": "wrong",
    "cannot be told: no clear change": "unsaid",
    "unclear: too much noise": "unsaid",
}


@pytest.mark.parametrize("graph", range(4))
def test_edges_of_the_chosen_graph_show_the_predictions_that_they_lead_to(open_page, graph):
    for experiment in range(8):
        page = open_page("eight", address_part=f"#graph={graph}&experiment={experiment}")
        model = page.evaluate("model")
        edges = model["graphs"][graph]["edges"]
        rows = page.eval_on_selector_all(
            ".outcomes tbody tr",
            "rows => rows.map(row => [Number(row.dataset.outcome), row.querySelector('.verdict').textContent])",
        )
        words, treatments = dict(rows), model["experiments"][experiment]["treatments"]
        reached = set(treatments)
        for _ in edges:
            reached |= {to for start, to, directed in edges if directed and start in reached}
        expected = {}
        for start, to, directed in edges:
            carries = directed and start in reached and to not in treatments
            expected[f"{start}-{to}"] = f"mark-predicted-{MARKS[words[to]] if carries else 'unsaid'}"
        found = page.eval_on_selector_all(
            "svg.graph-drawing .link",
            "links => links.map(link => [`${link.dataset.from}-${link.dataset.to}`, link.classList[1]])",
        )
        assert dict(found) == expected
        drawn = page.eval_on_selector_all(
            "svg.graph-drawing .node.treatment", "nodes => nodes.map(node => Number(node.dataset.node))"
        )
        assert drawn == treatments


def test_rows_outside_are_a_fact_of_the_experiment_and_rows_that_agree_one_of_the_graph(chromium, tmp_path):
    rng = random.Random(2)
    lines = ["A,B,C,set"]
    for target, count in [("", 150), ("A", 60)]:
        for _ in range(count):
            c = rng.gauss(0, 1)
            a = rng.gauss(0, 1) if target else c + rng.gauss(0, 0.05)
            lines.append(f"{a},{a + c + rng.gauss(0, 1)},{c},{target}")
    (tmp_path / "rows.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "adjusts.dot").write_text("digraph { C -> A; A -> B; C -> B; }")
    (tmp_path / "forgets.dot").write_text("digraph { A -> B; C; }")
    program = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug" / "contsid"
    graphs = [tmp_path / "adjusts.dot", tmp_path / "forgets.dot"]
    rows = ["--experiments", tmp_path / "rows.csv", "--target", "set", "--html", tmp_path / "page.html"]
    subprocess.run([program, "judge", *graphs, *rows], check=True, capture_output=True)
    page = chromium.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    shares, disagree = [], "hardly any observational row agrees in what this graph adjusts for"
    for words in page.evaluate("model.graphs.map(({ experiments: [own] }) => plain(own.words))"):
        found = re.search(rf"rows (\d+) % lie outside what was observed before(?:; for (\d+) %, {disagree})?", words)
        outside, agree = found.groups()
        shares.append([int(outside), int(agree or outside)])
    page.close()
    (all_of_one, agree_of_one), (all_of_other, agree_of_other) = shares
    assert all_of_one == all_of_other == agree_of_other, "who adjusts for nothing needs no rows that agree"
    assert agree_of_one > agree_of_other


def test_marks_are_drawn_with_the_predictions_that_they_lead_to(chromium, tmp_path):
    rng = random.Random(3)
    lines = ["A,B,C,D,set"]
    for target, count in [("", 200), ("A", 80)]:
        for _ in range(count):
            c, d = rng.gauss(0, 1), rng.gauss(0, 1)
            a = rng.gauss(0, 1.5) if target else c + d + rng.gauss(0, 1)
            lines.append(f"{a},{a + rng.gauss(0, 0.5)},{c},{d},{target}")
    (tmp_path / "rows.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "pag.txt").write_text("C o-> A\nD o-> A\nA -> B\n")
    program = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug" / "contsid"
    rows = ["--experiments", tmp_path / "rows.csv", "--target", "set", "--html", tmp_path / "page.html"]
    subprocess.run([program, "judge", tmp_path / "pag.txt", *rows], check=True, capture_output=True)
    page = chromium.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert page.locator("#panel .graph-drawing .circle").count() == 2
    assert page.locator("#panel .graph-drawing .head").count() == 3
    a, b, c = (page.evaluate(f"model.nodes.indexOf('{name}')") for name in "ABC")
    kind = lambda start, end: page.get_attribute(f'.link[data-from="{start}"][data-to="{end}"]', "class")  # noqa: E731
    assert "mark-predicted-right" in kind(a, b)
    assert "mark-predicted-unsaid" in kind(c, a), "what was set is not moved by its causes"
    page.close()


def test_a_graph_tells_its_skill_interval_and_tier(open_page):
    page = open_page("judged")
    page.hover("table.ranking tbody tr:first-child .plot")
    assert re.search(r"right.: skill .* ± .*, 95 % interval .* to .*; tier 1\.", page.inner_text("#tip"))


def test_every_term_is_explained(open_page):
    page = open_page("judged")
    links = page.eval_on_selector_all("a.term", "links => links.map(link => link.getAttribute('href'))")
    assert {"#term-skill", "#term-p", "#term-ceiling", "#term-no-effect", "#term-interval", "#term-score"} <= set(links)
    assert all(page.locator(link).count() == 1 for link in set(links))
    page.click("#verdict a.term >> nth=0")
    assert page.evaluate("document.activeElement.id") == "term-skill"


def test_tabs_by_arrow_keys(open_page):
    page = open_page("judged")
    page.focus("[role=tab][aria-selected=true]")
    before = page.inner_text("#chosen")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#chosen") != before
    assert page.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"


@pytest.mark.parametrize("menu", ["skills-figure", "predictions"])
def test_every_figure_is_saved(open_page, menu):
    page = open_page("judged")
    for kind, start in [("svg", b"<svg"), ("png", b"\x89PNG"), ("csv", b"")]:
        page.click(f"#save-{menu} summary")
        with page.expect_download() as found:
            page.click(f"#save-{menu} [data-save={kind}]")
        page.click(f"#save-{menu} summary")
        with open(found.value.path(), "rb") as file:
            content = file.read()
        assert content.startswith(start) and len(content) > 100
