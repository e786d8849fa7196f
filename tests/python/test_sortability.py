"""Sortability and the baseline that lives on it, against CausalDisco of Reisach et al."""

import contsid
import numpy as np
import pytest
from CausalDisco.analytics import r2_sortability, var_sortability
from CausalDisco.baselines import r2_sort_regress, var_sort_regress

# Sums in another order: rounding of doubles.
TOLERANCE = 1e-12

# Variances this near are equal, such as those of standardised variables.
TIES = 1e-9

MODELS = [
    {},
    {"noise": "gaussian", "edge_probability": 0.5},
    {"standardise": "internal", "noise": "uniform"},
    {"mechanism": "sine", "noise": "laplace"},
]


def _matrix(graph):
    nodes = graph.nodes
    found = np.zeros((len(nodes), len(nodes)))
    for edge in graph.edges:
        found[nodes.index(edge[0]), nodes.index(edge[1])] = 1
    return found


@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize("model", MODELS, ids=lambda model: "-".join(map(str, model.values())) or "paper")
def test_sortability_equals_that_of_causaldisco(seed, model):
    found = contsid.simulate(7, 300, seed=seed, **model)
    data, truth = found.data.to_numpy(), _matrix(found.truth)
    assert found.var_sortability == pytest.approx(var_sortability(data, truth, tol=TIES), abs=TOLERANCE)
    assert found.r2_sortability == pytest.approx(r2_sortability(data, truth, tol=TIES), abs=TOLERANCE)


def test_standardised_columns_cannot_be_sorted_by_variance():
    assert contsid.simulate(7, 300, seed=1, standardise="columns").var_sortability == 0.5
    assert contsid.simulate(4, 300, seed=1, data="discrete").var_sortability is None
    assert contsid.simulate(2, 300, seed=1, edge_probability=0.0).var_sortability is None


@pytest.mark.parametrize("seed", range(1, 13))
def test_sorting_finds_the_graph_of_causaldisco(seed):
    data = contsid.simulate(7, 500, seed=seed, noise="gaussian").data
    for sort_by, baseline in (("variance", var_sort_regress), ("r2", r2_sort_regress)):
        expected = baseline(data.to_numpy()) != 0
        assert (_matrix(contsid.sort_n_regress(data, sort_by=sort_by)) == expected).all(), sort_by


def test_words_of_sorting_are_checked():
    data = contsid.simulate(3, 50).data
    with pytest.raises(contsid.OptionError, match="choose one of variance, r2"):
        contsid.sort_n_regress(data, sort_by="mean")


def test_studies_record_sortability_and_random_graphs():
    found = contsid.study(["sort-n-regress", "empty"], nodes=6, graphs=4, options={"data": False}, progress=False)
    records = found.records
    assert records["var_sortability"].between(0, 1).all() and records["r2_sortability"].between(0, 1).all()
    by_learner = records.groupby("learner")
    # A random graph with as many edges as the empty one is empty too.
    empty = by_learner.get_group("empty")
    assert (empty["random_shd"] == empty["shd"]).all() and (empty["random_sid_upper"] == empty["sid_upper"]).all()
    sorted_ = by_learner.get_group("sort-n-regress")
    assert (sorted_["random_shd"] > sorted_["shd"]).mean() > 0.5
