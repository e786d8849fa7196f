"""Which node is which: by name, or by position where nothing has names, and never by luck."""

import contsid
import networkx
import numpy as np
import pandas
import pytest

TRUTH = [("A", "B"), ("C", "B")]
RNG = np.random.default_rng(1)
A, C = RNG.exponential(size=(2, 60))
#: The columns stand in another order than the edges name the nodes.
DATA = pandas.DataFrame({"B": 2 * A + 3 * C + 0.3 * RNG.exponential(size=60), "A": A, "C": C})
#: The truth, with rows and columns as those of the data.
MATRIX = np.array([[0, 0, 0], [1, 0, 0], [1, 0, 0]])


class Fitted:
    """A learner in the form of scikit-learn."""

    graph_ = MATRIX


def test_columns_name_what_has_no_names():
    assert contsid.compare(TRUTH, MATRIX, DATA).shd == 0
    assert contsid.compare(MATRIX, TRUTH, DATA).shd == 0
    assert contsid.compare(MATRIX, {"one": TRUTH, "two": MATRIX}, DATA).table["shd"].tolist() == [0, 0]
    assert float(contsid.contsid(TRUTH, MATRIX, DATA)) == float(contsid.contsid(MATRIX, TRUTH, DATA)) == 0.0
    assert contsid.compare(MATRIX, MATRIX, DATA).truth.nodes == ["B", "A", "C"]
    effect = contsid.interventional_embedding(MATRIX, DATA, "A", "B")
    assert effect.adjustment == []


@pytest.mark.parametrize(
    "call",
    [
        lambda: contsid.sid(TRUTH, MATRIX),
        lambda: contsid.shd(MATRIX, TRUTH),
        lambda: contsid.aid(TRUTH, MATRIX),
        lambda: contsid.compare(TRUTH, MATRIX),
        lambda: contsid.compare(TRUTH, {"PC": MATRIX}),
        lambda: contsid.why(TRUTH, MATRIX, "A", "B"),
        lambda: contsid.compare(TRUTH, MATRIX, DATA.assign(D=1.0)),
        lambda: contsid.compare(TRUTH, TRUTH, DATA.to_numpy()),
        lambda: contsid.contsid(TRUTH, TRUTH, DATA.to_numpy()),
        lambda: contsid.compare(MATRIX, MATRIX, DATA.assign(D=1.0)),
        lambda: contsid.compare(pandas.DataFrame(MATRIX, DATA.columns, DATA.columns), MATRIX),
        lambda: contsid.sid(networkx.DiGraph([(1, 2), (3, 2)]), MATRIX),
        lambda: contsid.sid([(1, 2), (3, 2)], MATRIX),
        lambda: contsid.make_scorer(TRUTH, "sid")(Fitted(), DATA.to_numpy()),
        lambda: contsid.make_scorer(TRUTH)(Fitted(), DATA.to_numpy()),
        lambda: contsid.interventional_embedding(TRUTH, DATA.to_numpy(), "A", "B"),
    ],
    ids=[
        "sid",
        "shd",
        "aid",
        "compare",
        "several",
        "why",
        "more columns",
        "array",
        "contsid",
        "no names",
        "frame",
        "from one",
        "edges from one",
        "scorer",
        "contsid scorer",
        "embedding",
    ],
)
def test_names_on_one_side_only_are_refused(call):
    with pytest.raises(contsid.AlignmentError, match="names=") as caught:
        call()
    assert "file" not in str(caught.value)


def test_names_say_what_the_rows_are():
    names = list(DATA.columns)
    graph, table = contsid.as_graph(MATRIX, names=names), contsid.as_table(DATA.to_numpy(), names=names)
    assert int(contsid.sid(TRUTH, graph)) == 0
    assert contsid.compare(TRUTH, {"PC": MATRIX}, table).best.contsid == 0.0
    assert contsid.contsid(TRUTH, MATRIX.T, table) == contsid.contsid(TRUTH, MATRIX.T, DATA) > 0
    assert contsid.make_scorer(TRUTH, "contsid", names=names)(Fitted(), DATA.to_numpy()) == 0.0
    assert contsid.make_scorer(TRUTH, "shd", names=names)(Fitted(), DATA.to_numpy()) == 0.0


def test_scorers_read_names_off_the_columns():
    for measure in ("shd", "sid", "aid_optimal", "contsid"):
        assert contsid.make_scorer(TRUTH, measure)(Fitted(), DATA) == 0.0


def test_numbered_nodes_are_positions():
    """Nodes 0, 1, …, p − 1 are the rows of a matrix, and columns of data name them as they do those."""
    numbered = networkx.DiGraph([(1, 0), (2, 0)])
    assert contsid.as_graph(numbered).nodes == ["0", "1", "2"] and not contsid.as_graph(numbered).is_named
    assert int(contsid.sid(numbered, MATRIX)) == 0
    assert contsid.compare(TRUTH, numbered, DATA).shd == 0
    assert int(contsid.shd(TRUTH, contsid.as_graph(numbered, names=["B", "A", "C"]))) == 0


@pytest.mark.parametrize(
    ("option", "value"),
    [("threshold", 0.3), ("edge_direction", "column-to-row"), ("encoding", "endpoints"), ("format", "csv")],
)
@pytest.mark.parametrize(
    "graph", [networkx.DiGraph(TRUTH), TRUTH, contsid.as_graph(TRUTH)], ids=["networkx", "edges", "graph"]
)
def test_options_without_effect_are_refused(graph, option, value):
    with pytest.raises(contsid.OptionError, match=f"{option}= has no effect"):
        contsid.as_graph(graph, **{option: value})


def test_names_without_effect_are_refused(tmp_path):
    frame = pandas.DataFrame(MATRIX, DATA.columns, DATA.columns)
    contsid.as_graph(TRUTH).save(tmp_path / "graph.edges")
    for named in (networkx.DiGraph(TRUTH), frame, contsid.as_graph(TRUTH), tmp_path / "graph.edges"):
        with pytest.raises(contsid.OptionError, match="names= has no effect"):
            contsid.as_graph(named, names=["X", "Y", "Z"])
    with pytest.raises(contsid.OptionError, match="names= has no effect"):
        contsid.as_table(DATA, names=["X", "Y", "Z"])
    with pytest.raises(contsid.OptionError, match="threshold= has no effect"):
        contsid.as_graph(tmp_path / "graph.edges", threshold=0.5)


def test_each_matrix_is_read_by_itself():
    """A matrix that is not read from row to column is read by as_graph first."""
    weights = MATRIX.T * 0.8
    truth = MATRIX * 1.0
    read = contsid.compare(truth, contsid.as_graph(weights, edge_direction="column-to-row", threshold=0.1))
    assert read.shd == 0
    assert "read from row to column" in repr(read.truth) and "read from column to row, weights above 0.1" in repr(
        read.learnt
    )
    assert "read" not in repr(contsid.as_graph(TRUTH))


def test_weights_both_ways_are_a_cycle():
    weights = np.array([[0, 0.5], [0.6, 0]])
    with pytest.raises(contsid.GraphError, match="cycle: V1 → V2 → V1"):
        contsid.as_graph(weights, threshold=0.1)
    assert contsid.as_graph(weights, threshold=0.55).edges == [("V2", "V1")]


def test_messages_speak_of_python():
    with pytest.raises(contsid.AlignmentError, match="the truth has 3 nodes and the learnt graph `PC` has 2") as caught:
        contsid.compare(MATRIX, {"PC": MATRIX[:2, :2]})
    assert "file" not in str(caught.value)
    with pytest.raises(
        contsid.AlignmentError,
        match=r"only the truth has `C`; if they have no edges there, list all nodes by as_graph\(…, names=\[…\]\)",
    ):
        contsid.sid(TRUTH, [("A", "B")])
    with pytest.raises(
        contsid.AlignmentError, match="the data have 2 columns and the truth has 3 nodes; without names"
    ):
        contsid.contsid(MATRIX, MATRIX, DATA.to_numpy()[:, :2])
    with pytest.raises(contsid.GraphError, match=r"write a list of edges, \['A->B'\]"):
        contsid.as_graph("A->B")
    with pytest.raises(contsid.GraphError, match=r"name them by names=\[…\]"):
        contsid.compare(TRUTH, [])


class Listed:
    """Iterable, and no graph."""

    adjacency_matrix_ = MATRIX

    def __iter__(self):
        raise AssertionError("an unknown object was iterated")


def test_unknown_objects_are_not_iterated():
    for unknown in (Listed(), iter([("A", "B")]), {"A": "B"}.items(), range(3)):
        with pytest.raises(contsid.GraphError, match="cannot be read as a graph"):
            contsid.as_graph(unknown)
    with pytest.raises(contsid.GraphError, match="edge_direction= from where to where"):
        contsid.as_graph(Listed())


def test_nodes_of_time_series_are_refused():
    for graph in (networkx.DiGraph([(("X", -1), ("Y", 0))]), [(("X", -1), ("Y", 0))]):
        with pytest.raises(contsid.GraphError, match="time series"):
            contsid.as_graph(graph)


@pytest.mark.parametrize("edge", ["A <-> B", "A<->B", ("A", "↔", "B"), "A o-> B", ("A", "o-o", "B")])
def test_edges_with_other_marks_are_refused_without_claims(edge):
    with pytest.raises(contsid.GraphError, match=r"bidirected|circle"):
        contsid.shd([edge], [edge])
    ((first, arrow, second),) = contsid.as_graph([edge]).edges
    assert (first, second) == ("A", "B") and arrow in ("<->", "o->", "o-o")


def test_edges_without_white_space():
    graph = contsid.as_graph(["A->B", "C<-B", "first-node--D"])
    assert graph.edges == [("A", "B"), ("B", "C")] and graph.undirected_edges == [("first-node", "D")]


def test_a_list_of_graphs_is_ranked():
    as_graphs = [contsid.as_graph(TRUTH), networkx.DiGraph([("B", "A"), ("C", "B")]), [("A", "B"), "B -> C"]]
    ranking = contsid.compare(TRUTH, as_graphs)
    assert isinstance(ranking, contsid.Ranking) and set(ranking) == {"1", "2", "3"} and ranking.best.name == "1"
    assert list(contsid.compare(MATRIX, [MATRIX, MATRIX.T])) == ["1", "2"]
    assert isinstance(contsid.compare(MATRIX, [MATRIX.tolist(), MATRIX.T.tolist()]), contsid.Ranking)
    assert isinstance(contsid.compare(MATRIX, [MATRIX]), contsid.Ranking)
    for one in (TRUTH, ["A -> B", "C -> B"]):
        assert isinstance(contsid.compare(TRUTH, one), contsid.Comparison)
    assert isinstance(contsid.compare(MATRIX, MATRIX.tolist()), contsid.Comparison)
    assert isinstance(contsid.compare(MATRIX, list(MATRIX)), contsid.Comparison)


def test_a_list_of_paths_is_ranked(tmp_path):
    paths = [tmp_path / "one.csv", str(tmp_path / "two.edges")]
    for path in paths:
        contsid.as_graph(TRUTH).save(path)
    assert set(contsid.compare(TRUTH, paths)) == set(map(str, paths))
