"""Results act as the numbers that they are, and survive being pickled, copied and compared."""

import copy
import pickle

import contsid
import networkx
import numpy as np
import pandas
import pytest

TRUTH = contsid.as_graph([("A", "B"), ("B", "C")])
REVERSED = contsid.as_graph([("B", "A"), ("B", "C")])
OPEN = contsid.as_graph(["A -- B", "B -- C"])
RNG = np.random.default_rng(1)
A = RNG.normal(size=40)
DATA = pandas.DataFrame({"A": A, "B": A + RNG.normal(size=40), "C": RNG.normal(size=40)})

NUMBERS = {
    "shd": (contsid.shd(TRUTH, REVERSED), 1),
    "sid": (contsid.sid(TRUTH, REVERSED), 3),
    "aid": (contsid.aid(TRUTH, REVERSED, "ancestor"), 3),
    "contsid": (contsid.contsid(TRUTH, REVERSED, DATA), contsid.compare(TRUTH, REVERSED, DATA).contsid),
}
BOUNDS = {"sid": contsid.sid(TRUTH, OPEN), "contsid": contsid.contsid(TRUTH, OPEN, DATA)}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(name):
    found, value = NUMBERS[name]
    assert found == value == found.value and found != value + 1
    assert value - 1 < found < value + 1 and value - 1 <= found <= value and found > 0 and found >= value
    assert found + 1 == 1 + found == value + 1 and found - 1 == value - 1 and 1 - found == 1 - value
    assert 2 * found == found * 2 == 2 * value and found / 2 == value / 2 and found + found == 2 * value
    assert found // 1 == value // 1 and found % 2 == value % 2 and found**2 == value**2 and 2**found == 2**value
    assert (
        -found == -value and abs(found) == value and round(found) == round(value) and round(found, 2) == round(value, 2)
    )
    assert sum([found, found]) == 2 * value and max(found, 0) is found and sorted([found, 0]) == [0, found]
    assert f"{found:.2f}" == f"{value:.2f}" and f"{found}" == str(
        value.value if isinstance(value, contsid.ContSid) else value
    )
    assert bool(found) and float(found) == value and int(found) == int(value) and hash(found) == hash(value)
    assert isinstance(float(found), float)


@pytest.mark.parametrize("name", NUMBERS)
def test_numpy_computes_with_numbers(name):
    found, value = NUMBERS[name]
    assert np.mean([found, found]) == value and np.std([found, found]) == 0 and np.sum([found, 1]) == value + 1
    assert np.isclose(found, value) and np.float64(1.0) + found == value + 1 == found + np.float64(1.0)
    assert np.array([found, found]).dtype.kind in "if"
    assert pandas.Series([found, found]).mean() == value


def test_counts_are_indices():
    assert list(range(contsid.sid(TRUTH, REVERSED))) == [0, 1, 2]
    assert not contsid.sid(TRUTH, TRUTH) and contsid.shd(TRUTH, TRUTH) == 0 == contsid.contsid(TRUTH, TRUTH, DATA)


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize(
    "use",
    [
        int,
        float,
        bool,
        abs,
        lambda found: found + 1,
        lambda found: 1 - found,
        lambda found: found < 3,
        lambda found: sum([found]),
        lambda found: np.mean([found, found]),
        lambda found: np.float64(1.0) * found,
        np.mean,
        np.asarray,
        round,
    ],
    ids=[
        *("int", "float", "bool", "abs", "add", "subtract", "less", "sum", "mean", "numpy"),
        *("own mean", "array", "round"),
    ],
)
def test_bounds_are_no_number_and_say_so(name, use):
    with pytest.raises(
        contsid.ContsidError, match=r"not determined: it lies between .* and .*; take \.lower or \.upper"
    ):
        use(BOUNDS[name])
    with pytest.raises(contsid.ContsidError, match="the distance is not determined"):
        use(BOUNDS[name].value)


def test_comparisons_hold_numbers_with_bounds():
    for learnt in (REVERSED, OPEN):
        found = contsid.compare(TRUTH, learnt, DATA)
        for name, one in (("sid", found.sid), ("contsid", found.contsid)):
            assert one == getattr(contsid, name)(TRUTH, learnt, *([DATA] if name == "contsid" else []))
            assert one.lower <= one.upper and found.full_row()[f"{name}_upper"] == one.upper
        assert type(found.full_row()["sid_lower"]) is int and type(found.full_row()["contsid_lower"]) is float
    with pytest.raises(contsid.ContsidError, match="not determined"):
        min(contsid.compare(TRUTH, {"open": OPEN, "reversed": REVERSED}).values(), key=lambda one: one.sid)
    assert not contsid.Bounds(0, 0) and contsid.Bounds(2, 2) + 1 == 3


def test_bounds():
    found = BOUNDS["sid"]
    assert found.value == found == contsid.Bounds(found.lower, found.upper) == (found.lower, found.upper)
    assert (
        found != found.lower
        and found != 3
        and hash(found) == hash(found.value)
        and str(found) == f"{found}" == f"[{found.lower}, {found.upper}]"
    )
    wide = contsid.Bounds(0.8761507775504374, 5740.331633999895)
    assert repr(wide) == "Bounds(lower=0.8762, upper=5740)" and str(wide) == "[0.8762, 5740]"
    assert f"{wide:.1f}" == "[0.9, 5740.3]" and str(contsid.Bounds(0, 0)) == "0"
    assert (
        str(contsid.Bounds(None, 2.0)) == "[–, 2]" and "[0.8762, 5740]" in pandas.DataFrame({"d": [wide]}).to_string()
    )


def graphs_and_results():
    both = contsid.compare(TRUTH, {"reversed": REVERSED, "open": OPEN}, DATA, joint=2)
    yield "graph", TRUTH
    yield "open graph", OPEN
    yield "matrix", contsid.as_graph(np.array([[0, 0.5], [0, 0]]), threshold=0.2)
    yield "numbered", contsid.as_graph(networkx.DiGraph([(1, 0)]))
    yield "table", contsid.as_table(DATA.assign(D=np.where(A > 0, "high", "low")))
    yield "unnamed table", contsid.as_table(DATA.to_numpy())
    for name, (found, _) in NUMBERS.items():
        yield name, found
    for name, found in BOUNDS.items():
        yield f"{name} bounds", found
    yield "comparison", both["reversed"]
    yield "open comparison", both["open"]
    yield "comparison without data", contsid.compare(TRUTH, REVERSED)
    yield "ranking", both
    yield "joint", both["reversed"].joint
    yield "simulated", contsid.simulate(4, 20, seed=1)
    yield "embedding", contsid.interventional_embedding(TRUTH, DATA, "A", "B")


THINGS = dict(graphs_and_results())


@pytest.mark.parametrize("name", THINGS)
def test_pickled_and_copied(name):
    thing = THINGS[name]
    for again in (pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)):
        assert again == thing and repr(again) == repr(thing)
        if name not in ("table", "unnamed table", "ranking"):
            assert hash(again) == hash(thing)


def test_what_is_pickled_keeps_its_parts(tmp_path):
    ranking = THINGS["ranking"]
    again = pickle.loads(pickle.dumps(ranking))
    assert again.table.equals(ranking.table) and again.pairs.equals(ranking.pairs)
    assert again.to_html() == ranking.to_html() and again["open"].settings == ranking["open"].settings
    assert list(again) == list(ranking) and again.tiers.equals(ranking.tiers) and again.ranked_by == ranking.ranked_by
    assert pickle.loads(pickle.dumps(BOUNDS["sid"])).possibly_wrong_pairs == BOUNDS["sid"].possibly_wrong_pairs
    assert np.array_equal(pickle.loads(pickle.dumps(BOUNDS["contsid"])).matrix, BOUNDS["contsid"].matrix)
    at = contsid.interventional_embedding(TRUTH, DATA, "A", "B").at(0.5)
    assert np.array_equal(pickle.loads(pickle.dumps(at)).weights, at.weights)
    holes = DATA.mask(DATA > 2)
    table = contsid.as_table(holes, drop_missing=True)
    assert pickle.loads(pickle.dumps(table)).notes == table.notes
    assert contsid.as_table(DATA) != contsid.as_table(DATA + 1.0)


def test_graphs_as_other_objects():
    graph = contsid.as_graph(["A -> B", "B -- C"])
    assert list(graph) == graph.nodes == ["A", "B", "C"] and "A" in graph and "D" not in graph and 3 not in graph
    assert set(graph.to_networkx().edges) == {("A", "B"), ("B", "C"), ("C", "B")}
    assert contsid.as_graph(graph.to_networkx()) == graph
    frame = graph.to_pandas()
    assert list(frame.index) == list(frame.columns) == graph.nodes and frame.loc["A", "B"] == 1
    assert contsid.as_graph(frame) == graph
    assert contsid.as_graph(graph.to_pandas("column-to-row"), edge_direction="column-to-row") == graph
    assert graph.parents("B") == ["A"] and graph.edges == [("A", "B")]
    assert len({graph, contsid.as_graph(graph.to_networkx()), TRUTH}) == 2


def test_split_of_the_shd():
    """Known by hand: A → B is reversed, B → C left open, C → D missing, and A → D extra."""
    truth = contsid.as_graph(["A -> B", "B -> C", "C -> D"])
    learnt = contsid.as_graph(["B -> A", "B -- C", "A -> D"], names=["A", "B", "C", "D"])
    for found in (contsid.shd(truth, learnt), contsid.compare(truth, learnt).details["shd"]):
        assert (found.reversed, found.undirected, found.missing, found.extra) == (1, 1, 1, 1) and found == 4
    comparison = contsid.compare(truth, learnt)
    assert (comparison.skeleton.precision, comparison.skeleton.recall, comparison.skeleton.f1) == pytest.approx(
        (2 / 3, 2 / 3, 2 / 3)
    )
    assert (comparison.arrows.precision, comparison.arrows.recall, comparison.arrows.f1) == (0.0, 0.0, 0.0)
    assert comparison.arrows == (0, 2, 3)
    row = contsid.compare(truth, {"PC": learnt}).full_table.loc["PC"]
    assert (row["missing"], row["extra"], row["reversed"], row["undirected"]) == (1, 1, 1, 1) and row[
        "skeleton_f1"
    ] == pytest.approx(2 / 3)
    empty = contsid.compare(truth, contsid.as_graph([], names=["A", "B", "C", "D"]))
    assert empty.arrows.precision is None and empty.arrows.recall == 0.0 and empty.arrows.f1 == 0.0


RANKED = {
    # SHD 1 and SID 3 against SHD 2 and SID 1: the order depends on the distance.
    "reversed": [("B", "A"), ("B", "C")],
    "more": [("A", "B"), ("B", "C"), ("A", "C")],
    "empty": contsid.as_graph([], names=["A", "B", "C"]),
}


def test_rankings_are_ordered_by_what_is_said():
    ranking = contsid.compare(TRUTH, RANKED)
    assert ranking.ranked_by == "sid" and list(ranking) == ["more", "empty", "reversed"]
    assert "by SID" in repr(ranking) and "by SID" in ranking._repr_html_()
    by_shd = ranking.ordered_by("shd")
    assert by_shd.ranked_by == "shd" and [one.shd for one in by_shd.values()] == [1, 1, 2] and "by SHD" in repr(by_shd)
    assert contsid.compare(TRUTH, RANKED, DATA).ranked_by == "crossfit"
    assert ranking.ordered_by("aid_optimal").ranked_by == "aid_optimal"
    assert contsid.compare(TRUTH, RANKED, rank_by="shd").tiers.equals(by_shd.tiers)
    for word in ("size", "aid_oset", "", 3):
        with pytest.raises(contsid.OptionError, match="by"):
            ranking.ordered_by(word)
        for graphs in (RANKED, TRUTH):
            with pytest.raises(contsid.OptionError, match="by"):
                contsid.compare(TRUTH, graphs, rank_by=word)
    with pytest.raises(contsid.OptionError, match="needs data"):
        ranking.ordered_by("contsid")
    with pytest.raises(contsid.OptionError, match="rank_by needs data"):
        contsid.compare(TRUTH, RANKED, rank_by="crossfit")


def test_equal_graphs_share_a_tier():
    twins = contsid.compare(TRUTH, {"one": REVERSED, "same": TRUTH, "other": REVERSED})
    assert twins.tiers["tier"].to_dict() == {"same": 1, "one": 2, "other": 2}
    assert list(twins) == ["same", "one", "other"]
    assert list(twins.table["tier"]) == [1, 2, 2]
    assert list(twins.relations["relation"]) == ["better", "better", "tie"]
    assert twins.relations["p_value"].isna().all()


def test_rankings_fit_a_notebook():
    ranking = contsid.compare(TRUTH, {"a learner with a long name": REVERSED, "open": OPEN}, DATA, joint=2)
    lines = repr(ranking).splitlines()
    assert max(map(len, lines)) <= 120
    for word in ("contSID", "SID", "AID anc", "AID opt", "SHD", "joint mean"):
        assert word in lines[1] and word in ranking._repr_html_()
    assert f"[{ranking['open'].details['sid'].lower}, {ranking['open'].details['sid'].upper}]" in repr(ranking)


def test_threads():
    for threads in (1, 2, None):
        assert contsid.contsid(TRUTH, REVERSED, DATA, threads=threads) == NUMBERS["contsid"][1]
    for wrong in (0, -1, 1.5, "two", True):
        with pytest.raises(contsid.OptionError, match="threads"):
            contsid.compare(TRUTH, REVERSED, threads=wrong)
    assert contsid.ges(DATA, threads=1) == contsid.ges(DATA, threads=2)


def test_words_of_errors_are_those_of_python():
    with pytest.raises(contsid.OptionError) as caught:
        contsid.Estimation(lambda_=-1)
    assert str(caught.value).startswith("lambda_: ")
    with pytest.raises(contsid.GraphError, match="the learnt graph `PC`: the graph has a directed cycle"):
        contsid.compare(TRUTH, {"PC": [("A", "B"), ("B", "C"), ("C", "A")]})


@pytest.mark.parametrize(
    "name", ["shd", "sid", "contsid", "compare", "as_graph", "as_table", "pc", "ges", "ica_lingam"]
)
def test_options_are_keyword_only(name):
    import inspect

    parameters = inspect.signature(getattr(contsid, name)).parameters.values()
    allowed = {"truth", "learnt", "data", "graph"}
    assert {parameter.name for parameter in parameters if parameter.kind is not parameter.KEYWORD_ONLY} <= allowed


def test_one_name_for_one_option():
    """Options of a distance are options of compare, by the same name."""
    import inspect

    options = set(inspect.signature(contsid.compare).parameters)
    assert len(options) <= 15
    for function, own in ((contsid.shd, {"reversal", "of"}), (contsid.sid, set()), (contsid.contsid, set())):
        assert set(inspect.signature(function).parameters) - own <= options, function.__name__


def test_why_explains_classes():
    """A — B — C against A → B → C: each way to direct the edges at the treatment is a case."""
    words = contsid.why(TRUTH, OPEN, "A", "B")
    assert "Right" in words and "Wrong" in words
    assert contsid.why(TRUTH, OPEN, "A", "B", undirected="drop") != words
    assert words == contsid.why(TRUTH, contsid.cpdag(TRUTH), "A", "B")
