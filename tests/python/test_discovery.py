"""Learners, simulated data, embeddings and the scorer."""

import inspect
import pickle

import contsid
import numpy as np
import pandas
import pytest
from sklearn.base import BaseEstimator
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer
from support import command_line, grouped, vector

#: contSID works with factors of low rank, the embedding with the whole matrix; their condition is below 1e3.
SOLVED = 1e-9
#: What a mixture of Gaussians of width 2 has beyond the ends of the grid, twelve widths from the data.
INTEGRATED = 1e-9
#: One standard deviation of the effect's noise.
NOISE = 0.3


def matrix(graph):
    return graph.to_numpy().tolist()


def test_learners_of_other_packages():
    for case in vector("discovery.json")["cases"]:
        data = np.array(case["data"])
        skeleton = contsid.pc(data).to_numpy()
        assert ((skeleton + skeleton.T) > 0).astype(int).tolist() == case["pc_skeleton_causallearn"]
        assert matrix(contsid.ges(data)) == case["ges_cpdag_gespkg"]


def test_learnt_graphs_have_the_names_of_the_columns():
    _, data = contsid.simulate(5, 200, seed=3)
    frame = pandas.DataFrame(data).rename(columns=lambda name: f"gene {name}")
    for learner in (contsid.pc, contsid.ges, contsid.ica_lingam):
        assert learner(frame).nodes == list(frame.columns)
    assert not contsid.ges(frame.to_numpy()).is_named


def test_learners_refuse_with_words():
    data = np.random.default_rng(1).normal(size=(30, 3))
    constant = np.column_stack([data, np.ones(30)])
    with pytest.raises(contsid.DiscoveryError, match="column `V4` holds the same value in every row"):
        contsid.pc(constant)
    with pytest.raises(contsid.DiscoveryError, match="linear function"):
        contsid.ges(np.column_stack([data, data[:, 0] + data[:, 1]]))
    with pytest.raises(contsid.DiscoveryError, match="categories"):
        contsid.ges({"A": ["x", "y"] * 10, "B": list(range(20))})
    for refused, words in {
        (lambda: contsid.pc(data, alpha=2)): "alpha must be between 0 and 1, got 2",
        (lambda: contsid.pc(data, alpha="low")): "alpha is 'low': a number is needed",
        (lambda: contsid.ges(data, penalty=-1)): "penalty must be positive and finite, got -1",
        (lambda: contsid.ica_lingam(data, prune="some")): "some",
        (lambda: contsid.ica_lingam(data, starts=0)): "the number of starts must be from 1 to a million, got 0",
        (lambda: contsid.ica_lingam(data, seed=-1)): "seed is -1",
    }.items():
        with pytest.raises(contsid.OptionError, match=words):
            refused()


def test_defaults_are_those_of_the_command_line(tmp_path):
    for nodes, seed in ((6, 3), (8, 4), (8, 5)):
        drawn = contsid.simulate(nodes, 80, seed=seed, edge_probability=0.5)
        pandas.DataFrame(drawn.data).to_csv(tmp_path / "data.csv", index=False, float_format="%.17g")
        for learner, function in (("pc", contsid.pc), ("ges", contsid.ges), ("ica-lingam", contsid.ica_lingam)):
            answer = command_line("discover", learner, tmp_path / "data.csv", "-o", tmp_path / "learnt.csv", "--force")
            assert answer.returncode == 0, answer.stderr
            assert contsid.as_graph(tmp_path / "learnt.csv") == function(drawn.table), learner
            assert function(tmp_path / "data.csv") == function(drawn.table)
    assert inspect.signature(contsid.ica_lingam).parameters["starts"].default == 10


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, []),
        (
            {"seed": 7, "edge_probability": 0.5, "noise": "gumbel"},
            ["--seed", 7, "--edge-probability", 0.5, "--noise", "gumbel"],
        ),
        ({"data": "discrete", "cardinality": 3}, ["--data", "discrete", "--cardinality", 3]),
    ],
    ids=["usual", "options", "discrete"],
)
def test_simulations_are_those_of_the_command_line(options, words, tmp_path):
    answer = command_line("simulate", "--nodes", 5, "--samples", 40, *words, "-o", tmp_path / "drawn")
    assert answer.returncode == 0, answer.stderr
    ours = contsid.simulate(5, 40, **options)
    assert contsid.as_graph(tmp_path / "drawn" / "graph.csv") == ours.truth
    theirs = contsid.as_table(tmp_path / "drawn" / "data.csv")
    assert theirs.columns == ours.table.columns
    for column, expected in zip(theirs.to_columns(), ours.table.to_columns()):
        assert list(column) == list(expected)


def test_simulations_are_the_same_again():
    first, second = contsid.simulate(6, 50, seed=9), contsid.simulate(6, 50, seed=9)
    assert first.truth == second.truth
    assert all((first.data[name] == second.data[name]).all() for name in first.data)
    assert (contsid.simulate(6, 50, seed=10).data["V1"] != first.data["V1"]).all()


def test_simulations_of_every_kind():
    scale_free = contsid.simulate(8, 20, graph="scale-free", edges_per_node=2, noise="laplace", standardise="internal")
    assert len(scale_free.truth.edges) == 2 * (8 - 2)
    discrete = contsid.simulate(3, 40, data="discrete", cardinality=3).data
    assert all(len(set(column)) <= 3 and isinstance(column[0], str) for _, column in discrete.items())
    assert len(contsid.simulate(4, 10, edge_probability=np.float64(1.0)).truth.edges) == 6


@pytest.mark.parametrize(
    "settings",
    [
        {"edge_probability": 2},
        {"noise": "loud"},
        {"nois": "gumbel"},
        {"edges_per_node": 2},
        {"edge_probability": float("nan")},
        {"weights": "heavy"},
        {"seed": -1},
        {"seed": 2**70},
        {"seed": 1.5},
    ],
)
def test_simulations_refuse_with_words(settings):
    with pytest.raises(contsid.SimulationError):
        contsid.simulate(4, 10, **settings)
    with pytest.raises(contsid.SimulationError):
        contsid.simulate(4, 0)


def test_embeddings_add_up_to_contsid():
    truth, data = contsid.simulate(4, 60, seed=5, edge_probability=1.0, weights=[[0.5, 1.0]])
    learnt = contsid.as_graph(truth.edges[1:], names=truth.nodes)
    found = contsid.contsid(truth, learnt, data, **grouped(normalise="none", agreement="never"))
    place = {node: number for number, node in enumerate(truth.nodes)}
    compared = 0
    for treatment in truth.nodes:
        for outcome in truth.nodes:
            if treatment != outcome and found.cases[place[treatment]][place[outcome]] == "3.2":
                ours, theirs = (
                    contsid.interventional_embedding(graph, data, treatment, outcome) for graph in (truth, learnt)
                )
                assert ours.mmd(theirs) == pytest.approx(found.matrix[place[treatment], place[outcome]], abs=SOLVED)
                compared += 1
    assert compared > 0


def test_densities():
    rng = np.random.default_rng(2)
    cause = rng.normal(size=300)
    data = {"cause": cause, "effect": 2 * cause + 0.3 * rng.normal(size=300)}
    effect = contsid.interventional_embedding(
        [("cause", "effect")], data, "cause", "effect", **grouped(estimator="normalised")
    )
    grid = np.linspace(-30, 30, 6001)
    for value in (-1.0, 0.0, 1.0):
        density = effect.density(grid, value)
        assert density.sum() * (grid[1] - grid[0]) == pytest.approx(1.0, abs=INTEGRATED)
        assert grid[density.argmax()] == pytest.approx(2 * value, abs=NOISE)
    assert effect.density(tuple(grid), 0.0).tolist() == effect.at(0.0).density(tuple(grid)).tolist()
    assert effect.at(0.5).mmd(effect.at(0.5)) == 0.0 < effect.at(0.5).mmd(effect.at(-0.5))
    assert effect.at().weights.sum() == pytest.approx(1.0)
    with pytest.raises(contsid.OptionError, match="finite number"):
        effect.at("high")
    with pytest.raises(contsid.OptionError, match="imq"):
        contsid.interventional_embedding(
            [("cause", "effect")], data, "cause", "effect", **grouped(kernel="imq")
        ).density(grid, 0.0)
    with pytest.raises(contsid.OptionError, match="loo"):
        contsid.interventional_embedding([("cause", "effect")], data, "cause", "effect", **grouped(lambda_="loo"))


def test_averages_are_over_the_observed_values():
    data = {"cause": [0.0, 1.0, 4.0, 2.0], "effect": [1.0, 2.0, 0.0, 3.0], "other": [0.5, 0.1, 0.2, 0.9]}
    plain = contsid.interventional_embedding([("cause", "effect")], data, "cause", "effect")
    adjusted = contsid.interventional_embedding([("cause", "effect"), ("other", "cause")], data, "cause", "effect")
    weights = np.mean([adjusted.at(value).weights for value in data["cause"]], axis=0)
    assert adjusted.at().weights == pytest.approx(weights, abs=SOLVED)
    distances = [adjusted.at(value).mmd(plain.at(value)) for value in data["cause"]]
    assert adjusted.mmd(plain) == pytest.approx(np.mean(distances), abs=SOLVED)
    assert adjusted.mmd(plain, 1.0) == pytest.approx(distances[1], abs=SOLVED)


def test_effects_of_graphs_that_do_not_say_what_to_adjust_for():
    data = dict(zip("ABC", np.random.default_rng(1).normal(size=(3, 20))))
    for graph, words in (
        (["A -> B", "B -> C", "C -> A"], "cycle.*adjustment="),
        (["A -- B", "B -> C"], "no direction.*adjustment="),
    ):
        with pytest.raises(contsid.GraphError, match=words):
            contsid.interventional_embedding(graph, data, "A", "C")
        assert contsid.interventional_embedding(graph, data, "A", "C", adjustment=["B"]).adjustment == ["B"]


def test_only_distributions_of_the_same_effect_are_compared():
    data = dict(zip("ABC", np.random.default_rng(1).normal(size=(3, 20))))
    graph = [("A", "B"), ("B", "C")]
    effect = contsid.interventional_embedding(graph, data, "A", "C", **grouped(bandwidth=1.0))
    for treatment, outcome in (("B", "C"), ("A", "B"), ("C", "A")):
        other = contsid.interventional_embedding(graph, data, treatment, outcome, **grouped(bandwidth=1.0))
        with pytest.raises(contsid.OptionError, match="same treatment and outcome"):
            effect.mmd(other)
    with pytest.raises(contsid.OptionError, match="no interventional embedding"):
        effect.mmd(3)
    # Categories are the same if their names are, whatever others there are.
    coloured = [
        contsid.interventional_embedding(
            [("A", "B")], {"A": colours, "B": data["B"]}, "A", "B", **grouped(bandwidth={"B": 1.0})
        )
        for colours in (["red", "blue"] * 10, ["red", "yellow"] * 10)
    ]
    assert coloured[0].mmd(coloured[1], "red") == pytest.approx(0.0, abs=SOLVED)
    assert coloured[0].mmd(coloured[1], "blue") > 0.1


class Ges(BaseEstimator):
    """A learner in the form of scikit-learn."""

    def __init__(self, penalty=1.0):
        self.penalty = penalty

    def fit(self, X, y=None):
        self.graph_ = contsid.ges(X, penalty=self.penalty)
        return self


def test_scorer():
    truth, data = contsid.simulate(5, 300, seed=4)
    frame = pandas.DataFrame(data)
    for measure in ("shd", "sid", "contsid", "aid_optimal"):
        scorer = contsid.make_scorer(truth, measure)
        scores = {penalty: scorer(Ges(penalty).fit(frame), frame) for penalty in (1.0, 1e6)}
        assert scores[1.0] > scores[1e6], measure
    everything = np.arange(len(frame))
    search = GridSearchCV(
        Ges(), {"penalty": [1.0, 1e6]}, scoring=contsid.make_scorer(truth), cv=[(everything, everything)]
    )
    assert search.fit(frame).best_params_ == {"penalty": 1.0}
    with pytest.raises(contsid.OptionError):
        contsid.make_scorer(truth, "accuracy")


def test_scorer_is_pickled_and_finds_the_learner():
    truth, data = contsid.simulate(5, 300, seed=4)
    frame = pandas.DataFrame(data)
    learner = Ges().fit(frame)
    everything = np.arange(len(frame))
    search = GridSearchCV(Ges(), {"penalty": [1.0]}, scoring=contsid.make_scorer(truth), cv=[(everything, everything)])
    for measure in ("sid", "contsid"):
        scorer = contsid.make_scorer(truth, measure)
        expected = scorer(learner, frame)
        assert pickle.loads(pickle.dumps(scorer))(learner, frame) == expected
        pipeline = Pipeline([("centre", FunctionTransformer()), ("learn", Ges())]).fit(frame)
        for fitted in (pipeline, search.fit(frame), Pipeline([("search", search)]).fit(frame)):
            assert scorer(fitted, frame) == expected


@pytest.mark.parametrize(
    "options",
    [
        {"estimator": "plian"},
        {"kernel": "gauss"},
        {"guide": "liner"},
        {"repeats": 0},
        {"undirected": "bonds"},
        {"treatments": []},
        {"treatments": ["nobody"]},
        {"of": "class"},
        {"measure": "sid", "estimator": "centred"},
        {"measure": "aid_oset"},
        {"edge_direction": "up"},
        {"encoding": "ends"},
        {"threshold": -1.0},
        {"joint": 0},
        {"drop_missing": "yes"},
        {"parallel": "yes"},
        {"on_error": "yes"},
    ],
    ids=str,
)
def test_scorers_check_their_options_when_they_are_made(options):
    with pytest.raises(contsid.ContsidError):
        contsid.make_scorer(np.array([[0, 1], [0, 0]]), **grouped(**options))
    with pytest.raises(TypeError, match="unexpected"):
        contsid.make_scorer([("A", "B")], "sid", colour="red")
    with pytest.raises(contsid.ContsidError, match="no node `Z`"):
        contsid.make_scorer([("A", "B"), ("B", "C")], joint=[["A", "Z"]])
    contsid.make_scorer([("A", "B"), ("B", "C")], joint=[["A", "B"]])
