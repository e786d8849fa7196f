"""How each two graphs stand to each other, and what is said of graphs with undirected edges."""

import re

import pytest

RELATIONS = "rows => rows.map(row => Array.from(row.querySelectorAll('td'), cell => cell.textContent))"
TURNED = {"better": "worse", "worse": "better", "tie": "tie", "open": "open", "": ""}


@pytest.mark.parametrize("name", ["twelve", "class", "twenty", "judged", "eight"])
def test_relations_of_all_pairs_agree_with_the_tiers(open_page, name):
    page = open_page(name)
    page.click("#relations > summary")
    table = page.eval_on_selector_all("table.relations tbody tr", RELATIONS)
    tiers = page.eval_on_selector_all(
        "table.ranking tr[data-graph] .tier", "cells => cells.map(cell => Number(cell.textContent))"
    )
    assert len(table) == len(tiers) > 1
    for i, row in enumerate(table):
        assert row[i] == "" and row.count("worse") + 1 == tiers[i]
        assert all(table[j][i] == TURNED[cell] for j, cell in enumerate(row))
    names = page.eval_on_selector_all("table.ranking tr[data-graph] .name", "cells => cells.map(c => c.textContent)")
    rows = page.eval_on_selector_all("table.relations th.name", "cells => cells.map(c => c.textContent)")
    assert rows == [f"{at + 1} {name}" for at, name in enumerate(names)]


@pytest.mark.parametrize("name", ["twelve", "class", "judged"])
def test_each_relation_has_a_sentence(open_page, name):
    page = open_page(name)
    page.click("#relations > summary")
    if page.locator("#relations details").count():
        page.click("#relations details summary")
    sentences = page.eval_on_selector_all("#relations li", "items => items.map(item => item.textContent)")
    count = page.locator("table.relations tbody tr").count()
    assert len(sentences) == count * (count - 1) // 2
    known = (
        r"(.+ is .*(farther from the truth|worse) than .+|.+ cannot be told apart .+|.+ are equally .+|Which of .+"
        r"|.+ is at best as near to the truth as .+, and undirected edges leave open whether it is farther .+)\."
    )
    assert all(re.fullmatch(known, sentence) for sentence in sentences), sentences
    page.hover("table.relations tbody tr:first-child td:last-child")
    assert page.inner_text("#tip").replace("\u2068", "").replace("\u2069", "") in sentences


def test_what_a_class_leaves_open_is_not_called_wrong(open_page):
    page = open_page("class")
    for graph, is_class in [(0, False), (1, True)]:
        page.click(f"[data-pick='{graph}']")
        meanings = page.eval_on_selector_all("#meanings-of dd", "cells => cells.map(cell => cell.textContent)")
        aid = [words for words in meanings if "read off wrongly" in words and "ancestor" in words]
        assert aid and all(("left open by undirected edges" in words) == is_class for words in aid)


def test_a_range_has_no_p_value(open_page):
    page = open_page("class")
    texts = page.evaluate("model.learnt.map(({ effects }) => effects.wrong.map(([, , , , crossfit]) => crossfit?.[3]))")
    assert any(" p " in (words or "") for words in texts[0])
    ranges = [words for words in texts[1] if words and re.match(r"[\d.]+(–| to )[\d.]+", words)]
    assert ranges and not any(" p " in words for words in ranges)


@pytest.mark.parametrize("name", ["twenty", "hundred"])
def test_intervals_and_p_values_of_pairs_agree(open_page, name):
    found = re.findall(r"\(([\d.]+) to [\d.]+\), p = ([\d.]+)", open_page(name).content())
    # p-values are rounded to two digits.
    untold = [float(lower) for lower, p in found if float(p) > 0.05]
    assert len(untold) > 10 and set(untold) == {0}
    assert any(float(lower) > 0 for lower, _ in found)


def test_graphs_that_are_the_same_have_no_difference_with_an_error(open_page):
    page = open_page("twelve")
    page.click("#relations > summary")
    if page.locator("#relations details").count():
        page.click("#relations details summary")
    words = page.inner_text("main")
    assert "graph-11.csv and graph-12.csv are equally near to the truth." in words.replace("\u2068", "").replace(
        "\u2069", ""
    )
    assert not re.search(r"\(0(\.0+)? ± 0|difference 0", words)
