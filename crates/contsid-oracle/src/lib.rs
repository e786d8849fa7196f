//! Slow, literal definitions.
