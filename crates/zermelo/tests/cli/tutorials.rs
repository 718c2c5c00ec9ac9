//! The tutorials of the manual, as a reader would follow them: files are written, commands run in a fresh folder, and what they
//! print is compared with the page.
//!
//! In a page, `<!-- file: NAME -->` names the file that the next block is. In a block of the language `console`, a line `$ COMMAND` is run by a shell; what follows is its output, in which
//! a line `...` stands for any lines. `[exit code 1]` is the last line of a command that fails, and a command that ends with `&`
//! runs until the end of the page; as a reader would, the next command waits until it has said something.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::broker;

/// A step of a page.
#[derive(Debug, PartialEq)]
enum Step {
    /// A file to write.
    File { name: String, text: String },
    /// A command to run, and what it prints.
    Command { line: String, expected: Vec<String> },
}

/// The steps of a page, in order.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = page.lines();
    let mut file = None;
    while let Some(line) = lines.next() {
        let mark = |name: &str| line.strip_prefix(&format!("<!-- {name}: "))?.strip_suffix(" -->");
        if let Some(name) = mark("file") {
            file = Some(name.to_owned());
        } else if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if let Some(name) = file.take() {
                steps.push(Step::File { name, text: block.join("\n") + "\n" });
            } else if language == "console" {
                steps.extend(commands(&block));
            }
        }
    }
    steps
}

/// The commands of a block and what they print.
fn commands(block: &[&str]) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    for line in block {
        if let Some(line) = line.strip_prefix("$ ") {
            found.push(Step::Command { line: line.to_owned(), expected: Vec::new() });
        } else if let Some(Step::Command { expected, .. }) = found.last_mut() {
            expected.push((*line).to_owned());
        }
    }
    found
}

/// Whether lines are the expected ones, in which `...` stands for any lines, also none.
fn matches(expected: &[String], lines: &[&str]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => (0..=lines.len()).any(|at| matches(rest, &lines[at..])),
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, others)| line.trim_end() == first.trim_end() && matches(rest, others)),
    }
}

/// Programs in the background, which end with the page.
struct Background(Vec<Child>);

impl Background {
    /// Starts one, and waits for its first line: by then it serves.
    fn start(&mut self, mut shell: Command) {
        let mut child = shell.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a shell");
        let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
        self.0.push(child);
        let mut first = String::new();
        said.read_line(&mut first).expect("text");
        assert!(!first.is_empty(), "a program in the background ended without a word");
        // Nobody reads the rest, but the program must be able to write it.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // As Ctrl-C does, so that they end what they have started themselves.
            let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            let _ = child.wait();
        }
    }
}

/// A shell in a folder that finds the program by its name.
fn shell(folder: &Path, command: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_zermelo"));
    let own = program.parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::iter::once(own).chain(std::env::split_paths(&path)).collect();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(folders).expect("a path"))
        .env("ZERMELO_NATS_SERVER", broker::program())
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .stdin(Stdio::null());
    shell
}

/// Follows a page.
fn follow(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/manual/tutorials").join(name)).expect("a tutorial");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut background = Background(Vec::new());
    let mut n_commands = 0;
    for step in steps(&page) {
        match step {
            Step::File { name, text } => std::fs::write(folder.join(name), text).expect("a file"),
            Step::Command { line, expected } => {
                n_commands += 1;
                if let Some(line) = line.strip_suffix('&') {
                    background.start(shell(folder, &format!("exec {line}")));
                    continue;
                }
                let output = shell(folder, &format!("{{ {line}\n}} 2>&1")).output().expect("a shell");
                let code = output.status.code().expect("it exits by itself");
                let mut printed = String::from_utf8(output.stdout).expect("text");
                if code != 0 {
                    printed += &format!("[exit code {code}]\n");
                }
                let lines: Vec<&str> = printed.lines().collect();
                assert!(
                    matches(&expected, &lines),
                    "{name}: `{line}` should print\n{}\n\nbut it prints\n{printed}",
                    expected.join("\n")
                );
            }
        }
    }
    assert!(n_commands >= 5, "{name}: a tutorial has commands");
}

#[test]
fn the_designer() {
    follow("designer.md");
}

#[test]
fn the_student() {
    follow("student.md");
}

#[test]
fn the_researcher() {
    follow("researcher.md");
}

#[test]
fn the_engine_author() {
    follow("engine-author.md");
}

#[test]
fn outputs_are_compared_line_by_line() {
    let expected = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let is_like = |page: &str, printed: &str| matches(&expected(page), &printed.lines().collect::<Vec<_>>());
    assert!(is_like("a\nb", "a\nb") && !is_like("a", "a\nb") && !is_like("a\nb", "a"));
    assert!(is_like("a\n...\nc", "a\nb\nb\nc") && is_like("a\n...\nc", "a\nc"));
    assert!(is_like("...\nb", "a\nb") && !is_like("...\nb", "a\nb\nc") && is_like("", ""));
    let page = "<!-- file: a.txt -->\n```text\nx\n```\n```console\n$ z\n1\n```\n";
    assert_eq!(
        steps(page),
        [
            Step::File { name: "a.txt".to_owned(), text: "x\n".to_owned() },
            Step::Command { line: "z".to_owned(), expected: vec!["1".to_owned()] },
        ]
    );
}
