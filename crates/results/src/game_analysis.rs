//! The result of a game analysis, for machines and for people.

use std::fmt::Write;

use serde_json::{Value, json};
use zermelo_experiments::game_analysis::{
    AnalysisResult, Branching, CellUse, Clarity, Copying, Estimate, FirstMove, Knowledge, Ladder, Level,
    Tension,
};

use zermelo_terminal::number::{grouped, percent, signed};
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::table::lay_out;
use zermelo_terminal::width;

/// The result of a run for machines.
pub fn json(run: &str, result: &AnalysisResult) -> Value {
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json
}

/// The result of a run for people.
pub fn text(run: &str, result: &AnalysisResult) -> String {
    let mut text = wrapped(&format!("{} ({}, {run})", result.title, result.game));
    text.push('\n');
    result.sentences.iter().for_each(|sentence| text.push_str(&wrapped(&format!("- {sentence}"))));
    tell_levels(&mut text, &result.levels);
    text.push('\n');
    text.push_str(&wrapped(&format!("The games of {}:", result.strongest)));
    tell_tension(&mut text, &result.tension);
    if let Some(branching) = &result.branching {
        tell_branching(&mut text, branching);
    }
    if let Some(clarity) = &result.clarity {
        tell_clarity(&mut text, clarity);
    }
    if let Some(ladder) = &result.ladder {
        tell_ladder(&mut text, ladder);
    }
    tell_first_moves(&mut text, result);
    tell_board(&mut text, &result.board);
    if let Some(copying) = &result.copying {
        tell_copying(&mut text, copying);
    }
    if let Some(knowledge) = &result.knowledge {
        tell_knowledge(&mut text, knowledge);
    }
    text
}

fn texts<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// A share and its interval, as two cells.
fn share(estimate: Option<Estimate>) -> [String; 2] {
    match estimate {
        Some(Estimate { value, low, high, .. }) => {
            [percent(value), format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high)]
        }
        None => ["-".to_owned(), String::new()],
    }
}

/// A number and its interval, as two cells.
fn number(estimate: Option<Estimate>) -> [String; 2] {
    match estimate {
        Some(Estimate { value, low, high, .. }) => [format!("{value:.2}"), format!("{low:.2} to {high:.2}")],
        None => ["-".to_owned(), String::new()],
    }
}

/// A difference in Elo and its interval, as two cells.
fn elo([value, low, high]: [f64; 3]) -> [String; 2] {
    [signed(value, 0), format!("{} to {}", signed(low, 0), signed(high, 0))]
}

fn tell_levels(text: &mut String, levels: &[Level]) {
    let head = ["players", "games", "first wins", "drawn", "second wins", "cut", "first's score", "95 %"];
    let mut rows = vec![texts(head)];
    for level in levels {
        let [wins, draws, losses] = level.endings.results;
        let mut row = vec![level.name.trim_start_matches("players ").to_owned(), grouped(level.games)];
        row.extend([wins, draws, losses, level.endings.cut].map(grouped));
        row.extend(share(level.score));
        rows.push(row);
    }
    let _ = write!(text, "\n{}", lay_out(&rows, &[0]));
    if let Some(level) = levels.last() {
        let plies = if level.opening_plies == 1 { "ply" } else { "plies" };
        let openings = if level.openings == 1 { "opening" } else { "openings" };
        text.push('\n');
        text.push_str(&wrapped(&format!(
            "Games start after {} random {plies}; {} {openings}, mirror images counted once.",
            level.opening_plies,
            grouped(level.openings)
        )));
    }
    let mut rows =
        vec![texts(["players", "plies", "95 %", "5th to 95th percentile", "shortest", "longest", "endings"])];
    for level in levels {
        let mut row = vec![level.name.trim_start_matches("players ").to_owned()];
        match &level.length {
            Some(length) => {
                let Estimate { value, low, high, .. } = length.median;
                row.extend([format!("{value:.0}"), format!("{low:.0} to {high:.0}")]);
                row.push(format!("{:.0} to {:.0}", length.middle[0], length.middle[1]));
                row.extend(length.range.map(|plies| plies.to_string()));
            }
            None => row.extend(["-", "", "", "", ""].map(str::to_owned)),
        }
        let endings: Vec<String> = (level.endings.reasons.iter())
            .map(|reason| format!("{} {}", reason.reason, grouped(reason.games)))
            .collect();
        row.push(endings.join(", "));
        rows.push(row);
    }
    let _ = write!(text, "\n{}", lay_out(&rows, &[0, 6]));
}

fn tell_tension(text: &mut String, tension: &Tension) {
    let mut rows = vec![texts(["", "", "95 %", "games"])];
    let mut add = |name: &str, [value, interval]: [String; 2], estimate: Option<Estimate>| {
        let n = estimate.map_or(String::new(), |estimate| grouped(estimate.n));
        rows.push(vec![name.to_owned(), value, interval, n]);
    };
    add(
        "share of plies played when the game is decided, mean",
        share(tension.decided_at),
        tension.decided_at,
    );
    add("the same, median", share(tension.decided_at_median), tension.decided_at_median);
    add("winner's lowest expected score, below one half by", share(tension.drama), tension.drama);
    add("winners who came back from below 25 %", share(tension.comebacks), tension.comebacks);
    add("lead changes in a game", number(tension.lead_changes), tension.lead_changes);
    let _ = write!(text, "\n{}", lay_out(&rows, &[0]));
}

fn tell_branching(text: &mut String, branching: &Branching) {
    let mut rows = vec![texts(["choice", "", "95 %"])];
    let mut add = |name: &str, cells: [String; 2]| {
        let [value, interval] = cells;
        rows.push(vec![name.to_owned(), value, interval]);
    };
    add("legal moves", number(branching.moves));
    add("legal moves where there is a choice", number(branching.moves_of_choices));
    add("positions with a choice", share(branching.choices));
    let _ = write!(text, "\n{}", lay_out(&rows, &[0]));
    let _ = writeln!(text, "  There are about 10^{:.0} games.", branching.tree_log10);
    // As many plies as fit into a line, evenly spread.
    const MOST: usize = 12;
    let n = branching.plies.len();
    let places = (0..n.min(MOST)).map(|at| if n <= MOST { at } else { at * (n - 1) / (MOST - 1) });
    let mut rows: Vec<Vec<String>> =
        ["ply", "games", "moves", "with a choice"].map(|name| vec![name.to_owned()]).to_vec();
    for ply in places.map(|place| &branching.plies[place]) {
        let cells = [
            ply.ply.to_string(),
            grouped(ply.games),
            format!("{:.1}", ply.moves),
            format!("{:.0} %", 100.0 * ply.choices),
        ];
        rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
    }
    let _ = write!(text, "\n{}", lay_out(&rows, &[0]));
}

fn tell_clarity(text: &mut String, clarity: &Clarity) {
    let title = format!("{} choices, by {}", clarity.choices.len(), clarity.players);
    let mut rows = vec![vec![title, String::new(), "95 %".to_owned()]];
    let near = format!("moves within {:.0} points of the best", 100.0 * clarity.near);
    for (name, [value, interval]) in [
        ("gap in expected score, best to second-best move".to_owned(), share(clarity.gap)),
        (near, number(clarity.near_best)),
        ("their share of the legal moves".to_owned(), share(clarity.near_best_share)),
        ("choices in which only the best move is".to_owned(), share(clarity.only_moves)),
    ] {
        rows.push(vec![name, value, interval]);
    }
    let _ = write!(text, "\n{}", lay_out(&rows, &[0]));
}

fn tell_ladder(text: &mut String, ladder: &Ladder) {
    let mut rows = vec![texts(["nodes", "against", "games", "score", "95 %", "Elo", "95 %", ""])];
    for rung in &ladder.rungs {
        let [score, low, high] = rung.games.score;
        let [gain, interval] = elo(rung.games.elo);
        rows.push(vec![
            grouped(rung.nodes[1]),
            grouped(rung.nodes[0]),
            grouped(rung.games.games),
            percent(score),
            format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high),
            gain,
            interval,
            if rung.is_level { "a level" } else { "" }.to_owned(),
        ]);
    }
    let _ = write!(text, "\n{}", lay_out(&rows, &[7]));
}

fn tell_first_moves(text: &mut String, result: &AnalysisResult) {
    let is_told = |first: &&FirstMove| first.score.is_some() || first.exact.is_some();
    let mut told: Vec<&FirstMove> = result.first_moves.iter().filter(is_told).collect();
    if told.is_empty() {
        return;
    }
    let value = |first: &FirstMove| first.score.map_or(-1.0, |score| score.value);
    told.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let mut rows = vec![texts([
        "first move",
        "games",
        "won",
        "drawn",
        "lost",
        "first's score",
        "95 %",
        "best play",
        "images",
    ])];
    for first in told {
        let mut row = vec![first.first_move.clone(), grouped(first.results.iter().sum())];
        row.extend(first.results.map(grouped));
        row.extend(share(first.score));
        row.push(match first.exact.as_deref() {
            Some("draw") => "a draw".to_owned(),
            Some(winner) => format!("{winner} wins"),
            None => "?".to_owned(),
        });
        row.push(first.images.join(" "));
        rows.push(row);
    }
    text.push('\n');
    text.push_str(&wrapped(&format!("By {}:", result.first_move_players)));
    text.push_str(&lay_out(&rows, &[0, 7, 8]));
}

/// The board as a table: how often moves go to each cell, where the cells are in rows and columns.
fn tell_board(text: &mut String, board: &[CellUse]) {
    let [n_rows, n_columns] = [|cell: &CellUse| cell.cell.row, |cell: &CellUse| cell.cell.column]
        .map(|place| board.iter().map(place).max().map_or(0, |most| most as usize + 1));
    // Two spaces and up to three digits a cell.
    let room = width::of_output();
    if board.is_empty() || n_rows > 60 {
        return;
    }
    if 5 * n_columns > room {
        text.push('\n');
        text.push_str(&wrapped(&format!(
            "Occupancy of cells: the board of {n_columns} columns does not fit into {room}; `zermelo report` draws \
             it."
        )));
        return;
    }
    let mut cells =
        vec![vec!["  "; n_columns].into_iter().map(str::to_owned).collect::<Vec<String>>(); n_rows];
    for cell in board {
        let share = 100.0 * cell.occupied;
        let told = match cell {
            cell if cell.cell.is_wall => "#".to_owned(),
            cell if cell.is_dead() => "-".to_owned(),
            _ => format!("{share:.0}"),
        };
        cells[cell.cell.row as usize][cell.cell.column as usize] = told;
    }
    text.push('\n');
    text.push_str(&wrapped("Occupancy of cells, in percent of positions (- never, # not a cell):"));
    text.push_str(&lay_out(&cells, &[]));
}

fn tell_copying(text: &mut String, copying: &Copying) {
    let mut rows = vec![texts(["second player", "distinct games", "copied", "score", "95 %"])];
    let [score, interval] = share(copying.thinking);
    let n = copying.thinking.map_or(0, |thinking| thinking.n);
    rows.push(vec!["thinks".to_owned(), grouped(n), String::new(), score, interval]);
    for way in &copying.ways {
        let [score, interval] = share(way.score);
        let n_games = grouped(way.score.map_or(0, |score| score.n));
        rows.push(vec![format!("copies by {}", way.symmetry), n_games, percent(way.copied), score, interval]);
    }
    let _ = write!(text, "\n{}", lay_out(&rows, &[0]));
}

fn tell_knowledge(text: &mut String, knowledge: &Knowledge) {
    let mut rows =
        vec![texts(["heuristic", "weight", "standard error", "games", "Elo lost without it", "95 %"])];
    let mut told: Vec<_> = knowledge.heuristics.iter().collect();
    told.sort_by(|a, b| b.lost.elo[0].total_cmp(&a.lost.elo[0]));
    for heuristic in told {
        let [weight, error] = heuristic.weight;
        let [lost, interval] = elo(heuristic.lost.elo);
        let games = grouped(heuristic.lost.games);
        rows.push(vec![
            heuristic.name.clone(),
            format!("{weight:+.4}"),
            format!("{error:.4}"),
            games,
            lost,
            interval,
        ]);
    }
    let (games, players) = (grouped(knowledge.games), &knowledge.players);
    text.push('\n');
    text.push_str(&wrapped(&format!("Heuristics with weights fitted to {games} games, by {players}:")));
    text.push_str(&lay_out(&rows, &[0]));
}
