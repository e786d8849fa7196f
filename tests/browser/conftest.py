"""Builds the pages and opens them in Debian's Chromium, with the network off."""

import csv
import os
import random
import subprocess
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Five nodes and PC, as in the paper, but fewer samples; and a learner that never finds a graph.
SMALL_STUDY = """
graphs = 2
nodes = [5]
samples = [60]
[[learner]]
name = "pc"
[[learner]]
name = "fails"
command = "false {data} {graph}"
"""


PROTEINS = ["raf", "mek", "plcg", "pip2", "pip3", "erk", "akt", "pka"]


def chain_rows(rng, count, target=None):
    """Rows in which each protein is the one before it and noise, but the target, which is set."""
    for _ in range(count):
        values = []
        for protein in PROTEINS:
            before = values[-1] if values and protein != target else 0.0
            values.append(before + rng.gauss(0, 1))
        yield values


def write_experiments(directory):
    """A chain of eight proteins, an experiment on each, and four graphs."""
    rng = random.Random(1)
    with open(directory / "rows.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow([*PROTEINS, "set"])
        for target, count in [("", 120), *((protein, 40) for protein in PROTEINS)]:
            table.writerows([*row, target] for row in chain_rows(rng, count, target))
    with open(directory / "observed.csv", "w", newline="") as file:
        csv.writer(file).writerows([PROTEINS, *chain_rows(rng, 200)])
    chain = list(pairwise(PROTEINS))
    graphs = {"chain": chain, "reversed": [(b, a) for a, b in chain], "first-half": chain[:3], "no-edges": []}
    for name, edges in graphs.items():
        lines = [f'  "{node}";' for node in PROTEINS] + [f'  "{a}" -> "{b}";' for a, b in edges]
        (directory / f"{name}.dot").write_text("\n".join(["digraph {", *lines, "}\n"]))
    return [directory / f"{name}.dot" for name in graphs]


def run(*command):
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def pages():
    """A directory with all pages."""
    # As `check` builds them: without examples dependencies have other features, and all crates are compiled again.
    run(
        "cargo",
        "build",
        "--quiet",
        "--locked",
        "--workspace",
        "--features",
        "contsid-cli/pictures",
        "--bins",
        "--examples",
    )
    built = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug"
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        run(built / "contsid-bench", "pages", directory)
        run(built / "contsid", "demo", "--html", directory / "demo.html")
        run(built / "contsid", "demo", "--experiments", "--html", directory / "judged.html")
        run(built / "contsid", "demo", "--hidden", "--html", directory / "hidden.html")
        experiments = ["--experiments", directory / "rows.csv", "--target", "set"]
        graphs = write_experiments(directory)
        run(built / "contsid", "judge", *graphs, *experiments, "--html", directory / "eight.html")
        observed = ["--data", directory / "observed.csv", "--html", directory / "falsified.html"]
        run(built / "contsid", "falsify", *graphs, *observed)
        learners = ["pc:alpha=0.01", "ges", directory / "rows.csv", "--drop-columns", "set", "--resamples", 20]
        run(built / "contsid", "stability", *learners, "--contsid", 3, "--html", directory / "stability.html")
        run(built / "contsid", "stability", *learners, "--html", directory / "unscored.html")
        study = ["study", "--preset", "paper", "--nodes", "5,8", "--graphs", "12"]
        run(built / "contsid", *study, "-o", directory / "study", "--html", directory / "study.html")
        few = ["study", "--preset", "paper", "--nodes", "5", "--graphs", "4", "-o", directory / "few"]
        run(built / "contsid", *few, "--html", directory / "few.html")
        (directory / "small.toml").write_text(SMALL_STUDY)
        run(
            built / "contsid",
            "study",
            directory / "small.toml",
            "-o",
            directory / "small_study",
            "--html",
            directory / "small_study.html",
        )
        yield directory


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def is_own(url, address):
    """Whether nothing is asked of a network: the page itself, what it holds, or what it makes."""
    return url.split("#")[0] == address or url.startswith(("data:", "blob:"))


@pytest.fixture
def open_page(chromium, pages):
    """Opens a page from disk; the test fails if the page reports an error or asks for anything else."""
    contexts, complaints = [], []

    def opened(name, width=1280, height=900, address_part="", **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        address = (pages / f"{name}.html").as_uri()
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: None if is_own(request.url, address) else complaints.append(request.url))
        page.goto(address + address_part)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
