"""The page of graphs that were tested on data alone."""

import re


def bars(page, menu):
    """The counts of a histogram by its heights, in units of the flat line or of the highest bar."""
    return page.eval_on_selector_all(
        f"figure:has(#save-{menu}) svg[role=img] .bar", "bars => bars.map(bar => Number(bar.getAttribute('height')))"
    )


def test_the_verdict_says_how_each_graph_fares(open_page):
    page = open_page("falsified")
    words = page.inner_text("#verdict")
    # A chain and the reversed one claim the same; without edges nothing tells a graph from its permutations.
    assert re.search(r"Of 4 graphs \d .*are not rejected", words)
    assert re.search(r"chain\.dot is not rejected: its \d+ violations? of 21", words)
    assert "no-edges.dot is not falsifiable" in words
    outcomes = page.locator("#choices tbody tr td:last-child").all_inner_texts()
    assert outcomes[0] == outcomes[1] == "not rejected" and outcomes[3] == "not falsifiable"


def test_p_values_stand_against_the_flat_line(open_page):
    page = open_page("falsified", address_part="#graph=3")
    heights = bars(page, "p-values")
    assert len(heights) == 20
    # Neighbours in the chain are dependent: most p-values are small, and the first bar is far above the flat line.
    assert heights[0] == max(heights) > 3 * sum(heights) / 20
    flat = page.locator("figure:has(#save-p-values) svg[role=img] path.curve.truth").get_attribute("d")
    base = page.locator("figure:has(#save-p-values) line.axis").get_attribute("y1")
    line = float(base) - float(re.match(r"M[\d.]+,([\d.]+)H", flat)[1])
    assert abs(line - sum(heights) / 20) < 0.01
    assert page.locator("figure:has(#save-permuted) svg[role=img] line.own").count() == 1


def test_numbers_of_violations_stand_below_the_middle_of_their_bars(open_page):
    page = open_page("falsified")
    found = page.evaluate(
        """() => {
          const drawing = document.querySelector("figure:has(#save-permuted) svg[role=img]");
          const bars = Array.from(drawing.querySelectorAll(".bar"), (bar) => bar.getBBox());
          const numbers = Array.from(drawing.querySelectorAll("text[text-anchor=middle]"));
          return [bars.map(({ x, width }) => x + width / 2), tested().permuted.width,
            numbers.filter(({ textContent }) => /^\\d+$/.test(textContent))
              .map((number) => [Number(number.textContent), Number(number.getAttribute("x"))])];
        }"""
    )
    middles, width, numbers = found
    assert width == 1 and numbers and all(abs(middles[number] - x) < 0.01 for number, x in numbers)


def test_claims_stand_beside_the_graph(open_page):
    page = open_page("falsified")
    graph, claims = (page.locator(part).bounding_box() for part in ["#graph", "#claims"])
    assert claims["x"] > graph["x"] + graph["width"] and claims["y"] < graph["y"] + graph["height"] / 3


def test_small_p_values_are_written_alike(open_page):
    cells = open_page("falsified").locator("table.tested tbody td").all_inner_texts()
    assert "<0.001" in cells and not any(cell.startswith("p ") for cell in cells)


def test_violations_are_drawn_and_listed(open_page):
    page = open_page("falsified", address_part="#graph=2")
    row = page.locator("#choices tbody tr").nth(2)
    violated = int(re.match(r"(\d+) of \d+", row.locator("td.by").first.inner_text())[1])
    assert page.locator("#claims tbody tr").count() == min(violated, 20)
    drawn = page.locator("#graph .mark-violated.link[data-from]").count()
    assert 0 < drawn <= violated
    assert page.locator("#graph .mark-right.link[data-from]").count() == 3
    page.click("[data-which=all]")
    page.click("#more")
    assert page.locator("#claims tbody tr:has-text('holds')").count() > 0
    assert "which=all" in page.evaluate("location.hash")


def test_the_page_fits_a_phone(open_page):
    page = open_page("falsified", width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
