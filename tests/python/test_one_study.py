"""A study is the same thing for the command line and for Python: each reads, and goes on with, what the other wrote."""

import json
from itertools import pairwise

import contsid
import pandas
import pytest
from support import command_line
from test_study import without_time

PROGRAM = "sh -c 'echo V1,V2,V3 > $2; echo 0,1,0 >> $2; echo 0,0,1 >> $2; echo 0,0,0 >> $2' sh {data} {graph}"
FILE = f"""
graphs = 3
nodes = [3, 4]
samples = [60]
seeds = [7]
[[learner]]
name = "pc"
[[learner]]
name = "ica-lingam"
[[learner]]
name = "mine"
command = "{PROGRAM}"
"""
LEARNERS = {"pc": "pc", "ica-lingam": "ica-lingam", "mine": PROGRAM}
SETTINGS = {"nodes": [3, 4], "samples": 60, "graphs": 3, "seed": 7, "progress": False}


def chain(data):
    names = list(data.columns)
    return list(pairwise(names))


def run(*arguments):
    answer = command_line("study", *arguments)
    assert answer.returncode == 0, answer.stderr
    return answer


def cut(folder, lines):
    records = folder / "records.csv"
    records.write_text("".join(records.read_text().splitlines(keepends=True)[:lines]))


def test_the_same_settings_give_the_same_records(tmp_path):
    (tmp_path / "study.toml").write_text(FILE)
    run(tmp_path / "study.toml", "-o", tmp_path / "theirs")
    ours = contsid.study(LEARNERS, output=tmp_path / "ours", n_jobs=2, **SETTINGS)
    theirs = contsid.Study.read(tmp_path / "theirs")
    assert without_time(ours) == without_time(theirs) and len(ours) == 18
    assert ours.settings == theirs.settings
    assert (tmp_path / "ours" / "study.toml").read_text() == (tmp_path / "theirs" / "study.toml").read_text()
    assert contsid.Study.read(tmp_path / "ours").rows == ours.rows
    assert {row["status"] for row in ours.rows if row["learner"] == "mine" and row["nodes"] == 4} == {"failed"}


def test_a_python_learner_sees_the_data_of_the_command_line(tmp_path):
    seen = []
    contsid.study({"mine": lambda data: seen.append(data) or chain(data)}, output=tmp_path, **SETTINGS)
    for row, frame in zip(contsid.Study.read(tmp_path).rows, seen):
        folder = tmp_path / f"data-{row['nodes']}-{row['graph']}"
        options = ("--nodes", row["nodes"], "--samples", 60, "--seed", row["data_seed"], "-o", folder)
        assert command_line("simulate", *options).returncode == 0
        pandas.testing.assert_frame_equal(pandas.read_csv(folder / "data.csv"), frame, check_exact=True)


def test_the_command_line_reads_and_resumes_a_study_of_python(tmp_path):
    found = contsid.study({"chain": chain, "pc": "pc"}, output=tmp_path, **SETTINGS)
    printed = command_line("tables", tmp_path)
    mean = found.summary()["shd"]["mean"]["chain", 4]
    assert printed.returncode == 0 and "chain" in printed.stdout and f"{mean:.2f} ±" in printed.stdout
    before = without_time(found)
    cut(tmp_path, 1)
    resumed = run("--resume", "-o", tmp_path)
    assert "the learner `chain` is a Python function, which only Python can run" in resumed.stderr
    assert "6 of 12 records" in resumed.stdout
    rows = contsid.Study.read(tmp_path).rows
    assert [row["learner"] for row in rows] == ["pc"] * 6
    with pytest.raises(contsid.ContsidError, match="`chain` of the study is a Python function: pass it in learners"):
        contsid.study(output=tmp_path, resume=True, progress=False)
    again = contsid.study({"chain": chain}, output=tmp_path, resume=True, progress=False)
    assert without_time(again) == before
    assert "chain" not in run("--resume", "-o", tmp_path).stderr


def test_python_goes_on_with_a_study_of_the_command_line(tmp_path):
    (tmp_path / "study.toml").write_text(FILE)
    folder = tmp_path / "study"
    run(tmp_path / "study.toml", "-o", folder)
    whole = without_time(contsid.Study.read(folder))
    cut(folder, 8)
    assert without_time(contsid.study(output=folder, resume=True, progress=False)) == whole
    more = contsid.study({"chain": chain}, output=folder, resume=True, progress=False, graphs=4)
    assert len(more) == 32
    assert [row for row in without_time(more) if row["learner"] != "chain" and row["graph"] < 4] == whole
    summary = json.loads((folder / "summary.json").read_text())
    [group] = [group for group in summary["groups"] if (group["learner"], group["nodes"]) == ("chain", 4)]
    assert group["scores"]["shd"]["mean"] == more.summary()["shd"]["mean"]["chain", 4]


def test_tables_are_those_of_the_command_line(tmp_path):
    run("--preset", "paper", "--nodes", "4", "--graphs", 4, "-o", tmp_path / "study")
    summary = json.loads((tmp_path / "study" / "summary.json").read_text())
    ours = contsid.tables(pandas.read_csv(tmp_path / "study" / "records.csv"))
    for group in summary["groups"]:
        for measure in ("shd", "sid_upper", "aid_oset"):
            score = group["scores"][measure]
            assert ours[measure].loc[group["learner"], 4] == f"{score['mean']:.2f} ± {score['sd']:.2f}"


def test_data_sets_of_ones_own(tmp_path):
    truth, data = contsid.simulate(3, 80, seed=5)
    frame = pandas.DataFrame(data)[["V3", "V1", "V2"]]
    pairs = [(truth, frame), ([("a", "b")], pandas.DataFrame({"a": [1.0, 2, 4, 3], "b": [2.0, 1, 3, 5]}))]
    found = contsid.study({"chain": chain, "pc": "pc"}, datasets=pairs, output=tmp_path, progress=False)
    assert [(row["simulation"], row["learner"], row["nodes"]) for row in found.rows] == [
        ("data-1", "chain", 3),
        ("data-1", "pc", 3),
        ("data-2", "chain", 2),
        ("data-2", "pc", 2),
    ]
    expected = contsid.compare(truth, contsid.pc(frame), frame)
    assert found.rows[1]["contsid_upper"] == pytest.approx(expected.details["contsid"].upper, rel=1e-12)
    assert found.rows[2]["shd"] == 0
    cut(tmp_path, 2)
    again = contsid.study({"chain": chain}, output=tmp_path, resume=True, progress=False)
    assert without_time(again) == without_time(found)
    named = contsid.study(["ges"], datasets={"mine": pairs[0]}, nodes=4, graphs=2, progress=False)
    assert [row["simulation"] for row in named.rows] == ["paper", "paper", "mine"]
    assert "data set" in command_line("tables", tmp_path).stdout


@pytest.mark.parametrize(
    ("datasets", "expected"),
    [
        ([([("A", "B")], pandas.DataFrame({"A": [1.0, 2], "C": [2.0, 1]}))], contsid.AlignmentError),
        ([[("A", "B")]], contsid.OptionError),
        ({"a/b": ([("A", "B")], pandas.DataFrame({"A": [1.0, 2], "B": [2.0, 1]}))}, contsid.OptionError),
    ],
    ids=["columns", "no pair", "name"],
)
def test_data_sets_that_cannot_be_used(datasets, expected):
    with pytest.raises(expected):
        contsid.study(["pc"], datasets=datasets, progress=False)


def test_cross_fitted_scores(tmp_path):
    (tmp_path / "study.toml").write_text(FILE + '[[scoring]]\nname = "default"\n')
    run(tmp_path / "study.toml", "--crossfit", "-o", tmp_path / "theirs")
    ours = contsid.study(LEARNERS, crossfit=True, **SETTINGS)
    assert without_time(ours) == without_time(contsid.Study.read(tmp_path / "theirs"))
    usual = contsid.study(LEARNERS, **SETTINGS)
    for with_parts, without in zip(ours.rows, usual.rows):
        assert without["crossfit_upper"] is None
        if with_parts["status"] == "ok":
            assert 0 <= with_parts["crossfit_lower"] <= with_parts["crossfit_upper"]
            assert with_parts["crossfit_upper_se"] >= 0
            assert with_parts["contsid_upper"] == without["contsid_upper"]
    assert "crossfit_directed" in ours.tables() and "crossfit_directed" not in usual.tables()
    assert "cross-fitted contSID" in command_line("tables", tmp_path / "theirs").stdout


def test_cross_fitted_scores_are_those_of_compare():
    """The parts of the rows follow from the seed of the data, so learners are compared on the same ones."""
    found = contsid.study({"chain": chain}, crossfit=True, **SETTINGS)
    for row in found.rows:
        truth, data = contsid.simulate(row["nodes"], row["samples"], seed=row["data_seed"])
        frame = pandas.DataFrame(data)
        parts = contsid.Parts(seed=row["data_seed"])
        crossfit = contsid.compare(truth, chain(frame), frame, crossfit=parts).crossfit
        assert row["crossfit_upper"] == pytest.approx(crossfit.value, rel=1e-12)
        assert row["crossfit_upper_se"] == pytest.approx(crossfit.se, rel=1e-12)
        assert row["crossfit_low_overlap"] == pytest.approx(crossfit.low_overlap, rel=1e-12)
