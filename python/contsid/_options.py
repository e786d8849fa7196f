"""Options, checked before the extension sees them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any, NamedTuple

from ._core import ContsidError, OptionError

__all__ = [
    "Scope",
    "check_choice",
    "check_mapping",
    "check_reversal",
    "check_switch",
    "check_word",
    "count",
    "dashed",
    "each",
    "in_json",
    "jobs",
    "listed",
    "node_names",
    "number",
    "path_of",
    "scope",
    "whole",
]


class Scope(NamedTuple):
    """Which pairs are looked at, and what undirected edges mean."""

    undirected: str
    treatments: list[str] | None
    outcomes: list[str] | None
    threads: int | None


def listed(option: str, names: Iterable[Any] | None) -> list[str] | None:
    """Names as a list of texts."""
    if names is None:
        return None
    if isinstance(names, str):
        return [names]
    try:
        return [str(name) for name in names]
    except TypeError:
        raise OptionError(f"{option} is {names!r}: take a list of names") from None


def node_names(option: str, names: Iterable[Any] | None) -> list[str] | None:
    """The names of the nodes that are looked at, at least one of them; none for all."""
    found = listed(option, names)
    if found == []:
        raise OptionError(f"{option} is empty: name at least one node, or leave the option out for all of them")
    return found


def check_reversal(cost: Any) -> int:
    """The cost of a reversed edge."""
    if isinstance(cost, bool) or not isinstance(cost, (Integral, float)) or cost not in (1, 2):
        raise OptionError("a reversed edge costs 1 or 2")
    return int(cost)


def scope(undirected: str, treatments: Any, outcomes: Any, threads: int | None) -> Scope | None:
    """The scope, or none for the usual one."""
    if check_word("undirected", undirected) == "bounds" and treatments is outcomes is threads is None:
        return None
    return Scope(
        undirected, node_names("treatments", treatments), node_names("outcomes", outcomes), count("threads", threads)
    )


def check_word(option: str, word: Any) -> str:
    """The word, if it is one."""
    if not isinstance(word, str):
        raise OptionError(f"{option} is {word!r}: a word is needed")
    return word


def check_choice(option: str, word: Any, choices: Iterable[str]) -> str:
    """The word, if it is one of the choices."""
    known = list(choices)
    if check_word(option, word) not in known:
        raise OptionError(f"{option} is {word!r}: choose one of {', '.join(known)}")
    return str(word)


def check_switch(option: str, value: Any) -> bool:
    """True or False, if it is one of them; numpy has its own."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool_", "bool"):
        raise OptionError(f"{option} is {value!r:.60}: True or False is needed")
    return bool(value)


def check_mapping(option: str, given: Any) -> Mapping[Any, Any]:
    """A dictionary, if it is one."""
    if not isinstance(given, Mapping):
        raise OptionError(f"{option} is {given!r:.60}: a dictionary is needed")
    return given


def each(option: str, given: Any, words: str) -> list[Any]:
    """The elements of something that has several; ``words`` say what is needed."""
    try:
        return list(given)
    except TypeError:
        raise OptionError(f"{option} is {given!r:.60}: {words}") from None


def path_of(option: str, given: Any) -> str:
    """The path of a file or a folder."""
    if not isinstance(given, (str, os.PathLike)):
        raise OptionError(f"{option} is {given!r:.60}: a path is needed")
    return os.fsdecode(given)


def jobs(option: str, given: Any) -> int | None:
    """A number of jobs as joblib takes it: below zero it counts from the number of cores down."""
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, Integral) or not 0 < abs(int(given)) < 1 << 15:
        raise OptionError(f"{option} is {given!r:.60}: take a number of jobs, or -1 for one per core")
    return int(given)


def count(option: str, number: Any) -> int | None:
    """A count of at least one, or none."""
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, Integral) or not 1 <= int(number) < 1 << 63:
        raise OptionError(f"{option} is {number!r}: a count of at least 1 is needed")
    return int(number)


def number(option: str, value: Any) -> float:
    """A number."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise OptionError(f"{option} is {value!r}: a number is needed")
    return float(value)


def whole(option: str, value: Any) -> int:
    """A whole number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not 0 <= int(value) < 1 << 63:
        raise OptionError(f"{option} is {value!r}: a whole number that is not negative is needed")
    return int(value)


def in_json(settings: Mapping[str, Any], refused: type[ContsidError]) -> str:
    """Settings as a text for the extension."""
    import json

    try:
        return json.dumps(settings, allow_nan=False, default=_plain)
    except (TypeError, ValueError) as error:
        raise refused(f"the settings cannot be understood: {error}") from None


def _plain(value: Any) -> Any:
    """A setting as a plain number or list, for JSON."""
    if hasattr(value, "tolist"):  # numpy's arrays and scalars
        return value.tolist()
    raise TypeError(f"{value!r} is neither a number nor a word")


def dashed(settings: Mapping[Any, Any]) -> dict[str, Any]:
    """Settings by their names in a file, which have dashes."""
    return {str(option).replace("_", "-"): value for option, value in settings.items()}
