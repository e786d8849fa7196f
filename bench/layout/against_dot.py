"""Crossings and lengths of true edges, drawn by contsid and by graphviz's `dot`.

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

POINTS = 72  # to an inch, which is dot's unit
WIDTH, HEIGHT, GAP, LAYERS = 48.0, 26.0, 16.0, 50.0
SACHS = """erk akt, mek erk, pip2 pkc, pip3 akt, pip3 pip2, pip3 plc, pka akt, pka erk, pka jnk, pka mek, pka p38,
pka raf, pkc jnk, pkc mek, pkc p38, pkc pka, pkc raf, plc pip2, plc pkc, raf mek"""

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


def drawn_by_dot(problem: dict[str, Any], weight: int) -> tuple[Curves, Point, float]:
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
    curves, size = {}, (0.0, 0.0)
    for line in found.stdout.splitlines():
        words = line.split()
        if words[0] == "graph":
            size = (float(words[2]) * POINTS, float(words[3]) * POINTS)
        if words[0] == "edge":
            count = int(words[3])
            numbers = [float(word) * POINTS for word in words[4 : 4 + 2 * count]]
            curves[int(words[1]), int(words[2])] = flattened(list(zip(numbers[::2], numbers[1::2])))
    return curves, size, seconds


def drawn_by_contsid(problems: list[dict[str, Any]], binary: str) -> list[tuple[Curves, Point, float]]:
    found = subprocess.run([binary, "layout"], input=json.dumps(problems), text=True, capture_output=True, check=True)
    drawings = []
    for drawing in json.loads(found.stdout):
        curves = {(a, b): flattened([tuple(point) for point in curve]) for a, b, curve in drawing["routes"]}
        drawings.append((curves, (drawing["width"], drawing["height"]), drawing["seconds"]))
    return drawings


def cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether two segments cross inside both."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def crossings(curves: list[list[Point]]) -> int:
    """The number of points at which two curves cross, every two segments tried."""
    boxes = [(*map(min, zip(*curve)), *map(max, zip(*curve))) for curve in curves]
    total = 0
    for i, one in enumerate(curves):
        for j in range(i):
            a, b = boxes[i], boxes[j]
            if a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]:
                continue
            other = curves[j]
            total += sum(cross(p, q, r, s) for p, q in pairwise(one) for r, s in pairwise(other))
    return total


def length(curve: list[Point]) -> float:
    return sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(curve))


def judged(curves: Curves, truth: list[tuple[int, int]]) -> tuple[int, float]:
    """Crossings among the true edges, and their mean length."""
    true = [curves.get((a, b)) or curves[b, a] for a, b in truth]
    return crossings(true), sum(map(length, true)) / len(true)


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
        for share in (0.0, 0.3, 0.6):
            for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
                rng = random.Random(seed)
                nodes, truth = make(rng)
                others = learnt_only(nodes, truth, share, rng)
                problems.append({"widths": [WIDTH] * nodes, "truth": truth, "others": others})
                titles.append((title, share))
    ours = drawn_by_contsid(problems, arguments.binary)
    rows: dict[tuple[str, float], list[tuple[float, ...]]] = {}
    for title, problem, (curves, size, seconds) in zip(titles, problems, ours):
        other, other_size, other_seconds = drawn_by_dot(problem, arguments.weight)
        own, peer = judged(curves, problem["truth"]), judged(other, problem["truth"])
        rows.setdefault(title, []).append((*own, *peer, size[0], other_size[0], seconds, other_seconds))
    print("graph    others  crossings: ours  dot  ratio   length: ours  dot  ratio   width: ours  dot   ms: ours  dot")
    for (title, share), found in rows.items():
        a, b, c, d, e, f, g, h = (sum(column) / len(found) for column in zip(*found))
        print(
            f"{title:8} {share:4.1f}   {a:12.1f} {c:6.1f} {a / c if c else 1:6.2f}   {b:8.1f} {d:6.1f} {b / d:5.2f}"
            f"   {e:8.0f} {f:6.0f}   {1e3 * g:6.1f} {1e3 * h:6.1f}"
        )


if __name__ == "__main__":
    main()
