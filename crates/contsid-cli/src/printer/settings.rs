//! The settings of a comparison, echoed.

use contsid::adjustment::AdjustmentRule;
use contsid::comparison::ComparisonData;
use contsid::effect::{PartGrid, PerColumn, Prepared};
use contsid::kernel::BandwidthChoice;
use contsid::named::Named;

/// The settings of contSID in one line for people; bandwidths, adjustment and interventions only if not the default.
pub fn line(data: ComparisonData<'_>) -> Option<String> {
    let (options, kernels) = (data.options()?, data.kernels()?);
    let mut families: Vec<&str> = kernels.iter().map(|kernel| kernel.family().name()).collect();
    families.sort_unstable();
    families.dedup();
    let usual = format!("{} samples, kernel {}", data.sample_count()?, families.join(" and "));
    let chosen = format!(", agreement {}, normalise {}", options.agreement.name(), options.normalise.name());
    let adjustment = (options.adjustment != AdjustmentRule::default()).then(|| options.adjustment.name().to_owned());
    let unusual = [
        ("bandwidth", unusual(&options.bandwidth, bandwidth)),
        ("adjustment", adjustment),
        ("interventions", unusual(&options.interventions, ToString::to_string)),
    ];
    let unusual = unusual.into_iter().filter_map(|(name, value)| Some(format!(", {name} {}", value?)));
    let beginning = [Some(usual), data.all_rows.map(from_all_rows), Some(chosen)].into_iter().flatten();
    Some(beginning.chain(unusual).chain(data.parts.and_then(parts)).collect())
}

/// The settings of the estimate from all rows.
fn from_all_rows(data: &Prepared<'_>) -> String {
    let lambda = data.lambda().map_or_else(|| "by leave-one-out".to_owned(), |lambda| short(lambda.value()));
    format!(", lambda {lambda}, estimator {}", data.options().estimator.name())
}

/// How the rows are divided.
fn parts(data: &Prepared<'_>) -> Option<String> {
    let PartGrid { repeats, parts, .. } = data.grid()?;
    let times = match repeats {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    };
    let guide = if data.is_guided() { "" } else { ", without a guide" };
    Some(format!("; cross-fitted in {parts} parts, divided {times}{guide}"))
}

/// A number with few digits and an ASCII minus, so it can be typed again.
fn short(value: f64) -> String {
    contsid_report::number::short(value).replace('−', "-")
}

/// The choice for all columns with its exceptions, as `2 (A median, B 1)`; none if all are the default.
fn unusual<T: Default + PartialEq>(choices: &PerColumn<T>, text: impl Fn(&T) -> String) -> Option<String> {
    let exceptions = choices.exceptions.iter().filter(|(_, choice)| **choice != choices.default);
    let exceptions: Vec<String> = exceptions.map(|(column, choice)| format!("{column} {}", text(choice))).collect();
    match (choices.default == T::default(), exceptions.is_empty()) {
        (true, true) => None,
        (false, true) => Some(text(&choices.default)),
        _ => Some(format!("{} ({})", text(&choices.default), exceptions.join(", "))),
    }
}

fn bandwidth(choice: &BandwidthChoice) -> String {
    match choice {
        BandwidthChoice::Median => choice.to_string(),
        BandwidthChoice::Fixed(bandwidth) => short(bandwidth.value()),
    }
}
