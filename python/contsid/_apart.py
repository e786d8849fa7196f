"""Calls in processes of their own, which may hang or die without harm to the caller."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

__all__ = ["Died", "TookTooLong", "call_apart"]

#: What the other process runs: it must not import what the caller's main module happens to be.
_PROGRAM = "from contsid._apart import serve; serve()"


class Died(Exception):
    """The process ended before the call did; the message says how."""


class TookTooLong(Exception):
    """The call ran past its limit, and was ended."""


def call_apart(function: Callable[..., Any], *arguments: Any, limit: float | None) -> Any:
    """The result of a call in a process of its own, which may take ``limit`` seconds once it has begun."""
    import cloudpickle

    call = cloudpickle.dumps((function, arguments))
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdin is not None and process.stdout is not None
    alarm = _Alarm(process, limit)
    try:
        pickle.dump((sys.path, call), process.stdin)
        process.stdin.flush()
        pickle.load(process.stdout)  # it has imported what it needs, and begins now
        with alarm:
            answer = pickle.load(process.stdout)
    except (EOFError, OSError, pickle.UnpicklingError):
        if alarm.has_rung:
            raise TookTooLong from None
        raise Died(_last_words(process.wait())) from None
    finally:
        _end(process)
        with suppress(OSError):  # what it did not read any more
            process.stdin.close()
        process.stdout.close()
        process.wait()
    if isinstance(answer, Exception):
        raise answer
    return answer


class _Alarm:
    """Ends a process after some seconds, unless the block ends before."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float | None) -> None:
        self.has_rung = False
        self._process = process
        self._timer = None if seconds is None else threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._ring)

    def _ring(self) -> None:
        self.has_rung = True
        _end(self._process)

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.start()

    def __exit__(self, *error: object) -> None:
        if self._timer is not None:
            self._timer.cancel()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process, and whatever it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _last_words(code: int) -> str:
    if code >= 0:
        return f"its process ended with exit code {code}"
    try:
        return f"its process was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"its process was ended by signal {-code}"


def serve() -> None:
    """What the other process does: read a call, say that it begins, and write its result."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the function prints goes to the errors, not among the answers
    path, call = pickle.load(requests)
    sys.path[:] = path
    threading.Thread(target=_follow, args=(requests,), daemon=True).start()
    function, arguments = pickle.loads(call)
    pickle.dump(None, answers)
    answers.flush()
    try:
        answer = function(*arguments)
    except Exception as error:
        answer = error
    pickle.dump(answer, answers)
    answers.flush()


def _follow(requests: Any) -> None:
    """End with the caller: no other process reads from this one."""
    requests.read()
    os._exit(1)
