//! Files ↔ graphs and tables.
//!
//! [`graph`] reads a causal graph from any common format, with the names of its nodes, and aligns two graphs by these
//! names; a written graph reads back identical. [`table`] reads observations and matches their columns to the nodes;
//! [`read_treatment_sets`] reads which variables are set together, and [`experiments`] separates the rows of
//! experiments from observational ones. A file that cannot be read gives a [`ReadError`] that names the file, the line
//! and the fact, with a [`Hint`] at how to fix it.

mod comments;
mod delimited;
mod error;
pub mod experiments;
mod format;
pub mod graph;
mod hint;
mod input;
mod memory;
mod missing;
mod names;
mod npy;
mod output;
mod separator;
mod shown;
mod source;
mod spaces;
pub mod table;
mod treatments;
mod write;

pub use error::{Fault, Location, OddText, ReadError};
pub use format::FileFormat;
pub use hint::Hint;
pub use input::read_text;
pub use memory::{TooLarge, available_memory, check_free};
pub use output::{MARK, Replace, check_output, is_same_file, is_written_by_contsid};
pub use separator::Separator;
pub use shown::escaped;
pub use treatments::{parse_treatment_sets, read_treatment_sets};
pub use write::{WriteError, WriteFault, check_directory, check_writable, compressed_for, write_atomically};
