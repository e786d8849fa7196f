"""SHD, SID and AID equal gadjid's on random pairs of DAGs and of completed graphs, of all sizes and densities."""

import os

os.environ["RAYON_NUM_THREADS"] = "1"  # before gadjid is loaded: small graphs do not pay for threads

import contsid
import gadjid
import numpy as np
import pytest
from support import pairs

PAIRS = 20_000
PARTS = 4
DIRECTION = "from row to column"
STRATEGIES = {"parent": gadjid.parent_aid, "ancestor": gadjid.ancestor_aid, "optimal": gadjid.oset_aid}


@pytest.mark.parametrize("seed", range(PARTS))
def test_random_dags(seed):
    for truth, learnt in pairs(PAIRS // PARTS, seed):
        assert gadjid.shd(truth, learnt)[1] == int(contsid.shd(truth, learnt))
        normalised, count = gadjid.sid(truth, learnt, edge_direction=DIRECTION)
        found = contsid.sid(truth, learnt)
        assert (normalised, count) == (pytest.approx(found.normalised), int(found))
        for strategy, theirs in STRATEGIES.items():
            assert theirs(truth, learnt, edge_direction=DIRECTION)[1] == int(contsid.aid(truth, learnt, strategy))


def completed(dag):
    """The completed graph, with a 2 for an undirected edge as gadjid wants it."""
    matrix = contsid.cpdag(dag).to_numpy()
    both = matrix * matrix.T
    return (matrix - both + 2 * np.triu(both)).astype(np.int8)


@pytest.mark.parametrize("seed", range(PARTS, 2 * PARTS))
def test_random_completed_graphs(seed):
    for truth, learnt in pairs(PAIRS // PARTS, seed):
        truth, learnt = completed(truth), completed(learnt)
        for strategy, theirs in STRATEGIES.items():
            assert theirs(truth, learnt, edge_direction=DIRECTION)[1] == int(contsid.aid(truth, learnt, strategy))
