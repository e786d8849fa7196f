"""The page of stability: a learner is chosen, and its edges and drawings are shown."""


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
