//! Values of options: numbers, counts, and the words of a choice.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use contsid::graph::{NodeNames, NodeSet};
use contsid::named::{Named, Words};
use contsid_discovery::{Iterations, Level, Penalty, Starts};
use contsid_study::{Positive, Probability};
use std::fmt::Display;
use std::str::FromStr;

/// The most threads that can be asked for: tens of thousands would exhaust the system.
const MOST_THREADS: u16 = 1024;

/// Options whose fault is found only when they are used, or in combination: the exit code is that of wrong usage.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(String);

impl Usage {
    pub fn error(message: impl Display) -> anyhow::Error {
        Self(message.to_string()).into()
    }
}

/// The nodes that an option names; none if it names none.
pub fn nodes(wanted: &[String], names: &NodeNames, option: &str) -> anyhow::Result<Option<NodeSet>> {
    if wanted.is_empty() {
        return Ok(None);
    }
    names.find_all(&unquoted(wanted)).map(Some).map_err(|error| anyhow::anyhow!("{option}: {error}"))
}

/// Names that were split at commas; names in quotation marks are joined again.
pub fn unquoted(pieces: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    let mut begun: Option<String> = None;
    for piece in pieces {
        let name = begun.take().map_or_else(|| piece.clone(), |start| format!("{start},{piece}"));
        match name.trim().strip_prefix('"') {
            None => names.push(name),
            Some(inner) => match inner.strip_suffix('"') {
                Some(inner) => names.push(inner.to_owned()),
                None => begun = Some(name),
            },
        }
    }
    names.extend(begun);
    names
}

/// Reads one of the names of a choice.
pub fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::FORMS).try_map(|name: String| name.parse())
}

/// One of the words of a setting.
pub fn word<T: Words>(text: &str) -> Result<T, T::Err> {
    text.parse()
}

pub fn number(text: &str) -> Result<f64, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a number"))
}

pub fn probability(text: &str) -> Result<Probability, String> {
    Probability::try_from(number(text)?).map_err(|error| error.to_string())
}

/// A share above 0 and below 1.
pub fn share(text: &str) -> Result<Probability, String> {
    let share = probability(text)?;
    if share.value() > 0.0 && share.value() < 1.0 {
        return Ok(share);
    }
    Err(format!("must be above 0 and below 1, got {}", share.value()))
}

pub fn positive(text: &str) -> Result<Positive, String> {
    Positive::try_from(number(text)?).map_err(|error| error.to_string())
}

/// The level of a test, between 0 and 1.
pub fn level(text: &str) -> Result<Level, String> {
    Level::new(number(text)?).map_err(|error| error.to_string())
}

/// The price of an edge.
pub fn penalty(text: &str) -> Result<Penalty, String> {
    let price = positive(text)?;
    Penalty::new(price.value()).map_err(|error| error.to_string())
}

/// A number of random starts.
pub fn starts(text: &str) -> Result<Starts, String> {
    Starts::new(count(text)?).map_err(|error| error.to_string())
}

/// A number of iterations.
pub fn iterations(text: &str) -> Result<Iterations, String> {
    Iterations::new(count(text)?).map_err(|error| error.to_string())
}

/// A whole number, such as a seed.
pub fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    let is_whole = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let fact = |_| if is_whole { "is too large" } else { "is not a whole number of 0 or more" };
    text.parse().map_err(|error| format!("`{text}` {}", fact(error)))
}

/// A count of at least 1.
pub fn count(text: &str) -> Result<usize, String> {
    match whole(text)? {
        0 => Err("must be at least 1, got 0".to_owned()),
        count => Ok(count),
    }
}

/// A number of threads.
pub fn threads(text: &str) -> Result<u16, String> {
    match count(text)? {
        count if count <= usize::from(MOST_THREADS) => Ok(count as u16),
        count => Err(format!("must be at most {MOST_THREADS}, got {count}")),
    }
}

/// A size of memory in bytes, such as `8GB`.
pub fn memory_size(text: &str) -> Result<u64, String> {
    let split = text.find(|symbol: char| symbol.is_ascii_alphabetic()).unwrap_or(text.len());
    let (size, unit) = text.split_at(split);
    let factor = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 1.0,
        "K" | "KB" => 1e3,
        "M" | "MB" => 1e6,
        "G" | "GB" => 1e9,
        "T" | "TB" => 1e12,
        "KIB" => 1024.0,
        "MIB" => 1024.0_f64.powi(2),
        "GIB" => 1024.0_f64.powi(3),
        "TIB" => 1024.0_f64.powi(4),
        _ => return Err(format!("`{unit}` is not a unit of memory: use B, KB, MB, GB or TB, or KiB, MiB, GiB or TiB")),
    };
    let bytes = number(size)? * factor;
    if !(bytes >= 1.0 && bytes.is_finite()) {
        return Err(format!("`{text}` is not a size of memory"));
    }
    #[expect(clippy::cast_sign_loss, reason = "checked to be positive")]
    Ok(bytes as u64)
}
