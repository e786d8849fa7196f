"""How often does `contsid.falsify` reject true graphs, and wrong ones? And how long does it take beside dowhy?

    python bench/falsify/study.py level [CASES]      # shares by nodes and rows
    python bench/falsify/study.py uniform [CASES]    # true graphs whose p-values do not look uniform, by nodes
    python bench/falsify/study.py dense [CASES]      # true graphs of 5 nodes and 8 edges that are rejected, and why
    python bench/falsify/study.py dowhy              # seconds of dowhy's falsify_graph and ours, with the same test

Linear models with normal noise: five edges for four nodes, effects between 0.5 and 1.5 in size. A wrong graph is
random, with as many edges as the true one.
"""

import itertools
import math
import sys
import time

import contsid
import numpy as np


def random_graph(rng, nodes, edges):
    """The matrix of a random graph, and an order of its nodes."""
    order = rng.permutation(nodes)
    pairs = list(itertools.combinations(range(nodes), 2))
    matrix = np.zeros((nodes, nodes))
    for index in rng.choice(len(pairs), edges, replace=False):
        before, after = pairs[index]
        matrix[order[before], order[after]] = 1
    return matrix, order


def linear(rng, graph, order, rows):
    """Rows along a graph."""
    effects = graph * rng.uniform(0.5, 1.5, graph.shape) * rng.choice([-1, 1], graph.shape)
    data = rng.normal(size=(rows, len(graph)))
    for node in order:
        data[:, node] += data @ effects[:, node]
    return data


def case(rng, nodes, rows):
    """A true graph, a wrong one, and data along the true one."""
    edges = 5 * nodes // 4
    truth, order = random_graph(rng, nodes, edges)
    return truth, random_graph(rng, nodes, edges)[0], linear(rng, truth, order, rows)


def level(cases=500):
    print("| nodes | rows | true graphs rejected | wrong graphs rejected | wrong graphs that say too little |")
    print("|---|---|---|---|---|")
    for nodes, rows in itertools.product((5, 8, 12), (100, 500, 2000)):
        rng = np.random.default_rng([nodes, rows])
        found = []
        for _ in range(cases):
            truth, wrong, data = case(rng, nodes, rows)
            tested = contsid.falsify({"truth": truth, "wrong": wrong}, data, test="fisher-z", permutations=200)
            found.append([tested["truth"].rejected, tested["wrong"].rejected, not tested["wrong"].falsifiable])
        shares = " | ".join(f"{100 * share:.1f} %" for share in np.mean(found, axis=0))
        print(f"| {nodes} | {rows} | {shares} |", flush=True)


def true_graph(key, nodes, edges, rows, **options):
    """What is found of a true graph."""
    rng = np.random.default_rng(key)
    truth, order = random_graph(rng, nodes, edges)
    data = linear(rng, truth, order, rows)
    return contsid.falsify(truth, data, test="fisher-z", threads=1, **options).best


def uniform(cases=200):
    for nodes in (5, 8, 12, 20):
        found = [true_graph([nodes, case], nodes, 5 * nodes // 4, 500, permutations=1) for case in range(cases)]
        tested = [one for one in found if one.tests]
        shares = [[one.ks_p_value < 0.05, one.anderson_darling > 2.49, one.share] for one in tested]
        ks, anderson, violated = 100 * np.mean(shares, axis=0)
        print(f"{nodes} nodes: KS below 0.05 {ks:.0f} %, A² above 2.49 {anderson:.0f} %, violated {violated:.1f} %")


def dense(cases=300):
    for rows, alpha in itertools.product((100, 500, 2000), (0.05, 0.01)):
        options = {"permutations": 200, "alpha": alpha}
        found = [true_graph([5, rows, case], 5, 8, rows, **options) for case in range(cases)]
        rejected, violated = np.array([[one.rejected, one.violations > 0] for one in found]).T
        with_, without = 100 * rejected[violated].mean(), 100 * rejected[~violated].mean()
        print(f"{rows} rows, α = {alpha}: rejected {100 * rejected.mean():.0f} %; a violation in", end=" ")
        print(f"{100 * violated.mean():.0f} %, of which {with_:.0f} % rejected, of the others {without:.0f} %")


def fisher(x, y, z=None):
    """Fisher's z, as dowhy calls a test."""
    rows = len(x)
    design = np.ones((rows, 1)) if z is None else np.column_stack([np.ones(rows), np.reshape(z, (rows, -1))])
    one, other = (v - design @ np.linalg.lstsq(design, v, rcond=None)[0] for v in (np.ravel(x), np.ravel(y)))
    r = one @ other / math.sqrt(one @ one * (other @ other))
    return math.erfc(abs(math.atanh(r)) * math.sqrt((rows - design.shape[1] - 2) / 2))


def dowhy():
    import networkx as nx
    import pandas as pd
    from dowhy.gcm.falsify import falsify_graph

    for nodes in (5, 8):
        truth, _, data = case(np.random.default_rng(nodes), nodes, 500)
        start = time.perf_counter()
        falsify_graph(
            nx.relabel_nodes(nx.from_numpy_array(truth, create_using=nx.DiGraph), str),
            pd.DataFrame(data).rename(columns=str),
            independence_test=fisher,
            conditional_independence_test=fisher,
            n_permutations=100,
            n_jobs=1,
            show_progress_bar=False,
        )
        theirs = time.perf_counter() - start
        start = time.perf_counter()
        contsid.falsify(truth, data, test="fisher-z", permutations=100, threads=1)
        ours = time.perf_counter() - start
        print(f"{nodes} nodes, 100 permutations: dowhy {theirs:.3f} s, contsid {ours:.5f} s, {theirs / ours:.0f} times")


if __name__ == "__main__":
    {"level": level, "uniform": uniform, "dense": dense, "dowhy": dowhy}[sys.argv[1]](*map(int, sys.argv[2:]))
