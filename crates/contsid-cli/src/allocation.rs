//! Says so where memory runs out, and ends the program as other errors do.

#![allow(unsafe_code, reason = "an allocator is unsafe to write; this one only looks at what the system's returns")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator, which ends the program where memory runs out: the standard library would abort it.
pub struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// SAFETY: every call goes to the system's allocator with the same arguments.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        found(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        found(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        found(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

fn found(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() {
        let _ = writeln!(std::io::stderr(), "contsid: not enough memory: {size} more bytes cannot be had");
        std::process::exit(1);
    }
    block
}
