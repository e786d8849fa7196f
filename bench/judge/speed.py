"""The cost of judging five graphs of 20 nodes by ten experiments of 500 rows, from 1000 observational rows.

    pip install . && python bench/judge/speed.py [--threads 2]

The data are those of a random linear-Gaussian model; an experiment sets a node to values uniform within 1.5 standard
deviations. One graph is the true one, two differ from it in some edges, two are random. Best of three, wall time and
CPU time of the call. Exits with 1 if it takes 20 seconds.
"""

import argparse
import sys
import time

import contsid
import numpy as np

NODES, ROWS, EXPERIMENTS, EXPERIMENT_ROWS, ROUNDS = 20, 1000, 10, 500, 3
MOST_SECONDS = 20


def random_dag(rng, edges_per_node=2.0):
    return np.triu(rng.random((NODES, NODES)) < 2 * edges_per_node / (NODES - 1), 1).astype(np.int8)


def edited(dag, rng):
    """The graph without a tenth of its edges."""
    return dag * (rng.random(dag.shape) >= 0.1).astype(np.int8)


def sample(weights, count, rng, node=None, values=None):
    """Rows of the linear model; the order of its nodes is that of the columns."""
    data = rng.normal(size=(count, NODES))
    for column in range(NODES):
        data[:, column] += data[:, :column] @ weights[:column, column]
        if column == node:
            data[:, column] = values
    return data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    threads = parser.parse_args().threads
    rng = np.random.default_rng(1)
    truth = random_dag(rng)
    weights = truth * rng.uniform(0.5, 1.5, truth.shape) * rng.choice([-1, 1], truth.shape)
    data = sample(weights, ROWS, rng)
    data_sets = []
    for node in rng.permutation(NODES)[:EXPERIMENTS]:
        reach = 1.5 * data[:, node].std()
        values = data[:, node].mean() + rng.uniform(-reach, reach, EXPERIMENT_ROWS)
        data_sets.append((int(node), sample(weights, EXPERIMENT_ROWS, rng, node, values)))
    graphs = {"truth": truth, "near": edited(truth, rng), "other near": edited(truth, rng)}
    graphs |= {"random": random_dag(rng), "other random": random_dag(rng)}
    fewest = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        start = time.perf_counter(), time.process_time()
        found = contsid.judge(graphs, data, data_sets, threads=threads)
        fewest = list(map(min, fewest, (time.perf_counter() - start[0], time.process_time() - start[1])))
    print(found)
    print(f"{NODES} nodes, {ROWS} rows, {EXPERIMENTS} experiments of {EXPERIMENT_ROWS} rows, {len(graphs)} graphs:")
    print(f"    {fewest[0]:.2f} s on {threads} threads, {fewest[1]:.2f} s of CPU   aim {MOST_SECONDS} s")
    sys.exit(fewest[0] > MOST_SECONDS)


if __name__ == "__main__":
    main()
