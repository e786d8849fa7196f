"""Graphs judged by experiments."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import contsid
import numpy as np
import pandas as pd
import pytest

VECTORS = Path(__file__).parents[1] / "vectors" / "judge"
CASES = [json.loads(path.read_text()) for path in sorted(VECTORS.glob("*.json"))]

#: Both programs solve systems with condition numbers of a few hundred.
TOLERANCE = 1e-9


def case_of(case: dict) -> contsid.Judgement:
    experiments = [(one["target"], np.array(one["rows"])) for one in case["experiments"]]
    return contsid.judge(
        {str(number): np.array(graph) for number, graph in enumerate(case["graphs"])},
        np.array(case["data"]),
        experiments,
        crossfit=contsid.Parts(partition=case["labels"]),
        experiment_partition=[one["labels"] for one in case["experiments"]],
    )


@pytest.mark.parametrize("case", CASES)
def test_the_values_of_another_program(case: dict) -> None:
    found = case_of(case)
    nodes = [f"V{index + 1}" for index in range(len(case["data"][0]))]
    for number, expected in enumerate(case["expected"]):
        graph = found[str(number)]
        assert graph.skill == pytest.approx(expected["skill"], abs=TOLERANCE)
        assert graph.se == pytest.approx(expected["skill_se"], abs=TOLERANCE)
        for pair, other in zip(graph.pairs.to_dict("records"), expected["pairs"]):
            assert (pair["experiment"], pair["outcome"]) == (other["experiment"], nodes[other["outcome"]])
            assert pair["score"] == pytest.approx(other["score"], abs=TOLERANCE)
            assert pair["no_effect"] == pytest.approx(other["no_effect"], abs=TOLERANCE)
    relations = {frozenset((one.first, one.second)): one for one in found.relations.itertuples()}
    for number, expected in enumerate(case["expected"][1:], 1):
        one = relations[frozenset(("0", str(number)))]
        if one.relation == "depends" or found.verdict[0].startswith(("No verdict", "Nothing in")):
            assert np.isnan(one.difference)
            continue
        sign = -1 if one.first == "0" else 1
        assert sign * one.difference == pytest.approx(expected["difference_to_first"], abs=TOLERANCE)
        assert one.se == pytest.approx(expected["difference_se"], abs=TOLERANCE)


def rows(
    count: int, rng: np.random.Generator, a: np.ndarray | None = None, b: np.ndarray | None = None
) -> pd.DataFrame:
    a = rng.normal(size=count) if a is None else a
    b = 1.5 * a + 0.5 * rng.normal(size=count) if b is None else b
    return pd.DataFrame({"A": a, "B": b, "C": np.tanh(b) + 0.3 * rng.normal(size=count)})


@pytest.fixture
def data() -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(3)
    return rows(200, rng), rows(60, rng, a=rng.uniform(-2, 2, 60)), rows(60, rng, b=rng.uniform(-2, 2, 60))


GRAPHS = {"reversed": [("C", "B"), ("B", "A")], "right": [("A", "B"), ("B", "C")]}


def test_experiments_of_every_kind_are_the_same(data) -> None:
    observed, a, b = data
    by_name = contsid.judge(GRAPHS, observed, {"A": a, "B": b})
    pairs = contsid.judge(GRAPHS, observed, [("A", a), (("B",), b)])
    frame = pd.concat([observed, a.assign(set="A"), b.assign(set="B")], ignore_index=True)
    one = contsid.judge(GRAPHS, None, frame, target="set")
    joined = contsid.judge(GRAPHS, observed[:100], frame[100:], target="set")
    for other in (pairs, one, joined):
        assert other.table.equals(by_name.table)
    assert list(by_name) == ["right", "reversed"]
    assert by_name.best.skill > 0.8 and by_name.best.tier == 1
    assert by_name.best.interval[0] < by_name.best.skill < by_name.best.interval[1]
    assert float(by_name["reversed"]) == by_name.table.loc["reversed", "skill"]


def test_results_are_frames_and_pictures(data, tmp_path: Path) -> None:
    observed, a, b = data
    found = contsid.judge(GRAPHS, observed, {"A": a, "B": b})
    assert list(found.table.columns) == ["tier", "skill", "se", "ci_low", "ci_high", "A", "B"]
    assert found.relations.loc[0, "adjusted_p_value"] < 0.05 and found.relations.loc[0, "relation"] == "better"
    assert found.tiers["tier"].to_dict() == {"right": 1, "reversed": 2}
    assert len(found.pairs) == 8 and set(found.pairs["experiment"]) == {"A", "B"}
    assert found.ceiling is not None and found.has_effect
    assert found.verdict[0].startswith("Choose right: skill ") and " worse than right (p " in found.verdict[1]
    assert found.plot().axes[0].get_yticklabels()[0].get_text() == "right"
    page = found.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page and "Graphs judged by experiments on A and B" in page
    assert "right" in repr(found)
    assert found.to_dict()["graphs"][0]["graph"] == "right"


def test_groups_weights_classes_joint_experiments_and_categories(data) -> None:
    observed, a, _ = data
    days = [frame.assign(day=np.arange(len(frame)) % 20, count=1.0) for frame in data]
    grouped = contsid.judge(
        GRAPHS,
        days[0].drop(columns="count"),
        {"A": days[1], "B": days[2]},
        crossfit=contsid.Parts(groups="day"),
        weights="count",
    )
    assert grouped["right"].skill > 0.8
    labels = [frame["day"].to_numpy() for frame in days]
    for together in ({"A": labels[1], "B": labels[2]}, labels[1:]):
        labelled = contsid.judge(
            GRAPHS,
            data[0],
            {"A": data[1], "B": data[2]},
            crossfit=contsid.Parts(groups=labels[0]),
            experiment_groups=together,
        )
        assert labelled.table.equals(grouped.table)
    assert not contsid.judge(GRAPHS, data[0], {"A": data[1], "B": data[2]}).table.equals(grouped.table)
    both = contsid.judge({**GRAPHS, "class": [("A", "--", "B"), ("B", "--", "C")]}, observed, {"A": a})
    assert both["class"].bounds["upper"]["skill"] == both["right"].skill
    assert f"class     [0.00 ± 0.00, {both['right'].skill:.2f} ± {both['right'].se:.2f}]" in repr(both)
    rng = np.random.default_rng(4)
    together = rows(60, rng, rng.uniform(-2, 2, 60), rng.uniform(-2, 2, 60))
    joint = contsid.judge(GRAPHS, observed, {("A", "B"): together})
    assert sorted(joint.experiments["targets"].iloc[0]) == ["A", "B"] and joint["right"].skill > 0.8
    arms = [frame.assign(A=np.where(frame["A"] > 0, "drug", "placebo")) for frame in (observed, a)]
    trial = contsid.judge(GRAPHS, arms[0], {"A": arms[1]})
    assert trial["right"].skill > 0.8


def test_bad_input_is_refused(data) -> None:
    observed, a, _ = data
    with pytest.raises(contsid.AlignmentError, match="`D`"):
        contsid.judge(GRAPHS, observed, {"D": a})
    with pytest.raises(contsid.TableError, match="one row"):
        contsid.judge(GRAPHS, observed, {"A": a[:1]})
    with pytest.raises(contsid.OptionError, match="no observational rows"):
        contsid.judge(GRAPHS, None, {"A": a})
    with pytest.raises(contsid.OptionError, match="no experiment"):
        contsid.judge(GRAPHS, observed, {})
    with pytest.raises(contsid.OptionError, match="target="):
        contsid.judge(GRAPHS, observed, a)
    with pytest.raises(contsid.EstimationError, match="outside"):
        contsid.judge(GRAPHS, observed, {"A": a.assign(A=a["A"] + 1e3)})
    with pytest.raises(contsid.OptionError, match="60 rows"):
        contsid.judge(GRAPHS, observed, {"A": a}, experiment_partition=[[0, 1]])
    with pytest.raises(contsid.OptionError, match="needs numbers"):
        arms = [frame.assign(A=np.where(frame["A"] > 0, "drug", "placebo")) for frame in (observed, a)]
        contsid.judge(GRAPHS, arms[0], {"A": arms[1]}, estimation=contsid.Estimation(kernel={"A": "gaussian"}))


def test_no_option_is_ignored(data) -> None:
    observed, a, _ = data
    with pytest.raises(contsid.TableError, match="the experiment on A: there is no column `count` of weights"):
        contsid.judge(GRAPHS, observed, {"A": a}, weights="count")
    with pytest.raises(contsid.TableError, match="the data: there is no column `day` of groups"):
        contsid.judge(GRAPHS, observed, {"A": a}, crossfit=contsid.Parts(groups="day"))
    with pytest.raises(contsid.OptionError, match="weights is"):
        contsid.judge(GRAPHS, observed, {"A": a}, weights=np.ones(len(a)))
    with pytest.raises(contsid.OptionError, match=r"3 .*200 rows"):
        contsid.judge(GRAPHS, observed, {"A": a}, crossfit=contsid.Parts(groups=[1, 2, 3]))
    with pytest.raises(contsid.OptionError, match="partition gives the parts outright"):
        contsid.judge(
            GRAPHS, observed, {"A": a}, crossfit=contsid.Parts(groups=np.arange(200), partition=np.arange(200) % 2)
        )
    with pytest.raises(contsid.ContsidError, match="graphs is an empty dict: at least one graph is needed"):
        contsid.judge({}, observed, {"A": a})
    with pytest.raises(contsid.OptionError, match="groups is 5"):
        contsid.judge(GRAPHS, observed, {"A": a}, crossfit=contsid.Parts(groups=5))
    with pytest.raises(contsid.OptionError, match="experiment_groups: there is no experiment on 'B'"):
        contsid.judge(GRAPHS, observed, {"A": a}, experiment_groups={"B": np.zeros(60)})
    with pytest.raises(contsid.OptionError, match="crossfit: all_rows has no effect"):
        contsid.judge(GRAPHS, observed, {"A": a}, crossfit=contsid.Parts(all_rows=True))
    with pytest.raises(contsid.OptionError, match="crossfit is False"):
        contsid.judge(GRAPHS, observed, {"A": a}, crossfit=False)
    with pytest.raises(contsid.OptionError, match="estimation: lambda_ has no effect here"):
        contsid.judge(GRAPHS, observed, {"A": a}, estimation=contsid.Estimation(lambda_=0.1))


def test_weights_of_observational_rows_are_no_variable(data) -> None:
    observed, a, _ = data
    frame = pd.concat([observed, a.assign(set="A")], ignore_index=True).assign(count=2.0)
    matrices = {"right": np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])}
    weighted = contsid.judge(matrices, None, frame, target="set", weights="count")
    plain = contsid.judge(matrices, observed, {"A": a})
    assert weighted["right"].skill == pytest.approx(plain["right"].skill, rel=1e-12)


def test_judgements_pickle_copy_and_compare(data) -> None:
    observed, a, _ = data
    found = contsid.judge(GRAPHS, observed, {"A": a})
    for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert other == found and list(other) == list(found) and other.verdict == found.verdict
        assert other.table.equals(found.table) and other.to_html() == found.to_html()
    assert found != contsid.judge(GRAPHS, observed[:150], {"A": a})
    assert len({found, found}) == 1 and found["right"] == pickle.loads(pickle.dumps(found["right"]))


def test_two_experiments_on_one_variable_are_both_there(data) -> None:
    observed, a, _ = data
    found = contsid.judge(GRAPHS, observed, [("A", a[:40]), ("A", a[20:])])
    assert list(found.table.columns[5:]) == ["A (1)", "A (2)"]
    assert found.experiments["rows"].to_dict() == {"A (1)": 40, "A (2)": 40}
    assert set(found.pairs["experiment"]) == {"A (1)", "A (2)"}


def test_columns_that_are_no_nodes_may_hold_anything(data) -> None:
    def crowded(frame: pd.DataFrame) -> pd.DataFrame:
        dose = np.where(np.arange(len(frame)) % 10 > 0, np.nan, 1.0)
        days = pd.date_range("2020-01-01", periods=len(frame))
        return frame.assign(dose=dose, day=days, patient=np.arange(len(frame)), counts=1.0)

    observed, a, b = data
    for options in ({}, {"drop_missing": True}):
        expected = contsid.judge(GRAPHS, observed, {"A": a, "B": b})
        found = contsid.judge(GRAPHS, crowded(observed), {"A": crowded(a), "B": crowded(b)}, **options)
        assert found.table.equals(expected.table)
        grouped = contsid.judge(
            GRAPHS,
            crowded(observed),
            {"A": crowded(a)},
            crossfit=contsid.Parts(groups="patient"),
            weights="counts",
            **options,
        )
        assert grouped.experiments["rows"].iloc[0] == 60
    frame = pd.concat([crowded(observed), crowded(a).assign(set="A"), crowded(b).assign(set="B")], ignore_index=True)
    assert contsid.judge(GRAPHS, None, frame, target="set").table.equals(
        contsid.judge(GRAPHS, observed, {"A": a, "B": b}).table
    )
    with pytest.raises(contsid.OptionError, match="outcomes is empty"):
        contsid.judge(GRAPHS, observed, {"A": a}, outcomes=[])
