"""How graphs stand to each other, as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["flat", "relations_frame", "tiers_frame"]

_NUMBERS = ["difference", "se", "model_se", "ci_low", "ci_high", "p_value", "adjusted_p_value"]
_COLUMNS = ["first", "second", "relation", *_NUMBERS]


def tiers_frame(tiers: Mapping[str, int]) -> Any:
    """The tier of each graph by name."""
    import pandas

    return pandas.DataFrame({"tier": list(tiers.values())}, index=pandas.Index(list(tiers), name="graph"))


def flat(difference: tuple[float, float, float, tuple[float, float], float] | None) -> tuple[float | None, ...]:
    """A difference, its two errors, the ends of its interval, and its p-value, as far as they are known."""
    if difference is None:
        return (None,) * 6
    value, se, model_se, (ci_low, ci_high), p_value = difference
    return value, se, model_se, ci_low, ci_high, p_value


def relations_frame(rows: list[tuple[Any, ...]]) -> Any:
    """A row for each pair of graphs; what is not known is not a number."""
    import pandas

    frame = pandas.DataFrame(rows, columns=_COLUMNS)
    return frame.astype(dict.fromkeys(_NUMBERS, float))
