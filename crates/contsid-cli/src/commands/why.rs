//! `contsid why`

use crate::args::{WhyArguments, known};
use crate::printer;
use anyhow::{Result, bail};
use contsid::distance::Why;
use contsid::graph::{GraphPair, NodeId, NodeNames};
use contsid_io::graph::{align, read_graph};

pub fn run(arguments: &WhyArguments) -> Result<()> {
    let options = arguments.graphs.options()?;
    let truth = read_graph(&arguments.truth, &options)?;
    let learnt = align(&truth, &read_graph(&arguments.learnt, &options)?)?;
    let names = truth.names();
    let [treatment, outcome] = pair(&arguments.pair, names)?;
    let (true_dag, learnt_dag) = (truth.to_dag()?, learnt.to_dag()?);
    let why = Why::new(GraphPair::new(&true_dag, &learnt_dag)?, treatment, outcome);
    printer::print(&why.in_words(&true_dag, names))
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
                let unknown = [a, b].into_iter().find(|name| names.node(name).is_none()).unwrap_or(text);
                bail!("--pair: there is no node `{unknown}`; {}", known(names))
            }
        },
    }
}
