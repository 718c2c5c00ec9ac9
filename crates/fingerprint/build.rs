//! Works out which sources decide the results of runs, so that a run can say which program made it.
//!
//! A fingerprint of the sources, not the name of a commit: it is there without git, it knows of changes that nobody has
//! committed, and it stays the same when only texts around the program change.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The crates between a game's rules and a run's result, and the versions of what they stand on.
const DECISIVE: [&str; 19] = [
    "crates/any/src",
    "crates/arena/src",
    "crates/board/src",
    "crates/catalog/src",
    "crates/evolve/src",
    "crates/experiments/src",
    "crates/expression/src",
    "crates/families/src",
    "crates/game/src",
    "crates/games",
    "crates/kind/src",
    "crates/kinds",
    "crates/learn/src",
    "crates/runner/src",
    "crates/search/src",
    "crates/stats/src",
    "crates/store/src",
    "crates/tictactoe/src",
    "Cargo.lock",
];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for name in DECISIVE {
        let path = root.join(name);
        // A crate that was renamed must not drop out of the fingerprint unseen.
        assert!(path.exists(), "{} is not there", path.display());
        println!("cargo::rerun-if-changed={}", path.display());
        add(&mut hash, &path)?;
    }
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = format!("{version}+{:08x}", hash >> 32);
    println!("cargo::rustc-env=ZERMELO_CODE_VERSION={version}");
    let target = env::var("TARGET").unwrap_or_default();
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let fma = if features.split(',').any(|feature| feature == "fma") { "fma" } else { "no-fma" };
    println!("cargo::rustc-env=ZERMELO_MACHINE_VERSION={version} {target} {fma} {}", compiler());
    Ok(())
}

/// The compiler's version, such as `rustc-1.95.0`.
fn compiler() -> String {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let told = Command::new(rustc).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    let words: Vec<String> =
        String::from_utf8_lossy(&told).split_whitespace().take(2).map(str::to_owned).collect();
    words.join("-")
}

/// Adds a file, or all files of a folder by name.
fn add(hash: &mut u64, path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        let mut entries =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| add(hash, entry));
    }
    let bytes = fs::read(path)?;
    // FNV-1a: nobody attacks it, and it is the same with every compiler.
    for byte in name.bytes().chain(bytes) {
        *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    Ok(())
}
