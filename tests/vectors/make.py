"""Computes what crossfit/*.json and judge/*.json expect anew, from the data and graphs in them.

    python tests/vectors/make.py [--write]

Prints the largest difference to each file; with --write the files are written.
"""

import argparse
import json
import os
import pathlib

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads only wait for each other

import numpy as np
from crossfit import RIDGE, crossfit, difference, standard_error
from judge import judge

HERE = pathlib.Path(__file__).parent


def crossfit_vector(vector):
    """`expected` of both learnt graphs, and the difference of the first less the second."""
    truth, X, labels = np.array(vector["truth"]), np.array(vector["data"]), np.array(vector["labels"])
    results = [crossfit(truth, np.array(learnt), X, labels, ridge=vector["ridge"]) for learnt in vector["learnt"]]
    value, se = difference(*results)
    shown = ["d", "se", "p_value", "contsid", "contsid_se", "interval"]
    expected = [{key: np.asarray(result[key]).tolist() for key in shown} for result in results]
    return {"expected": expected, "difference": {"value": value, "se": se}}


def judge_vector(vector):
    """`expected` of each graph."""
    X, labels = np.array(vector["data"]), np.array(vector["labels"])
    experiments = [(experiment["target"], np.array(experiment["rows"])) for experiment in vector["experiments"]]
    own_labels = [np.array(experiment["labels"]) for experiment in vector["experiments"]]
    results = [judge(graph, X, experiments, labels, own_labels, ridge=RIDGE) for graph in vector["graphs"]]
    pairs = ["experiment", "outcome", "score", "no_effect"]
    expected = [
        {
            "skill": result["skill"],
            "skill_se": result["skill_se"],
            "pairs": [{key: pair[key] for key in pairs} for pair in result["pairs"]],
            "difference_to_first": result["skill"] - results[0]["skill"],
            "difference_se": standard_error(result["deviations"] - results[0]["deviations"]),
        }
        for result in results
    ]
    return {"expected": expected}


def numbers(value):
    """All numbers of a value of JSON, in order."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return [value]
    return [number for inner in value for number in numbers(inner)]


def largest_difference(vector, made):
    return max(np.abs(np.subtract(numbers(vector[key]), numbers(value))).max() for key, value in made.items())


def made(path):
    """The vector that is stored in a file, and what the programs make of its inputs."""
    vector = json.loads(path.read_text())
    return vector, crossfit_vector(vector) if path.parent.name == "crossfit" else judge_vector(vector)


def stored():
    return sorted([*HERE.glob("crossfit/*.json"), *HERE.glob("judge/*.json")])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the files")
    arguments = parser.parse_args()
    for path in stored():
        vector, new = made(path)
        print(f"{path.relative_to(HERE)} {largest_difference(vector, new):.1e}")
        if arguments.write:
            path.write_text(json.dumps({**vector, **new}))
