//! Studies from their settings to their tables.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod data_sets;
mod programs;
mod resume;
mod settings;
mod support;
mod tables;
