"""What a call from Python costs: contsid.sid on five nodes over the core alone, and importing the package.

    pip install . && cargo build --release -p contsid-bench && python bench/python/overhead.py

The core is a Rust program that computes the same distances of graphs which it holds already; all else that contsid.sid
does is overhead: reading two matrices, checking them, aligning them, making the result. Best of several rounds,
interleaved; the median over the pairs of graphs. Exits with 1 if the overhead on float64 matrices is above 20 µs or the
import takes 100 ms.
"""

import statistics
import subprocess
import sys
import timeit
from pathlib import Path

import contsid
import numpy as np

CORE = Path(__file__).parents[2] / "target" / "release" / "contsid-bench"
NODES, PAIRS, ROUNDS, CALLS = 5, 20, 15, 500
MOST_MICROSECONDS, MOST_MILLISECONDS = 20, 100


def pairs_of_graphs():
    rng = np.random.default_rng(1)
    return [[np.triu(rng.random((NODES, NODES)) < 0.4, 1).astype(np.float64) for _ in range(2)] for _ in range(PAIRS)]


def core(pairs):
    """The distances and the seconds of the Rust program."""
    lines = [
        f"{NODES}\n" + "\n".join(" ".join(map(str, np.argwhere(graph).ravel())) for graph in pair) for pair in pairs
    ]
    answer = subprocess.run(
        [CORE, "graph_distances", str(CALLS), "p"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [line.split() for line in answer.stdout.splitlines()]
    return [int(found[1]) for found in answers], [float(found[2]) for found in answers]


def imported():
    """The seconds that importing contsid takes in a fresh interpreter; numpy is imported when it is first needed."""
    code = "import time; start = time.perf_counter(); import contsid; print(time.perf_counter() - start)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)


def main():
    pairs = pairs_of_graphs()
    forms = {
        "float64": pairs,
        "float64, Fortran order": [[np.asfortranarray(graph) for graph in pair] for pair in pairs],
        "int8": [[graph.astype(np.int8) for graph in pair] for pair in pairs],
        "Graph": [[contsid.as_graph(graph) for graph in pair] for pair in pairs],
    }
    distances, core_best = core(pairs)
    best = {name: [float("inf")] * PAIRS for name in forms}
    for _ in range(ROUNDS):
        core_best = list(map(min, core_best, core(pairs)[1]))
        for name, form in forms.items():
            for number, pair in enumerate(form):
                assert int(contsid.sid(*pair)) == distances[number]
                seconds = timeit.timeit(lambda pair=pair: contsid.sid(*pair), number=CALLS) / CALLS
                best[name][number] = min(best[name][number], seconds)
    print(f"{'the core, five nodes':40} {1e6 * statistics.median(core_best):8.2f} µs")
    overheads = {}
    for name, seconds in best.items():
        overheads[name] = 1e6 * statistics.median(a - b for a, b in zip(seconds, core_best))
        print(
            f"{f'contsid.sid({name})':40} {1e6 * statistics.median(seconds):8.2f} µs, "
            f"{overheads[name]:.2f} above the core"
        )
    milliseconds = 1e3 * min(imported() for _ in range(ROUNDS))
    print(f"{'import contsid':40} {milliseconds:8.2f} ms")
    too_slow = max(overheads["float64"], overheads["float64, Fortran order"]) > MOST_MICROSECONDS
    sys.exit(too_slow or milliseconds >= MOST_MILLISECONDS)


if __name__ == "__main__":
    main()
