//! Files that say more than edges, or hardly what they seem to: each is read with what it says, refused, or noted.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid_io::graph::{CausalGraph, GraphFormat, GraphOptions, NamedGraph, parse_causal_graph, parse_graph};
use contsid_io::table::{TableFormat, TableOptions, parse_table};

fn plain(text: &str, format: GraphFormat) -> Result<NamedGraph, String> {
    parse_graph(text.as_bytes(), format, &GraphOptions::default(), "graph").map_err(|error| error.to_string())
}

fn causal(text: &str, format: GraphFormat) -> NamedGraph<CausalGraph> {
    parse_causal_graph(text.as_bytes(), format, &GraphOptions::default(), "graph").unwrap()
}

fn notes(text: &str, format: GraphFormat) -> Vec<String> {
    plain(text, format).unwrap().notes().iter().map(ToString::to_string).collect()
}

/// U is a cause of A and of B: A <-> B where U is hidden.
#[test]
fn nodes_are_hidden_in_every_format_that_can_say_so() {
    let json = |said: &str| {
        let nodes = format!(r#"{{"id": "U"{said}}}, {{"id": "A"}}, {{"id": "B"}}"#);
        let links = r#"{"source": "U", "target": "A"}, {"source": "U", "target": "B"}"#;
        format!(r#"{{"directed": true, "nodes": [{nodes}], "links": [{links}]}}"#)
    };
    let graphml = |name: &str, value: &str| {
        format!(
            "<graphml><key id='d' for='node' attr.name='{name}'/><graph edgedefault='directed'><node id='U'>\
             <data key='d'>{value}</data></node><node id='A'/><node id='B'/><edge source='U' target='A'/>\
             <edge source='U' target='B'/></graph></graphml>"
        )
    };
    let dot = |said: &str| format!("digraph {{ U -> A; U -> B; U [{said}] }}");
    let files = [
        (json(r#", "observed": "no""#), GraphFormat::NodeLink),
        (json(r#", "observed": false"#), GraphFormat::NodeLink),
        (json(r#", "latent": true"#), GraphFormat::NodeLink),
        (graphml("observed", "no"), GraphFormat::GraphMl),
        (graphml("latent", "True"), GraphFormat::GraphMl),
        (dot("observed=no"), GraphFormat::Dot),
        (dot("label=\"Unobserved Confounders\""), GraphFormat::Dot),
        (dot("shape=box, latent"), GraphFormat::Dot),
    ];
    for (text, format) in files {
        let graph = causal(&text, format);
        assert_eq!(graph.names().iter().collect::<Vec<_>>(), ["A", "B"], "{text}");
        assert!(matches!(graph.graph(), CausalGraph::Latent(_)), "{text}");
        let refused = plain(&text, format).unwrap_err();
        assert!(refused.contains("`U` is not observed"), "{refused}");
    }
    for text in [json(r#", "observed": "yes""#), json(r#", "latent": false"#), dot("label=observed")] {
        let format = if text.starts_with('{') { GraphFormat::NodeLink } else { GraphFormat::Dot };
        assert_eq!(causal(&text, format).names().len(), 3, "{text}");
    }
}

#[test]
fn the_type_of_an_edge_tells_its_marks() {
    let json = |said: &str| {
        format!(
            r#"{{"directed": true, "nodes": [{{"id": "A"}}, {{"id": "B"}}],
                "links": [{{"source": "A", "target": "B", {said}}}]}}"#
        )
    };
    let graphml = |value: &str| {
        format!(
            "<graphml><key id='t' for='edge' attr.name='type'/><graph edgedefault='directed'><node id='A'/>\
             <node id='B'/><edge source='A' target='B'><data key='t'>{value}</data></edge></graph></graphml>"
        )
    };
    let gml = |value: &str| {
        let nodes = "node [ id 0 label \"A\" ] node [ id 1 label \"B\" ]";
        format!("graph [ directed 1 {nodes} edge [ source 0 target 1 type \"{value}\" ] ]")
    };
    for (text, format) in [
        (json(r#""type": "bidirected""#), GraphFormat::NodeLink),
        (json(r#""marks": {"A": ">", "B": ">"}"#), GraphFormat::NodeLink),
        (graphml("bidirected"), GraphFormat::GraphMl),
        (gml("bidirected"), GraphFormat::Gml),
    ] {
        let refused = plain(&text, format).unwrap_err();
        assert!(refused.contains("is bidirected; only directed and undirected edges"), "{refused}");
        let effects = causal(&text, format).effects().unwrap();
        assert_eq!(effects.marks().edges().count(), 1, "{text}");
        assert!(effects.marks().edges().all(|edge| format!("{:?}", edge.marks) == "[Arrow, Arrow]"), "{text}");
    }
    for (text, format) in [
        (json(r#""type": "undirected""#), GraphFormat::NodeLink),
        (graphml("undirected"), GraphFormat::GraphMl),
        (gml("---"), GraphFormat::Gml),
    ] {
        assert_eq!(plain(&text, format).unwrap().graph().undirected_count(), 1, "{text}");
    }
    for said in [r#""type": "causal""#, r#""weight": 1"#, r#""type": "directed""#] {
        assert_eq!(plain(&json(said), GraphFormat::NodeLink).unwrap().graph().undirected_count(), 0);
    }
    let circle = plain(&json(r#""type": "circle""#), GraphFormat::NodeLink).unwrap_err();
    assert!(circle.contains("write it as `o->`"), "{circle}");
}

/// A confounded effect, as pgmpy's ADMG: the arrow and the hidden cause stand beside each other.
#[test]
fn a_hidden_cause_may_stand_beside_an_arrow_in_json() {
    let links = r#"{"source": "A", "target": "B"}, {"source": "A", "target": "B", "type": "bidirected"}"#;
    let text = format!(r#"{{"directed": true, "nodes": [{{"id": "A"}}, {{"id": "B"}}], "links": [{links}]}}"#);
    let CausalGraph::Latent(latent) = causal(&text, GraphFormat::NodeLink).into_graph() else { panic!("{text}") };
    assert_eq!((latent.observed_count(), latent.dag().edge_count()), (2, 3));
}

#[test]
fn what_is_there_twice_is_refused_where_the_file_tells() {
    let links = r#"{"source": "A", "target": "B"}, {"source": "A", "target": "B"}"#;
    let json = |head: &str| {
        format!(r#"{{"directed": true, {head} "nodes": [{{"id": "A"}}, {{"id": "B"}}], "links": [{links}]}}"#)
    };
    let refused = plain(&json(r#""multigraph": true,"#), GraphFormat::NodeLink).unwrap_err();
    assert_eq!(refused, "graph: links[1]: an edge that is there twice cannot be read; keep one of them");
    assert_eq!(plain(&json(""), GraphFormat::NodeLink).unwrap().graph().edge_count(), 1);
    let edge = "edge [ source 0 target 1 ]";
    let gml = format!("graph [ directed 1 multigraph 1 node [ id 0 ] node [ id 1 ] {edge} {edge} ]");
    assert!(plain(&gml, GraphFormat::Gml).unwrap_err().contains("there twice"));
    let banner = "%%MatrixMarket matrix coordinate integer";
    for (symmetry, cells) in [("general", "1 2 1\n1 2 1"), ("general", "1 2 1\n1 2 0"), ("symmetric", "2 1 1\n1 2 1")] {
        let text = format!("{banner} {symmetry}\n3 3 2\n{cells}\n");
        let refused = plain(&text, GraphFormat::MatrixMarket).unwrap_err();
        assert_eq!(refused, "graph: line 4: a cell that is stored twice cannot be read; store each cell once");
    }
}

#[test]
fn invisible_edges_of_a_drawing_are_no_edges() {
    for text in ["digraph { B -> C\nA -> B [style=invis] }", "digraph { A; \nedge [style=\"bold,invis\"] A -> B }"] {
        let refused = plain(text, GraphFormat::Dot).unwrap_err();
        assert!(refused.starts_with("graph: line 2: an invisible edge cannot be read"), "{refused}");
    }
    assert_eq!(plain("digraph { A [style=invis]; A -> B }", GraphFormat::Dot).unwrap().graph().edge_count(), 1);
}

#[test]
fn selected_nodes_are_noted() {
    let found = notes("dag { S [selected] A -> S B -> S }", GraphFormat::Dagitty);
    assert_eq!(found, ["read as any other node, since selection is not taken into account: `S`"]);
    assert!(notes("dag { S [outcome] A -> S }", GraphFormat::Dagitty).is_empty());
}

#[test]
fn texts_that_are_no_edge_lists_are_refused_by_line() {
    for (text, expected) in [
        ("@startuml\nA --> B\n@enduml\n", "graph: line 1: PlantUML's text cannot be read"),
        ("A -&gt; B\n", "graph: line 1: found `A -&gt; B` where"),
        ("# A\nB 1\nC 1\n# B\nC 1\n", "graph: line 2: `B` stands before the number 1, and so do all names"),
        ("A,3\nB,1\nC,2\n", "graph: line 1: `A` stands before the number 3, and so do all names"),
    ] {
        let message = plain(text, GraphFormat::Edges).unwrap_err();
        assert!(message.starts_with(expected), "{message}");
    }
    for text in ["A 1\nB C\n", "1 2\n3 4\n", "source target\nA 1\nB 1\n", "A 1\n"] {
        assert!(plain(text, GraphFormat::Edges).is_ok(), "{text}");
    }
}

#[test]
fn more_headers_are_known_and_unknown_ones_are_noted() {
    let arrows = |text: &str| {
        let graph = plain(text, GraphFormat::Edges).unwrap();
        let name = |node| graph.names().name(node).to_owned();
        graph.graph().edges().map(|edge| name(edge.from) + &name(edge.to)).collect::<Vec<_>>()
    };
    for header in ["destination,origin", "outcome,treatment", "Successor,Predecessor", "dst,src", "outcome,exposure"] {
        assert_eq!(arrows(&format!("{header}\nB,A\n")), ["AB"], "{header}");
    }
    assert_eq!(arrows("regulator,target\nA,B\n"), ["AB"]);
    let unknown = notes("nach,von\nB,A\nC,B\n", GraphFormat::Edges);
    assert_eq!(unknown.len(), 1);
    assert!(unknown[0].starts_with("the first line, `nach,von`, was read as an edge, though"), "{unknown:?}");
    for text in ["A,B\nB,C\nC,D\n", "A,B\nC,D\n", "A\nB,C\nC,D\n"] {
        assert!(notes(text, GraphFormat::Edges).is_empty(), "{text}");
    }
}

/// As `np.savetxt` writes it; its two rows are no pairs.
#[test]
fn a_small_matrix_is_one_however_its_numbers_are_written() {
    let message = plain("0.000e+00 2.000e+00\n2.000e+00 0.000e+00\n", GraphFormat::Edges).unwrap_err();
    assert!(message.contains("matrix"), "{message}");
}

fn table_notes(text: &str, options: &TableOptions) -> Vec<String> {
    let read = parse_table(text.as_bytes(), TableFormat::Csv, options, "data").unwrap();
    read.notes().iter().map(ToString::to_string).collect()
}

/// A column `x` of numbers beside a column of these cells.
fn beside(cells: &[String]) -> String {
    let rows = cells.iter().enumerate().map(|(row, cell)| format!("{},{cell}\n", row * row % 7));
    format!("x,y\n{}", rows.collect::<String>())
}

#[test]
fn a_table_that_is_hardly_one_of_observations_is_noted() {
    let options = TableOptions::default();
    let correlations = table_notes("a,b,c\n1,0.5,0.25\n0.5,1,-0.1\n0.25,-0.1,1\n", &options);
    assert!(correlations.len() == 1 && correlations[0].starts_with("the table is a symmetric matrix"));
    assert!(table_notes("a,b\n1,0.5\n0.6,1\n", &options).is_empty());
    for first in [0, 1] {
        let counted: Vec<String> = (first..first + 12).map(|row: i32| row.to_string()).collect();
        assert_eq!(table_notes(&beside(&counted), &options), ["column `y` counts the rows"]);
        assert!(table_notes(&beside(&counted[..9]), &options).is_empty());
    }
}

#[test]
fn categories_that_look_like_something_else_are_noted() {
    let cells = |levels: &[&str]| levels.iter().cycle().take(30).map(|&level| level.to_owned()).collect::<Vec<_>>();
    let noted = |levels: &[&str]| table_notes(&beside(&cells(levels)), &TableOptions::default());
    for levels in [["10%", "20%", "30%"], ["$5", "$7.5", "$-1"], ["1 mg", "2 mg", "2.5 mg"], ["<1", "<2", "<3"]] {
        let found = noted(&levels);
        let expected = format!("column `y` holds numbers with something beside them, such as `{}`", levels[0]);
        assert!(found.len() == 1 && (found[0].starts_with(&expected) || levels[0] == "$5"), "{found:?}");
    }
    assert_eq!(
        noted(&["yes", "Yes", "no"]),
        ["column `y` has the categories `Yes` and `yes`, which differ only in case"]
    );
    for levels in
        [["low", "high", "2"], ["0-5", "5-10", "10-20"], ["Q1", "Q2", "Q3"], ["2020-01", "2020-02", "2020-03"]]
    {
        assert!(!noted(&levels).iter().any(|note| note.contains("beside them")), "{levels:?}");
    }
    let declared = TableOptions { categorical: vec!["y".to_owned()], ..TableOptions::default() };
    assert!(table_notes(&beside(&cells(&["10%", "20%"])), &declared).is_empty());
}

#[test]
fn workbooks_and_matrices_are_no_tables_of_observations() {
    let read = |bytes: &[u8]| parse_table(bytes, TableFormat::Csv, &TableOptions::default(), "data.csv");
    for start in [b"PK\x03\x04\x14", b"\xd0\xcf\x11\xe0\xa1"] {
        let error = read(start).unwrap_err().to_string();
        assert!(
            error.contains("a file of a spreadsheet program") && error.contains("export the table as CSV"),
            "{error}"
        );
    }
    let notes = |text: &str| read(text.as_bytes()).unwrap().notes().iter().map(ToString::to_string).collect::<Vec<_>>();
    let of_graph = "the table looks like the matrix of a graph: as many rows as columns, and nothing but 0 and 1";
    assert_eq!(notes("A,B,C\n0,1,0\n0,0,1\n0,0,0\n"), [of_graph]);
    assert_eq!(notes("A,B,C\n0,1,1\n1,0,1\n1,1,0\n"), [of_graph]);
    assert!(notes("A,B,C\n0,1,0\n0,1,1\n0,0,0\n").is_empty(), "a 1 on the diagonal");
}
