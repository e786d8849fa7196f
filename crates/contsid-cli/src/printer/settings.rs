//! The settings of a comparison, echoed.

use contsid::distance::contsid::Prepared;
use contsid::named::Named;

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
        options.estimator.name(),
        options.agreement.name(),
        options.normalise.name(),
    )
}

/// Four digits, without those that are zero.
fn short(number: f64) -> String {
    let text = format!("{number:.3e}");
    text.parse::<f64>().map_or(text, |rounded| rounded.to_string())
}
