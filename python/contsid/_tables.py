"""What people have, as a table of observations."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from decimal import Decimal
from numbers import Real
from typing import Any, NamedTuple

from ._core import Table, TableError
from ._options import check_switch, check_word
from ._reading import Reading, as_numbers, by_number, packages, texts

__all__ = ["as_table", "column_names", "read_table"]

#: Number of different texts from which on they may not be categories.
_MANY_TEXTS = 10


def as_table(
    data: Any,
    *,
    names: Sequence[Any] | None = None,
    drop_missing: bool = False,
    format: str | None = None,
    source: str = "the data",
) -> Table:
    """Turn what you have into a :class:`Table` of observations.

    Parameters
    ----------
    data
        A numpy array or scipy sparse matrix with a row for each observation, a pandas or polars frame, a dictionary of
        columns, the path of a file, or a :class:`Table`. Columns of texts and categories are categorical; ten texts or
        more that are more than half as many as the rows are refused, unless their type is a category. Columns that are
        called 0, 1, …, p − 1 have no names, and stand in this order.
    names
        The names of the columns, where the data have none.
    drop_missing
        Leave out rows with missing values, which are refused otherwise.
    format
        The format of a file, where its name does not tell.
    source
        What messages call the data.

    Returns
    -------
    Table

    Raises
    ------
    TableError
        If it cannot be read as a table.

    Examples
    --------
    >>> import contsid
    >>> contsid.as_table({"x": [1.0, 2.0], "colour": ["red", "blue"]}).columns
    ['x', 'colour']
    """
    reading = Reading(names, format=format)
    table = read_table(data, reading, drop_missing, check_word("source", source))
    reading.finish(f"{source}, a {type(data).__name__}")
    return table


def read_table(data: Any, reading: Reading, drop_missing: bool, source: str) -> Table:
    """The table, read as the caller says, and by the names that the caller gives if it has none."""
    check_switch("drop_missing", drop_missing)
    return reading.named(_read(data, reading, drop_missing, source), source, TableError)


def _read(data: Any, reading: Reading, drop_missing: bool, source: str) -> Table:
    if type(data) is Table:
        return data
    if isinstance(data, (str, os.PathLike)):
        reading.use("format")
        missing = "drop" if drop_missing else "refuse"
        return Table.read(os.fsdecode(data), reading.format, missing, reading.wanted, reading.labels)
    known = packages(data)
    if "pandas" in known and getattr(data, "ndim", 0) == 2:
        columns = [data.iloc[:, index] for index in range(data.shape[1])]
        return _of_columns(list(data.columns), columns, reading, drop_missing, source)
    if "polars" in known and hasattr(data, "columns"):
        return _of_columns(list(data.columns), [data[name] for name in data.columns], reading, drop_missing, source)
    if isinstance(data, Mapping):
        return _of_columns(list(data), list(data.values()), reading, drop_missing, source)
    if "scipy" in known and hasattr(data, "toarray"):
        data = data.toarray()
    return _of_array(data, reading, drop_missing, source)


class _Chosen(NamedTuple):
    """The columns that are read, by their indices and by name if they have names; and the names of the others."""

    indices: list[int]
    names: list[str] | None
    ignored: list[str]


def _chosen(names: list[str] | None, count: int, reading: Reading, source: str) -> _Chosen:
    """The wanted ones of some columns; all of them if none is wanted. The caller may name those that have no names."""
    everything = list(range(count))
    if names is None and reading.wanted is not None and reading.names is not None:
        given = texts(reading.names, source, TableError)
        if len(given) == count:
            reading.use("names")
            names = given
    if names is None or reading.wanted is None:
        return _Chosen(everything, names, [])
    indices = [index for index in everything if names[index].strip() in reading.wanted] or everything
    others = [name for index, name in enumerate(names) if index not in set(indices)]
    return _Chosen(indices, [names[index] for index in indices], others)


def column_names(data: Any) -> list[str] | None:
    """The names of the columns of data whose values do not matter; none if they have no names."""
    labels = list(data) if isinstance(data, Mapping) else list(getattr(data, "columns", ()))
    return None if by_number(labels) is not None else [str(label).strip() for label in labels]


def _of_array(data: Any, reading: Reading, drop_missing: bool, source: str) -> Table:
    import numpy as np

    values = as_numbers(_with_gaps(data), TableError, f"{source}: this is no table of numbers")
    if values.ndim != 2:
        raise TableError(f"{source}: the array has {values.ndim} dimensions; a table has two")
    rows, chosen = len(values), _chosen(None, values.shape[1], reading, source)
    if drop_missing:
        missing = np.zeros(rows, dtype=bool)
        for index in chosen.indices:
            missing |= np.isnan(values[:, index])
        values = values if not missing.any() else values[~missing]
    columns = [_in_place(values[:, index]) for index in chosen.indices]
    return Table.from_columns(chosen.names, columns, source, rows - len(values), chosen.ignored)


def _of_columns(labels: list[Any], columns: list[Any], reading: Reading, drop_missing: bool, source: str) -> Table:
    import numpy as np

    order = by_number(labels)
    if order is not None:
        labels, columns = [labels[index] for index in order], [columns[index] for index in order]
    called = [str(label) for label in labels]
    chosen = _chosen(called if order is None else None, len(columns), reading, source)
    called = [called[index] for index in chosen.indices]
    given = [(name, columns[index]) for name, index in zip(called, chosen.indices)]
    read = [_column(name, column, source, is_label=name.strip() in reading.labels) for name, column in given]
    lengths = {len(values) for values, _ in read}
    if len(lengths) > 1:
        raise TableError(f"{source}: the columns have different lengths: {sorted(lengths)}")
    missing = np.zeros(next(iter(lengths), 0), dtype=bool)
    for (_, is_missing), name in zip(read, called):
        if is_missing.any() and not drop_missing:
            raise TableError(
                f"{source}: column `{name}`, row {int(is_missing.argmax()) + 1}: the value is missing; "
                "leave out rows with missing values by drop_missing=True"
            )
        missing |= is_missing
    kept = [_passed(values[~missing] if missing.any() else values) for values, _ in read]
    return Table.from_columns(chosen.names, kept, source, int(missing.sum()), chosen.ignored)


def _column(name: str, column: Any, source: str, *, is_label: bool) -> tuple[Any, Any]:
    """The values as numbers, or as texts, of which labels may be as many as the rows; and which are missing."""
    import numpy as np

    column = _with_gaps(column)
    dtype = str(getattr(column, "dtype", ""))
    if dtype.lower().startswith(("date", "time", "duration", "period")):
        raise TableError(f"{source}: column `{name}` holds {dtype}; numbers or texts are needed")
    if dtype.lower().startswith(("categor", "enum")):
        return _texts([value if _is_missing(value) else str(value) for value in column.to_list()])
    if hasattr(column, "to_list"):
        column = (
            column.to_list()
            if not dtype.startswith(("float", "int", "uint", "bool", "Float", "Int", "UInt", "Bool"))
            else column
        )
    try:
        values = np.asarray(column.to_numpy(dtype="float64", na_value=np.nan) if _is_masked(column) else column)
    except Exception as error:  # objects of other packages may raise anything
        raise TableError(f"{source}: column `{name}` cannot be read: {error}") from None
    if values.ndim != 1:
        raise TableError(f"{source}: column `{name}` has {values.ndim} dimensions")
    if values.dtype.kind in "biuf":
        numbers = values.astype(np.float64, copy=False)
        return numbers, np.isnan(numbers)
    if values.dtype.kind not in "OUT":
        raise TableError(f"{source}: column `{name}` holds {values.dtype}; numbers or texts are needed")
    # numpy turns mixtures into texts, so read them as they came.
    found = _of_objects(name, list(values) if values.dtype.kind == "O" else list(column), source)
    if not is_label and found[0].dtype == object:
        _check_texts(name, found[0][~found[1]], source)
    return found


def _with_gaps(values: Any) -> Any:
    """The same values, with what numpy masks as missing ones."""
    import numpy as np

    is_gapped = isinstance(values, np.ma.MaskedArray) and bool(np.any(values.mask))
    return values.astype(np.float64).filled(np.nan) if is_gapped else values


def _is_masked(column: Any) -> bool:
    return ("pandas" in packages(column) and str(column.dtype)[:1] in "FIUB") or str(
        getattr(column, "dtype", "")
    ) == "boolean"


def _is_missing(value: Any) -> bool:
    """pandas' missing value is tested by its type: it cannot be compared, not even with itself."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return value.is_nan() if isinstance(value, Decimal) else isinstance(value, Real) and value != value


def _of_objects(name: str, values: list[Any], source: str) -> tuple[Any, Any]:
    import numpy as np

    known = [value for value in values if not _is_missing(value)]
    if known and all(isinstance(value, (Real, Decimal, np.bool_)) for value in known):
        try:
            numbers = np.array([np.nan if _is_missing(value) else float(value) for value in values])
        except OverflowError as error:
            raise TableError(f"{source}: column `{name}` cannot be read: {error}") from None
        return numbers, np.isnan(numbers)
    for row, value in enumerate(values, 1):
        if not isinstance(value, str) and not _is_missing(value):
            raise TableError(
                f"{source}: column `{name}`, row {row}: {value!r:.60} is a {type(value).__name__}; a column holds "
                "numbers or texts, not both and nothing else"
            )
    return _texts(values)


def _check_texts(name: str, known: Any, source: str) -> None:
    """Refuse texts that are hardly categories: ten or more, and more than half as many as the rows."""
    distinct = dict.fromkeys(known)
    if len(distinct) >= _MANY_TEXTS and 2 * len(distinct) > len(known):
        examples = ", ".join(f"`{text:.60}`" for text in list(distinct)[:3])
        raise TableError(
            f"{source}: column `{name}` holds {len(distinct)} different texts in {len(known)} rows, such as {examples};"
            ' turn them into numbers, leave the column out, or make it categorical by astype("category")'
        )


def _texts(values: list[Any]) -> tuple[Any, Any]:
    import numpy as np

    missing = np.array([_is_missing(value) for value in values], dtype=bool)
    return np.array(["" if gone else value for value, gone in zip(values, missing)], dtype=object), missing


def _in_place(view: Any) -> Any:
    """A view that is read where it is: only numbers at odd addresses are copied."""
    return view if view.flags.aligned else view.copy()


def _passed(values: Any) -> Any:
    import numpy as np

    if values.dtype == np.float64:
        return _in_place(values[:])
    levels, codes = np.unique(values.astype(str), return_inverse=True)
    return [int(code) for code in codes], [str(level) for level in levels]
