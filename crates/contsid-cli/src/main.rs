//! The command line of contsid: `main` → `args` → `commands` → `printer`.

mod allocation;
mod args;
mod claim_scores;
mod commands;
mod console;
mod hints;
mod inputs;
mod interrupt;
mod judged;
mod outputs;
mod pages;
mod printer;
mod progress;
mod scores;

use anyhow::Result;
use args::{Arguments, Command, Usage};
use console::{Console, Speech};
use interrupt::Ending;
use std::process::ExitCode;

/// The exit code of a command that was typed wrongly.
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::from_command_line();
    interrupt::listen(match arguments.command {
        Command::Study(_) => Ending::Orderly,
        _ => Ending::Soon,
    });
    let output_format = if matches!(arguments.command, Command::Convert(_)) { "--output-format" } else { "--format" };
    let console = Console::new(if arguments.quiet { Speech::Quiet } else { Speech::Usual });
    match run(arguments.command, &console) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            printer::complaint(&error, hints::hint(&error, output_format).as_deref());
            exit_code(&error)
        }
    }
}

fn exit_code(error: &anyhow::Error) -> ExitCode {
    match error.downcast_ref::<Usage>() {
        _ if interrupt::happened() => ExitCode::from(interrupt::STOPPED),
        Some(_) => ExitCode::from(WRONG_USAGE),
        None => ExitCode::FAILURE,
    }
}

fn run(command: Command, console: &Console) -> Result<()> {
    match command {
        Command::Demo(arguments) => commands::demo::run(&arguments, console),
        Command::Compare(arguments) => commands::compare::run(&arguments, console),
        Command::Judge(arguments) => commands::judge::run(&arguments, console),
        Command::Falsify(arguments) => commands::falsify::run(&arguments, console),
        Command::Stability(arguments) => commands::stability::run(&arguments, console),
        Command::Why(arguments) => commands::why::run(&arguments, console),
        Command::Convert(arguments) => commands::convert::run(&arguments, console),
        Command::Discover(arguments) => commands::discover::run(&arguments, console),
        Command::Simulate(arguments) => commands::simulate::run(&arguments, console),
        Command::Study(arguments) => commands::study::run(&arguments, console),
        Command::Tables(arguments) => commands::tables::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments),
        Command::Man(arguments) => commands::man::run(&arguments, console),
    }
}
