"""Comparisons, their tables and their pictures."""

import json
import re

import contsid
import matplotlib
import numpy as np
import pandas
import polars
import pytest
from support import command_line, grouped

matplotlib.use("Agg")

#: The same sum in another order.
ROUNDING = 1e-12

TRUTH = [("A", "C"), ("B", "C")]
RNG = np.random.default_rng(7)
A, B = RNG.normal(size=(2, 60))
DATA = pandas.DataFrame({"C": 10 * A + B + 0.1 * RNG.normal(size=60), "A": A, "B": B})
GRAPHS = {
    "forgets strong": contsid.as_graph([("B", "C")], names=["A", "B", "C"]),
    "forgets weak": contsid.as_graph([("A", "C")], names=["A", "B", "C"]),
}


def test_contsid_tells_what_sid_cannot():
    ranking = contsid.compare(TRUTH, GRAPHS, DATA)
    assert list(ranking) == ["forgets weak", "forgets strong"]
    assert [one.shd for one in ranking.values()] == [1, 1]
    assert [one.sid for one in ranking.values()] == [1, 1]
    assert ranking["forgets weak"].contsid < ranking["forgets strong"].contsid
    assert ranking.best.name == "forgets weak"
    assert list(ranking.table.index) == list(ranking)


def test_pairs():
    comparison = contsid.compare(TRUTH, GRAPHS["forgets weak"], DATA)
    pairs = comparison.pairs
    assert len(pairs) == 6
    # Without B among its parents, C seems to cause B; that B causes C goes without adjustment, and without the edge.
    wrong = pairs[pairs["sid"] == "wrong"]
    assert list(zip(wrong["treatment"], wrong["outcome"])) == [("C", "B")]
    assert {(row.treatment, row.outcome): row.case for row in pairs.itertuples() if row.d > 0} == {("B", "C"): "2a"}
    assert pairs["d"].sum() == pytest.approx(comparison.contsid)
    row = pairs[(pairs["treatment"] == "C") & (pairs["outcome"] == "A")].iloc[0]
    assert (row["true_parents"], row["learnt_parents"]) == (["A", "B"], ["A"])


def test_bounds():
    learnt = contsid.as_graph(["A -- C", "B -- C"])
    truth = [("A", "C"), ("C", "B")]
    members = [truth, [("C", "A"), ("C", "B")], [("B", "C"), ("C", "A")]]
    comparison = contsid.compare(truth, learnt, DATA)
    each = [contsid.compare(truth, member, DATA) for member in members]
    assert comparison.sid == (min(one.sid for one in each), max(one.sid for one in each))
    assert tuple(comparison.contsid.value) == pytest.approx(
        (min(one.contsid.lower for one in each), max(one.contsid.upper for one in each)), abs=ROUNDING
    )
    with pytest.raises(ValueError, match="not determined"):
        int(comparison.details["sid"])
    with pytest.raises(ValueError, match="not determined"):
        float(comparison.details["contsid"])
    assert {"d_lower", "d_upper"} <= set(comparison.pairs.columns)
    for row in comparison.pairs.itertuples():
        wrong = {(row.treatment, row.outcome) in one.details["sid"].wrong_pairs for one in each}
        assert row.sid == ("undetermined" if len(wrong) == 2 else "wrong" if wrong == {True} else "right")
    assert "undetermined" in set(comparison.pairs["sid"])
    dropped = contsid.compare([("A", "C"), ("C", "B")], learnt, DATA, undirected="drop")
    assert isinstance(dropped.sid.value, int) and isinstance(dropped.contsid.value, float)


def test_selected_pairs():
    comparison = contsid.compare(TRUTH, GRAPHS["forgets weak"], DATA, treatments=["A"], outcomes=["C"])
    assert comparison.sid == 0 and len(comparison.pairs) == 1
    with pytest.raises(contsid.AlignmentError, match="there is no node `D`; the nodes are A, C, B"):
        contsid.compare(TRUTH, GRAPHS["forgets weak"], treatments=["D"])


@pytest.mark.parametrize(
    "convert",
    [
        lambda frame: frame,
        polars.from_pandas,
        lambda frame: frame.to_dict("list"),
        lambda frame: frame.astype("Float64"),
        lambda frame: {name: frame[name].to_numpy() for name in frame},
    ],
    ids=["pandas", "polars", "dict", "nullable", "arrays"],
)
def test_data_of_every_kind(convert):
    expected = contsid.contsid(TRUTH, GRAPHS["forgets weak"], DATA)
    assert float(contsid.contsid(TRUTH, GRAPHS["forgets weak"], convert(DATA))) == float(expected)


def test_data_of_every_order(tmp_path):
    truth, learnt = contsid.as_graph(TRUTH).nodes, GRAPHS["forgets weak"]
    expected = float(contsid.contsid(TRUTH, learnt, DATA))
    values = DATA[truth].to_numpy()
    for array in (np.ascontiguousarray(values), np.asfortranarray(values), np.repeat(values, 2, axis=0)[::2]):
        assert float(contsid.contsid(TRUTH, learnt, contsid.as_table(array, names=truth))) == expected
    DATA.to_csv(tmp_path / "data.csv", index=False, float_format="%.17g")
    assert float(contsid.contsid(TRUTH, learnt, tmp_path / "data.csv")) == expected


def test_categories():
    colour = np.where(A > 0, "red", "blue")
    frame = pandas.DataFrame({"A": colour, "C": DATA["C"]})
    expected = float(contsid.contsid([("A", "C")], [("C", "A")], frame))
    assert expected > 0.1
    assert float(contsid.contsid([("A", "C")], [("C", "A")], polars.DataFrame(frame.to_dict("list")))) == expected
    assert float(contsid.contsid([("A", "C")], [("C", "A")], frame.astype({"A": "category"}))) == expected


def test_missing_values():
    holes = DATA.copy()
    holes.loc[3, "B"] = np.nan
    with pytest.raises(contsid.TableError, match="column `B`, row 4: the value is missing"):
        contsid.contsid(TRUTH, GRAPHS["forgets weak"], holes)
    dropped = contsid.contsid(TRUTH, GRAPHS["forgets weak"], holes, drop_missing=True)
    assert float(dropped) == float(contsid.contsid(TRUTH, GRAPHS["forgets weak"], DATA.drop(index=3)))


def test_options():
    def found(**options):
        return float(contsid.contsid(TRUTH, GRAPHS["forgets weak"], DATA, **grouped(**options)))

    default = found()
    assert found(lambda_=1 / 60, bandwidth="median", kernel="gaussian", interventions="observed") == default
    # Only B → C differs, and a list of the values of B sets B to what was observed.
    assert found(interventions=list(DATA["B"])) == pytest.approx(default, abs=ROUNDING)
    assert abs(found(interventions=list(DATA["A"])) - default) > 1e6 * ROUNDING
    assert found(threads=1) == found(threads=3) == default
    changed = [
        found(lambda_="loo"),
        found(bandwidth={"C": 2.0}),
        found(kernel={"B": "laplace"}),
        found(interventions="grid:7"),
        found(normalise="none"),
        found(interventions={"B": ([0.0, 1.0], [3, 1])}),
    ]
    assert len({default, *changed}) == 7


def test_views(tmp_path):
    comparison = contsid.compare(TRUTH, GRAPHS["forgets weak"], DATA)
    ranking = contsid.compare(TRUTH, GRAPHS, DATA)
    assert "<table>" in comparison._repr_html_() and "forgets strong" in ranking._repr_html_()
    page = ranking.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page
    comparison.plot().savefig(tmp_path / "comparison.png")
    ranking.plot().savefig(tmp_path / "ranking.png")
    contsid.compare(TRUTH, GRAPHS["forgets weak"]).plot()
    assert (tmp_path / "comparison.png").stat().st_size > 10_000


def test_plots_say_what_they_show():
    long = "the concentration of a protein that nobody can pronounce"
    names = [long, "B", "C"]
    learnt = pandas.DataFrame([[0, 1, 0], [1, 0, 1], [0, 0, 0]], index=names, columns=names)
    figure = contsid.compare([(long, "B"), ("B", "C")], learnt).plot()
    texts = [text.get_text() for axis in figure.axes for text in axis.texts]
    assert "the co…ounce" in texts and long not in texts
    legend = [text.get_text() for text in figure.axes[2].get_legend().get_texts()]
    assert legend == ["right (1)", "without direction (1)"], "undirected is not missing"
    assert figure.axes[0].get_xlabel() == "outcome" and figure.axes[0].get_ylabel() == "treatment"
    assert any(axis.get_ylabel() == "effects by SID" for axis in figure.axes), "the bar of colours has a name"


def test_plots_of_rankings_say_what_bar_and_line_mean():
    names = {f"a graph with a very long name that ends in {letter}": GRAPHS["forgets weak"] for letter in "AB"}
    figure = contsid.compare(TRUTH, names, DATA).plot()
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert len(set(labels)) == 2 and all(len(label) <= 28 for label in labels)
    assert [axis.get_xlabel().startswith("bar: ") for axis in figure.axes[:3]] == [True, True, True]
    assert figure.axes[3].get_xlabel().startswith("point: estimate, line: 95 % interval")


def test_names_are_escaped():
    ranking = contsid.compare([("<b>", "c")], {"<i>": [("c", "<b>")]})
    assert "&lt;i&gt;" in ranking._repr_html_() and "<i>" not in ranking._repr_html_()
    assert "<i>" not in ranking.to_html() and "<b>" not in ranking.to_html()


def without_command(page):
    """The page without the command that made it."""
    found = re.sub(r'"command":(null|"(?:[^"\\]|\\.)*")', '"command":null', page)
    assert '"command":null' in found
    return found


@pytest.mark.parametrize("options", [{}, {"undirected": "drop", "shd": {"of": "classes"}}], ids=["usual", "options"])
def test_the_page_is_the_one_of_the_command_line(options, tmp_path):
    files = {"truth": contsid.as_graph(TRUTH), "learnt": contsid.as_graph(["A -> C", "A -- B"])}
    for name, graph in files.items():
        files[name] = tmp_path / f"{name}.csv"
        graph.save(files[name])
    DATA.to_csv(tmp_path / "data.csv", index=False, float_format="%.17g")
    words = ["--undirected", "drop", "--shd-of", "classes"] if options else []
    command = [
        "compare",
        files["truth"],
        files["learnt"],
        "--data",
        tmp_path / "data.csv",
        "--html",
        tmp_path / "page.html",
        *words,
    ]
    assert command_line(*command).returncode == 0
    comparison = contsid.compare(files["truth"], files["learnt"], tmp_path / "data.csv", **options)
    assert without_command(comparison.to_html()) == without_command(
        (tmp_path / "page.html").read_text(encoding="utf-8")
    )


def test_the_page_of_several_graphs_is_the_one_of_the_command_line(tmp_path):
    graphs = {
        "truth": TRUTH,
        "weak": [("A", "C"), ("B", "A")],
        "strong": [("B", "C"), ("C", "A")],
        "open": ["A -- C", "B -> C"],
    }
    files = {name: tmp_path / f"{name}.csv" for name in graphs}
    for name, graph in graphs.items():
        contsid.as_graph(graph).save(files[name])
    DATA.to_csv(tmp_path / "data.csv", index=False, float_format="%.17g")
    learnt = [str(files[name]) for name in ("weak", "strong", "open")]
    answer = command_line(
        "compare", files["truth"], *learnt, "--data", tmp_path / "data.csv", "--json", "--html", tmp_path / "page.html"
    )
    assert answer.returncode == 0, answer.stderr
    ranking = contsid.compare(files["truth"], {path: path for path in learnt}, tmp_path / "data.csv")
    assert list(ranking) == [one["learnt"] for one in json.loads(answer.stdout)["comparisons"]]
    assert without_command(ranking.to_html()) == without_command((tmp_path / "page.html").read_text(encoding="utf-8"))


def test_pages_are_written_whole_or_not_at_all(tmp_path):
    comparison = contsid.compare(TRUTH, GRAPHS["forgets weak"])
    with pytest.raises(contsid.ContsidError, match="does not exist"):
        comparison.to_html(tmp_path / "no" / "page.html")
    comparison.to_html(str(tmp_path / "page.html"))
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_equivalent_graphs():
    chain, reversed_chain = [("A", "B"), ("B", "C")], [("B", "A"), ("C", "B")]
    assert contsid.compare(chain, reversed_chain).shd == int(contsid.shd(chain, reversed_chain)) == 2
    assert contsid.compare(chain, reversed_chain, shd={"reversal": 2}).shd == 4
    assert (
        contsid.compare(chain, reversed_chain, shd={"of": "classes"}).shd
        == int(contsid.shd(chain, reversed_chain, of="classes"))
        == 0
    )
    collider = [("A", "B"), ("C", "B")]
    for options in ({}, {"treatments": ["A"]}, {"treatments": ["A"], "outcomes": ["B"]}):
        found = int(contsid.shd(chain, collider, of="classes", **options))
        assert contsid.compare(chain, collider, shd={"of": "classes"}, **options).shd == found > 0
    with pytest.raises(contsid.OptionError, match="choose one of graphs, classes"):
        contsid.shd(chain, collider, of="class")


def test_notes():
    more = DATA.assign(D=1.0)
    assert contsid.compare(TRUTH, GRAPHS["forgets weak"], more).notes == ["ignored columns (no such node): D"]


def with_other_columns(frame):
    """The same rows with a column that is mostly missing, one of dates, and one of everything."""
    mostly_missing = np.where(np.arange(len(frame)) % 10 > 0, np.nan, 1.0)
    dates = pandas.date_range("2020-01-01", periods=len(frame))
    anything = [[index] if index % 2 else None for index in range(len(frame))]
    return frame.assign(dose=mostly_missing, day=dates, more=anything)


def test_columns_that_are_no_nodes_may_hold_anything(tmp_path):
    expected = contsid.compare(TRUTH, GRAPHS["forgets weak"], DATA)
    crowded = with_other_columns(DATA)
    crowded.drop(columns="more").to_csv(tmp_path / "data.csv", index=False)
    for data in (crowded, dict(crowded.items()), polars.from_pandas(crowded.drop(columns="more"))):
        for drop_missing in (False, True):
            found = contsid.compare(TRUTH, GRAPHS["forgets weak"], data, drop_missing=drop_missing)
            assert found.contsid == expected.contsid and found.crossfit == expected.crossfit
            assert [note for note in found.notes if "ignored" in note and "dose, day" in note]
            assert not [note for note in found.notes if "dropped" in note]
        assert contsid.contsid(TRUTH, GRAPHS["forgets weak"], data) == expected.contsid
        contsid.interventional_embedding(TRUTH, data, "A", "C")
    found = contsid.compare(TRUTH, GRAPHS["forgets weak"], tmp_path / "data.csv", drop_missing=True)
    assert found.contsid == pytest.approx(expected.contsid) and not [note for note in found.notes if "dropped" in note]
    array, names = np.column_stack([DATA.to_numpy(), crowded["dose"]]), ["C", "A", "B", "dose"]
    table = contsid.as_table(array[:, :3], names=names[:3])
    assert contsid.compare(contsid.as_graph(TRUTH), GRAPHS["forgets weak"], table).contsid == expected.contsid
    groups = crowded.assign(group=np.arange(len(DATA)) // 2)
    assert (
        contsid.compare(TRUTH, GRAPHS["forgets weak"], groups, crossfit=contsid.Parts(groups="group")).crossfit
        is not None
    )


def test_constant_columns_are_noted_and_tell_nothing_apart():
    data = {"A": A, "B": np.zeros(60), "C": np.zeros(60)}
    for bandwidth in (None, 1e300):
        ranking = contsid.compare(TRUTH, GRAPHS, data, estimation=contsid.Estimation(bandwidth=bandwidth))
        assert list(ranking.relations["p_value"]) == [1.0] and list(ranking.relations["relation"]) == ["tie"]
        assert "they are equally near to the truth" in ranking.verdict[0]
        assert [note for note in ranking.best.notes if note.startswith("constant columns") and note.endswith(": C, B")]


OF_DATA = {
    "estimation": contsid.Estimation(bandwidth=1.0),
    "crossfit": contsid.Parts(repeats=2),
    "joint": 2,
    "drop_missing": True,
}


@pytest.mark.parametrize("option", OF_DATA)
def test_options_of_contsid_need_data(option):
    with pytest.raises(contsid.OptionError, match=f"{option} needs data"):
        contsid.compare(TRUTH, GRAPHS["forgets weak"], **{option: OF_DATA[option]})


def test_no_score_without_pairs():
    for option in ("treatments", "outcomes"):
        for distance in (contsid.shd, contsid.sid, contsid.aid, contsid.compare):
            with pytest.raises(contsid.OptionError, match=f"{option} is empty: name at least one node"):
                distance(TRUTH, GRAPHS["forgets weak"], **{option: []})


BROKEN = {
    "cycle": [("A", "B"), ("B", "C"), ("C", "A")],
    "no graph": object(),
    "no file": "nowhere.csv",
    "others": [("X", "Y")],
    "unnamed": np.zeros((3, 3)),
}


@pytest.mark.parametrize("data", [None, DATA.assign(D=1.0)], ids=["graphs", "data"])
def test_graphs_that_cannot_be_compared_are_skipped_on_request(data):
    expected = contsid.compare(TRUTH, GRAPHS, data)
    ranking = contsid.compare(TRUTH, {**BROKEN, **GRAPHS}, data, on_error="skip")
    assert list(ranking) == list(expected) and ranking.tiers.equals(expected.tiers)
    assert set(ranking.skipped) == set(BROKEN) and "cycle" in ranking.skipped["cycle"]
    for table in (ranking.table, ranking.full_table):
        assert list(table.index) == [*expected, *ranking.skipped]
        assert table.loc["no file", "skipped"] == ranking.skipped["no file"]
    assert "no file was skipped: " in repr(ranking) and "no file was skipped: " in ranking._repr_html_()
    assert ranking.ordered_by("shd").skipped == ranking.skipped
    for name in BROKEN:
        with pytest.raises(contsid.ContsidError):
            contsid.compare(TRUTH, {**GRAPHS, name: BROKEN[name]}, data)
    with pytest.raises(contsid.ContsidError):
        contsid.compare(TRUTH, BROKEN, data, on_error="skip")
    with pytest.raises(contsid.GraphError):
        contsid.compare(BROKEN["cycle"], GRAPHS, data, on_error="skip")
    for graphs in (GRAPHS, TRUTH):
        with pytest.raises(contsid.OptionError, match="on_error is 'ignore': choose one of raise, skip"):
            contsid.compare(TRUTH, graphs, data, on_error="ignore")


def test_pages_replace_only_what_contsid_wrote(tmp_path):
    """The page of before is replaced; an input, or a file of somebody else, is not."""
    (tmp_path / "truth.txt").write_text("a -> b\nb -> c\n")
    (tmp_path / "note.html").write_text("mine")
    comparison = contsid.compare(tmp_path / "truth.txt", [("a", "b"), ("c", "b")])
    for name in ("truth.txt", "note.html"):
        before = (tmp_path / name).read_text()
        with pytest.raises(contsid.ContsidError, match="contsid did not recognisably write it"):
            comparison.to_html(tmp_path / name)
        assert (tmp_path / name).read_text() == before
    for _ in range(2):
        assert comparison.to_html(tmp_path / "page.html") == (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_notebook_shows_tiers():
    chain = [("a", "b"), ("b", "c")]
    table = contsid.compare(chain, {"same": chain, "other": [("a", "b"), ("c", "b")]})._repr_html_()
    assert "<th>tier</th>" in table and "<td>1</td><td>same</td>" in table


def test_names_add_nodes_without_edges_to_a_graph_with_names(tmp_path):
    (tmp_path / "part.txt").write_text("a -> b\n")
    for part in (tmp_path / "part.txt", contsid.as_graph([("a", "b")])):
        graph = contsid.as_graph(part, names=["c", "a", "b"])
        assert (graph.nodes, graph.edges) == (["c", "a", "b"], [("a", "b")])
        with pytest.raises(contsid.OptionError, match="names= has no effect"):
            contsid.as_graph(part, names=["a", "x"])
