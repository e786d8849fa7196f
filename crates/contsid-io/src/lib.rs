//! Files ↔ graphs and tables.
