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
    "SortBy",
    "Strategy",
    "TestName",
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
SortBy = Literal["variance", "r2"]
Strategy = Literal["parent", "ancestor", "optimal"]
TestName = Literal["automatic", "fisher-z", "gcm"]
Undirected = Literal["bounds", "drop", "extend"]
