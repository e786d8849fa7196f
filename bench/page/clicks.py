"""How long clicks on a page take, with the processor slowed down four times.

    cargo build --release -p contsid-bench
    mkdir -p target/pages && target/release/contsid-bench pages target/pages
    python bench/page/clicks.py target/pages/fifty.html target/pages/hundred.html

Two numbers for each click, in milliseconds: the time from the click until the next frame is painted, and the time that
the slowed processor worked for it, which other programs on the machine hardly change. Needs playwright and Debian's
Chromium.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from browser import chromium
from playwright.sync_api import CDPSession, Page

SLOWER = 4

BACK = None
ANOTHER_GRAPH = "tr[data-graph]:not(.chosen) .pick"

# What is clicked, or BACK in the browser's history. Each begins where the one before it ended.
CLICKS = {
    "another graph": ANOTHER_GRAPH,
    "back to the graph": BACK,
    "sort by SHD": "th button[data-by='shd']",
    "back to contSID": BACK,
    "a fix": "[data-fix='1']",
    "wrong effects": "#tab-effects",
    "another graph's list": ANOTHER_GRAPH,
    "back to the list": BACK,
    "as a matrix": "[data-list='matrix']",
    "another graph's matrix": ANOTHER_GRAPH,
    "back to the matrix": BACK,
    "as a list": "[data-list='list']",
    "one wrong effect": "table.effects tbody tr:nth-child(3) .pick",
    "another graph's effect": ANOTHER_GRAPH,
    "back to the effect": BACK,
    "the truth alone": "[data-view='truth']",
    "both graphs": "[data-view='both']",
    "without right edges": ".kind[data-mark='right']",
    "with right edges": ".kind[data-mark='right']",
    "a node": "svg.graph-drawing .node[data-node='3']",
    "zoom in": "[aria-label='zoom in']",
    "fixes": "#tab-fixes",
    "back from the fixes": BACK,
}
# The clicks that are not kept in the address.
NOT_KEPT = {"zoom in"}

# A frame after the click, or after the page has heard of Back, its result has been painted.
PAINTED = """act => new Promise(done => {
  const start = performance.now();
  const painted = () => requestAnimationFrame(() => { const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - start); channel.port2.postMessage(null); });
  if (act) {
    document.querySelector(act).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    painted();
  } else {
    window.addEventListener("popstate", painted, { once: true });
    history.back();
  }
})"""


def worked(session: CDPSession) -> float:
    """The milliseconds that the page's thread has worked so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def measured(page: Page, session: CDPSession, rounds: int) -> dict[str, list[tuple[float, float]]]:
    """For each click the time until it is painted and the time of work, round by round."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in CLICKS}
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(rounds):
        page.evaluate("location.hash = ''")
        page.reload()
        page.evaluate(PAINTED, "#tab-fixes")
        for name, selector in CLICKS.items():
            before, address = worked(session), page.url
            painted = page.evaluate(PAINTED, selector)
            times[name].append((painted, worked(session) - before))
            if page.evaluate("location.href") == address and name not in NOT_KEPT:
                raise RuntimeError(f"{name}: nothing changed")
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with chromium() as browser:
        for path in options.pages:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(path.resolve().as_uri())
            session = page.context.new_cdp_session(page)
            print(f"{path.name}, {path.stat().st_size / 1e6:.2f} MB: medians of ms until painted, and of work")
            for name, times in measured(page, session, options.rounds).items():
                painted, work = (statistics.median(column) for column in zip(*times))
                print(f"  {name:24} {painted:6.0f} {work:6.0f}")
            page.close()


if __name__ == "__main__":
    main()
