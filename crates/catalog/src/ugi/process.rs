//! A conversation with another program, which may do anything: end, stop to read or to answer, or talk without end.
//!
//! Nothing here waits for it without a limit, and nothing it says is kept beyond a limit. One thread reads what it says,
//! a few lines ahead; another writes to it, so that a program which does not read holds up only that thread. The program has
//! a process group of its own, which is ended as a whole.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_game::shown;
use zermelo_game::{Forfeit, ParameterError, Stop};
use zermelo_store::StorePart;

#[cfg(target_os = "linux")]
use super::descendants;
use super::remarks::Remarks;
use zermelo_any::MayStartPrograms;

/// Longer lines are not read: a line of thousands of moves fits.
const MOST_LINE: u64 = 1 << 16;
/// Lines that are read ahead. A program that says more has to wait.
const MOST_AHEAD: usize = 64;
/// Lines before an answer: a search may tell a lot, but this is no search any more.
const MOST_LINES: usize = 100_000;
/// Lines that a program has not read yet.
const MOST_UNREAD: usize = 256;
/// How long a program may take to end after `quit`.
const GRACE: Duration = Duration::from_millis(500);
/// Between two looks whether a program has ended, or a search is to.
const LOOK_INTERVAL: Duration = Duration::from_millis(2);

/// A program with its arguments, and where to write the conversation.
#[derive(Clone, Debug)]
pub(crate) struct ProgramCall {
    words: Vec<String>,
    log: Option<PathBuf>,
}

impl ProgramCall {
    /// Reads a command: words separated by spaces, or in quotation marks of either kind. A command that stands in double
    /// quotation marks as a whole is read without them. The program must exist, and programs may be started: there is no other way
    /// to a call, and none to a process but through a call.
    pub fn read(text: &str, _may: MayStartPrograms) -> Result<ProgramCall, ParameterError> {
        let text = text.trim();
        let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let words = split_words(inside.filter(|inside| !inside.contains('"')).unwrap_or(text))?;
        let Some(program) = words.first() else {
            return Err(ParameterError::new("expected a command, as in `ugi(./engine, nodes=1000)`"));
        };
        if !is_program(program) {
            return Err(ParameterError::new(format!("there is no program `{program}`")));
        }
        Ok(ProgramCall { words, log: None })
    }

    /// The command as text.
    pub fn text(&self) -> String {
        self.words.join(" ")
    }

    /// The same, with a file to which the conversation is added.
    pub fn logging_to(self, file: Option<&str>) -> Result<ProgramCall, ParameterError> {
        let log = file.map(|file| PathBuf::from(file.trim_matches('"')));
        let folder = log.as_deref().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(ParameterError::new(format!("`log`: there is no directory `{}`", folder.display())));
        }
        if let Some(problem) = log.as_deref().and_then(no_log) {
            return Err(ParameterError::new(format!("`log`: {problem}")));
        }
        Ok(ProgramCall { log, ..self })
    }
}

/// Why the conversation must not be added to this file: a store would be damaged by it.
fn no_log(path: &Path) -> Option<String> {
    let part = StorePart::at(path)?;
    Some(format!("{} is {part}: it was left as it is; name another file", path.display()))
}

fn split_words(text: &str) -> Result<Vec<String>, ParameterError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(mark) = quote {
        return Err(ParameterError::new(format!("`{text}`: unmatched {mark}")));
    }
    words.extend(word);
    Ok(words)
}

/// Whether a program can be found, so that a wrong name is told before a match begins.
fn is_program(name: &str) -> bool {
    // Windows looks for it in ways of its own.
    if cfg!(windows) || name.contains('/') {
        return cfg!(windows) || Path::new(name).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    !name.is_empty() && std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

/// A conversation that cannot go on: what the referee calls it, and what happened.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    pub quit: Forfeit,
    pub why: String,
}

impl Trouble {
    pub fn new(quit: Forfeit, why: impl Into<String>) -> Trouble {
        Trouble { quit, why: shown(&why.into()) }
    }
}

/// What the reading thread has to tell.
enum Said {
    Line(String, Instant),
    TooLong,
    Closed,
}

/// A program that runs.
pub(crate) struct Process {
    child: Child,
    /// `None` once nothing more will be said.
    to_program: Option<SyncSender<String>>,
    from_program: Receiver<Said>,
    log: Option<File>,
    remarks: Remarks,
    /// What its descendants are known by.
    mark: String,
}

/// The process groups that run now, for whoever must end them in a hurry.
static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn groups() -> MutexGuard<'static, Vec<u32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every engine at once, and whatever they started, for a program that is interrupted: they are in groups of their own, so that
/// nothing else would.
pub fn end_all_engines() {
    let groups = groups();
    groups.iter().for_each(|&group| kill_group(group));
    #[cfg(target_os = "linux")]
    descendants::end_orphans(&[]);
}

impl Process {
    /// Starts a program, whose complaints become remarks.
    pub fn start(call: &ProgramCall, remarks: &Remarks) -> Result<Process, Trouble> {
        let crashed =
            |what: &str, error: std::io::Error| Trouble::new(Forfeit::Crashed, format!("{what}: {error}"));
        let open = |path: &PathBuf| match no_log(path) {
            Some(problem) => Err(std::io::Error::other(problem)),
            None => OpenOptions::new().create(true).append(true).open(path),
        };
        let log = call.log.as_ref().map(open).transpose().map_err(|error| crashed("the log", error))?;
        let errors = log.as_ref().map(File::try_clone).transpose().ok().flatten();
        let mut command = Command::new(&call.words[0]);
        command
            .args(&call.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors.map_or_else(Stdio::null, Stdio::from));
        let mark = new_mark();
        #[cfg(target_os = "linux")]
        command.env(descendants::MARK, &mark);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| crashed("it does not start", error))?;
        groups().push(child.id());
        let (to_program, lines) = sync_channel::<String>(MOST_UNREAD);
        let (said, from_program) = sync_channel(MOST_AHEAD);
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                while let Ok(line) = lines.recv() {
                    if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(output), &said));
        }
        Ok(Process { child, to_program: Some(to_program), from_program, log, remarks: remarks.clone(), mark })
    }

    /// Says a line, or several at once.
    pub fn say(&mut self, line: &str) -> Result<(), Trouble> {
        line.lines().for_each(|line| self.note(">", line));
        let sender = self.to_program.as_ref();
        // A closed pipe is told by what is heard; a full one means that nothing has been read for long.
        match sender.map(|sender| sender.try_send(format!("{line}\n"))) {
            Some(Err(std::sync::mpsc::TrySendError::Full(_))) => {
                Err(Trouble::new(Forfeit::Stalled, "it does not read its input"))
            }
            _ => Ok(()),
        }
    }

    /// Listens until `answer` finds one in a line; the answer, and when it came. If the search is to stop, it is told so,
    /// and has `patience` left to answer.
    pub fn hear<T>(
        &mut self,
        mut deadline: Instant,
        stop: Option<(&Stop, Duration)>,
        what: &str,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<(T, Instant), Trouble> {
        let mut is_stopped = stop.is_none();
        let mut n_lines = 0;
        loop {
            if let Some((_, patience)) = stop.filter(|(stop, _)| !is_stopped && stop.is_stopped()) {
                self.say("stop")?;
                is_stopped = true;
                deadline = deadline.min(Instant::now() + patience);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = if is_stopped { left } else { left.min(LOOK_INTERVAL) };
            match self.from_program.recv_timeout(wait) {
                Ok(Said::Line(line, at)) => {
                    self.note("<", &line);
                    self.remarks.hear(&line);
                    n_lines += 1;
                    if let Some(answer) = answer(line.trim()) {
                        return Ok((answer, at));
                    }
                    if n_lines >= MOST_LINES {
                        return Err(Trouble::new(
                            Forfeit::Crashed,
                            format!("{n_lines} lines, but no {what}"),
                        ));
                    }
                }
                Ok(Said::TooLong) => {
                    return Err(Trouble::new(
                        Forfeit::Crashed,
                        format!("a line of more than {MOST_LINE} bytes"),
                    ));
                }
                Ok(Said::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::new(Forfeit::Crashed, format!("it ended: no {what}")));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Trouble::new(Forfeit::Stalled, format!("no {what}")));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Whether it ends within this time, whatever it still says.
    pub fn ends_within(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        loop {
            while self.from_program.try_recv().is_ok() {}
            if has_ended(&mut self.child) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(LOOK_INTERVAL);
        }
    }

    /// Adds a line to the log.
    pub fn note(&mut self, mark: &str, line: &str) {
        if let Some(log) = &mut self.log {
            // Whole lines at once: several conversations may share the file. A full disk ends no game.
            let _ = log.write_all(format!("[{}] {mark} {}\n", self.child.id(), shown(line)).as_bytes());
        }
    }

    /// Ends it without another word.
    pub fn kill(mut self) {
        self.to_program = None;
    }
}

impl Drop for Process {
    /// Asks it to end, unless there is nothing to be said any more, and then makes sure.
    fn drop(&mut self) {
        if self.to_program.is_some() {
            let _ = self.say("quit");
            self.to_program = None;
            self.ends_within(GRACE);
        }
        // Until it has been waited for, its number is nobody else's; the list must not outlive that.
        let mut groups = groups();
        // Its children first, while it can be seen whose they are.
        end_descendants(self.child.id(), &self.mark);
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        groups.retain(|&group| group != self.child.id());
        end_descendants(self.child.id(), &self.mark);
        #[cfg(target_os = "linux")]
        if groups.is_empty() {
            descendants::end_orphans(&groups);
        }
    }
}

/// A mark by which the descendants of an engine are known.
#[cfg(target_os = "linux")]
fn new_mark() -> String {
    descendants::new_mark()
}

#[cfg(not(target_os = "linux"))]
fn new_mark() -> String {
    String::new()
}

/// Ends what an engine has started, wherever it is.
#[cfg(target_os = "linux")]
fn end_descendants(engine: u32, mark: &str) {
    descendants::end(engine, mark);
}

/// Elsewhere only an engine's process group is known.
#[cfg(not(target_os = "linux"))]
fn end_descendants(_engine: u32, _mark: &str) {}

/// Reads lines until there are no more, or nobody wants them.
fn read_lines(mut output: impl BufRead, said: &SyncSender<Said>) {
    loop {
        let mut line = Vec::new();
        let n_read = (&mut output).take(MOST_LINE).read_until(b'\n', &mut line).unwrap_or(0);
        let is_too_long = n_read as u64 == MOST_LINE && !line.ends_with(b"\n");
        let event = match n_read {
            0 => Said::Closed,
            _ if is_too_long => Said::TooLong,
            _ => Said::Line(String::from_utf8_lossy(&line).into_owned(), Instant::now()),
        };
        if said.send(event).is_err() || n_read == 0 || is_too_long {
            return;
        }
    }
}

#[cfg(unix)]
fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Elsewhere only the program itself is ended, by its handle.
#[cfg(not(unix))]
fn kill_group(_group: u32) {}

/// Whether it has ended; it is not waited for, so that its group can still be told from others.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permission;

    #[test]
    fn commands_are_words() {
        let may = Permission::terminal().programs().expect("a person may");
        let words = |text: &str| ProgramCall::read(text, may).map(|call| call.words);
        assert_eq!(words("sh -c  exit").expect("words"), ["sh", "-c", "exit"]);
        assert_eq!(words(r#""sh -c 'a, b' c""#).expect("words"), ["sh", "-c", "a, b", "c"]);
        assert_eq!(words(r#"sh -c "a, b" '' c"d e"f"#).expect("words"), ["sh", "-c", "a, b", "", "cd ef"]);
        assert_eq!(words(r#""sh" "-c""#).expect("words"), ["sh", "-c"]);
        for (bad, told) in [
            ("", "expected a command"),
            ("\"\"", "expected a command"),
            ("sh 'x", "unmatched"),
            ("no-such-program-anywhere", "there is no program"),
            ("./no/such/program", "there is no program"),
        ] {
            let error = words(bad).expect_err(bad).to_string();
            assert!(error.contains(told), "{bad}: {error}");
        }
    }
}
