//! The names of nodes and columns in a file.

use crate::error::{Fault, Location, Problem};
use crate::shown::{escaped, shown};
use contsid::graph::{NameError, NodeNames};

/// Pairs of a missing and a surplus name that differ only in case, for the end of a message.
pub(crate) fn case_hint(missing: &[String], surplus: &[String]) -> String {
    let other = |name: &String| surplus.iter().find(|other| other.to_lowercase() == name.to_lowercase());
    let pairs: Vec<String> = missing
        .iter()
        .filter_map(|name| Some(format!("`{}` and `{}`", escaped(name), escaped(other(name)?))))
        .collect();
    if pairs.is_empty() { String::new() } else { format!("; {} differ only in case", pairs.join(", ")) }
}

/// Checks names, given their locations, and trims white space.
pub(crate) fn checked_names<'a>(
    names: impl Iterator<Item = &'a str>,
    location: impl Fn(usize) -> Location,
) -> Result<NodeNames, Problem> {
    NodeNames::new(names.map(str::trim)).map_err(|error| match error {
        NameError::Empty { index: at } => Fault::EmptyName.at(location(at)),
        NameError::Duplicate { name, first, second } => {
            let first = format!("first at {}", location(first));
            Fault::DuplicateName { name: shown(&name), first }.at(location(second))
        }
        _ => Fault::Malformed { format: "list of names", reason: error.to_string() }.into(),
    })
}
