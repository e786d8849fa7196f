"""Wrong effects as a list, and one effect with its words and densities."""

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
    assert "d from all rows" in page.inner_text("#effect-list .legend")
    page.click("#more")
    assert page.locator("table.effects tbody tr").count() == 70
    page.fill("#effect-filter", "V17")
    names = page.eval_on_selector_all("table.effects .pick", "picks => picks.map(pick => pick.textContent)")
    assert names and all("V17" in name for name in names)


def test_many_rows_have_densities_and_fixes_from_some_of_them(open_page):
    page = open_page("rows", address_part="#tab=effect")
    assert "4,500 rows" in page.inner_text("header")
    assert page.locator("#panel-effect figure").count() > 0
    assert "Estimated from 1,000 of the 4,500 rows." in page.inner_text("#panel-effect")
    page.click("#tab-fixes")
    assert "change of contSID" in page.inner_text("table.fixes thead")
    assert "Estimated from 1,000 of the 4,500 rows, all together: contSID before any fix is " in page.inner_text(
        "#panel-fixes"
    )
    assert "on 1,000 of the 4,500 rows)." in page.inner_text("#verdict")


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
