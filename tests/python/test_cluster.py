"""Parts of the rows on a cluster of other processes."""

import os
import signal
import threading
import time

import contsid
import distributed
import joblib
import numpy as np
import pandas as pd
import pytest


def rows(count):
    rng = np.random.default_rng(5)
    a = rng.normal(size=count)
    b = a + rng.normal(size=count)
    c = a - b + rng.normal(size=count)
    return pd.DataFrame({"A": a, "B": b, "C": c})


TRUTH = [("A", "B"), ("A", "C"), ("B", "C")]
LEARNT = {"reversed": [("B", "A"), ("C", "A"), ("C", "B")], "chain": [("A", "B"), ("B", "C")]}


def numbers(ranking):
    found = [ranking[name].crossfit for name in LEARNT]
    pairs = ranking.pairs[["crossfit", "se", "p_value", "low_overlap"]].to_numpy().tolist()
    return [(one.lower, one.upper, one.low_overlap) for one in found], pairs, ranking._relations


def test_joblib_gives_the_same_numbers_bit_by_bit():
    data = rows(120)
    expected = numbers(contsid.compare(TRUTH, LEARNT, data))
    assert numbers(contsid.compare(TRUTH, LEARNT, data, crossfit=contsid.Parts(parallel=True))) == expected
    with joblib.parallel_config(backend="threading"):
        assert numbers(contsid.compare(TRUTH, LEARNT, data, crossfit=contsid.Parts(parallel=True))) == expected


def test_what_goes_wrong_elsewhere_is_raised():
    from contsid import _core

    with pytest.raises(contsid.ContsidError, match="a message is malformed: all processes need the same version"):
        _core.answer_part(b"something", b"else")
    with pytest.raises(contsid.OptionError, match="parallel is 2"):
        contsid.compare(TRUTH, LEARNT, rows(120), crossfit=contsid.Parts(parallel=2))


def test_a_cluster_gives_the_same_numbers_and_survives_a_dead_worker(monkeypatch):
    data = rows(1200)
    # 72 parts and 72 of half the size go out together.
    options = {"crossfit": contsid.Parts(rows=100, repeats=6)}
    expected = numbers(contsid.compare(TRUTH, LEARNT, data, **options))
    # Estimating a part in this process would raise.
    monkeypatch.setattr("contsid._core.answer_part", None)
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        workers = client.run(os.getpid)
        assert os.getpid() not in workers.values() and len(set(workers.values())) == 2
        with joblib.parallel_config(backend="dask"):
            assert numbers(contsid.compare(TRUTH, LEARNT, data, **options)) == expected
        victim = next(iter(workers.values()))
        killer = threading.Thread(target=_kill_in_the_middle, args=(client, victim))
        killer.start()
        with joblib.parallel_config(backend="dask"):
            assert numbers(contsid.compare(TRUTH, LEARNT, data, **options)) == expected
        killer.join()
        assert victim not in client.run(os.getpid).values()


def _kill_in_the_middle(client, victim):
    """Kills a worker while parts are on their way."""
    while not any(client.processing().values()):
        time.sleep(0.01)
    os.kill(victim, signal.SIGKILL)
