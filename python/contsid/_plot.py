"""Pictures with matplotlib, which is needed only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._comparison import ends

if TYPE_CHECKING:
    from ._comparison import Comparison
    from ._judgement import Judgement
    from ._ranking import Ranking

_INK, _SOFT, _BAR = "#1b1f24", "#5a6472", "#9fb4c7"

#: The colour, the width and the dashes of each kind of edge: those of the report.
_EDGES: dict[str, tuple[str, float, Any]] = {
    "right": (_SOFT, 1.3, "-"),
    "missing": ("#d55e00", 1.9, (0, (1, 2.5))),
    "extra": ("#cc79a7", 1.9, (0, (4, 2))),
    "reversed": ("#e69f00", 1.9, (0, (5, 2, 1, 2))),
    "without direction": ("#009e73", 2.4, "-"),
    "directed, open in the truth": ("#0072b2", 1.9, (0, (7, 1.5))),
}


def shortened(name: str, most: int) -> str:
    """A name of at most ``most`` characters: a long one loses its middle."""
    if len(name) <= most:
        return name
    tail = (most - 1) // 2
    return f"{name[: most - 1 - tail]}…{name[len(name) - tail :]}"


def plot_comparison(comparison: Comparison, axes: Any) -> Any:
    """A heatmap and the two graphs."""
    drawing = _core.drawing(comparison.truth, comparison.learnt)
    if axes is None:
        from matplotlib import pyplot

        across, up = (4.0, 3.4) if drawing is None else (_inches(drawing[0][0]), _inches(drawing[0][1]))
        side = min(4.6 + 0.12 * max(0, len(comparison.truth.nodes) - 12), 12)
        size = (side + 2 * across, max(side, up + 1.3))
        ratios = {"width_ratios": [side, across, across]}
        _, axes = pyplot.subplots(1, 3, figsize=size, layout="constrained", gridspec_kw=ratios)
    heat, left, right = axes
    _draw_heatmap(comparison, heat)
    if drawing is None:
        for axis in (left, right):
            axis.set_axis_off()
            axis.text(0.5, 0.5, "too many edges to be drawn", ha="center", va="center", color=_SOFT)
    else:
        extent, places, of_truth, of_learnt = drawing
        nodes = list(zip(comparison.truth.nodes, places))
        _draw_graph(left, extent, nodes, of_truth, "truth")
        _draw_graph(right, extent, nodes, of_learnt, shortened(comparison.name, 40))
    return heat.figure


def _inches(units: float) -> float:
    return float(min(max(units / 80, 3.2), 14))


def _draw_heatmap(comparison: Comparison, axis: Any) -> None:
    nodes = [shortened(node, 16) for node in comparison.truth.nodes]
    if comparison.details["contsid"] is None:
        _draw_mistakes(comparison, axis)
    else:
        found = comparison.details["contsid"] if comparison.crossfit is None else comparison.crossfit
        label = "d(treatment, outcome)" if comparison.crossfit is None else "cross-fitted d(treatment, outcome)"
        picture = axis.imshow(found.matrix, cmap="Blues", vmin=0, vmax=np.nanmax(found.matrix, initial=0.0) or 1.0)
        axis.figure.colorbar(
            picture, ax=axis, shrink=0.8, label=label + ("" if found.is_determined else "\nupper bound")
        )
    size = min(10.0, max(4.0, 240 / max(len(nodes), 1)))
    axis.set_xticks(range(len(nodes)), nodes, rotation=90, fontsize=size)
    axis.set_yticks(range(len(nodes)), nodes, fontsize=size)
    axis.set(xlabel="outcome", ylabel="treatment", title="how wrong is each effect?")


def _draw_mistakes(comparison: Comparison, axis: Any) -> None:
    """Without data: what SID counts as right, undetermined and wrong."""
    from matplotlib.colors import ListedColormap

    values = comparison.sid.mistakes
    picture = axis.imshow(values, cmap=ListedColormap(["#f7f9fc", "#6baed6", "#08306b"]), vmin=-0.5, vmax=2.5)
    bar = axis.figure.colorbar(picture, ax=axis, shrink=0.6, ticks=[0, 1, 2], label="effects by SID")
    bar.set_ticklabels(["right", "undetermined", "wrong"])


def _draw_graph(axis: Any, size: Any, nodes: Any, edges: Any, title: str) -> None:
    """A graph in the common layout, with a legend of the kinds of edges that it has."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
    from matplotlib.path import Path

    width, height, box = size
    for mark, is_directed, points in edges:
        colour, line, dashes = _EDGES[mark]
        path = Path(points, [Path.MOVETO] + [Path.CURVE4] * (len(points) - 1))
        arrow: dict[str, Any] = {
            "arrowstyle": "-|>" if is_directed else "-",
            "mutation_scale": 9,
            "shrinkA": 0,
            "shrinkB": 0,
        }
        axis.add_patch(FancyArrowPatch(path=path, color=colour, lw=line, ls=dashes, fill=False, zorder=1, **arrow))
    for name, (x, y, across) in nodes:
        corner = (x - across / 2, y - box / 2)
        style: dict[str, Any] = {"boxstyle": "round,pad=0,rounding_size=5", "fc": "white", "ec": _SOFT, "zorder": 2}
        axis.add_patch(FancyBboxPatch(corner, across, box, **style))
        axis.text(
            x, y, shortened(name, 12), ha="center", va="center", color=_INK, fontsize=_text_size(axis, width), zorder=3
        )
    kinds = {mark: sum(1 for edge in edges if edge[0] == mark) for mark in _EDGES}
    handles = [
        Line2D([], [], color=_EDGES[mark][0], lw=_EDGES[mark][1], ls=_EDGES[mark][2], label=f"{mark} ({count})")
        for mark, count in kinds.items()
        if count
    ]
    if handles:
        axis.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2, frameon=False, fontsize=8)
    axis.set(xlim=(0, width), ylim=(height, 0), title=title, aspect="equal")
    axis.axis("off")


def _text_size(axis: Any, width: float) -> float:
    """Names that fit into their boxes, which are as wide as the drawing is scaled."""
    inches = axis.get_position().width * axis.figure.get_figwidth()
    return float(min(9.0, max(2.0, 10.5 * inches * 72 / width)))


def plot_ranking(ranking: Ranking) -> Any:
    """The distances of all graphs as bars; of bounds the range is drawn as a line, of estimates the interval."""
    from matplotlib import pyplot
    from matplotlib.ticker import MaxNLocator

    names = list(ranking)
    measures = [("SHD", "shd"), ("SID", "sid")]
    estimated = bool(names) and all(one.crossfit is not None for one in ranking.values())
    if names and ranking.best.contsid is not None:
        measures.append(("contSID from all rows" if estimated else "contSID", "contsid"))
    columns = len(measures) + estimated
    size = (3.4 * columns + 1.0, 0.42 * len(names) + 2.1)
    figure, axes = pyplot.subplots(1, columns, figsize=size, layout="constrained", sharey=True, squeeze=False)
    rows = np.arange(len(names))
    for (title, attribute), axis in zip(measures, axes[0]):
        _draw_bars(axis, rows, [ends(getattr(ranking[name], attribute)) for name in names])
        axis.set_title(title)
        # Counts have whole ticks; few of them, so those of neighbours do not run together.
        axis.xaxis.set_major_locator(MaxNLocator(nbins=5, integer=attribute != "contsid", prune="upper"))
    if estimated:
        _draw_estimates(axes[0, -1], rows, [one.crossfit for one in ranking.values()])
    axes[0, 0].set_yticks(rows, [shortened(name, 28) for name in names])
    axes[0, 0].invert_yaxis()
    return figure


def _draw_bars(axis: Any, rows: Any, ranges: list[tuple[float, float]]) -> None:
    lower, upper = [low for low, _ in ranges], [high for _, high in ranges]
    axis.barh(rows, upper, color=_BAR, height=0.7)
    has_bounds = any(low != high for low, high in ranges)
    if has_bounds:
        axis.hlines(rows, lower, upper, color=_INK, linewidth=2.5)
    axis.set_xlabel("bar: upper bound\nline: from the lower bound to it" if has_bounds else "bar: distance", fontsize=8)
    _start_at_zero(axis)


def _draw_estimates(axis: Any, rows: Any, found: list[Any]) -> None:
    """Cross-fitted contSID: points with their intervals, of bounds both."""
    for row, one in zip(rows, found):
        bounds = [one.upper] if one.is_determined else [one.lower, one.upper]
        axis.plot([estimate.value for estimate in bounds], [row] * len(bounds), color=_BAR, linewidth=5, zorder=1)
        for estimate in bounds:
            if estimate.interval is not None:
                axis.hlines(row, *estimate.interval, color=_INK, linewidth=1.5)
            axis.plot(estimate.value, row, "o", color=_INK, markersize=5)
    between = "" if all(one.is_determined for one in found) else "\nband: between the bounds"
    axis.set_xlabel(f"point: estimate, line: 95 % interval{between}", fontsize=8)
    _start_at_zero(axis)
    axis.set_title("contSID, cross-fitted")


def _start_at_zero(axis: Any) -> None:
    """Distances are drawn from 0; if all of them are 0, up to 1."""
    axis.set_xlim(0, axis.get_xlim()[1] if axis.dataLim.xmax > 0 else 1)


def plot_judgement(judgement: Judgement, axis: Any) -> Any:
    """Skills with their intervals, the best first."""
    if axis is None:
        from matplotlib import pyplot

        _, axis = pyplot.subplots(figsize=(7, 0.45 * len(judgement) + 1.6), layout="constrained")
    for height, one in enumerate(judgement.values()):
        axis.hlines(height, *one.interval, color=_SOFT, linewidth=2)
        axis.plot([one.skill], [height], "o", color="#0072b2")
    for value, kind in ((0.0, "-"), (1.0, ":")):
        axis.axvline(value, color="#b0b8c1", linestyle=kind, linewidth=1, zorder=0)
    if judgement.ceiling is not None and judgement.ceiling["skill"] is not None:
        axis.axvline(judgement.ceiling["skill"], color="#b0b8c1", linestyle="--", linewidth=1, zorder=0)
    axis.set_yticks(range(len(judgement)), [shortened(name, 28) for name in judgement])
    axis.invert_yaxis()
    axis.set_xlabel("skill (0: no effect, 1: perfect; dashed: ceiling; line: 95 % interval)")
    return axis.figure
