"""Rankings as tables: the graphs, their pairs, and how they stand to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["flat", "ranking_frame", "relations_frame", "stacked", "tiers_frame"]

_NUMBERS = ["difference", "se", "model_se", "ci_low", "ci_high", "p_value", "adjusted_p_value"]
_COLUMNS = ["first", "second", "relation", *_NUMBERS]


def ranking_frame(rows: Mapping[str, Mapping[str, Any]], skipped: Mapping[str, str]) -> Any:
    """A row for each learnt graph by name; graphs that were skipped stand last, with the reason."""
    import pandas

    given = [{"learnt": name, **row} for name, row in rows.items()]
    given += [{"learnt": name, "skipped": reason} for name, reason in skipped.items()]
    return pandas.DataFrame(given).astype({"tier": "Int64"}).set_index("learnt")


def stacked(frames: Mapping[str, Any]) -> Any:
    """The frames of learnt graphs below each other, with the name of the graph as first column."""
    import pandas

    for name, frame in frames.items():
        frame.insert(0, "learnt", name)
    return pandas.concat(list(frames.values()), ignore_index=True)


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
