//! A text becomes a description: rules that were checked, with a proof that the game ends and the symmetries it has.

use zermelo_board::bits::Bits;
use zermelo_game::{Player, Symmetry};

use crate::end::End;
use crate::judge::Pieces;
use crate::problem::Problem;
use crate::rules::{GoalResult, Rules, Test};
use crate::second::Passes;
use crate::shape::Set;
use crate::tree::Tree;
use crate::{resolve, stuck, symmetry, syntax, termination};

/// A game that was read, checked and found playable.
#[derive(Clone, Debug)]
pub struct Description {
    /// The rules.
    pub rules: Rules,
    /// No game has more plies.
    pub max_plies: usize,
    /// The symmetries of the rules.
    pub symmetries: Vec<Symmetry>,
    /// Whether a player who is to move may be unable to.
    pub can_be_stuck: bool,
    /// What is probably not meant.
    pub warnings: Vec<Problem>,
    /// What was written, to say it back.
    pub tree: Tree,
}

/// So many problems are reported at once.
const MOST_PROBLEMS: usize = 40;

/// Compiles a text with the default of every parameter.
pub fn compile(text: &str) -> Result<Description, Vec<Problem>> {
    compile_with(text, &[])
}

/// Compiles a text with some parameters chosen.
pub fn compile_with(text: &str, chosen: &[(String, usize)]) -> Result<Description, Vec<Problem>> {
    let (tree, mut problems) = syntax::read(text);
    let sorted = |mut problems: Vec<Problem>| {
        problems.sort_by_key(|problem| problem.place);
        problems.dedup();
        problems.truncate(MOST_PROBLEMS);
        problems
    };
    if tree.title.is_none() || tree.board.is_none() && !problems.is_empty() {
        return Err(sorted(problems));
    }
    let rules = match resolve::resolve(&tree, chosen, !problems.is_empty()) {
        Ok(rules) if problems.is_empty() => rules,
        Ok(_) => return Err(sorted(problems)),
        Err(others) => {
            problems.extend(others);
            return Err(sorted(problems));
        }
    };
    check_start(&rules, &mut problems);
    let max_plies = termination::bound(&rules, text).map_err(|problem| problems.push(problem));
    let can_be_stuck = stuck::can_be_stuck(&rules).map_err(|problem| problems.push(problem));
    let (Ok(max_plies), Ok(can_be_stuck), true) = (max_plies, can_be_stuck, problems.is_empty()) else {
        return Err(sorted(problems));
    };
    let warnings = warnings(&rules);
    Ok(Description { symmetries: symmetry::find(&rules), max_plies, can_be_stuck, warnings, rules, tree })
}

impl Rules {
    /// The pieces at the start.
    pub fn start_pieces(&self) -> Pieces {
        let mut own = [Set::EMPTY; 2];
        let mut kinds = vec![Set::EMPTY; self.kinds.len()];
        for stone in &self.start {
            own[stone.player.index()] |= Set::one(stone.bit);
            kinds[stone.kind] |= Set::one(stone.bit);
        }
        let hands: Vec<usize> = self.kinds.iter().map(|kind| kind.hand.unwrap_or(0)).collect();
        let empty = self.shape.board & !(own[0] | own[1]);
        Pieces { own, kinds, hands: [hands.clone(), hands], empty }
    }
}

/// The game must not be over before it begins.
fn check_start(rules: &Rules, problems: &mut Vec<Problem>) {
    if rules.goals.len() > End::MOST_GOALS {
        let place = rules.goals[End::MOST_GOALS].place;
        problems.push(Problem::new(place, format!("there are more than {} goals", End::MOST_GOALS)));
        return;
    }
    let pieces = rules.start_pieces();
    for goal in &rules.goals {
        let subjects =
            Player::BOTH.into_iter().filter(|&player| goal.subject.is_none_or(|named| named == player));
        let is_met = |player: &Player| pieces.pass(rules, &goal.test, *player);
        if let Some(player) = subjects.into_iter().find(is_met) {
            let name = &rules.players[player.index()];
            let why = pieces.why(rules, &goal.test, player);
            let message = format!(
                "the game is over before it begins, because this goal holds for {name} at the start: {why}. \
                 Change the start or the goal."
            );
            problems.push(Problem::new(goal.place, message));
        }
    }
    let moves = |player: Player| {
        let owns = |kind: usize| rules.supply(player, kind) > 0 || rules.is_unlimited(kind);
        (0..rules.kinds.len()).any(owns)
    };
    if let Some(player) = Player::BOTH.into_iter().find(|&player| !moves(player)) {
        let name = &rules.players[player.index()];
        let place = rules.kinds.first().map_or_else(Default::default, |kind| kind.place);
        problems.push(Problem::new(
            place,
            format!("{name} has no pieces: add a `start` clause, or place pieces"),
        ));
    } else if problems.is_empty() && !pieces.have_move(rules, Player::First) {
        let name = &rules.players[Player::First.index()];
        let place = rules.kinds.first().map_or_else(Default::default, |kind| kind.place);
        let message =
            format!("{name}, who begins, has no move at the start: change the start or the motions");
        problems.push(Problem::new(place, message));
    }
}

/// Clauses that do nothing.
fn warnings(rules: &Rules) -> Vec<Problem> {
    let mut warnings = Vec::new();
    if let Some(kind) = rules.kinds.iter().find(|kind| kind.placed_first && !rules.can_move_pieces()) {
        warnings.push(Problem::new(kind.place, "no piece moves, so `placed first` changes nothing"));
    }
    for (index, goal) in rules.goals.iter().enumerate() {
        let same = |other: &&crate::rules::Goal| {
            other.test == goal.test && (other.subject.is_none() || other.subject == goal.subject)
        };
        if let Some(other) = rules.goals[..index].iter().find(same) {
            let message = format!("this goal is never reached: line {} names the same", other.place.line);
            warnings.push(Problem::new(goal.place, message));
        }
        let takes = matches!(goal.test, Test::Fewer { .. });
        if goal.test == Test::CannotMove && rules.passes != Passes::Never {
            let message = "this goal ends the game when a player cannot move, so nobody has to pass";
            warnings.push(Problem::new(goal.place, message));
        }
        if takes && !rules.can_take() && !rules.can_change() && !rules.can_turn() {
            warnings.push(Problem::new(goal.place, "nothing can be taken, so this goal is never reached"));
        }
        let fills = goal.test == Test::BoardFull && rules.placings.is_empty();
        if fills && goal.result == GoalResult::Draw {
            warnings.push(Problem::new(goal.place, "no piece is ever placed, so the board does not fill"));
        }
    }
    warnings
}
