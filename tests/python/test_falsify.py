"""Graphs tested on data alone: against dowhy, and against a literal program in numpy."""

import itertools
import math
import pickle

import contsid
import networkx as nx
import numpy as np
import pandas as pd
import pytest
from scipy import stats

CHAIN = [("A", "B"), ("B", "C"), ("C", "D"), ("D", "E")]


def random_graph(rng, nodes, density):
    order = rng.permutation(nodes)
    edges = [(order[a], order[b]) for a, b in itertools.combinations(range(nodes), 2) if rng.random() < density]
    graph = nx.DiGraph([(f"V{a}", f"V{b}") for a, b in edges])
    graph.add_nodes_from(f"V{node}" for node in range(nodes))
    return graph


def linear(rng, graph, rows):
    data = {}
    for node in nx.topological_sort(graph):
        causes = sum((rng.uniform(0.5, 1.5) * data[cause] for cause in graph.predecessors(node)), np.zeros(rows))
        data[node] = causes + rng.normal(size=rows)
    return pd.DataFrame({node: data[node] for node in sorted(graph.nodes)})


def fisher(data, x, y, given):
    """Fisher's z by regressions: an independent program."""
    rows = len(data)
    design = np.column_stack([np.ones(rows), *(data[node] for node in given)])
    one, other = (data[v] - design @ np.linalg.lstsq(design, data[v], rcond=None)[0] for v in (x, y))
    correlation = np.corrcoef(one, other)[0, 1]
    return 2 * stats.norm.sf(abs(math.atanh(correlation)) * math.sqrt(rows - len(given) - 3))


def local_tests(graph, data):
    """The p-value of each node and non-descendant given its parents."""
    found = {}
    for node in graph.nodes:
        parents = sorted(graph.predecessors(node))
        others = set(graph.nodes) - nx.descendants(graph, node) - {node, *parents}
        found |= {(node, other): fisher(data, node, other, parents) for other in others}
    return found


def test_tests_and_violations_are_those_of_a_literal_program():
    rng = np.random.default_rng(1)
    for case in range(200):
        graph = random_graph(rng, int(rng.integers(2, 9)), rng.uniform(0.1, 0.6))
        data = linear(rng, random_graph(rng, len(graph), 0.4), int(rng.integers(30, 200)))
        expected = local_tests(graph, data)
        found = contsid.falsify(graph, data, test="fisher-z", permutations=1).best
        assert found.tests == len(expected), case
        assert found.violations == sum(p_value < 0.05 for p_value in expected.values()), case
        assert found.p_values == pytest.approx(sorted(expected.values()), abs=1e-9)
        for one in found.worst.itertuples():
            assert one.p_value == pytest.approx(expected[one.node, one.other], abs=1e-9)
            assert sorted(one.given) == sorted(graph.predecessors(one.node))


@pytest.mark.parametrize("nodes", [4, 5])
def test_p_values_are_those_of_dowhy(nodes):
    """dowhy 0.14 with the same test and all permutations."""
    from dowhy.gcm.falsify import FalsifyConst, falsify_graph

    def test(x, y, z=None):
        columns = [x, y] if z is None else [x, y, *np.atleast_2d(z.T)]
        frame = dict(enumerate(map(np.ravel, columns)))
        return fisher(pd.DataFrame(frame), 0, 1, range(2, len(frame)))

    rng = np.random.default_rng(nodes)
    for _ in range(4):
        graph = random_graph(rng, nodes, 0.5)
        data = linear(rng, random_graph(rng, nodes, 0.5), 100)
        theirs = falsify_graph(
            graph,
            data,
            independence_test=test,
            conditional_independence_test=test,
            n_permutations=-1,
            n_jobs=1,
            show_progress_bar=False,
        ).summary
        ours = contsid.falsify(graph, data, test="fisher-z").best
        lmc, tpa = theirs[FalsifyConst.VALIDATE_LMC], theirs[FalsifyConst.VALIDATE_TPA]
        assert ours.permutations == math.factorial(nodes)
        assert ours.violations == lmc[FalsifyConst.GIVEN_VIOLATIONS]
        assert sorted(ours.permuted_violations) == sorted(lmc[FalsifyConst.PERM_VIOLATIONS])
        assert ours.p_lmc == pytest.approx(lmc[FalsifyConst.P_VALUE])
        assert ours.p_tpa == pytest.approx(tpa[FalsifyConst.P_VALUE])


def chain_data(rows=200):
    return linear(np.random.default_rng(3), nx.DiGraph(CHAIN), rows)


WRONG = [("A", "D"), ("D", "B"), ("B", "E"), ("E", "C")]


def test_results_have_words_and_tables():
    found = contsid.falsify({"right": CHAIN, "wrong": WRONG}, chain_data())
    assert (found.test, list(found)) == ("fisher-z", ["right", "wrong"])
    assert found["right"].verdict.startswith("not rejected: its ")
    assert found["wrong"].verdict.startswith("rejected: its ") and found["wrong"].rejected
    assert list(found.table.index) == ["right", "wrong"] and not found.table.loc["right", "rejected"]
    assert found.to_dict()["graphs"][0]["graph"] == "right"
    assert found == contsid.falsify({"right": CHAIN, "wrong": WRONG}, chain_data(), threads=1)


def test_a_class_is_noted():
    with pytest.warns(contsid.ContsidWarning, match="undirected edges are directed"):
        found = contsid.falsify({"chain": CHAIN, "class": contsid.cpdag(CHAIN)}, chain_data())
    assert found.notes == [
        "class: undirected edges are directed in one of the ways that they allow; all claim the same independences"
    ]
    assert found["class"].violations == found["chain"].violations


def test_a_page_is_written(tmp_path):
    found = contsid.falsify({"right": CHAIN, "wrong": WRONG}, chain_data())
    page = found.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page and found["wrong"].verdict in page
    assert pickle.loads(pickle.dumps(found)).to_html() == page


def test_comparisons_have_the_chance_of_random_graphs():
    found = contsid.compare(CHAIN, {"right": CHAIN, "wrong": WRONG})
    chance = found["wrong"].chance
    # Four of ten pairs are true, and four are learnt.
    common = {frozenset(edge) for edge in CHAIN} & {frozenset(edge) for edge in WRONG}
    law = stats.hypergeom(10, 4, 4)
    assert chance["skeleton"]["p_value"] == pytest.approx(law.sf(len(common) - 1))
    assert chance["skeleton"]["precision"] == pytest.approx(law.mean() / 4)
    assert chance["graphs"] == 1000 and chance["contsid"] is None
    assert found["right"].chance["sid"]["at_least_as_good"] < 0.05 < chance["sid"]["at_least_as_good"]
    printed = {one["learnt"]: one["chance"] for one in found.to_dict()["comparisons"]}
    assert printed == {name: one.chance for name, one in found.items()}


def test_what_cannot_be_tested_is_said():
    data = chain_data()
    with pytest.raises(contsid.OptionError, match="automatic, fisher-z, gcm"):
        contsid.falsify(CHAIN, data, test="chi")
    with pytest.raises(contsid.OptionError, match="alpha must be between 0 and 1, got 2"):
        contsid.falsify(CHAIN, data, alpha=2)
    with pytest.raises(contsid.AlignmentError, match="E"):
        contsid.falsify(CHAIN, data.drop(columns="E"))
    with pytest.raises(contsid.EstimationError, match="column `A` holds categories"):
        contsid.falsify(CHAIN, data.assign(A="x"), test="fisher-z")
    with pytest.raises(contsid.GraphError, match="A → B → C → A"):
        contsid.falsify([("A", "B"), ("B", "C"), ("C", "A")], data[["A", "B", "C"]])
