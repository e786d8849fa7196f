"""Distances as tables, for consoles and notebooks."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._notes import in_words
from ._numbers import short

if TYPE_CHECKING:
    from ._comparison import Comparison
    from ._ranking import Ranking

# The width of most consoles and notebooks.
_WIDEST = 120

_WORDS = {"crossfit": "contSID", "contsid": "contSID from all rows", "sid": "SID", "shd": "SHD"}


def text_table(ranking: Ranking) -> str:
    """A line for each learnt graph."""
    rows = [["", *_head(list(ranking.values()))]]
    rows += [[f"{ranking._tiers[name]} {name}", *_cells(one)] for name, one in ranking.items()]
    said = [*ranking.verdict, *in_skipped(ranking.skipped), *in_words(ranking.notes)]
    return text_lines(f"Ranking by {_by(ranking)}, the best graph first", rows, said)


def text_lines(caption: str, rows: list[list[str]], said: list[str]) -> str:
    """A table, whose first row is its head, and what is to be said about it. The last columns are left out if they do
    not fit into a console."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    shown = len(widths)
    while shown > 2 and sum(widths[:shown]) + 2 * (shown - 1) > _WIDEST:
        shown -= 1
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:shown], widths[1:])]).rstrip() for row in rows]
    more = [f"and in .full_table: {', '.join(rows[0][shown:])}"] if shown < len(widths) else []
    return "\n".join([caption, *lines, *more, *(part for line in said for part in textwrap.wrap(line, _WIDEST))])


def html_table(comparisons: list[Comparison], ranking: Ranking | None) -> str:
    """A table with a row for each learnt graph."""
    rows = [["learnt graph", *_head(comparisons)], *([one.name, *_cells(one)] for one in comparisons)]
    if ranking is not None:
        tiers = ["tier", *(str(ranking._tiers[one.name]) for one in comparisons)]
        rows = [[tier, *row] for tier, row in zip(tiers, rows)]
    caption = "" if ranking is None else f"by {_by(ranking)}, the best graph first"
    of = comparisons[0] if ranking is None else ranking
    said = [*of.verdict, *([] if ranking is None else in_skipped(ranking.skipped)), *in_words(of.notes)]
    return html_lines(caption, rows, said)


def html_lines(caption: str, rows: list[list[str]], said: list[str]) -> str:
    """A table, whose first row is its head, and what is to be said about it."""
    head, *others = rows
    cells = _row("th", head) + "".join(_row("td", row) for row in others)
    above = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    below = "".join(f"<p>{html.escape(line)}</p>" for line in said)
    return f'<div style="overflow-x: auto"><table>{above}{cells}</table>{below}</div>'


def in_skipped(skipped: Mapping[str, str]) -> list[str]:
    """A line for each graph that was skipped."""
    return [f"{name} was skipped: {reason}" for name, reason in skipped.items()]


def _by(ranking: Ranking) -> str:
    return _WORDS.get(
        ranking.ranked_by, ranking.ranked_by.replace("aid_", "AID by ").replace("optimal", "optimal sets")
    )


def _head(comparisons: list[Comparison]) -> list[str]:
    crossfit = ["contSID ± error"] if any(one.crossfit is not None for one in comparisons) else []
    all_rows = "from all rows" if crossfit else "contSID"
    contsid = [all_rows] if any(one.contsid is not None for one in comparisons) else []
    joint = ["joint mean"] if any(one.joint is not None for one in comparisons) else []
    return [*crossfit, *contsid, "SID", "AID anc", "AID opt", "SHD", "arrow F1", *joint]


def _cells(one: Comparison) -> list[str]:
    contsid = [] if one.contsid is None else [short(one.contsid)]
    crossfit = [] if one.crossfit is None else [one.crossfit._in_words()]
    joint = [] if one.joint is None else [one.joint.mean]
    others = [one.sid, one.aid.ancestor, one.aid.optimal, one.shd, one.arrows.f1, *joint]
    return [*crossfit, *contsid, *map(short, others)]


def _row(cell: str, values: list[Any]) -> str:
    return "<tr>" + "".join(f"<{cell}>{html.escape(str(value))}</{cell}>" for value in values) + "</tr>"
