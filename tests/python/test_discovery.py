"""Learners, simulated data, embeddings and the scorer."""

import numpy as np
import pandas
import pytest
from sklearn.base import BaseEstimator
from sklearn.model_selection import GridSearchCV
from support import vector

import contsid


def matrix(graph):
    return graph.to_numpy().tolist()


def test_learners_of_other_packages():
    for case in vector("discovery.json")["cases"]:
        data = np.array(case["data"])
        skeleton = contsid.pc(data).to_numpy()
        assert ((skeleton + skeleton.T) > 0).astype(int).tolist() == case["pc_skeleton_causallearn"]
        assert matrix(contsid.ges(data)) == case["ges_cpdag_gespkg"]


def test_learnt_graphs_have_the_names_of_the_columns():
    truth, data = contsid.simulate(5, 200, seed=3)
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
    for refused in (lambda: contsid.pc(data, alpha=2), lambda: contsid.pc(data, alpha="low"), lambda: contsid.ges(data, penalty=-1),
                    lambda: contsid.ica_lingam(data, prune="some"), lambda: contsid.ica_lingam(data, starts=0), lambda: contsid.ica_lingam(data, seed=-1)):
        with pytest.raises(contsid.ContsidError):
            refused()


def test_simulations_are_the_same_again():
    first, second = contsid.simulate(6, 50, seed=9), contsid.simulate(6, 50, seed=9)
    assert first.truth == second.truth
    assert all((first.data[name] == second.data[name]).all() for name in first.data)
    assert (contsid.simulate(6, 50, seed=10).data["V1"] != first.data["V1"]).all()


def test_simulations_of_every_kind():
    scale_free = contsid.simulate(8, 20, graph="scale-free", edges_per_node=2, noise="laplace", standardise="internal")
    assert len(scale_free.truth.edges) == 2 * (8 - 2)
    discrete = contsid.simulate(3, 40, data="discrete", cardinality=3).data
    assert all(len(set(column)) <= 3 and isinstance(column[0], str) for column in discrete.values())
    assert len(contsid.simulate(4, 10, edge_probability=np.float64(1.0)).truth.edges) == 6


@pytest.mark.parametrize("settings", [
    {"edge_probability": 2}, {"noise": "loud"}, {"nois": "gumbel"}, {"edges_per_node": 2}, {"edge_probability": float("nan")}, {"weights": "heavy"},
    {"seed": -1}, {"seed": 2**70}, {"seed": 1.5},
])
def test_simulations_refuse_with_words(settings):
    with pytest.raises(contsid.SimulationError):
        contsid.simulate(4, 10, **settings)
    with pytest.raises(contsid.SimulationError):
        contsid.simulate(4, 0)


def test_embeddings_add_up_to_contsid():
    truth, data = contsid.simulate(4, 60, seed=5, edge_probability=1.0, weights=[[0.5, 1.0]])
    learnt = contsid.as_graph(truth.edges[1:], names=truth.nodes)
    found = contsid.contsid(truth, learnt, data, normalise="none", agreement="never")
    place = {node: number for number, node in enumerate(truth.nodes)}
    compared = 0
    for treatment in truth.nodes:
        for outcome in truth.nodes:
            if treatment != outcome and found.cases[place[treatment]][place[outcome]] == "3.2":
                ours, theirs = (contsid.interventional_embedding(graph, data, treatment, outcome) for graph in (truth, learnt))
                assert ours.mmd(theirs) == pytest.approx(found.matrix[place[treatment], place[outcome]], abs=1e-9)
                compared += 1
    assert compared > 0


def test_densities():
    rng = np.random.default_rng(2)
    cause = rng.normal(size=300)
    data = {"cause": cause, "effect": 2 * cause + 0.3 * rng.normal(size=300)}
    effect = contsid.interventional_embedding([("cause", "effect")], data, "cause", "effect", estimator="normalised")
    grid = np.linspace(-12, 12, 2401)
    for value in (-1.0, 0.0, 1.0):
        density = effect.density(grid, value)
        assert density.sum() * (grid[1] - grid[0]) == pytest.approx(1.0, abs=1e-3)
        assert grid[density.argmax()] == pytest.approx(2 * value, abs=0.5)
    assert effect.at(0.5).mmd(effect.at(0.5)) == 0.0 < effect.at(0.5).mmd(effect.at(-0.5))
    assert effect.at().weights.sum() == pytest.approx(1.0)
    with pytest.raises(contsid.OptionError, match="finite number"):
        effect.at("high")
    with pytest.raises(contsid.OptionError, match="imq"):
        contsid.interventional_embedding([("cause", "effect")], data, "cause", "effect", kernel="imq").density(grid, 0.0)
    with pytest.raises(contsid.OptionError, match="loo"):
        contsid.interventional_embedding([("cause", "effect")], data, "cause", "effect", regularization="loo")


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
    for measure in ("shd", "sid", "contsid", "oset_aid"):
        scorer = contsid.make_scorer(truth, measure)
        scores = {penalty: scorer(Ges(penalty).fit(frame), frame) for penalty in (1.0, 1e6)}
        assert scores[1.0] > scores[1e6], measure
    everything = np.arange(len(frame))
    search = GridSearchCV(Ges(), {"penalty": [1.0, 1e6]}, scoring=contsid.make_scorer(truth), cv=[(everything, everything)])
    assert search.fit(frame).best_params_ == {"penalty": 1.0}
    with pytest.raises(contsid.OptionError):
        contsid.make_scorer(truth, "accuracy")
