//! What people look at after a comparison: which effects does a learnt graph get wrong, how wrong, and which edge is to
//! blame?
//!
//! - [`comparison`]: learnt graphs against the truth, as one self-contained page;
//! - [`falsification`]: graphs tested on data alone, as numbers and sentences;
//! - [`judgement`]: graphs judged by experiments, as numbers, sentences and one page;
//! - [`stability`]: learners on resamples of the same data, as numbers, sentences and one page;
//! - [`study`]: learners on many simulated graphs, as one page;
//! - [`plot`]: the same as pictures for papers;
//! - [`density`]: the densities that the page shows, made from embeddings;
//! - [`layout`]: one layered drawing for several graphs on the same nodes;
//! - [`number`]: numbers for people;
//! - [`page`]: a model and its script in one file that needs no network.

mod colour;
pub mod comparison;
pub mod density;
pub mod falsification;
pub mod judgement;
pub mod layout;
pub mod number;
mod packed;
pub mod page;
pub mod plot;
mod relations;
mod rich;
pub mod stability;
mod statistics;
pub mod study;
mod terms;
mod verdict;
