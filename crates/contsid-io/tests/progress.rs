//! A progress bar moves in small steps while a table is read, not once at its end.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::execution::Monitor;
use contsid_io::table::{TableOptions, read_table_watched};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

/// Numbers in the tables: more than a reader takes at once.
const ROWS: usize = 200_000;

/// What a monitor is told: the work, and each step of it.
#[derive(Default)]
struct Told {
    totals: Mutex<Vec<u64>>,
    steps: Mutex<Vec<u64>>,
}

impl Monitor for Told {
    fn begin(&self, total: u64) {
        self.totals.lock().unwrap().push(total);
    }

    fn advance(&self, units: u64) {
        self.steps.lock().unwrap().push(units);
    }
}

/// The bytes of a file are told once, and no step is more than a tenth of them.
fn check_steps(path: &Path) {
    let told = Told::default();
    let read = read_table_watched(path, &TableOptions::default(), &told).unwrap();
    assert_eq!(read.table().row_count(), ROWS);
    let length = std::fs::metadata(path).unwrap().len();
    assert_eq!(*told.totals.lock().unwrap(), [length]);
    let steps = told.steps.into_inner().unwrap();
    let (sum, largest) = (steps.iter().sum::<u64>(), steps.iter().max().unwrap());
    assert!(sum <= length && 10 * sum >= 9 * length, "{sum} of {length} bytes are told");
    assert!(10 * largest <= length, "a step of {largest} of {length} bytes");
}

#[test]
fn npz() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.npz");
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({ROWS}, 1), }}");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    archive.start_file("x.npy", stored).unwrap();
    archive.write_all(b"\x93NUMPY\x01\x00").unwrap();
    archive.write_all(&(header.len() as u16).to_le_bytes()).unwrap();
    archive.write_all(header.as_bytes()).unwrap();
    let numbers: Vec<u8> = (0..ROWS).flat_map(|row| (row as f64).to_le_bytes()).collect();
    archive.write_all(&numbers).unwrap();
    archive.finish().unwrap();
    check_steps(&path);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet() {
    use arrow_array::{ArrayRef, Float64Array, RecordBatch};
    use std::sync::Arc;

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.parquet");
    let numbers = Float64Array::from_iter_values((0..ROWS).map(|row| row as f64));
    let batch = RecordBatch::try_from_iter([("x", Arc::new(numbers) as ArrayRef)]).unwrap();
    let file = std::fs::File::create(&path).unwrap();
    let mut writer = parquet::arrow::ArrowWriter::try_new(file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    check_steps(&path);
}
