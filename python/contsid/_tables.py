"""What people have, as a table of observations."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

from ._core import Table, TableError
from ._graphs import _packages, _texts

__all__ = ["as_table"]


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
        columns, the path of a file, or a :class:`Table`. Columns of texts and categories are categorical.
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
        If it is no table.

    Examples
    --------
    >>> import contsid
    >>> contsid.as_table({"x": [1.0, 2.0], "colour": ["red", "blue"]}).columns
    ['x', 'colour']
    """
    if type(data) is Table:
        return data
    if isinstance(data, (str, os.PathLike)):
        path = os.fspath(data)
        path = os.fsdecode(path) if isinstance(path, bytes) else path
        return Table.read(path, format, "drop" if drop_missing else "refuse")
    packages = _packages(data)
    if "pandas" in packages and getattr(data, "ndim", 0) == 2:
        columns = {str(name): data.iloc[:, place] for place, name in enumerate(data.columns)}
        if len(columns) != data.shape[1]:
            raise TableError(f"{source}: two columns have the same name")
        is_numbered = list(columns) == [str(number) for number in range(len(columns))]
        return _of_columns(columns, names if names is not None else None if is_numbered else list(columns), drop_missing, source)
    if "polars" in packages and hasattr(data, "columns"):
        return _of_columns({name: data[name] for name in data.columns}, names or data.columns, drop_missing, source)
    if isinstance(data, Mapping):
        return _of_columns({str(name): column for name, column in data.items()}, names or list(data), drop_missing, source)
    if "scipy" in packages and hasattr(data, "toarray"):
        data = data.toarray()
    return _of_array(data, names, drop_missing, source)


def _of_array(data: Any, names: Any, drop_missing: bool, source: str) -> Table:
    import numpy as np

    try:
        array = np.asarray(data)
        if array.dtype.kind not in "biufO":
            raise TypeError(f"its cells are of type {array.dtype}")
        values = array.astype(np.float64, copy=False)
    except Exception as error:  # objects of other packages may raise anything
        raise TableError(f"{source}: this is no table of numbers: {error}") from None
    if values.ndim != 2:
        raise TableError(f"{source}: the array has {values.ndim} dimensions; a table has two")
    if drop_missing:
        values = values[~np.isnan(values).any(axis=1)]
    labels = None if names is None else _texts(names, source)
    if labels is not None and len(labels) != values.shape[1]:
        raise TableError(f"{source}: there are {len(labels)} names for {values.shape[1]} columns")
    return Table.from_array(values, labels, source)


def _of_columns(columns: dict[str, Any], names: Any, drop_missing: bool, source: str) -> Table:
    import numpy as np

    labels = None if names is None else _texts(names, source)
    if labels is not None and len(labels) != len(columns):
        raise TableError(f"{source}: there are {len(labels)} names for {len(columns)} columns")
    read = [_column(name, column, source) for name, column in columns.items()]
    lengths = {len(values) for values, _ in read}
    if len(lengths) > 1:
        raise TableError(f"{source}: the columns have different lengths: {sorted(lengths)}")
    missing = np.zeros(next(iter(lengths), 0), dtype=bool)
    for (_, is_missing), name in zip(read, columns):
        if is_missing.any() and not drop_missing:
            raise TableError(f"{source}: column `{name}`, row {int(is_missing.argmax()) + 1}: the value is missing; "
                             "leave out rows with missing values by drop_missing=True")
        missing |= is_missing
    kept = [values[~missing] for values, _ in read]
    if labels is None:
        if all(values.dtype == np.float64 for values in kept) and kept:
            return Table.from_array(np.column_stack(kept), None, source)
        labels = list(columns)
    return Table.from_columns(labels, [_passed(values) for values in kept], source)


def _column(name: str, column: Any, source: str) -> tuple[Any, Any]:
    """The values as numbers, or as texts; and which of them are missing."""
    import numpy as np

    dtype = str(getattr(column, "dtype", ""))
    if dtype.lower().startswith(("date", "time", "duration", "period")):
        raise TableError(f"{source}: column `{name}` holds {dtype}; numbers or texts are needed")
    if hasattr(column, "to_list"):
        column = column.to_list() if not dtype.startswith(("float", "int", "uint", "bool", "Float", "Int", "UInt", "Bool")) else column
    try:
        values = np.asarray(column.to_numpy(dtype="float64", na_value=np.nan) if _is_masked(column) else column)
    except Exception as error:  # objects of other packages may raise anything
        raise TableError(f"{source}: column `{name}` cannot be read: {error}") from None
    if values.ndim != 1:
        raise TableError(f"{source}: column `{name}` has {values.ndim} dimensions")
    if values.dtype.kind in "biuf":
        numbers = values.astype(np.float64, copy=False)
        return numbers, np.isnan(numbers)
    if values.dtype.kind not in "OUS":
        raise TableError(f"{source}: column `{name}` holds {values.dtype}; numbers or texts are needed")
    return _texts_or_numbers(values)


def _is_masked(column: Any) -> bool:
    return "pandas" in _packages(column) and str(column.dtype)[:1] in "FIUB" or str(getattr(column, "dtype", "")) == "boolean"


def _texts_or_numbers(values: Any) -> tuple[Any, Any]:
    import numpy as np

    missing = np.array([value is None or value != value or type(value).__name__ in ("NAType", "NaTType") for value in values], dtype=bool)
    if not missing.all() and all(isinstance(value, Real) for value in values[~missing]):
        numbers = np.array([np.nan if gone else float(value) for value, gone in zip(values, missing)])
        return numbers, missing
    return np.array(["" if gone else str(value) for value, gone in zip(values, missing)], dtype=object), missing


def _passed(values: Any) -> Any:
    import numpy as np

    if values.dtype == np.float64:
        return values
    levels, codes = np.unique(values.astype(str), return_inverse=True)
    return [int(code) for code in codes], [str(level) for level in levels]
