//! `zermelo check-engine`: the examination of another program, as a table.

use std::fmt::Write;
use std::time::Duration;

use serde_json::json;
use zermelo_catalog::ugi::Dialect;
use zermelo_catalog::{CheckPlan, Finding, Permission, catalog};

use crate::args::CheckEngineArgs;
use crate::reply::{Failure, Reply};

/// Examines the program.
pub fn run(args: &CheckEngineArgs) -> Result<Reply, Failure> {
    let game = catalog::open_for(&args.game, Permission::terminal())?;
    let plan = CheckPlan {
        command: &args.command,
        dialect: Dialect::read(&args.protocol).unwrap_or_default(),
        limit: Duration::from_millis(args.limit),
    };
    let mut findings: Vec<Finding> = Vec::new();
    zermelo_catalog::ugi::check::run(&game, &plan, &mut |finding| findings.push(finding.clone()))?;
    let n_failed = findings.iter().filter(|finding| !finding.is_ok).count();
    let rows: Vec<_> = findings
        .iter()
        .map(|Finding { name, expected, got, is_ok }| {
            json!({ "check": name, "ok": is_ok, "expected": expected, "got": got })
        })
        .collect();
    let json = json!({
        "command": args.command,
        "game": game.id(),
        "ok": n_failed == 0,
        "failed": n_failed,
        "checks": rows,
    });
    let reply = Reply::new(json, tell(args, &findings, n_failed));
    Ok(if n_failed == 0 { reply } else { reply.failing() })
}

/// The table, and what it comes to.
fn tell(args: &CheckEngineArgs, findings: &[Finding], n_failed: usize) -> String {
    let mut text = format!("{} as an engine for {}\n\n", args.command, args.game);
    let width = findings.iter().map(|finding| finding.name.len()).max().unwrap_or(0);
    for Finding { name, expected, got, is_ok } in findings {
        if *is_ok {
            let _ = writeln!(text, "\u{2713} {name:<width$}  {got}");
        } else {
            let _ = writeln!(text, "\u{2717} {name:<width$}  expected {expected}");
            let _ = writeln!(text, "  {:<width$}  got      {got}", "");
        }
    }
    let _ = match n_failed {
        0 => writeln!(text, "\nAll checks passed: `ugi({})` can play.", args.command),
        1 => writeln!(text, "\n1 of {} checks failed.", findings.len()),
        n => writeln!(text, "\n{n} of {} checks failed.", findings.len()),
    };
    text
}
