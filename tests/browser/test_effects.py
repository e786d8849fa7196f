"""Wrong effects as a list, and one effect with its words and densities."""

import math
import re

import pytest


def test_a_wrong_effect_is_chosen_and_its_densities_appear(open_page):
    page = open_page("demo")
    page.click("[data-pick='1']")
    page.click("#tab-effects")
    page.click("[data-effect='2']")
    assert "Effect of V1 on V3" in page.inner_text("#panel-effect h3")
    assert "In the truth V1 affects V3: V1 → V3." in page.inner_text("#panel-effect")
    assert page.locator("#panel-effect figure").count() == 5
    assert page.locator("#panel-effect figure path.curve").count() == 10
    assert page.locator("svg.graph-drawing .node.treatment").get_attribute("data-node") == "0"
    assert page.locator("svg.graph-drawing .link.on").count() == 1
    assert "Learnt: no directed path" in page.inner_text("#captions")


def test_effects_are_filtered_and_more_are_shown(open_page):
    page = open_page("fifty", address_part="#tab=effects")
    assert page.locator("table.effects tbody tr").count() == 20
    assert "from all rows" in page.inner_text("#effect-list .legend")
    page.click("#more")
    assert page.locator("table.effects tbody tr").count() == 70
    page.fill("#effect-filter", "V17")
    names = page.eval_on_selector_all("table.effects .pick", "picks => picks.map(pick => pick.textContent)")
    assert names and all("V17" in name for name in names)


def test_many_rows_have_densities_from_some_of_them(open_page):
    page = open_page("rows", address_part="#tab=effect")
    assert "4,500 rows" in page.inner_text("header")
    assert page.locator("#panel-effect figure").count() > 0
    assert "Estimated from 1,000 of the 4,500 rows." in page.inner_text("#panel-effect")
    page.click("#tab-fixes")
    for part in ["table.fixes", "table.steps"]:
        assert "contSID (cross-fitted) then" in " ".join(page.inner_text(f"{part} thead").split())
    assert "1,000 of the 4,500 rows" not in page.inner_text("#panel-fixes")


@pytest.mark.parametrize("name", ["demo", "twenty", "fifty", "hundred", "class", "categories", "proteins", "rows"])
def test_the_first_effect_has_densities(open_page, name):
    page = open_page(name, address_part="#tab=effect")
    assert page.locator("#panel-effect figure").count() > 0


def test_a_right_set_does_not_hide_a_wrong_effect(open_page):
    page = open_page("twenty", address_part="#tab=effect")
    for graph in range(3):
        found = page.evaluate(
            """graph => model.learnt[graph].effects.wrong.filter(([, , upper]) => upper > 0).map(([index]) =>
               model.learnt[graph].why[index].map(([sentence]) => model.sentences[sentence]).join(" "))""",
            graph,
        )
        assert found
        assert [words for words in found if re.search(r" Right: [^.]*\.$", words)] == []


def test_categories_become_bars(open_page):
    page = open_page("categories", address_part="#graph=1&tab=effect&pair=0,2")
    shares = page.eval_on_selector_all(
        "#panel-effect figure:first-of-type rect.bar.truth", "bars => bars.map(bar => Number(bar.dataset.share))"
    )
    assert shares and abs(sum(shares) - 1) < 0.01
    page.evaluate("choose({ pair: [1, 2] })")
    words = page.inner_text("#panel-effect .densities")
    assert "when group is set to control, low and high." in words and "middle" not in words


def test_what_was_not_estimated_has_no_densities(open_page):
    page = open_page("never")
    # Every pair can be chosen, whichever direction of the edge is shown.
    for pair in ["0,1", "1,0"]:
        page = open_page("never", address_part=f"#tab=effect&pair={pair}")
        assert page.locator("#panel-effect figure").count() == 0
        words = page.inner_text("#panel-effect .no-densities")
        assert "others that the undirected edges allow may" in words and "left out" not in words


def test_pairs_that_were_not_asked_for_say_so(open_page):
    page = open_page("chosen", address_part="#tab=effect&pair=2,1")
    words = page.inner_text("#panel-effect")
    assert page.inner_text("#panel-effect h3") == "Effect of V3 on V2: not asked for"
    assert "was not asked for this effect" in words
    assert "d = 0" not in words and "left out" not in words and "do not differ" not in words
    page.select_option("#treatment", "0")
    assert "not asked" not in page.inner_text("#panel-effect")
    sums = page.evaluate("model.learnt[0].effects.treatments.texts")
    assert sums[0] != "" and sums[1:] == [""] * 4


def test_listed_effects_are_wrong_or_right_as_sid_says(open_page):
    page = open_page("demo", address_part="#graph=0&tab=effects")
    said = page.eval_on_selector_all(
        "table.effects tbody tr", "rows => rows.map(row => row.cells[row.cells.length - 1].textContent)"
    )
    assert set(said) == {"right", "wrong"}
    assert page.inner_text("#tab-effects") == "Effects" and "Wrong effects" not in page.content()


def test_nothing_differs_between_equal_graphs(open_page):
    page = open_page("equal", address_part="#tab=effects")
    assert "No effect differs." in page.inner_text("#panel-effects")
    assert page.locator("table.effects tbody tr").count() == 0
    page = open_page("equal", address_part="#tab=effect")
    words = page.inner_text("#panel-effect")
    assert "d = 0; right for SID" in words and "the two graphs do not differ in this effect" in words
    assert "Where " not in words
    page = open_page("twelve", address_part="#graph=10&tab=versus&other=11")
    words = page.inner_text("#panel-versus")
    assert "graph-11.csv and graph-12.csv do not differ in any effect." in words and "Where " not in words


def test_effects_are_ordered_by_the_estimate_that_decides(open_page):
    page = open_page("twenty", address_part="#graph=2&tab=effects")
    shown = page.eval_on_selector_all(
        "table.effects tbody tr", "rows => rows.map(row => [row.cells[2].textContent, row.cells[3].textContent])"
    )
    heads = page.eval_on_selector_all("table.effects thead tr > *", "cells => cells.map(cell => cell.textContent)")
    assert heads[2:4] == ["d, cross-fitted (95 % interval)", "d from all rows"]
    fitted = [float(re.match(r"[\d.]+", words)[0]) for words, _ in shown]
    assert fitted == sorted(fitted, reverse=True) and all(" to " in words for words, _ in shown)
    rows = [float(words.strip("<")) for _, words in shown]
    assert rows != sorted(rows, reverse=True)


def test_distances_are_told_as_shifts(open_page):
    page = open_page("twenty", address_part="#tab=effects")
    assert "A shift of one standard deviation (sd) is d = 0.562." in page.inner_text("#panel-effects")
    assert "one standard deviation (sd) is d = 0.562" in " ".join(page.inner_text("#terms").split())
    page.hover("table.effects tbody tr:first-child .mark")
    d, shift = re.search(r"d = ([\d.]+) .*as large as a shift of ([\d.]+) sd", page.inner_text("#tip")).groups()
    assert abs((2 * (1 - math.exp(-(float(shift) ** 2) / 5.8197))) ** 0.5 - float(d)) < 0.05
    page.click("table.effects .pick >> nth=0")
    assert f"as large as a shift of {shift} sd" in page.inner_text("#panel-effect h3")


def test_only_open_effects_of_a_class_are_said_to_be_open(open_page):
    page = open_page("class", address_part="#graph=1&tab=effect")
    marks = page.evaluate("model.learnt[1].effects.sid")
    spans = page.evaluate("model.nodes.flatMap((_, i) => model.nodes.map((_, j) => spanOf(1, indexOf([i, j]))))")
    seen = set()
    for index, (mark, (low, high)) in enumerate(zip(marks, spans)):
        pair = page.evaluate("pairOf", index)
        if mark == " " or pair[0] == pair[1]:
            continue
        page.evaluate("pair => choose({ pair, tab: 'effect' })", pair)
        words = page.inner_text("#panel-effect")
        is_open = mark == "?" or low < high
        seen.add(is_open)
        assert ("Undirected edges leave this open" in words) == is_open
        assert "in some graphs" not in words
        if mark == "?":
            assert "left open for SID" in words and not re.search("^(Wrong|Right)", words, re.MULTILINE)
            assert "In one directed graph that the undirected edges allow, this is" in words
    assert seen == {False, True}
