"""Without data a page says what SID says, and holds it once."""

import os

import pytest
from conftest import ROOT, run


@pytest.fixture(scope="module")
def graphs(pages):
    """A page of two graphs on three nodes, without data."""
    files = {"truth": "a -> b\nb -> c\n", "wrong": "b -> a\nb -> c\n", "open": "a -- b\nb -> c\n"}
    for name, text in files.items():
        (pages / f"{name}.txt").write_text(text)
    built = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug" / "contsid"
    run(built, "compare", *(pages / f"{name}.txt" for name in files), "--html", pages / "graphs.html")


def test_effects_are_those_that_sid_counts(graphs, open_page):
    page = open_page("graphs", address_part="#graph=0&tab=effects")
    assert page.evaluate("model.learnt.every(({ effects }) => effects.wrong === null && effects.steps === null)")
    words = {name: page.evaluate(f"model.learnt[{at}].graph.name") for at, name in ((0, "first"), (1, "second"))}
    assert set(words.values()) == {"wrong.txt", "open.txt"}
    for graph in range(2):
        sid = page.evaluate(f"model.learnt[{graph}].effects.sid")
        listed = page.evaluate(f"wrongEffects({graph}).map(([index]) => index)")
        assert listed == [at for mark in "x?" for at, one in enumerate(sid) if one == mark] and listed
        steps = page.evaluate(f"[...Array(9).keys()].map((at) => stepOf(model.learnt[{graph}].effects, at))")
        assert steps == [{" ": -1, ".": 0, "?": 13, "x": 25}[mark] for mark in sid]
