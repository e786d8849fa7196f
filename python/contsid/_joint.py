"""Interventions on several variables at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from numbers import Integral
from typing import Any

from ._core import OptionError
from ._numbers import Bounds, short
from ._options import each, listed
from ._results import snapshot

__all__ = ["Joint"]


class Joint:
    """contSID of interventions on several variables at once.

    Attributes
    ----------
    sum : float or Bounds
        The sum over the pairs of a set of treatments and an outcome that are not left out.
    mean : float, Bounds or None
        Their mean; ``None`` if all pairs are left out.
    left_out : int or Bounds
        The number of pairs for which a graph has no adjustment set.
    """

    def __init__(self, found: Any) -> None:
        self._found = found
        self.sum: float | Bounds = self._value(found.sum)
        self.mean: float | Bounds | None = None if found.mean is None else self._value(found.mean)
        self.left_out: int | Bounds = self._value(found.left_out)

    def __reduce__(self) -> Any:
        return Joint, (snapshot(self._found),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Joint):
            return NotImplemented
        return snapshot(self._found) == snapshot(other._found)

    def __hash__(self) -> int:
        return hash((self.sum, self.mean, self.left_out))

    def _value(self, bounds: tuple[Any, Any]) -> Any:
        return bounds[1] if self._found.is_determined else Bounds(*bounds)

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each set of treatments and outcome.

        Columns: ``treatments`` (a list of names), ``outcome``, ``case`` and ``d`` (``d_lower`` and ``d_upper`` of
        bounds). Where a graph has no adjustment set the case is ``no adjustment set``, and the distance is missing; of
        bounds this is all that a case says, and it is empty where some members can be compared.
        """
        import pandas

        return pandas.DataFrame(list(self.pair_rows()))

    def pair_rows(self) -> Iterator[dict[str, Any]]:
        """The rows of :attr:`pairs`, as dictionaries."""
        for treatments, outcome, case, distance in self._found.pairs:
            lower, upper = (None, None) if distance is None else distance
            row: dict[str, Any] = {"treatments": treatments, "outcome": outcome, "case": case}
            row.update({"d": upper} if self._found.is_determined else {"d_lower": lower, "d_upper": upper})
            yield row

    def to_dict(self) -> dict[str, Any]:
        """The numbers, those of bounds as ``lower`` and ``upper``, and the pairs as a list of dictionaries."""
        numbers = {"sum": self.sum, "mean": self.mean, "left_out": self.left_out}
        plain = {
            name: {"lower": value.lower, "upper": value.upper} if isinstance(value, Bounds) else value
            for name, value in numbers.items()
        }
        return {**plain, "pairs": list(self.pair_rows())}

    def __repr__(self) -> str:
        return f"Joint(sum={short(self.sum)}, mean={short(self.mean)}, left_out={short(self.left_out)})"


def wanted_sets(joint: Any, data: Any) -> Any:
    """What the core takes as sets: a size, a path, or lists of names; none if none are asked for."""
    if joint is None:
        return None
    if data is None:
        raise OptionError("joint needs data")
    if isinstance(joint, (str, os.PathLike)):
        return os.fsdecode(joint)
    if isinstance(joint, Integral):
        if isinstance(joint, bool) or not 1 <= int(joint) < 1 << 31:
            raise OptionError(f"joint is {joint!r}: take the number of variables that are set at once, at least 1")
        return int(joint)
    sets = each("joint", joint, "take a number of variables, sets of names, or a path")
    return [listed("joint", one) or [] for one in sets]
