//! Files that are read, with what is to be said about their reading.

pub mod experiments;
pub mod graphs;
pub mod parts;
pub mod points;
pub mod table;
pub mod treatments;
