//! Tables as Apache Parquet.

use super::column::{RawColumn, RawTable, Texts};
use super::format::TableOptions;
use crate::error::{Fault, Location, Problem};
use crate::input::{Input, Seekable};
use crate::memory::check_numbers;
use crate::names::checked_names;
use crate::shown::{shown, shown_reason};
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::reader::ChunkReader;

fn malformed(error: &impl std::fmt::Display) -> Fault {
    Fault::Malformed { format: "Parquet", reason: shown_reason(error) }
}

/// Reads the columns of numbers and texts; any other column is an error.
pub(super) fn parse(input: &Input<'_>, options: &TableOptions) -> Result<RawTable, Problem> {
    match input.seekable()? {
        Seekable::File(file) => parse_chunks(file.into_file(), input, options),
        Seekable::Bytes(bytes) => parse_chunks(Bytes::from(bytes.into_owned()), input, options),
    }
}

/// Reads some rows at a time, straight into columns of the size that the file gives.
fn parse_chunks(
    chunks: impl ChunkReader + 'static,
    input: &Input<'_>,
    options: &TableOptions,
) -> Result<RawTable, Problem> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(chunks).map_err(|error| malformed(&error))?;
    let schema = builder.schema().clone();
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let rows = usize::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(usize::MAX);
    check_numbers(rows.checked_mul(names.len())).map_err(Fault::from)?;
    let mut columns = Vec::new();
    for field in schema.fields() {
        columns.push(empty_column(field.name(), field.data_type(), rows)?);
    }
    let mut read = 0;
    for batch in builder.build().map_err(|error| malformed(&error))? {
        let batch = batch.map_err(|error| malformed(&error))?;
        for (column, values) in columns.iter_mut().zip(batch.columns()) {
            append(column, values, options)?;
        }
        read += batch.num_rows();
        input.rows_read(read, rows);
    }
    let names = checked_names(names.into_iter(), |at| Location::Part(format!("column {}", at + 1)))?;
    Ok(RawTable { names: Some(names), columns, notes: Vec::new(), ignored: Vec::new() })
}

fn empty_column(name: &str, kind: &DataType, rows: usize) -> Result<RawColumn, Problem> {
    let is_text = |kind: &DataType| matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    match kind {
        DataType::Boolean => Ok(RawColumn::Numeric(Vec::with_capacity(rows))),
        kind if kind.is_numeric() => Ok(RawColumn::Numeric(Vec::with_capacity(rows))),
        kind if is_text(kind) => Ok(RawColumn::Text(Texts::default())),
        DataType::Dictionary(_, values) if is_text(values) => Ok(RawColumn::Text(Texts::default())),
        _ => {
            let (what, advice) =
                ("a column that holds neither numbers nor texts", "leave the column out or convert it");
            Err(Fault::Unsupported { what, advice }.at(Location::Part(format!("column `{}`", shown(name)))))
        }
    }
}

fn append(column: &mut RawColumn, values: &ArrayRef, options: &TableOptions) -> Result<(), Fault> {
    match column {
        RawColumn::Numeric(numbers) => {
            let values = arrow_cast::cast(values, &DataType::Float64).map_err(|error| malformed(&error))?;
            numbers.extend(values.as_primitive::<Float64Type>().iter().map(|value| value.unwrap_or(f64::NAN)));
        }
        RawColumn::Text(texts) => {
            let values = arrow_cast::cast(values, &DataType::Utf8).map_err(|error| malformed(&error))?;
            let values = values.as_string::<i32>();
            for at in 0..values.len() {
                let text = (!values.is_null(at)).then(|| values.value(at).trim());
                texts.push(text.filter(|text| !options.is_missing(text)));
            }
        }
    }
    Ok(())
}
