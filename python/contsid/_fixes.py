"""What fixes do, as tables."""

from __future__ import annotations

from typing import Any

from ._numbers import Bounds
from ._relations import flat

__all__ = ["fixes_frame"]

_EDGE = ["change", "from", "to", "directed"]
_AFTER = ["sid", "contsid", "crossfit", "se", "sid_change", "contsid_change", "crossfit_change"]
_ERRORS = ["change_se", "change_model_se", "change_ci_low", "change_ci_high", "p_value"]


def fixes_frame(found: list[dict[str, Any]]) -> Any:
    """A row for each fix, as the command line's ``--fixes`` has them."""
    import pandas

    return pandas.DataFrame([_row(fix) for fix in found], columns=[*_EDGE, *_AFTER, *_ERRORS, "blocked"])


def _row(fix: dict[str, Any]) -> dict[str, Any]:
    crossfit = fix.get("crossfit") or {}
    change = fix.get("crossfit_change")
    difference = None
    if change is not None:
        interval = change["interval"][0], change["interval"][1]
        difference = change["value"], change["se"], change["model_se"], interval, change["p_value"]
    return {
        **{column: fix[column] for column in _EDGE},
        **{column: _either(fix.get(column)) for column in ("sid", "contsid", "sid_change", "contsid_change")},
        "crossfit": _either({end: one["value"] for end, one in crossfit.items()}),
        "se": _either({end: one["se"] for end, one in crossfit.items()}),
        **dict(zip(["crossfit_change", *_ERRORS], flat(difference))),
        "blocked": fix.get("blocked"),
    }


def _either(span: dict[str, Any] | None) -> Any:
    """A number, or its bounds where they differ."""
    if not span:
        return None
    return span["upper"] if span["lower"] == span["upper"] else Bounds(span["lower"], span["upper"])
