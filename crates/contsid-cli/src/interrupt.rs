//! Ctrl-C: a computation is asked to stop, and files are left whole.

use std::sync::atomic::{AtomicBool, Ordering};

static HAPPENED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks for a stop; a second one ends the program at once.
pub fn listen() {
    let handler = || {
        if HAPPENED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    };
    // Where no handler can be set, Ctrl-C ends the program as the system has it: files are replaced whole anyway.
    drop(ctrlc::set_handler(handler));
}

/// Whether somebody asked for a stop.
pub fn happened() -> bool {
    HAPPENED.load(Ordering::SeqCst)
}
