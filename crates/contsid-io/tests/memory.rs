//! A table takes the memory of its numbers, and little more, while it is read.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid_io::table::{TableOptions, read_table};
use peak_alloc::PeakAlloc;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const ROWS: usize = 1 << 17;
const COLUMNS: usize = 20;

fn write_csv(path: &Path) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    writeln!(file, "{}", (0..COLUMNS).map(|column| format!("x{column}")).collect::<Vec<_>>().join(",")).unwrap();
    for row in 0..ROWS {
        let cells: Vec<String> =
            (0..COLUMNS).map(|column| format!("{:.15}", (row * COLUMNS + column) as f64 / 7.0)).collect();
        writeln!(file, "{}", cells.join(",")).unwrap();
    }
}

fn write_npy(path: &Path) {
    write_array(BufWriter::new(File::create(path).unwrap()));
}

fn write_npz(path: &Path) {
    let mut archive = zip::ZipWriter::new(File::create(path).unwrap());
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    archive.start_file("data.npy", stored).unwrap();
    write_array(BufWriter::new(&mut archive));
    archive.finish().unwrap();
}

fn write_array(mut file: impl Write) {
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({ROWS}, {COLUMNS}), }}\n");
    file.write_all(b"\x93NUMPY\x01\x00").unwrap();
    file.write_all(&u16::try_from(header.len()).unwrap().to_le_bytes()).unwrap();
    file.write_all(header.as_bytes()).unwrap();
    for cell in 0..ROWS * COLUMNS {
        file.write_all(&(cell as f64 / 7.0).to_le_bytes()).unwrap();
    }
    file.flush().unwrap();
}

#[cfg(feature = "parquet")]
fn write_parquet(path: &Path) {
    use arrow_array::{ArrayRef, Float64Array, RecordBatch};
    use std::sync::Arc;

    let column = |column: usize| {
        let values: Vec<f64> = (0..ROWS).map(|row| (row * COLUMNS + column) as f64 / 7.0).collect();
        (format!("x{column}"), Arc::new(Float64Array::from(values)) as ArrayRef)
    };
    let batch = RecordBatch::try_from_iter((0..COLUMNS).map(column)).unwrap();
    let mut writer = parquet::arrow::ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

#[test]
fn numbers_are_in_memory_once() {
    let directory = tempfile::tempdir().unwrap();
    let numbers = ROWS * COLUMNS * size_of::<f64>();
    let files = [
        ("data.csv", write_csv as fn(&Path)),
        ("data.npy", write_npy),
        ("data.npz", write_npz),
        #[cfg(feature = "parquet")]
        ("data.parquet", write_parquet),
    ];
    for (name, write) in files {
        let path = directory.path().join(name);
        write(&path);
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let read = read_table(&path, &TableOptions::default()).unwrap();
        let peak = MEMORY.peak_usage() - before;
        assert_eq!(read.table().row_count(), ROWS);
        // Buffers, and a column that grows while it is copied.
        let allowed = numbers + numbers / 8 + (4 << 20);
        assert!(peak < allowed, "{name}: {peak} bytes for {numbers} bytes of numbers");
    }
}
