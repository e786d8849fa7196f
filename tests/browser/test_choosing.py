"""What is chosen on the page of a comparison, and how the address keeps it."""

import re

import pytest
from reading import FIRST_STRONG_ISOLATE, POP_ISOLATE


def test_choosing_a_graph_changes_the_workspace(open_page):
    page = open_page("twenty")
    before = page.inner_text("#advice")
    page.click("tr[data-graph='1'] .plot")
    assert page.inner_text("#graph >> xpath=../h2") == "second.csv against the truth"
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


@pytest.mark.parametrize("name", ["twenty", "judged", "study"])
def test_a_button_copies_the_link(open_page, name):
    page = open_page(name, permissions=["clipboard-read", "clipboard-write"])
    page.click("table .pick >> nth=1") if name != "study" else page.select_option("#metric", index=1)
    assert page.evaluate("location.hash") != ""
    page.click("#copy-link")
    page.locator("#copy-link", has_text="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


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
