"""Parts of the rows on other machines."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from . import _core
from ._core import OptionError

__all__ = ["part_workers"]


def part_workers(parallel: Any) -> Callable[[bytes, list[bytes]], list[bytes]] | None:
    """What estimates parts through joblib: the rows of each part go out, and sums come back. None if the threads of
    this process do it: by default they do, unless joblib is told to use another package's backend."""
    if parallel is not None and not isinstance(parallel, bool):
        raise OptionError(f"parallel is {parallel!r}: True or False is needed")
    is_elsewhere = _is_elsewhere()
    if parallel is False or (parallel is None and not is_elsewhere):
        return None
    from joblib import Parallel, delayed

    # The backend is that of the calling thread: it is looked up here, not where the parts are asked.
    pool = Parallel(n_jobs=None if is_elsewhere else -1)

    def answers(question: bytes, parts: list[bytes]) -> list[bytes]:
        found: list[bytes] = pool(delayed(_answer)(question, rows) for rows in parts)
        return found

    return answers


def _answer(question: bytes, rows: bytes) -> bytes:
    return _core.answer_part(question, rows)


def _is_elsewhere() -> bool:
    """Whether joblib is told to use a backend of another package, and this is not one of its jobs."""
    joblib = sys.modules.get("joblib")
    if joblib is None:
        return False
    backend, _ = joblib.parallel.get_active_backend()
    is_own = type(backend).__module__ == "joblib._parallel_backends"
    return not is_own and not backend.nesting_level
