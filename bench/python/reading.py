"""Reading matrices of 1000 nodes, and contsid.sid on int8 arrays against gadjid.parent_aid.

    pip install . && python bench/python/reading.py

needs `pip install gadjid==0.1.0 networkx pandas scipy`. One run, one thread each, interleaved, best of several. Prints
the milliseconds of each way to hold a graph (mean degree 3) with the most that is aimed at, and for each kind of graph
pair the milliseconds of both programs, their ratio and the ratio aimed at. Every answer is checked to be the same.
Exits with 1 if an aim is missed.
"""

import os
import sys
import time

os.environ["RAYON_NUM_THREADS"] = "1"  # before gadjid is loaded: its threads are rayon's

import contsid
import gadjid
import networkx
import numpy as np
import pandas
import scipy.sparse

NODES, ROUNDS = 1000, 15
DIRECTION = "from row to column"


def random_dag(nodes, edges_per_node, rng):
    upper = np.triu(rng.random((nodes, nodes)) < 2 * edges_per_node / (nodes - 1), 1).astype(np.int8)
    order = rng.permutation(nodes)
    return upper[np.ix_(order, order)].copy()


def edited(dag, share, rng):
    """The graph without a share of its edges."""
    return dag * (rng.random(dag.shape) >= share).astype(np.int8)


def endpoints(dag):
    """causal-learn's marks: -1 at the tail, 1 at the head."""
    return dag.T.astype(np.int64) - dag.astype(np.int64)


def forms(dag):
    """Ways to hold a graph, options for reading it, and the milliseconds aimed at."""
    names = [f"V{number}" for number in range(1, NODES + 1)]
    yield "int8", dag, {}, 1.5
    yield "bool", dag.astype(bool), {}, 1.5
    yield "int64", dag.astype(np.int64), {}, None
    yield "float64", dag.astype(np.float64), {}, 1.5
    yield "float64, Fortran order", np.asfortranarray(dag.astype(np.float64)), {}, 1.5
    yield "float32", dag.astype(np.float32), {}, None
    yield "csr", scipy.sparse.csr_matrix(dag), {}, 0.5
    yield "csc", scipy.sparse.csc_matrix(dag), {}, 0.5
    yield "endpoints", endpoints(dag), {"encoding": "endpoints"}, 3.0
    yield "pandas", pandas.DataFrame(dag, names, names), {}, 4.0
    yield "networkx", networkx.from_numpy_array(dag, create_using=networkx.DiGraph), {}, None


def best(calls):
    """The fewest milliseconds of each call, interleaved."""
    fewest = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for number, call in enumerate(calls):
            start = time.perf_counter()
            call()
            fewest[number] = min(fewest[number], 1e3 * (time.perf_counter() - start))
    return fewest


def reading():
    dag = random_dag(NODES, 1.5, np.random.default_rng(1))
    listed, expected = list(forms(dag)), len(contsid.as_graph(dag).edges)
    for _, graph, options, _ in listed:
        assert len(contsid.as_graph(graph, **options).edges) == expected
    found = best(
        [lambda graph=graph, options=options: contsid.as_graph(graph, **options) for _, graph, options, _ in listed]
    )
    missed = False
    for (name, _, _, aim), milliseconds in zip(listed, found):
        print(f"{name:28} {milliseconds:8.3f} ms" + ("" if aim is None else f"   aim {aim:.1f}"))
        missed |= aim is not None and milliseconds > aim
    return missed


def against_gadjid():
    rng = np.random.default_rng(2)
    ten = random_dag(1000, 10, rng)
    kinds = [
        ("1000 nodes, 10 edges a node", ten, random_dag(1000, 10, rng), 200, 2),
        ("500 nodes, dense", random_dag(500, 125, rng), random_dag(500, 125, rng), 1500, 1),
        ("1000 nodes, 0.75 edges a node", random_dag(1000, 0.75, rng), random_dag(1000, 0.75, rng), 10, 5),
        ("1000 nodes, 5 % edited", ten, edited(ten, 0.05, rng), 80, 2),
    ]
    missed = False
    for name, truth, learnt, aim, rounds in kinds:
        ours, theirs = float("inf"), float("inf")
        for _ in range(rounds):
            start = time.perf_counter()
            _, expected = gadjid.parent_aid(truth, learnt, edge_direction=DIRECTION)
            theirs = min(theirs, 1e3 * (time.perf_counter() - start))
            for _ in range(10):
                start = time.perf_counter()
                count = contsid.sid(truth, learnt, threads=1)
                ours = min(ours, 1e3 * (time.perf_counter() - start))
            assert count == expected
        print(f"{name:32} {theirs:10.2f} ms gadjid {ours:8.3f} ms contsid {theirs / ours:8.0f} x   aim {aim}")
        missed |= theirs / ours < aim
    return missed


if __name__ == "__main__":
    too_slow = [reading(), against_gadjid()]
    sys.exit(any(too_slow))
