"""Studies: the same records wherever they run, and nothing lost when something dies."""

import os
import signal
import threading
import time

import distributed
import joblib
import pytest

import contsid


def fails(data):
    raise RuntimeError("this learner\nnever learns")


def slow(data):
    time.sleep(0.3)
    return contsid.ges(data)


LEARNERS = {"ges": contsid.ges, "empty": lambda data: [[0] * data.shape[1]] * data.shape[1], "fails": fails}
SETTINGS = {"nodes": [3, 4], "samples": 60, "graphs": 3, "seed": 7, "progress": False}


def without_time(found):
    return [{key: value for key, value in row.items() if key != "seconds"} for row in found.rows]


def test_records():
    found = contsid.study(LEARNERS, **SETTINGS)
    assert len(found.rows) == 18
    assert {row["learner"] for row in found.failures} == {"fails"}
    assert found.failures[0]["error"] == "RuntimeError: this learner never learns"
    tables = found.tables()
    assert list(tables["shd"].index) == ["ges", "empty"] and list(tables["shd"].columns) == [3, 4]
    mean = found.records.query("learner == 'empty' and nodes == 4")["shd"].astype(float).mean()
    assert tables["shd"].loc["empty", 4].startswith(f"{mean:.2f} ±")


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
    resumed = contsid.study(counted, output=tmp_path, resume=True, **SETTINGS)
    assert without_time(resumed) == expected
    assert len(calls) == 18 - 5
    assert len(records.read_text().splitlines()) == 19
    with pytest.raises(contsid.ContsidError, match="is there already"):
        contsid.study(LEARNERS, output=tmp_path, **SETTINGS)
    with pytest.raises(contsid.ContsidError, match="another study"):
        contsid.study(LEARNERS, output=tmp_path, resume=True, **{**SETTINGS, "seed": 8})


def test_options_reach_the_comparison():
    plain = contsid.study({"ges": contsid.ges}, options={"data": False}, **SETTINGS)
    assert all(row["contsid_upper"] is None for row in plain.rows)
    dropped = contsid.study({"ges": contsid.ges}, options={"undirected": "drop"}, model={"noise": "gumbel"}, **SETTINGS)
    assert all(row["sid_lower"] == row["sid_upper"] for row in dropped.rows)


def test_a_cluster_gives_the_same_records_and_survives_a_dead_worker(tmp_path):
    settings = {**SETTINGS, "graphs": 8}
    learners = {"ges": slow, "empty": LEARNERS["empty"]}
    expected = without_time(contsid.study(learners, **settings))
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
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


@pytest.mark.parametrize("wrong", [{"nodes": 0}, {"nodes": []}, {"samples": "many"}, {"graphs": 0}, {"seed": -1}])
def test_wrong_settings(wrong):
    with pytest.raises(contsid.OptionError):
        contsid.study({"ges": contsid.ges}, **{**SETTINGS, **wrong})
    with pytest.raises(contsid.OptionError):
        contsid.study({}, **SETTINGS)


def test_progress(capsys):
    contsid.study({"empty": LEARNERS["empty"]}, **{**SETTINGS, "progress": True})
    assert "6/6" in capsys.readouterr().err
