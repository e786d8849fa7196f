"""Studies: the same records wherever they run, and nothing lost when something dies."""

import os
import pickle
import signal
import sys
import threading
import time

import contsid
import distributed
import joblib
import numpy as np
import pandas
import pytest
from learners import slow
from support import grouped


def fails(data):
    raise RuntimeError("this learner\nnever learns")


LEARNERS = {"ges": contsid.ges, "empty": lambda data: [[0] * data.shape[1]] * data.shape[1], "fails": fails}
SETTINGS = {"nodes": [3, 4], "samples": 60, "graphs": 3, "seed": 7, "progress": False}


def without_time(found):
    return [{key: value for key, value in row.items() if not key.endswith("seconds")} for row in found.rows]


def test_records():
    found = contsid.study(LEARNERS, **SETTINGS)
    assert len(found.rows) == 18
    assert set(found.failures["learner"]) == {"fails"}
    assert set(found.failures["message"]) == {"RuntimeError: this learner never learns"}
    assert set(found.failures["status"]) == {"failed"} and set(found.failures["seed"]) == {7}
    tables = found.tables()
    assert list(tables["shd"].index) == ["ges", "empty"] and list(tables["shd"].columns) == [3, 4]
    shd = found.records.query("learner == 'empty' and nodes == 4")["shd"].astype(float)
    assert tables["shd"].loc["empty", 4] == f"{shd.mean():.2f} ± {shd.std():.2f}"
    summary = found.summary()
    assert summary.index.names == ["learner", "nodes"]
    assert summary["shd"]["mean"]["empty", 4] == shd.mean()
    assert (summary["shd"]["sd"]["empty", 4], summary["shd"]["count"]["empty", 4]) == (shd.std(), 3)


def test_jobs_do_not_change_the_records():
    expected = without_time(contsid.study(LEARNERS, **SETTINGS))
    assert without_time(contsid.study(LEARNERS, n_jobs=2, **SETTINGS)) == expected
    with joblib.parallel_config(backend="threading", n_jobs=2):
        assert without_time(contsid.study(LEARNERS, **SETTINGS)) == expected


def test_resumed_records(tmp_path):
    expected = without_time(contsid.study(LEARNERS, **SETTINGS))
    whole = contsid.study(LEARNERS, output=tmp_path, **SETTINGS)
    assert without_time(whole) == expected
    records = tmp_path / "records.csv"
    lines = records.read_text().splitlines(keepends=True)
    records.write_text("".join(lines[:6]) + lines[6][:9])  # a run that was killed while it wrote
    calls = []
    counted = {name: (lambda data, name=name: calls.append(name) or LEARNERS[name](data)) for name in LEARNERS}
    resumed = contsid.study(counted, output=tmp_path, resume=True, keep_failed=True, **SETTINGS)
    assert without_time(resumed) == expected
    assert len(calls) == 18 - 5
    assert len(records.read_text().splitlines()) == 19
    with pytest.raises(contsid.ContsidError, match="is not empty; go on with the study in it by resume=True"):
        contsid.study(LEARNERS, output=tmp_path, **SETTINGS)
    with pytest.raises(contsid.ContsidError, match=r"another study: `seeds` is \[7\] there, and \[8\] here"):
        contsid.study(LEARNERS, output=tmp_path, resume=True, **{**SETTINGS, "seed": 8})


def as_weights(data):
    """Column → row, as LiNGAM writes weights: V1 → V2, and a weight that is small."""
    matrix = np.zeros((data.shape[1], data.shape[1]))
    matrix[1, 0], matrix[0, 1] = 0.8, 0.2
    return matrix


def test_how_matrices_are_read_is_a_setting_of_the_study(tmp_path):
    """What is resumed is read as before, and never otherwise in silence."""
    read = {"edge_direction": "column-to-row", "threshold": 0.5}
    settings = {**SETTINGS, "options": {**read, "data": False}}
    expected = without_time(contsid.study({"mine": as_weights}, **settings))
    assert not any(row["status"] == "failed" for row in expected)
    whole = contsid.study({"mine": as_weights}, output=tmp_path, **settings)
    (learner,) = whole.settings["learner"]
    assert (learner["edge-direction"], learner["threshold"]) == ("column-to-row", 0.5)
    records = tmp_path / "records.csv"
    lines = records.read_text().splitlines(keepends=True)
    for options in (None, read):
        records.write_text("".join(lines[:3]))
        resumed = contsid.study({"mine": as_weights}, output=tmp_path, resume=True, options=options, progress=False)
        assert without_time(resumed) == expected
    with pytest.raises(contsid.ContsidError, match="another study: `learner"):
        contsid.study({"mine": as_weights}, output=tmp_path, resume=True, options={"threshold": 0.1})
    with pytest.raises(contsid.OptionError, match="threshold= is for Python functions, and there is none"):
        contsid.study(["pc"], options={"threshold": 0.1}, **SETTINGS)


MEASURES = ["shd", "sid_lower", "sid_upper", "aid_parent", "aid_ancestor", "aid_oset", "contsid_lower", "contsid_upper"]


@pytest.mark.parametrize(
    "options", [{}, {"undirected": "drop"}, grouped(of="classes", bandwidth=1.0), {"data": False}], ids=str
)
def test_options_reach_the_comparison(options):
    """Each record is what a comparison on its simulation gives, and each option changes some of them."""
    model = {"noise": "gumbel", "edge_probability": 0.6}
    found = contsid.study({"ges": contsid.ges}, options=options, model=model, **SETTINGS)
    usual = contsid.study({"ges": contsid.ges}, model=model, **SETTINGS)
    assert (without_time(found) != without_time(usual)) == bool(options)
    for row in found.rows:
        truth, data = contsid.simulate(row["nodes"], row["samples"], seed=row["data_seed"], **model)
        frame = pandas.DataFrame(data)
        scoring = {key: value for key, value in options.items() if key != "data"}
        expected = contsid.compare(
            truth, contsid.ges(frame), None if "data" in options else frame, **scoring
        ).full_row()
        assert [row[measure] for measure in MEASURES] == [
            expected[measure.replace("oset", "optimal")] for measure in MEASURES
        ]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"options": {"shd": {"of": "class"}}}, contsid.OptionError),
        ({"options": {"estimation": {"lambda_": 1.0}}}, contsid.OptionError),
        ({"options": {"encoding": "marks"}}, contsid.OptionError),
        ({"options": {"joint": 2}}, contsid.OptionError),
        ({"options": {"treatments": ["V4"]}}, contsid.AlignmentError),
        ({"options": {"agrement": "either"}}, contsid.OptionError),
        ({"model": {"noise": "loud"}}, contsid.SimulationError),
    ],
    ids=["word", "number", "reading", "idle", "node", "option", "model"],
)
def test_settings_that_make_no_sense_are_no_failures_of_learners(wrong, expected):
    with pytest.raises(expected):
        contsid.study({"ges": contsid.ges}, **{**SETTINGS, **wrong})


def test_graphs_that_cannot_be_scored_are_failures_of_learners():
    learners = {
        "cyclic": lambda data: [("V1", "V2"), ("V2", "V3"), ("V3", "V1")],
        "elsewhere": lambda data: [("A", "B")],
        "two": lambda data: {"a": [("V1", "V2")], "b": [("V1", "V3")]},
        "none": lambda data: None,
        "leaves": lambda data: sys.exit(3),
    }
    found = contsid.study(learners, **{**SETTINGS, "nodes": 3, "graphs": 1})
    kinds = {row["learner"]: (row["status"], row["message"].partition(":")[0]) for row in found.rows}
    assert kinds == {
        "cyclic": ("partial", "the graph has a directed cycle"),
        "elsewhere": ("failed", "GraphError"),
        "two": ("failed", "GraphError"),
        "none": ("failed", "GraphError"),
        "leaves": ("failed", "SystemExit"),
    }


def test_failures_take_time():
    def fails_slowly(data):
        time.sleep(0.02)
        raise RuntimeError("in vain")

    [row] = contsid.study({"slow": fails_slowly}, nodes=3, graphs=1, progress=False).rows
    assert row["seconds"] >= 0.02


def test_deviations_are_those_of_samples():
    """2, 4, 9: mean 5, squared deviations 9 + 1 + 16 = 26, √(26 / 2) = 3.61; a single number has none."""
    row = {"nodes": 3, "samples": 10, "status": "ok", **dict.fromkeys(MEASURES)}
    records = [{**row, "learner": "a", "shd": shd} for shd in (2, 4, 9)]
    failed = {**row, "learner": "a", "status": "failed"}
    found = contsid.Study([*records, failed, {**row, "learner": "b", "shd": 7}])
    assert list(found.tables()) == ["shd"] and found.failures["learner"].tolist() == ["a"]
    assert found.tables()["shd"][3].to_dict() == {"a": "5.00 ± 3.61", "b": "7.00"}
    summary = found.summary()["shd"]
    assert summary["sd"]["a", 3] == pytest.approx((26 / 2) ** 0.5) and summary["sd"].isna()["b", 3]


def test_settings_are_written_whole(tmp_path):
    contsid.study({"empty": LEARNERS["empty"]}, output=tmp_path, **SETTINGS)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"records.csv", "study.toml", "summary.json", ".lock"}


def test_a_cluster_gives_the_same_records_and_survives_a_dead_worker(tmp_path):
    settings = {**SETTINGS, "graphs": 4}
    learners = {"slow": slow, "ges": "ges"}
    expected = without_time(contsid.study(learners, **settings))
    settings_of_cluster = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**settings_of_cluster) as cluster, distributed.Client(cluster) as client:
        workers = client.run(os.getpid)
        assert os.getpid() not in workers.values() and len(set(workers.values())) == 2
        victim = next(iter(workers.values()))
        timer = threading.Timer(1.5, os.kill, (victim, signal.SIGKILL))
        timer.start()
        with joblib.parallel_config(backend="dask"):
            found = contsid.study(learners, output=tmp_path, **settings)
        timer.join()
        assert victim not in client.run(os.getpid).values()
    assert without_time(found) == expected
    assert len((tmp_path / "records.csv").read_text().splitlines()) == 1 + len(expected)


@pytest.mark.parametrize(
    "wrong",
    [
        {"nodes": 0},
        {"time_limit": 0},
        {"learners": {"a": 3}},
        {"learners": "perhaps"},
        {"nodes": []},
        {"nodes": 5.0},
        {"nodes": [5, 5]},
        {"samples": [60, 60]},
        {"samples": "many"},
        {"graphs": 0},
        {"seed": -1},
    ],
)
def test_wrong_settings(wrong):
    with pytest.raises(contsid.OptionError):
        contsid.study(**{"learners": {"ges": contsid.ges}, **SETTINGS, **wrong})
    with pytest.raises(contsid.OptionError):
        contsid.study({}, **SETTINGS)


def test_progress(capsys, monkeypatch):
    """A bar is for people who wait: it is shown after a while, and only where somebody watches."""
    from contsid import _study

    for watched, delay, is_shown in ((False, 0.0, False), (True, _study.DELAY, False), (True, 0.0, True)):
        monkeypatch.setattr(_study, "is_wanted", lambda watched=watched: watched)
        monkeypatch.setattr(_study, "DELAY", delay)
        contsid.study({"empty": LEARNERS["empty"]}, **{**SETTINGS, "progress": True})
        assert ("6/6" in capsys.readouterr().err) == is_shown, (watched, delay)


def test_tables_of_whatever_holds_records(tmp_path):
    found = contsid.study({"empty": "empty"}, **SETTINGS, output=tmp_path / "study")
    expected = contsid.tables(found.records)
    assert expected.keys() == found.tables().keys() != set()
    for given in (found, tmp_path / "study", str(tmp_path / "study" / "records.csv")):
        read = contsid.tables(given)
        assert read.keys() == expected.keys()
        assert all(read[metric].equals(expected[metric]) for metric in expected), given
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    for wrong in ("nope", tmp_path, tmp_path / "other.csv", [found], None, pandas.DataFrame({"a": [1]})):
        with pytest.raises(contsid.ContsidError):
            contsid.tables(wrong)


def test_plot():
    pytest.importorskip("matplotlib").use("agg")
    found = contsid.study({"ges": "ges", "empty": "empty"}, **SETTINGS)
    figure = found.plot()
    titles = ["SHD", "SID, upper bound", "contSID from all rows, upper bound"]
    assert [axis.get_title() for axis in figure.axes] == titles
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["ges", "empty"]
    [axis] = found.plot(["arrow_f1"]).axes
    assert axis.get_title() == "arrow_f1" and [label.get_text() for label in axis.get_xticklabels()] == ["3", "4"]
    with pytest.raises(contsid.OptionError, match="'shdd'"):
        found.plot("shdd")


def test_studies_are_values():
    found = contsid.study({"empty": "empty"}, **SETTINGS)
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.summary().equals(found.summary())
    assert found.settings["seeds"] == [7]
