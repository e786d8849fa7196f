"""The page of graphs judged by experiments."""


def test_skills_outcomes_and_densities(open_page):
    page = open_page("judged")
    assert page.locator("#verdict").inner_text().startswith("reversed and forgetful are worse than right")
    assert page.locator(".skill-row").first.get_attribute("aria-label").startswith("right: ")
    assert page.locator(".skill-row [data-interval]").count() == 3
    assert page.locator("#detail figure").count() == 3
    assert page.locator("#detail .outcomes tbody tr").count() == 3
    page.get_by_role("tab", name="reversed").click()
    page.get_by_role("tab", name="enzyme").click()
    assert "reversed: what it predicted when enzyme was set" in page.locator("#detail h2").inner_text()
    assert page.locator("#detail figure", has_text="as before").count() >= 1
