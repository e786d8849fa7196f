"""How effects are estimated from data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from . import _core
from ._core import OptionError
from ._options import check_word, count
from ._words import Adjustment, Agreement, Estimator, KernelName, Normalise

__all__ = ["Estimation", "estimation_of"]


@dataclass(frozen=True, kw_only=True)
class Estimation:
    """How effects are estimated from data: the choices of contSID, by default those of the paper.

    Attributes
    ----------
    kernel
        ``"gaussian"`` (the default for numbers), ``"laplace"``, ``"matern32"``, ``"matern52"``, ``"imq"``, ``"delta"``
        (the default for categories), or a dictionary of these by column.
    bandwidth
        ``"median"`` (the default), a number, or a dictionary of these by column.
    lambda_
        λ, the ridge parameter: a number, ``"loo"`` for leave-one-out, or ``None`` for 1/N. Of contSID it changes the
        number from all rows alone: cross-fitted contSID has a ridge of its own.
    estimator
        How estimated weights are corrected: not at all, as in the paper (``"plain"``), scaled to sum to one
        (``"normalised"``), or shrunk to the observed distribution instead of to zero (``"centred"``). Cross-fitted
        contSID is the same under each.
    adjustment
        What each graph adjusts for: the ``"parents"`` of the treatment, the ``"optimal"`` or the ``"canonical"`` set.
    agreement
        When two graphs with a directed path agree on an effect: if one graph's adjustment set is valid in the other
        (``"either"``), if both are (``"both"``), if the learnt graph's is valid in the truth (``"learnt"``), or
        ``"never"``.
    normalise
        What a distance is divided by: the norm of the outcome's embedding (``"norm"``), that norm except in case 3.2,
        as the paper prints it (``"printed"``), or nothing (``"none"``).
    interventions
        What treatments are set to: ``"observed"`` (the default), ``"grid:K"``, ``"quantiles:K"``,
        ``"normal:MEAN,SD,K"``, ``"uniform:LOW,HIGH,K"``, a list of values, a pair of values and weights, or a
        dictionary of these by column.
    memory_limit
        Refuse to start if more bytes are needed than this; by default, than are available.

    Examples
    --------
    >>> import contsid
    >>> contsid.Estimation(bandwidth={"age": 5.0}, estimator="normalised")
    Estimation(bandwidth={'age': 5.0}, estimator='normalised')
    """

    kernel: KernelName | Mapping[str, KernelName] | None = None
    bandwidth: float | Literal["median"] | Mapping[str, float | Literal["median"]] | None = None
    lambda_: float | Literal["loo"] | None = None
    estimator: Estimator = "plain"
    adjustment: Adjustment = "parents"
    agreement: Agreement = "either"
    normalise: Normalise = "norm"
    interventions: Any = None
    memory_limit: int | None = None

    def __post_init__(self) -> None:
        for option in ("estimator", "adjustment", "agreement", "normalise"):
            check_word(option, getattr(self, option))
        object.__setattr__(self, "memory_limit", count("memory_limit", self.memory_limit))
        _core.check_choices(self)

    def changed(self) -> dict[str, Any]:
        """The choices that are not the usual ones, by name."""
        return {one.name: value for one in fields(self) if _differs(value := getattr(self, one.name), one.default)}

    def __repr__(self) -> str:
        return f"Estimation({', '.join(f'{option}={value!r}' for option, value in self.changed().items())})"


def _differs(value: Any, usual: Any) -> bool:
    return value is not usual and not (isinstance(value, str) and value == usual)


def estimation_of(given: Any, *taken: str) -> Estimation:
    """The choices, or the usual ones; those that are ``taken`` alone make a difference, if they are named."""
    found = _USUAL if given is None else given
    if not isinstance(found, Estimation):
        raise OptionError(f"estimation is {given!r:.60}: take contsid.Estimation(…)")
    idle = [option for option in found.changed() if taken and option not in taken]
    if idle:
        raise OptionError(f"estimation: {idle[0]} has no effect here; what has is {', '.join(taken)}")
    return found


_USUAL = Estimation()
