//! Running a program with an eye on the clock.

use contsid::execution::{Cancelled, Monitor};
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::time::Duration;

/// The shortest and the longest pause between two looks at a program.
const PAUSES: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(50)];

/// How a program ended.
#[derive(Debug)]
pub(crate) enum Ended {
    /// By itself.
    Exited(ExitStatus),
    /// The monitor asked for its end; it and what it started are gone.
    Stopped(Cancelled),
}

/// Runs a program in a process group of its own, its output and error streams going to a file.
///
/// Where the monitor says stop, the whole group is killed: the program, and whatever it started that did not leave the
/// group. On systems without process groups only the program itself is.
pub(crate) fn run(words: &[String], log: &Path, monitor: &dyn Monitor) -> io::Result<Ended> {
    let (program, arguments) = words.split_first().expect("a command has a first word");
    let output = File::create(log)?;
    let mut command = std::process::Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    wait(command.spawn()?, monitor)
}

fn wait(mut child: Child, monitor: &dyn Monitor) -> io::Result<Ended> {
    let [mut pause, longest] = PAUSES;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ended::Exited(status));
        }
        if monitor.is_cancelled() {
            kill(&mut child)?;
            child.wait()?;
            return Ok(Ended::Stopped(Cancelled));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(longest);
    }
}

#[cfg(unix)]
fn kill(child: &mut Child) -> io::Result<()> {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    let group = Pid::from_raw(i32::try_from(child.id()).expect("process numbers are 31 bits wide"));
    // The child is not waited for yet, so its number, and its group's, is still its own.
    killpg(group, Signal::SIGKILL).map_err(io::Error::from)
}

#[cfg(not(unix))]
fn kill(child: &mut Child) -> io::Result<()> {
    child.kill()
}
