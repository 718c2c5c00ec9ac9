//! The program `zermelo`: it names its games and its version, and hands the rest to the command line.
//!
//! Nothing else knows both. What changes with every game's source, the list of families and the fingerprint of the sources,
//! meets here, so that a changed game compiles this file again and no other crate above the games.

use std::process::ExitCode;

fn main() -> ExitCode {
    zermelo_catalog::register(&zermelo_families::GAMES).expect("nothing has registered other games before");
    zermelo_cli::main(zermelo_fingerprint::CODE_VERSION, zermelo_fingerprint::MACHINE_VERSION)
}
