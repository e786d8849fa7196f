//! The studies and speed programs behind the numbers of `docs/`.
//!
//! ```text
//! cargo run --release -p contsid-bench PROGRAM [ARGUMENTS]
//! ```
//!
//! Each program is a file, whose head says what it does and which arguments it takes.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "programs that report what they measured")]

mod calibration;
mod claim_speed;
mod class_distances;
mod contsid_bounds;
mod contsid_convergence;
mod contsid_speed;
mod crossfit_speed;
mod density_errors;
mod discovery;
mod graph_distances;
mod joint_adjustment;
mod joint_speed;
mod judge_study;
mod layout;
mod linear_gaussian;
mod nonlinear_parts;
mod pages;
mod part_bias;
mod report_speed;
mod scene;
mod worlds;

use std::error::Error;

/// What a program ends with.
type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (program, arguments) = words.split_first().ok_or("name a program")?;
    let run = match program.as_str() {
        "calibration" => calibration::main,
        "claim_speed" => claim_speed::main,
        "class_distances" => class_distances::main,
        "contsid_bounds" => contsid_bounds::main,
        "contsid_convergence" => contsid_convergence::main,
        "contsid_speed" => contsid_speed::main,
        "crossfit_speed" => crossfit_speed::main,
        "density_errors" => density_errors::main,
        "discovery" => discovery::main,
        "graph_distances" => graph_distances::main,
        "joint_adjustment" => joint_adjustment::main,
        "joint_speed" => joint_speed::main,
        "judge_study" => judge_study::main,
        "layout" => layout::main,
        "nonlinear_parts" => nonlinear_parts::main,
        "pages" => pages::main,
        "part_bias" => part_bias::main,
        "report_speed" => report_speed::main,
        _ => return Err(format!("there is no program {program:?}: see bench/src").into()),
    };
    run(arguments)
}
