//! Observations with names.

use crate::errors::{node_names, not_a_table, unreadable_table};
use crate::execution::{run, run_held};
use crate::options::chosen;
use contsid::data::{Column, NumberSource, Numbers};
use contsid_io::graph::Naming;
use contsid_io::table::{LoadedTable, MissingValues, TableNote, TableOptions, matrix_doubt, read_table};
use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::path::PathBuf;
use std::sync::Arc;

/// A table of observations: one column for each variable.
#[pyclass(frozen, eq, module = "contsid._core")]
pub(crate) struct Table {
    pub(crate) loaded: LoadedTable,
    /// What a reader should know of the table.
    notes: Vec<String>,
}

impl From<LoadedTable> for Table {
    fn from(loaded: LoadedTable) -> Self {
        let notes = loaded.notes().iter().map(ToString::to_string).collect();
        Self { loaded, notes }
    }
}

impl PartialEq for Table {
    /// What messages call a table, and what is noted of it, does not make it another one.
    fn eq(&self, other: &Self) -> bool {
        self.loaded.naming() == other.loaded.naming() && self.loaded.table() == other.loaded.table()
    }
}

/// What a pickled table is made of: names, columns, source, ignored columns and notes.
type Parts<'py> = (Option<Vec<String>>, Vec<Bound<'py, PyAny>>, String, Vec<String>, Vec<String>);

/// A column as it is passed.
#[derive(FromPyObject)]
enum GivenColumn<'py> {
    Numbers(Bound<'py, PyArray1<f64>>),
    Categories(Vec<u32>, Vec<String>),
}

impl From<GivenColumn<'_>> for Column {
    fn from(given: GivenColumn<'_>) -> Self {
        match given {
            GivenColumn::Numbers(array) => Self::Numeric(Numbers::elsewhere(Arc::new(KeptArray::new(array)))),
            GivenColumn::Categories(codes, levels) => Self::Categorical { codes, levels },
        }
    }
}

/// An array that stays where Python keeps it. It is read only while the interpreter is held, so no Python code
/// writes to it at that moment.
struct KeptArray {
    array: Py<PyArray1<f64>>,
    row_count: usize,
}

impl KeptArray {
    fn new(array: Bound<'_, PyArray1<f64>>) -> Self {
        Self { row_count: array.len(), array: array.unbind() }
    }

    fn read<R>(&self, read: impl FnOnce(ArrayView1<'_, f64>) -> R) -> R {
        Python::attach(|py| read(self.array.bind(py).readonly().as_array()))
    }
}

impl NumberSource for KeptArray {
    fn row_count(&self) -> usize {
        self.row_count
    }

    fn all(&self) -> Vec<f64> {
        self.read(|values| values.to_vec())
    }

    fn rows(&self, rows: &[usize]) -> Vec<f64> {
        self.read(|values| rows.iter().map(|&row| values[row]).collect())
    }
}

/// Gives the outcome of work on tables, unless an array of one has changed in the meantime.
pub(crate) fn unless_changed<'a, R>(
    tables: impl IntoIterator<Item = &'a contsid::data::Table>,
    outcome: PyResult<R>,
) -> PyResult<R> {
    let advice = "leave an array as it is while its table or a result is in use, or pass a copy of it";
    for table in tables {
        table.check_unchanged().map_err(|error| not_a_table(format!("{error}; {advice}")))?;
    }
    outcome
}

#[pymethods]
impl Table {
    /// The table of columns, each an array of numbers or a pair of codes and levels. Arrays are not copied: views of
    /// them are passed, so changing an array's shape does not change the column's. `ignored` are the names of
    /// columns that were not read.
    #[staticmethod]
    fn from_columns(
        names: Option<Vec<String>>,
        columns: Vec<GivenColumn<'_>>,
        source: &str,
        dropped_rows: usize,
        ignored: Vec<String>,
    ) -> PyResult<Self> {
        run_held(|| {
            let columns = columns.into_iter().map(Column::from).collect();
            Ok(Self::checked(columns, names.as_deref(), source, dropped_rows)?.with_ignored(ignored).into())
        })
    }

    /// The same table with these names.
    fn with_names(&self, names: Vec<String>) -> PyResult<Self> {
        let source = self.loaded.source_name();
        let names = node_names(&names, source).map_err(not_a_table)?;
        let loaded = self.loaded.clone().with_names(names);
        let loaded = loaded.map_err(|error| not_a_table(format!("{source}: {error}")))?;
        Ok(Self { loaded, notes: self.notes.clone() })
    }

    /// The table of a file; of columns with names only those of `nodes`, if there are any.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        missing: &str,
        nodes: Option<Vec<String>>,
        identifiers: Vec<String>,
    ) -> PyResult<Self> {
        let options = TableOptions {
            identifiers,
            nodes: nodes.map(|nodes| node_names(&nodes, "the nodes").map_err(not_a_table)).transpose()?,
            format: format.map(|word| chosen("format", word)).transpose()?,
            missing: match missing {
                "drop" => MissingValues::DropRows,
                _ => MissingValues::default(),
            },
            ..TableOptions::default()
        };
        run(py, |_| Ok(read_table(path, &options).map_err(|error| unreadable_table(&error))?.into()))
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.loaded.table().names().iter().collect()
    }

    /// Whether the columns were named; otherwise they are called V1, V2, …
    #[getter]
    fn is_named(&self) -> bool {
        self.loaded.naming() == Naming::Given
    }

    /// The names of columns that were not read, since no node is called so.
    #[getter]
    fn ignored(&self) -> Vec<String> {
        self.loaded.ignored().to_vec()
    }

    /// What a reader should know of the table.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The columns: numbers as arrays, categories as lists of texts.
    fn to_columns<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let column = |column: &Column| match column {
            Column::Numeric(numbers) => Ok(PyArray1::from_vec(py, numbers.values().into_owned()).into_any()),
            Column::Categorical { codes, levels } => {
                let texts: Vec<&str> = codes.iter().map(|&code| levels[code as usize].as_str()).collect();
                Ok(PyList::new(py, texts)?.into_any())
            }
        };
        self.loaded.table().columns().iter().map(column).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let column = |column: &Column| match column {
            Column::Numeric(numbers) => Ok(PyArray1::from_vec(py, numbers.values().into_owned()).into_any()),
            Column::Categorical { codes, levels } => (codes, levels).into_bound_py_any(py),
        };
        let columns = self.loaded.table().columns().iter().map(column).collect::<PyResult<_>>()?;
        let names = self.is_named().then(|| self.columns().into_iter().map(str::to_owned).collect());
        let parts = (names, columns, self.loaded.source_name().to_owned(), self.ignored(), self.notes.clone());
        Ok((py.get_type::<Self>().getattr("_of_parts")?, parts))
    }

    #[staticmethod]
    fn _of_parts(
        names: Option<Vec<String>>,
        columns: Vec<GivenColumn<'_>>,
        source: &str,
        ignored: Vec<String>,
        notes: Vec<String>,
    ) -> PyResult<Self> {
        let table = Self::from_columns(names, columns, source, 0, ignored)?;
        Ok(Self { loaded: table.loaded, notes })
    }

    fn __len__(&self) -> usize {
        self.loaded.table().row_count()
    }

    fn __repr__(&self) -> String {
        format!("Table({})", self.loaded.table().description())
    }
}

impl Table {
    /// The table that is left without `dropped_rows` rows with missing values.
    fn checked(
        columns: Vec<Column>,
        names: Option<&[String]>,
        source: &str,
        dropped_rows: usize,
    ) -> PyResult<LoadedTable> {
        let in_source = |error: contsid::data::TableError| not_a_table(format!("{source}: {error}"));
        let loaded = match names {
            None => LoadedTable::unnamed(source, columns).map_err(in_source)?,
            Some(names) => {
                let names = node_names(names, source).map_err(not_a_table)?;
                LoadedTable::new(source, contsid::data::Table::new(names, columns).map_err(in_source)?)
            }
        };
        let rows = loaded.table().row_count() + dropped_rows;
        let note = TableNote::RowsDropped { dropped: dropped_rows, rows };
        let doubt = matrix_doubt(loaded.table());
        let loaded = doubt.into_iter().fold(loaded, LoadedTable::with_note);
        Ok(if dropped_rows == 0 { loaded } else { loaded.with_note(note) })
    }
}
