"""Distances as HTML, for notebooks and as a page of its own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ._compare import _escaped, _short

if TYPE_CHECKING:
    from ._compare import Comparison

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #1c2530; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .3em .8em; text-align: right; border-bottom: 1px solid #d5dbe1; }
th:first-child, td:first-child { text-align: left; }
td.heat { min-width: 3.5em; }
"""


def summary(comparisons: list[Comparison]) -> str:
    """A table with a row for each learnt graph."""
    head = ["learnt graph", "SHD", "SID", "AID parent", "AID ancestor", "AID oset", "contSID"]
    rows = [_row("th", head)]
    for one in comparisons:
        contsid = "–" if one.contsid is None else _short(one.contsid)
        rows.append(_row("td", [one.name, one.shd, _short(one.sid), *one.aid, contsid]))
    return f"<table>{''.join(rows)}</table>"


def page(comparisons: list[Comparison], path: str | os.PathLike[str] | None) -> str:
    """A whole page, written to a file if a path is given."""
    parts = [f"<h2>{_escaped(one.name)}</h2>{_heatmap(one)}" for one in comparisons]
    text = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>contsid</title><style>{_STYLE}</style></head>'
        f"<body><h1>Learnt graphs against the truth</h1>{summary(comparisons)}{''.join(parts)}</body></html>\n"
    )
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return text


def _row(cell: str, values: list[Any]) -> str:
    return "<tr>" + "".join(f"<{cell}>{_escaped(value)}</{cell}>" for value in values) + "</tr>"


def _heatmap(one: Comparison) -> str:
    """Treatments as rows, outcomes as columns: d, or whether the SID finds the effect wrong."""
    nodes, found = one.truth.nodes, one.details["contsid"]
    if found is None:
        always, ever = set(one.details["sid"].wrong_pairs), set(one.details["sid"].possibly_wrong_pairs)
        value = {(a, b): 1.0 if (a, b) in always else 0.5 if (a, b) in ever else 0.0 for a in nodes for b in nodes}
        words = {0.0: "", 0.5: "depends", 1.0: "wrong"}
        shown = {pair: words[number] for pair, number in value.items()}
        caption = "Effects that are read off wrongly: treatments are rows, outcomes columns."
    else:
        matrix = found.matrix
        value = {(a, b): float(matrix[i, j]) for i, a in enumerate(nodes) for j, b in enumerate(nodes)}
        shown = {pair: f"{number:.3g}" if number else "" for pair, number in value.items()}
        caption = "How far the effects are apart: treatments are rows, outcomes columns."
    largest = max(value.values(), default=0.0) or 1.0
    head = "<tr><th></th>" + "".join(f"<th>{_escaped(node)}</th>" for node in nodes) + "</tr>"
    body = ""
    for a in nodes:
        cells = "".join(_cell(value[a, b] / largest, shown[a, b]) for b in nodes)
        body += f"<tr><th>{_escaped(a)}</th>{cells}</tr>"
    return f"<p>{caption}</p><table>{head}{body}</table>"


def _cell(share: float, text: str) -> str:
    return f'<td class="heat" style="background: rgba(200, 60, 40, {0.75 * share:.3f})">{text}</td>'
