//! What may be done on somebody's behalf: start programs, use guests, touch files, take memory, threads and time.
//!
//! Texts name agents, networks and files, and a text may come from a stranger. Looking through a text before templates,
//! names of runs and files are filled in proves nothing about what it becomes. So a permission travels with the request or
//! the run, and is asked where an agent is opened, a program is called or a file is read: at the one point where nothing is
//! left to be filled in. A game that is opened without a word about permission has the strict one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

/// What may be done on somebody's behalf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    asker: Asker,
    has_programs: bool,
    /// Whether agents and evaluators of the program that runs Zermelo may be named.
    has_guests: bool,
    has_files: bool,
    /// Whether a network that was put at hand may be used by whoever has its full name, also if that is the name of a file.
    has_given_networks: bool,
    /// The most memory that one agent may ask for, in megabytes.
    agent_megabytes: usize,
    /// The most threads that one agent may search on.
    agent_threads: usize,
    /// The longest time that one agent may ask for, for a move or on its clock.
    agent_time: Duration,
    /// The most memory that a whole run may need, in megabytes.
    run_megabytes: u64,
}

/// Who asks, which decides what a refusal advises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asker {
    Terminal,
    Server,
    Worker,
}

/// Proof that programs may be started. Only [`Permission::programs`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct MayStartPrograms(());

/// Proof that files may be read and written. Only [`Permission::files`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct MayUseFiles(());

/// Something was asked for that is not permitted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(String);

/// How much memory a run may need at the terminal, unless a flag says otherwise.
pub const TERMINAL_MEGABYTES: u64 = 8 * 1024;

/// How much memory a run may need that was started from a web page.
pub const SERVER_MEGABYTES: u64 = 2 * 1024;

impl Permission {
    /// The person at the terminal: may do whatever this person may do anyway. Only the memory of a run is bounded, so that a
    /// slip of the keyboard does not bring the machine down.
    pub const fn terminal() -> Permission {
        Permission {
            asker: Asker::Terminal,
            has_programs: true,
            has_guests: true,
            has_files: true,
            has_given_networks: true,
            agent_megabytes: 65_536,
            agent_threads: 256,
            agent_time: Duration::MAX,
            run_megabytes: TERMINAL_MEGABYTES,
        }
    }

    /// Anybody who can reach the web server: no programs, no guests, no files, and a fair share of the machine.
    pub const fn server() -> Permission {
        Permission {
            asker: Asker::Server,
            has_programs: false,
            has_guests: false,
            has_files: false,
            has_given_networks: false,
            agent_megabytes: 256,
            agent_threads: 8,
            agent_time: Duration::from_secs(60),
            run_megabytes: SERVER_MEGABYTES,
        }
    }

    /// Jobs that come to a worker from another machine: no programs, no guests and no files, and otherwise what the person at the
    /// terminal may ask for. Networks come with the jobs, so they may be used whatever they are called.
    pub const fn worker() -> Permission {
        Permission {
            asker: Asker::Worker,
            has_programs: false,
            has_guests: false,
            has_files: false,
            has_given_networks: true,
            ..Permission::terminal()
        }
    }

    /// The same with another bound on what a run may need.
    pub const fn with_run_megabytes(self, run_megabytes: u64) -> Permission {
        Permission { run_megabytes, ..self }
    }

    /// Whether programs may be started.
    pub fn programs(&self) -> Result<MayStartPrograms, Refusal> {
        if self.has_programs {
            return Ok(MayStartPrograms(()));
        }
        let problem = match self.asker {
            Asker::Worker => {
                "this worker starts no other programs (`ugi(..)`): start it with `--allow-programs` if you trust all who can \
                 send it jobs"
            }
            Asker::Terminal | Asker::Server => {
                "other programs (`ugi(..)`) are started only from the terminal, as in `zermelo match`"
            }
        };
        Err(Refusal(problem.to_owned()))
    }

    /// Whether guests may be named, which are agents and evaluators of the program that runs Zermelo.
    pub fn guests(&self) -> Result<(), Refusal> {
        if self.has_guests {
            return Ok(());
        }
        let problem = match self.asker {
            Asker::Worker => "guests (`guest(..)`) play only in the program that keeps them, not on a worker",
            Asker::Terminal | Asker::Server => {
                "guests (`guest(..)`) play only for the program that keeps them, not for the web server"
            }
        };
        Err(Refusal(problem.to_owned()))
    }

    /// Whether files may be read and written.
    pub fn files(&self) -> Result<MayUseFiles, Refusal> {
        if self.has_files {
            return Ok(MayUseFiles(()));
        }
        let problem = match self.asker {
            Asker::Worker => {
                "this worker reads no files: start it with `--allow-programs` if you trust all who can send it jobs"
            }
            Asker::Terminal | Asker::Server => {
                "files are read only from the terminal, as in `zermelo run`; a network of a run has a name, `net(RUN/net)`"
            }
        };
        Err(Refusal(problem.to_owned()))
    }

    /// Whether a network that is at hand under the name of a file may be used. Nothing is read for it.
    pub fn given_network(&self) -> Result<(), Refusal> {
        if self.has_given_networks { Ok(()) } else { self.files().map(|_| ()) }
    }

    /// Whether an agent may have so many megabytes of memory and so many threads.
    pub fn agent(&self, megabytes: usize, threads: usize) -> Result<(), Refusal> {
        let too_much = |name: &str, asked: usize, most: usize| {
            Err(Refusal(format!("`{name}={asked}`: at most {most} is permitted here")))
        };
        if megabytes > self.agent_megabytes {
            return too_much("memory", megabytes, self.agent_megabytes);
        }
        if threads > self.agent_threads {
            return too_much("threads", threads, self.agent_threads);
        }
        Ok(())
    }

    /// Whether an agent may take so long for a move, or have so long on its clock.
    pub fn time(&self, name: &str, time: Duration) -> Result<(), Refusal> {
        if time <= self.agent_time {
            return Ok(());
        }
        let (asked, most) = (time.as_secs_f64(), self.agent_time.as_secs());
        Err(Refusal(format!("`{name}={asked}s`: at most {most}s is permitted here")))
    }

    /// Whether a run may need so many megabytes.
    pub fn run(&self, megabytes: u64) -> Result<(), Refusal> {
        if megabytes <= self.run_megabytes {
            return Ok(());
        }
        let most = self.run_megabytes;
        let remedy = if self.has_programs {
            "ask for less, or allow more with --memory-limit"
        } else {
            "ask for less, or run it from the terminal"
        };
        Err(Refusal(format!(
            "it may need about {megabytes} MB of memory, and {most} MB is permitted here: {remedy}"
        )))
    }
}

/// The folder where the files that an experiment names are looked for, with what may be done with them.
#[derive(Clone, Copy, Debug)]
pub struct Folder<'a> {
    path: &'a Path,
    permission: Permission,
}

impl<'a> Folder<'a> {
    /// This folder.
    pub fn new(path: &'a Path, permission: Permission) -> Folder<'a> {
        Folder { path, permission }
    }

    /// What may be done with its files.
    pub fn permission(&self) -> Permission {
        self.permission
    }

    /// The path of a file that an experiment names, if files may be read.
    pub fn file(&self, name: impl AsRef<Path>) -> Result<PathBuf, Refusal> {
        self.permission.files()?;
        Ok(self.path.join(name))
    }
}
