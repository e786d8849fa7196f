//! The command line of contsid: `main` → `args` → `commands` → `printer`.

mod args;
mod commands;
mod hints;
mod interrupt;
mod observations;
mod printer;
mod progress;

use anyhow::Result;
use args::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

/// The exit code of a command that somebody stopped, as shells have it for Ctrl-C.
const STOPPED: u8 = 130;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    interrupt::listen();
    let output_format = if matches!(arguments.command, Command::Convert(_)) { "--output-format" } else { "--format" };
    match run(arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            printer::complaint(&error, hints::hint(&error, output_format).as_deref());
            if interrupt::happened() { ExitCode::from(STOPPED) } else { ExitCode::FAILURE }
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Demo(arguments) => commands::demo::run(&arguments),
        Command::Compare(arguments) => commands::compare::run(&arguments),
        Command::Why(arguments) => commands::why::run(&arguments),
        Command::Convert(arguments) => commands::convert::run(&arguments),
        Command::Discover(arguments) => commands::discover::run(&arguments),
        Command::Simulate(arguments) => commands::simulate::run(&arguments),
        Command::Study(arguments) => commands::study::run(&arguments),
        Command::Tables(arguments) => commands::tables::run(&arguments),
    }
}
