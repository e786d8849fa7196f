"""The cost of cross-fitted contSID: wall time, CPU time and peak memory, on the paper's simulation with 20 nodes.

    cargo build --release -p contsid-bench
    python bench/crossfit/speed.py [--threads 2] [ROWS...]

Up to 4,000 rows the distance from all rows is computed in the same run, and the times of the two are compared. Above
that only the parts are, and the memory beside the data is shown. CPU time is that of the whole process: with few rows
it includes the drawing of the data, three rounds and the start of the program.
"""

import argparse
import os
import pathlib
import subprocess
import time

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "target/release/contsid-bench"
NODES = 20
ALL_ROWS_LIMIT = 4000


def run(program, rows, threads, rounds):
    """The last line that the program prints, and seconds, CPU seconds and megabytes of its process."""
    mode = "all" if rows <= ALL_ROWS_LIMIT else "parts"
    words = [str(word) for word in (NODES, rows, 1, threads, mode, rounds)]
    start = time.perf_counter()
    with subprocess.Popen([program, "crossfit_speed", *words], stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.read().splitlines()[-1]
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    return line, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    parser.add_argument("rows", nargs="*", type=int, default=[100, 1000, 100_000, 1_000_000])
    chosen = parser.parse_args()
    for rows in chosen.rows:
        rounds = 3 if rows <= ALL_ROWS_LIMIT else 1
        line, seconds, cpu, memory = run(chosen.program, rows, chosen.threads, rounds)
        data = rows * NODES * 8 / 2**20
        print(f"N = {rows}: {line}")
        print(
            f"    process: {seconds:.2f} s, CPU {cpu:.2f} s, peak {memory:.0f} MB of which data {data:.0f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
