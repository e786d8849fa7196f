"""The documentation site: no page fills more than four screens, and none is wider than a phone."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT

SCREENS, SCREEN, PHONE = 4, (1440, 1080), (390, 844)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    answer = subprocess.run(
        build, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    assert answer.returncode == 0, answer.stderr
    return folder


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_screens_and_phones(site, chromium, scheme):
    pages = [path for path in sorted(site.rglob("index.html")) if "decisions" not in path.parts]
    assert len(pages) > 15
    context = chromium.new_context(color_scheme=scheme, offline=True)
    page = context.new_page()
    for path in pages:
        page.set_viewport_size({"width": SCREEN[0], "height": SCREEN[1]})
        page.goto(path.as_uri())
        height = page.evaluate("document.querySelector('article').getBoundingClientRect().height")
        assert height <= SCREENS * SCREEN[1], (path.parent.name, height / SCREEN[1])
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path.parent.name
    context.close()


def test_links_and_search_hits_open_what_is_folded(site, chromium):
    context = chromium.new_context(offline=True)
    page = context.new_page()

    def opened(address):
        page.goto("about:blank")
        page.goto((site / address.split("?")[0].split("#")[0]).as_uri() + address[address.index(".html") + 5 :])
        return page.locator("article details[open] > summary").all_inner_texts()

    assert opened("python/index.html") == []
    assert opened("python/index.html#options") == ["Estimation, Parts, and the options of compare"]
    assert len(opened("reference/python/index.html?h=rank_by#compare-graphs")) == 1
    assert "contsid judge" in opened("reference/command-line/index.html?h=weights")
    context.close()


def test_dashes_of_options_do_not_exclude_them_from_a_search(site, chromium):
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    field = page.locator("[data-md-component=search-query]")
    field.evaluate("one => { one.value = '--all-rows of -part-rows'; one.dispatchEvent(new Event('input')); }")
    assert field.input_value() == "all-rows of part-rows"
    context.close()
