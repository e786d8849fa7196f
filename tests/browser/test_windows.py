"""Pages in windows of every width, in light and dark, and how large their files are."""

import pytest


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


@pytest.mark.parametrize(
    "name", ["demo", "twenty", "fifty", "hostile", "categories", "class", "twelve", "scripts", "study", "judged"]
)
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_window_scrolls_sideways(open_page, name, width):
    page = open_page(name, width=width, height=740)
    assert sideways(page) <= 0
    for tab in ["effects", "effect"] if name not in ("study", "judged") else []:
        page.click(f"#tab-{tab}")
        assert sideways(page) <= 0, tab


@pytest.mark.parametrize("name", ["demo", "twenty", "class"])
def test_tables_fit_a_phone(open_page, name):
    page = open_page(name, width=390, height=844)
    hidden = "part => part.scrollWidth - part.clientWidth"
    assert page.eval_on_selector("#ranking .scroll", hidden) <= 0
    assert page.eval_on_selector("#panel-fixes .scroll", hidden) <= 0


# Tables of which a part can be reached by scrolling only.
CUT = """() => Array.from(document.querySelectorAll("#ranking .scroll, [role=tabpanel] .scroll:has(table)"))
  .filter(part => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
  .map(part => part.querySelector("table").className)"""


@pytest.mark.parametrize("name", ["class", "twenty", "twelve", "long"])
@pytest.mark.parametrize("width", [390, 768, 1024, 1440])
def test_no_column_is_cut(open_page, name, width):
    page = open_page(name, width=width)
    for graph in [0, 1]:
        page.evaluate("graph => choose({ graph })", graph)
        for tab in ["fixes", "effects", "effect", "versus"]:
            page.click(f"#tab-{tab}")
            assert page.evaluate(CUT) == [], (graph, tab)


@pytest.mark.parametrize("name", ["hundred", "twenty"])
def test_effects_of_a_wide_window_take_one_line(open_page, name):
    page = open_page(name, width=1440, address_part="#tab=effects")
    rows = page.eval_on_selector_all("table.effects tbody tr", "rows => rows.map(row => row.clientHeight)")
    assert rows and max(rows) < 40


def test_numbers_of_fixes_stand_apart(open_page):
    page = open_page("twenty", width=1440)
    gaps = page.eval_on_selector_all(
        "table.fixes tbody td:not(:first-child)",
        """cells => cells.map((cell) => getComputedStyle(cell))
             .map(({ paddingLeft, paddingRight }) => [paddingLeft, paddingRight].map(parseFloat))""",
    )
    assert gaps and all(left + right >= 19 for left, right in gaps)


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_tables_of_judgements_are_not_cut(open_page, width):
    assert open_page("eight", width=width).evaluate(CUT) == []


@pytest.mark.parametrize("name", ["class", "twenty", "twelve", "judged"])
@pytest.mark.parametrize("width", [390, 1024])
def test_no_line_ends_between_a_number_and_its_error(open_page, name, width):
    page = open_page(name, width=width)
    broken = page.evaluate(
        """() => Array.from(document.querySelectorAll("td")).filter(cell => {
          const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange();
          let found = false;
          while (walker.nextNode()) {
            for (const match of walker.currentNode.data.matchAll(/[−+\\d.]+ ± [\\d.]+/g)) {
              range.setStart(walker.currentNode, match.index);
              range.setEnd(walker.currentNode, match.index + match[0].length);
              found ||= new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1;
            }
          }
          return found;
        }).map(cell => cell.textContent)"""
    )
    assert "±" in page.inner_text("table.ranking") and broken == []


@pytest.mark.parametrize("width", [1024, 1440])
def test_skills_of_many_experiments_fit_the_window(open_page, width):
    page = open_page("eight", width=width, height=768)
    assert page.locator("table.skills thead th").count() == 2 + 8
    assert page.eval_on_selector("#choices .scroll", "part => part.scrollWidth - part.clientWidth") <= 0


def test_twelve_graphs_begin_on_the_first_screen_of_a_phone(open_page):
    page = open_page("twelve", width=390, height=844)
    row = page.locator("table.ranking tbody tr >> nth=2").bounding_box()
    assert row["y"] + row["height"] <= 844


def test_long_verdicts_are_folded_on_a_phone(open_page):
    page = open_page("twelve", width=390, height=844)
    count = page.evaluate("model.verdict.details.length")
    hidden = "all => all.filter((one) => !one.checkVisibility()).length"
    assert count > 4 and page.locator("#verdict p").count() == count + 1
    assert page.eval_on_selector_all("#verdict p", hidden) == count - 3
    page.click("#verdict summary")
    assert page.eval_on_selector_all("#verdict p", hidden) == 0
    assert open_page("twelve").locator("#verdict summary").count() == 0


def test_a_drawing_on_a_phone_has_no_empty_room(open_page):
    for name in ["twenty", "fifty", "hundred"]:
        page = open_page(name, width=390, height=844)
        drawing = page.locator("svg.graph-drawing").bounding_box()
        width, height = page.evaluate("[model.layout.width, model.layout.height]")
        assert drawing["height"] <= 1.02 * drawing["width"] * height / width + 1, name


def test_differences_of_a_study_fit_a_phone(open_page):
    page = open_page("study", width=390, height=844)
    table = page.locator("table.scores").first
    assert table.evaluate("table => table.scrollWidth - table.parentElement.clientWidth") <= 0


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("tab", ["fixes", "effects"])
def test_heads_stand_over_their_columns(open_page, tab, width):
    page = open_page("twenty", width=width, height=844, address_part=f"#tab={tab}")
    count = "row => Array.from(row.cells).filter(cell => getComputedStyle(cell).display !== 'none').length"
    head, first = (page.eval_on_selector(f"#panel-{tab} {part} tr", count) for part in ["thead", "tbody"])
    assert head == first


@pytest.mark.parametrize("name", ["falsified", "hidden", "stability"])
def test_heads_of_other_pages_stand_over_their_columns(open_page, name):
    page = open_page(name, width=390, height=844)
    edges = """table => Array.from(table.rows, (row) => Array.from(row.cells)
        .filter((cell) => cell.checkVisibility()).map((cell) => [cell.className, cell.getBoundingClientRect().x]))"""
    for table in page.locator("table.ranking, table.numbers").all():
        head, first = table.evaluate(edges)[:2]
        assert [x for _, x in head] == [x for _, x in first]
        assert [kind == "name" for kind, _ in head] == [kind == "name" for kind, _ in first]


@pytest.mark.parametrize("scheme, other", [("light", "dark"), ("dark", "light")])
def test_light_and_dark(open_page, scheme, other):
    page = open_page("demo", color_scheme=scheme)
    background = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(background)
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == other
    assert page.evaluate(background) != before


def test_pages_stay_small(pages):
    assert (pages / "fifty.html").stat().st_size < 2_000_000
    assert (pages / "hundred.html").stat().st_size < 4_000_000
