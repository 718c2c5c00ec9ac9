//! Hostile experiments, read, checked and, where that is permitted, run for a moment as the server would run them: no program
//! starts, and memory stays bounded.
#![no_main]

use std::thread;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use zermelo_fuzz::experiments::{experiment, hostile, nothing_was_started};
use zermelo_fuzz::lossy;
use zermelo_catalog::Permission;
use zermelo_experiments::experiment::{self as runs, Running};

/// The server's limit for a run, and what a fuzzer takes itself.
const MOST_MEGABYTES: u64 = zermelo_any::SERVER_MEGABYTES + 1024;

fuzz_target!(|data: &[u8]| {
    // Half of the inputs are texts as they are, the others choose one.
    let text = match data.split_first() {
        Some((choice, rest)) if choice % 2 == 0 => lossy(rest),
        _ => hostile(data),
    };
    if let Some(experiment) = experiment(&text) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = zermelo_store::Store::open(folder.path().join("store.db")).expect("a store");
        let stop = zermelo_game::Stop::default();
        let hand = stop.clone();
        let timer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            hand.stop();
        });
        let running = Running { threads: 2, resumes: false, stop: &stop, permission: Permission::server() };
        let _ = runs::run(&experiment, &store, &running, &mut |_| {});
        let _ = timer.join();
        nothing_was_started(&text);
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
    let megabytes = peak.and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) / 1024;
    assert!(megabytes <= MOST_MEGABYTES, "{megabytes} MB after:\n{text}");
});
