//! The names of nodes and columns in a file.

use crate::error::{Fault, Place, Problem};
use crate::source::shown;
use contsid::graph::{NameError, NodeNames};

/// Checks names that stand at the given places and takes white space off them.
pub(crate) fn checked_names<'a>(
    names: impl Iterator<Item = &'a str>,
    place: impl Fn(usize) -> Place,
) -> Result<NodeNames, Problem> {
    NodeNames::new(names.map(str::trim)).map_err(|error| match error {
        NameError::Empty { place: at } => Fault::EmptyName.at(place(at)),
        NameError::Duplicate { name, first, second } => {
            let first = format!("first at {}", place(first)).trim_end_matches([':', ' ']).to_owned();
            Fault::DuplicateName { name: shown(&name), first }.at(place(second))
        }
        _ => Fault::Malformed { format: "list of names", reason: error.to_string() }.into(),
    })
}
