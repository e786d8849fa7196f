"""Pictures with matplotlib, which is needed only here."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._comparison import Comparison
    from ._judge import Judgement
    from ._ranking import Ranking

_SAME, _DIFFERENT = "#5b6672", "#c83c28"


def plot_comparison(comparison: Comparison, axes: Any) -> Any:
    """A heatmap and the two graphs."""
    if axes is None:
        from matplotlib import pyplot

        _, axes = pyplot.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
    heat, left, right = axes
    _draw_heatmap(comparison, heat)
    truth, learnt = _edges(comparison.truth), _edges(comparison.learnt)
    _draw_graph(left, comparison.truth.nodes, truth, truth - learnt, "truth (red: missed)")
    _draw_graph(right, comparison.truth.nodes, learnt, learnt - truth, f"{comparison.name} (red: not in the truth)")
    return heat.figure


def plot_ranking(ranking: Ranking) -> Any:
    """The distances of all graphs as bars; of bounds the range is drawn as a line."""
    from matplotlib import pyplot

    names = list(ranking)
    measures = [("SHD", "shd"), ("SID", "sid")]
    if names and ranking.best.contsid is not None:
        measures.append(("contSID", "contsid"))
    figure, axes = pyplot.subplots(
        1, len(measures), figsize=(4 * len(measures), 0.5 * len(names) + 1.5), layout="constrained"
    )
    for (title, attribute), axis in zip(measures, np.atleast_1d(axes)):
        ranges = [_range(getattr(ranking[name], attribute)) for name in names]
        axis.barh(names, [upper for _, upper in ranges], color="#9fb4c7")
        axis.hlines(names, [lower for lower, _ in ranges], [upper for _, upper in ranges], color=_SAME, linewidth=3)
        axis.invert_yaxis()
        axis.set_title(title)
    return figure


def plot_judgement(judgement: Judgement, axis: Any) -> Any:
    """Skills with their intervals, the best first."""
    if axis is None:
        from matplotlib import pyplot

        _, axis = pyplot.subplots(figsize=(7, 0.45 * len(judgement) + 1.6), layout="constrained")
    for height, one in enumerate(judgement.values()):
        axis.hlines(height, *one.interval, color=_SAME, linewidth=2)
        axis.plot([one.skill], [height], "o", color="#0072b2")
    for value, kind in ((0.0, "-"), (1.0, ":")):
        axis.axvline(value, color="#b0b8c1", linestyle=kind, linewidth=1, zorder=0)
    if judgement.ceiling is not None and judgement.ceiling["skill"] is not None:
        axis.axvline(judgement.ceiling["skill"], color="#b0b8c1", linestyle="--", linewidth=1, zorder=0)
    axis.set_yticks(range(len(judgement)), list(judgement))
    axis.invert_yaxis()
    axis.set_xlabel("skill (0: no effect, 1: perfect; dashed: ceiling)")
    return axis.figure


def _range(value: Any) -> tuple[float, float]:
    return (value[0], value[1]) if isinstance(value, tuple) else (value, value)


def _draw_heatmap(comparison: Comparison, axis: Any) -> None:
    nodes, found = comparison.truth.nodes, comparison.details["contsid"]
    if found is None:
        index = {node: number for number, node in enumerate(nodes)}
        values, title = np.zeros((len(nodes), len(nodes))), "effects read off wrongly"
        for weight, pairs in (
            (0.5, comparison.details["sid"].possibly_wrong_pairs),
            (1.0, comparison.details["sid"].wrong_pairs),
        ):
            for treatment, outcome in pairs:
                values[index[treatment], index[outcome]] = weight
    else:
        values, title = found.matrix, "d(treatment, outcome)"
    picture = axis.imshow(values, cmap="Reds", vmin=0)
    axis.figure.colorbar(picture, ax=axis, shrink=0.8)
    axis.set_xticks(range(len(nodes)), nodes, rotation=90)
    axis.set_yticks(range(len(nodes)), nodes)
    axis.set(xlabel="outcome", ylabel="treatment", title=title)


def _edges(graph: Any) -> set[tuple[str, str, bool]]:
    directed = {(a, b, True) for a, b in graph.edges}
    return directed | {(min(a, b), max(a, b), False) for a, b in graph.undirected_edges}


def _draw_graph(axis: Any, nodes: list[str], edges: Any, different: Any, title: str) -> None:
    angle = {node: 2 * math.pi * number / len(nodes) for number, node in enumerate(nodes)}
    at = {node: (math.sin(angle[node]), math.cos(angle[node])) for node in nodes}
    for edge in sorted(edges):
        first, second, is_directed = edge
        arrow = {
            "arrowstyle": "-|>" if is_directed else "-",
            "color": _DIFFERENT if edge in different else _SAME,
            "shrinkA": 12,
            "shrinkB": 12,
            "linewidth": 1.8,
        }
        axis.annotate("", xy=at[second], xytext=at[first], arrowprops=arrow)
    for node in nodes:
        axis.annotate(node, at[node], ha="center", va="center", bbox={"boxstyle": "circle", "fc": "white", "ec": _SAME})
    axis.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), title=title, aspect="equal")
    axis.axis("off")
