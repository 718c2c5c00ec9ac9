//! The processes that an engine has started, wherever they are now.
//!
//! An engine's process group is ended as a whole, but a process can leave its group, and its parent can end before it. Three traces
//! lead to it all the same: its line of parents, a mark in the environment that it was started with, and, where
//! [`adopt_orphans`] was called, that this process becomes its parent when its own ends. A process that hides from all
//! three, which takes the help of a process outside of the match, is not found; neither is any where there is no `/proc`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, set_child_subreaper, waitpid};

/// The name of the mark in the environment of engines.
pub(super) const MARK: &str = "ZERMELO_GUEST";

/// How often processes are looked for that were started while others were being ended.
const MOST_LOOKS: u32 = 50;

/// The parent of the system's own processes.
const KERNEL_THREADS: u32 = 2;

static N_MARKS: AtomicU64 = AtomicU64::new(0);
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// A mark that no other engine has. An engine within an engine has the marks of both.
pub(super) fn new_mark() -> String {
    let outer = std::env::var(MARK).map(|outer| outer + ",").unwrap_or_default();
    format!("{outer}{}-{}", std::process::id(), N_MARKS.fetch_add(1, Ordering::Relaxed))
}

/// From now on this process is the parent of every process below it whose own parent ends. Only a program that starts no other
/// processes than engines may ask for it: whatever else it were the parent of would be taken for an engine's.
pub fn adopt_orphans() {
    let own = i32::try_from(std::process::id()).ok().and_then(Pid::from_raw);
    if own.is_some_and(|own| set_child_subreaper(Some(own)).is_ok()) {
        ADOPTS.store(true, Ordering::Relaxed);
    }
}

/// Ends whatever the engine with this process and this mark has started.
pub(super) fn end(engine: u32, mark: &str) {
    end_all(&|all| {
        let mut found = below(engine, all);
        found.extend(all.iter().filter(|(_, process)| process.has_mark(mark)).map(|(&id, _)| id));
        found.remove(&engine);
        found
    });
}

/// Ends whatever engines left behind that are gone by now, where orphans are adopted.
pub(super) fn end_orphans(engines: &[u32]) {
    if ADOPTS.load(Ordering::Relaxed) {
        let own = std::process::id();
        end_all(&|all| {
            let mut found = below(own, all);
            for engine in engines {
                found.remove(engine);
                found.retain(|id| !below(*engine, all).contains(id));
            }
            found
        });
    }
}

/// A process as the system shows it.
struct Process {
    parent: u32,
    mark: Option<String>,
    /// It is just becoming another program, and shows neither the old environment nor the new one.
    is_changing: bool,
}

impl Process {
    /// Whether it, or an engine around it, was started with this mark.
    fn has_mark(&self, mark: &str) -> bool {
        let rest = self.mark.as_deref().and_then(|marks| marks.strip_prefix(mark));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
    }
}

/// Ends the processes that `choose` finds among all, until it finds no more.
fn end_all(choose: &dyn Fn(&BTreeMap<u32, Process>) -> BTreeSet<u32>) {
    for _ in 0..MOST_LOOKS {
        let all = all_processes();
        let found = choose(&all);
        if found.is_empty() {
            if !all.values().any(|process| process.is_changing) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
            continue;
        }
        for id in found.into_iter().filter_map(|id| i32::try_from(id).ok().and_then(Pid::from_raw)) {
            let _ = kill_process(id, Signal::KILL);
            // Adopted ones are ours to bury; of others the system says that they are none of ours.
            let _ = waitpid(Some(id), WaitOptions::NOHANG);
        }
        std::thread::yield_now();
    }
}

/// All processes whose line of parents leads to this one.
fn below(root: u32, all: &BTreeMap<u32, Process>) -> BTreeSet<u32> {
    let (mut found, mut parents) = (BTreeSet::new(), vec![root]);
    while let Some(parent) = parents.pop() {
        for (&id, _) in all.iter().filter(|(_, process)| process.parent == parent) {
            if found.insert(id) {
                parents.push(id);
            }
        }
    }
    found
}

/// All processes that have not ended.
fn all_processes() -> BTreeMap<u32, Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return BTreeMap::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter_map(|id| Some((id, process(id)?))).collect()
}

fn process(id: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in parentheses may have anything in it, also parentheses.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    if state == "Z" || state == "X" {
        return None;
    }
    let parent = fields.next()?.parse().ok()?;
    let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    // The system's own processes never show anything.
    let is_program = id != KERNEL_THREADS && parent != KERNEL_THREADS;
    let is_changing = is_program
        && environment.is_empty()
        && fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|command| command.is_empty());
    let mark = environment.split(|&byte| byte == 0).find_map(|variable| {
        let text = std::str::from_utf8(variable).ok()?;
        text.strip_prefix(MARK)?.strip_prefix('=').map(str::to_owned)
    });
    Some(Process { parent, mark, is_changing })
}
