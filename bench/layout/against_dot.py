"""Crossings and lengths of edges, drawn by contsid and by graphviz's `dot`.

Both get the truth and the edges that are in learnt graphs only, the true ones with a higher weight, and boxes and
distances of the same size. Crossings are counted on the curves as they are drawn, every two of them.

    cargo build --release -p contsid-bench
    python bench/layout/against_dot.py
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import time
from itertools import pairwise
from typing import Any

import numpy as np

POINTS = 72  # to an inch, which is dot's unit
WIDTH, HEIGHT, GAP, LAYERS = 48.0, 26.0, 16.0, 50.0
SACHS = """erk akt, mek erk, pip2 pkc, pip3 akt, pip3 pip2, pip3 plc, pka akt, pka erk, pka jnk, pka mek, pka p38,
pka raf, pkc jnk, pkc mek, pkc p38, pkc pka, pkc raf, plc pip2, plc pkc, raf mek"""

# Edges of learnt graphs only for each true one: of no, one, two and three learnt graphs that are more and more wrong.
SHARES = (0.0, 0.15, 0.4, 0.7)

Point = tuple[float, float]
Curves = dict[tuple[int, int], list[Point]]


def sachs() -> tuple[int, list[tuple[int, int]]]:
    """The consensus network of Sachs et al. (2005)."""
    edges = [tuple(edge.split()) for edge in SACHS.replace("\n", " ").split(",")]
    names = sorted({name for edge in edges for name in edge})
    return len(names), [(names.index(a), names.index(b)) for a, b in edges]


def sparse(nodes: int, rng: random.Random, per_node: float = 1.5) -> tuple[int, list[tuple[int, int]]]:
    """A random graph whose edges follow a random order."""
    order = rng.sample(range(nodes), nodes)
    pairs = [(order[a], order[b]) for a in range(nodes) for b in range(a + 1, nodes)]
    return nodes, rng.sample(pairs, round(per_node * nodes))


def learnt_only(nodes: int, truth: list[tuple[int, int]], share: float, rng: random.Random) -> list[tuple[int, int]]:
    """As many further edges as a share of the true ones."""
    joined = {frozenset(edge) for edge in truth}
    others = [(a, b) for a in range(nodes) for b in range(nodes) if a != b and frozenset((a, b)) not in joined]
    chosen: dict[frozenset[int], tuple[int, int]] = {}
    while len(chosen) < round(share * len(truth)):
        edge = rng.choice(others)
        chosen.setdefault(frozenset(edge), edge)
    return list(chosen.values())


def flattened(handles: list[Point], steps: int = 12) -> list[Point]:
    """Points on cubic curves."""
    points = [handles[0]]
    for first in range(0, len(handles) - 3, 3):
        a, b, c, d = handles[first : first + 4]
        for step in range(1, steps + 1):
            t = step / steps
            parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points.append(tuple(sum(w * p[axis] for w, p in zip(parts, (a, b, c, d))) for axis in (0, 1)))
    return points


def drawn_by_dot(problem: dict[str, Any], weight: int) -> tuple[Curves, float]:
    lines = [f"digraph {{ nodesep={GAP / POINTS}; ranksep={LAYERS / POINTS};"]
    lines.append(f"node [shape=box fixedsize=true width={WIDTH / POINTS} height={HEIGHT / POINTS}];")
    lines += [f"{node};" for node in range(len(problem["widths"]))]
    lines += [f"{a} -> {b} [weight={weight}];" for a, b in problem["truth"]]
    lines += [f"{a} -> {b} [weight=1];" for a, b in problem["others"]]
    start = time.perf_counter()
    found = subprocess.run(
        ["dot", "-Tplain"], input="\n".join([*lines, "}"]), text=True, capture_output=True, check=True
    )
    seconds = time.perf_counter() - start
    curves = {}
    for line in found.stdout.splitlines():
        words = line.split()
        if words[0] == "edge":
            count = int(words[3])
            numbers = [float(word) * POINTS for word in words[4 : 4 + 2 * count]]
            curves[int(words[1]), int(words[2])] = flattened(list(zip(numbers[::2], numbers[1::2])))
    return curves, seconds


def drawn_by_contsid(problems: list[dict[str, Any]], binary: str) -> list[tuple[Curves, float]]:
    found = subprocess.run([binary, "layout"], input=json.dumps(problems), text=True, capture_output=True, check=True)
    drawings = []
    for drawing in json.loads(found.stdout):
        curves = {(a, b): flattened([tuple(point) for point in curve]) for a, b, curve in drawing["routes"]}
        drawings.append((curves, drawing["seconds"]))
    return drawings


def crossings(curves: list[list[Point]]) -> int:
    """The number of points at which two curves cross: every two segments are tried."""
    segments = [np.array(list(pairwise(curve))) for curve in curves]
    total = 0
    for number, own in enumerate(segments[1:], start=1):
        others = np.concatenate(segments[:number])
        p, q = own[:, None, 0], own[:, None, 1]
        r, s = others[None, :, 0], others[None, :, 1]
        total += int(np.sum((side(p, q, r) * side(p, q, s) < 0) & (side(r, s, p) * side(r, s, q) < 0)))
    return total


def side(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Positive on one side of the line through a and b, negative on the other."""
    along, away = b - a, c - a
    return along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0]


def length(curve: list[Point]) -> float:
    return sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(curve))


def judged(curves: Curves, problem: dict[str, Any]) -> tuple[int, int, float]:
    """Crossings among the true edges and among all, and the mean length of true edges."""
    true, others = ([curves.get((a, b)) or curves[b, a] for a, b in problem[kind]] for kind in ("truth", "others"))
    return crossings(true), crossings(true + others), sum(map(length, true)) / len(true)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default="target/release/contsid-bench")
    parser.add_argument("--seeds", type=int, default=3, help="the number of seeds")
    parser.add_argument("--first-seed", type=int, default=1000, help="the weights of edges were chosen on seeds 0 to 9")
    parser.add_argument("--weight", type=int, default=8)
    parser.add_argument("--per-node", type=float, default=1.5)
    arguments = parser.parse_args()
    problems, titles = [], []
    for title, make in (
        ("Sachs", lambda _: sachs()),
        ("p = 50", lambda rng: sparse(50, rng, arguments.per_node)),
        ("p = 100", lambda rng: sparse(100, rng, arguments.per_node)),
    ):
        for share in SHARES:
            for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
                rng = random.Random(seed)
                nodes, truth = make(rng)
                others = learnt_only(nodes, truth, share, rng)
                problems.append({"widths": [WIDTH] * nodes, "truth": truth, "others": others})
                titles.append((title, share))
    ours = drawn_by_contsid(problems, arguments.binary)
    rows: dict[tuple[str, float], list[tuple[float, ...]]] = {}
    for title, problem, (curves, seconds) in zip(titles, problems, ours):
        other, other_seconds = drawn_by_dot(problem, arguments.weight)
        own, peer = judged(curves, problem), judged(other, problem)
        rows.setdefault(title, []).append((*own, *peer, seconds, other_seconds))
    print("graph    others  crossings of true edges, of all, and length: ours, dot, ratio         ms: ours, dot")
    for (title, share), found in rows.items():
        true, every, long, true_dot, every_dot, long_dot, ms, ms_dot = (
            sum(column) / len(found) for column in zip(*found)
        )
        cells = [
            f"{own:8.1f} {peer:8.1f} {own / peer if peer else 1:5.2f}"
            for own, peer in ((true, true_dot), (every, every_dot), (long, long_dot))
        ]
        print(f"{title:8} {share:5.2f} ", *cells, f"{1e3 * ms:8.1f} {1e3 * ms_dot:8.1f}")


if __name__ == "__main__":
    main()
