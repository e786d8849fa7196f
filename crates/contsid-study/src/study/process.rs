//! Runs a program that can be stopped.

use super::descent;
use contsid::execution::{Cancelled, Monitor};
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The shortest and the longest pause between two checks of a program.
const PAUSES: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(50)];

/// How a program ended.
#[derive(Debug)]
pub(crate) enum Ended {
    /// By itself.
    Exited(ExitStatus),
    /// The monitor asked for its end.
    Stopped(Cancelled),
}

/// The running programs, by the ids of their process groups.
struct Running {
    groups: BTreeSet<u32>,
    is_closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { groups: BTreeSet::new(), is_closed: false });

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every running program with all that it started, and prevents new ones: for a process that is about to end.
pub fn end_programs() {
    let mut running = running();
    running.is_closed = true;
    running.groups.iter().copied().for_each(kill_group);
    if !running.groups.is_empty() {
        descent::kill_all(&descent::of_this_process());
    }
}

/// Runs a program in its own process group, with its output and error streams written to a file. `on_pause` is called
/// between two checks of it.
///
/// When this returns, the program and all processes of its group have ended; on Linux also those that it started in
/// other groups and sessions, as long as they keep its environment. On systems without process groups only the program
/// itself has.
pub(crate) fn run(words: &[String], log: File, monitor: &dyn Monitor, on_pause: &mut dyn FnMut()) -> io::Result<Ended> {
    let (program, arguments) = words.split_first().expect("a command has a first word");
    let mut command = std::process::Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mark = descent::of_next_program();
    command.env(descent::VARIABLE, &mark);
    let mut child = start(command)?;
    let ended = wait(&mut child, monitor, on_pause);
    // Its id stays that of the group while the group has a process.
    kill_group(child.id());
    #[cfg(not(unix))]
    let _ = child.kill();
    let waited = child.wait();
    descent::kill_all(&mark);
    running().groups.remove(&child.id());
    waited.and(ended)
}

/// Starts a program, unless [`end_programs`] was called.
fn start(mut command: std::process::Command) -> io::Result<Child> {
    let mut running = running();
    if running.is_closed {
        return Err(io::Error::from(io::ErrorKind::Interrupted));
    }
    let child = command.spawn()?;
    running.groups.insert(child.id());
    Ok(child)
}

fn wait(child: &mut Child, monitor: &dyn Monitor, on_pause: &mut dyn FnMut()) -> io::Result<Ended> {
    let [mut pause, longest] = PAUSES;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ended::Exited(status));
        }
        if monitor.is_cancelled() {
            return Ok(Ended::Stopped(Cancelled));
        }
        on_pause();
        std::thread::sleep(pause);
        pause = (pause * 2).min(longest);
    }
}

/// Kills all processes of a group, if there are any.
#[cfg(unix)]
fn kill_group(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    let group = Pid::from_raw(i32::try_from(group).expect("process numbers are 31 bits wide"));
    let _ = killpg(group, Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill_group(_group: u32) {}
