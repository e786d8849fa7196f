"""Compare the learners with causal-learn, ges and lingam on the same data: time, and mistakes of ICA-LiNGAM.

    cargo build --release -p contsid-bench
    python bench/discovery/compare.py speed            # one thread, best of several, taken in turn
    python bench/discovery/compare.py accuracy         # 200 simulations for each size

Needs numpy, causal-learn 0.1.4.8, ges 1.1.1, lingam 1.13.0. The Rust side times the learner alone, on a table in
memory; so does this side.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import warnings

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402

warnings.filterwarnings("ignore")
ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "target" / "release" / "contsid-bench"


def simulate(nodes, probability, rows, seed, weights=(-10, 10), noise="exponential"):
    """An Erdős–Rényi graph over a random order, linear effects; by default the paper's kind of data."""
    rng = np.random.default_rng([nodes, seed])
    order = rng.permutation(nodes)
    effects = np.zeros((nodes, nodes))
    for place, cause in enumerate(order):
        for effect in order[place + 1 :]:
            if rng.random() < probability:
                effects[cause, effect] = rng.uniform(*weights)
    values = rng.exponential(1.0, (rows, nodes)) if noise == "exponential" else rng.normal(size=(rows, nodes))
    for node in order:
        values[:, node] += values @ effects[:, node]
    return (effects != 0).astype(int), values


def simulate_sparse(nodes, degree, rows, seed):
    """A random graph with this mean number of neighbours, effects from 0.5 to 1, normal noise."""
    return simulate(nodes, degree / (nodes - 1), rows, seed, weights=(0.5, 1.0), noise="normal")


def ours(learner, repeats, data_sets, *more):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump([data.tolist() for data in data_sets], file)
        file.flush()
        done = subprocess.run(
            [PROGRAM, "discovery", learner, str(repeats), file.name, *more], capture_output=True, text=True
        )
    if done.returncode != 0:
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def causallearn_pc(data):
    from causallearn.search.ConstraintBased.PC import pc

    return lambda: pc(data, alpha=0.05, indep_test="fisherz", stable=True, show_progress=False)


def causallearn_ges(data):
    from causallearn.search.ScoreBased.GES import ges

    return lambda: ges(data, score_func="local_score_BIC")


def package_ges(data):
    import ges

    return lambda: ges.fit_bic(data)


def package_lingam(data):
    import lingam

    return lambda: lingam.ICALiNGAM(random_state=0).fit(data)


def paper(nodes):
    return lambda seed: simulate(nodes, 0.25, 100, seed)


CONTESTS = [
    ("pc", "paper, p = 20, N = 100", paper(20), {"causal-learn": causallearn_pc}, 3),
    ("pc", "degree 2, p = 50, N = 500", lambda s: simulate_sparse(50, 2, 500, s), {"causal-learn": causallearn_pc}, 2),
    ("ges", "paper, p = 20, N = 100", paper(20), {"ges": package_ges, "causal-learn": causallearn_ges}, 2),
    (
        "ges",
        "degree 2, p = 50, N = 500",
        lambda s: simulate_sparse(50, 2, 500, s),
        {"ges": package_ges, "causal-learn": causallearn_ges},
        1,
    ),
    ("ica-lingam:adaptive-lasso", "paper, p = 5, N = 100", paper(5), {"lingam": package_lingam}, 10),
    ("ica-lingam:adaptive-lasso", "paper, p = 10, N = 100", paper(10), {"lingam": package_lingam}, 10),
    ("ica-lingam:adaptive-lasso", "paper, p = 20, N = 100", paper(20), {"lingam": package_lingam}, 10),
]

ALONE = [
    ("pc", "degree 3, p = 200, N = 1000", lambda s: simulate_sparse(200, 3, 1000, s)),
    ("ges", "degree 2, p = 100, N = 500", lambda s: simulate_sparse(100, 2, 500, s)),
    ("ges", "degree 2, p = 100, N = 1000", lambda s: simulate_sparse(100, 2, 1000, s)),
]


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def contest(learner, title, draw, peers, sets, repeats):
    """The sum over data sets of the best time of each; ours and the peers take turns."""
    data_sets = [draw(seed)[1] for seed in range(sets)]
    best = {name: [float("inf")] * sets for name in ["ours", *peers]}
    for _ in range(repeats):
        for place, result in enumerate(ours(learner, 3, data_sets)):
            best["ours"][place] = min(best["ours"][place], result["seconds"])
        for name, prepare in peers.items():
            for place, data in enumerate(data_sets):
                best[name][place] = min(best[name][place], seconds(prepare(data)))
    total = {name: sum(times) / sets for name, times in best.items()}
    for name in peers:
        ratio = total[name] / total["ours"]
        print(
            f"{learner:26} {title:28} ours {1e3 * total['ours']:9.3f} ms  "
            f"{name:12} {1e3 * total[name]:11.1f} ms  {ratio:8.1f} ×",
            flush=True,
        )


def speed(arguments):
    for learner, title, draw in ALONE:
        result = ours(learner, 1, [draw(0)[1]])[0]
        print(f"{learner:26} {title:28} ours {1e3 * result['seconds']:9.1f} ms", flush=True)
    for learner, title, draw, peers, sets in CONTESTS:
        if arguments.only in learner:
            contest(learner, title, draw, peers, sets, arguments.repeats)


def differing_pairs(truth, learnt):
    upper = np.triu_indices(len(truth), 1)
    return int(np.sum((truth[upper] != learnt[upper]) | (truth.T[upper] != learnt.T[upper])))


def accuracy(arguments):
    import lingam

    for nodes in (5, 10, 20):
        drawn = [simulate(nodes, 0.25, 100, arguments.first_seed + k) for k in range(arguments.simulations)]
        weights = [lingam.ICALiNGAM(random_state=0).fit(data).adjacency_matrix_.T for _, data in drawn]
        for prune, smallest in (("threshold:0.3", 0.3), ("adaptive-lasso", 0.0)):
            peer = [differing_pairs(truth, (np.abs(w) > smallest).astype(int)) for (truth, _), w in zip(drawn, weights)]
            for starts in arguments.starts:
                learnt = ours(f"ica-lingam:{prune}", 1, [data for _, data in drawn], str(starts))
                mine = [differing_pairs(truth, np.array(r["graph"])) for (truth, _), r in zip(drawn, learnt)]
                error = np.std(np.subtract(mine, peer)) * len(mine) ** 0.5
                change = 100 * (sum(mine) / sum(peer) - 1)
                print(
                    f"p = {nodes:2}  {prune:15} {starts:2} starts: ours {sum(mine):6}  lingam {sum(peer):6}  "
                    f"{change:+6.1f} %  (difference ± {error:.0f})",
                    flush=True,
                )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    timing = commands.add_parser("speed")
    timing.add_argument("--repeats", type=int, default=3, help="how often ours and theirs take turns")
    timing.add_argument("--only", default="", help="learners whose name contains this")
    timing.set_defaults(run=speed)
    mistakes = commands.add_parser("accuracy")
    mistakes.add_argument("--simulations", type=int, default=200)
    mistakes.add_argument("--first-seed", type=int, default=1000, help="the seed of the first simulation")
    mistakes.add_argument("--starts", type=int, nargs="+", default=[10], help="numbers of random starts to try")
    mistakes.set_defaults(run=accuracy)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
