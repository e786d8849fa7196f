"""Names of nodes and files, and the terms that a page explains."""

import re

import pytest
from reading import FIRST_STRONG_ISOLATE, POP_ISOLATE


def test_names_are_text(open_page):
    page = open_page("hostile")
    assert page.locator("main script, main img, main b:has-text('learnt')").count() == 0
    assert "<b>learnt</b>" in page.inner_text("#ranking")
    page.click("[data-pick='1']")
    page.click("#tab-effect")
    page.select_option("#treatment", "0")
    page.select_option("#outcome", "1")
    words = page.inner_text("#panel-effect h3")
    assert "<script>alert(1)</script>" in words and "</script><img src=x onerror=alert(2)>" in words


def test_names_from_right_to_left_stand_apart(open_page):
    page = open_page("scripts", address_part="#graph=1")
    # In what people read the ends of an arrow are where they belong: each name is isolated.
    ends = page.eval_on_selector_all(
        "table.fixes .pick",
        """picks => picks.map(pick => Array.from(pick.querySelectorAll("bdi"), (name) => name.getBoundingClientRect()))
           .filter(([first, second]) => Math.abs(first.top - second.top) < 4)
           .map(([first, second]) => [first.right, second.left])""",
    )
    assert ends and all(first <= second for first, second in ends)
    tips = page.eval_on_selector_all(".graph-drawing .link", "links => links.map(wordsOf)")
    isolated = f"{FIRST_STRONG_ISOLATE}[^{POP_ISOLATE}]+{POP_ISOLATE}"
    assert tips and all(re.match(f"{isolated} [→—] {isolated}: ", tip) for tip in tips)
    page.click("#tab-effect")
    loose = page.evaluate(
        """() => {
          const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), loose = [];
          while (walker.nextNode()) {
            const text = walker.currentNode;
            const alone = text.parentElement.closest("bdi, option, pre, title, svg");
            const rest = text.data.replace(/\\u2068[^\\u2069]*\\u2069/g, "");
            if (/[\\u0590-\\u06ff]/.test(rest) && !alone) loose.push(text.data);
          }
          return loose;
        }"""
    )
    assert loose == []


# Names of which a part that may not be broken takes more than one line, or leaves its cell.
BROKEN = """() => Array.from(document.querySelectorAll("table .name bdi, table .what bdi")).filter((name) => {
  if (!name.offsetParent) return false;
  const range = document.createRange(), cell = name.closest("td, th").getBoundingClientRect();
  return Array.from(name.childNodes).filter((part) => part.data).some((text) => {
    let start = 0;
    return text.data.split(/(?<=[ -])/).some((word) => {
      range.setStart(text, start);
      range.setEnd(text, start += word.length);
      const boxes = Array.from(range.getClientRects());
      const lines = new Set(boxes.map(({ top }) => Math.round(top)));
      return lines.size > 1 || boxes.some(({ right }) => right > cell.right + 1);
    });
  });
}).map((name) => name.textContent)"""


PAGES = ["demo", "twenty", "twelve", "proteins", "scripts", "class", "judged", "eight", "long"]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [390, 768, 1024, 1440])
def test_names_do_not_break_inside_a_word(open_page, name, width):
    for part in ["", "#tab=effects"] if name not in ("judged", "eight") else [""]:
        assert open_page(name, width=width, address_part=part).evaluate(BROKEN) == []


def test_every_browser_reads_the_script(pages):
    # Safari before 16.4 reads nothing of a script that looks behind.
    for path in pages.glob("*.html"):
        assert not re.search(r"\(\?<[=!]", path.read_text()), path.name


def test_long_names_break_between_their_words(open_page):
    parts = open_page("demo").evaluate("['total_cholesterol_to_h/dl_ratio', 'bodyMassIndexAtBaseline'].map(nameParts)")
    assert parts == [
        ["total_", "cholesterol_", "to_", "h/", "dl_", "ratio"],
        ["body", "Mass", "Index", "At", "Baseline"],
    ]


@pytest.mark.parametrize("name, longest", [("long", 22), ("twenty", 12)])
def test_few_nodes_have_room_for_long_names(open_page, name, longest):
    page = open_page(name)
    shown = page.eval_on_selector_all(
        "svg.graph-drawing .node",
        """nodes => nodes.map(node => {
          const [box, text] = ["rect", "text"].map((part) => node.querySelector(part).getBBox().width);
          return [text <= box, node.querySelector("text").textContent.replace(/[\u2068\u2069]/g, "").length];
        })""",
    )
    assert all(fits and length <= longest for fits, length in shown)
    assert name == "twenty" or max(length for _, length in shown) == longest


def test_names_of_interventions_break_between_words(open_page):
    page = open_page("long", address_part="#tab=effect")
    titles = page.locator("#panel-effect figcaption")
    assert titles.count() > 0 and titles.first.inner_text().startswith("do(")
    assert all(titles.nth(at).locator("bdi").count() == 2 for at in range(titles.count()))


def test_every_term_is_explained(open_page):
    page = open_page("twenty")
    links = page.eval_on_selector_all("a.term", "links => links.map(link => link.getAttribute('href'))")
    assert {"#term-contsid", "#term-crossfit", "#term-sid"} <= set(links)
    assert all(page.locator(link).count() == 1 for link in set(links))
    page.click("#verdict a.term >> nth=0")
    assert page.evaluate("document.activeElement.id") == "term-contsid"
    assert page.get_attribute("#tab-fixes", "aria-selected") == "true"


def test_sentences_begin_with_names_as_they_are_written(open_page):
    page = open_page("proteins")
    page.click("#relations > summary")
    words = page.inner_text("main")
    assert re.search(r"^(pc|ges|lingam)\.csv is ", words, re.MULTILINE)
    assert not re.search(r"\b(Pc|Ges|Lingam)\.csv", words)
