"""Graphs and learners of other packages, as these packages make them.

The known graph is A → B ← C, and the columns of the data stand in another order.
"""

import importlib
import importlib.abc
import importlib.machinery
import math
import pickle
import sys
import warnings
from unittest import mock

import contsid
import networkx
import numpy as np
import pandas
import pytest

TRUTH = [("A", "B"), ("C", "B")]
RNG = np.random.default_rng(1)
A, C = RNG.exponential(size=(2, 500))
DATA = pandas.DataFrame({"B": 2 * A + 3 * C + 0.3 * RNG.exponential(size=500), "A": A, "C": C})
VALUES = DATA.to_numpy()
#: What contSID is computed on: fewer rows suffice to name the nodes.
SHORT = DATA.iloc[:40]
#: The truth as a matrix, from row to column, its rows as the columns of the data.
MATRIX = np.array([[0, 0, 0], [1, 0, 0], [1, 0, 0]])

warnings.filterwarnings("ignore")


def assert_is_truth(learnt):
    """Whatever names the learnt graph has or does not have, it is the truth."""
    comparison = contsid.compare(TRUTH, learnt, SHORT)
    assert isinstance(comparison, contsid.Comparison)
    assert (comparison.shd, comparison.sid, comparison.contsid) == (0, 0, 0.0)


def refused(graph, words):
    """Refused by whatever takes graphs without marks only."""
    with pytest.raises(contsid.GraphError, match=words):
        contsid.shd(graph, graph)


class StandIn(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports nothing under the name of torch."""

    def find_spec(self, name, path, target=None):
        return (
            importlib.machinery.ModuleSpec(name, self, is_package=True) if name.partition(".")[0] == "torch" else None
        )

    def create_module(self, spec):
        return mock.MagicMock()

    def exec_module(self, module):
        pass


@pytest.fixture(scope="module")
def castle():
    """gCastle imports torch, which is large, and which its PC and LiNGAM do not use."""
    with mock.patch.object(sys, "meta_path", [StandIn(), *sys.meta_path]):
        import castle.algorithms

        yield castle.algorithms


def test_pgmpy_graphs():
    from pgmpy import base

    assert_is_truth(base.DAG(TRUTH))
    assert_is_truth(base.PDAG(directed_ebunch=TRUTH))
    partial = contsid.as_graph(base.PDAG(directed_ebunch=TRUTH[:1], undirected_ebunch=TRUTH[1:]))
    assert partial.edges == [("A", "B")] and [set(edge) for edge in partial.undirected_edges] == [{"B", "C"}]


def test_hidden_nodes_are_not_taken_as_observed():
    from dowhy import CausalModel
    from pgmpy import base

    confounded = [*TRUTH, ("U", "A"), ("U", "C")]
    refused(base.DAG(confounded, latents={"U"}), "pgmpy DAG with hidden nodes: `U`; every node")
    graph = networkx.DiGraph(confounded)
    refused(CausalModel(DATA, treatment="A", outcome="B", graph=graph), "dowhy CausalModel with hidden nodes: `U`;")
    model = CausalModel(DATA, treatment="A", outcome="B", graph=graph)
    refused(model._graph._graph, "networkx DiGraph with hidden nodes: `U`;")
    assert_is_truth(base.DAG(TRUTH, latents=set()))


def test_pgmpy_mixed_graphs():
    from pgmpy import base

    refused(
        base.ADMG(directed_ebunch=[("A", "B")], bidirected_ebunch=[("B", "C")]),
        "pgmpy ADMG whose edge between `B` and `C` is bidirected",
    )
    assert_is_truth(base.ADMG(directed_ebunch=TRUTH))
    refused(
        base.MAG([("A", "B", "-", ">"), ("B", "C", ">", ">")]), "pgmpy MAG whose edge between `B` and `C` is bidirected"
    )
    assert_is_truth(base.MAG([("A", "B", "-", ">"), ("B", "C", ">", "-")]))


@pytest.mark.parametrize("learner", ["PC", "GES"])
def test_pgmpy_learners(learner):
    from pgmpy import causal_discovery

    model = getattr(causal_discovery, learner)(**({"show_progress": False} if learner == "PC" else {}))
    refused(model, "fit it to data first")
    assert_is_truth(model.fit(DATA))


def test_causal_learn_graphs():
    from causallearn.graph.Dag import Dag
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    nodes = {name: GraphNode(name) for name in "BAC"}
    dag = Dag(list(nodes.values()))
    for cause, effect in TRUTH:
        dag.add_directed_edge(nodes[cause], nodes[effect])
    assert_is_truth(dag)
    graph = GeneralGraph(list(nodes.values()))
    graph.add_edge(Edge(nodes["A"], nodes["B"], Endpoint.TAIL, Endpoint.ARROW))
    graph.add_edge(Edge(nodes["C"], nodes["B"], Endpoint.TAIL, Endpoint.TAIL))
    assert contsid.as_graph(graph).edges == [("A", "B")] and len(contsid.as_graph(graph).undirected_edges) == 1
    graph.add_edge(Edge(nodes["A"], nodes["C"], Endpoint.ARROW, Endpoint.ARROW))
    refused(graph, "bidirected")


def test_causal_learn_learners():
    from causallearn.search.ConstraintBased.PC import pc
    from causallearn.search.PermutationBased.GRaSP import grasp
    from causallearn.search.ScoreBased.GES import ges

    assert_is_truth(pc(VALUES, show_progress=False))
    assert_is_truth(pc(VALUES, show_progress=False, node_names=list(DATA.columns)))
    assert_is_truth(ges(VALUES))
    assert_is_truth(grasp(VALUES))
    assert contsid.as_graph(pc(VALUES, show_progress=False)).nodes == ["X1", "X2", "X3"]
    assert set(contsid.compare(TRUTH, {"G": ges(VALUES)["G"], "other": TRUTH}, SHORT)) == {"G", "other"}


def test_causal_learn_tuples():
    """FCI marks the ends at A and C by circles, which cannot be compared; once they are tails the graph is what it
    is."""
    from causallearn.search.ConstraintBased.FCI import fci
    from causallearn.search.ScoreBased.ExactSearch import bic_exact_search

    found = fci(VALUES, show_progress=False)
    refused(found, "marked by a circle")
    found[0].graph[found[0].graph == 2] = -1
    assert_is_truth(found)
    tree = DATA.assign(B=A + 0.5 * RNG.normal(size=500))
    exact = bic_exact_search(tree[["B", "A"]].to_numpy())
    assert len(contsid.as_graph(exact).edges) == 1
    direction = np.zeros((3, 3))
    direction[1, 0] = direction[2, 0] = 1.0
    assert_is_truth((direction, exact[1]))


def test_exact_search_is_from_row_to_column():
    from causallearn.search.ScoreBased.ExactSearch import bic_exact_search

    noise = np.random.default_rng(2).normal(size=(3, 2000))
    matrix, _ = found = bic_exact_search(np.column_stack([noise[0] + noise[1] + 0.3 * noise[2], noise[0], noise[1]]))
    assert matrix.sum() == 2
    assert_is_truth(found)


def test_ges_package():
    import ges

    assert_is_truth(ges.fit_bic(VALUES))


@pytest.mark.parametrize("module", ["lingam", "causallearn.search.FCMBased.lingam"])
@pytest.mark.parametrize("learner", ["DirectLiNGAM", "ICALiNGAM"])
def test_lingam(module, learner):
    model = getattr(importlib.import_module(module), learner)(random_state=1)
    refused(model, "fit it to data first")
    model.fit(DATA)
    assert_is_truth(model)
    graph = contsid.as_graph(model, names=["B", "A", "C"], threshold=2.5)
    assert graph.edges == [("C", "B")]
    for option in ({"encoding": "endpoints"}, {"edge_direction": "column-to-row"}):
        with pytest.raises(contsid.OptionError, match="no effect"):
            contsid.as_graph(model, **option)
    matrix = contsid.as_graph(model.adjacency_matrix_, edge_direction="column-to-row", threshold=0.1)
    assert_is_truth(matrix)


def test_lingam_of_time_series_and_latent_confounders():
    import lingam

    refused(lingam.VARLiNGAM().fit(DATA), "several matrices")
    model = lingam.RCD()
    model.fit(DATA)
    model._adjacency_matrix = np.array([[0, np.nan, 3], [np.nan, 0, 0], [0, 0, 0]])
    refused(model, "latent confounders")


@pytest.mark.parametrize("learner", ["PC", "DirectLiNGAM"])
def test_gcastle(castle, learner):
    refused(getattr(castle, learner)(), "fit it to data first")
    for columns in (None, list(DATA.columns)):
        model = getattr(castle, learner)()
        model.learn(VALUES, columns=columns)
        assert_is_truth(model)
        assert_is_truth(model.causal_matrix)
        assert contsid.as_graph(model).is_named == (columns is not None)


def test_pywhy_graphs():
    import pywhy_graphs

    graph = pywhy_graphs.CPDAG(incoming_directed_edges=networkx.DiGraph(TRUTH))
    assert_is_truth(graph)
    partial = pywhy_graphs.CPDAG(networkx.DiGraph(TRUTH[:1]), networkx.Graph(TRUTH[1:]))
    assert len(contsid.as_graph(partial).undirected_edges) == 1
    mixed = pywhy_graphs.ADMG(networkx.DiGraph(TRUTH))
    assert_is_truth(mixed)
    mixed.add_edge("A", "C", mixed.bidirected_edge_name)
    refused(mixed, "pywhy-graphs ADMG whose edge between `A` and `C` is bidirected")


def test_pywhy_pag():
    import pywhy_graphs

    pag = pywhy_graphs.PAG(networkx.DiGraph(TRUTH))
    assert_is_truth(pag)
    pag.add_edge("B", "A", pag.circle_edge_name)
    refused(pag, "pywhy-graphs PAG whose edge between .* is marked by a circle")


def test_pywhy_time_series():
    from pywhy_graphs.classes.timeseries import StationaryTimeSeriesDiGraph

    graph = StationaryTimeSeriesDiGraph(max_lag=1)
    graph.add_edge(("A", -1), ("B", 0))
    refused(graph, "time series")


def test_dowhy():
    from dowhy import CausalModel, gcm

    assert_is_truth(CausalModel(DATA, treatment="A", outcome="B", graph=networkx.DiGraph(TRUTH)))
    assert_is_truth(gcm.StructuralCausalModel(networkx.DiGraph(TRUTH)))
    assert_is_truth(gcm.InvertibleStructuralCausalModel(networkx.DiGraph(TRUTH)))


def test_igraph():
    import igraph

    graph = igraph.Graph(edges=[(1, 0), (2, 0)], directed=True)
    assert_is_truth(graph)
    graph.vs["name"] = list(DATA.columns)
    assert_is_truth(graph)
    assert len(contsid.as_graph(graph.as_undirected()).undirected_edges) == 2


def test_rustworkx():
    import rustworkx

    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(list(DATA.columns))
    graph.add_edges_from_no_data([(1, 0), (2, 0)])
    assert_is_truth(graph)
    bare = rustworkx.PyDAG()
    bare.add_nodes_from([None] * 3)
    bare.add_edges_from_no_data([(1, 0), (2, 0)])
    assert_is_truth(bare)
    assert len(contsid.as_graph(graph.to_undirected()).undirected_edges) == 2


def test_dot():
    import graphviz
    import pydot

    text = "digraph { B; A -> B; C -> B }"
    assert_is_truth(pydot.graph_from_dot_data(text)[0])
    assert_is_truth(graphviz.Source(text))
    drawing = graphviz.Digraph()
    drawing.edges(["AB", "CB"])
    assert_is_truth(drawing)


def test_bnlearn(capsys):
    import bnlearn

    assert_is_truth(bnlearn.make_DAG(TRUTH))
    binary = (DATA.median() < DATA).astype(int)
    learnt = bnlearn.structure_learning.fit(binary, methodtype="hc")
    assert set(contsid.as_graph(learnt).nodes) == {"A", "B", "C"}
    capsys.readouterr()


@pytest.mark.parametrize("kind", ["csr_matrix", "csc_matrix", "coo_matrix", "csr_array"])
def test_scipy(kind, tmp_path):
    import scipy.io
    import scipy.sparse

    matrix = getattr(scipy.sparse, kind)(MATRIX)
    assert_is_truth(matrix)
    scipy.io.mmwrite(tmp_path / "graph.mtx", matrix)
    assert_is_truth(tmp_path / "graph.mtx")
    assert_is_truth(str(tmp_path / "graph.mtx"))


def test_a_cell_that_is_stored_twice_is_refused():
    """scipy adds the two: the cell would be 2, an undirected edge."""
    import scipy.sparse

    doubled = scipy.sparse.coo_matrix(([1, 1, 1], ([1, 1, 2], [0, 0, 0])), shape=(3, 3))
    lines = scipy.sparse.csr_matrix(([1, 1, 1], [0, 0, 0], [0, 0, 2, 3]), shape=(3, 3))
    for matrix in (doubled, lines):
        refused(matrix, "stores a cell more than once")
    assert len(contsid.as_graph(lines, threshold=0.5).edges) == 2
    assert lines.nnz == 3


def test_doubled_and_bidirected_edges_of_networkx():
    refused(networkx.MultiDiGraph([*TRUTH, TRUTH[0]]), "`A` and `B` is there twice")
    assert_is_truth(networkx.MultiDiGraph(TRUTH))
    red = networkx.DiGraph()
    red.add_edges_from([(0, 1), (1, 0)], color="r")
    red.add_edge(1, 2, color="b")
    refused(red, "nx_graph, whose red edge between `0` and `1` is bidirected")
    red.edges[1, 0]["color"] = red.edges[0, 1]["color"] = "g"
    assert contsid.as_graph(red).undirected_edges == [("0", "1")]


def test_a_lone_two_is_noted_and_other_marks_are_refused():
    two = np.array([[0, 2], [0, 0]])
    graph = contsid.as_graph(two)
    assert graph.undirected_edges == [("V1", "V2")]
    assert "as gadjid writes it" in graph.notes[0]
    assert pickle.loads(pickle.dumps(graph)).notes == graph.notes
    assert contsid.compare(two, two).notes == [
        f"{source}: {graph.notes[0]}" for source in ("the truth", "the learnt graph")
    ]
    for cells in ([[0, 2], [1, 0]], [[0, 2], [2, 0]], [[0, -1], [0, 0]]):
        refused(np.array(cells), "the pair `V1`, `V2` holds")


def test_matrices_of_every_kind():
    assert_is_truth(MATRIX)
    assert_is_truth(MATRIX.tolist())
    assert_is_truth(pandas.DataFrame(MATRIX, DATA.columns, DATA.columns))
    assert_is_truth(pandas.DataFrame(MATRIX))
    assert_is_truth(networkx.DiGraph(TRUTH))


def test_attributes_of_networkx_say_more_than_edges():
    """What hides a node, or tells the type of an edge, is read; before, it was passed over."""
    hidden = ({"observed": "no"}, {"observed": False}, {"latent": True}, {"label": "Unobserved Confounders"})
    for attributes in hidden:
        graph = networkx.DiGraph([("U", "A"), ("U", "B")])
        graph.add_node("U", **attributes)
        read = contsid.as_graph(graph)
        assert (read.hidden_count, sorted(read.nodes)) == (1, ["A", "B"])
    graph = networkx.DiGraph([("A", "B")])
    graph.add_edge("B", "C", type="bidirected")
    assert set(contsid.as_graph(graph).edges) == {("A", "->", "B"), ("B", "<->", "C")}
    graph.edges["B", "C"]["type"] = "undirected"
    assert contsid.as_graph(graph).undirected_edges == [("B", "C")]
    graph.edges["B", "C"]["type"] = "causal"
    assert contsid.as_graph(graph).edges == [("A", "B"), ("B", "C")]


def test_weights_of_networkx_are_no_undirected_edges():
    for edges in ([("A", "B", 0.001), ("B", "A", 0.9)], [("A", "B", 0)], [("A", "B", math.nan)]):
        graph = networkx.DiGraph()
        graph.add_weighted_edges_from(edges)
        with pytest.raises(contsid.GraphError, match="pass the matrix of weights"):
            contsid.as_graph(graph)
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from([("A", "B", 0.001), ("B", "C", 0.9)])
    assert contsid.as_graph(graph).edges == [("A", "B"), ("B", "C")]


def test_doubled_edges_and_types_of_other_packages():
    import igraph
    import rustworkx

    doubled = igraph.Graph(directed=True)
    doubled.add_vertices(["A", "B"])
    doubled.add_edges([("A", "B"), ("A", "B")])
    other = rustworkx.PyDiGraph()
    nodes = [other.add_node("A"), other.add_node("B")]
    other.add_edge(*nodes, None)
    other.add_edge(*nodes, None)
    for graph in (doubled, other):
        with pytest.raises(contsid.GraphError, match="by the same edge twice; keep one"):
            contsid.as_graph(graph)
    typed = igraph.Graph(directed=True)
    typed.add_vertices(["A", "B"])
    typed.add_edges([("A", "B")])
    typed.es["type"] = "bidirected"
    with pytest.raises(contsid.GraphError, match="between `A` and `B` is bidirected by its attribute"):
        contsid.as_graph(typed)
    named = rustworkx.PyDiGraph()
    named.add_edge(named.add_node({"name": "A"}), named.add_node({"name": "B"}), None)
    with pytest.raises(contsid.GraphError, match="is a dict; give each node one name"):
        contsid.as_graph(named)


def test_masked_cells_are_no_edges():
    matrix = np.ma.masked_array([[0, 1], [1, 0]], [[0, 0], [1, 0]])
    with pytest.raises(contsid.GraphError, match="cells of the matrix are masked"):
        contsid.as_graph(matrix)
    assert contsid.as_graph(matrix.filled(0)).edges == [("V1", "V2")]
    with pytest.raises(contsid.TableError, match="NaN"):
        contsid.as_table(np.ma.masked_array(np.eye(3), np.eye(3) > 0))


def test_sets_of_edges_have_an_order():
    edges = [(f"N{a}", f"N{b}") for b in range(8) for a in range(b)]
    graphs = [contsid.as_graph(kind(edges)) for kind in (list, set, frozenset)]
    assert graphs[1].nodes == graphs[2].nodes == graphs[0].nodes
