//! The command line of contsid.

fn main() {}
