"""Wrong values are refused with words: no error comes from the inside of the package."""

import inspect

import contsid
import numpy as np
import pandas
import pytest
from contsid._compare import CompareOptions
from contsid._discovery import ModelOptions
from contsid._reading import OPTIONS

#: Values that somebody may pass by mistake, each of which some option takes.
WRONG = [
    None,
    0,
    -1,
    2.5,
    10**30,
    True,
    float("nan"),
    "",
    "nope",
    b"x",
    [],
    [1],
    [[1]],
    [None],
    [("A",)],
    {},
    {"A": 1},
    {"A": [1, 2]},
    {1: 2},
    set(),
    object(),
    len,
    np.array(3),
    np.zeros((2, 2)),
    pandas.Series([1, 2]),
]

RNG = np.random.default_rng(0)
A = RNG.normal(size=60)
DATA = {"A": A, "B": A + RNG.normal(size=60), "C": RNG.normal(size=60)}
TRUTH, LEARNT = [("A", "B"), ("B", "C")], [("B", "A"), ("B", "C")]
COLUMNS = {"x": [0.0, 1.0], "y": [1.0, 2.0]}
EFFECT = contsid.interventional_embedding(TRUTH, DATA, "A", "B")
STUDY = {"nodes": 3, "graphs": 1, "samples": 10, "progress": False}


def study(*arguments, **options):
    return contsid.study(*arguments, **{**STUDY, **options})


def stability(*arguments, **options):
    return contsid.stability(*arguments, **{"resamples": 2, "progress": False, **options})


def keywords(function):
    return [one.name for one in inspect.signature(function).parameters.values() if one.kind == one.KEYWORD_ONLY]


CALLS = [
    (contsid.aid, [TRUTH, LEARNT, "parent"], ()),
    (contsid.as_graph, [TRUTH], ()),
    (contsid.as_table, [DATA], ()),
    (contsid.claims, [TRUTH], ()),
    (contsid.compare, [TRUTH, LEARNT, DATA], ()),
    (contsid.compare, [TRUTH, {"a": LEARNT, "b": TRUTH}], ()),
    (contsid.contsid, [TRUTH, LEARNT, DATA], ()),
    (contsid.cpdag, [TRUTH], OPTIONS),
    (contsid.crossfit, [TRUTH, LEARNT, DATA], ()),
    (contsid.falsify, [TRUTH, DATA], ()),
    (contsid.ges, [DATA], ()),
    (contsid.ica_lingam, [DATA], ()),
    (contsid.interventional_embedding, [TRUTH, DATA, "A", "B"], OPTIONS),
    (contsid.is_valid_adjustment, [TRUTH, "A", "B", []], OPTIONS),
    (contsid.judge, [TRUTH, DATA, {"A": DATA}], ()),
    (contsid.make_scorer, [TRUTH, "sid"], tuple(CompareOptions.__annotations__)),
    (contsid.make_scorer, [TRUTH, "contsid"], tuple(CompareOptions.__annotations__)),
    (contsid.mcmd, [COLUMNS, COLUMNS, "y", ["x"], {"x": [0.0]}], ()),
    (contsid.mmd, [[1.0, 2.0], [3.0, 4.0]], ()),
    (contsid.pc, [DATA], ()),
    (contsid.shd, [TRUTH, LEARNT], ()),
    (contsid.sid, [TRUTH, LEARNT], ()),
    (contsid.simulate, [4, 10], tuple(ModelOptions.__annotations__)),
    (contsid.sort_n_regress, [DATA], ()),
    (stability, [["ges"], DATA], keywords(contsid.stability)),
    (study, [["ges"]], keywords(contsid.study)),
    (contsid.tables, [pandas.DataFrame()], ()),
    (contsid.why, [TRUTH, LEARNT, "A", "B"], ()),
    (contsid.Estimation, [], ()),
    (contsid.Parts, [], ()),
    (contsid.Study.read, [""], ()),
    (EFFECT.at, [0.0], ()),
    (EFFECT.mean, [0.0], ()),
    (EFFECT.mmd, [EFFECT, 0.0], ()),
    (EFFECT.density, [[0.0], 0.0], ()),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("function", "arguments", "options"), CALLS, ids=lambda one: getattr(one, "__name__", ""))
def test_wrong_values_are_refused_with_words(function, arguments, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    calls = [([*arguments[:at], wrong, *arguments[at + 1 :]], {}) for at in range(len(arguments)) for wrong in WRONG]
    calls += [(arguments, {option: wrong}) for option in [*keywords(function), *options] for wrong in WRONG]
    for given, chosen in calls:
        try:
            function(*given, **chosen)
        except contsid.ContsidError as error:
            assert str(error).strip(), (given, chosen)


def test_the_words_name_what_was_passed():
    for call, words in [
        (lambda: contsid.mcmd(COLUMNS, COLUMNS, "y", ["x"], [0.0]), "at is a list: take a frame, or a dictionary"),
        (lambda: contsid.mmd(1.0, [2.0]), "first is 1.0: take a list of values"),
        (lambda: contsid.compare(TRUTH, {"a": TRUTH}, rank_by="foo"), "rank_by is 'foo': choose one of crossfit, "),
        (lambda: contsid.simulate(3, 10, edge_probabilty=0.5), "no option 'edge_probabilty' of a model: choose from"),
        (lambda: contsid.simulate(3, 10, edges_per_node=2), "edges_per_node does not go with"),
        (lambda: study(["ges"], model={"edge_probability": "a"}), "edge_probability is 'a': a number is needed"),
        (lambda: study(["ges"], n_jobs=0), "n_jobs is 0: take a number of jobs"),
    ]:
        with pytest.raises(contsid.ContsidError) as caught:
            call()
        assert words in str(caught.value)
