"""The page of graphs of which causes may be hidden."""

import re


def test_the_verdict_the_bars_and_the_marks(open_page):
    page = open_page("hidden")
    assert re.match(r"Choose pag: 0 mistakes in 12 claims\.", page.inner_text("#verdict"))
    assert page.locator("table.claims tbody tr").count() == 2
    assert page.locator("table.claims tbody tr:first-child .bar.claimed").count() == 3
    # shift o-> coffee <-> illness <-o age: an end with a circle twice, four arrowheads.
    assert page.locator("#graph .circle").count() == 2
    assert page.locator("#graph .head").count() == 4
    assert "It makes no mistake." in page.inner_text("#claims")


def test_a_mistake_and_what_is_open_are_listed(open_page):
    page = open_page("hidden")
    page.click("[data-which=open]")
    rows = page.locator("#claims tbody tr")
    assert rows.count() == 2
    assert "left open" in rows.first.inner_text() and "is not visible" in rows.first.inner_text()
    page.click("table.claims tr:has-text('dag') .pick")
    page.click("[data-which=mistakes]")
    assert rows.count() == 1
    words = rows.inner_text()
    assert re.match(r"coffee on illness\s+adjust \(mistaken\)\s+no effect\s+0\.\d+ ± 0\.\d+\s+in dag: ", words)
    assert page.locator("#graph .head").count() == 3
    again = open_page("hidden", address_part=page.evaluate("location.hash"))
    assert again.inner_text("#chosen") == "dag against the PAG of the truth"


def test_names_of_the_introduction_are_marked(open_page):
    page = open_page("hidden")
    assert "`" not in page.inner_text("main")
    assert page.locator("#verdict + p code").all_inner_texts()[:1] == ["pag"]


def test_each_count_stands_with_its_bar_under_one_head(open_page):
    page = open_page("hidden", width=1024)
    columns = """row => Array.from(row.cells).reduce((all, { colSpan }) => all + colSpan, 0)"""
    head, *rows = page.eval_on_selector_all("table.claims tr", f"rows => rows.map({columns})")
    assert rows and all(count == head for count in rows)
    for row in page.locator("table.claims tbody tr").all():
        for count in row.locator(".count").all():
            assert re.fullmatch(r"\d+ of \d+", count.inner_text()) and count.evaluate("cell => cell.clientHeight") < 40


def test_a_graph_of_which_no_effect_is_compared_has_all_cells(open_page):
    page = open_page("hidden")
    cells = page.evaluate(
        """() => {
          Object.assign(model.learnt[1], { contsid: null, compared: null });
          return Array.from(claimRow(1).cells, ({ textContent }) => textContent);
        }"""
    )
    assert cells[-2:] == ["–", "–"]


def test_the_page_fits_a_phone(open_page):
    page = open_page("hidden", width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
