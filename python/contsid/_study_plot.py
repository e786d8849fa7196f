"""The distances of a study as boxes, with matplotlib, which is needed only here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _core
from ._core import OptionError
from ._plot import shortened

if TYPE_CHECKING:
    from ._study import Study

__all__ = ["plot_study"]

#: What is drawn by default, and the names people know it by.
_TITLES = {
    "shd": "SHD",
    "sid_upper": "SID, upper bound",
    "contsid_upper": "contSID from all rows, upper bound",
    "crossfit_upper": "cross-fitted contSID, upper bound",
}


def plot_study(study: Study, metrics: Iterable[str] | None) -> Any:
    """A row of axes, one for each distance: boxes by learner, side by side for each number of nodes."""
    from matplotlib import pyplot

    records = study.records
    wanted = _wanted(records, metrics)
    size = (max(1.5 + 2.8 * len(wanted), 5.5), 3.9)
    figure, axes = pyplot.subplots(1, len(wanted), figsize=size, layout="constrained", squeeze=False)
    for metric, axis in zip(wanted, axes[0]):
        _draw(axis, records, metric)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper left", frameon=False, ncols=3)
    figure.supxlabel("box: quartiles; line: median; ◇ mean; whiskers: values within 1.5 boxes; ○ beyond", fontsize=8)
    return figure


def _draw(axis: Any, records: Any, metric: str) -> None:
    """The boxes of one distance."""
    learners, nodes = list(dict.fromkeys(records["learner"])), sorted(set(records["nodes"]))
    width = 0.8 / len(learners)
    for number, learner in enumerate(learners):
        own = records[(records["learner"] == learner) & records[metric].notna()]
        samples = [own.loc[own["nodes"] == count, metric].astype(float).to_numpy() for count in nodes]
        shift = (number - (len(learners) - 1) / 2) * width
        boxes = axis.boxplot(
            samples,
            positions=[index + shift for index in range(len(nodes))],
            widths=0.85 * width,
            patch_artist=True,
            boxprops={"facecolor": f"C{number % 10}", "alpha": 0.6},
            medianprops={"color": "black"},
            showmeans=True,
            meanprops={"marker": "D", "markerfacecolor": "white", "markeredgecolor": "black", "markersize": 4},
        )["boxes"]
        boxes[0].set_label(shortened(learner, 28))
    axis.set(title=_TITLES.get(metric, metric), xlabel="nodes", ylim=(0, None))
    axis.set_xticks(range(len(nodes)), [str(count) for count in nodes])


def _wanted(records: Any, metrics: Iterable[str] | None) -> list[str]:
    if metrics is None:
        found = [metric for metric in _TITLES if metric in records and records[metric].notna().any()]
    else:
        found = [metrics] if isinstance(metrics, str) else list(metrics)
    if not found:
        raise OptionError("the study has no distances to draw")
    for metric in found:
        if metric not in _core.metrics():
            raise OptionError(f"metrics names {metric!r}: choose among {', '.join(_core.metrics())}")
    return found
