"""SID and AID of random DAGs against gadjid, in one run, on one thread each, interleaved, best of several.

    cargo build --release -p contsid-bench
    python bench/graphs/against_gadjid.py

needs `pip install gadjid==0.1.0 numpy`. Prints, for each kind of graph pair, the milliseconds of both, their ratio and
the ratio aimed at. Every answer is checked to be the same.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

os.environ["RAYON_NUM_THREADS"] = "1"  # before gadjid is loaded: its threads are rayon's

import gadjid
import numpy as np

PROGRAM = Path(__file__).parents[2] / "target" / "release" / "contsid-bench"
LETTER = {"parent": "p", "ancestor": "a", "oset": "o"}
PEER = {"parent": gadjid.parent_aid, "ancestor": gadjid.ancestor_aid, "oset": gadjid.oset_aid}


def random_dag(nodes, probability, rng):
    upper = np.triu(rng.random((nodes, nodes)) < probability, 1).astype(np.int8)
    order = rng.permutation(nodes)
    return upper[np.ix_(order, order)].copy()


def per_node(nodes, edges, rng):
    return random_dag(nodes, 2 * edges / (nodes - 1), rng)


def edited(dag, share, rng):
    """The graph with a share of its edges removed and as many added along its order."""
    dag, order = dag.copy(), topological_order(dag)
    edges = np.argwhere(dag)
    gone = edges[rng.random(len(edges)) < share]
    dag[gone[:, 0], gone[:, 1]] = 0
    added = 0
    while added < len(gone):
        a, b = sorted(rng.choice(len(dag), 2, replace=False), key=order.__getitem__)
        added += 1 - int(dag[a, b])
        dag[a, b] = 1
    return dag


def topological_order(dag):
    place, missing, level = {}, dag.sum(0).astype(int), 0
    ready = list(np.flatnonzero(missing == 0))
    while ready:
        node = ready.pop()
        place[node] = level = level + 1
        for child in np.flatnonzero(dag[node]):
            missing[child] -= 1
            if missing[child] == 0:
                ready.append(child)
    return place


def zigzag(nodes):
    """Truth 0 → 1 ← 2 → 3 ← …; in the learnt graph every collider is a parent of the first node."""
    truth, learnt = np.zeros((nodes, nodes), np.int8), np.zeros((nodes, nodes), np.int8)
    for collider in range(1, nodes - 1, 2):
        truth[collider - 1, collider] = truth[collider + 1, collider] = 1
        learnt[collider, ::2] = 1
    return truth, learnt


def cases(rng):

    def ten():
        return per_node(1000, 10, rng)

    yield "p = 1000, 10 edges per node", "parent", ten(), ten(), 100
    yield "p = 500, 30 % of edges", "parent", random_dag(500, 0.3, rng), random_dag(500, 0.3, rng), 500
    yield "p = 1000, 0.75 edges per node", "parent", per_node(1000, 0.75, rng), per_node(1000, 0.75, rng), 20
    truth = ten()
    yield "5 % edited, p = 1000, 10 per node", "parent", truth, edited(truth, 0.05, rng), 50
    yield "zigzag of 1001 nodes", "parent", *zigzag(1001), 10
    yield "p = 1000, 10 per node", "ancestor", ten(), ten(), 50
    yield "p = 256, 10 per node", "oset", per_node(256, 10, rng), per_node(256, 10, rng), 20


def ours(strategy, truth, learnt, repetitions, threads=1):
    lines = [str(len(truth))] + [" ".join(map(str, np.argwhere(graph).ravel())) for graph in (truth, learnt)]
    command = [PROGRAM, "graph_distances", str(repetitions), LETTER[strategy], str(threads)]
    answer = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    _, mistakes, seconds = answer.split()
    return int(mistakes), float(seconds)


def main():
    rng = np.random.default_rng(7)
    print(f"{'graphs':36}{'strategy':10}{'gadjid ms':>11}{'ours ms':>10}{'ratio':>8}{'aim':>6}")
    failed = False
    for name, strategy, truth, learnt, aim in cases(rng):
        theirs, best = float("inf"), float("inf")
        for _ in range(5):
            start = time.perf_counter()
            _, expected = PEER[strategy](truth, learnt, edge_direction="from row to column")
            theirs = min(theirs, time.perf_counter() - start)
            mistakes, seconds = ours(strategy, truth, learnt, 5)
            assert mistakes == expected, (name, mistakes, expected)
            best = min(best, seconds)
        failed |= theirs / best < aim
        print(f"{name:36}{strategy:10}{theirs * 1e3:11.2f}{best * 1e3:10.3f}{theirs / best:8.0f}{aim:6}", flush=True)
    rng = np.random.default_rng(8)
    mistakes, seconds = ours("parent", per_node(10_000, 10, rng), per_node(10_000, 10, rng), 1, threads=2)
    print(f"p = 10,000, 100,000 edges, two threads: {seconds:.2f} s, {mistakes} wrong pairs")
    sys.exit(failed)


if __name__ == "__main__":
    main()
