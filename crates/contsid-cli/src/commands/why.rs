//! `contsid why`

use crate::args::{WhyArguments, unquoted};
use crate::console::Console;
use crate::hints::not_usable;
use crate::inputs::graphs::{self, Absent};
use crate::{outputs, printer};
use anyhow::{Result, anyhow, bail};
use contsid::adjustment::Claim;
use contsid::distance::ClassWhy;
use contsid::graph::{GraphPair, NodeId, NodeNames, Role};
use contsid_io::graph::{GraphSource, NamedGraph};

pub fn run(arguments: &WhyArguments, console: &Console) -> Result<()> {
    let Some(learnt) = &arguments.learnt else { return explain_claim(arguments, console) };
    let sources = [&arguments.truth, learnt];
    outputs::check_streams(sources.map(GraphSource::path), "the standard input")?;
    let mut graphs = Vec::new();
    for source in sources {
        let read = graphs::read(source, &arguments.graphs, console)?;
        console.say(&graphs::line(&read));
        graphs.push(read);
    }
    let (truth, learnt) = graphs::aligned(graphs, Absent::of(arguments.isolated), console)?;
    let learnt = &learnt[0];
    let names = truth.names();
    let [treatment, outcome] = pair(&arguments.pair, names)?;
    let class =
        |graph: &NamedGraph| arguments.undirected.class_of(graph.graph()).map_err(|error| not_usable(graph, &error));
    let (true_class, learnt_class) = (class(&truth)?, class(learnt)?);
    let pair = GraphPair::new(&true_class, &learnt_class)?;
    let why = ClassWhy::new(pair, treatment, outcome, ClassWhy::MOST_WAYS).map_err(|error| {
        let graph = match error.graph {
            Role::Truth => &truth,
            Role::Learnt => learnt,
        };
        let (file, treatment) = (graph.source_name(), names.name(treatment));
        let limit = error.reason.limit;
        anyhow!(
            "{file}: the edges at `{treatment}` can be directed in more than {limit} ways; `--undirected extend` takes \
             one of them"
        )
    })?;
    printer::print(&format!("{}\n", why.in_words(names).trim_end()))
}

/// Explains what one graph, perhaps with marks or hidden nodes, says about an effect.
fn explain_claim(arguments: &WhyArguments, console: &Console) -> Result<()> {
    let read = graphs::read_causal(&arguments.truth, &arguments.graphs, console)?;
    let graph = read.hiding(&unquoted(&arguments.latent))?;
    let (names, effects) = (graph.names(), graph.effects()?);
    let [treatment, outcome] = pair(&arguments.pair, names)?;
    let claim = match effects.claim(treatment, outcome) {
        Claim::None => "has no effect on",
        Claim::Adjust(_) => "has an effect that adjustment identifies on",
        Claim::Open => "may have an effect, which adjustment does not identify, on",
    };
    let why = effects.why(treatment, outcome).in_words(&effects, names);
    printer::print(&format!("{} {claim} {}: {why}.\n", names.name(treatment), names.name(outcome)))
}

/// The two nodes of `A,B`. A name may hold commas: the text is split where both sides are names, perhaps quoted.
fn pair(text: &str, names: &NodeNames) -> Result<[NodeId; 2]> {
    let splits = text.match_indices(',').map(|(comma, _)| (bare(&text[..comma]), bare(&text[comma + 1..])));
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

/// A name without white space and quotation marks around it.
fn bare(name: &str) -> &str {
    let name = name.trim();
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}
