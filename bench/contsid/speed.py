"""contSID in Rust against two numpy programs, taking turns in one run, one thread each.

    cargo build --release -p contsid-bench
    OPENBLAS_NUM_THREADS=1 python bench/contsid/speed.py [--rounds 5] [PROBLEM...]

A PROBLEM is NODES,SAMPLES[,PROBABILITY] of `example` in tests/vectors/fast.py with seed 17. Times are the best of the
rounds. numpy is given the bandwidths and the list of pairs. "rust" computes both within its time; "rust, given" is
given the bandwidths as numpy is, and computes the list of pairs. The floor is the time of the Cholesky
factorisations, one for each treatment and adjustment set that something is estimated from, at the speed of the largest
matrix product that OpenBLAS reaches here; the second floor leaves out the systems without parents, which need none.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/vectors"))

import fast
import numpy as np

RELEASE = pathlib.Path(__file__).resolve().parents[2] / "target/release/contsid-bench"
PROBLEMS = ["20,100", "20,1000", "100,1000,0.03", "20,4000"]
DIRECT_LIMIT = 20_000_000_000  # pairs * samples^3 above which the direct program is left out


def clock(function, *arguments):
    start = time.perf_counter()
    value = function(*arguments)
    return time.perf_counter() - start, value


def peak():
    """Multiplications and additions per second of a large product on one thread."""
    a = np.random.default_rng(1).normal(size=(1500, 1500))
    return 2 * 1500**3 / min(clock(np.dot, a, a)[0] for _ in range(7))


class Rust:
    def __init__(self, binary, truth, learnt, data, bandwidths):
        self.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.folder.name)
        lines = [f"{data.shape[1]} {data.shape[0]}"]
        for name, graph in (("truth", truth), ("learnt", learnt)):
            lines += [f"{name} {a} {b}" for a, b in zip(*np.nonzero(graph))]
        (folder / "problem.txt").write_text("\n".join(lines))
        data.T.astype("<f8").tofile(folder / "data.f64")
        np.asarray(bandwidths, "<f8").tofile(folder / "bandwidths.f64")
        self.process = subprocess.Popen(
            [binary, "contsid_speed", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, request):
        self.process.stdin.write(f"{request}\n")
        self.process.stdin.flush()
        seconds, value = self.process.stdout.readline().split()
        return float(seconds), float(value)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def systems(plan):
    """The treatments and adjustment sets that something is estimated from."""
    found = set()
    for i, first, second, targets in plan:
        if any(target[1] for target in targets):
            found.add((i, tuple(first)))
        if any(target[2] for target in targets):
            found.add((i, tuple(second)))
    return found


def measure(problem, rounds, flops, binary):
    nodes, samples, *rest = problem.split(",")
    nodes, samples, probability = int(nodes), int(samples), float(rest[0]) if rest else 0.25
    truth, learnt, data = fast.example(nodes, samples, 17, probability)
    bandwidths, plan = [fast.median_bandwidth(data[:, c]) for c in range(nodes)], list(fast.work(truth, learnt))
    pairs, rust = sum(len(row[3]) for row in plan), Rust(binary, truth, learnt, data, bandwidths)
    contenders = {
        "rust": lambda: rust("1"),
        "rust, 2 threads": lambda: rust("2"),
        "low_rank": lambda: clock(lambda: fast.low_rank(plan, data, 1 / samples, bandwidths).sum()),
        "rust, given": lambda: rust("1 given"),
    }
    if pairs * samples**3 < DIRECT_LIMIT * 20:
        contenders["direct"] = lambda: clock(lambda: fast.direct(plan, data, 1 / samples, bandwidths).sum())
    best, values = {}, {}
    for turn in range(rounds):
        for name, contender in contenders.items():
            if name == "direct" and samples >= 1000 and turn:
                continue  # half a minute once is enough
            seconds, values[name] = contender()
            best[name] = min(best.get(name, np.inf), seconds)
    rust.close()
    needed = systems(plan)
    floor = [count * samples**3 / 3 / flops for count in (len(needed), sum(1 for _, parents in needed if parents))]
    report(problem, best, values, floor, pairs, len(needed))


def report(problem, best, values, floor, pairs, count):
    print(f"p,N {problem}: {pairs} pairs, {count} systems")
    for name, seconds in best.items():
        difference = abs(values[name] - values["rust"]) / values["rust"]
        print(
            f"  {name:16} {seconds * 1e3:10.2f} ms   {seconds / best['rust']:7.2f} x rust   "
            f"contSID {values[name]:.12g} ({difference:.0e})"
        )
    print(
        f"  floor {floor[0] * 1e3:.1f} ms, rust / floor {best['rust'] / floor[0]:.2f};"
        f" with parents only {floor[1] * 1e3:.1f} ms, {best['rust'] / floor[1]:.2f};"
        f" two threads {best['rust'] / best['rust, 2 threads']:.2f} x",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", default=PROBLEMS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--binary", type=pathlib.Path, default=RELEASE, help="contsid-bench")
    arguments = parser.parse_args()
    if not arguments.binary.exists():
        sys.exit(f"{arguments.binary} is missing: cargo build --release -p contsid-bench")
    flops = peak()
    print(f"peak {flops / 1e9:.1f} GFLOP/s on one thread")
    for problem in arguments.problems:
        measure(problem, arguments.rounds, flops, arguments.binary)
