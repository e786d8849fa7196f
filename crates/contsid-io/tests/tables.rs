//! Tables of every format, read and written.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::data::{Column, Table};
use contsid::graph::{MixedGraph, NodeId, NodeNames};
use contsid::named::Named;
use contsid_io::FileFormat;
use contsid_io::graph::{NamedGraph, Naming};
use contsid_io::table::{
    HeaderLine, LoadedTable, MissingValues, TableFormat, TableNote, TableOptions, format_table, match_columns,
    parse_table, read_table,
};
use contsid_io::{Hint, compressed_for};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

fn csv(text: &str) -> LoadedTable {
    parse_table(text.as_bytes(), TableFormat::Csv, &TableOptions::default(), "data.csv").unwrap()
}

fn refusal(text: &str, options: &TableOptions) -> String {
    parse_table(text.as_bytes(), TableFormat::Csv, options, "bad.csv").expect_err("the table is bad").to_string()
}

fn numbers(table: &LoadedTable) -> Vec<Vec<f64>> {
    table.table().columns().iter().map(|column| column.as_numeric().unwrap().to_vec()).collect()
}

fn names(table: &LoadedTable) -> Vec<&str> {
    table.table().names().iter().collect()
}

fn drop_rows() -> TableOptions {
    TableOptions { missing: MissingValues::DropRows, ..TableOptions::default() }
}

#[test]
fn files_of_other_programs() {
    let expected = [vec![0.5, 1e-3], vec![-1.25, 2.0], vec![3.0, 4.0]];
    for name in ["table.npz", "pandas_table.csv", "pandas_table.csv.gz"] {
        let read = read_table(file(name), &TableOptions::default()).unwrap();
        assert_eq!(numbers(&read), expected, "{name}");
        assert_eq!((names(&read), read.naming()), (vec!["x", "y", "long name é"], Naming::Given), "{name}");
    }
    for name in ["table_compressed.npz", "table_fortran.npy"] {
        let read = read_table(file(name), &TableOptions::default()).unwrap();
        assert_eq!(numbers(&read), expected, "{name}");
        assert_eq!((names(&read), read.naming()), (vec!["V1", "V2", "V3"], Naming::Numbered), "{name}");
    }
    let single = read_table(file("table_f4_big_endian.npy"), &TableOptions::default()).unwrap();
    assert_eq!(numbers(&single)[0], [0.5, f64::from(1e-3_f32)]);
    assert_eq!(numbers(&read_table(file("vector.npy"), &TableOptions::default()).unwrap()), [[1.0, -2.0, 3.0]]);
    let several = read_table(file("two.npz"), &TableOptions::default()).unwrap_err().to_string();
    assert!(several.contains("it holds several arrays of numbers, `a`, `b`, where one is expected"), "{several}");
}

#[test]
fn numpy_arrays_of_every_version_compressed_or_not() {
    // More than one chunk of the reader.
    let values: Vec<f64> = (0..40_000).map(f64::from).collect();
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (40000, 1), }";
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let directory = tempfile::tempdir().unwrap();
    for (version, width) in [(1, 2), (2, 4), (3, 4)] {
        let length = &(header.len() as u32).to_le_bytes()[..width];
        let array = [b"\x93NUMPY", &[version, 0][..], length, header.as_bytes(), &bytes].concat();
        for name in ["array.npy", "array.npy.gz"] {
            std::fs::write(directory.path().join(name), compressed_for(name, array.clone())).unwrap();
            let read = read_table(directory.path().join(name), &TableOptions::default()).unwrap();
            assert_eq!(numbers(&read), [&values[..]], "{name} of version {version}");
        }
    }
    let archive = std::fs::read(file("table.npz")).unwrap();
    std::fs::write(directory.path().join("table.npz.gz"), compressed_for("table.npz.gz", archive)).unwrap();
    let read = read_table(directory.path().join("table.npz.gz"), &TableOptions::default()).unwrap();
    assert_eq!(names(&read), ["x", "y", "long name é"]);
    let bytes = read_table(file("byte_names.npz"), &TableOptions::default()).unwrap();
    assert_eq!((names(&bytes), numbers(&bytes)), (vec!["x", "long name"], vec![vec![0.5, 1e-3], vec![-1.25, 2.0]]));
}

#[test]
fn a_column_is_left_out_unless_it_is_the_only_one() {
    let first = NodeId::new(0);
    let two = csv("a,b\n1,2\n").without_column(first);
    assert_eq!((names(&two), numbers(&two)), (vec!["b"], vec![vec![2.0]]));
    assert_eq!(names(&csv("a\n1\n").without_column(first)), ["a"]);
}

#[test]
fn texts_that_do_not_name_the_columns_are_refused() {
    let refused = |name: &str| read_table(file(name), &TableOptions::default()).unwrap_err().to_string();
    let few = refused("few_names.npz");
    assert!(few.ends_with("the array `names` holds 2 texts, which cannot name the 3 columns"), "{few}");
    let two = refused("two_names.npz");
    assert!(two.ends_with("it holds several arrays of texts, `first`, `second`, where one is expected"), "{two}");
}

#[test]
fn an_index_is_left_out_with_a_note() {
    let read = read_table(file("pandas_table.csv"), &TableOptions::default()).unwrap();
    assert_eq!(read.notes(), [TableNote::RowNames]);
    let of_r = parse_table(b"x\ty\nr1\t1\t2\nr2\t3\t4", TableFormat::Tsv, &TableOptions::default(), "r.tsv").unwrap();
    assert_eq!((numbers(&of_r), names(&of_r)), (vec![vec![1.0, 3.0], vec![2.0, 4.0]], vec!["x", "y"]));
    assert_eq!(of_r.notes(), [TableNote::RowNames]);
}

#[test]
fn columns_are_numbers_or_categories() {
    let read = csv("\u{feff}a, \"b\" ,c\r\n1, high ,007\r\n\r\n-2.5e-3,low,x\r\n+3.,high,2\r\n+4,low,y\r\n");
    assert_eq!(read.table().columns()[0], Column::numbers(vec![1.0, -2.5e-3, 3.0, 4.0]));
    let levels = vec!["high".to_owned(), "low".to_owned()];
    assert_eq!(read.table().columns()[1], Column::Categorical { codes: vec![0, 1, 0, 1], levels });
    let levels = ["007", "2", "x", "y"].map(str::to_owned).to_vec();
    assert_eq!(read.table().columns()[2], Column::Categorical { codes: vec![0, 2, 1, 3], levels });
    let note = TableNote::NumbersAndTexts { column: "c".into(), text: "x".into(), line: 4 };
    assert_eq!(read.notes(), [note]);
}

#[test]
fn headers() {
    let bare = csv("1,2\n3,4\n");
    assert_eq!((numbers(&bare), bare.naming()), (vec![vec![1.0, 3.0], vec![2.0, 4.0]], Naming::Numbered));
    assert!(bare.notes().is_empty());
    let counted = csv("0,1,2\n5,6,7\n");
    assert_eq!((names(&counted), counted.notes()), (vec!["0", "1", "2"], &[TableNote::CountedHeader][..]));
    let two = csv("0,1\n0.5,6\n");
    assert_eq!((numbers(&two), two.notes()), (vec![vec![0.0, 0.5], vec![1.0, 6.0]], &[TableNote::CountedColumns][..]));
    assert!(csv("0,1\n1,0\n").notes().is_empty());
    let indexed = csv(",0,1\n0,5,6\n1,7,8\n");
    assert_eq!((names(&indexed), numbers(&indexed)), (vec!["0", "1"], vec![vec![5.0, 7.0], vec![6.0, 8.0]]));
    let options = TableOptions { header: HeaderLine::Present, ..TableOptions::default() };
    let named = parse_table(b"0,1,2\n5,6,7\n", TableFormat::Csv, &options, "data.csv").unwrap();
    assert_eq!((names(&named), numbers(&named)), (vec!["0", "1", "2"], vec![vec![5.0], vec![6.0], vec![7.0]]));
    let options = TableOptions { header: HeaderLine::Absent, ..TableOptions::default() };
    let texts = parse_table(b"a,b\nb,a\n", TableFormat::Csv, &options, "data.csv").unwrap();
    assert_eq!((texts.table().row_count(), texts.naming()), (2, Naming::Numbered));
}

#[test]
fn what_is_odd_but_usable_is_read() {
    assert_eq!(numbers(&csv("a,b\n1,2\n")), [[1.0], [2.0]]);
    assert_eq!(numbers(&csv("a\n1\n1\n  \n1")), [[1.0, 1.0, 1.0]]);
    let one = csv("a;b\nx;1\nx;2\n");
    assert_eq!(one.table().columns()[0], Column::Categorical { codes: vec![0, 0], levels: vec!["x".into()] });
}

#[test]
fn missing_values() {
    let text = "a,b\n1,x\n?,y\n3,NA\n4,z\nnan,null\n5,x\n,x";
    let error = parse_table(text.as_bytes(), TableFormat::Csv, &TableOptions::default(), "bad.csv").unwrap_err();
    let expected = "bad.csv: line 3, column `a`: the value is missing, the first of 5 in the table";
    assert_eq!((error.to_string().as_str(), error.hint()), (expected, Some(Hint::DropMissing)));
    let read = parse_table(text.as_bytes(), TableFormat::Csv, &drop_rows(), "data.csv").unwrap();
    assert_eq!(read.table().columns()[0], Column::numbers(vec![1.0, 4.0, 5.0]));
    let levels = vec!["x".to_owned(), "z".to_owned()];
    assert_eq!(read.table().columns()[1], Column::Categorical { codes: vec![0, 1, 0], levels });
    assert_eq!(read.dropped_rows(), 4);
    assert_eq!(read.notes()[0].to_string(), "4 of 7 rows have missing values and were dropped");
    assert!(
        refusal("1,2\n\n3,\n", &TableOptions::default()).starts_with("bad.csv: line 3, column 2: the value is missing")
    );
    assert!(
        refusal("1,\n3,4\n", &TableOptions::default()).starts_with("bad.csv: line 1, column 2: the value is missing")
    );
    assert!(refusal("a,b\n1,\n,2", &drop_rows()).starts_with("bad.csv: each of the 2 rows has a missing value"));
    let single_column = refusal("a\n1\n\"\"\n2\n", &TableOptions::default());
    assert!(single_column.starts_with("bad.csv: line 3, column `a`: the value is missing"), "{single_column}");
}

#[test]
fn bad_tables() {
    for (text, expected) in [
        ("", "the file is empty"),
        ("a,b\n", "the table has no rows"),
        ("a,b\n1,2\n3\n", "line 3: the line has 1 cell where 2 are expected"),
        ("a,b\n1,2,3,4\n", "line 1: the line has 2 cells where 4 are expected"),
        ("a,b,a\n1,2,3\n", "line 1, column 3: the name `a` appears twice, first at line 1, column 1"),
        ("a,,c\n1,2,3\n", "line 1, column 2: a name is empty"),
        ("a,b\n1,2\n3,inf\n-1e999,1", "line 3, column `b`: the value is inf; an infinite number"),
        ("a;b\n1,5;2\n2;2\n", "line 2, column `a`: the value `1,5` seems to be a number with a decimal comma"),
    ] {
        let message = refusal(text, &TableOptions::default());
        assert!(message.starts_with(&format!("bad.csv: {expected}")), "{text:?} gives {message:?}");
    }
    let in_dropped_row = parse_table(b"a,b\ninf,\n1,2", TableFormat::Csv, &drop_rows(), "data.csv").unwrap();
    assert_eq!(numbers(&in_dropped_row), [[1.0], [2.0]]);
    assert!(refusal("a,b\ninf,1\n,2", &drop_rows()).starts_with("bad.csv: line 2, column `a`: the value is inf"));
}

#[test]
fn bad_files() {
    let directory = tempfile::tempdir().unwrap();
    let read = |name: &str, bytes: &[u8]| {
        std::fs::write(directory.path().join(name), bytes).unwrap();
        read_table(directory.path().join(name), &TableOptions::default()).unwrap_err().to_string()
    };
    assert!(read("a.csv", b" \n\n").ends_with("a.csv: the file is empty"));
    assert!(read("a.csv.gz", b"\x1f\x8bx").contains("the file is not valid gzip: "));
    assert!(read("a.npz", b"a,b").contains("the file is not valid NPZ: "));
    assert!(read("a.doc", b"a,b").contains("the extension `.doc` is unknown; known are .csv, .txt, .dat, .data, .tsv"));
    assert!(read("a.csv", b"a,b\n1,\xff").contains("line 2, column 2: the bytes are not valid UTF-8"));
    let nan = [
        b"\x93NUMPY\x01\x00\x3b\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }".to_vec(),
        vec![0; 8],
        f64::NAN.to_le_bytes().to_vec(),
    ]
    .concat();
    let message = read("a.npy", &nan);
    assert!(message.contains("row 2, column 1: the value is missing, the first of 1"), "{message}");
    let missing = read_table(directory.path().join("no.csv"), &TableOptions::default()).unwrap_err().to_string();
    assert!(missing.ends_with("no.csv: there is no such file"));
}

#[test]
fn formats_are_found_by_extension() {
    for &format in TableFormat::CHOICES {
        assert_eq!(format.name().parse(), Ok(format));
        for extension in format.extensions() {
            assert_eq!(TableFormat::of_path(Path::new(&format!("x.{extension}"))), Some(format));
            assert_eq!(TableFormat::of_path(Path::new(&format!("x.{extension}.GZ"))), Some(format));
        }
    }
    assert_eq!(TableFormat::of_path(Path::new("x.gz")), None);
}

fn nodes(names: &[&str]) -> NamedGraph {
    let graph = MixedGraph::from_edges(names.len(), []).unwrap();
    NamedGraph::new("truth.csv", NodeNames::new(names.iter().copied()).unwrap(), graph).unwrap()
}

#[test]
fn columns_are_matched_by_name() {
    let table = csv("a,b,c\n1,x,3\n4,y,6\n");
    let matched = match_columns(&table, &nodes(&["c", "b"])).unwrap();
    assert_eq!(matched.surplus, ["a"]);
    assert_eq!(matched.table.names().iter().collect::<Vec<_>>(), ["c", "b"]);
    assert_eq!(matched.table.columns()[0], Column::numbers(vec![3.0, 6.0]));
    let error = match_columns(&table, &nodes(&["a", "B", "d"])).unwrap_err().to_string();
    assert_eq!(
        error,
        "data.csv has no column for `B`, `d` of truth.csv; it also has the columns `b`, `c`; `B` and `b` differ only \
         in case"
    );
}

#[test]
fn without_names_columns_are_matched_by_position() {
    let bare = csv("1,2\n3,4\n");
    let matched = match_columns(&bare, &nodes(&["q", "r"])).unwrap();
    assert_eq!(matched.table.names().iter().collect::<Vec<_>>(), ["q", "r"]);
    assert_eq!(matched.table.columns()[1], Column::numbers(vec![2.0, 4.0]));
    let error = match_columns(&bare, &nodes(&["q", "r", "s"])).unwrap_err().to_string();
    assert!(
        error.starts_with("data.csv has 2 columns and truth.csv has 3 nodes; without names in both files"),
        "{error}"
    );
    let unnamed = NamedGraph::unnamed("truth.csv", MixedGraph::from_edges(2, []).unwrap());
    assert_eq!(match_columns(&csv("a,b\n1,2\n"), &unnamed).unwrap().table.column_count(), 2);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_says_what_it_needs() {
    let error = read_table(file("table.parquet"), &TableOptions::default()).unwrap_err().to_string();
    assert!(error.contains("install contsid with the cargo feature `parquet`"), "{error}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet() {
    let read = read_table(file("table.parquet"), &TableOptions::default()).unwrap();
    assert_eq!(names(&read), ["x", "y", "long name é", "text", "flag", "count", "kind"]);
    let numeric = |at: usize| read.table().columns()[at].as_numeric().unwrap().into_owned();
    let expected = [[0.5, 1e-3], [-1.25, 2.0], [3.0, 4.0]];
    assert_eq!([numeric(0), numeric(1), numeric(2)], expected);
    assert_eq!([numeric(4), numeric(5)], [[1.0, 0.0], [1.0, 2.0]]);
    let levels = |levels: [&str; 2]| levels.map(str::to_owned).to_vec();
    assert_eq!(read.table().columns()[3], Column::Categorical { codes: vec![1, 0], levels: levels(["a", "b"]) });
    assert_eq!(read.table().columns()[6], Column::Categorical { codes: vec![0, 1], levels: levels(["u", "v"]) });

    let error = read_table(file("table_missing.parquet"), &TableOptions::default()).unwrap_err().to_string();
    assert!(error.contains("row 1, column `x`: the value is missing, the first of 1"), "{error}");
    assert_eq!(read_table(file("table_missing.parquet"), &drop_rows()).unwrap().dropped_rows(), 1);
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(1000) }
}

/// Any finite number, of any size.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![any::<u64>().prop_map(f64::from_bits), -10.0..10.0, Just(0.0), Just(-0.0), Just(f64::MIN_POSITIVE)]
        .prop_filter("a table holds finite numbers", |value| value.is_finite())
}

fn column(rows: usize) -> impl Strategy<Value = Column> {
    let texts = prop::collection::vec(prop::sample::select(vec!["a", "b,c", "\"", "é x"]), rows).prop_map(|texts| {
        let mut levels: Vec<&str> = texts.clone();
        levels.sort_unstable();
        levels.dedup();
        let code = |text| u32::try_from(levels.binary_search(&text).unwrap()).unwrap();
        let codes = texts.into_iter().map(code).collect();
        Column::Categorical { codes, levels: levels.iter().map(|&level| level.to_owned()).collect() }
    });
    prop_oneof![3 => prop::collection::vec(number(), rows).prop_map(Column::numbers), 1 => texts]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_written_reads_back(
        columns in (1..6_usize).prop_flat_map(|rows| prop::collection::vec(column(rows), 1..5)),
    ) {
        let names = NodeNames::new((0..columns.len()).map(|at| format!("name \"{at}\","))).unwrap();
        let table = Table::new(names, columns).unwrap();
        let bytes = format_table(&table, b',');
        let read = parse_table(&bytes, TableFormat::Csv, &TableOptions::default(), "table.csv").unwrap();
        prop_assert_eq!(read.table(), &table);
        // Equality does not tell 0 from -0.
        let bits = |table: &Table| -> Vec<Vec<u64>> {
            let numbers = table.columns().iter().filter_map(Column::as_numeric);
            numbers.map(|values| values.iter().map(|value| value.to_bits()).collect()).collect()
        };
        prop_assert_eq!(bits(read.table()), bits(&table));
    }

    #[test]
    fn no_bytes_are_fatal(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[-a1.,;\"?\n\r\t NA]{0,60}") {
        let valid = std::fs::read(file("table.npz")).unwrap();
        for &format in TableFormat::CHOICES {
            for options in [TableOptions::default(), drop_rows()] {
                let _ = parse_table(&bytes, format, &options, "file");
                let _ = parse_table(text.as_bytes(), format, &options, "file");
                let mut changed = valid.clone();
                for (at, &byte) in bytes.iter().enumerate().take(5) {
                    let index = (at * 251 + usize::from(byte) * 7) % changed.len();
                    changed[index] ^= byte;
                }
                let _ = parse_table(&changed, format, &options, "file");
            }
        }
    }
}
