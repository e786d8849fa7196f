"""What a call from Python costs: contsid.sid on matrices of five nodes, and importing the package.

    pip install . && python bench/python/overhead.py

The whole call is an upper limit of what Python adds to the core. The middle row is the same question on graphs that are
already checked, which is the core with the step into it. Best of several rounds, interleaved.
"""

import subprocess
import sys
import timeit

import numpy as np

import contsid
from contsid import _core

ROUNDS, CALLS = 15, 5_000


def main():
    rng = np.random.default_rng(1)
    upper = [np.triu(rng.random((5, 5)) < 0.4, 1) for _ in range(2)]
    matrices = {
        "float64": [matrix.astype(np.float64) for matrix in upper],
        "float64, Fortran order": [np.asfortranarray(matrix, dtype=np.float64) for matrix in upper],
        "int8": [matrix.astype(np.int8) for matrix in upper],
    }
    graphs = [contsid.as_graph(matrix) for matrix in upper]
    calls = {f"contsid.sid({name})": lambda pair=pair: contsid.sid(*pair) for name, pair in matrices.items()}
    calls["contsid.sid(Graph)"] = lambda: contsid.sid(*graphs)
    calls["the core"] = lambda: _core.sid(*graphs, None)
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(ROUNDS):
        for name, call in calls.items():
            best[name] = min(best[name], timeit.timeit(call, number=CALLS) / CALLS)
    for name, seconds in best.items():
        print(f"{name:40} {1e6 * seconds:8.2f} µs")
    code = "import numpy, time; start = time.perf_counter(); import contsid; print(time.perf_counter() - start)"
    seconds = min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(ROUNDS))
    print(f"{'import contsid, numpy being there':40} {1e3 * seconds:8.2f} ms")
    seconds = min(float(subprocess.run([sys.executable, "-c", code.replace("numpy, ", "")], capture_output=True, check=True).stdout) for _ in range(ROUNDS))
    print(f"{'import contsid, with numpy':40} {1e3 * seconds:8.2f} ms")


if __name__ == "__main__":
    main()
