"""How long Ctrl-C takes, and when the progress bar appears, for every command that can take long.

    cargo build --release -p contsid-cli
    python bench/interrupt/stop.py [--program target/release/contsid] [--times 3] [CASE...]

Each command runs on a terminal of its own. It gets SIGINT 0.5, 2 and 5 seconds after its start, and the longest time
from there to its end is shown. Every one must end with code 130, or 0 if it was done just then, and a bar must be there
2.5 seconds after the start. A command that ends before its signal says so. The data are drawn first: 7,466 rows of 11
and 20 variables, and of 300 for the learners.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

ROWS = 7466
MOMENTS = (0.5, 2.0, 5.0)
MOST_SECONDS = 1.0
STOPPED = 130
# Seconds after the start until which the bar must be there: it comes after two, and is drawn five times a second.
BAR_BY = 2.5
BAR = re.compile(rb"\[[=> ]{40}\]")

SLOW = "slow=sh -c 'sleep 60' {data} {graph}"
ALL_ROWS = ["--all-rows", "--crossfit", "off"]
CASES = {
    "all rows, 11": ["compare", "11/graph.csv", "11/other.csv", "--data", "11/data.csv", *ALL_ROWS],
    "all rows, 20": ["compare", "20/graph.csv", "20/other.csv", "--data", "20/data.csv", *ALL_ROWS],
    "leave-one-out, 11": [
        "compare",
        "11/graph.csv",
        "11/other.csv",
        "--data",
        "11/data.csv",
        *ALL_ROWS,
        "--lambda",
        "loo",
    ],
    "laplace, 11": [
        "compare",
        "11/graph.csv",
        "11/other.csv",
        "--data",
        "11/data.csv",
        *ALL_ROWS,
        "--kernel",
        "laplace",
    ],
    "joint, 11": ["compare", "11/graph.csv", "11/other.csv", "--data", "11/data.csv", "--joint", "2"],
    "page, 20": ["compare", "20/graph.csv", "20/other.csv", "--data", "20/data.csv", "--html", "page.html"],
    "page of all rows, 11": [
        "compare",
        "11/graph.csv",
        "11/other.csv",
        "--data",
        "11/data.csv",
        *ALL_ROWS,
        "--html",
        "p.html",
    ],
    "cross-fitting, 20": ["compare", "20/graph.csv", "20/other.csv", "--data", "20/data.csv", "--repeats", "50"],
    "judge, 20": [
        "judge",
        "20/graph.csv",
        "20/other.csv",
        "--experiments",
        "20/set.csv",
        "--target",
        "set",
        "--repeats",
        "50",
    ],
    "pc": ["discover", "pc", "300/data.csv", "--alpha", "0.3", "-o", "pc.csv", "--force"],
    "ges": ["discover", "ges", "300/data.csv", "-o", "ges.csv", "--force"],
    "ica-lingam": ["discover", "ica-lingam", "300/data.csv", "-o", "lingam.csv", "--force"],
    "study": ["study", "--preset", "paper", "--nodes", "20", "--samples", str(ROWS), "-o", "study", "--force"],
    "study of a program": ["study", "--preset", "paper", "--learner", SLOW, "-o", "study2", "--force"],
    "simulate": [
        "simulate",
        "--nodes",
        "3000",
        "--standardise",
        "internal",
        "--samples",
        str(ROWS),
        "-o",
        "large",
        "--force",
    ],
}


class Run:
    """A command on a terminal of its own."""

    def __init__(self, program: str, words: list[str], directory: pathlib.Path) -> None:
        self.screen, terminal = pty.openpty()
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [program, *words], cwd=directory, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal
        )
        os.close(terminal)
        self.shown = b""
        self.bar_after: float | None = None

    def watch(self, until: float) -> None:
        """Reads what is shown until a moment or the end of the command."""
        while (left := until - time.monotonic()) > 0 and self.process.poll() is None:
            if select.select([self.screen], [], [], min(left, 0.01))[0]:
                try:
                    self.shown += os.read(self.screen, 65536)
                except OSError:
                    continue
            if self.bar_after is None and BAR.search(self.shown):
                self.bar_after = time.monotonic() - self.start

    def stop_at(self, moment: float) -> float | None:
        """The seconds from SIGINT to the end, or none if the command ended before."""
        self.watch(self.start + moment)
        if self.process.poll() is not None:
            os.close(self.screen)
            return None
        asked = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.watch(asked + 60)
        taken = time.monotonic() - asked
        self.process.kill()
        self.process.wait()
        os.close(self.screen)
        return taken


def prepare(program: str, directory: pathlib.Path) -> None:
    """Draws data, a second graph for each, and experiments."""
    for nodes, seed in (("11", "1"), ("20", "2"), ("300", "3")):
        for rows, draw, output in ((str(ROWS), seed, nodes), ("2", "9", f"{nodes}-other")):
            model = ["--nodes", nodes, "--expected-degree", "4", "--standardise", "internal"]
            words = [*model, "--samples", rows, "--seed", draw, "-o", output]
            subprocess.run([program, "simulate", *words], cwd=directory, check=True, stdout=subprocess.DEVNULL)
        os.replace(directory / f"{nodes}-other" / "graph.csv", directory / nodes / "other.csv")
    header, *lines = (directory / "20/data.csv").read_text().splitlines()
    targets = ["" if row < ROWS // 2 else f"V{row % 5 + 1}" for row in range(ROWS)]
    rows = [f"{line},{target}" for line, target in zip(lines, targets, strict=True)]
    (directory / "20/set.csv").write_text("\n".join([f"{header},set", *rows]) + "\n")


def measure(program: str, name: str, times: int, directory: pathlib.Path) -> bool:
    """Prints a line for one command, and returns whether it is as it should be."""
    cells, faults = [], []
    for moment in MOMENTS:
        taken = []
        for _ in range(times):
            run = Run(program, CASES[name], directory)
            seconds = run.stop_at(moment)
            if seconds is None:
                if run.process.returncode != 0:
                    faults.append(f"exit {run.process.returncode}: {run.shown.decode(errors='replace')[-200:]}")
                continue
            taken.append(seconds)
            if run.process.returncode not in (0, STOPPED):
                faults.append(f"exit {run.process.returncode}")
            if moment > BAR_BY and (run.bar_after is None or run.bar_after > BAR_BY):
                faults.append(f"bar after {run.bar_after}")
        cells.append(f"{max(taken):7.2f}" if taken else "  ended")
        faults += [f"{seconds:.2f} s" for seconds in taken if seconds > MOST_SECONDS]
    print(f"{name:20}", *cells, " ", "; ".join(faults) or "good", flush=True)
    return not faults


def main() -> None:
    """Measures the cases that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/contsid")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--directory", type=pathlib.Path, help="where the data are drawn, and found again")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as temporary:
        directory = options.directory or pathlib.Path(temporary)
        directory.mkdir(parents=True, exist_ok=True)
        if not (directory / "20/set.csv").exists():
            prepare(program, directory)
        print(f"{'':20}", *(f"at {moment:g} s".rjust(7) for moment in MOMENTS), "  (longest of", options.times, "in s)")
        good = [measure(program, name, options.times, directory) for name in options.cases or CASES]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
