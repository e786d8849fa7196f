"""SID and AID equal gadjid's on random pairs of DAGs of all sizes and densities."""

import subprocess
from pathlib import Path

import gadjid
import numpy as np
import pytest

PROGRAM = Path(__file__).parents[2] / "target" / "release" / "examples" / "graph_distances"
PAIRS = 20_000


def random_dag(nodes, rng):
    density = rng.choice([0.0, 0.05, 0.15, 0.3, 0.5, 0.8, 1.0])
    upper = np.triu(rng.random((nodes, nodes)) < density, 1).astype(np.int8)
    order = rng.permutation(nodes)
    return upper[np.ix_(order, order)].copy()


def edited(dag, rng):
    """The graph without some of its edges: learnt graphs are often near the truth."""
    return dag * (rng.random(dag.shape) < 0.8).astype(np.int8)


def pairs(count, seed):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        # Small graphs are most of them: there a mistake shows as often and costs less time.
        nodes = int(rng.integers(2, 61)) if rng.random() < 0.15 else int(rng.integers(2, 16))
        truth = random_dag(nodes, rng)
        yield truth, edited(truth, rng) if rng.random() < 0.3 else random_dag(nodes, rng)


def ours(graphs):
    lines = []
    for truth, learnt in graphs:
        lines += [str(len(truth))] + [" ".join(map(str, np.argwhere(graph).ravel())) for graph in (truth, learnt)]
    answer = subprocess.run([PROGRAM], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return [[int(word) for word in line.split()[:1] + line.split()[1::2]] for line in answer.stdout.splitlines()]


@pytest.mark.parametrize("seed", range(4))
def test_random_pairs(seed):
    graphs = list(pairs(PAIRS // 4, seed))
    found = ours(graphs)
    assert len(found) == len(graphs)
    direction = "from row to column"
    for (truth, learnt), (shd, parent, ancestor, oset) in zip(graphs, found):
        assert gadjid.shd(truth, learnt)[1] == shd
        assert gadjid.sid(truth, learnt, edge_direction=direction)[1] == parent
        assert gadjid.parent_aid(truth, learnt, edge_direction=direction)[1] == parent
        assert gadjid.ancestor_aid(truth, learnt, edge_direction=direction)[1] == ancestor
        assert gadjid.oset_aid(truth, learnt, edge_direction=direction)[1] == oset
