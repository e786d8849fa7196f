"""The words that options take, as types."""

from __future__ import annotations

from typing import Literal

__all__ = [
    "Adjustment",
    "Agreement",
    "By",
    "EdgeDirection",
    "Encoding",
    "Estimator",
    "Guide",
    "KernelName",
    "Measure",
    "Normalise",
    "OnError",
    "ShdOf",
    "Strategy",
    "Undirected",
]

Adjustment = Literal["parents", "optimal", "canonical"]
Agreement = Literal["either", "both", "learnt", "never"]
By = Literal["crossfit", "contsid", "sid", "aid_parent", "aid_ancestor", "aid_optimal", "shd"]
EdgeDirection = Literal["row-to-column", "column-to-row"]
Encoding = Literal["adjacency", "endpoints", "pcalg-pag"]
Estimator = Literal["plain", "normalised", "centred"]
Guide = Literal["linear", "none", "automatic"]
KernelName = Literal["gaussian", "laplace", "matern32", "matern52", "imq", "delta"]
Measure = Literal["contsid", "sid", "aid_parent", "aid_ancestor", "aid_optimal", "shd"]
Normalise = Literal["norm", "printed", "none"]
OnError = Literal["raise", "skip"]
ShdOf = Literal["graphs", "classes"]
Strategy = Literal["parent", "ancestor", "optimal"]
Undirected = Literal["bounds", "drop", "extend"]
