//! Completions: what a shell is told when a person presses the tab key.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::experiments::EVOLUTION;
use crate::run::zermelo_in;

/// What a line could go on with, as bash asks for it: the last word is being typed.
fn complete(folder: &Path, line: &[&str]) -> Vec<String> {
    let index = line.len().to_string();
    let environment = [
        ("COMPLETE", "bash"),
        ("_CLAP_COMPLETE_INDEX", index.as_str()),
        ("_CLAP_IFS", "\n"),
        ("_CLAP_COMPLETE_COMP_TYPE", "9"),
    ];
    let ran = zermelo_in(folder, &[&["--", "zermelo"], line].concat(), "", &environment);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{line:?}: {ran:#?}");
    ran.out.lines().map(|word| word.trim_end().to_owned()).collect()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("breed.toml"), EVOLUTION).expect("a file");
    let ran = zermelo_in(folder.path(), &["run", "breed.toml"], "", &[]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    folder
}

#[test]
fn games_runs_and_agents_are_completed() {
    let folder = folder();
    let path = folder.path();
    let has = |line: &[&str], word: &str| {
        let words = complete(path, line);
        assert!(words.iter().any(|known| known == word), "{word} after {line:?}: {words:?}");
    };
    has(&["sho"], "show");
    has(&[""], "perft");
    has(&[""], "replay");
    has(&["stats", "s"], "sprt");
    has(&["play", "mile"], "milestone");
    has(&["play", "connect"], "connect4");
    assert_eq!(complete(path, &["play", "breakthr"]), ["breakthrough"]);
    // Games written as text: of the shelf, and of this folder.
    let made = zermelo_in(path, &["new", "my-own-game"], "", &[]);
    assert_eq!(made.code, 0, "{made:#?}");
    fs::create_dir_all(path.join("games")).expect("a folder");
    let file = fs::read_dir(path).expect("files").map(|file| file.expect("a file").path());
    if let Some(file) = file.into_iter().find(|file| file.extension().is_some_and(|ending| ending == "game"))
    {
        fs::rename(&file, path.join("games").join(file.file_name().expect("a name"))).expect("it moves");
    }
    has(&["play", "my-own"], "my-own-game");
    has(&["show", ""], "breed-1");
    has(&["show", ""], "last");
    assert_eq!(complete(path, &["show", "br"]), ["breed-1"]);
    has(&["export", "bre"], "breed-1");
    has(&["match", "breakthrough:5x5", "alph"], "alphabeta(");
    has(&["match", "breakthrough:5x5", "random", "bred"], "bred(breed-1/champion)");
    has(&["bestmove", "connect4", "--agent", "mc"], "mcts(");
    has(&["play", "connect4", "--second", "hu"], "human");
    has(&["runs", "--kind", "evo"], "evolution");
    has(&["runs", "--kind", "peo"], "people");
    assert_eq!(complete(path, &["new-experiment", "peo"]), Vec::<String>::new(), "no file is of this kind");
    has(&["eval", "connect4", "--eval", "exp"], "expr(");
    has(&["eval", "connect4", "--eval", "exp"], "expr-file(");
    has(&["match", "connect4", "alphabeta(depth=2, eval=exp"], "alphabeta(depth=2, eval=expr(");
    // Another store: the one that the line names.
    fs::create_dir(path.join("empty")).expect("a folder");
    assert_eq!(complete(&path.join("empty"), &["show", "br"]), Vec::<String>::new());
    assert!(!path.join("empty/zermelo.db").exists(), "to ask makes no store");
    assert_eq!(complete(&path.join("empty"), &["show", "--store", "../zermelo.db", "br"]), ["breed-1"]);
}

/// The scripts ask the program; bash itself reads its own.
#[test]
fn scripts_ask_the_program() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = zermelo_in(folder.path(), &["completions", shell], "", &[]);
        assert!(script.code == 0 && script.out.contains("COMPLETE"), "{shell}: {script:#?}");
    }
    let bin = Path::new(env!("CARGO_BIN_EXE_zermelo")).parent().expect("a folder");
    let typed = r#"
eval "$(zermelo completions bash)"
COMP_WORDS=(zermelo show br); COMP_CWORD=2; COMP_TYPE=9
_clap_complete_zermelo zermelo br show 2> /dev/null
printf '%s' "${COMPREPLY[*]}"
"#;
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let told = Command::new("bash")
        .args(["-c", typed])
        .current_dir(folder.path())
        .env("PATH", path)
        .output()
        .expect("bash starts");
    assert_eq!(String::from_utf8_lossy(&told.stdout).trim(), "breed-1", "{told:?}");
}
