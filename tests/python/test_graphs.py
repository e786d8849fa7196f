"""Graphs of every kind that people have."""

import pickle
import subprocess
import sys

import contsid
import networkx
import numpy as np
import pandas
import polars
import pytest

NAMES = ["rain", "sprinkler", "wet"]
EDGES = [("rain", "sprinkler"), ("rain", "wet"), ("sprinkler", "wet")]
MATRIX = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
EXPECTED = contsid.as_graph(EDGES)


def edges(graph):
    found = contsid.as_graph(graph)
    return set(found.edges), {frozenset(edge) for edge in found.undirected_edges}


@pytest.mark.parametrize("dtype", ["?", "b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "e", "f", "d", "g"])
@pytest.mark.parametrize("order", "CF")
def test_numpy_of_every_dtype(dtype, order):
    graph = contsid.as_graph(np.array(MATRIX, dtype=dtype, order=order), names=NAMES)
    assert graph.edges == EDGES
    backward = contsid.as_graph(
        np.array(MATRIX.T, dtype=dtype, order=order), names=NAMES, edge_direction="column-to-row"
    )
    assert backward.edges == EDGES


IN_PLACE = """
import resource
import numpy as np
import contsid

matrix = np.zeros((4000, 4000), order={order!r})
matrix[0, 1:] = 1
matrix += 0.0  # zeros that were never written take no memory
contsid.as_graph(np.zeros((4, 4)))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert len(contsid.as_graph(matrix).edges) == 3999
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, matrix.nbytes // 1024)
"""


@pytest.mark.parametrize("order", "CF")
def test_matrices_are_read_in_place(order):
    """A copy would need as much memory again."""
    answer = subprocess.run(
        [sys.executable, "-c", IN_PLACE.format(order=order)], capture_output=True, text=True, check=True
    )
    grown, size = map(int, answer.stdout.split())
    assert grown < size / 8


def test_numpy_views_and_objects():
    wide = np.zeros((6, 6), dtype=object)
    wide[::2, ::2] = MATRIX
    assert contsid.as_graph(wide[::2, ::2], names=NAMES).edges == EDGES
    assert contsid.as_graph(MATRIX.tolist(), names=NAMES).edges == EDGES
    assert not contsid.as_graph(MATRIX).is_named
    assert contsid.as_graph(MATRIX).nodes == ["V1", "V2", "V3"]


def test_pandas_is_aligned_by_name():
    frame = pandas.DataFrame(MATRIX, index=NAMES, columns=NAMES)
    shuffled = frame.loc[["wet", "rain", "sprinkler"], ["sprinkler", "wet", "rain"]]
    assert edges(frame) == edges(shuffled) == (set(EDGES), set())
    assert int(contsid.sid(frame, shuffled)) == 0
    assert edges(frame.T.T.reset_index(drop=True)) == (set(EDGES), set())
    with pytest.raises(contsid.GraphError, match="different labels"):
        contsid.as_graph(frame.rename(index={"wet": "dry"}))


def test_polars():
    frame = polars.DataFrame({name: MATRIX[:, place] for place, name in enumerate(NAMES)})
    assert contsid.as_graph(frame).edges == EDGES
    labelled = frame.insert_column(0, polars.Series("node", NAMES))[[2, 0, 1]]
    assert contsid.as_graph(labelled).edges == EDGES


def test_networkx():
    graph = networkx.DiGraph(EDGES)
    assert edges(graph) == (set(EDGES), set())
    graph.add_edge("wet", "rain")
    assert edges(graph)[1] == {frozenset({"rain", "wet"})}
    assert edges(networkx.Graph(EDGES)) == (set(), {frozenset(edge) for edge in EDGES})
    graph = networkx.DiGraph([(0, 1)])
    graph.add_node(2)
    assert contsid.as_graph(graph).nodes == ["0", "1", "2"]


NUMBERED = np.zeros((3, 3))
NUMBERED[2, 0] = NUMBERED[0, 1] = 1


@pytest.mark.parametrize(
    "graph",
    [
        networkx.DiGraph([(2, 0), (0, 1)]),
        networkx.DiGraph([("2", "0"), ("0", "1")]),
        networkx.DiGraph([(np.int64(2), np.int64(0)), (np.int64(0), np.int64(1))]),
        [(2, 0), (0, 1)],
        ["2 -> 0", "0 -> 1"],
        pandas.DataFrame(NUMBERED).iloc[[2, 0, 1], [2, 0, 1]],
    ],
    ids=["networkx", "texts", "numpy", "edges", "arrows", "pandas"],
)
def test_numbered_nodes_are_the_rows_of_a_matrix(graph):
    assert int(contsid.shd(graph, NUMBERED)) == int(contsid.shd(NUMBERED, graph)) == 0
    data = np.random.default_rng(1).normal(size=(20, 3))
    expected = float(contsid.contsid(NUMBERED, NUMBERED.T, data))
    assert expected > 0
    assert float(contsid.contsid(graph, NUMBERED.T, data)) == expected
    shuffled = pandas.DataFrame(data)[[1, 2, 0]]
    assert float(contsid.contsid(graph, NUMBERED.T, shuffled)) == expected
    assert float(contsid.contsid(graph, NUMBERED.T, {number: data[:, number] for number in (1, 2, 0)})) == expected


def test_names_are_for_what_has_none(tmp_path):
    np.save(tmp_path / "graph.npy", MATRIX.astype(float))
    for unnamed in (tmp_path / "graph.npy", contsid.as_graph(MATRIX), MATRIX):
        assert contsid.as_graph(unnamed, names=NAMES).edges == EDGES
        assert int(contsid.shd(contsid.as_graph(unnamed, names=NAMES[::-1]), EXPECTED)) == 3
        for wrong in (NAMES[:2], [*NAMES, "more"], "abc"):
            with pytest.raises(contsid.GraphError, match="names"):
                contsid.as_graph(unnamed, names=wrong)


def test_graphs_are_equal_whatever_they_are_called():
    assert contsid.as_graph(EDGES, source="this") == contsid.as_graph(EDGES, source="that")
    assert contsid.as_graph(MATRIX) != contsid.as_graph(MATRIX, names=["V1", "V2", "V3"])
    assert contsid.as_graph(EDGES) != contsid.as_graph(EDGES[1:], names=NAMES)
    assert contsid.as_graph(MATRIX, names=NAMES) != contsid.as_graph(MATRIX, names=NAMES[::-1])


def test_marks_are_no_weights():
    with pytest.raises(contsid.OptionError, match="threshold"):
        contsid.as_graph(np.zeros((2, 2)), encoding="endpoints", threshold=0.5)


def test_edge_lists():
    mixed = contsid.as_graph(["rain -> wet", ("sprinkler", "--", "wet"), "sprinkler <- rain"])
    assert edges(mixed) == ({("rain", "wet"), ("rain", "sprinkler")}, {frozenset({"sprinkler", "wet"})})
    assert contsid.as_graph([], names=NAMES).nodes == NAMES
    with pytest.raises(contsid.GraphError, match="is no edge"):
        contsid.as_graph([("rain", "to", "wet")])
    assert contsid.as_graph(["A->B", ("B", "wet grass")]).nodes == ["A", "B", "wet grass"]
    for text in ("A -> B C", "A B -> C", "A->B C", "A -> B -> C", "A->B->C"):
        with pytest.raises(contsid.GraphError, match=r"is no edge; write \(\"A\", \"B\"\)"):
            contsid.as_graph([text])
        with pytest.raises(contsid.GraphError, match="is no edge"):
            contsid.compare([("A", "B")], ["A -> B", text])
    with pytest.raises(contsid.GraphError, match="not among the names"):
        contsid.as_graph([("rain", "snow")], names=NAMES)


@pytest.mark.parametrize("extension", ["csv", "tsv", "edges", "dot", "graphml", "json"])
def test_files(extension, tmp_path):
    path = tmp_path / f"graph.{extension}"
    EXPECTED.save(path)
    assert contsid.as_graph(path) == contsid.as_graph(str(path))
    assert set(contsid.as_graph(path).edges) == set(EDGES)
    assert int(contsid.sid(path, EXPECTED)) == 0


def test_pickles():
    for graph in (EXPECTED, contsid.cpdag(EXPECTED), contsid.as_graph(MATRIX)):
        assert pickle.loads(pickle.dumps(graph)) == graph


def test_matrices_survive():
    graph = contsid.as_graph(["A -> B", "B -- C"])
    for direction in ("row-to-column", "column-to-row"):
        again = contsid.as_graph(graph.to_numpy(direction), names=graph.nodes, edge_direction=direction)
        assert (again.edges, again.undirected_edges) == (graph.edges, graph.undirected_edges)
