//! What a graph predicted of each outcome of an experiment, and what happened.

use crate::number::{Decimals, rounded};
use contsid::experiment::{Forecast, GraphJudgement, PairScore};
use serde::Serialize;

/// A score counts as different from another if it is this many standard errors away.
const STANDARD_ERRORS: f64 = 2.0;

/// A score below this share of that of no effect is half of the way to a perfect prediction.
const PARTLY: f64 = 0.5;

/// The outcomes of one experiment, the worst prediction first.
#[derive(Debug, Serialize)]
pub(super) struct OutcomesModel {
    /// The end of the bars.
    most: f64,
    rows: Vec<OutcomeRow>,
}

#[derive(Debug, Serialize)]
struct OutcomeRow {
    outcome: usize,
    prediction: &'static str,
    score: f64,
    text: String,
    no_effect: f64,
    no_effect_text: String,
    verdict: Prediction,
    words: &'static str,
}

/// How good a prediction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Prediction {
    Right,
    Partly,
    Wrong,
    /// Farther from what happened than no effect.
    Worse,
    /// The experiment does not change the outcome clearly.
    Unchanged,
    /// It does, but the error of the prediction's score is too large to tell it from no effect.
    Unclear,
}

impl Prediction {
    fn of(pair: &PairScore) -> Self {
        let (error, no_effect_error) = (STANDARD_ERRORS * pair.se, STANDARD_ERRORS * pair.no_effect_se);
        if pair.score > pair.no_effect + error {
            return Self::Worse;
        }
        if pair.score > error {
            return if pair.score < PARTLY * pair.no_effect { Self::Partly } else { Self::Wrong };
        }
        if pair.no_effect <= no_effect_error {
            return Self::Unchanged;
        }
        if pair.score + error < pair.no_effect { Self::Right } else { Self::Unclear }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Partly => "partly right",
            Self::Wrong => "wrong",
            Self::Worse => "worse than no effect",
            Self::Unchanged => "cannot be told: no clear change",
            Self::Unclear => "unclear: too much noise",
        }
    }
}

fn forecast_words(forecast: Forecast) -> &'static str {
    match forecast {
        Forecast::Adjusted => "predicts a change",
        Forecast::Unaffected => "predicts no change",
        Forecast::NotIdentified => "cannot say: taken as no change",
    }
}

impl OutcomesModel {
    pub(super) fn new(found: &GraphJudgement, experiment: usize) -> Self {
        let mut pairs: Vec<&PairScore> = found.pairs.iter().filter(|pair| pair.experiment == experiment).collect();
        pairs.sort_by(|a, b| b.score.total_cmp(&a.score));
        let values = || pairs.iter().flat_map(|pair| [pair.score, pair.no_effect]);
        let digits = Decimals::supported(pairs.iter().map(|pair| pair.se));
        let row = |pair: &&PairScore| OutcomeRow {
            outcome: pair.outcome.index(),
            prediction: forecast_words(pair.forecast),
            score: rounded(pair.score),
            text: digits.uncertain(pair.score, pair.se),
            no_effect: rounded(pair.no_effect),
            no_effect_text: digits.write(pair.no_effect),
            verdict: Prediction::of(pair),
            words: Prediction::of(pair).words(),
        };
        Self { most: values().fold(1e-9, f64::max), rows: pairs.iter().map(row).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::graph::NodeId;

    #[test]
    fn predictions_have_words() {
        let of = |score: f64, se: f64, no_effect: f64, no_effect_se: f64| {
            let (experiment, outcome, forecast) = (0, NodeId::new(0), Forecast::Adjusted);
            Prediction::of(&PairScore { experiment, outcome, score, se, no_effect, no_effect_se, forecast })
        };
        let found = [0.1, 0.5, 1.5, 2.5].map(|score| of(score, 0.1, 2.0, 0.1));
        assert_eq!(found, [Prediction::Right, Prediction::Partly, Prediction::Wrong, Prediction::Worse]);
        assert_eq!(of(0.1, 0.1, 0.1, 0.1), Prediction::Unchanged);
        // The change is clear by its own error, whatever that of the prediction's score.
        assert_eq!(of(0.1, 0.2, 0.146, 0.025), Prediction::Unclear);
        assert_eq!(of(0.01, 0.05, 0.146, 0.025), Prediction::Right);
    }
}
