//! `zermelo analyze`: a position taken apart, as a board, its best lines and a table of what its evaluation is made of.

use std::fmt::Write;
use std::io;
use std::time::Instant;

use serde_json::{Value, json};
use zermelo_catalog::{Analysis, AnalysisPlan, Evaluation, Permission, Session, Term, Thought, catalog};
use zermelo_game::Stop;

use crate::args::AnalyzeArgs;
use crate::eval::{check_faults, game_over, tell, value};
use crate::moves::plies;
use crate::reply::{Failure, Reply};
use zermelo_terminal::board::{self, Look};
use zermelo_terminal::number::{grouped, short, short_time};
use zermelo_terminal::prose::entry;

/// Takes a position apart.
pub fn run(args: &AnalyzeArgs) -> Result<Reply, Failure> {
    let session = catalog::open_for(&args.place.game, Permission::terminal())?
        .session(&args.place.start(args.moves.as_ref()))?;
    let agent = match (&args.agent, &args.eval) {
        (Some(agent), _) => agent.clone(),
        (None, Some(eval)) => format!("alphabeta(eval={eval})"),
        (None, None) => "alphabeta".to_owned(),
    };
    let plan = AnalysisPlan {
        agent: &agent,
        evaluator: args.eval.as_deref(),
        n_lines: usize::from(args.lines),
        seed: args.seed,
        stop: &Stop::default(),
    };
    let started = Instant::now();
    let Some(analysis) = session.analyze(&plan)? else { return Err(game_over(&session)) };
    analysis.lines.iter().try_for_each(|line| check_faults(&agent, line))?;
    let seconds = started.elapsed().as_secs_f64();
    let text = draw(&session) + &tell_analysis(&session, &analysis, &plan, seconds);
    Ok(Reply::new(report(&session, &analysis, seconds), text))
}

/// Everything, for machines.
fn report(session: &Session, analysis: &Analysis, seconds: f64) -> Value {
    let line = |line: &Thought| {
        json!({
            "move": line.mv,
            "value": value(line),
            "plies": line.score.proved().map(i32::unsigned_abs),
            "depth": line.depth,
            "pv": line.line,
        })
    };
    let term =
        |term: &Term| json!({ "name": term.name, "value": term.value, "contribution": term.contribution });
    let evaluation = analysis.evaluation.as_ref().map(|evaluation| {
        let features: Vec<Value> = evaluation.terms.iter().map(term).collect();
        json!({ "evaluator": evaluation.evaluator, "value": evaluation.value, "features": features })
    });
    let best = analysis.lines.first();
    json!({
        "position": session.position(),
        "to_move": session.to_move().id(),
        "value": best.map(value),
        "lines": analysis.lines.iter().map(line).collect::<Vec<_>>(),
        "depth": best.map(|best| best.depth),
        "nodes": analysis.nodes,
        "seconds": seconds,
        "evaluation": evaluation,
    })
}

/// The board, and what is in hand.
fn draw(session: &Session) -> String {
    let color = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let view = session.view();
    let mut text = board::draw(&view, &[], Look::on_terminal(color, false));
    for sentence in board::trays(&view, session.players()) {
        let _ = writeln!(text, "{sentence}");
    }
    let n_moves = session.moves().len();
    let plural = if n_moves == 1 { "move" } else { "moves" };
    let _ = writeln!(text, "{} to move, {n_moves} {plural}.\n", session.players()[session.to_move().index()]);
    text
}

/// The lines and the evaluation, for people.
fn tell_analysis(session: &Session, analysis: &Analysis, plan: &AnalysisPlan, seconds: f64) -> String {
    let mut text = tell_lines(session, &analysis.lines);
    // Lines that win or lose soon need no depth; the others have been looked at as deep as this.
    let depth = analysis.lines.iter().map(|line| line.depth).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "Searched {} deep, {} nodes in {}.",
        plies(depth as usize),
        grouped(analysis.nodes),
        short_time(seconds)
    );
    if analysis.lines.len() < plan.n_lines.min(session.moves().len()) {
        let name = plan.agent.split('(').next().unwrap_or_default().trim();
        let _ = writeln!(text, "{name} gives only one line; alphabeta without quirks gives several.");
    }
    if let Some(evaluation) = &analysis.evaluation {
        text.push('\n');
        text += &tell_evaluation(session, evaluation);
    }
    text
}

/// A row for each line: what it is worth, and its moves.
fn tell_lines(session: &Session, lines: &[Thought]) -> String {
    let worth = |line: &Thought| {
        let gives_up = if line.resigns() { ", and resigns" } else { "" };
        match line.proof() {
            Some(_) => format!("{}{gives_up}", tell(session, line)),
            None => signed(f64::from(line.score.number())),
        }
    };
    let worths: Vec<String> = lines.iter().map(worth).collect();
    let width = worths.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (index, (line, worth)) in lines.iter().zip(&worths).enumerate() {
        let head = format!("{:>2}. {worth:>width$}  ", index + 1);
        text += &wrapped(&head, line.line.iter().map(String::as_str));
    }
    text
}

/// A table of what the evaluation is made of: what matters most comes first, and what is nothing stands in one line.
fn tell_evaluation(session: &Session, evaluation: &Evaluation) -> String {
    let name = session.players()[session.to_move().index()];
    let mut text =
        format!("Static evaluation by {}: {} for {name}.\n", evaluation.evaluator, signed(evaluation.value));
    let size = |term: &Term| term.contribution.unwrap_or(0.0).abs();
    let (mut terms, nothing): (Vec<Term>, Vec<Term>) =
        evaluation.terms.iter().partition(|term| term.value.unwrap_or(0.0) != 0.0 || size(term) > 0.0);
    if evaluation.is_sum {
        terms.sort_by(|a, b| size(b).total_cmp(&size(a)));
    }
    let width = terms.iter().map(|term| term.name.len()).max().unwrap_or(0).max("feature".len());
    let mut row = |name: &str, value: &str, contribution: &str| {
        let line = format!("  {name:<width$}  {value:>12}  {contribution:>14}");
        let _ = writeln!(text, "{}", line.trim_end());
    };
    if !terms.is_empty() {
        row("feature", "value", if evaluation.is_sum { "contribution" } else { "" });
    }
    for term in &terms {
        let value = term.value.map_or_else(|| "-".to_owned(), short);
        row(term.name, &value, &term.contribution.map(signed).unwrap_or_default());
    }
    if evaluation.is_sum && terms.len() > 1 {
        row("sum", "", &signed(evaluation.value));
    }
    if terms.is_empty() && !nothing.is_empty() {
        text += "  Every feature is 0.\n";
    } else if !nothing.is_empty() {
        // Commas stay with the names before them.
        let names: Vec<&str> = nothing.iter().map(|term| term.name).collect();
        text += &wrapped("  0: ", names.join(", ").split(' '));
    }
    if !evaluation.is_sum {
        text += "This evaluator is not a sum of features; they are shown for comparison.\n";
    }
    text
}

/// A number with its sign, unless it is nothing.
fn signed(number: f64) -> String {
    let text = format!("{number:+.3}");
    if text.trim_start_matches(['+', '-']) == "0.000" { "0.000".to_owned() } else { text }
}

/// Words behind a head, in lines that are not too long; what does not fit stands below the first word.
fn wrapped<'a>(head: &str, words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    entry(head, &words.join(" "))
}
