//! `contsid why`

use crate::args::WhyArguments;
use crate::console::Console;
use crate::hints::not_usable;
use crate::printer;
use anyhow::{Result, anyhow, bail};
use contsid::comparison::Undirected;
use contsid::distance::Why;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames, NodeSet};
use contsid_io::graph::{NamedGraph, align, read_graph};
use std::fmt::Write;

/// The most ways of directing the edges at a treatment that are explained one by one.
const MOST_WAYS: usize = 32;

pub fn run(arguments: &WhyArguments, _console: &Console) -> Result<()> {
    let options = arguments.graphs.options();
    let truth = read_graph(&arguments.truth, &options)?;
    let learnt = align(&truth, &read_graph(&arguments.learnt, &options)?)?;
    let names = truth.names();
    let [treatment, outcome] = pair(&arguments.pair, names)?;
    let undirected = arguments.undirected;
    let true_ways = ways(&truth, undirected, treatment)?;
    let learnt_ways = ways(&learnt, undirected, treatment)?;
    let several = true_ways.len() * learnt_ways.len() > 1;
    let mut text = String::new();
    for true_way in &true_ways {
        for learnt_way in &learnt_ways {
            if several {
                writeln!(
                    text,
                    "{}",
                    condition([("the truth", true_way), ("the learnt graph", learnt_way)], treatment, names)
                )?;
            }
            let why = Why::new(GraphPair::new(true_way, learnt_way)?, treatment, outcome);
            writeln!(text, "{}", why.in_words(true_way, names))?;
        }
    }
    printer::print(&format!("{}\n", text.trim_end()))
}

/// The graphs that a graph stands for, one for each set of parents that the treatment can have: all with the same parents
/// give the same answer.
fn ways(graph: &NamedGraph, undirected: Undirected, treatment: NodeId) -> Result<Vec<Dag>> {
    let class = undirected.class_of(graph.graph()).map_err(|error| not_usable(graph, &error))?;
    let Ok(sets) = class.parent_sets(treatment, MOST_WAYS) else {
        bail!(
            "{}: the edges at `{}` can be directed in more than {MOST_WAYS} ways; `--undirected extend` takes one of them",
            graph.source_name(),
            graph.names().name(treatment)
        );
    };
    let member = |parents: &NodeSet| class.with_parents(treatment, parents).map(|pdag| pdag.extension().clone());
    Ok(sets.iter().filter_map(member).collect())
}

/// `Where A has the parents {B} in the truth and {} in the learnt graph:`
fn condition(graphs: [(&str, &Dag); 2], treatment: NodeId, names: &NodeNames) -> String {
    let parts = graphs.map(|(graph, dag)| {
        let parents: Vec<&str> = dag.parents(treatment).iter().map(|&parent| names.name(parent)).collect();
        format!("{{{}}} in {graph}", parents.join(", "))
    });
    format!("Where {} has the parents {}:", names.name(treatment), parts.join(" and "))
}

/// The two nodes that `A,B` names. A name may hold commas: the split is where both sides are names.
fn pair(text: &str, names: &NodeNames) -> Result<[NodeId; 2]> {
    let splits = text.match_indices(',').map(|(place, _)| (text[..place].trim(), text[place + 1..].trim()));
    let found = splits.clone().find_map(|(a, b)| Some([names.node(a)?, names.node(b)?]));
    match found {
        Some([a, b]) if a == b => bail!("--pair: the treatment and the outcome are both `{}`", names.name(a)),
        Some(pair) => Ok(pair),
        None => match splits.clone().next() {
            None => bail!("--pair: `{text}` is not of the form TREATMENT,OUTCOME"),
            Some((a, b)) => {
                let find = |name| names.find(name).map_err(|error| anyhow!("--pair: {error}"));
                Ok([find(a)?, find(b)?])
            }
        },
    }
}
