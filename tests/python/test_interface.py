"""The interface that people rely on: groups of options, tables, notes, dictionaries, pictures and types."""

import inspect
import json
import subprocess
import sys
import warnings

import contsid
import matplotlib
import numpy as np
import pandas
import pytest
from support import command_line

matplotlib.use("agg")

TRUTH = contsid.as_graph([("A", "B"), ("B", "C")])
GRAPHS = {"reversed": [("B", "A"), ("B", "C")], "open": ["A -- B", "B -- C"], "same": TRUTH}
RNG = np.random.default_rng(2)
A = RNG.normal(size=60)
DATA = pandas.DataFrame({"A": A, "B": A + RNG.normal(size=60), "C": RNG.normal(size=60)})


def test_options_are_few_and_in_groups():
    assert len(inspect.signature(contsid.compare).parameters) <= 15
    assert len(inspect.signature(contsid.judge).parameters) <= 15
    assert repr(contsid.Estimation()) == "Estimation()" and repr(contsid.Parts(seed=3)) == "Parts(seed=3)"
    for wrong in ({"estimator": "plian"}, {"kernel": "gauss"}, {"lambda_": 0}, {"memory_limit": 0}):
        with pytest.raises(contsid.OptionError, match=next(iter(wrong))):
            contsid.Estimation(**wrong)
    for wrong in ({"rows": 0}, {"guide": "cubic"}, {"seed": -1}, {"all_rows": 1}, {"parallel": "yes"}):
        with pytest.raises(contsid.OptionError, match=next(iter(wrong))):
            contsid.Parts(**wrong)
    with pytest.raises(TypeError):
        contsid.Estimation("gaussian")


def test_options_have_the_names_of_the_command_line():
    """Each option of a group is an option of the command line: `Parts(rows=…)` is `--part-rows`."""
    listed = command_line("help", "compare").stdout
    flags = {word.strip(",") for word in listed.split() if word.startswith("--")}
    prefixed = {"rows": "part-rows", "lambda_": "lambda", "of": "shd-of", "reversal": "shd-reversal"}
    prefixed.update(latents="latent", on_error="skip-unreadable")
    ours = [*vars(contsid.Estimation()), *vars(contsid.Parts()), "of", "reversal"]
    ours += [option for option in inspect.signature(contsid.compare).parameters if option not in NOT_OPTIONS]
    missing = [one for one in ours if "--" + prefixed.get(one, one).replace("_", "-") not in flags]
    assert missing == ["parallel"], "joblib is Python's"


#: Arguments that are files on the command line, and groups.
NOT_OPTIONS = ("truth", "learnt", "estimation", "shd")


def test_tables_are_as_wide_as_they_are_printed():
    for options in ({}, {"data": DATA}, {"data": DATA, "joint": 2}):
        ranking = contsid.compare(TRUTH, GRAPHS, **options)
        assert len(ranking.table.columns) <= 10 and set(ranking.table.index) == set(GRAPHS)
        assert ranking.table.loc["same", "sid"] == 0 and ranking.table.loc["same", "tier"] == 1
        assert ranking.table.loc["open", "sid"] == ranking["open"].sid
        assert ranking.full_table.loc["open", "sid_upper"] == ranking["open"].sid.upper
        assert len(ranking.full_table.columns) > len(ranking.table.columns)
    assert ranking.full_table.loc["reversed", "ci_low_upper"] == ranking["reversed"].crossfit.ci_low


def test_everything_is_a_frame():
    ranking = contsid.compare(TRUTH, GRAPHS, DATA, joint=2)
    found = contsid.study({"empty": "empty", "fails": lambda data: 1 / 0}, nodes=3, graphs=1, progress=False)
    one = ranking["reversed"]
    frames = [ranking.table, ranking.full_table, ranking.pairs, ranking.tiers, ranking.relations, one.pairs]
    frames += [one.joint.pairs, one.joint_crossfit.pairs, found.records, found.failures, contsid.simulate(3, 5).data]
    with pytest.warns(contsid.ContsidWarning):
        judged = contsid.judge(GRAPHS, DATA, {"A": DATA})
    frames += [judged.experiments, judged["same"].experiments, judged.pairs, contsid.falsify(TRUTH, -DATA).table]
    assert all(isinstance(frame, pandas.DataFrame) and len(frame) for frame in frames)
    assert judged["same"].experiments["skill"].iloc[0] == judged.table.loc["same", "A"]
    assert isinstance(contsid.falsify(TRUTH, DATA).best.worst, pandas.DataFrame)
    assert list(found.failures["message"]) == ["ZeroDivisionError: division by zero"]
    assert {"ci_low", "ci_high"} <= set(ranking.relations.columns)


def test_notes_reach_whoever_looks():
    with pytest.warns(contsid.ContsidWarning, match="ignored columns") as caught:
        ranking = contsid.compare(TRUTH, GRAPHS, DATA.assign(D=1.0))
    assert len(caught) == 1 and caught[0].filename == __file__
    note = "ignored columns (no such node): D"
    assert ranking.notes == [note]
    for found in (ranking, ranking["reversed"]):
        assert f"note: {note}" in repr(found) and f"<p>note: {note}</p>" in found._repr_html_()
    with pytest.warns(contsid.ContsidWarning, match="the observational rows themselves") as caught:
        judged = contsid.judge({"right": TRUTH}, DATA, {"A": DATA})
    assert len(caught) == 1 and len(judged.notes) == 1
    assert f"note: {judged.notes[0]}" in repr(judged) and f"<p>note: {judged.notes[0]}</p>" in judged._repr_html_()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        contsid.compare(TRUTH, GRAPHS, DATA)


@pytest.mark.parametrize("call", ["claims", "falsify", "judge"])
def test_notes_are_in_all_results(call):
    wide = DATA.assign(D=1.0)
    with pytest.warns(contsid.ContsidWarning, match=r"ignored columns \(no such node\): D") as caught:
        if call == "claims":
            found = contsid.compare([*TRUTH.edges, ("U", "A")], {"dag": TRUTH}, wide, latents=["U"])
        elif call == "falsify":
            found = contsid.falsify(TRUTH, wide)
        else:
            found = contsid.judge(TRUTH, wide, {"A": wide - 2})
    note = "ignored columns (no such node): D"
    assert len(caught) == 1 and caught[0].filename == __file__ and note in found.notes
    assert f"note: {note}" in repr(found) and f"<p>note: {note}</p>" in found._repr_html_()
    assert note in found.to_dict()["notes"]


def test_results_are_dictionaries_for_json(tmp_path):
    files = {name: tmp_path / f"{name}.csv" for name in ("truth", "reversed", "open")}
    for name, path in files.items():
        (TRUTH if name == "truth" else contsid.as_graph(GRAPHS[name])).save(path)
    DATA.to_csv(tmp_path / "data.csv", index=False, float_format="%.17g")
    learnt = [str(files["reversed"]), str(files["open"])]
    answer = command_line("compare", files["truth"], *learnt, "--data", tmp_path / "data.csv", "--joint", 2, "--json")
    ranking = contsid.compare(files["truth"], {path: path for path in learnt}, tmp_path / "data.csv", joint=2)
    theirs, ours = json.loads(answer.stdout), json.loads(json.dumps(ranking.to_dict()))
    assert {key: ours[key] for key in theirs if key != "files"} == {
        key: value for key, value in theirs.items() if key != "files"
    }
    alone = ranking[learnt[0]]
    results = [alone, alone.sid, alone.contsid, alone.crossfit, *alone.details["aid"].values(), alone.details["shd"]]
    results += [ranking[learnt[1]].crossfit, ranking[learnt[1]].contsid]
    results.append(contsid.study({"empty": "empty"}, nodes=3, graphs=1, progress=False))
    for result in results:
        assert json.loads(json.dumps(result.to_dict(), allow_nan=False))


def test_numbers_in_texts_are_numbers():
    assert f"{contsid.sid(TRUTH, GRAPHS['reversed'])}" == "3" and str(contsid.shd(TRUTH, TRUTH)) == "0"
    bounds = contsid.sid(TRUTH, GRAPHS["open"])
    assert f"{bounds} {bounds.value:.2f} {bounds:03d}" == "[0, 6] [0.00, 6.00] [000, 006]"
    effect = contsid.interventional_embedding(TRUTH, DATA, "A", "B")
    assert repr(effect.at(0.0)).startswith("Embedding(60 observations, norm 0.")


def test_pictures_of_a_perfect_graph_start_at_zero():
    ranking = contsid.compare(TRUTH, {"same": TRUTH, "also": TRUTH}, DATA)
    for axis in ranking.plot().axes:
        assert axis.get_xlim() == (0.0, 1.0)
    picture = ranking.best.plot().axes[0].images[0]
    assert picture.get_clim() == (0.0, 1.0)


TYPED = """
from pathlib import Path

import contsid
import numpy as np
from typing_extensions import assert_type

truth = contsid.as_graph([("A", "B")])
data = contsid.simulate(3, 40).data
assert_type(contsid.compare(truth, truth, threads=1), contsid.Comparison)
assert_type(contsid.compare(truth, [("A", "B")]), contsid.Comparison)
assert_type(contsid.compare(truth, [("A", "--", "B"), ("B", "C")]), contsid.Comparison)
assert_type(contsid.compare(truth, [[0, 1], [0, 0]]), contsid.Comparison)
assert_type(contsid.compare(truth, np.zeros((2, 2))), contsid.Comparison)
assert_type(contsid.compare(truth, "learnt.csv"), contsid.Comparison)
assert_type(contsid.compare(truth, Path("learnt.csv")), contsid.Comparison)
assert_type(contsid.compare(truth, {"PC": truth}, data), contsid.Ranking)
assert_type(contsid.compare(truth, [truth, truth]), contsid.Ranking)
assert_type(contsid.compare(truth, [np.zeros((2, 2))]), contsid.Ranking)
assert_type(contsid.compare(truth, [[("A", "B")], [("B", "A")]]), contsid.Ranking)
assert_type(contsid.compare(truth, [Path("pc.csv"), Path("ges.csv")]), contsid.Ranking)
assert_type(contsid.sid(truth, truth), contsid.Sid)
estimation = contsid.Estimation(kernel={"A": "laplace"}, bandwidth="median", lambda_="loo", estimator="centred")
parts = contsid.Parts(rows=500, guide="linear")
contsid.compare(truth, truth, data, estimation=estimation, crossfit=parts, shd={"of": "classes"})
"""

TYPOS = {
    'contsid.Estimation(estimator="plian")': "plian",
    'contsid.Estimation(kernel={"A": "gauss"})': "gauss",
    'contsid.Parts(guide="cubic")': "cubic",
    'contsid.compare([("A", "B")], [("A", "B")], undirected="bonds")': "compare",
    'contsid.compare([("A", "B")], [("A", "B")], estimator="plain")': "compare",
    'contsid.sid([("A", "B")], [("A", "B")], undirected="bonds")': "bonds",
    'contsid.as_graph([[0]], edge_direction="up")': "up",
    'contsid.make_scorer([("A", "B")], "aid_oset")': "aid_oset",
    'contsid.falsify([("A", "B")], {"A": [0.0]}, test="fischer-z")': "fischer-z",
    'contsid.sort_n_regress({"A": [0.0]}, sort_by="variances")': "variances",
    'contsid.simulate(3, 5, noise="gauss")': "gauss",
}
CHECKERS = {"mypy": ["-m", "mypy", "--strict"], "pyright": ["-m", "pyright", "--pythonpath", sys.executable]}


@pytest.mark.parametrize("checker", CHECKERS)
def test_types(checker, tmp_path):
    """What is right passes, and each typo is found in its line."""
    (tmp_path / "right.py").write_text(TYPED)
    (tmp_path / "wrong.py").write_text("import contsid\n" + "".join(f"{line}\n" for line in TYPOS))
    run = [sys.executable, *CHECKERS[checker]]
    passed = subprocess.run([*run, "right.py"], capture_output=True, text=True, cwd=tmp_path)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    found = subprocess.run([*run, "wrong.py"], capture_output=True, text=True, cwd=tmp_path).stdout
    for number, word in enumerate(TYPOS.values(), 2):
        lines = [line for line in found.splitlines() if f"wrong.py:{number}:" in line]
        assert "error" in " ".join(lines), (number, word, found)


def test_all_results_are_dictionaries_and_tables_for_notebooks():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ranking = contsid.compare(TRUTH, GRAPHS, DATA, joint=2)
        two = {"same": TRUTH, "reversed": GRAPHS["reversed"]}
        hidden = contsid.compare([*TRUTH.edges, ("U", "A"), ("U", "C")], two, DATA, latents=["U"])
        judged = contsid.judge(GRAPHS, DATA, {"A": DATA})
        falsified = contsid.falsify(GRAPHS, DATA)
        stable = contsid.stability(["ges"], DATA, resamples=3, progress=False)
    shown = [ranking, ranking["open"], hidden, hidden["same"], judged, judged["same"], falsified, falsified["same"]]
    shown += [stable, contsid.study({"empty": "empty"}, nodes=3, graphs=1, progress=False)]
    for result in shown:
        assert "<td>" in result._repr_html_(), type(result)
    joint = ranking["open"].joint
    assert joint.to_dict()["mean"] == {"lower": joint.mean.lower, "upper": joint.mean.upper}
    assert len(joint.to_dict()["pairs"]) == len(joint.pairs)
    claims = hidden["reversed"].claims
    assert claims.to_dict()["adjust"]["wrong"] == claims.adjust.wrong
    for result in [*shown, stable["ges"], joint, ranking["same"].joint, claims]:
        assert json.loads(json.dumps(result.to_dict(), allow_nan=False)), type(result)
    for result in (ranking, ranking["open"], hidden, hidden["same"], judged, falsified, stable):
        assert result.to_html().startswith("<!doctype html>"), type(result)
