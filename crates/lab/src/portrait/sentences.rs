//! What the numbers mean to a designer. Every sentence hangs on a threshold that it names or that is below; where the
//! interval does not allow a claim, it says so.

use zermelo_stats::tails::normal_quantile;

use super::board::CellUse;
use super::estimate::Estimate;
use super::ladder::LEVEL;
use super::result::PortraitResult;
use super::tension::{COMEBACK, DECIDED};
use crate::confirmation::Confirmation;

/// A game is called fair if the interval of the first player's score is within so much of one half.
pub const FAIR: f64 = 0.05;
/// Draws are rare below the first and frequent above the second.
pub const DRAWS: [f64; 2] = [0.05, 0.3];
/// Games are decided early if so much of them has been played, on average, or less; late above the second.
pub const DECISION: [f64; 2] = [0.5, 0.75];
/// Choices are seldom if fewer positions than this have more than one legal move.
pub const CHOICES: f64 = 0.8;
/// Moves are hard to tell apart if the best is worth so little more than the second-best, and plain above the second.
pub const GAP: [f64; 2] = [0.02, 0.1];
/// A first move is one-sided if its interval is beyond so much from one half.
pub const ONE_SIDED: f64 = 0.1;

/// The sentences, the most important first.
pub(super) fn sentences(portrait: &PortraitResult) -> Vec<String> {
    let mut told = Vec::new();
    tell_fairness(portrait, &mut told);
    tell_endings(portrait, &mut told);
    tell_course(portrait, &mut told);
    tell_choices(portrait, &mut told);
    tell_depth(portrait, &mut told);
    tell_first_moves(portrait, &mut told);
    tell_board(portrait, &mut told);
    tell_copying(portrait, &mut told);
    tell_knowledge(portrait, &mut told);
    told
}

/// 58 % (52 to 64 %).
fn percent(estimate: Estimate) -> String {
    let Estimate { value, low, high, .. } = estimate.times(100.0);
    format!("{value:.0} % ({low:.0} to {high:.0} %)")
}

/// 3.4 (3.1 to 3.7).
fn number(Estimate { value, low, high, .. }: Estimate) -> String {
    format!("{value:.1} ({low:.1} to {high:.1})")
}

fn tell_fairness(portrait: &PortraitResult, told: &mut Vec<String>) {
    let [first, second] = &portrait.players;
    match portrait.exact.result.as_deref() {
        Some("first") => told.push(format!("With best play {first}, who moves first, wins: that is proved.")),
        Some("second") => {
            told.push(format!("With best play {second}, who moves second, wins: that is proved."));
        }
        Some(_) => told.push("With best play the game is a draw: that is proved.".to_owned()),
        None => {}
    }
    let Some(level) = portrait.levels.last() else { return };
    let Some(score) = level.score else { return };
    let points = percent(score);
    let at = format!("in {} games of {} after {} random plies", level.games, level.name, level.opening_plies);
    told.push(if score.low > 0.5 {
        format!("Who moves first is favoured: {first} has {points} of the points {at}.")
    } else if score.high < 0.5 {
        format!("Who moves second is favoured: {first} has only {points} of the points {at}.")
    } else if score.low >= 0.5 - FAIR && score.high <= 0.5 + FAIR {
        format!(
            "The game is fair within {:.0} points: {first} has {points} of the points {at}.",
            100.0 * FAIR
        )
    } else {
        format!("An advantage of either side is not shown: {first} has {points} of the points {at}.")
    });
    told.extend(portrait.proof_and_games());
    let weakest = portrait.levels.iter().find(|level| level.nodes > 0);
    if let (Some(growth), Some(weakest)) = (portrait.growth, weakest) {
        let Estimate { value, low, high, .. } = growth.times(100.0);
        let span =
            format!("{value:+.0} points ({low:+.0} to {high:+.0}) from {} to {}", weakest.name, level.name);
        told.push(if low > 0.0 {
            format!("With skill the first player gains: {span}.")
        } else if high < 0.0 {
            format!("With skill the second player gains: {span}.")
        } else {
            format!("That fairness changes with skill is not shown: {span}.")
        });
    }
}

fn tell_endings(portrait: &PortraitResult, told: &mut Vec<String>) {
    let Some(level) = portrait.levels.last() else { return };
    let endings = &level.endings;
    if endings.cut > 0 {
        told.push(format!(
            "{} of {} games had to be cut by the limit of their length: every other number is in doubt.",
            endings.cut, level.games
        ));
    }
    if let Some(drawn) = endings.drawn {
        let [rare, frequent] = DRAWS;
        told.push(if endings.results[1] == 0 {
            format!("No game of {} was drawn; at most {:.1} % are.", level.name, 100.0 * drawn.high)
        } else if drawn.high < rare {
            format!("Draws are rare: {} of games.", percent(drawn))
        } else if drawn.low > frequent {
            format!("Draws are frequent: {} of games.", percent(drawn))
        } else {
            format!("Draws are {} of games.", percent(drawn))
        });
    }
    let unused: Vec<&str> = (portrait.levels.iter().flat_map(|level| &level.endings.reasons))
        .map(|reason| reason.reason.as_str())
        .filter(|reason| !endings.has(reason))
        .fold(Vec::new(), |mut unused, reason| {
            if !unused.contains(&reason) {
                unused.push(reason);
            }
            unused
        });
    if !unused.is_empty() {
        told.push(format!(
            "Rules that end games among weaker players, but none of {}: {}.",
            level.name,
            unused.join(", ")
        ));
    } else if endings.reasons.len() == 1 {
        told.push(format!("All games of all strengths end in one way: {}.", endings.reasons[0].reason));
    }
}

fn tell_course(portrait: &PortraitResult, told: &mut Vec<String>) {
    if let Some(length) = portrait.levels.last().and_then(|level| level.length.as_ref()) {
        let [short, long] = length.middle;
        told.push(format!(
            "Games last {:.0} plies in the middle; of twenty, one is shorter than {short:.0} and one longer than {long:.0}.",
            length.median.value
        ));
    }
    let tension = &portrait.tension;
    if let Some(at) = tension.decided_at {
        let [early, late] = DECISION;
        let share = percent(at);
        let sure = format!("the winner's chances stay above {:.0} %", 100.0 * DECIDED);
        told.push(if at.high < early {
            format!("Games are decided early: from {share} of a game on {sure}, and the rest is a formality.")
        } else if at.low > late {
            format!("Games are open for long: only from {share} of a game on {sure}.")
        } else {
            format!("Games are decided in their course: from {share} of a game on {sure}.")
        });
    }
    if let (Some(drama), Some(comebacks), Some(changes)) =
        (tension.drama, tension.comebacks, tension.lead_changes)
    {
        told.push(format!(
            "The lead changes {} times in a game; the winner's chances were {:.0} % at worst on average, and {} of winners \
             came back from below {:.0} %.",
            number(changes),
            100.0 * (0.5 - drama.value),
            percent(comebacks),
            100.0 * COMEBACK
        ));
    }
}

fn tell_choices(portrait: &PortraitResult, told: &mut Vec<String>) {
    if let Some(branching) = &portrait.branching
        && let (Some(choices), Some(moves)) = (branching.choices, branching.moves)
    {
        let of = format!("{} of positions, among {} moves on average", percent(choices), number(moves));
        told.push(if choices.high < CHOICES {
            format!("Many moves are forced: there is a choice in only {of}.")
        } else {
            format!("There is a choice in {of}.")
        });
    }
    if let Some(clarity) = &portrait.clarity
        && let (Some(gap), Some(only), Some(near)) = (clarity.gap, clarity.only_moves, clarity.near_best)
    {
        let [hard, plain] = GAP;
        let points = gap.times(100.0);
        let by = format!("the best move is worth {} points more than the next", number(points));
        let rest =
            format!("{} moves are about as good as the best, in {} only one", number(near), percent(only));
        told.push(if gap.high < hard {
            format!("It hardly matters which of the better moves is played: {by}; {rest}.")
        } else if gap.low > plain {
            format!("The right move stands out: {by}; {rest}.")
        } else {
            format!("Choices matter: {by}; {rest}.")
        });
    }
}

fn tell_depth(portrait: &PortraitResult, told: &mut Vec<String>) {
    let Some(ladder) = &portrait.ladder else { return };
    let (Some(lowest), Some(highest)) = (ladder.rungs.first(), ladder.rungs.last()) else { return };
    let n_steps = ladder.levels - 1;
    told.push(format!(
        "Skill: {n_steps} of {} doublings of thought from {} to {} nodes are levels of their own ({:.0} % against the last, and \
         more than half without doubt); together they are {:.0} Elo ({:.0} to {:.0}).",
        ladder.rungs.len(),
        lowest.nodes[0],
        highest.nodes[1],
        100.0 * LEVEL,
        ladder.elo[0],
        ladder.elo[1],
        ladder.elo[2]
    ));
    let [elo, low, high] = highest.games.elo;
    told.push(if low > 0.0 {
        format!("At the top there is still something to learn: the last doubling gains {elo:+.0} Elo ({low:+.0} to {high:+.0}).")
    } else {
        format!("That more thought gains anything at the top is not shown: {elo:+.0} Elo ({low:+.0} to {high:+.0}).")
    });
}

fn tell_first_moves(portrait: &PortraitResult, told: &mut Vec<String>) {
    let scored: Vec<(&str, Estimate)> = (portrait.first_moves.iter())
        .filter_map(|first| Some((first.first_move.as_str(), first.score?)))
        .collect();
    if scored.len() < 2 {
        return;
    }
    // With many intervals of 95 %, some miss by chance.
    let list = |is: &dyn Fn(&Estimate) -> bool| {
        let names: Vec<&str> = scored.iter().filter(|(_, score)| is(score)).map(|(name, _)| *name).collect();
        (names.len(), names.join(", "))
    };
    let (n_strong, strong) = list(&|score| score.low > 0.5 + ONE_SIDED);
    let (n_weak, weak) = list(&|score| score.high < 0.5 - ONE_SIDED);
    let (n_fair, fair) = list(&|score| score.low <= 0.5 && score.high >= 0.5);
    let of = format!("of {} first moves", scored.len());
    let points = 100.0 * ONE_SIDED;
    let mut parts = Vec::new();
    if n_strong > 0 {
        parts.push(format!(
            "{n_strong} {of} favour the first player by more than {points:.0} points ({strong})"
        ));
    }
    if n_weak > 0 {
        parts.push(format!("{n_weak} {of} favour the second by more ({weak})"));
    }
    if parts.is_empty() {
        parts.push(format!("that any {of} favours a side by more than {points:.0} points is not shown"));
    }
    if n_fair > 0 && n_fair < scored.len() {
        parts.push(format!("for a swap rule, {n_fair} are not shown to favour anybody ({fair})"));
    }
    let mut sentence = format!("{}.", parts.join("; "));
    if let Some(letter) = sentence.get(..1).map(str::to_uppercase) {
        sentence.replace_range(..1, &letter);
    }
    told.push(sentence);
}

fn tell_board(portrait: &PortraitResult, told: &mut Vec<String>) {
    let dead: Vec<&CellUse> = portrait.board.iter().filter(|cell| cell.is_dead()).collect();
    let n_cells = portrait.board.iter().filter(|cell| !cell.cell.is_wall).count();
    if n_cells == 0 {
        return;
    }
    if dead.is_empty() {
        told.push(format!("All {n_cells} cells of the board are used."));
        return;
    }
    let names: Vec<&str> = dead.iter().map(|cell| cell.cell.name.as_str()).collect();
    let at_random =
        dead.iter().filter(|cell| cell.used_at_random.is_some_and(|used| used.value > 0.0)).count();
    told.push(format!(
        "{} of {n_cells} cells are never used by {}: {} ({at_random} of them are used when moves are random).",
        dead.len(),
        portrait.strongest,
        names.join(", ")
    ));
}

fn tell_copying(portrait: &PortraitResult, told: &mut Vec<String>) {
    let Some(copying) = &portrait.copying else { return };
    let scored = copying.ways.iter().filter_map(|way| Some((way, way.score?)));
    let Some((best, score)) = scored.max_by(|a, b| a.1.value.total_cmp(&b.1.value)) else { return };
    let points = format!("{} of the points by {}", percent(score), best.symmetry);
    told.push(if score.low > 0.5 {
        format!("Copying wins: a second player who answers each move with its image has {points}.")
    } else if score.high < 0.5 {
        format!("Copying is no strategy: a second player who answers each move with its image has {points} at best.")
    } else {
        format!("That copying is worse than even is not shown: the second player has {points} at best.")
    });
}

/// How many standard errors a score is above one half; its interval tells the error.
fn errors_from_even(games: &Confirmation) -> f64 {
    let [score, low, high] = games.score;
    let error = (high - low) / (2.0 * -normal_quantile(0.025));
    if error > 0.0 { (score - 0.5) / error } else { 0.0 }
}

fn tell_knowledge(portrait: &PortraitResult, told: &mut Vec<String>) {
    let Some(knowledge) = &portrait.knowledge else { return };
    // Of many heuristics that do not matter, one of twenty would seem to: all claims together are held to 5 % (Bonferroni).
    let enough = -normal_quantile(0.025 / knowledge.heuristics.len().max(1) as f64);
    let mut shown: Vec<(&str, [f64; 3])> = (knowledge.heuristics.iter())
        .filter(|heuristic| errors_from_even(&heuristic.lost) > enough)
        .map(|heuristic| (heuristic.name.as_str(), heuristic.lost.elo))
        .collect();
    shown.sort_by(|a, b| b.1[0].total_cmp(&a.1[0]));
    let n = knowledge.heuristics.len();
    if n == 0 {
        return;
    }
    let harmful: Vec<&str> = (knowledge.heuristics.iter())
        .filter(|heuristic| errors_from_even(&heuristic.lost) < -enough)
        .map(|heuristic| heuristic.name.as_str())
        .collect();
    if !harmful.is_empty() {
        told.push(format!(
            "Without these heuristics, one at a time, play is better: {}.",
            harmful.join(", ")
        ));
    }
    if shown.is_empty() {
        told.push(format!("That any of the {n} heuristics matters beside the others is not shown."));
        return;
    }
    let list: Vec<String> = (shown.iter())
        .map(|(name, [elo, low, high])| format!("{name} ({elo:.0} Elo, {low:.0} to {high:.0})"))
        .collect();
    let rest = if shown.len() < n {
        format!("; of the other {} it is not shown", n - shown.len())
    } else {
        String::new()
    };
    let doubt = if n > 5 { " (of so many intervals one in twenty misses)" } else { "" };
    told.push(format!("What matters, by what is lost without it: {}{rest}{doubt}.", list.join(", ")));
}

#[cfg(test)]
mod tests {
    use zermelo_game::{Outcome, Player};

    use super::super::first_move::FirstMove;
    use super::super::knowledge::{Heuristic, Knowledge};
    use super::super::ladder::{Ladder, Rung};
    use super::super::level::Level;
    use super::super::result::Exact;
    use super::super::tension::Tension;
    use super::super::trace::tests::game;
    use super::super::{Branching, Expectation, Trace};
    use super::*;
    use crate::confirmation::Confirmation;

    /// A portrait of games that the first player won, that were drawn, and that the second player won.
    fn portrait([wins, draws, losses]: [usize; 3]) -> PortraitResult {
        let all = |n: usize, outcome| vec![game(outcome, &[3, 1, 2, 1], &[0.0; 2]); n];
        let traces: Vec<Trace> = [
            all(wins, Outcome::Win(Player::First)),
            all(draws, Outcome::Draw),
            all(losses, Outcome::Win(Player::Second)),
        ]
        .concat();
        let level = Level::of("players of 100 nodes a move".to_owned(), String::new(), 100, 9, &traces);
        PortraitResult {
            title: String::new(),
            game: String::new(),
            players: ["black", "white"].map(str::to_owned),
            seed: 1,
            games: 0,
            sentences: Vec::new(),
            exact: Exact { result: None, nodes: 0 },
            strongest: level.name.clone(),
            levels: vec![level],
            growth: None,
            branching: Branching::of(&traces),
            expectation: Expectation::BLIND,
            calibration: None,
            tension: Tension::of(&traces, &Expectation::BLIND),
            clarity: None,
            ladder: None,
            first_move_players: String::new(),
            first_moves: Vec::new(),
            board: Vec::new(),
            copying: None,
            knowledge: None,
            spectacles: Vec::new(),
        }
    }

    fn told(portrait: &PortraitResult, expected: &str) {
        let told = sentences(portrait);
        assert!(told.iter().any(|sentence| sentence.contains(expected)), "`{expected}` in {told:#?}");
    }

    #[test]
    fn claims_need_an_interval_that_allows_them() {
        told(&portrait([70, 0, 30]), "Who moves first is favoured: black has 70 % (61 to 79 %)");
        told(&portrait([30, 0, 70]), "Who moves second is favoured");
        let proved = |games, result: &str| {
            let exact = Exact { result: Some(result.to_owned()), nodes: 1 };
            PortraitResult { exact, ..portrait(games) }
        };
        let why = "That is no contradiction: the proof is about best play from the start. The games begin after 2 random \
                   moves, which may change who wins, and they are played by players of 100 nodes a move, who may err.";
        told(&proved([70, 0, 30], "second"), why);
        told(&proved([70, 0, 30], "draw"), why);
        assert_eq!(proved([70, 0, 30], "first").proof_and_games(), None);
        told(&proved([53, 0, 47], "second"), why);
        assert_eq!(proved([53, 0, 47], "draw").proof_and_games(), None, "nothing is shown to the contrary");
        told(&portrait([53, 0, 47]), "An advantage of either side is not shown");
        // The same share of many more games.
        told(&portrait([2010, 0, 1990]), "The game is fair within 5 points");
        told(&portrait([10, 80, 10]), "Draws are frequent");
        told(&portrait([300, 3, 297]), "Draws are rare");
        told(&portrait([50, 10, 40]), "Draws are 10 %");
        told(&portrait([50, 0, 50]), "No game of players of 100 nodes a move was drawn; at most 3.7 % are.");
        // Two positions of four have a choice.
        told(&portrait([50, 0, 50]), "Many moves are forced: there is a choice in only 50 %");
    }

    #[test]
    fn proofs_and_growth_are_told() {
        let mut portrait = portrait([50, 0, 50]);
        portrait.exact.result = Some("second".to_owned());
        told(&portrait, "With best play white, who moves second, wins");
        for (low, high, expected) in [
            (0.02, 0.2, "With skill the first player gains"),
            (-0.2, -0.02, "With skill the second player gains"),
            (-0.1, 0.2, "That fairness changes with skill is not shown"),
        ] {
            portrait.growth = Some(Estimate { value: 0.5 * (low + high), low, high, n: 100 });
            told(&portrait, expected);
        }
    }

    #[test]
    fn depth_and_first_moves_are_told() {
        let games = |score: [f64; 3], elo| Confirmation {
            against: String::new(),
            opponents: 1,
            games: 200,
            pairs: [0, 0, 100, 0, 0],
            score,
            elo,
        };
        let rungs = vec![
            Rung::of([100, 200], games([0.7, 0.6, 0.8], [147.0, 70.0, 241.0])),
            Rung::of([200, 400], games([0.52, 0.45, 0.59], [14.0, -35.0, 63.0])),
        ];
        let mut portrait = portrait([50, 0, 50]);
        portrait.ladder = Some(Ladder::of("", rungs));
        told(&portrait, "Skill: 1 of 2 doublings of thought from 100 to 400 nodes are levels");
        told(&portrait, "That more thought gains anything at the top is not shown: +14 Elo (-35 to +63)");

        let first = |name: &str, results| FirstMove {
            first_move: name.to_owned(),
            images: Vec::new(),
            results,
            score: Estimate::score(results, 40),
            exact: None,
        };
        portrait.first_moves =
            vec![first("a1", [40, 0, 0]), first("b1", [20, 0, 20]), first("c1", [2, 0, 38])];
        told(&portrait, "1 of 3 first moves favour the first player by more than 10 points (a1)");
        told(&portrait, "1 of 3 first moves favour the second by more (c1)");
        told(&portrait, "for a swap rule, 1 are not shown to favour anybody (b1)");
    }

    /// What one heuristic alone would show is not shown if it is one of many.
    #[test]
    fn many_heuristics_need_more_evidence() {
        let heuristic = |name: &str, [score, low, high]: [f64; 3]| Heuristic {
            name: name.to_owned(),
            weight: [1.0, 0.1],
            lost: Confirmation {
                against: String::new(),
                opponents: 1,
                games: 200,
                pairs: [0, 0, 100, 0, 0],
                score: [score, low, high],
                elo: [20.0, 3.0, 40.0],
            },
        };
        let mut portrait = portrait([50, 0, 50]);
        let mut with = |heuristics: Vec<Heuristic>| {
            portrait.knowledge = Some(Knowledge {
                players: String::new(),
                positions: 100,
                games: 100,
                evaluator: String::new(),
                heuristics,
            });
            sentences(&portrait).join(" ")
        };
        // 2.2 standard errors, and 4.
        let (weak, clear, none) = ([0.555, 0.506, 0.604], [0.6, 0.551, 0.649], [0.5, 0.45, 0.55]);
        assert!(with(vec![heuristic("a", weak)]).contains("a (20 Elo"));
        let many =
            |first| (0..19).map(|k| heuristic(&format!("h{k}"), if k == 0 { first } else { none })).collect();
        assert!(
            with(many(weak)).contains("That any of the 19 heuristics matters beside the others is not shown")
        );
        assert!(with(many(clear)).contains("h0 (20 Elo"));
        assert!(with(many([0.445, 0.396, 0.494])).contains("is not shown"), "nor is harm");
        assert!(with(many([0.4, 0.351, 0.449])).contains("play is better: h0"));
    }
}
