"""The page of a comparison, as people use it."""

import csv
import io
import re

import pytest

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def order_of(page):
    return page.eval_on_selector_all("table.ranking tbody .pick", "names => names.map(name => name.textContent)")


def test_the_verdict_comes_first(open_page):
    page = open_page("demo", width=1440, height=900)
    words = page.inner_text("#verdict")
    assert words.startswith("Choose G2: contSID ")
    assert "The next, G3, contSID " in words and "is worse (p < 0.001)" in words
    assert "Fix first: add V2 → V3 (contSID −" in words
    assert "V3 = 10 V1 + V2 + noise" in page.inner_text("main")
    assert "--html" in page.inner_text("#command")


@pytest.mark.parametrize(
    "name", ["demo", "twenty", "fifty", "hundred", "twelve", "class", "proteins", "rows", "scripts"]
)
@pytest.mark.parametrize("width, height", [(1440, 900), (390, 844)])
def test_the_verdict_is_on_the_first_screen(open_page, name, width, height):
    page = open_page(name, width=width, height=height)
    box = page.locator("#verdict").bounding_box()
    assert box["y"] + box["height"] <= height
    if width > 1000:
        ranking = page.locator("table.ranking").bounding_box()
        assert ranking["y"] + ranking["height"] <= height


def test_equal_graphs_share_a_rank(open_page):
    page = open_page("twelve")
    ranks = dict(
        page.eval_on_selector_all(
            "table.ranking tbody tr", "rows => rows.map(row => [row.cells[1].textContent, row.cells[0].textContent])"
        )
    )
    assert ranks["graph-11.csv"] == ranks["graph-12.csv"]
    assert len(set(ranks.values())) == len(ranks) - 1


def test_common_directories_are_dropped(open_page):
    page = open_page("twelve")
    assert "results" not in page.inner_text("table.ranking") and "results" not in page.inner_text("h1")
    page.hover("table.ranking tbody tr:first-child .name")
    assert "results/run-7/" in page.inner_text("#tip")


def test_the_ranking_is_sorted_by_any_distance(open_page):
    page = open_page("twelve")
    for key in page.eval_on_selector_all("#by option", "options => options.map(option => option.value)"):
        page.select_option("#by", key)
        values = page.evaluate("key => measureOf(key).order.map(graph => measureOf(key).rows[graph].rank)", key)
        assert values == sorted(values)
        names = page.evaluate("key => measureOf(key).order.map(graphName)", key)
        assert order_of(page) == names
        assert page.locator("th[aria-sort=ascending] button").get_attribute("data-by") == key
    page.click("th button[data-by=sid]")
    assert page.input_value("#by") == "sid"


def test_intervals_are_drawn(open_page):
    page = open_page("twenty")
    assert page.locator("table.ranking tbody .whisker").count() == 3 * 3
    assert page.locator("table.ranking tbody .crossfit-point").count() == 3
    assert "±" in page.inner_text("table.ranking tbody")


def test_choosing_a_graph_changes_the_workspace(open_page):
    page = open_page("twenty")
    before = page.inner_text("#advice")
    page.click("tr[data-graph='1'] .plot")
    assert page.inner_text("#graph >> xpath=../h2") == "Where second.csv differs"
    assert page.inner_text("#advice") != before
    assert page.get_attribute("[data-pick='1']", "aria-pressed") == "true"


def test_what_is_chosen_is_kept_in_the_address(open_page):
    page = open_page("twenty")
    page.click("[data-pick='2']")
    page.click("#tab-effects")
    page.click("table.effects tbody tr:nth-child(2) .pick")
    pair = page.evaluate("state.pair")
    assert page.evaluate("state.tab") == "effect"
    address = page.evaluate("location.hash")
    assert f"pair={pair[0]},{pair[1]}" in address and "graph=2" in address
    heading = page.inner_text("#panel-effect h3")
    page.reload()
    assert page.inner_text("#panel-effect h3") == heading
    again = open_page("twenty", address_part=address)
    assert again.inner_text("#panel-effect h3") == heading
    assert again.get_attribute("[data-pick='2']", "aria-pressed") == "true"


def test_back_goes_back(open_page):
    page = open_page("twenty")
    page.click("#tab-effects")
    page.click("[data-list='matrix']")
    page.go_back()
    assert page.get_attribute("[data-list='list']", "aria-pressed") == "true"
    page.go_back()
    assert page.get_attribute("#tab-fixes", "aria-selected") == "true"
    page.go_forward()
    assert page.get_attribute("#tab-effects", "aria-selected") == "true"


def test_addresses_that_mean_nothing_are_ignored(open_page):
    page = open_page("demo", address_part="#graph=99&pair=0,0&tab=none&fix=77&node=x&by=y&%E0%A4%A")
    assert page.get_attribute("#tab-fixes", "aria-selected") == "true"


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


def middle(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_ranking_tells_number_interval_and_words(open_page):
    page = open_page("twenty")
    page.mouse.move(*middle(page, "tr[data-graph='1'] .plot"))
    words = page.inner_text("#tip")
    assert re.search(r"second\.csv.: contSID \d.*cross-fitted .* ± .*, 95 % interval .* to .*; rank \d of 3\. ", words)
    page.mouse.move(*middle(page, "tr[data-graph='1'] td:last-child"))
    assert "SHD" in page.inner_text("#tip") and "Edges that differ" in page.inner_text("#tip")
    page.mouse.move(2, 2)
    assert not page.locator("#tip").is_visible()


def test_an_edge_tells_what_it_is_and_what_fixing_it_does(open_page):
    page = open_page("proteins", address_part="#graph=2")
    found = page.evaluate(
        """() => Array.from(document.querySelectorAll(".graph-drawing .link:not(.mark-right) .edge"), (edge) => {
             const point = edge.getPointAtLength(edge.getTotalLength() / 2).matrixTransform(edge.getScreenCTM());
             return [point.x, point.y, wordsOf(edge.parentNode)];
           })"""
    )
    assert found
    done = r": (missing|extra|reversed).*\. (add|remove|reverse to) .*: (contSID [−+<>\d]|not alone)"
    assert all(re.search(done, words) for _, _, words in found)
    x, y, _ = found[0]
    page.mouse.move(x, y)
    assert page.inner_text("#tip") in [words for _, _, words in found]


def test_keyboard_focus_shows_the_same_words(open_page):
    page = open_page("twenty")
    page.focus("#by")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.pick") is None:
        page.keyboard.press("Tab")
    assert "95 % interval" in page.inner_text("#tip")
    page.keyboard.press("Escape")
    assert not page.locator("#tip").is_visible()
    while page.evaluate("document.activeElement.dataset.node") is None:
        page.keyboard.press("Tab")
    node = page.evaluate("model.nodes[document.activeElement.dataset.node]")
    assert page.inner_text("#tip").startswith(f"{FIRST_STRONG_ISOLATE}{node}{POP_ISOLATE}\n")
    assert re.search(": (right|missing|extra|reversed)", page.inner_text("#tip"))
    while page.evaluate("document.activeElement.dataset.fix") is None:
        page.keyboard.press("Tab")
    last = page.locator("[data-fix]").count() - 1
    while page.evaluate("document.activeElement.dataset.fix") != str(last):
        page.keyboard.press("Tab")
    # Wherever the page has scrolled to.
    page.wait_for_timeout(200)
    assert "SID then" in page.inner_text("#tip")
    page.mouse.wheel(0, -2000)
    page.wait_for_timeout(200)
    assert page.locator("#tip").is_visible()


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


def test_the_switch_shows_the_truth_the_learnt_graph_or_both(open_page):
    page = open_page("twenty")
    kinds = """links => Array.from(new Set(links.map(link =>
      Array.from(link.classList).find(name => name.startsWith("mark-"))))).sort()"""
    assert "mark-missing" in page.eval_on_selector_all("#graph .link", kinds)
    page.click("[data-view='truth']")
    assert page.eval_on_selector_all("svg.graph-drawing .link", kinds) == ["mark-right"]
    assert page.locator("svg.graph-drawing .link").count() == page.evaluate("model.truth.edges.length")
    page.click("[data-view='learnt']")
    assert "mark-missing" not in page.eval_on_selector_all("svg.graph-drawing .link", kinds)
    assert page.locator("svg.graph-drawing .link").count() == page.evaluate(
        "model.learnt[state.graph].graph.edges.length"
    )


def test_kinds_of_mistakes_are_filtered(open_page):
    page = open_page("twenty")
    shown = page.locator("svg.graph-drawing .mark-right").count()
    assert shown > 0
    page.click(".kind[data-mark='right']")
    assert page.locator("svg.graph-drawing .mark-right").count() == 0
    assert page.get_attribute(".kind[data-mark='right']", "aria-pressed") == "false"
    page.click(".kind[data-mark='right']")
    assert page.locator("svg.graph-drawing .mark-right").count() == shown


def test_a_node_is_found(open_page):
    page = open_page("fifty")
    page.fill("#node-search", "V17")
    assert page.locator("svg.graph-drawing .node.treatment").get_attribute("data-node") == "16"
    assert page.evaluate("document.activeElement.id") == "node-search"
    page.keyboard.press("Escape")
    assert page.locator("svg.lit").count() == 0


def test_zoom_and_pan(open_page):
    page = open_page("fifty")
    moved = "document.querySelector('.zoomed').getAttribute('transform')"
    start = page.evaluate(moved)
    for _ in range(3):
        page.click("[aria-label='zoom in']")
    zoomed = page.evaluate(moved)
    assert zoomed != start and float(re.search(r"scale\(([\d.]+)\)", zoomed).group(1)) > 2
    box = page.locator(".canvas").bounding_box()
    page.mouse.move(box["x"] + 6, box["y"] + 6)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60)
    page.mouse.up()
    page.click("[aria-label='fit the whole graph']")
    assert page.evaluate(moved) == start


def test_fixes_are_chosen_and_light_up(open_page):
    page = open_page("twenty")
    assert page.inner_text("#advice").startswith("Fix first: ")
    page.click("[data-fix='1']")
    assert page.locator("svg.lit .link.on").count() == 1
    assert "fix=1" in page.evaluate("location.hash")
    better = page.eval_on_selector_all(
        "table.fixes .bar.better",
        "bars => bars.map(bar => [bar.getAttribute('x'), bar.getAttribute('width')].map(parseFloat))",
    )
    assert better and all(x + width <= 50.01 for x, width in better), "what helps points to the left of zero"
    assert "turn into" not in page.inner_text("main") and "put right" not in page.inner_text("main")


def test_both_bounds_of_a_fix_are_shown(open_page):
    page = open_page("class")
    page.click("[data-pick='1']")
    bars = page.locator("table.fixes tbody tr:first-child .bar").count()
    assert bars == 2
    assert "lower bound" in page.inner_text("#panel-fixes")


def test_nothing_is_to_be_fixed_without_a_distance(open_page):
    page = open_page("superset")
    assert page.inner_text("#advice") == "Nothing needs fixing: contSID is 0 although 1 edge differs."
    assert "mistakes hide each other" not in page.inner_text("#verdict")
    page = open_page("equal")
    assert page.inner_text("#advice") == "All edges are right: there is nothing to fix."


def test_noise_is_no_harm(open_page):
    for name in ["superset", "demo", "twenty", "class"]:
        words = open_page(name).inner_text("main")
        assert not re.search(r"e[−-]\d", words), name


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


@pytest.mark.parametrize("name", ["demo", "twenty"])
def test_tables_fit_a_phone(open_page, name):
    page = open_page(name, width=390, height=844)
    hidden = "part => part.scrollWidth - part.clientWidth"
    assert page.eval_on_selector("#ranking .scroll", hidden) <= 0
    assert page.eval_on_selector("#panel-fixes .scroll", hidden) <= 0


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("tab", ["fixes", "effects"])
def test_heads_stand_over_their_columns(open_page, tab, width):
    page = open_page("twenty", width=width, height=844, address_part=f"#tab={tab}")
    count = "row => Array.from(row.cells).filter(cell => getComputedStyle(cell).display !== 'none').length"
    head, first = (page.eval_on_selector(f"#panel-{tab} {part} tr", count) for part in ["thead", "tbody"])
    assert head == first


def test_names_are_text(open_page):
    page = open_page("hostile")
    assert page.locator("main script, main img, main b:has-text('learnt')").count() == 0
    assert "<b>learnt</b>" in page.inner_text("#ranking")
    page.click("[data-pick='1']")
    page.click("#tab-effect")
    page.select_option("#treatment", "0")
    page.select_option("#outcome", "1")
    words = page.inner_text("#panel-effect h3")
    assert "<script>alert(1)</script>" in words and "</script><img src=x onerror=alert(2)>" in words


def test_names_from_right_to_left_stand_apart(open_page):
    page = open_page("scripts", address_part="#graph=1")
    # In what people read the ends of an arrow are where they belong: each name is isolated.
    ends = page.eval_on_selector_all(
        "table.fixes .pick",
        """picks => picks.map(pick => Array.from(pick.querySelectorAll("bdi"), (name) => name.getBoundingClientRect()))
           .filter(([first, second]) => Math.abs(first.top - second.top) < 4)
           .map(([first, second]) => [first.right, second.left])""",
    )
    assert ends and all(first <= second for first, second in ends)
    tips = page.eval_on_selector_all(".graph-drawing .link", "links => links.map(wordsOf)")
    isolated = f"{FIRST_STRONG_ISOLATE}[^{POP_ISOLATE}]+{POP_ISOLATE}"
    assert tips and all(re.match(f"{isolated} [→—] {isolated}: ", tip) for tip in tips)
    page.click("#tab-effect")
    loose = page.evaluate(
        """() => {
          const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), loose = [];
          while (walker.nextNode()) {
            const text = walker.currentNode;
            const alone = text.parentElement.closest("bdi, option, pre, title, svg");
            const rest = text.data.replace(/\\u2068[^\\u2069]*\\u2069/g, "");
            if (/[\\u0590-\\u06ff]/.test(rest) && !alone) loose.push(text.data);
          }
          return loose;
        }"""
    )
    assert loose == []


def test_categories_become_bars(open_page):
    page = open_page("categories", address_part="#graph=1&tab=effect&pair=0,2")
    shares = page.eval_on_selector_all(
        "#panel-effect figure:first-of-type rect.bar.truth", "bars => bars.map(bar => Number(bar.dataset.share))"
    )
    assert shares and abs(sum(shares) - 1) < 0.01


def test_undirected_edges_have_bounds(open_page):
    page = open_page("class")
    page.click("[data-pick='1']")
    assert page.locator("svg.graph-drawing .undirected-line").count() > 0
    assert re.search(r"\d–\d", page.inner_text("table.ranking tr.chosen td.by"))
    assert page.locator("table.ranking tr.chosen .band").count() > 0
    page.click("#tab-effect")
    assert "d between" in page.inner_text("#panel-effect h3")
    assert "one directed graph that they allow" in page.inner_text("#panel-effect")


def test_pages_stay_small(pages):
    assert (pages / "fifty.html").stat().st_size < 2_000_000
    assert (pages / "hundred.html").stat().st_size < 4_000_000


def test_the_matrix_shows_every_node(open_page):
    page = open_page("hundred", address_part="#tab=effects&list=matrix")
    drawn = page.evaluate(
        """(() => {
          let cells = 0;
          eachCell(state.graph, nodeOrder(state.graph, "given"), matrixSizes(600), () => cells++);
          return cells;
        })()"""
    )
    assert drawn == 100 * 99
    side = page.evaluate("document.querySelector('canvas').clientWidth")
    assert side >= 100 * 9


def test_the_matrix_is_walked_with_the_keyboard(open_page):
    page = open_page("twenty", address_part="#tab=effects&list=matrix")
    page.focus("canvas")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    words = page.inner_text("#cell-words")
    assert re.match(r"Effect of .V\d+. on .V\d+.: d = ", words)
    assert page.locator("svg.lit").count() == 1
    page.keyboard.press("Enter")
    assert page.evaluate("state.tab") == "effect"
    treatment, outcome = page.evaluate("state.pair.map(node => model.nodes[node])")
    assert treatment in words and outcome in words


def test_the_matrix_is_ordered(open_page):
    page = open_page("twenty", address_part="#tab=effects&list=matrix")
    sums = {"treatment": "treatments", "outcome": "outcomes"}
    for order, which in sums.items():
        page.select_option("#order", order)
        numbers = page.evaluate(
            """which => nodeOrder(state.graph, state.order).map(node =>
               Number(model.learnt[state.graph].effects[which].texts[node].replace("<", "")))""",
            which,
        )
        assert numbers == sorted(numbers, reverse=True)
    page.select_option("#order", "name")
    assert page.evaluate("nodeOrder(state.graph, state.order).map(node => model.nodes[node])") == [
        f"V{number}" for number in range(1, 21)
    ]


def test_cells_hold_distances_and_no_labels_of_cases(open_page):
    page = open_page("demo", address_part="#graph=1&tab=effects&list=matrix")
    texts = page.evaluate(
        "model.nodes.flatMap((_, i) => model.nodes.map((_, j) => cellText(state.graph, i * nodeCount + j, 46)))"
    )
    shown = [text for text in texts if text]
    assert shown and all(re.fullmatch(r"<?\d+\.\d+", text) for text in shown)
    wrong = page.evaluate(
        "model.learnt[state.graph].effects.wrong.filter(([, , upper]) => upper > 0).map((effect) => effect[3])"
    )
    assert sorted(shown) == sorted(wrong)


def test_a_cell_tells_number_interval_and_words(open_page):
    page = open_page("twenty", address_part="#tab=effects&list=matrix")
    page.locator("canvas").scroll_into_view_if_needed()
    x, y, index = page.evaluate(
        """(() => {
          const { left, top } = document.querySelector("canvas").getBoundingClientRect();
          const { names, cell } = matrixSizes(place("effect-list").clientWidth);
          const [index] = model.learnt[state.graph].effects.wrong[0], [i, j] = pairOf(index);
          return [left + names + (j + 0.5) * cell, top + names + (i + 0.5) * cell, index];
        })()"""
    )
    page.mouse.move(x, y)
    words = page.inner_text("#tip")
    assert "d = " in words and "cross-fitted" in words and " to " in words and "SID" in words
    page.mouse.click(x, y)
    assert page.evaluate("indexOf(state.pair)") == index


def test_effects_are_filtered_and_more_are_shown(open_page):
    page = open_page("fifty", address_part="#tab=effects")
    assert page.locator("table.effects tbody tr").count() == 30
    page.click("#more")
    assert page.locator("table.effects tbody tr").count() == 80
    page.fill("#effect-filter", "V17")
    names = page.eval_on_selector_all("table.effects .pick", "picks => picks.map(pick => pick.textContent)")
    assert names and all("V17" in name for name in names)


def test_every_term_is_explained(open_page):
    page = open_page("twenty")
    links = page.eval_on_selector_all("a.term", "links => links.map(link => link.getAttribute('href'))")
    assert {"#term-contsid", "#term-crossfit", "#term-sid"} <= set(links)
    assert all(page.locator(link).count() == 1 for link in set(links))
    page.click("#verdict a.term >> nth=0")
    assert page.evaluate("document.activeElement.id") == "term-contsid"
    assert page.get_attribute("#tab-fixes", "aria-selected") == "true"


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


def test_the_adjustment_sets_are_those_of_the_distance(open_page):
    page = open_page("optimal", address_part="#tab=effect&pair=1,2")
    truth, learnt = page.inner_text("#captions").split("\n\n")
    assert truth == "Truth: the directed paths are lit; adjusts for V1 (the optimal set)."
    assert learnt == "Learnt: no directed path."
    assert page.locator("svg.graph-drawing .node.adjusted-truth").get_attribute("data-node") == "0"
    assert page.locator("svg.graph-drawing .node.adjusted-learnt").count() == 0
    page.click("#tab-effects")
    words = page.inner_text("#panel-effects")
    assert "not divided by anything" in words and "norm." not in words


def test_a_parent_of_the_treatment_is_not_adjusted_for_as_outcome(open_page):
    page = open_page("demo", address_part="#tab=effect&pair=2,0")
    assert "Truth: no directed path; V1 is a parent, and stays as it is." in page.inner_text("#captions")
    assert page.locator("svg.graph-drawing .node.adjusted-truth").count() == 0


def test_equal_graphs_have_no_scale(open_page):
    page = open_page("equal", address_part="#tab=effects&list=matrix")
    assert "d = 0 for all effects" in page.inner_text("#effect-list .legend")


def saved(page, menu, kind):
    page.click(f"#save-{menu} summary")
    with page.expect_download() as found:
        page.click(f"#save-{menu} [data-save={kind}]")
    page.click(f"#save-{menu} summary")
    with open(found.value.path(), "rb") as file:
        return file.read()


@pytest.mark.parametrize(
    "menu, part",
    [
        ("ranking", ""),
        ("graph", ""),
        ("fixes", ""),
        ("effects", "#tab=effects"),
        ("effects", "#tab=effects&list=matrix"),
        ("densities", "#tab=effect"),
    ],
)
def test_every_figure_is_saved(open_page, menu, part):
    page = open_page("twenty", address_part=part)
    drawing = saved(page, menu, "svg").decode()
    assert drawing.startswith("<svg") and drawing.rstrip().endswith("</svg>") and "<style" in drawing
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
