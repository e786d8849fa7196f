"""Observations of every kind that people have."""

from decimal import Decimal
from fractions import Fraction

import contsid
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
    compared = contsid.compare([("a", "b")], [("b", "a")], frame, drop_missing=True)
    assert compared.notes == [
        "1 of 4 rows have missing values and were dropped",
        "ignored columns (no such node): c",
        "contSID is not cross-fitted, and has no standard error: 3 rows do not make two parts of at least 20",
    ]
