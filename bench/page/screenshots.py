"""Pictures of pages to look at: light, dark, on a phone and on paper.

    python bench/page/screenshots.py target/pictures target/pages/twenty.html target/pages/study.html

A comparison is taken with each of its tabs, but on paper, where all are seen. Pictures are cut at 4,000 pixels.
Needs playwright and Debian's Chromium.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from browser import chromium
from playwright.sync_api import Browser

MOST_PIXELS = 4000

# Name, width, height, colours, medium.
FORMS = [
    ("light", 1440, 900, "light", "screen"),
    ("dark", 1440, 900, "dark", "screen"),
    ("phone", 390, 844, "light", "screen"),
    # A4 without margins of 13 mm.
    ("print", 695, 983, "light", "print"),
]
TABS = ["#tab=effects", "#tab=effects&list=matrix", "#tab=effect"]


def picture(browser: Browser, address: str, form: tuple[str, int, int, str, str], target: Path) -> None:
    _, width, height, scheme, medium = form
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.goto(address)
    if medium == "print":
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
    whole = min(MOST_PIXELS, page.evaluate("document.documentElement.scrollHeight"))
    page.screenshot(path=target, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": max(whole, height)})
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path)
    parser.add_argument("pages", nargs="+", type=Path)
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for path in options.pages:
            address = path.resolve().as_uri()
            is_comparison = '"verdict":{"choice"' in path.read_text()
            for form in FORMS:
                name = f"{path.stem}-{form[0]}"
                picture(browser, address, form, options.directory / f"{name}.png")
                for at, tab in enumerate(TABS if is_comparison and form[-1] == "screen" else []):
                    picture(browser, address + tab, form, options.directory / f"{name}-tab-{at + 1}.png")


if __name__ == "__main__":
    main()
