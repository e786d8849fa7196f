"""Stability: the same numbers as the command line, from Python and from functions."""

import json
import pickle

import contsid
import pandas
import pytest
from support import command_line

OPTIONS = {"resamples": 12, "seed": 3, "progress": False}


@pytest.fixture(scope="module")
def data():
    return contsid.simulate(5, 120, seed=4, noise="gaussian").data


@pytest.fixture(scope="module")
def found(data):
    return contsid.stability(["pc", "ges"], data, **OPTIONS)


def test_the_command_line_finds_the_same(data, found, tmp_path):
    data.to_csv(tmp_path / "data.csv", index=False)
    path = tmp_path / "data.csv"
    printed = json.loads(command_line("stability", "pc", "ges", path, "--resamples", 12, "--seed", 3, "--json").stdout)
    # The command line also notes how it read the file.
    assert {**printed, "notes": found.notes} == found.to_dict()


def test_support_is_that_of_the_graphs(data):
    """The graphs of a function that remembers what it returned, counted by hand."""
    import networkx

    returned = []

    def learner(rows):
        graph = networkx.DiGraph()
        graph.add_nodes_from(rows.columns)
        graph.add_edges_from([("V1", "V2"), ("V2", "V3")] if rows["V1"].mean() > 0 else [("V2", "V1")])
        returned.append(graph)
        return graph

    one = contsid.stability({"mine": learner}, data, n_jobs=1, **OPTIONS)["mine"]
    # All rows come first.
    resampled = returned[1:]
    assert one.graphs == len(resampled) == 12
    causes = one.ancestry.set_index(["from", "to"])["support"].to_dict()
    nodes = list(data.columns)
    for a in nodes:
        for b in nodes:
            share = sum(a != b and networkx.has_path(graph, a, b) for graph in resampled) / 12
            assert causes.get((a, b), 0.0) == pytest.approx(share)
    forward = sum(graph.has_edge("V1", "V2") for graph in resampled) / 12
    first = one.support.set_index(["from", "to"]).loc[("V1", "V2")]
    assert (first["adjacency"], first["forward"]) == (1.0, pytest.approx(forward))


def test_results_are_shown_saved_and_pickled(found, tmp_path):
    assert list(found) == ["pc", "ges"] and found["pc"].graphs == 12
    assert isinstance(found.table, pandas.DataFrame) and list(found.table.index) == ["pc", "ges"]
    assert repr(found).count("\n") == 1 and "<table>" in found._repr_html_()
    assert pickle.loads(pickle.dumps(found)) == found
    found.to_html(tmp_path / "page.html")
    assert "Stability of 2 learners" in (tmp_path / "page.html").read_text()
    assert found["pc"].contsid is None and repr(found["pc"]).startswith("Stability(")


def test_contsid_is_compared_if_asked(data):
    one = contsid.stability(["ges"], data, contsid=3, **OPTIONS)["ges"]
    assert one.contsid["between"]["count"] == 3 and one.contsid["between"]["mean"] >= 0


def test_groups_are_drawn_together(data):
    groups = [row // 10 for row in range(len(data))]
    sizes = []
    labelled = data.assign(V5=groups)

    def learner(rows):
        sizes.append(rows["V5"].value_counts().unique().tolist())
        return []

    contsid.stability({"mine": learner}, labelled, groups=groups, n_jobs=1, **OPTIONS)
    assert sizes == [[10]] * 13


def test_what_was_begun_is_continued(data, tmp_path):
    folder = tmp_path / "study"
    contsid.stability(["pc"], data, output=folder, **{**OPTIONS, "resamples": 4})
    more = contsid.stability(["pc"], data, output=folder, resume=True, **OPTIONS)
    assert more == contsid.stability(["pc"], data, **OPTIONS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"share": 1.0}, "share is 1.0: it must be above 0 and below 1"),
        ({"resamples": 0}, "resamples is 0"),
        ({"groups": [1, 2]}, "groups has 2 labels for 120 rows"),
    ],
)
def test_wrong_options_are_named(data, options, message):
    with pytest.raises(contsid.OptionError, match=message):
        contsid.stability(["pc"], data, progress=False, **options)
