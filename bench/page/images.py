"""Makes the pictures of pages in docs/images anew.

    cargo build --workspace --bins
    mkdir -p target/pages && target/debug/contsid-bench pages target/pages
    target/debug/contsid demo --experiments --html target/pages/judged.html
    python bench/page/images.py target/pages

Needs playwright and Debian's Chromium.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from browser import chromium
from playwright.sync_api import Browser

IMAGES = Path(__file__).parents[2] / "docs" / "images"
WIDTH, HEIGHT, MARGIN = 1280, 900, 20

# The name of the picture, its page, and the parts with which it begins and ends.
PICTURES = [
    ("report", "proteins.html#graph=0", "header", ".workspace"),
    ("effect", "proteins.html#graph=0&tab=effect", ".workspace", ".workspace"),
    ("judgement", "judged.html", "header", "#panel"),
]


def take(browser: Browser, address: str, first: str, last: str, target: Path) -> None:
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.goto(address)
    start, end = (page.locator(part).first.bounding_box() for part in (first, last))
    top = max(0, start["y"] - MARGIN)
    clip = {"x": 0, "y": top, "width": WIDTH, "height": end["y"] + end["height"] + MARGIN - top}
    page.screenshot(path=target, full_page=True, clip=clip)
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", type=Path)
    pages = parser.parse_args().pages.resolve().as_uri()
    with chromium() as browser:
        for name, address, first, last in PICTURES:
            take(browser, f"{pages}/{address}", first, last, IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
