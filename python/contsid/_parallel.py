"""Parts of the rows on other machines."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from . import _core
from ._core import OptionError

__all__ = ["foreign_backend", "part_workers"]


def part_workers(parallel: Any) -> Callable[[bytes, list[bytes]], list[bytes]] | None:
    """What estimates parts through joblib: the rows of each part go out, and sums come back. None if the threads of
    this process do it: by default they do, unless joblib is told to use another package's backend."""
    if parallel is not None and not isinstance(parallel, bool):
        raise OptionError(f"parallel is {parallel!r}: True or False is needed")
    backend = foreign_backend()
    # One of the backend's own jobs does not spread its work again.
    is_elsewhere = backend is not None and not backend.nesting_level
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


def foreign_backend() -> Any:
    """The backend that joblib is told to use, if it is another package's, such as dask's or ray's; otherwise none."""
    joblib = sys.modules.get("joblib")
    if joblib is None:
        return None
    backend, _ = joblib.parallel.get_active_backend()
    return None if type(backend).__module__ == "joblib._parallel_backends" else backend
