"""What several tests read off a page."""

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def order_of(page):
    return page.eval_on_selector_all("table.ranking tbody .pick", "names => names.map(name => name.textContent)")
