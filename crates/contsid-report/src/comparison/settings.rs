//! The settings of a comparison, by name.

use contsid::comparison::ComparisonOptions;
use contsid::distance::Reversal;
use contsid::distance::contsid::{Interventions, Prepared};
use contsid::graph::NodeNames;
use contsid::kernel::{Bandwidth, Kernel, KernelFamily};
use contsid::named::Named;
use serde_json::{Map, Value, json};

/// All settings as one object; those of contSID are null without data.
pub fn settings(names: &NodeNames, options: &ComparisonOptions, data: Option<&Prepared>) -> Value {
    let mut object = Map::new();
    object.insert("kernel".into(), data.map(|data| kernels(data, names)).into());
    object.insert("bandwidth".into(), data.map(|data| bandwidths(data, names)).into());
    object.insert("lambda".into(), data.map(lambda).into());
    object.insert("estimator".into(), data.map(|data| data.options().estimator.name()).into());
    object.insert("adjustment".into(), data.map(|data| data.options().adjustment.name()).into());
    object.insert("agreement".into(), data.map(|data| data.options().agreement.name()).into());
    object.insert("normalise".into(), data.map(|data| data.options().normalise.name()).into());
    object.insert("interventions".into(), data.map(|data| interventions(data, names)).into());
    object.insert("undirected".into(), options.undirected.name().into());
    object.insert("shd_reversal".into(), reversal(options.reversal).into());
    object.insert("shd_of".into(), options.shd_of.name().into());
    object.into()
}

/// The settings that are set, each with its name and in one line.
pub fn readable(settings: &Value) -> Vec<(String, String)> {
    let line = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Object(columns) => {
            columns.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    };
    let all = settings.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    all.map(|(name, value)| (name.replace('_', " "), line(value))).collect()
}

/// A number with four digits after the point at most, a text without quotes.
fn plain(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (Some(number), _) => crate::density::short(number),
        (None, Some(text)) => text.to_owned(),
        (None, None) => value.to_string(),
    }
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

fn reversal(reversal: Reversal) -> u8 {
    match reversal {
        Reversal::Once => 1,
        Reversal::Twice => 2,
    }
}
