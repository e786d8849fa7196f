"""Distances as a table for notebooks."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from ._compare import _short

if TYPE_CHECKING:
    from ._compare import Comparison


def summary(comparisons: list[Comparison]) -> str:
    """A table with a row for each learnt graph."""
    head = ["learnt graph", "SHD", "SID", "AID parent", "AID ancestor", "AID oset", "contSID"]
    joint = ["joint sum", "joint mean", "left out"] if any(one.joint is not None for one in comparisons) else []
    rows = [_row("th", [*head, *joint])]
    for one in comparisons:
        found = [] if one.joint is None else [one.joint.sum, one.joint.mean, one.joint.left_out]
        rows.append(_row("td", [one.name, one.shd, _short(one.sid), *one.aid, *map(_cell, [one.contsid, *found])]))
    return f"<table>{''.join(rows)}</table>"


def _cell(value: Any) -> str:
    return "–" if value is None else _short(value)


def _row(cell: str, values: list[Any]) -> str:
    return "<tr>" + "".join(f"<{cell}>{html.escape(str(value))}</{cell}>" for value in values) + "</tr>"
