"""The numbers of other programs, and of the command line."""

import json

import contsid
import numpy as np
import pytest
from support import command_line, contsid_vectors, grouped, vector

# The public cases were computed by two programs that agree to 2e-14; sums over pairs lose a little more.
TOLERANCE = 1e-10


def named(case):
    return [f"V{number + 1}" for number in range(case["p"])]


def options(case):
    return {"bandwidth": dict(zip(named(case), case["bandwidths"])), "lambda_": case["lambda"]}


@pytest.mark.parametrize("case", contsid_vectors(), ids=lambda case: case["name"])
def test_public_cases(case):
    truth, learnt, data = (np.array(case[key]) for key in ("true", "learnt", "data"))
    for agreement, values in (("either", case), ("both", case["alt_and_rule"])):
        found = contsid.contsid(truth, learnt, data, **grouped(agreement=agreement, **options(case)))
        np.testing.assert_allclose(found.matrix, values["d_text"], rtol=0, atol=TOLERANCE)
        assert float(found) == pytest.approx(values["contsid_text"], abs=TOLERANCE)
        assert found.cases == values["case"]
    printed = contsid.contsid(truth, learnt, data, **grouped(normalise="printed", **options(case)))
    assert float(printed) == pytest.approx(case["contsid_literal"], abs=TOLERANCE)
    assert int(contsid.sid(truth, learnt)) == case["sid"]
    assert int(contsid.sid(learnt, truth)) == case["sid_reversed_args"]
    assert int(contsid.shd(truth, learnt)) == case["shd"]
    assert int(contsid.shd(truth, learnt, reversal=2)) == case["shd_double"]


def test_bounds_of_the_r_package():
    for case in vector("sid_bounds.json")["cases"]:
        truth = np.array(case["truth"])
        assert int(contsid.sid(truth, np.array(case["learnt_dag"]))) == case["sid_dag"]
        bounds = contsid.sid(truth, np.array(case["learnt_cpdag"]))
        assert (bounds.lower, bounds.upper) == (case["sid_lower"], case["sid_upper"])


def test_completed_graphs_of_gadjid():
    for case in vector("aid_cpdags.json")["cases"]:
        truth, learnt = np.array(case["truth"]), np.array(case["learnt"])
        for strategy, key in (("parent", "parent"), ("ancestor", "ancestor"), ("optimal", "oset")):
            assert int(contsid.aid(truth, learnt, strategy)) == case[key]


@pytest.mark.parametrize("case", contsid_vectors(), ids=lambda case: case["name"])
def test_command_line_gives_the_same_bits(case, tmp_path):
    np.savetxt(
        tmp_path / "data.csv", case["data"], fmt="%.17g", delimiter=",", header=",".join(named(case)), comments=""
    )
    for name in ("true", "learnt"):
        np.savetxt(
            tmp_path / f"{name}.csv", case[name], fmt="%d", delimiter=",", header=",".join(named(case)), comments=""
        )
    files = [tmp_path / "true.csv", tmp_path / "learnt.csv"]
    words = [f"--bandwidth={name}={sigma!r}" for name, sigma in options(case)["bandwidth"].items()]
    answer = command_line(
        "compare", *files, "--data", tmp_path / "data.csv", "--lambda", repr(case["lambda"]), "--json", *words
    )
    assert answer.returncode == 0, answer.stderr
    [theirs] = json.loads(answer.stdout)["comparisons"]
    ours = contsid.compare(*files, tmp_path / "data.csv", **grouped(**options(case)))
    assert ours.contsid == theirs["contsid"]["lower"] == theirs["contsid"]["upper"]
    assert ours.details["contsid"].matrix.tolist() == theirs["contsid"]["pairs"]
    assert ours.details["contsid"].cases == theirs["contsid"]["cases"]
    assert (ours.shd, ours.sid, list(ours.aid)) == (theirs["shd"], theirs["sid"]["lower"], list(theirs["aid"].values()))
    assert [list(pair) for pair in ours.details["sid"].wrong_pairs] == theirs["sid"]["wrong_pairs"]
