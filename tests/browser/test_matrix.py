"""Wrong effects as a matrix."""

import re


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
    # Names are as high as a cell has room for.
    assert side >= 100 * 11


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
          const { names, cell } = matrixSizes(byId("effect-list").clientWidth);
          const [index] = model.learnt[state.graph].effects.wrong[0], [i, j] = pairOf(index);
          return [left + names + (j + 0.5) * cell, top + names + (i + 0.5) * cell, index];
        })()"""
    )
    page.mouse.move(x, y)
    words = page.inner_text("#tip")
    assert "d = " in words and "cross-fitted" in words and " to " in words and "SID" in words
    page.mouse.click(x, y)
    assert page.evaluate("indexOf(state.pair)") == index


def test_equal_graphs_have_no_scale(open_page):
    page = open_page("equal", address_part="#tab=effects&list=matrix")
    assert "d = 0 for all effects" in page.inner_text("#effect-list .legend")
