//! The settings of a comparison, echoed.

use crate::commands::scored::Scores;
use contsid::comparison::{ShdOf, Undirected};
use contsid::distance::Reversal;
use contsid::distance::contsid::{Agreement, Interventions, Normalisation, Prepared};
use contsid::embedding::Estimator;
use contsid::graph::NodeNames;
use contsid::kernel::{Bandwidth, Kernel, KernelFamily};
use serde_json::{Map, Value, json};

/// All settings as one object; those of contSID are null without data.
pub fn object(scores: &Scores) -> Value {
    let mut object = Map::new();
    let data = scores.data.as_ref();
    object.insert("kernel".into(), data.map(|data| kernels(data, scores.names())).into());
    object.insert("bandwidth".into(), data.map(|data| bandwidths(data, scores.names())).into());
    object.insert("lambda".into(), data.map(lambda).into());
    object.insert("estimator".into(), data.map(|data| estimator(data.options().estimator)).into());
    object.insert("agreement".into(), data.map(|data| agreement(data.options().agreement)).into());
    object.insert("normalise".into(), data.map(|data| normalise(data.options().normalise)).into());
    object.insert("interventions".into(), data.map(|data| interventions(data, scores.names())).into());
    object.insert("undirected".into(), undirected(scores.options.undirected).into());
    object.insert("shd_reversal".into(), reversal(scores.options.reversal).into());
    object.insert("shd_of".into(), shd_of(scores.options.shd_of).into());
    object.into()
}

/// The settings of contSID in one line for people.
pub fn line(data: &Prepared) -> String {
    let options = data.options();
    let mut families: Vec<&str> = data.kernels().map(|kernel| kernel.family().name()).collect();
    families.sort_unstable();
    families.dedup();
    let lambda = data.lambda().map_or_else(|| "by leave-one-out".to_owned(), |lambda| short(lambda.value()));
    format!(
        "{} samples, kernel {}, lambda {lambda}, estimator {}, agreement {}, normalise {}",
        data.sample_count(),
        families.join(" and "),
        estimator(options.estimator),
        agreement(options.agreement),
        normalise(options.normalise),
    )
}

/// Four digits, without those that are zero.
fn short(number: f64) -> String {
    let text = format!("{number:.3e}");
    text.parse::<f64>().map_or(text, |rounded| rounded.to_string())
}

/// The name if all columns have the same kernel, otherwise one for each.
fn kernels(data: &Prepared, names: &NodeNames) -> Value {
    let families: Vec<KernelFamily> = data.kernels().map(Kernel::family).collect();
    match families.first() {
        Some(first) if families.iter().all(|family| family == first) => first.name().into(),
        _ => names.iter().zip(&families).map(|(name, family)| (name.to_owned(), Value::from(family.name()))).collect(),
    }
}

/// The bandwidth of each column, null for the delta kernel.
fn bandwidths(data: &Prepared, names: &NodeNames) -> Value {
    let values = data.kernels().map(|kernel| kernel.bandwidth().map(Bandwidth::value));
    names.iter().zip(values).map(|(name, value)| (name.to_owned(), Value::from(value))).collect()
}

fn lambda(data: &Prepared) -> Value {
    data.lambda().map_or_else(|| "loo".into(), |lambda| lambda.value().into())
}

/// The name if all columns have the same interventions, otherwise one for each.
fn interventions(data: &Prepared, names: &NodeNames) -> Value {
    let chosen = &data.options().interventions;
    if chosen.exceptions.is_empty() {
        return intervention(&chosen.default);
    }
    names.iter().map(|name| (name.to_owned(), intervention(chosen.of(name)))).collect()
}

fn intervention(interventions: &Interventions) -> Value {
    match interventions {
        Interventions::Observed => "observed".into(),
        Interventions::Grid(count) => format!("grid:{count}").into(),
        Interventions::Quantiles(count) => format!("quantiles:{count}").into(),
        Interventions::Points(points) => json!({"points": points.values(), "weights": points.weights()}),
        _ => Value::Null,
    }
}

fn estimator(estimator: Estimator) -> &'static str {
    match estimator {
        Estimator::Plain => "plain",
        Estimator::Normalised => "normalised",
        Estimator::Centred => "centred",
    }
}

fn agreement(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Either => "either",
        Agreement::Both => "both",
        Agreement::Learnt => "learnt",
        Agreement::Never => "never",
    }
}

fn normalise(normalise: Normalisation) -> &'static str {
    match normalise {
        Normalisation::Norm => "norm",
        Normalisation::Printed => "printed",
        Normalisation::None => "none",
    }
}

fn undirected(undirected: Undirected) -> &'static str {
    match undirected {
        Undirected::Bounds => "bounds",
        Undirected::Drop => "drop",
        Undirected::Extend => "extend",
    }
}

fn shd_of(shd_of: ShdOf) -> &'static str {
    match shd_of {
        ShdOf::Graphs => "graphs",
        ShdOf::Classes => "classes",
    }
}

fn reversal(reversal: Reversal) -> u8 {
    match reversal {
        Reversal::Once => 1,
        Reversal::Twice => 2,
    }
}
