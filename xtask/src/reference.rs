//! `cargo xtask reference`: writes the pages of the manual and the schema that are made from the code.

use std::path::Path;
use std::process::Command;

use crate::tidy::root;

/// Writes them. A test compares them with what the program says of itself.
pub fn run() -> Result<(), String> {
    let pages = root().join("docs").join("manual").join("reference");
    zermelo(&["reference", &pages.display().to_string()])?;
    let schema = zermelo(&["schema", "experiment"])?;
    write(&root().join("experiments").join("experiment.schema.json"), &schema)
}

fn zermelo(arguments: &[&str]) -> Result<Vec<u8>, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--package", "zermelo", "--"]).args(arguments).current_dir(root());
    let output =
        command.stderr(std::process::Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("zermelo {} failed", arguments.join(" ")))
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
