//! The settings of a comparison, by name.

use contsid::comparison::{ComparisonData, ComparisonOptions};
use contsid::effect::{Interventions, PartGrid, PerColumn, Prepared, TreatmentSets};
use contsid::graph::{NodeNames, NodeSet};
use contsid::kernel::{Bandwidth, Kernel, KernelFamily};
use contsid::named::Named;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// All settings; those of contSID are null without data.
#[derive(Serialize)]
struct Settings<'a> {
    kernel: Option<OneOrEach<'a, &'static str>>,
    /// Null for the delta kernel.
    bandwidth: Option<Each<'a, Option<f64>>>,
    lambda: Option<NumberOrWords>,
    estimator: Option<&'static str>,
    crossfit: Option<CrossFitSettings>,
    adjustment: Option<&'static str>,
    agreement: Option<&'static str>,
    normalise: Option<&'static str>,
    interventions: Option<OneOrEach<'a, InterventionSettings>>,
    joint: Option<JointSettings<'a>>,
    undirected: &'static str,
    shd_reversal: usize,
    shd_of: &'static str,
}

/// A value of each column, by its name.
struct Each<'a, T>(Vec<(&'a str, T)>);

impl<T: Serialize> Serialize for Each<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// One value where all columns have the same.
#[derive(Serialize)]
#[serde(untagged)]
enum OneOrEach<'a, T> {
    One(T),
    Each(Each<'a, T>),
}

#[derive(Serialize)]
#[serde(untagged)]
enum NumberOrWords {
    Number(f64),
    Words(String),
}

/// The number of parts and of repeats.
#[derive(Serialize)]
struct CrossFitSettings {
    parts: usize,
    repeats: usize,
    ridge: f64,
    guided: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum InterventionSettings {
    Listed { points: Vec<f64>, weights: Vec<f64> },
    Words(String),
}

/// The size if all sets of one size are asked for, otherwise the sets.
#[derive(Serialize)]
#[serde(untagged)]
enum JointSettings<'a> {
    Size(usize),
    Sets(Vec<Vec<&'a str>>),
}

/// All settings as one object; those of contSID are null without data.
pub fn settings(names: &NodeNames, options: &ComparisonOptions, data: ComparisonData<'_>) -> Value {
    let (chosen, kernels) = (data.options(), data.kernels());
    let settings = Settings {
        kernel: kernels.as_ref().map(|kernels| families(kernels, names)),
        bandwidth: kernels.as_ref().map(|kernels| bandwidths(kernels, names)),
        lambda: data.all_rows.map(lambda),
        estimator: data.all_rows.map(|data| data.options().estimator.name()),
        crossfit: data.parts.and_then(CrossFitSettings::new),
        adjustment: chosen.map(|chosen| chosen.adjustment.name()),
        agreement: chosen.map(|chosen| chosen.agreement.name()),
        normalise: chosen.map(|chosen| chosen.normalise.name()),
        interventions: chosen.map(|chosen| interventions(&chosen.interventions, names)),
        joint: options.treatment_sets.as_ref().map(|sets| JointSettings::new(sets, names)),
        undirected: options.undirected.name(),
        shd_reversal: options.reversal.cost(),
        shd_of: options.shd_of.name(),
    };
    serde_json::to_value(settings).expect("names are texts, so all of it is JSON")
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
            let known = columns.iter().filter(|(_, value)| !value.is_null());
            let columns = known.map(|(column, value)| match value {
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

/// The number of values, if interventions are a list of values.
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

/// The name if all columns have the same kernel, otherwise one for each.
fn families<'a>(kernels: &[Kernel], names: &'a NodeNames) -> OneOrEach<'a, &'static str> {
    let families: Vec<KernelFamily> = kernels.iter().map(|kernel| kernel.family()).collect();
    match families.first() {
        Some(first) if families.iter().all(|family| family == first) => OneOrEach::One(first.name()),
        _ => OneOrEach::Each(Each(names.iter().zip(families.iter().map(|family| family.name())).collect())),
    }
}

fn bandwidths<'a>(kernels: &[Kernel], names: &'a NodeNames) -> Each<'a, Option<f64>> {
    let values = kernels.iter().map(|kernel| kernel.bandwidth().map(Bandwidth::value));
    Each(names.iter().zip(values).collect())
}

fn lambda(data: &Prepared<'_>) -> NumberOrWords {
    match data.lambda() {
        Some(lambda) => NumberOrWords::Number(lambda.value()),
        None => NumberOrWords::Words(data.options().lambda.to_string()),
    }
}

impl CrossFitSettings {
    fn new(data: &Prepared<'_>) -> Option<Self> {
        let PartGrid { repeats, parts, .. } = data.grid()?;
        Some(Self { parts, repeats, ridge: data.ridge()?, guided: data.is_guided() })
    }
}

/// The name if all columns have the same interventions, otherwise one for each.
fn interventions<'a>(chosen: &PerColumn<Interventions>, names: &'a NodeNames) -> OneOrEach<'a, InterventionSettings> {
    if chosen.exceptions.is_empty() {
        return OneOrEach::One(InterventionSettings::new(&chosen.default));
    }
    let of_column = |name| (name, InterventionSettings::new(chosen.of(name)));
    OneOrEach::Each(Each(names.iter().map(of_column).collect()))
}

impl InterventionSettings {
    fn new(interventions: &Interventions) -> Self {
        match interventions.listed() {
            Some(points) => Self::Listed { points: points.values().to_vec(), weights: points.weights().to_vec() },
            None => Self::Words(interventions.to_string()),
        }
    }
}

impl<'a> JointSettings<'a> {
    fn new(sets: &TreatmentSets, names: &'a NodeNames) -> Self {
        let listed = |set: &NodeSet| set.iter().map(|node| names.name(node)).collect::<Vec<_>>();
        match sets.all_of() {
            Some(size) => Self::Size(size),
            None => Self::Sets(sets.iter().map(listed).collect()),
        }
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
            ("bandwidth", "V1 0.776"),
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
