"""contSID with its uncertainty."""

import json
import pickle
from pathlib import Path

import contsid
import numpy as np
import pandas as pd
import pytest
from support import command_line, grouped

VECTORS = sorted((Path(__file__).parents[1] / "vectors" / "crossfit").glob("*.json"))

# The other program solves systems with condition numbers of a few hundred, and takes roots of small numbers; a p-value
# changes faster than the quotient that it comes from.
TOLERANCE = 1e-9
P_VALUE_TOLERANCE = 1e-7

_KEYS = ("value", "se", "model_se", "interval")


def vector(path=VECTORS[0]):
    return json.loads(path.read_text())


def compared(case, **options):
    learnt = {"one": np.array(case["learnt"][0]), "two": np.array(case["learnt"][1])}
    return contsid.compare(np.array(case["truth"]), learnt, np.array(case["data"]), **grouped(**options))


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_values_of_another_program_given_the_parts(path):
    case = vector(path)
    ranking = compared(case, partition=case["labels"])
    for name, expected in zip(("one", "two"), case["expected"]):
        found = ranking[name].crossfit
        assert found.value == pytest.approx(expected["contsid"], abs=TOLERANCE)
        assert found.se == pytest.approx(expected["contsid_se"], abs=TOLERANCE)
        assert found.interval == pytest.approx(expected["interval"], abs=TOLERANCE)
        np.testing.assert_allclose(found.matrix, expected["d"], rtol=0, atol=TOLERANCE)
        np.testing.assert_allclose(found.se_matrix, expected["se"], rtol=0, atol=TOLERANCE)
        np.testing.assert_allclose(found.p_values, expected["p_value"], rtol=0, atol=P_VALUE_TOLERANCE)
        assert (found.parts, found.repeats) == (max(case["labels"][0]) + 1, len(case["labels"]))
    (relation,) = ranking.relations.itertuples()
    sign = 1 if (relation.first, relation.second) == ("one", "two") else -1
    assert sign * relation.difference == pytest.approx(case["difference"]["value"], abs=TOLERANCE)
    assert relation.se == pytest.approx(case["difference"]["se"], abs=TOLERANCE)
    assert 0 <= relation.p_value <= 1 and relation.ci_low < relation.difference < relation.ci_high
    assert relation.adjusted_p_value == relation.p_value


def test_a_partition_in_several_forms():
    case = vector()
    expected = compared(case, partition=case["labels"])["one"].crossfit
    columns = {f"r{index}": labels for index, labels in enumerate(case["labels"])}
    texts = [["left" if label == 0 else "right" for label in labels] for labels in case["labels"]]
    for partition in (np.array(case["labels"]), pd.DataFrame(columns), texts):
        found = compared(case, partition=partition)["one"].crossfit
        assert (found.value, found.se) == (expected.value, expected.se)
    assert compared(case, partition=case["labels"][0])["one"].crossfit.repeats == 1
    assert compared(case, partition=pd.Series(case["labels"][0]))["one"].crossfit.repeats == 1


def test_pairs_have_columns_of_their_own():
    case = vector()
    ranking = compared(case, partition=case["labels"])
    pairs = ranking["one"].pairs.set_index(["treatment", "outcome"])
    expected = case["expected"][0]
    row = pairs.loc[("V1", "V2")]
    assert row["crossfit"] == pytest.approx(expected["d"][0][1], abs=TOLERANCE)
    assert row["se"] == pytest.approx(expected["se"][0][1], abs=TOLERANCE)
    assert row["p_value"] == pytest.approx(expected["p_value"][0][1], abs=P_VALUE_TOLERANCE)
    assert row["adjusted_p_value"] >= row["p_value"]
    assert {"learnt", "crossfit", "se", "p_value"} <= set(ranking.pairs.columns)
    assert {"crossfit_lower", "crossfit_upper", "se_lower", "se_upper"} <= set(ranking.full_table.columns)
    whole, crossfit = ranking.full_table.loc["one"], ranking["one"].crossfit
    assert (whole["low_overlap"], whole["kappa"]) == (crossfit.low_overlap, crossfit.kappa)


def test_on_by_default_and_off_if_asked():
    case = vector()
    usual = compared(case)
    assert (usual["one"].crossfit.parts, usual["one"].crossfit.repeats) == (2, 10)
    assert usual["one"].crossfit == compared(case)["one"].crossfit
    assert usual["one"].crossfit.value != compared(case, seed=2)["one"].crossfit.value
    assert usual["one"].crossfit.value == compared(case, threads=1)["one"].crossfit.value
    off = compared(case, crossfit=False)
    assert off["one"].crossfit is None and off.relations["p_value"].isna().all()
    assert off["one"].contsid == usual["one"].contsid
    assert compared(case, repeats=3)["one"].crossfit.repeats == 3
    assert compared(vector(VECTORS[3]), rows=25)["one"].crossfit.parts == 4
    assert "±" in repr(usual) and "±" in repr(usual["one"]) and "±" in usual._repr_html_()


def test_the_command_line_gives_the_same_numbers_bit_by_bit(tmp_path):
    case = vector()
    names = ["V1", "V2", "V3", "V4"]
    tables = {"truth": case["truth"], "one": case["learnt"][0], "two": case["learnt"][1], "data": case["data"]}
    files = {name: tmp_path / f"{name}.csv" for name in tables}
    for name, rows in tables.items():
        pd.DataFrame(rows, columns=names).to_csv(files[name], index=False)
    answer = command_line("compare", files["truth"], files["one"], files["two"], "--data", files["data"], "--json")
    assert answer.returncode == 0, answer.stderr
    printed, ranking = json.loads(answer.stdout), compared(case)
    assert [one["learnt"] for one in printed["comparisons"]] == [str(files[name]) for name in ranking]
    for ours, theirs in zip((one.crossfit for one in ranking.values()), printed["comparisons"]):
        found = (ours.value, ours.se, ours.model_se, list(ours.interval))
        assert found == tuple(theirs["crossfit"][key] for key in _KEYS)
        assert ours.adjusted_p_values.tolist() == theirs["crossfit"]["adjusted_p_values"]
    assert ranking.relations["p_value"][0] == printed["relations"][0]["p_value"]
    assert list(ranking.tiers["tier"]) == list(printed["tiers"].values())


def test_what_can_be_told_apart_is_said():
    rng = np.random.default_rng(1)
    a = rng.normal(size=400)
    data = {"A": a, "B": 2 * a + rng.normal(size=400)}
    nothing = contsid.as_graph([], names=["A", "B"])
    ranking = contsid.compare([("A", "B")], {"none": nothing, "also": nothing, "right": [("A", "B")]}, data)
    line = "also and none are farther from the truth than right (all adjusted p < 0.001)."
    assert ranking.verdict[0].startswith("Choose right: contSID 0") and ranking.verdict[1] == line
    assert line in repr(ranking) and "also and none are farther from the truth than right" in ranking._repr_html_()
    assert list(ranking.relations["relation"]) == ["better", "better", "tie"]


def test_choices_that_change_the_number_from_all_rows_alone_are_refused():
    case = vector()
    given = np.array(case["truth"]), np.array(case["learnt"][0]), np.array(case["data"])
    for choice in ({"lambda_": 0.5}, {"estimator": "centred"}):
        both = [contsid.compare(*given, estimation=chosen) for chosen in (None, contsid.Estimation(**choice))]
        assert both[0].crossfit == both[1].crossfit and both[0].contsid != both[1].contsid
        with pytest.raises(contsid.OptionError, match=f"{next(iter(choice))} has no effect here"):
            contsid.crossfit(*given, estimation=contsid.Estimation(**choice))


def test_groups_stay_together():
    case = vector()
    frame = pd.DataFrame(case["data"], columns=["V1", "V2", "V3", "V4"])
    patients = ["Ann" if row % 2 else "Bob" for row in range(len(frame))]
    truth = contsid.as_graph(case["truth"], names=list(frame.columns))
    learnt = contsid.as_graph(case["learnt"][0], names=list(frame.columns))
    by_column = contsid.compare(
        truth, learnt, frame.assign(patient=patients), crossfit=contsid.Parts(groups="patient", repeats=1, guide="none")
    )
    by_label = contsid.compare(truth, learnt, frame, crossfit=contsid.Parts(groups=patients, repeats=1, guide="none"))
    given = contsid.compare(truth, learnt, frame, crossfit=contsid.Parts(partition=patients, guide="none"))
    assert by_column.crossfit.value == by_label.crossfit.value == pytest.approx(given.crossfit.value, abs=1e-12)
    assert by_column.notes == []


def test_labels_of_groups_may_be_as_many_as_rows(tmp_path):
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.normal(size=(60, 2)), columns=["A", "B"])
    frame["patient"] = [f"patient {row}" for row in range(60)]
    frame.to_csv(tmp_path / "data.csv", index=False)
    graphs = ([("A", "B")], [("B", "A")])
    of_frame = contsid.compare(*graphs, frame, crossfit=contsid.Parts(groups="patient"))
    of_file = contsid.compare(*graphs, tmp_path / "data.csv", crossfit=contsid.Parts(groups="patient"))
    of_list = contsid.compare(*graphs, frame[["A", "B"]], crossfit=contsid.Parts(groups=list(frame["patient"])))
    assert of_frame.crossfit.value == of_list.crossfit.value == pytest.approx(of_file.crossfit.value, abs=1e-12)
    judged = contsid.judge({"learnt": graphs[0]}, frame, {"A": frame}, crossfit=contsid.Parts(groups="patient"))
    assert "learnt" in judged
    with pytest.raises(contsid.TableError, match="different texts"):
        contsid.compare(
            [("A", "B"), ("B", "patient")],
            [("A", "B"), ("patient", "B")],
            frame,
            crossfit=contsid.Parts(groups="patient"),
        )


def test_parts_that_are_given_have_no_guide_unless_asked():
    case = vector()
    given = compared(case, partition=case["labels"])["one"].crossfit
    plain = compared(case, partition=case["labels"], guide="none")["one"].crossfit
    guided = compared(case, partition=case["labels"], guide="linear")["one"].crossfit
    assert given.value == plain.value != guided.value
    usual, linear, none = (compared(case, guide=guide)["one"].crossfit.value for guide in (None, "linear", "none"))
    assert usual == linear != none


def test_many_rows_are_not_taken_together_unless_asked():
    rng = np.random.default_rng(2)
    a = rng.normal(size=4001)
    data = {"A": a, "B": 2 * a + rng.normal(size=4001)}
    nothing = contsid.as_graph([], names=["A", "B"])
    graphs = {"none": nothing, "right": [("A", "B")]}
    ranking = contsid.compare([("A", "B")], graphs, data, crossfit=contsid.Parts(rows=400))
    assert list(ranking) == ["right", "none"] and ranking.ranked_by == "crossfit"
    assert ranking["none"].contsid is None and ranking["none"].crossfit.value > 0.5
    assert (ranking["none"].crossfit.parts, ranking["none"].crossfit.repeats) == (11, 1)
    note, empty = ranking["none"].notes
    assert empty.endswith("the graph has no edge")
    assert "from all 4001 rows together it is not computed" in note and note.endswith(
        "by crossfit=contsid.Parts(all_rows=True)"
    )
    assert ranking["none"].settings["bandwidth"]["A"] > 0 and ranking["none"].settings["lambda"] is None
    assert "Ranking by contSID" in repr(ranking) and ranking.table.loc["right", "tier"] == 1


def test_few_rows_are_an_error_only_if_parts_are_asked_for():
    case = vector()
    case["data"] = case["data"][:30]
    found = compared(case)
    assert found["one"].crossfit is None and "30 rows do not make two parts of at least 20" in found["one"].notes[0]
    with pytest.raises(contsid.OptionError, match="the table has 30 rows, and two parts of at least 20 rows need 40"):
        compared(case, crossfit=True)


@pytest.mark.parametrize(
    ("options", "fact"),
    [
        ({"partition": [0] * 25 + [1] * 15}, "part `1` has 15 rows, and a part needs at least 20"),
        ({"partition": [0] + [1] * 39}, "part `0` has a single row"),
        ({"partition": [0] * 40}, "all rows belong to the part `0`: two parts are needed"),
        ({"partition": [0, 1] * 15}, "there are 30 labels for 40 rows"),
        ({"partition": [[0, 1], [0]]}, "partition"),
        ({"partition": np.zeros((2, 2, 2))}, "3 dimensions"),
        ({"groups": ["day"] * 40}, "all 40 rows belong to one group"),
        ({"groups": ["a", "b"]}, "there are 2 labels for 40 rows"),
        ({"groups": "day"}, "there is no column `day`"),
        ({"rows": 10}, "part `1` of repeat 1 has 10 rows"),
        ({"rows": 0}, "rows is 0"),
        ({"repeats": -1}, "repeats is -1"),
        ({"seed": "one"}, "seed is 'one'"),
        ({"crossfit": "yes"}, "crossfit is 'yes'"),
        ({"all_rows": 1}, "all_rows is 1"),
        ({"partition": [0, 1] * 20, "groups": "V1"}, "groups cannot change them"),
        ({"guide": "cubic"}, "guide is 'cubic': choose linear, none or automatic"),
        ({"guide": 1}, "guide is 1: a word is needed"),
    ],
)
def test_faults_are_said_with_the_fact(options, fact):
    with pytest.raises(contsid.OptionError, match=fact.replace("(", r"\(")):
        compared(vector(), **options)


def test_bounds_have_errors_of_their_own():
    case = vector()
    learnt = np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0]])
    found = contsid.compare(
        np.array(case["truth"]), learnt, np.array(case["data"]), crossfit=contsid.Parts(partition=case["labels"])
    )
    crossfit = found.crossfit
    assert crossfit.value == contsid.Bounds(crossfit.lower.value, crossfit.upper.value)
    assert crossfit.lower.value < crossfit.upper.value and crossfit.lower.se is not None and crossfit.upper.se > 0
    assert crossfit.se == (crossfit.lower.se, crossfit.upper.se)
    assert crossfit.lower.value < 1e-6  # the truth is among the graphs that this one allows
    upper = f"{crossfit.upper.value:.2f} ± {crossfit.upper.error:.2f}"
    assert repr(crossfit) == f"CrossFit([0, {upper}])"
    assert (repr(crossfit.lower), str(crossfit.upper)) == ("Estimate(0)", upper)
    assert f"{crossfit.value:.3f}" == f"[{crossfit.lower.value:.3f}, {crossfit.upper.value:.3f}]"
    assert repr(found.contsid) == f"ContSid([{found.contsid.lower:.4g}, {found.contsid.upper:.4g}])"
    assert repr(found).index("crossfit=") < repr(found).index("contsid=")
    assert {"crossfit_lower", "crossfit_upper", "se_lower", "se_upper", "p_value_lower"} <= set(found.pairs.columns)
    with pytest.raises(contsid.ContsidError, match="not determined"):
        float(crossfit)


def test_pairs_have_the_columns_of_the_command_line(tmp_path):
    case = vector()
    names = ["V1", "V2", "V3", "V4"]
    undirected = np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0]])
    tables = {"truth": case["truth"], "one": case["learnt"][0], "two": undirected, "data": case["data"]}
    files = {name: tmp_path / f"{name}.csv" for name in tables}
    for name, rows in tables.items():
        pd.DataFrame(rows, columns=names).to_csv(files[name], index=False)
    for learnt in (["one"], ["one", "two"]):
        graphs, target = [files[name] for name in learnt], tmp_path / f"pairs {len(learnt)}.csv"
        answer = command_line("compare", files["truth"], *graphs, "--data", files["data"], "--pairs", target)
        assert answer.returncode == 0, answer.stderr
        theirs = pd.read_csv(target, dtype={"case": str}, keep_default_na=False, na_values={"d": ""})
        theirs = theirs.set_index(["learnt", "treatment", "outcome"])
        ours = contsid.compare(files["truth"], graphs, files["data"]).pairs.set_index(theirs.index.names)
        assert set(ours.columns) - set(theirs.columns) == {"true_parents", "learnt_parents"}
        assert not set(theirs.columns) - set(ours.columns)
        for column in theirs.columns:
            found = ours.loc[theirs.index, column]
            assert list(found.fillna("") if column == "case" else found) == list(theirs[column]), column


def test_joint_interventions_are_cross_fitted_too():
    case = vector()
    found = compared(case, partition=case["labels"], joint=2)["one"]
    assert found.joint_crossfit.value > 0 and found.joint_crossfit.se > 0
    assert len(found.joint_crossfit.pairs["treatments"][0]) == 2


def test_results_pickle_and_compare():
    case = vector()
    ranking = compared(case, partition=case["labels"])
    again = pickle.loads(pickle.dumps(ranking))
    assert again["one"].crossfit.value == ranking["one"].crossfit.value
    assert again["one"].crossfit.interval == ranking["one"].crossfit.interval
    assert again.relations.equals(ranking.relations) and again["one"] == ranking["one"]
    assert again["one"].to_html() == ranking["one"].to_html()


def test_scorers_and_studies_leave_it_out():
    case = vector()
    score = contsid.make_scorer(np.array(case["truth"]), "contsid")(np.array(case["learnt"][0]), np.array(case["data"]))
    assert score == -compared(case)["one"].contsid
