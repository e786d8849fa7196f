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


def test_pictures_fit_a_phone(open_page):
    page = open_page("stability", width=390, color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
