//! Tables as Apache Parquet.

use super::column::{RawColumn, RawTable, Texts};
use super::format::TableOptions;
use crate::error::{Fault, Location, Problem};
use crate::input::{Input, Seekable, read_fault};
use crate::memory::check_numbers;
use crate::names::checked_names;
use crate::shown::{shown, shown_reason};
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, FieldRef};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::file::reader::ChunkReader;

fn malformed(error: &impl std::fmt::Display) -> Fault {
    Fault::Malformed { format: "Parquet", reason: shown_reason(error) }
}

/// Reads the columns of numbers and texts; any other column is an error.
pub(super) fn parse(input: &Input<'_>, options: &TableOptions) -> Result<RawTable, Problem> {
    match input.seekable()? {
        Seekable::File(file) => {
            let file = file.into_file();
            parse_chunks(|| file.try_clone().map_err(read_fault), input, options)
        }
        Seekable::Bytes(bytes) => {
            let bytes = Bytes::from(bytes.into_owned());
            parse_chunks(|| Ok(bytes.clone()), input, options)
        }
    }
}

/// Reads column after column, some rows at a time, straight into columns of the size that the file gives: the pages of
/// all columns together may be as large as the numbers.
fn parse_chunks<C: ChunkReader + 'static>(
    open: impl Fn() -> Result<C, Fault>,
    input: &Input<'_>,
    options: &TableOptions,
) -> Result<RawTable, Problem> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(open()?).map_err(|error| malformed(&error))?;
    let schema = builder.schema().clone();
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let rows = usize::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(usize::MAX);
    check_numbers(rows.checked_mul(names.len())).map_err(Fault::from)?;
    let empty = |field: &FieldRef| empty_column(field.name(), field.data_type(), rows);
    let mut columns = schema.fields().iter().map(empty).collect::<Result<Vec<_>, _>>()?;
    let metadata = ArrowReaderMetadata::try_new(builder.metadata().clone(), ArrowReaderOptions::new())
        .map_err(|error| malformed(&error))?;
    let (mut read, total) = (0, rows * columns.len());
    for (index, column) in columns.iter_mut().enumerate() {
        let only = ProjectionMask::roots(builder.parquet_schema(), [index]);
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(open()?, metadata.clone());
        for batch in reader.with_projection(only).build().map_err(|error| malformed(&error))? {
            let batch = batch.map_err(|error| malformed(&error))?;
            append(column, batch.column(0), options)?;
            read += batch.num_rows();
            input.rows_read(read, total);
        }
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
        DataType::Dictionary(_, values) if is_text(values) => Ok(RawColumn::Text(Texts::declared())),
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
