"""Distances of completed graphs (CPDAGs) against gadjid: equality on many random pairs, then speed on one thread each,
interleaved, best of several.

    cargo build --release -p contsid-bench
    python bench/graphs/classes_against_gadjid.py [PAIRS]

needs `pip install gadjid==0.1.0 numpy`. PAIRS random pairs (20,000) must give the same three distances. Then, for large
graphs, the milliseconds of both, their ratio and the ratio aimed at, and the time of the bounds of the SID.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

os.environ["RAYON_NUM_THREADS"] = "1"  # before gadjid is loaded: its threads are rayon's

import gadjid
import numpy as np
from against_gadjid import per_node, random_dag

PROGRAM = Path(__file__).parents[2] / "target" / "release" / "contsid-bench"
PEERS = {"p": gadjid.parent_aid, "a": gadjid.ancestor_aid, "o": gadjid.oset_aid}


def run(arguments, lines):
    done = subprocess.run(
        [PROGRAM, "class_distances", *arguments],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    return [answer.split() for answer in done.stdout.splitlines()]


def line_of(matrix):
    edges = np.argwhere(matrix)
    return " ".join(map(str, [len(matrix), *np.column_stack([edges, matrix[edges[:, 0], edges[:, 1]]]).ravel()]))


def completed(dags):
    """The completed graphs, 1 for a directed and 2 for an undirected edge, as gadjid takes them."""
    graphs, seconds = [], []
    for answer in run(["complete", "3"], map(line_of, dags)):
        edges = np.array(answer[1:-1], dtype=int).reshape(-1, 3)
        matrix = np.zeros((int(answer[0]), int(answer[0])), np.int8)
        matrix[edges[:, 0], edges[:, 1]] = edges[:, 2]
        graphs.append(matrix)
        seconds.append(float(answer[-1]))
    return graphs, seconds


def check_equality(pairs, rng):
    dags = []
    for _ in range(pairs):
        nodes = rng.integers(2, 13)
        dags += [random_dag(nodes, rng.uniform(0.1, 0.8), rng) for _ in range(2)]
    graphs, _ = completed(dags)
    answers = run(["compare", "1", "pao"], map(line_of, graphs))
    undirected = 0
    for number, answer in enumerate(answers):
        truth, learnt = graphs[2 * number], graphs[2 * number + 1]
        undirected += bool((truth == 2).any() and (learnt == 2).any())
        for letter, ours in zip("pao", answer[5::2]):
            _, theirs = PEERS[letter](truth, learnt, edge_direction="from row to column")
            assert int(ours) == theirs, (letter, ours, theirs, truth, learnt)
    print(f"{len(answers)} pairs of completed graphs, {undirected} of them with undirected edges in both: all equal")


def compare_speed(name, letter, truth, learnt, aim):
    (truth, learnt), seconds = completed([truth, learnt])
    theirs, ours, mistakes = float("inf"), float("inf"), None
    for _ in range(3):
        start = time.perf_counter()
        _, expected = PEERS[letter](truth, learnt, edge_direction="from row to column")
        theirs = min(theirs, time.perf_counter() - start)
        (answer,) = run(["compare", "3", letter], [line_of(truth), line_of(learnt)])
        mistakes, ours = int(answer[5]), min(ours, float(answer[6]))
        assert mistakes == expected
    extra = f"classes {float(answer[0]) * 1e3:.1f} ms, completion {max(seconds) * 1e3:.2f} ms"
    print(
        f"{name:34}{letter:>3}{theirs * 1e3:11.2f}{ours * 1e3:10.3f}{theirs / ours:8.0f}{aim:6}   {extra}", flush=True
    )
    return theirs / ours >= aim


def time_sid_bounds(rng):
    dags = [per_node(100, 3, rng) for _ in range(40)]
    learnt, _ = completed(dags[1::2])
    lines = [line for truth, graph in zip(dags[::2], learnt) for line in (line_of(truth), line_of(graph))]
    answers = run(["compare", "5", ""], lines)
    seconds = [float(answer[4]) for answer in answers]
    exact = sum(answer[3] == "exact" for answer in answers)
    print(f"SID bounds, p = 100, 3 edges per node: worst {max(seconds) * 1e3:.2f} ms of {len(seconds)}, {exact} exact")


def main():
    rng = np.random.default_rng(11)
    check_equality(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000, rng)
    print(f"{'completed graphs':34}{'':3}{'gadjid ms':>11}{'ours ms':>10}{'ratio':>8}{'aim':>6}")
    passed = True
    for letter in "pa":
        passed &= compare_speed(
            "p = 1000, 10 edges per node", letter, per_node(1000, 10, rng), per_node(1000, 10, rng), 50
        )
        passed &= compare_speed("p = 1000, 1 edge per node", letter, per_node(1000, 1, rng), per_node(1000, 1, rng), 0)
    passed &= compare_speed("p = 256, 10 edges per node", "o", per_node(256, 10, rng), per_node(256, 10, rng), 0)
    time_sid_bounds(rng)
    sys.exit(not passed)


if __name__ == "__main__":
    main()
