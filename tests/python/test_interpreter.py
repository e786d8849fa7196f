"""Long calls let other threads run."""

import sys
import threading
import time

import contsid
import numpy as np
import pytest

RNG = np.random.default_rng(1)
MATRIX = np.triu((RNG.random((1500, 1500)) < 0.02).astype(float), 1)
LARGE = contsid.as_graph(MATRIX)
SMALL = contsid.as_graph(MATRIX[:300, :300])
X = RNG.normal(size=4000)
EFFECT = contsid.interventional_embedding([("x", "y")], {"x": X[:400], "y": X[-400:]}, "x", "y")
WIDE = contsid.interventional_embedding([("x", "y")], {"x": X, "y": X[::-1].copy()}, "x", "y").at(0.0)
DAG = contsid.as_graph(np.triu(np.ones((400, 400)), 1))

#: How often a call is tried.
ENOUGH = 300

CALLS = {
    "read graph": lambda folder: contsid.as_graph(folder / "graph.csv"),
    "save graph": lambda folder: LARGE.save(folder / "again.csv"),
    "read table": lambda folder: contsid.as_table(folder / "data.csv"),
    "page": lambda folder: contsid.compare(SMALL, SMALL).to_html(folder / "page.html"),
    "cpdag": lambda folder: contsid.cpdag(SMALL),
    "why": lambda folder: contsid.why(DAG, DAG, "V1", "V400"),
    "shd": lambda folder: contsid.shd(LARGE, LARGE),
    "shd of classes": lambda folder: contsid.shd(SMALL, SMALL, of="classes"),
    "sid": lambda folder: contsid.sid(LARGE, LARGE),
    "aid": lambda folder: contsid.aid(LARGE, LARGE),
    "average": lambda folder: EFFECT.at(),
    "distance": lambda folder: EFFECT.mmd(EFFECT),
    "norm": lambda folder: WIDE.norm,
    "mmd": lambda folder: WIDE.mmd(WIDE),
    "density": lambda folder: WIDE.density(np.linspace(-3, 3, 3000)),
    "simulate": lambda folder: contsid.simulate(50, 20_000),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("large")
    LARGE.save(made / "graph.csv")
    np.savetxt(made / "data.csv", RNG.normal(size=(20_000, 5)), delimiter=",", header="a,b,c,d,e", comments="")
    return made


@pytest.mark.parametrize("name", CALLS)
def test_other_threads_go_on(name, folder):
    """No thread is made to hand over the interpreter here, so the other thread runs only while a call gives it up; it
    may wake up too late for a short one."""
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(None)
            time.sleep(0)

    interval, thread = sys.getswitchinterval(), threading.Thread(target=tick)
    thread.start()
    try:
        sys.setswitchinterval(1000)
        before, calls = len(ticks), 0
        while len(ticks) == before and calls < ENOUGH:
            CALLS[name](folder)
            calls += 1
        assert len(ticks) > before
    finally:
        sys.setswitchinterval(interval)
        done.set()
        thread.join()
