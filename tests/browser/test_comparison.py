"""The page of a comparison, as people use it."""

import pytest


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def row_names(page):
    return page.eval_on_selector_all(
        "table.matrix tbody th", "cells => cells.map(cell => cell.textContent).slice(0, -1)"
    )


def test_the_demo_ranks_the_weak_edge_first(open_page):
    page = open_page("demo")
    names = page.eval_on_selector_all("table.scores tbody .name", "cells => cells.map(cell => cell.textContent)")
    assert names == ["G2", "G3"]
    assert "contSID" in page.inner_text("table.scores thead")
    assert "V3 = 10 V1 + V2 + noise" in page.inner_text("main")
    assert "--html" in page.inner_text("#command")
    assert page.inner_text("#advice").startswith("Fix this first: add V2 → V3.")


def test_a_pair_is_clicked_and_its_densities_appear(open_page):
    page = open_page("demo")
    page.click("#ranking [role=tab]:has-text('G3')")
    page.click("td[data-i='0'][data-j='2']")
    assert "Effect of V1 on V3" in page.inner_text("#pair h3")
    assert "In the truth V1 affects V3: V1 → V3." in page.inner_text("#pair")
    assert page.locator("#pair figure").count() == 5
    areas = page.eval_on_selector_all(
        "#pair figure path.curve", "paths => paths.map(path => Number(path.dataset.area))"
    )
    assert len(areas) == 10
    assert all(abs(area - 1) < 1e-6 for area in areas)
    assert page.locator("#truth-graph .node.treatment").get_attribute("data-node") == "0"
    assert page.locator("#truth-graph path.edge.on").count() == 1
    assert page.locator("#learnt-graph path.edge.on").count() == 0


def test_pointing_at_a_pair_lights_the_graphs(open_page):
    page = open_page("twenty")
    assert page.locator("svg.lit").count() == 0
    page.hover("td[data-i='5'][data-j='0']")
    assert page.locator("#truth-graph svg.lit").count() == 1
    assert page.locator("#learnt-graph .node.outcome").get_attribute("data-node") == "0"
    page.hover("h1")
    assert page.locator("svg.lit").count() == 0


def test_the_matrix_is_sorted(open_page):
    page = open_page("twenty")
    given = row_names(page)
    assert given == [f"V{number}" for number in range(1, 21)]
    for order, column in [("treatment", "sums.rows"), ("outcome", "sums.columns")]:
        page.select_option("#sort", order)
        names = row_names(page)
        totals = page.evaluate(
            f"(() => {{ const sums = window.eval('sums')(model.learnt[state.graph]); return {column} }})()"
        )
        by_name = dict(zip(given, totals))
        assert [by_name[name] for name in names] == sorted(totals, reverse=True)
        assert names != given
    page.select_option("#sort", "name")
    assert row_names(page) == given


def test_the_keyboard_reaches_every_pair(open_page):
    page = open_page("demo")
    page.focus("td[data-i][tabindex='0']")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("[document.activeElement.dataset.i, document.activeElement.dataset.j].map(Number)")
    page.keyboard.press("Enter")
    assert page.evaluate("state.pair") == focused
    assert page.evaluate("document.activeElement.classList.contains('chosen')")


@pytest.mark.parametrize("name", ["demo", "twenty", "fifty", "hostile", "categories", "class", "study"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_window_scrolls_sideways(open_page, name, width):
    assert sideways(open_page(name, width=width, height=740)) <= 0


def hidden_width(page, selector):
    return page.eval_on_selector(selector, "part => part.scrollWidth - part.clientWidth")


def test_a_matrix_of_twenty_nodes_is_seen_whole(open_page):
    assert hidden_width(open_page("twenty", width=1280), "#matrix .scroll") <= 0


@pytest.mark.parametrize("name", ["demo", "twenty"])
def test_tables_fit_a_phone(open_page, name):
    page = open_page(name, width=390, height=844)
    assert hidden_width(page, "#ranking .scroll") <= 0
    assert hidden_width(page, "#repairs .scroll") <= 0


def test_names_are_text(open_page):
    page = open_page("hostile")
    assert page.locator("main script, main img, main b:has-text('learnt')").count() == 0
    assert "<script>alert(1)</script>" in page.inner_text("table.matrix")
    assert "<b>learnt</b>" in page.inner_text("#ranking")
    page.click("#ranking [role=tab]:has-text('<b>learnt</b>')")
    page.click("td[data-i='0'][data-j='1']")
    assert "</script><img src=x onerror=alert(2)>" in page.inner_text("#pair h3")


def test_categories_become_bars(open_page):
    page = open_page("categories")
    page.click("#ranking [role=tab]:has-text('empty')")
    page.click("td[data-i='0'][data-j='2']")
    totals = page.eval_on_selector_all("#pair rect.bar", "bars => bars.map(bar => Number(bar.dataset.area))")
    assert totals and all(abs(total - 1) < 1e-6 for total in totals)


def test_undirected_edges_have_bounds(open_page):
    page = open_page("class")
    page.click("#ranking [role=tab]:has-text('class')")
    assert page.locator("#learnt-graph .undirected-line").count() > 0
    contsid = page.inner_text("table.scores tr.chosen td:nth-child(3)")
    assert contsid.startswith("[") and contsid.endswith("]")
    assert "d between" in page.get_attribute("td[data-i]", "title")
    assert "one directed graph that they stand for" in page.inner_text("#pair")


def test_pages_stay_small(open_page, pages):
    assert (pages / "fifty.html").stat().st_size < 2_000_000
    assert open_page("fifty").locator("td[data-i]").count() == 50 * 49


@pytest.mark.parametrize("scheme, other", [("light", "dark"), ("dark", "light")])
def test_light_and_dark(open_page, scheme, other):
    page = open_page("demo", color_scheme=scheme)
    background = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(background)
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == other
    assert page.evaluate(background) != before


def test_what_was_not_estimated_has_no_densities(open_page):
    page = open_page("never")
    # Every pair can be chosen, whichever direction of the edge is shown.
    for i, j in [(0, 1), (1, 0)]:
        page.click(f"td[data-i='{i}'][data-j='{j}']")
        assert page.locator("#pair figure").count() == 0
        words = page.inner_text("#pair .no-densities")
        assert "others that the undirected edges stand for may" in words and "left out" not in words


def test_pairs_that_were_not_asked_for_say_so(open_page):
    page = open_page("chosen")
    page.click("td[data-i='2'][data-j='1']")
    words = page.inner_text("#pair")
    assert page.inner_text("#pair h3") == "Effect of V3 on V2: not asked for."
    assert "was not asked for this effect" in words
    assert "d = 0" not in words and "left out" not in words and "do not differ" not in words
    page.click("td[data-i='0'][data-j='1']")
    assert "not asked" not in page.inner_text("#pair")
    sums = page.eval_on_selector_all(
        "table.matrix tbody tr", "rows => rows.map(row => row.lastElementChild.textContent)"
    )
    assert sums[0] != "" and sums[1:] == [""] * 5


def test_the_adjustment_sets_are_those_of_the_distance(open_page):
    page = open_page("optimal")
    page.click("td[data-i='1'][data-j='2']")
    caption = page.inner_text("#truth-graph .caption")
    assert caption == "V2 on V3: directed paths are lit; adjusts for V1 (the optimal set)."
    assert page.locator("#truth-graph .node.adjusted").get_attribute("data-node") == "0"
    assert page.inner_text("#learnt-graph .caption") == "V2 on V3: no directed path."
    assert page.locator("#learnt-graph .node.adjusted").count() == 0
    words = page.inner_text("main")
    assert "not divided by anything" in words and "norm." not in words


def test_a_parent_of_the_treatment_is_not_adjusted_for_as_outcome(open_page):
    page = open_page("demo")
    page.click("td[data-i='2'][data-j='0']")
    assert page.inner_text("#truth-graph .caption") == "V3 on V1: no directed path; V1 is a parent, and stays as it is."
    assert page.locator("#truth-graph .node.adjusted").count() == 0


def test_equal_graphs_have_no_scale(open_page):
    page = open_page("equal")
    assert "d = 0 for all effects" in page.inner_text("#matrix .legend")
    assert "e−" not in page.inner_text("#matrix")


def test_numbers_are_written_as_in_the_sentences(open_page):
    expected = {
        0: "0", 1: "1", 2 / 3: "0.667", -0.125: "−0.125", 0.0125: "0.0125", 1 / 300: "0.00333", 12.3456: "12.35",
        123.456: "123.5", 12345.6: "12346", 0.000123456: "1.23e−4", -2500000: "−2.50e6", 1e-12: "1.00e−12",
    }  # fmt: skip
    page = open_page("demo")
    assert page.evaluate("numbers => numbers.map(short)", list(expected)) == list(expected.values())
