"""Interventions on several variables at once, and optimal adjustment sets."""

import json

import contsid
import numpy as np
import pandas
import pytest
from support import command_line, grouped

RNG = np.random.default_rng(3)
NOISE = RNG.normal(size=(4, 50))
A = NOISE[0]
B = A + NOISE[1]
DATA = pandas.DataFrame({"A": A, "B": B, "C": B - A + NOISE[2], "D": NOISE[3]})
TRUTH = contsid.as_graph([("A", "B"), ("B", "C"), ("A", "C")], names=["A", "B", "C", "D"])
LEARNT = contsid.as_graph([("A", "B"), ("B", "C")], names=["A", "B", "C", "D"])
#: B and C share the cause D, which carries the effect of A.
CONFOUNDED = contsid.as_graph([("A", "D"), ("D", "C"), ("B", "C"), ("D", "B")])


def test_joint_interventions_tell_what_single_ones_do_not():
    comparison = contsid.compare(TRUTH, LEARNT, DATA, joint=2)
    assert comparison.contsid == 0.0
    joint = comparison.joint
    assert joint.left_out == 0 and joint.mean == pytest.approx(joint.sum / 12)
    pairs = joint.pairs
    assert list(pairs.columns) == ["treatments", "outcome", "case", "d"] and len(pairs) == 12
    assert pairs["d"].sum() == pytest.approx(joint.sum)
    row = pairs[pairs["d"] > 0].iloc[0]
    assert (row["treatments"], row["outcome"], row["case"]) == (["A", "B"], "C", "3.2")
    assert comparison.settings["joint"] == 2 and comparison.settings["adjustment"] == "parents"
    assert contsid.compare(TRUTH, LEARNT, DATA).joint is None


def test_sets_by_name_and_from_a_file(tmp_path):
    path = tmp_path / "sets.txt"
    path.write_text("# sets\nA, B\nD\n")
    listed = contsid.compare(TRUTH, CONFOUNDED, DATA, joint=[["A", "B"], "D"])
    read = contsid.compare(TRUTH, CONFOUNDED, DATA, joint=path)
    assert listed.joint.sum == read.joint.sum and listed.joint.left_out == 1
    left_out = listed.joint.pairs.iloc[0]
    assert left_out["case"] == "no adjustment set" and pandas.isna(left_out["d"])
    assert listed.settings["joint"] == [["A", "B"], ["D"]]


def test_bounds_over_undirected_edges():
    learnt = contsid.as_graph(["A -- B", ("B", "C"), ("A", "C"), ("D", "C")])
    found = contsid.compare(TRUTH, learnt, DATA, joint=2).joint
    members = [[("A", "B")], [("B", "A")]]
    sums = [
        contsid.compare(TRUTH, [*edge, ("B", "C"), ("A", "C"), ("D", "C")], DATA, joint=2).joint.sum for edge in members
    ]
    assert found.sum == contsid.Bounds(min(sums), max(sums))
    assert list(found.pairs.columns) == ["treatments", "outcome", "case", "d_lower", "d_upper"]
    assert set(found.pairs["case"]) == {""}


def test_pairs_that_bounds_leave_out():
    learnt = contsid.as_graph(["A -- B"], names=["A", "B", "C", "D"])
    found = contsid.compare(CONFOUNDED, learnt, DATA, joint=[["A", "B"]]).joint
    assert found.left_out == (1, 1)
    pairs = found.pairs.set_index("outcome")
    assert pairs.loc["C", "case"] == "no adjustment set" and pandas.isna(pairs.loc["C", "d_upper"])
    assert pairs.loc["D", "case"] == "" and pairs.loc["D", "d_upper"] >= 0


def test_tables_have_joint_columns():
    graphs = {
        "learnt": LEARNT,
        "confounded": CONFOUNDED,
        "open": contsid.as_graph(["A -- B", "B -> C", "A -> C", "D -> C"]),
    }
    ranking = contsid.compare(TRUTH, graphs, DATA, joint=2)
    table = ranking.full_table
    for name, comparison in ranking.items():
        for part in ("sum", "mean", "left_out"):
            value = getattr(comparison.joint, part)
            bounds = value if isinstance(value, contsid.Bounds) else (value, value)
            assert tuple(table.loc[name, [f"joint_{part}_lower", f"joint_{part}_upper"]]) == bounds
    assert (
        "joint mean" in ranking._repr_html_()
        and f"<td>{ranking['learnt'].joint.mean:.4g}</td>" in ranking._repr_html_()
    )
    plain = contsid.compare(TRUTH, graphs, DATA)
    assert "joint" not in plain._repr_html_() and not any("joint" in column for column in plain.table)


def test_equal_to_the_command_line(tmp_path):
    DATA.to_csv(tmp_path / "data.csv", index=False)
    TRUTH.save(tmp_path / "truth.csv")
    CONFOUNDED.save(tmp_path / "learnt.csv")
    files = [tmp_path / name for name in ("truth.csv", "learnt.csv")]
    for rule in ("parents", "optimal"):
        answer = command_line(
            "compare", *files, "--data", tmp_path / "data.csv", "--joint", "2", "--adjustment", rule, "--json"
        )
        expected = json.loads(answer.stdout)["comparisons"][0]
        found = contsid.compare(*files, tmp_path / "data.csv", joint=2, estimation=contsid.Estimation(adjustment=rule))
        assert found.joint.sum == expected["joint"]["sum"] and found.contsid == expected["contsid"]["upper"]
        assert [row["d"] for row in found.joint.pair_rows()] == [pair["d"] for pair in expected["joint"]["pairs"]]


def test_optimal_sets_of_single_interventions():
    values = [
        float(contsid.contsid(TRUTH, CONFOUNDED, DATA, estimation=contsid.Estimation(adjustment=rule)))
        for rule in ("parents", "optimal")
    ]
    assert values[0] != values[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"joint": 0}, "at least 1"),
        ({"joint": "two"}, "no such file"),
        ({"joint": True}, "at least 1"),
        ({"joint": 4}, "leaves an outcome"),
        ({"joint": [["A"], ["A"]]}, "are the same"),
        ({"joint": [["D"], ["A", "A"]]}, "`A` is named twice in set 2"),
        ({"joint": [["A", "B", "C", "D"]]}, "no outcome is left"),
        ({"joint": [[]]}, "has no treatment"),
        ({"joint": [3]}, "take a list of names"),
        ({"joint": [["A", "E"]]}, "no node `E`"),
        ({"joint": 3.5}, "sets of names"),
        ({"joint": "missing.txt"}, "no such file"),
        ({"adjustment": "ancestors"}, "choose one of parents, optimal"),
        ({"joint": 2, "interventions": "grid:200"}, "40000"),
    ],
)
def test_what_makes_no_sense_is_refused(options, words):
    with pytest.raises(contsid.ContsidError, match=words):
        contsid.compare(TRUTH, LEARNT, DATA, **grouped(**options))


def test_data_are_needed():
    with pytest.raises(contsid.OptionError, match="needs data"):
        contsid.compare(TRUTH, LEARNT, joint=2)
