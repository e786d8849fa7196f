"""The code of the guides runs as it stands, and type checkers pass it."""

import re
import subprocess
import sys
import warnings

import contsid
import matplotlib
import pytest
from support import ROOT
from test_interface import CHECKERS

matplotlib.use("agg")

PAGES = [ROOT / "docs" / "start.md", *sorted((ROOT / "docs" / "guides").glob("*.md"))]


def code(page):
    """All Python blocks of a page, one after the other."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL))


def test_there_are_guides():
    assert {"learners", "choose", "no-truth", "hidden", "large", "papers"} <= {page.stem for page in PAGES}
    assert all(code(page).startswith("import contsid\n") for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(code(page), page.name, "exec"), {})


@pytest.mark.parametrize("checker", CHECKERS)
def test_types_are_right(checker, tmp_path):
    files = [f"{page.stem}.py" for page in PAGES]
    for page, file in zip(PAGES, files):
        (tmp_path / file).write_text(code(page))
    lenient = (
        ["--allow-untyped-defs", "--allow-untyped-calls", "--disable-error-code=import-untyped"]
        if checker == "mypy"
        else []
    )
    run = [sys.executable, *CHECKERS[checker], *lenient, *files]
    answer = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def keys(found):
    """All keys of an object that are words of the interface, not names of the caller's."""
    if isinstance(found, list):
        return {key for one in found for key in keys(one)}
    if not isinstance(found, dict):
        return set()
    own = {key for key in found if key not in ("tiers", "settings")}
    return own | {key for name in own for key in keys(found[name])} | (found.keys() & {"tiers", "settings"})


def test_the_reference_names_every_key():
    page = (ROOT / "docs" / "reference" / "json.md").read_text()
    truth, data = contsid.simulate(4, 60, seed=2, edge_probability=0.6)
    graphs = {"pc": contsid.pc(data), "empty": contsid.as_graph([], names=truth.nodes), "same": truth}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compared = contsid.compare(truth, graphs, data, joint=2).to_dict()
        judged = contsid.judge(graphs, data, {"V1": data}).to_dict()
        falsified = contsid.falsify(graphs, data).to_dict()
    found = keys(compared) | keys(judged) | keys(falsified)
    assert len(found) > 50
    assert not sorted(key for key in found if f"`{key}`" not in page)
