"""What fixes do, as tables."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from ._numbers import Bounds

__all__ = ["fixes_frame"]

_EDGE = ["change", "from", "to", "directed"]
_AFTER = ["sid", "contsid", "crossfit", "se", "sid_change", "contsid_change"]
#: The columns of the change of cross-fitted contSID, and what they are of a difference.
_CHANGE: dict[str, Callable[[dict[str, Any]], float]] = {
    "crossfit_change": itemgetter("value"),
    "change_se": itemgetter("se"),
    "change_model_se": itemgetter("model_se"),
    "change_ci_low": lambda found: found["interval"][0],
    "change_ci_high": lambda found: found["interval"][1],
    "p_value": itemgetter("p_value"),
}


def fixes_frame(found: list[dict[str, Any]]) -> Any:
    """A row for each fix, as the command line's ``--fixes`` has them."""
    import pandas

    return pandas.DataFrame([_row(fix) for fix in found], columns=[*_EDGE, *_AFTER, *_CHANGE, "blocked"])


def _row(fix: dict[str, Any]) -> dict[str, Any]:
    crossfit = fix.get("crossfit") or {}
    change = fix.get("crossfit_change") or {}
    return {
        **{column: fix[column] for column in _EDGE},
        **{column: _either(fix.get(column)) for column in ("sid", "contsid", "sid_change", "contsid_change")},
        "crossfit": _either({end: one["value"] for end, one in crossfit.items()}),
        "se": _either({end: one["se"] for end, one in crossfit.items()}),
        **{column: _either({end: of_end(one) for end, one in change.items()}) for column, of_end in _CHANGE.items()},
        "blocked": fix.get("blocked"),
    }


def _either(span: dict[str, Any] | None) -> Any:
    """A number, or its bounds where they differ."""
    if not span:
        return None
    return span["upper"] if span["lower"] == span["upper"] else Bounds(span["lower"], span["upper"])
