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
    rows = [_row("th", head)]
    for one in comparisons:
        contsid = "–" if one.contsid is None else _short(one.contsid)
        rows.append(_row("td", [one.name, one.shd, _short(one.sid), *one.aid, contsid]))
    return f"<table>{''.join(rows)}</table>"


def _row(cell: str, values: list[Any]) -> str:
    return "<tr>" + "".join(f"<{cell}>{html.escape(str(value))}</{cell}>" for value in values) + "</tr>"
