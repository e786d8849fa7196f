"""Learners that hang, die or kill their workers are records, and harm no other learner."""

import os
from itertools import pairwise

import contsid
import distributed
import joblib
import pytest
from learners import hangs, is_killed, leaves, prints, starts_a_child
from test_study import without_time

SETTINGS = {"nodes": 3, "samples": 40, "graphs": 1, "seed": 3, "progress": False}


LEARNERS = {"ges": "ges", "prints": prints, "leaves": leaves, "is killed": is_killed}
DEATHS = {"leaves": "its process ended with exit code 7", "is killed": "its process was ended by SIGKILL"}


def check_deaths(found):
    """The two that die are failed, with their names and seeds; the others are what they are without them."""
    assert dict(zip(found.failures["learner"], found.failures["message"])) == DEATHS
    assert set(found.failures["status"]) == {"failed"} and set(found.failures["seed"]) == {3}
    alone = contsid.study({name: LEARNERS[name] for name in ("ges", "prints")}, **SETTINGS)
    others = [row for row in without_time(found) if row["learner"] not in DEATHS]
    assert others == without_time(alone) and len(found) == 4


def test_learners_that_hang_are_ended():
    settings = {**SETTINGS, "time_limit": {"hangs": 0.5, "starts a child": 0.5}}
    learners = {"hangs": hangs, "ges": "ges", "starts a child": starts_a_child}
    found = contsid.study(learners, **settings)
    for row in found.rows:
        expected = ("ok", "") if row["learner"] == "ges" else ("time-limit", "it ran past its limit of 0.5 s")
        assert (row["status"], row["message"]) == expected
    assert list(found.failures["learner"]) == ["hangs", "starts a child"]


def test_learners_that_die_in_a_process_of_their_own(tmp_path):
    found = contsid.study(LEARNERS, time_limit=60, output=tmp_path, **SETTINGS)
    check_deaths(found)


def test_resuming_tries_them_again_unless_they_are_kept(tmp_path):
    contsid.study(LEARNERS, time_limit=60, output=tmp_path, **SETTINGS)
    mended = {**LEARNERS, "leaves": prints}
    kept = contsid.study(mended, time_limit=60, output=tmp_path, resume=True, keep_failed=True, **SETTINGS)
    assert len(kept.failures) == 2
    tried = contsid.study(mended, time_limit=60, output=tmp_path, resume=True, **SETTINGS)
    assert set(tried.failures["learner"]) == {"is killed"}
    with pytest.raises(contsid.ContsidError, match="resume=True"):
        contsid.study(mended, keep_failed=True, **SETTINGS)


def test_learners_that_kill_workers(tmp_path):
    """Without a time limit they share processes: who ended one is found out by trying each apart."""
    check_deaths(contsid.study(LEARNERS, n_jobs=2, output=tmp_path, **SETTINGS))


@pytest.mark.parametrize("limit", [60, None])
def test_learners_that_kill_the_workers_of_a_cluster(limit):
    cluster = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**cluster) as local, distributed.Client(local) as client:
        workers = set(client.run(os.getpid).values())
        with joblib.parallel_config(backend="dask"):
            found = contsid.study(LEARNERS, time_limit=limit, **SETTINGS)
            check_deaths(found)
            hung = contsid.study({"hangs": hangs}, time_limit=0.5, **SETTINGS)
        assert {row["status"] for row in hung.rows} == {"time-limit"}
        if limit is not None:
            assert set(client.run(os.getpid).values()) == workers


def test_random_numbers_follow_from_the_seed():
    """Those of numpy and Python, in this process and in others; the caller's own are as they were."""
    import random

    import numpy as np

    def at_random(data):
        names = list(np.random.permutation(data.columns))
        random.shuffle(names)
        return list(pairwise(names))

    np.random.seed(1)
    first = contsid.study({"at random": at_random}, **{**SETTINGS, "graphs": 3})
    after = np.random.random()
    np.random.seed(1)
    assert np.random.random() == after
    apart = contsid.study({"at random": at_random}, time_limit=60, n_jobs=2, **{**SETTINGS, "graphs": 3})
    assert without_time(first) == without_time(apart)
