//! The settings of a comparison, echoed.

use contsid::adjustment::AdjustmentRule;
use contsid::distance::contsid::{PerColumn, Prepared};
use contsid::kernel::BandwidthChoice;
use contsid::named::Named;
use std::iter;

/// The settings of contSID in one line for people; bandwidths, adjustment and interventions where they are not the usual
/// ones.
pub fn line(data: &Prepared) -> String {
    let options = data.options();
    let mut families: Vec<&str> = data.kernels().map(|kernel| kernel.family().name()).collect();
    families.sort_unstable();
    families.dedup();
    let lambda = data.lambda().map_or_else(|| "by leave-one-out".to_owned(), |lambda| short(lambda.value()));
    let usual = format!(
        "{} samples, kernel {}, lambda {lambda}, estimator {}, agreement {}, normalise {}",
        data.sample_count(),
        families.join(" and "),
        options.estimator.name(),
        options.agreement.name(),
        options.normalise.name(),
    );
    let adjustment = (options.adjustment != AdjustmentRule::default()).then(|| options.adjustment.name().to_owned());
    let unusual = [
        ("bandwidth", unusual(&options.bandwidth, bandwidth)),
        ("adjustment", adjustment),
        ("interventions", unusual(&options.interventions, ToString::to_string)),
    ];
    let unusual = unusual.into_iter().filter_map(|(name, value)| Some(format!(", {name} {}", value?)));
    iter::once(usual).chain(unusual).collect()
}

/// A number with few digits that can be typed again: with a minus of ASCII.
fn short(value: f64) -> String {
    contsid_report::number::short(value).replace('−', "-")
}

/// The choice for all columns with its exceptions, unless all have the usual one: `2 (A median, B 1)`.
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
