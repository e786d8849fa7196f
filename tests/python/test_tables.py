"""Observations of every kind that people have."""

import re
from decimal import Decimal
from fractions import Fraction

import contsid
import networkx
import numpy as np
import pandas
import polars
import pytest

VALUES = np.arange(12.0).reshape(4, 3)


def numbers(column, **options):
    """A column, read as numbers."""
    [found] = contsid.as_table({"x": column}, **options).to_columns()
    assert isinstance(found, np.ndarray)
    return found.tolist()


def test_names_are_for_what_has_none(tmp_path):
    np.save(tmp_path / "data.npy", VALUES)
    numbered = pandas.DataFrame(VALUES)
    for unnamed in (
        VALUES,
        numbered,
        numbered[[2, 0, 1]],
        tmp_path / "data.npy",
        contsid.as_table(VALUES),
        dict(enumerate(VALUES.T)),
    ):
        assert contsid.as_table(unnamed).columns == ["V1", "V2", "V3"]
        table = contsid.as_table(unnamed, names=["a", "b", "c"])
        assert table.is_named and table.columns == ["a", "b", "c"]
        assert np.array_equal(np.column_stack(table.to_columns()), VALUES)
        for wrong in (["a", "b"], ["a", "b", "c", "d"], "abc", 3, ["a", "a", "b"]):
            with pytest.raises(contsid.TableError):
                contsid.as_table(unnamed, names=wrong)
    labelled = dict(zip("xyz", VALUES.T))
    for named in (pandas.DataFrame(labelled), polars.DataFrame(labelled), labelled, contsid.as_table(labelled)):
        with pytest.raises(contsid.OptionError, match="names= has no effect"):
            contsid.as_table(named, names=["a", "b", "c"])


@pytest.mark.parametrize(
    "column",
    [
        [Decimal("1.5"), Decimal("2")],
        pandas.Series([Decimal("1.5"), 2]),
        [Fraction(3, 2), 2],
        pandas.Series([1.5, 2], dtype=object),
        pandas.Series([1.5, 2], dtype="Float64"),
        polars.Series(["1.5", "2"]).cast(polars.Decimal(scale=2)),
    ],
    ids=["decimal", "mixed", "fraction", "object", "nullable", "polars"],
)
def test_objects_that_are_numbers(column):
    assert numbers(column) == [1.5, 2.0]


def test_truth_values_are_numbers():
    assert (
        numbers(np.array([True, False]))
        == numbers([True, np.False_])
        == numbers(pandas.Series([True, False], dtype="boolean"))
        == [1.0, 0.0]
    )


def test_categories_are_texts():
    for column in (
        ["b", "a", "b"],
        pandas.Series(["b", "a", "b"]).astype("category"),
        polars.Series(["b", "a", "b"]).cast(polars.Categorical),
    ):
        assert contsid.as_table({"x": column}).to_columns() == [["b", "a", "b"]]
    assert contsid.as_table({"x": pandas.Series([2, 1, 2]).astype("category")}).to_columns() == [["2", "1", "2"]]


@pytest.mark.parametrize(
    "column",
    [["a", 1.0], [b"a", b"b"], [pandas.Timestamp(0), None], [(1, 2), (3, 4)], [{}, {}], [1j, 2], [10**400, 1]],
    ids=repr,
)
def test_other_objects_are_refused(column):
    values = np.empty(2, dtype=object)
    values[:] = column
    for given in (column, values):
        with pytest.raises(contsid.TableError, match="column `x`"):
            contsid.as_table({"x": given})


@pytest.mark.parametrize(
    "column",
    [
        pandas.Series(["a", pandas.NA, "b"], dtype="string"),
        pandas.Series(["a", None, "b"]),
        pandas.Series(["a", pandas.NA, "b"], dtype=object),
        pandas.Series(["a", pandas.NA, "b"], dtype="category"),
        pandas.Series([1.0, pandas.NA, 2.0], dtype=object),
        pandas.Series([1, pandas.NA, 2], dtype="Int64"),
        np.array([1, pandas.NA, 2], dtype=object),
        [Decimal(1), Decimal("nan"), Decimal(2)],
        [1.0, None, 2.0],
        polars.Series([1.0, None, 2.0]),
    ],
    ids=["string", "text", "object", "category", "numbers", "nullable", "array", "decimal", "list", "polars"],
)
def test_missing_values_of_every_kind(column):
    with pytest.raises(contsid.TableError, match="column `x`, row 2: the value is missing"):
        contsid.as_table({"x": column})
    table = contsid.as_table({"x": column}, drop_missing=True)
    assert len(table) == 2
    assert table.notes == ["1 of 3 rows have missing values and were dropped"]


def test_dropped_rows_are_noted_whatever_the_data_are(tmp_path):
    holes = VALUES.copy()
    holes[1, 2] = np.nan
    frame = pandas.DataFrame(holes, columns=["a", "b", "c"])
    frame.to_csv(tmp_path / "data.csv", index=False)
    for data in (holes, frame, polars.DataFrame(frame.to_dict("list")), tmp_path / "data.csv"):
        assert contsid.as_table(data, drop_missing=True).notes == ["1 of 4 rows have missing values and were dropped"]
    assert contsid.as_table(VALUES, drop_missing=True).notes == []
    compared = contsid.compare([("a", "c")], [("c", "a")], frame, drop_missing=True)
    assert compared.notes == [
        "1 of 4 rows have missing values and were dropped",
        "ignored columns (no such node): b",
        "contSID is not cross-fitted, and has no standard error: 3 rows do not make two parts of at least 20",
    ]


@pytest.mark.parametrize("text", ["{:.3f}%", "${:.3f}", "{:.3f} mg", "{:.3f}"])
def test_numbers_with_something_beside_them_are_no_categories(text):
    """Also numbers that pandas holds as texts."""
    values = np.random.default_rng(1).normal(size=60)
    frame = pandas.DataFrame({"x": values, "y": [text.format(value) for value in values]})
    shown = ", ".join(f"`{cell}`" for cell in frame["y"][:3])
    with pytest.raises(contsid.TableError, match=re.escape(f"different texts in 60 rows, such as {shown}")):
        contsid.as_table(frame)
    declared = contsid.as_table(frame.astype({"y": "category"}))
    assert f"1 categorical: y ({frame['y'].nunique()} levels)" in repr(declared)
    assert repr(contsid.as_table({"x": [1.0, 1.0], "y": ["a", "b"]})) == (
        "Table(2 rows; 1 numeric column; 1 categorical: y (2 levels); constant: x)"
    )


def test_a_result_says_what_the_data_are():
    rows = np.random.default_rng(1).normal(size=(50, 2))
    frame = pandas.DataFrame(rows, columns=["x", "y"]).assign(z=["a", "b"] * 25)
    graph = [("x", "y"), ("y", "z")]
    comparison = contsid.compare(graph, graph, frame)
    assert comparison.data == "50 rows; 2 numeric columns; 1 categorical: z (2 levels)"
    assert contsid.compare(graph, graph).data is None


def test_a_graph_in_place_of_data_is_noted(tmp_path):
    chain = [("a", "b"), ("b", "c")]
    matrix = pandas.DataFrame([[0, 1, 0], [0, 0, 1], [0, 0, 0]], columns=list("abc"))
    matrix.to_csv(tmp_path / "truth.csv", index=False)
    for given in (matrix, tmp_path / "truth.csv"):
        assert "the table looks like the matrix of a graph" in contsid.compare(chain, chain, given).notes[0]
        with pytest.warns(contsid.ContsidWarning, match="the table looks like the matrix of a graph"):
            contsid.contsid(chain, chain, given)
    for data in (matrix + np.eye(3, dtype=int), pandas.concat([matrix, matrix])):
        assert not any("matrix of a graph" in note for note in contsid.compare(chain, chain, data).notes)


def test_a_graph_that_is_reversed_or_empty_is_noted():
    chain = np.eye(4, k=1)
    assert "3 edges is reversed in the truth; was the matrix" in contsid.compare(chain, chain.T).notes[0]
    assert "2 edges is reversed" in contsid.compare(chain[:3, :3], chain[:3, :3].T).notes[0]
    assert contsid.compare(chain, np.zeros((4, 4))).notes == ["the learnt graph: the graph has no edge"]
    empty = contsid.as_graph(networkx.empty_graph(["A", "B"], create_using=networkx.DiGraph))
    assert empty.notes == ["the graph has no edge"]
