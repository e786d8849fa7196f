//! Matrices of numpy, read where they are.

use crate::errors::not_a_graph;
use contsid_io::graph::{CellOrder, CellValues, Cells};
use numpy::ndarray::ArrayView2;
use numpy::{PyArrayDescrMethods, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods, dtype};
use pyo3::prelude::*;

/// A matrix as it is passed.
pub(crate) enum GivenMatrix<'py> {
    Floats(PyReadonlyArray2<'py, f64>),
    Integers(PyReadonlyArray2<'py, i64>),
    Bytes(PyReadonlyArray2<'py, i8>),
    Flags(PyReadonlyArray2<'py, bool>),
}

impl<'py> FromPyObject<'_, 'py> for GivenMatrix<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Trying one type after the other would make an exception for each that it is not.
        let (given, py) = (object.cast::<PyUntypedArray>()?.dtype(), object.py());
        if given.is_equiv_to(&dtype::<i8>(py)) {
            Ok(Self::Bytes(object.extract()?))
        } else if given.is_equiv_to(&dtype::<bool>(py)) {
            Ok(Self::Flags(object.extract()?))
        } else if given.is_equiv_to(&dtype::<i64>(py)) {
            Ok(Self::Integers(object.extract()?))
        } else {
            Ok(Self::Floats(object.extract()?))
        }
    }
}

/// Hands the cells of an array to a function, where they are.
pub(crate) fn with_cells<R>(matrix: &GivenMatrix<'_>, work: impl FnOnce(Cells<'_>) -> PyResult<R>) -> PyResult<R> {
    match matrix {
        GivenMatrix::Floats(values) => work(cells(&values.as_array())?),
        GivenMatrix::Integers(values) => work(cells(&values.as_array())?),
        GivenMatrix::Bytes(values) => work(cells(&values.as_array())?),
        GivenMatrix::Flags(values) => work(cells(&values.as_array())?),
    }
}

fn cells<'a, T>(matrix: &'a ArrayView2<'_, T>) -> PyResult<Cells<'a>>
where
    &'a [T]: Into<CellValues<'a>>,
{
    let shape = [matrix.nrows(), matrix.ncols()];
    if let Some(rows) = matrix.as_slice() {
        return Ok(Cells::new(shape, CellOrder::Rows, rows));
    }
    match matrix.as_slice_memory_order() {
        // Not row by row, yet without gaps and not reversed: column by column.
        Some(columns) if matrix.strides()[0] == 1 => Ok(Cells::new(shape, CellOrder::Columns, columns)),
        _ => Err(not_a_graph("the array has gaps between its cells")),
    }
}
