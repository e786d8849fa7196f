"""The page of stability: a learner is chosen, and its edges and drawings are shown."""

import re


def test_the_chosen_learner_is_shown(open_page):
    page = open_page("stability")
    assert page.locator("h1").inner_text() == "Stability of 2 learners"
    assert page.locator("#verdict").inner_text().startswith("ges: ")
    assert page.locator("#figures img").count() == 2
    assert page.locator("#figures img").evaluate_all("all => all.every((one) => one.naturalWidth > 100)")
    page.select_option("#learner", "1")
    assert page.locator("#verdict").inner_text().startswith("pc:alpha=0.01: ")
    assert page.url.endswith("#learner=1")
    first = page.locator("#support tbody tr").first.locator("td").all_inner_texts()
    assert first[2] == "100 %" and len(first) == 6
    assert "20 resamples of half of the rows" in page.inner_text("header") and "times a share" not in page.content()


def test_edges_stand_along_their_more_frequent_direction(open_page):
    page = open_page("stability")
    assert page.locator("#support th").all_inner_texts()[:2] == ["first", "second"]
    for learner in range(2):
        shares = page.evaluate(
            "at => model.learners[at].support.map((row) => row.slice(3, 5).map(parseFloat))", learner
        )
        assert shares and all(more >= less for more, less in shares)
    assert "→ leads from the first node to the second" in page.inner_text("main")


def test_distances_are_those_of_the_page(open_page):
    words = open_page("stability").inner_text("main")
    assert "by SHD, SID and contSID." in words and "cross-fitted" in words
    page = open_page("unscored")
    assert "by SHD and SID." in page.inner_text("main")
    assert "contSID" not in page.inner_text("#terms") and page.locator("#term-contsid, #term-crossfit").count() == 0


def test_pictures_say_what_they_show_and_leave_out(open_page):
    page = open_page("stability")
    support, near = page.evaluate("model.learners[0].figures.map(({ svg }) => svg)")
    assert "edges of at least 10 % of the graphs, as strong as their support" in support
    assert "Near points: graphs with a small contSID between them." in near
    # Places on the map have no unit.
    assert not re.search(r">[−\d.]+</text>", near)


def test_pictures_are_drawn_in_the_colours_of_the_page(open_page):
    page = open_page("stability", color_scheme="dark")
    source = "decodeURIComponent(document.querySelector('#figures img').src)"
    dark = page.evaluate(source)
    assert "#12161c" in dark and "#ffffff" not in dark
    assert page.evaluate("getComputedStyle(document.querySelector('#figures img')).filter") == "none"
    page.click("#theme")
    assert "#ffffff" in page.evaluate(source)


def test_pictures_and_supports_fit_a_phone(open_page):
    page = open_page("stability", width=390, color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for part in ["support", "ancestry"]:
        assert page.eval_on_selector(f"#{part} .scroll", "part => part.scrollWidth - part.clientWidth") <= 0
    lines = "cell => Math.round(cell.clientHeight / parseFloat(getComputedStyle(cell).lineHeight))"
    assert page.locator("#support tbody td:last-child").first.evaluate(lines) == 1


def test_terms_are_explained(open_page):
    page = open_page("stability")
    links = page.eval_on_selector_all("a.term", "all => all.map((one) => one.getAttribute('href'))")
    assert {"#term-resample", "#term-support", "#term-between", "#term-path"} <= set(links)
    assert all(page.locator(link).count() == 1 for link in links)
