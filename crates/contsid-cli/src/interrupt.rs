//! Ctrl-C and other signals to end: a computation is asked to stop, and files are left whole.

use crate::printer;
use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// The exit code of a command stopped by Ctrl-C, as in shells.
pub const STOPPED: u8 = 130;
/// The message of a stop.
const MESSAGE: &str = "contsid: stopped before the end";
/// Time for a computation to stop by itself, so the program ends within a second.
const PATIENCE: Duration = Duration::from_millis(700);
/// Pause between checks whether a file is whole.
const GLANCE: Duration = Duration::from_millis(5);

static HAPPENED: AtomicBool = AtomicBool::new(false);
static WRITING: AtomicUsize = AtomicUsize::new(0);

/// What happens if a computation does not stop by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program ends soon.
    Soon,
    /// The program ends at the second signal: it has others to end first.
    Orderly,
}

/// Makes SIGINT (Ctrl-C), SIGTERM and SIGHUP ask for a stop. A second one ends the program, and the programs it
/// started, at once.
pub fn listen(ending: Ending) {
    #[cfg(target_os = "linux")]
    keep_ignoring_hangups();
    let handler = move || {
        if HAPPENED.swap(true, Ordering::SeqCst) {
            contsid_study::study::end_programs();
            exit(STOPPED.into());
        }
        if ending == Ending::Soon {
            sleep(PATIENCE);
            while WRITING.load(Ordering::SeqCst) > 0 {
                sleep(GLANCE);
            }
            printer::say(MESSAGE);
            exit(STOPPED.into());
        }
    };
    // Without a handler, a signal ends the program at once; files are replaced whole even so.
    drop(ctrlc::set_handler(handler));
}

/// Whether a stop was asked for.
pub fn happened() -> bool {
    HAPPENED.load(Ordering::SeqCst)
}

/// Writes a file without being interrupted by a signal, so no half of it is left.
pub fn uninterrupted<T>(write: impl FnOnce() -> T) -> T {
    WRITING.fetch_add(1, Ordering::SeqCst);
    let written = write();
    WRITING.fetch_sub(1, Ordering::SeqCst);
    written
}

/// `nohup` makes a program ignore SIGHUP. A handler would undo that; a signal that is blocked never reaches it.
#[cfg(target_os = "linux")]
fn keep_ignoring_hangups() {
    use nix::sys::signal::{SigSet, Signal};

    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    if ignored & (1 << (Signal::SIGHUP as u32 - 1)) != 0 {
        // No other thread runs yet; those that are started later block it too.
        let _ = SigSet::from(Signal::SIGHUP).thread_block();
    }
}
