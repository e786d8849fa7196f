"""Graphs of which causes may be hidden: read from other packages, and compared by what they claim about effects."""

import json
import pickle

import contsid
import networkx
import numpy as np
import pandas
import pytest
from support import ROOT

PAG = [("A", "o->", "X"), ("B", "o->", "X"), ("X", "->", "Y")]
CONFOUNDED = [("U", "X"), ("U", "Y"), ("A", "X"), ("B", "Y")]
OF_CONFOUNDED = {("A", "o->", "X"), ("X", "<->", "Y"), ("B", "o->", "Y")}
OPPOSITE = {"->": "<-", "<-": "->", "o->": "<-o", "<-o": "o->", "<->": "<->", "o-o": "o-o"}


def edges_of(graph):
    """The edges, each in the direction in which its names are sorted."""
    return {(a, arrow, b) if a < b else (b, OPPOSITE[arrow], a) for a, arrow, b in graph.edges}


def assert_is(graph, expected):
    wanted = {(a, arrow, b) if a < b else (b, OPPOSITE[arrow], a) for a, arrow, b in expected}
    assert edges_of(graph) == wanted, graph


def vectors():
    return json.loads((ROOT / "tests" / "vectors" / "pag" / "public.json").read_text())["cases"]


def marks_as_pcalg(marks, names):
    codes = {0: 0, "o": 1, "A": 2, "T": 3}
    return pandas.DataFrame([[codes[mark] for mark in row] for row in marks], index=names, columns=names)


def test_another_program_finds_the_same_mistakes():
    for case in vectors():
        names = [f"N{node}" for node in range(len(case["dag"]))]
        truth = pandas.DataFrame(case["dag"], index=names, columns=names)
        observed = [names[node] for node in case["observed"]]
        hidden = [name for name in names if name not in observed]
        for learnt in case["learnt"]:
            graph = contsid.as_graph(marks_as_pcalg(learnt["marks"], observed), encoding="pcalg-pag")
            found = contsid.compare(truth, graph, latents=hidden)
            expected = learnt["against_truth"]
            assert found.claims.none._asdict() == expected["none"]
            assert found.claims.adjust._asdict() == expected["adjust"]
            assert found.claims.open._asdict() == expected["open"]
            assert found.claims.mistakes == expected["mistakes"]
            pairs = [(observed[a], observed[b], claim) for a, b, claim in expected["mistaken_pairs"]]
            assert found.claims.mistaken_pairs == pairs
            assert found.marks.differing == learnt["differing_marks_from_true_pag"]
            frame = found.claims.pairs
            assert len(frame) == len(observed) * (len(observed) - 1)
            assert [*zip(frame.treatment, frame.outcome, frame.claim)] != [] and frame.mistaken.sum() == len(pairs)


def test_claims_are_a_frame():
    frame = contsid.claims(PAG)
    assert list(frame.columns) == ["treatment", "outcome", "claim", "adjustment", "why"]
    found = {(row.treatment, row.outcome): row for row in frame.itertuples()}
    assert len(found) == 12
    assert (found["X", "Y"].claim, found["X", "Y"].adjustment) == ("adjust", ["A", "B"])
    assert found["X", "Y"].why == "adjusting for A, B blocks every other path"
    assert (found["A", "X"].claim, found["A", "X"].adjustment) == ("open", None)
    assert "A o-> X is not visible" in found["A", "X"].why
    assert found["Y", "X"].claim == "none"
    assert set(contsid.claims(CONFOUNDED, latents=["U"]).query("treatment == 'X'").claim) == {"none"}
    assert set(contsid.claims([("A", "B")]).claim) == {"adjust", "none"}


def test_graphs_of_causal_learn():
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode
    from causallearn.search.ConstraintBased.FCI import fci

    nodes = {name: GraphNode(name) for name in "ABXY"}
    graph = GeneralGraph(list(nodes.values()))
    for a, b, near, far in [("A", "X", "CIRCLE", "ARROW"), ("B", "X", "CIRCLE", "ARROW"), ("X", "Y", "TAIL", "ARROW")]:
        graph.add_edge(Edge(nodes[a], nodes[b], Endpoint[near], Endpoint[far]))
    assert_is(contsid.as_graph(graph), PAG)
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 2000))
    x = a + b + rng.normal(size=2000)
    found = fci(np.column_stack([a, b, x]), show_progress=False)
    read = contsid.as_graph(found)
    assert not read.is_named and read.edges == [("X1", "o->", "X3"), ("X2", "o->", "X3")]


def test_graphs_of_pywhy_and_pgmpy():
    import pywhy_graphs
    from pgmpy import base

    pag = pywhy_graphs.PAG()
    pag.add_nodes_from("ABXY")
    for a, b in [("A", "X"), ("B", "X")]:
        pag.add_edge(a, b, pag.directed_edge_name)
        pag.add_edge(b, a, pag.circle_edge_name)
    pag.add_edge("X", "Y", pag.directed_edge_name)
    assert_is(contsid.as_graph(pag), PAG)
    mixed = pywhy_graphs.ADMG()
    mixed.add_nodes_from("ABXY")
    for a, b in [("A", "X"), ("B", "Y")]:
        mixed.add_edge(a, b, mixed.directed_edge_name)
    mixed.add_edge("X", "Y", mixed.bidirected_edge_name)
    confounded = base.ADMG(directed_ebunch=[("A", "X"), ("B", "Y")], bidirected_ebunch=[("X", "Y")])
    hidden = base.DAG(CONFOUNDED, latents={"U"})
    ancestral = base.MAG([("A", "X", "-", ">"), ("X", "Y", ">", ">"), ("B", "Y", "-", ">")])
    for graph in (mixed, confounded, hidden, ancestral):
        read = contsid.as_graph(graph)
        assert sorted(read.nodes) == ["A", "B", "X", "Y"]
        assert_is(read.to_pag(), OF_CONFOUNDED)


def test_hidden_nodes_of_dowhy_and_networkx():
    graph = networkx.DiGraph(CONFOUNDED)
    graph.nodes["U"]["observed"] = "no"
    read = contsid.as_graph(graph)
    assert (read.hidden_count, len(read), "U" in read) == (1, 4, False)
    assert_is(read.to_pag(), OF_CONFOUNDED)
    assert repr(read) == "HiddenGraph(4 observed and 1 hidden nodes, 4 edges)"


def test_models_of_dowhy():
    """What a model has no data for is hidden."""
    from dowhy import CausalModel

    data = pandas.DataFrame(np.random.default_rng(1).normal(size=(20, 4)), columns=list("ABXY"))
    model = CausalModel(data, treatment="X", outcome="Y", graph=networkx.DiGraph(CONFOUNDED))
    read = contsid.as_graph(model)
    assert (read.hidden_count, sorted(read.nodes)) == (1, ["A", "B", "X", "Y"])
    assert_is(read.to_pag(), OF_CONFOUNDED)
    assert contsid.compare(model, OF_CONFOUNDED).claims.mistakes == 0


def test_matrices_need_their_encoding():
    matrix = np.array([[0, 0, 2], [0, 0, 2], [1, 1, 0]])
    for cells, encoding in [(matrix, "pcalg-pag"), (np.array([[0, 0, 2], [0, 0, 2], [1, 1, 0]]), "endpoints")]:
        read = contsid.as_graph(cells, encoding=encoding, names=list("ABC"))
        assert_is(read, {("A", "o->", "C"), ("B", "o->", "C")})
    with pytest.raises(contsid.GraphError):
        contsid.as_graph(matrix)


def test_graphs_are_written_pickled_and_equal(tmp_path):
    graph = contsid.as_graph(PAG)
    for name in ("pag.txt", "pag.dagitty", "pag.tetrad", "pag.dot"):
        graph.save(tmp_path / name)
        assert contsid.as_graph(tmp_path / name) == graph
    graph.save(tmp_path / "pag.csv", encoding="pcalg-pag")
    assert contsid.as_graph(tmp_path / "pag.csv", encoding="pcalg-pag") == graph
    with pytest.raises(contsid.GraphError, match="cannot hold marks"):
        graph.save(tmp_path / "pag.json")
    assert pickle.loads(pickle.dumps(graph)) == graph
    assert str(graph).startswith("pag {") and '"A" @-> "X"' in str(graph)
    assert repr(graph) == "HiddenGraph(4 nodes, 3 edges with marks)"


def test_what_cannot_take_them_says_so():
    graph = contsid.as_graph(PAG)
    dag = [("A", "X"), ("B", "X"), ("X", "Y")]
    for call in (contsid.sid, contsid.shd, contsid.aid):
        with pytest.raises(contsid.GraphError, match="marks or hidden nodes"):
            call(graph, dag)
    data = pandas.DataFrame(np.random.default_rng(1).normal(size=(50, 4)), columns=list("ABXY"))
    with pytest.raises(contsid.GraphError, match="marks or hidden nodes"):
        contsid.falsify(graph, data)
    with pytest.raises(contsid.OptionError, match="joint: such interventions are compared only if no graph has marks"):
        contsid.compare(graph, dag, data, joint=2)
    with pytest.raises(contsid.GraphError, match="cannot have a tail at A"):
        contsid.claims([("A", "->", "X"), ("B", "o->", "X"), ("A", "o-o", "B")])


def test_ranking_by_mistakes_with_data(tmp_path):
    rng = np.random.default_rng(2)
    u, a, b = rng.normal(size=(3, 300))
    x, y = a + u + 0.5 * rng.normal(size=300), b + u + 0.5 * rng.normal(size=300)
    data = pandas.DataFrame({"A": a, "B": b, "X": x, "Y": y})
    graphs = {"dag": [("A", "X"), ("X", "Y"), ("B", "Y")], "pag": sorted(OF_CONFOUNDED)}
    found = contsid.compare(CONFOUNDED, graphs, data, latents=["U"])
    assert list(found) == ["pag", "dag"] and found.ranked_by == "mistakes"
    assert found.best.claims.mistakes == 0 and found["dag"].claims.mistaken_pairs == [("X", "Y", "adjust")]
    assert found["dag"].crossfit.value > 5 * found["dag"].crossfit.error and found["pag"].contsid == 0.0
    assert found["pag"].not_comparable == 2
    frame = found["dag"].claims.pairs.set_index(["treatment", "outcome"])
    assert frame.loc[("X", "Y"), "d"] > 0.2
    assert found.verdict[0] == "Choose pag: 0 mistakes in 12 claims."
    assert list(found.table.mistakes) == [0, 1] and list(found.tiers.tier) == [1, 2]
    assert len(found.table.columns) <= 10 < len(found.full_table.columns) and len(found.pairs) == 24
    assert list(found.relations.relation) == ["better"]
    assert found.to_dict()["comparisons"][1]["claims"]["adjust"] == {"claimed": 4, "wrong": 1}
    found.to_html(tmp_path / "page.html")
    assert "The learnt graph" in (tmp_path / "page.html").read_text()
    assert "Ranking by mistakes" in repr(found) and "mistakes=1" in repr(found["dag"])


def test_the_true_completed_graph_read_as_a_pag_makes_no_mistakes():
    truth = [("A", "B"), ("B", "C"), ("D", "C"), ("C", "E")]
    graph = networkx.DiGraph([*truth, ("U", "A")])
    graph.nodes["U"]["observed"] = "no"
    pag = contsid.as_graph(graph).to_pag()
    assert sorted(pag.nodes) == list("ABCDE")
    assert contsid.compare(truth, pag).claims.mistakes == 0
    unknown = contsid.compare(pag, pag)
    assert unknown.claims.mistakes == 0 and unknown.claims.open.identified is None


def test_experiments_judge_what_they_claim(tmp_path):
    rng = np.random.default_rng(4)

    def rows(count, **fixed):
        a, b = rng.normal(size=(2, count))
        x = fixed.get("X", a + b + rng.normal(size=count))
        return pandas.DataFrame({"A": a, "B": b, "X": x, "Y": x + rng.normal(size=count)})

    data, set_x = rows(200), rows(80, X=rng.normal(size=80))
    graphs = {"pag": PAG, "dag": [("A", "X"), ("B", "X"), ("X", "Y")]}
    found = contsid.judge(graphs, data, {"X": set_x})
    assert found["pag"].pairs.score.equals(found["dag"].pairs.score) and found["pag"].skill > 0.5
    assert found["pag"].not_predicted == 0
    opened = contsid.judge(graphs, data, {"A": data[:80]})
    assert opened["pag"].not_predicted == 2 and list(opened["pag"].experiments.not_identified[0]) == ["X", "Y"]
    found.to_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text().replace("\\u003e", ">")
    assert (page.count(',"o>"]'), page.count(',"->"]')) == (2, 1)
    with pytest.raises(contsid.OptionError, match="sets several variables: graphs with marks"):
        contsid.judge(graphs, data, {("A", "X"): set_x})
    with pytest.raises(contsid.GraphError, match="cannot have a tail at A"):
        contsid.judge([("A", "->", "X"), ("B", "o->", "X"), ("A", "o-o", "B")], data, {"X": set_x})


def test_claims_are_ranked_by_mistakes_only():
    with pytest.raises(contsid.OptionError, match="ranked by their mistakes"):
        contsid.compare([("U", "A"), ("U", "B")], {"dag": [("A", "B")]}, latents=["U"], rank_by="shd")
    assert contsid.compare([("U", "A"), ("U", "B")], {"dag": [("A", "B")]}, latents=["U"])["dag"].claims.mistakes == 1
