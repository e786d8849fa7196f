//! The settings of a comparison, by name.

use contsid::comparison::{ComparisonData, ComparisonOptions};
use contsid::distance::contsid::{Interventions, PreparedParts, TreatmentSets};
use contsid::graph::{NodeNames, NodeSet};
use contsid::kernel::{Bandwidth, Kernel};
use contsid::named::Named;
use serde_json::{Map, Value, json};

/// All settings as one object; those of contSID are null without data.
pub fn settings(names: &NodeNames, options: &ComparisonOptions, data: ComparisonData<'_>) -> Value {
    let (chosen, kernels) = (data.options(), data.kernels());
    json!({
        "kernel": kernels.as_ref().map(|kernels| families(kernels, names)),
        "bandwidth": kernels.as_ref().map(|kernels| each(names, kernels.iter().map(bandwidth))),
        "lambda": data.whole.map(|data| match data.lambda() {
            Some(lambda) => json!(lambda.value()),
            None => json!(data.options().lambda.to_string()),
        }),
        "estimator": data.whole.map(|data| data.options().estimator.name()),
        "crossfit": data.parts.map(crossfit),
        "adjustment": chosen.map(|chosen| chosen.adjustment.name()),
        "agreement": chosen.map(|chosen| chosen.agreement.name()),
        "normalise": chosen.map(|chosen| chosen.normalise.name()),
        "interventions": chosen.map(|chosen| match &chosen.interventions {
            all if all.exceptions.is_empty() => interventions(&all.default),
            own => each(names, names.iter().map(|name| interventions(own.of(name)))),
        }),
        "joint": options.treatment_sets.as_ref().map(|sets| joint(sets, names)),
        "undirected": options.undirected.name(),
        "shd_reversal": options.reversal.cost(),
        "shd_of": options.shd_of.name(),
    })
}

/// A value of each column, by its name.
fn each(names: &NodeNames, values: impl Iterator<Item = Value>) -> Value {
    names.iter().map(str::to_owned).zip(values).collect()
}

/// One family where all columns have the same.
fn families(kernels: &[Kernel], names: &NodeNames) -> Value {
    let families: Vec<Value> = kernels.iter().map(|kernel| json!(kernel.family().name())).collect();
    match families.first() {
        Some(first) if families.iter().all(|family| family == first) => first.clone(),
        _ => each(names, families.into_iter()),
    }
}

/// Null for the delta kernel.
fn bandwidth(kernel: &Kernel) -> Value {
    json!(kernel.bandwidth().map(Bandwidth::value))
}

/// Into how many parts the rows are divided, and how often.
fn crossfit(data: &PreparedParts<'_>) -> Value {
    let (parts, repeats) = (data.partition().part_count(), data.partition().repeat_count());
    json!({"parts": parts, "repeats": repeats, "ridge": data.ridge(), "extrapolated": data.is_extrapolated()})
}

fn interventions(interventions: &Interventions) -> Value {
    match interventions.listed() {
        Some(points) => json!({"points": points.values(), "weights": points.weights()}),
        None => json!(interventions.to_string()),
    }
}

/// The size if all sets of one size are asked for, otherwise the sets.
fn joint(sets: &TreatmentSets, names: &NodeNames) -> Value {
    let listed = |set: &NodeSet| set.iter().map(|node| names.name(node)).collect::<Vec<_>>();
    match sets.all_of() {
        Some(size) => json!(size),
        None => json!(sets.iter().map(listed).collect::<Vec<_>>()),
    }
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
            let columns = columns.iter().map(|(column, value)| match value {
                Value::Bool(true) => column.clone(),
                Value::Bool(false) => format!("not {column}"),
                value => format!("{column} {}", plain(value)),
            });
            vec![(name.to_owned(), columns.collect::<Vec<_>>().join(", "))]
        }
        _ => vec![(name.to_owned(), words(value))],
    }
}

/// `learner` and `{"name": "pc", "alpha": 0.05}` become `learner pc` and `alpha 0.05`.
fn named_line(name: &str, part: &Value) -> (String, String) {
    let own = part["name"].as_str().map_or_else(String::new, |own| format!(" {own}"));
    // In their order, which taking one out of the object would change.
    let rest = part.as_object().into_iter().flatten().filter(|(key, _)| *key != "name");
    let rest: Map<String, Value> = rest.map(|(key, value)| (key.clone(), value.clone())).collect();
    (format!("{name}{own}"), words(&Value::Object(rest)))
}

/// `{"graph": "erdos-renyi", "weights": [[-10.0, 10.0]]}` becomes `graph erdos-renyi, weights −10 to 10`.
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
                    Value::Bool(true) => words_of(name),
                    Value::Bool(false) => format!("not {}", words_of(name)),
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
        Value::Number(number) if number.is_f64() => crate::number::short(number.as_f64().unwrap_or(f64::NAN)),
        other => other.to_string(),
    }
}

/// The name of a setting as people say it.
fn words_of(name: &str) -> String {
    match name.replace('-', "_").as_str() {
        "contsid" => "contSID".to_owned(),
        "crossfit" => "cross-fitting".to_owned(),
        "lambda" => "λ".to_owned(),
        "shd_reversal" => "a reversed edge adds to SHD".to_owned(),
        "shd_of" => "SHD between".to_owned(),
        "undirected" => "undirected edges".to_owned(),
        name => name.replace('_', " "),
    }
}

/// How many values there are, where interventions are a list of values.
fn points_words(value: &Value) -> Option<String> {
    let points = value.get("points")?.as_array()?;
    Some(format!("points: {}", crate::number::counted(points.len(), "value")))
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_words() {
        let study = json!({
            "graphs": 12,
            "nodes": [5, 8],
            "title": null,
            "learner": [{"name": "pc", "alpha": 0.05}, {"name": "ges", "max-iterations": 1000, "time-limit": null}],
            "scoring": [{"name": "paper", "shd-reversal": 1, "contsid": true}],
            "simulation": [{"name": "paper", "model": {"graph": "erdos-renyi", "weights": [[-10.0, 10.0]]}}],
            "bandwidth": {"V1": 0.776_25, "V2": null},
            "lambda": 0.01,
        });
        let expected = [
            ("graphs", "12"),
            ("nodes", "5, 8"),
            ("learner pc", "alpha 0.05"),
            ("learner ges", "max iterations 1000"),
            ("scoring paper", "a reversed edge adds to SHD 1, contSID"),
            ("simulation paper", "graph erdos-renyi, weights −10 to 10"),
            ("bandwidth", "V1 0.776, V2 null"),
            ("λ", "0.01"),
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
