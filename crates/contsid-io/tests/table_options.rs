//! Options of tables: missing values, categories, columns, rows, headers, separators.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::data::Column;
use contsid::graph::NodeNames;
use contsid_io::graph::{GraphFormat, GraphOptions, parse_graph};
use contsid_io::table::{
    ColumnChoice, HeaderLine, LoadedTable, MissingValues, Subsample, TableFormat, TableNote, TableOptions, parse_table,
    read_table, read_table_from,
};
use contsid_io::{Hint, ReadError, Separator};
use std::io::Read;
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

fn read(text: &str, options: &TableOptions) -> Result<LoadedTable, ReadError> {
    parse_table(text.as_bytes(), TableFormat::Csv, options, "data.csv")
}

fn refused(text: &str, options: &TableOptions) -> String {
    read(text, options).expect_err("the table is bad").to_string()
}

fn names(table: &LoadedTable) -> Vec<&str> {
    table.table().names().iter().collect()
}

fn numbers(table: &LoadedTable) -> Vec<Vec<f64>> {
    table.table().columns().iter().map(|column| column.as_numeric().unwrap().into_owned()).collect()
}

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn every_known_marker_is_a_missing_value() {
    for marker in ["", "NA", "N/A", "#N/A", "NaN", "nan", "null", "None", "<NA>", ".", "-", "*", "?", " na ", "-nan"] {
        let text = format!("a,b\n1,{marker}\n2,3\n4,5\n");
        let message = refused(&text, &TableOptions::default());
        assert_eq!(
            message, "data.csv: line 2, column `b`: the value is missing, the first of 1 in the table",
            "{marker}"
        );
    }
    let options = TableOptions { missing_markers: strings(&["-999", "n.a."]), ..TableOptions::default() };
    assert!(refused("a,b\n1,-999\n2,3\n", &options).contains("the first of 1"));
    assert!(refused("a,b\n1,2\n2,n.a.\n", &options).starts_with("data.csv: line 3, column `b`"));
}

#[test]
fn tetrads_marker_does_not_make_a_column_categorical() {
    let path = file("misread/data_star_missing.tsv");
    let error = read_table(&path, &TableOptions::default()).unwrap_err();
    assert!(error.to_string().ends_with("line 5, column `raf`: the value is missing, the first of 1 in the table"));
    let options = TableOptions { missing: MissingValues::DropRows, ..TableOptions::default() };
    let read = read_table(&path, &options).unwrap();
    assert_eq!((read.dropped_rows(), numbers(&read).len()), (1, 11));
}

#[test]
fn a_column_of_numbers_with_other_cells_is_an_error_that_names_them() {
    let error = read("a,b\n1,1\nx,2\n2,3\n3,4\ny,5\n4,6\n", &TableOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "data.csv: line 3, column `a`: the cell holds `x` (and others do: `y` in line 6), where 4 cells of the column \
         hold numbers; mark it as missing, or declare the column categorical"
    );
    assert_eq!(error.hint(), Some(Hint::OddCells));
    let first = refused("x,1\n1,2\n2,3\n", &TableOptions { header: HeaderLine::Absent, ..TableOptions::default() });
    assert!(first.starts_with("data.csv: line 1, column 1: the cell holds `x`, where 2 cells"), "{first}");
    let many: String = (0..20).map(|row| if row < 13 { format!("{row}\n") } else { format!("t{row}\n") }).collect();
    let message = refused(&format!("a\n{many}"), &TableOptions::default());
    assert!(
        message.contains(
            "`t13` (and others do: `t14` in line 16, `t15` in line 17, `t16` in line 18, `t17` in line 19, 2 more)"
        ),
        "{message}"
    );
    // Half of the cells is not most of them, and missing ones do not count.
    let half = read("a\n1\n\"\"\nx\n", &TableOptions { missing: MissingValues::DropRows, ..TableOptions::default() });
    assert!(matches!(half.unwrap().notes()[0], TableNote::NumbersAndTexts { line: 4, .. }));
}

#[test]
fn declared_columns_are_categorical() {
    let options = TableOptions { categorical: strings(&["a", "b"]), ..TableOptions::default() };
    let read = read("a,b,c\n1,007,1\nx,2,2\n2,007,3\n", &options).unwrap();
    assert_eq!(
        read.table().columns()[0],
        Column::Categorical { codes: vec![0, 2, 1], levels: strings(&["1", "2", "x"]) }
    );
    assert_eq!(read.table().columns()[1], Column::Categorical { codes: vec![0, 1, 0], levels: strings(&["007", "2"]) });
    assert!(read.table().columns()[2].as_numeric().is_some() && read.notes().is_empty());
    let options = TableOptions { categorical: strings(&["d"]), ..TableOptions::default() };
    assert_eq!(refused("a,b\n1,2\n", &options), "data.csv: there is no column `d`; the columns are `a`, `b`");
    let options = TableOptions { categorical: strings(&["V2"]), ..TableOptions::default() };
    let array = read_table(file("table_fortran.npy"), &options).unwrap();
    let levels = strings(&["-1.25", "2"]);
    assert_eq!(array.table().columns()[1], Column::Categorical { codes: vec![0, 1], levels });
}

#[test]
fn a_header_of_numbers_is_detected_or_told() {
    let plain = TableOptions::default();
    let bare = read_table(file("misread/nohdr.csv"), &plain).unwrap();
    let counted = read_table(file("misread/pandas_noindex.csv"), &plain).unwrap();
    assert_eq!(counted.table().columns(), bare.table().columns());
    assert_eq!((names(&counted)[9], counted.notes()), ("9", &[TableNote::CountedHeader][..]));
    let data =
        read_table(file("misread/pandas_noindex.csv"), &TableOptions { header: HeaderLine::Absent, ..plain.clone() });
    assert_eq!(data.unwrap().table().row_count(), bare.table().row_count() + 1);
    let indexed = read(",0,1,2\n0,5,6,7\n1,8,9,10\n", &plain).unwrap();
    assert_eq!((names(&indexed), &numbers(&indexed)[0][..]), (vec!["0", "1", "2"], &[5.0, 8.0][..]));
    let named = read("3,4\n5,6\n", &TableOptions { header: HeaderLine::Present, ..plain }).unwrap();
    assert_eq!((names(&named), named.table().row_count()), (vec!["3", "4"], 1));
    assert_eq!("yes".parse(), Ok(HeaderLine::Present));
}

#[test]
fn separators() {
    for (text, separator) in [
        ("x y\n0.5 -1\n1 2\n", None),
        ("  x   y\n 0.5  -1 \n 1\t2\n", None),
        ("\"x\" \"y\"\n\"1\" 0.5 -1\n\"2\" 1 2\n", None),
        ("x;y\n0.5;-1\n1;2\n", None),
        ("x|y\n0.5|-1\n1|2\n", Some(Separator::Character(b'|'))),
        ("x y\r0.5 -1\r1 2\r", Some(Separator::Space)),
    ] {
        let read = read(text, &TableOptions { separator, ..TableOptions::default() }).unwrap();
        assert_eq!((names(&read), numbers(&read)), (vec!["x", "y"], vec![vec![0.5, 1.0], vec![-1.0, 2.0]]), "{text:?}");
    }
    let saved = read("1.000000000000000000e+00 2.5e+00\n3.0e+00 4.0e+00\n", &TableOptions::default()).unwrap();
    assert_eq!(numbers(&saved), [[1.0, 3.0], [2.5, 4.0]]);
    let directory = tempfile::tempdir().unwrap();
    for name in ["data.txt", "data.dat", "data.odd"] {
        let path = directory.path().join(name);
        std::fs::write(&path, "x y\n1 2\n").unwrap();
        let separator = name.ends_with("odd").then_some(Separator::Space);
        let options = TableOptions { separator, ..TableOptions::default() };
        assert_eq!(names(&read_table(&path, &options).unwrap()), ["x", "y"], "{name}");
    }
}

#[test]
fn lines_are_counted_however_they_end_and_between_white_space() {
    for end in ["\n", "\r\n", "\r"] {
        let ragged = format!("a,b{end}1,2{end}{end}3{end}");
        assert_eq!(
            refused(&ragged, &TableOptions::default()),
            "data.csv: line 4: the line has 1 cell where 2 are expected"
        );
        let spaced = format!("a b{end}1 2{end}{end}  3  {end}");
        assert_eq!(
            refused(&spaced, &TableOptions::default()),
            "data.csv: line 4: the line has 1 cell where 2 are expected"
        );
        let missing = format!("a,\"b{end}c\"{end}1,2{end}3,{end}");
        assert!(refused(&missing, &TableOptions::default()).starts_with("data.csv: line 4, column `b"));
    }
}

#[test]
fn columns_are_chosen() {
    let text = "id,a,b\np1,1,2\n7,3,4\n8,5,6\n";
    let choose = |columns| read(text, &TableOptions { columns, ..TableOptions::default() });
    let only = choose(ColumnChoice::Only(strings(&["b", "a"]))).unwrap();
    assert_eq!((names(&only), numbers(&only)), (vec!["b", "a"], vec![vec![2.0, 4.0, 6.0], vec![1.0, 3.0, 5.0]]));
    assert_eq!(names(&choose(ColumnChoice::Without(strings(&["id"]))).unwrap()), ["a", "b"]);
    let unknown = choose(ColumnChoice::Without(strings(&["x"]))).unwrap_err().to_string();
    assert_eq!(unknown, "data.csv: there is no column `x`; the columns are `id`, `a`, `b`");
    let none = choose(ColumnChoice::Without(strings(&["id", "a", "b"]))).unwrap_err().to_string();
    assert_eq!(none, "data.csv: no column is left to read");
    assert!(choose(ColumnChoice::All).unwrap_err().to_string().contains("the cell holds `p1`"));
    let columns = ColumnChoice::Only(strings(&["V3"]));
    let array = read_table(file("table_fortran.npy"), &TableOptions { columns, ..TableOptions::default() }).unwrap();
    assert_eq!(numbers(&array), [[3.0, 4.0]]);
}

#[test]
fn rows_are_drawn_by_a_seed() {
    let text: String =
        std::iter::once("a".to_owned()).chain((0..1000).map(|row| row.to_string())).collect::<Vec<_>>().join("\n");
    let draw = |rows, seed| {
        read(&text, &TableOptions { subsample: Some(Subsample { rows, seed }), ..TableOptions::default() }).unwrap()
    };
    let drawn = draw(100, 1);
    let values = &numbers(&drawn)[0];
    assert!(values.len() == 100 && values.is_sorted() && values.windows(2).all(|two| two[0] != two[1]));
    assert_eq!(drawn.notes(), [TableNote::Subsampled { rows: 100, of: 1000, seed: 1 }]);
    assert_eq!(draw(100, 1).table(), drawn.table());
    assert_ne!(draw(100, 2).table(), drawn.table());
    assert_eq!((draw(5000, 1).table().row_count(), draw(1000, 1).notes().len()), (1000, 0));
    // The mean of 100 of 0, …, 999 lies within four standard errors of 499.5.
    let mean = values.iter().sum::<f64>() / 100.0;
    assert!((mean - 499.5).abs() < 4.0 * 288.7 / 10.0 * 0.95, "{mean}");
}

#[test]
fn readers() {
    let read = read_table_from(&b"x,y\n1,2\n"[..], "-", &TableOptions::default()).unwrap();
    assert_eq!((names(&read), read.source_name()), (vec!["x", "y"], "-"));
    let bytes = std::fs::read(file("table_fortran.npy")).unwrap();
    let options = TableOptions { format: Some(TableFormat::Npy), ..TableOptions::default() };
    assert_eq!(read_table_from(&bytes[..], "-", &options).unwrap().table().column_count(), 3);
}

#[test]
fn a_line_without_end_is_refused() {
    let endless = std::io::repeat(b'1').take(70 << 20);
    let message = read_table_from(endless, "-", &TableOptions::default()).unwrap_err().to_string();
    assert_eq!(message, "-: a line is longer than 67 MB, the most that is read");
}

/// `np.savetxt` writes its header as a comment.
#[test]
fn comments_before_the_table_are_no_rows_and_may_name_the_columns() {
    let plain = TableOptions::default();
    for text in [
        "# a b\n1.5 2\n3 4\n",
        "# a,b\n1.5,2\n3,4\n",
        "# made by hand\r\n# a b\r\n1.5 2\r\n3 4\r\n",
        "# a b\r1.5 2\r3 4\r",
    ] {
        let table = read(text, &plain).unwrap();
        assert_eq!(
            (names(&table), numbers(&table)),
            (vec!["a", "b"], vec![vec![1.5, 3.0], vec![2.0, 4.0]]),
            "{text:?}"
        );
    }
    assert_eq!(names(&read("# made by hand\n1 2\n3 4\n", &plain).unwrap()), ["V1", "V2"]);
    assert_eq!(names(&read("#a,b\n1,2\n", &plain).unwrap()), ["#a", "b"]);
    let message = refused("# by hand\n# a b c\n1 2 3\n4 5\n", &plain);
    assert_eq!(message, "data.csv: line 4: the line has 2 cells where 3 are expected");
}

#[test]
fn columns_that_are_no_nodes_do_no_harm() {
    let nodes = Some(NodeNames::new(["b", "a"]).unwrap());
    let options = TableOptions { nodes, missing: MissingValues::DropRows, ..TableOptions::default() };
    let graph = parse_graph(b"b -> a", GraphFormat::Edges, &GraphOptions::default(), "truth.txt").unwrap();
    let table = read("id,a,b,c\n7,1,2,\nx,3,4,5\n8,5,6,7\n", &options).unwrap();
    assert_eq!((names(&table), numbers(&table)), (vec!["a", "b"], vec![vec![1.0, 3.0, 5.0], vec![2.0, 4.0, 6.0]]));
    let matched = table.into_matched(&graph).unwrap();
    assert_eq!((matched.table.row_count(), &matched.surplus[..]), (3, &strings(&["id", "c"])[..]));
    let message = read("A,a\n1,2\n", &options).unwrap().into_matched(&graph).unwrap_err().to_string();
    assert_eq!(message, "data.csv has no column for `b` of truth.txt; it also has the columns `A`");
    assert_eq!(names(&read("A,B\n1,2\n", &options).unwrap()), ["A", "B"], "no column is a node");
    let numbered = TableOptions { nodes: Some(NodeNames::numbered(1)), ..TableOptions::default() };
    assert_eq!(names(&read("1,2\n3,4\n", &numbered).unwrap()).len(), 2, "columns without names are not chosen by name");
}

/// The separator is told from the first megabyte; a table may begin after it.
#[test]
fn a_table_may_begin_after_a_megabyte_of_blank_lines() {
    let text = "\n".repeat((1 << 20) + 5) + "a,b\n1,2\n3,4\n";
    let table = read(&text, &TableOptions::default()).unwrap();
    assert_eq!((names(&table), numbers(&table)), (vec!["a", "b"], vec![vec![1.0, 3.0], vec![2.0, 4.0]]));
}
