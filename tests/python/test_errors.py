"""Whatever is refused is refused by a ValueError with words; nothing panics."""

import itertools
import re
import subprocess
import sys

import contsid
import numpy as np
import pandas
import pytest
from support import command_line, grouped

GOOD = [("A", "B"), ("B", "C")]
DATA = pandas.DataFrame(np.random.default_rng(1).normal(size=(20, 3)), columns=["A", "B", "C"])


class Liar:
    """Says it is a matrix, and is none."""

    shape = (2, 2)

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("there is no array here")

    def __len__(self):
        return -1


NOT_GRAPHS = {
    "none": None,
    "number": 3,
    "float": float("nan"),
    "bytes": b"A -> B",
    "empty list": [],
    "empty array": np.zeros((0, 0)),
    "row": np.zeros((1, 3)),
    "not square": np.zeros((2, 3)),
    "one dimension": np.zeros(4),
    "three dimensions": np.zeros((2, 2, 2)),
    "no dimension": np.array(1.0),
    "nan": np.full((2, 2), np.nan),
    "infinite": np.array([[0, np.inf], [0, 0]]),
    "weights": np.array([[0, 0.5], [0, 0]]),
    "seven": np.array([[0, 7], [0, 0]]),
    "huge": np.array([[0, 1e308], [0, 0]]),
    "self-loop": np.eye(2),
    "cycle": np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    "texts": np.array([["a", "b"], ["c", "d"]]),
    "complex": np.zeros((2, 2), dtype=complex),
    "dates": np.zeros((2, 2), dtype="datetime64[s]"),
    "structured": np.zeros((2, 2), dtype=[("x", float)]),
    "objects": np.array([[None, object()], [1, 2]], dtype=object),
    "huge integers": np.array([[0, 10**400], [0, 0]], dtype=object),
    "ragged": [[0, 1], [0]],
    "endpoints": np.array([[0, -1], [1, 0]]),
    "missing file": "there/is/no/such/file.csv",
    "empty path": "",
    "directory": "/",
    "zero byte": "a\0b.csv",
    "one-sided edge": [("A",)],
    "four-sided edge": [("A", "B", "C", "D")],
    "self edge": [("A", "A")],
    "empty name": [("", "B")],
    "word": ["A"],
    "bad arrow": ["A => B"],
    "both kinds": [("A", "B"), ("A", "--", "B")],
    "cyclic edges": [("A", "B"), ("B", "C"), ("C", "A")],
    "numbers": [1, 2, 3],
    "dict": {"A": "B"},
    "set": {1, 2},
    "generator": (number for number in range(3)),
    "function": len,
    "type": int,
    "liar": Liar(),
    "frame not square": pandas.DataFrame({"A": [0, 1]}),
    "frame of texts": pandas.DataFrame({"A": ["x", "y"], "B": ["z", "w"]}),
    "frame of other labels": pandas.DataFrame([[0, 1], [0, 0]], index=["A", "B"], columns=["A", "C"]),
    "frame of twins": pandas.DataFrame([[0, 1], [0, 0]], index=["A", "A"], columns=["A", "A"]),
    "series": pandas.Series([0, 1]),
    "stuck": ["A -- B", "B -- C", "C -- D", "D -- A"],
}

NOT_TABLES = {
    "number": 3,
    "no rows": np.zeros((0, 3)),
    "no columns": np.zeros((3, 0)),
    "one row": np.zeros((1, 3)),
    "two columns": np.zeros((5, 2)),
    "four columns": np.zeros((5, 4)),
    "nan": np.full((5, 3), np.nan),
    "infinite": np.full((5, 3), np.inf),
    "one dimension": np.zeros(3),
    "texts": np.array([["a", "b", "c"]] * 3),
    "complex": np.zeros((5, 3), dtype=complex),
    "ragged": [[1, 2, 3], [1, 2]],
    "ragged columns": {"A": [1, 2], "B": [1], "C": [1, 2]},
    "nested columns": {"A": [[1], [2]], "B": [1, 2], "C": [1, 2]},
    "other names": DATA.rename(columns={"A": "X"}),
    "twins": pandas.DataFrame(np.zeros((5, 3)), columns=["A", "A", "B"]),
    "dates": pandas.DataFrame({"A": pandas.to_datetime(["2020-01-01"] * 5), "B": 1.0, "C": 2.0}),
    "missing": DATA.mask(DATA > 1),
    "missing file": "no-such-file.csv",
    "empty dict": {},
    "liar": Liar(),
}

OPTIONS = {
    "lambda_": [0, -1, float("nan"), float("inf"), "lol", [], {}, 1j, object()],
    "bandwidth": [0, -1.0, float("nan"), "mean", [], {"A": 0}, {"Z": 1.0}, {"A": None}, 1j, object()],
    "kernel": ["gauss", "", 3, {"A": "gauss"}, {"Z": "delta"}, [], object()],
    "estimator": ["plane", "", 3, None, []],
    "agreement": ["sometimes", "", 3, None, []],
    "normalise": ["norms", "", 3, None, []],
    "interventions": [
        "grid",
        "grid:0",
        "grid:-1",
        "grid:x",
        "normal:0,0,3",
        "normal:0,1",
        "uniform:2,1,3",
        "points",
        "observed:3",
        [],
        [float("nan")],
        ([1.0], [-1.0]),
        ([1.0, 2.0], [1.0]),
        {"Z": "observed"},
        {"A": "grid"},
        3,
        object(),
    ],
    "undirected": ["up", "", 3, None, []],
    "treatments": [["Z"], 3, [None]],
    "outcomes": [["Z"], 3, [None]],
    "threads": [0, -1, 1.5, "two", 10**30, True],
    "memory_limit": [0, 1, -5, "8GB", 1.5],
    "joint": [0, 3, "two", True, [3], [[]], [["A", "A"]], [["A", "B", "C"]], [["Z"]], b"none.txt", []],
    "reversal": [0, 3, "1", None, 1.5],
    "of": ["graph", 3, None],
    "shd": [3, {"off": "graphs"}, "classes"],
    "crossfit": [3, "yes", {"rows": 3}],
    "estimation": [3, "plain", {"lambda_": 0.1}],
    "rows": [0, "many"],
    "guide": ["cubic", 3],
}

READING = {
    "edge_direction": ["up", "from row to column", 3, None],
    "encoding": ["matrix", 3, None],
    "threshold": ["high", -1.0, True, [], 1j],
}


def described(value):
    """A name that is the same in every run: without the address of an object."""
    return re.sub(" at 0x[0-9a-f]+", "", repr(value))[:30]


def hostile():
    for name, graph in NOT_GRAPHS.items():
        yield f"truth: {name}", lambda graph=graph: contsid.sid(graph, GOOD)
        yield f"learnt: {name}", lambda graph=graph: contsid.compare(GOOD, graph)
    for name, table in NOT_TABLES.items():
        yield f"data: {name}", lambda table=table: contsid.contsid(GOOD, [("B", "A"), ("B", "C")], table)
    for option, values in OPTIONS.items():
        graph = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
        for value in values:
            yield (
                f"{option}={described(value)}",
                lambda graph=graph, option=option, value=value: contsid.compare(
                    graph, GOOD, DATA, **grouped(**{option: value})
                ),
            )
    for option, values in READING.items():
        for value in values:
            yield (
                f"{option}={described(value)}",
                lambda option=option, value=value: contsid.as_graph(np.zeros((3, 3)), **{option: value}),
            )
    for treatment, outcome, adjustment in [
        ("A", "A", []),
        ("A", "Z", []),
        ("Z", "A", []),
        ("A", "B", ["Z"]),
        ("A", "B", ["A"]),
        ("A", "B", 3),
    ]:
        yield (
            f"adjustment: {treatment} {outcome} {adjustment}",
            lambda t=treatment, o=outcome, a=adjustment: contsid.is_valid_adjustment(GOOD, t, o, a),
        )
    for names in (["A"], ["A", "A", "B"], ["", "B", "C"], 3, "ABC"):
        yield f"names: {names}", lambda names=names: contsid.as_graph(np.zeros((3, 3)), names=names)
    for strategy in ("parents", 3, None):
        yield f"strategy: {strategy}", lambda strategy=strategy: contsid.aid(GOOD, GOOD, strategy)
    for option in ("format", "source"):
        yield f"{option} of a graph", lambda option=option: contsid.as_graph("graph.csv", **{option: 3})
        yield f"{option} of a table", lambda option=option: contsid.as_table("data.csv", **{option: 3})
    yield "names of a table", lambda: contsid.as_table(np.zeros((3, 2)), names="ab")
    yield "no learnt graph", lambda: contsid.compare(GOOD, {})
    yield "equal names", lambda: contsid.compare(GOOD, {1: GOOD, "1": GOOD})
    for sizes in (5.0, "5", [2.5], [5, 5], [True], []):
        yield f"study: {sizes!r}", lambda sizes=sizes: contsid.study({"ges": contsid.ges}, nodes=sizes, progress=False)
    for threshold in (-1.0, float("nan"), float("inf")):
        yield (
            f"threshold: {threshold}",
            lambda threshold=threshold: contsid.as_graph(np.zeros((2, 2)), threshold=threshold),
        )


HOSTILE = list(hostile())


def test_there_are_enough_of_them():
    assert len(HOSTILE) >= 200
    assert len({name for name, _ in HOSTILE}) >= 195


@pytest.mark.parametrize(("name", "call"), HOSTILE, ids=[name for name, _ in HOSTILE])
def test_refused_with_words(name, call):
    with pytest.raises(ValueError) as caught:
        call()
    assert isinstance(caught.value, contsid.ContsidError), repr(caught.value)
    words = str(caught.value)
    assert not re.search(r"(?<![\w-])--[a-z]", words), words
    assert words and "defect" not in words and "panicked" not in words


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: contsid.as_graph(np.zeros((2, 2)), threshold="high"), contsid.OptionError),
        (lambda: contsid.as_graph(np.zeros((2, 2)), edge_direction=3), contsid.OptionError),
        (lambda: contsid.as_graph(np.zeros((2, 2)), encoding=None), contsid.OptionError),
        (lambda: contsid.compare(GOOD, GOOD, DATA, joint=[3]), contsid.OptionError),
        (lambda: contsid.compare(GOOD, GOOD, DATA, estimation=contsid.Estimation(memory_limit=1)), contsid.OptionError),
        (lambda: contsid.study({"ges": contsid.ges}, nodes=5.0), contsid.OptionError),
        (lambda: contsid.pc(DATA, alpha=2), contsid.OptionError),
        (lambda: contsid.as_table(np.zeros((3, 2)), names="ab"), contsid.TableError),
        (lambda: contsid.compare(GOOD, {}), contsid.OptionError),
        (lambda: contsid.compare(GOOD, {1: GOOD, "1": GOOD}), contsid.OptionError),
    ],
    ids=["threshold", "direction", "encoding", "sets", "memory", "nodes", "alpha", "names", "nothing", "equal names"],
)
def test_the_exception_says_what_is_wrong(call, expected):
    with pytest.raises(expected) as caught:
        call()
    assert type(caught.value) is expected


@pytest.mark.parametrize(
    ("text", "option"),
    list(
        itertools.product(
            ["A -> B\nB -> C\nC -> A\n", "A -- B\nB -- C\nC -- D\nD -- A\n", "A -> A\n", "A -> \n", "B -> C\n", ""],
            [[], ["--undirected", "drop"]],
        )
    ),
)
def test_words_of_the_command_line(text, option, tmp_path):
    truth, learnt = tmp_path / "truth.edges", tmp_path / "learnt.edges"
    truth.write_text("A -> B\nB -> C\nC -> D\n")
    learnt.write_text(text)
    theirs = command_line("compare", truth, learnt, *option)
    if theirs.returncode == 0:
        contsid.compare(truth, learnt, undirected="drop" if option else "bounds")
        return
    with pytest.raises(ValueError) as caught:
        contsid.compare(truth, learnt, undirected="drop" if option else "bounds")
    words = str(caught.value).split("; if they have no edges")[0]
    message, *hint = words.split('; undirected="drop"')
    assert message in theirs.stderr and bool(hint) == ("--undirected drop" in theirs.stderr)


INTERRUPTED = """
import numpy, os, signal, threading
import contsid
rng = numpy.random.default_rng(1)
upper = numpy.triu(numpy.ones((30, 30)), 1)
data = rng.normal(size=(3000, 30))
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    contsid.contsid(upper, upper.T, data, threads={threads})
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_long_calls(threads):
    """Sixty systems of 3000 rows take long; the signal is heard after each of them."""
    answer = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(threads=threads)], capture_output=True, text=True, timeout=600
    )
    assert answer.stdout == "interrupted\n", answer.stderr
