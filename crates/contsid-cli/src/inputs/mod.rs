//! Reads files, with notes on their reading.

pub mod experiments;
pub mod graphs;
pub mod parts;
pub mod points;
pub mod table;
pub mod treatments;
