//! How far apart are two graphs?

pub mod bounds;
