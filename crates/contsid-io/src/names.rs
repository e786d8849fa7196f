//! The names of nodes and columns in a file.

use crate::error::{Fault, Location, Problem};
use crate::shown::shown;
use contsid::graph::{NameError, NodeNames};

/// Checks names that stand at the given locations and takes white space off them.
pub(crate) fn checked_names<'a>(
    names: impl Iterator<Item = &'a str>,
    location: impl Fn(usize) -> Location,
) -> Result<NodeNames, Problem> {
    NodeNames::new(names.map(str::trim)).map_err(|error| match error {
        NameError::Empty { place: at } => Fault::EmptyName.at(location(at)),
        NameError::Duplicate { name, first, second } => {
            let first = format!("first at {}", location(first)).trim_end_matches([':', ' ']).to_owned();
            Fault::DuplicateName { name: shown(&name), first }.at(location(second))
        }
        _ => Fault::Malformed { format: "list of names", reason: error.to_string() }.into(),
    })
}
