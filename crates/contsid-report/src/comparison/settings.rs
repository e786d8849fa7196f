//! The settings of a comparison, by name.

use contsid::comparison::{ComparisonData, ComparisonOptions};
use contsid::distance::contsid::{Interventions, PerColumn, Prepared, PreparedParts, TreatmentSets};
use contsid::graph::{NodeNames, NodeSet};
use contsid::kernel::{Bandwidth, Kernel, KernelFamily};
use contsid::named::Named;
use serde_json::{Map, Value, json};

/// All settings as one object; those of contSID are null without data.
pub fn settings(names: &NodeNames, options: &ComparisonOptions, data: ComparisonData<'_>) -> Value {
    let chosen = data.options();
    let mut object = Map::new();
    object.insert("kernel".into(), data.kernels().map(|kernels| families(&kernels, names)).into());
    object.insert("bandwidth".into(), data.kernels().map(|kernels| bandwidths(&kernels, names)).into());
    object.insert("lambda".into(), data.whole.map(lambda).into());
    object.insert("estimator".into(), data.whole.map(|data| data.options().estimator.name()).into());
    object.insert("crossfit".into(), data.parts.map(crossfit).into());
    object.insert("adjustment".into(), chosen.map(|chosen| chosen.adjustment.name()).into());
    object.insert("agreement".into(), chosen.map(|chosen| chosen.agreement.name()).into());
    object.insert("normalise".into(), chosen.map(|chosen| chosen.normalise.name()).into());
    object.insert("interventions".into(), chosen.map(|chosen| interventions(&chosen.interventions, names)).into());
    object.insert("joint".into(), options.treatment_sets.as_ref().map(|sets| joint(sets, names)).into());
    object.insert("undirected".into(), options.undirected.name().into());
    object.insert("shd_reversal".into(), options.reversal.cost().into());
    object.insert("shd_of".into(), options.shd_of.name().into());
    object.into()
}

/// The settings that are set, each with its name and in one line; a list of settings with names has a line for each.
pub fn readable(settings: &Value) -> Vec<(String, String)> {
    let all = settings.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    all.flat_map(|(name, value)| lines(&words_of(name), value)).collect()
}

fn lines(name: &str, value: &Value) -> Vec<(String, String)> {
    let parts = value.as_array().filter(|parts| parts.iter().all(Value::is_object));
    if let Some(words) = points_words(value) {
        return vec![(name.to_owned(), words)];
    }
    match (value, parts) {
        (_, Some(parts)) if !parts.is_empty() => parts.iter().map(|part| named_line(name, part)).collect(),
        (Value::Object(columns), _) => {
            let columns = columns.iter().map(|(column, value)| format!("{column} {}", plain(value)));
            vec![(name.to_owned(), columns.collect::<Vec<_>>().join(", "))]
        }
        _ => vec![(name.to_owned(), words(value))],
    }
}

/// `learner` and `{"name": "pc", "alpha": 0.05}` become `learner pc` and `alpha 0.05`.
fn named_line(name: &str, part: &Value) -> (String, String) {
    let own = part["name"].as_str().map_or_else(String::new, |own| format!(" {own}"));
    let mut rest = part.clone();
    if let Some(object) = rest.as_object_mut() {
        object.remove("name");
    }
    (format!("{name}{own}"), words(&rest))
}

/// `{"graph": "erdos-renyi", "weights": [[-10.0, 10.0]]}` becomes `graph erdos-renyi, weights -10 to 10`.
fn words(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::String(text) => text.clone(),
        Value::Object(object) => joined(
            object
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| match value {
                    Value::Object(_) => words(value),
                    _ => format!("{} {}", words_of(name), words(value)),
                })
                .collect(),
        ),
        Value::Array(parts) => match &parts[..] {
            [low @ Value::Number(_), high @ Value::Number(_)] if low.is_f64() && high.is_f64() => {
                format!("{} to {}", words(low), words(high))
            }
            _ => joined(parts.iter().map(words).collect()),
        },
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(f64::NAN).to_string(),
        other => other.to_string(),
    }
}

/// The name of a setting without signs that only files need.
fn words_of(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

/// How many values there are, where interventions are a list of values.
fn points_words(value: &Value) -> Option<String> {
    let points = value.get("points")?.as_array()?;
    Some(format!("points: {} values", points.len()))
}

/// A number with few digits, a text without quotes.
fn plain(value: &Value) -> String {
    if let Some(words) = points_words(value) {
        return words;
    }
    match (value.as_f64(), value.as_str()) {
        (Some(number), _) => crate::number::short(number),
        (None, Some(text)) => text.to_owned(),
        (None, None) => value.to_string(),
    }
}

/// The name if all columns have the same kernel, otherwise one for each.
fn families(kernels: &[Kernel], names: &NodeNames) -> Value {
    let families: Vec<KernelFamily> = kernels.iter().map(|kernel| kernel.family()).collect();
    match families.first() {
        Some(first) if families.iter().all(|family| family == first) => first.name().into(),
        _ => names.iter().zip(&families).map(|(name, family)| (name.to_owned(), Value::from(family.name()))).collect(),
    }
}

/// The bandwidth of each column, null for the delta kernel.
fn bandwidths(kernels: &[Kernel], names: &NodeNames) -> Value {
    let values = kernels.iter().map(|kernel| kernel.bandwidth().map(Bandwidth::value));
    names.iter().zip(values).map(|(name, value)| (name.to_owned(), Value::from(value))).collect()
}

fn lambda(data: &Prepared) -> Value {
    data.lambda().map_or_else(|| data.options().lambda.to_string().into(), |lambda| lambda.value().into())
}

/// Into how many parts the rows are divided, and how often.
fn crossfit(data: &PreparedParts<'_>) -> Value {
    let partition = data.partition();
    let (parts, repeats, ridge) = (partition.part_count(), partition.repeat_count(), data.ridge());
    json!({"parts": parts, "repeats": repeats, "ridge": ridge, "extrapolated": data.is_extrapolated()})
}

/// The name if all columns have the same interventions, otherwise one for each.
fn interventions(chosen: &PerColumn<Interventions>, names: &NodeNames) -> Value {
    if chosen.exceptions.is_empty() {
        return intervention(&chosen.default);
    }
    names.iter().map(|name| (name.to_owned(), intervention(chosen.of(name)))).collect()
}

fn intervention(interventions: &Interventions) -> Value {
    match interventions.listed() {
        Some(points) => json!({"points": points.values(), "weights": points.weights()}),
        None => interventions.to_string().into(),
    }
}

/// The size if all sets of one size are asked for, otherwise the sets.
fn joint(sets: &TreatmentSets, names: &NodeNames) -> Value {
    let listed = |set: &NodeSet| set.iter().map(|node| names.name(node)).collect::<Vec<_>>();
    match sets.all_of() {
        Some(size) => size.into(),
        None => sets.iter().map(listed).collect::<Vec<_>>().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_words() {
        let study = json!({
            "graphs": 12,
            "nodes": [5, 8],
            "title": null,
            "learner": [{"name": "pc", "alpha": 0.05}, {"name": "ges", "max-iterations": 1000, "time-limit": null}],
            "simulation": [{"name": "paper", "model": {"graph": "erdos-renyi", "weights": [[-10.0, 10.0]]}}],
            "bandwidth": {"V1": 0.776_25, "V2": null},
            "lambda": 0.01,
        });
        let expected = [
            ("graphs", "12"),
            ("nodes", "5, 8"),
            ("learner pc", "alpha 0.05"),
            ("learner ges", "max iterations 1000"),
            ("simulation paper", "graph erdos-renyi, weights -10 to 10"),
            ("bandwidth", "V1 0.776, V2 null"),
            ("lambda", "0.01"),
        ];
        assert_eq!(readable(&study), expected.map(|(name, words)| (name.to_owned(), words.to_owned())));
    }

    #[test]
    fn lists_of_interventions_are_counted() {
        let points = json!({"points": [0.5, 1.5, 2.5], "weights": [0.25, 0.25, 0.5]});
        let words = |value: Value| readable(&json!({"interventions": value}))[0].1.clone();
        assert_eq!(words(points.clone()), "points: 3 values");
        assert_eq!(words(json!({"V1": points, "V2": "observed"})), "V1 points: 3 values, V2 observed");
    }
}
