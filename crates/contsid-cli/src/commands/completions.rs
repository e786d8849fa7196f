//! `contsid completions`

use crate::args::{Arguments, CompletionsArguments};
use crate::printer;
use anyhow::Result;

pub fn run(arguments: &CompletionsArguments) -> Result<()> {
    let (mut command, mut script) = (Arguments::all(), Vec::new());
    let name = command.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    printer::print_file(&script)
}
