"""Random graphs and the command line, for several tests."""

import dataclasses
import json
import os
import subprocess
from pathlib import Path

import contsid
import numpy as np

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"


def vector(name):
    """A file of values computed by other programs."""
    return json.loads((VECTORS / name).read_text())


def contsid_vectors():
    """The public contSID cases."""
    cases = [json.loads(path.read_text()) for path in sorted((VECTORS / "contsid").glob("public_*.json"))]
    assert len(cases) == 12
    return cases


def command_line(*arguments):
    """Runs the command line as `cargo test` has built it: the bits do not depend on how it was compiled."""
    program = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug" / "contsid"
    environment = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, env=environment)


ESTIMATION = {field.name for field in dataclasses.fields(contsid.Estimation)}
PARTS = {field.name for field in dataclasses.fields(contsid.Parts)}
SHD = {"reversal", "of"}


def grouped(**options):
    """Options of `compare` in the groups that it takes."""
    groups = {"estimation": (ESTIMATION, contsid.Estimation), "crossfit": (PARTS, contsid.Parts), "shd": (SHD, dict)}
    for group, (fields, made) in groups.items():
        own = {option: options.pop(option) for option in fields & options.keys()}
        if own:
            options[group] = made(**own)
    return options


def random_dag(nodes, rng):
    density = rng.choice([0.0, 0.05, 0.15, 0.3, 0.5, 0.8, 1.0])
    upper = np.triu(rng.random((nodes, nodes)) < density, 1).astype(np.int8)
    order = rng.permutation(nodes)
    return upper[np.ix_(order, order)].copy()


def edited(dag, rng):
    """The graph without some of its edges: learnt graphs are often near the truth."""
    return dag * (rng.random(dag.shape) < 0.8).astype(np.int8)


def pairs(count, seed):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        # Small graphs are most of them: there a mistake shows as often and costs less time.
        nodes = int(rng.integers(2, 41)) if rng.random() < 0.03 else int(rng.integers(2, 11))
        truth = random_dag(nodes, rng)
        yield truth, edited(truth, rng) if rng.random() < 0.3 else random_dag(nodes, rng)
