"""Bars for computations of more than two seconds; the extension calls these functions."""

from __future__ import annotations

import sys
import threading
from typing import Any

__all__ = ["DELAY", "close", "is_wanted", "show"]

#: Number of seconds after which a bar is shown; the extension waits as long.
DELAY = 2.0

_bars: dict[int, Any] = {}


def is_wanted() -> bool:
    """Whether somebody watches: a terminal or a notebook, in the process that was started by hand."""
    import multiprocessing

    is_watched = sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
    return is_watched and multiprocessing.parent_process() is None


def show(done: int, total: int) -> None:
    """Draws how much is done, if tqdm is there and somebody watches."""
    thread = threading.get_ident()
    if thread not in _bars:
        _bars[thread] = _new_bar(total) if is_wanted() else None
    bar = _bars[thread]
    if bar is not None:
        bar.total, bar.n = total, done
        bar.refresh()


def _new_bar(total: int) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, desc="contsid", unit=" steps", leave=False)


def close() -> None:
    """Removes the bar of this thread."""
    bar = _bars.pop(threading.get_ident(), None)
    if bar is not None:
        bar.close()
