//! A whole game behind one call: agents without their types go in, a record comes out.

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use zermelo_arena::GameEnd;
use zermelo_arena::{Effort, Referee, play_game};
use zermelo_game::{
    Budget, Choice, Forfeit, Game, Hints, MoveOf, Outcome, Player, Position, Proof, Stop, Stream, Symmetry,
    Verdict,
};
use zermelo_search::{Method, ProofTable, SolvePlan, Worth, solve_in};

use crate::agent::BudgetedAgent;
use crate::{AnyAgent, MoveIndex};

/// The reason of a game that its length has ended.
pub const TOO_LONG: &str = "length";
/// The reason of a game that ended because an agent had proved how it ends.
pub const PROVED: &str = "proved";

/// Who plays.
pub enum Players<'a> {
    /// An agent for each side, the first player's first.
    Two([&'a mut dyn AnyAgent; 2]),
    /// One agent for both.
    One(&'a mut dyn AnyAgent),
}

/// How a game is played in which moves are copied instead of chosen.
#[derive(Clone, Debug)]
pub struct Copying {
    /// The symmetry by which the second player answers every move with its image, if that is legal; nothing if both think.
    pub symmetry: Option<Symmetry>,
    /// How many moves of the first player are random.
    pub n_random: u32,
    /// What these are drawn with.
    pub chance: Stream,
}

/// How a game is played, besides the rules of the game.
#[derive(Clone, Debug)]
pub struct GameRules<'a> {
    /// The chance of each side; one agent for both takes the first.
    pub streams: [Stream; 2],
    /// Whether the time of moves is taken.
    pub is_timed: bool,
    /// A game that has lasted so many plies is a draw.
    pub length: Option<u32>,
    /// A game that can be solved by looking at so many positions ends as it would with best play.
    pub solved: Option<u64>,
    /// Whether a game ends when an agent has proved that it wins or loses.
    pub ends_when_proved: bool,
    /// Whether what was thought of every position is kept.
    pub keeps_values: bool,
    /// Whether the second of two agents copies.
    pub copying: Option<Copying>,
    /// Ends the searches of adjudication, soon.
    pub stop: &'a Stop,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Who won.
    pub outcome: Outcome,
    /// How it came to that.
    pub end: GameEnd,
    /// The same in a word for machines.
    pub reason: &'static str,
    /// The moves that were made.
    pub moves: Vec<MoveIndex>,
    /// What each side spent.
    pub efforts: [Effort; 2],
    /// What each position was worth to the side to move, if that was to be kept: see [`value_of`].
    pub values: Vec<f32>,
}

/// What a choice is worth: infinite if a win or loss is proved, minus nothing (`-0.0`) if a draw is. Minus nothing counts like
/// nothing in every sum, so only those who ask for it see the difference.
pub fn value_of<M: Copy>(choice: &Choice<M>) -> f32 {
    match choice.proof() {
        Some(Proof::Win(_)) => f32::INFINITY,
        Some(Proof::Loss(_)) => f32::NEG_INFINITY,
        Some(Proof::Draw) => -0.0,
        None => choice.score.number() + 0.0,
    }
}

/// Plays a game.
pub(crate) fn play<G: Game>(
    game: &G,
    start: &G::Position,
    players: Players,
    rules: &GameRules,
) -> PlayedGame {
    let mut streams = rules.streams.clone().into_iter();
    let mut begin = |agent: &mut BudgetedAgent<G::Position>| {
        if let Some(stream) = streams.next() {
            agent.new_game(stream);
        }
    };
    let mut moves = Vec::new();
    let mut adjudicator = Adjudicator { game, rules, table: None, values: Vec::new() };
    let finish = match players {
        Players::One(agent) => {
            let agent = BudgetedAgent::<G::Position>::of(agent);
            begin(agent);
            let choose = &mut |pos: &G::Position| guarded(agent, pos);
            play_game(start, choose, &mut adjudicator, rules.is_timed, &mut moves)
        }
        Players::Two(agents) => {
            let mut agents = agents.map(BudgetedAgent::<G::Position>::of);
            agents.iter_mut().for_each(|agent| begin(agent));
            let mut copier = rules.copying.clone().map(|copying| Copier { game, copying, last: None });
            let choose = &mut |pos: &G::Position| {
                let copied = copier.as_mut().and_then(|copier| copier.answer(pos)).map(Choice::of);
                let choice = copied.unwrap_or_else(|| guarded(agents[pos.to_move().index()], pos));
                if let Some(copier) = &mut copier {
                    copier.last = Some((pos.clone(), choice.mv));
                }
                choice
            };
            play_game(start, choose, &mut adjudicator, rules.is_timed, &mut moves)
        }
    };
    let mut pos = start.clone();
    let places = moves.iter().map(|&mv| {
        let place = MoveIndex::of(&pos, mv).expect("a legal move was played");
        pos.play(mv);
        place
    });
    let places = places.collect();
    let reason = match finish.end {
        GameEnd::Rules => game.reason(&pos).unwrap_or("rules"),
        GameEnd::Forfeit(forfeit) => forfeit.id(),
        GameEnd::Adjudicated(reason) => reason,
    };
    PlayedGame {
        outcome: finish.outcome,
        end: finish.end,
        reason,
        moves: places,
        efforts: finish.efforts,
        values: adjudicator.values,
    }
}

/// The agent's choice; an agent that panics loses its game and harms nothing else.
fn guarded<P: Hints>(agent: &mut BudgetedAgent<P>, pos: &P) -> Choice<P::Move> {
    let choice = catch_unwind(AssertUnwindSafe(|| agent.choose(pos)));
    choice.unwrap_or_else(|_| {
        let mut first = None;
        pos.each_move(|mv| first = first.or(Some(mv)));
        let mv = first.expect("an agent is asked only while the game goes on");
        Choice { forfeit: Some(Forfeit::Crashed), ..Choice::of(mv) }
    })
}

/// Moves where nobody thinks.
struct Copier<'a, G: Game> {
    game: &'a G,
    copying: Copying,
    /// The move before, and the position in which it was made.
    last: Option<(G::Position, MoveOf<G>)>,
}

impl<G: Game> Copier<'_, G> {
    /// The move that is copied or random here; `None` if the agent is asked.
    fn answer(&mut self, pos: &G::Position) -> Option<MoveOf<G>> {
        match pos.to_move() {
            Player::First => {
                self.copying.n_random = self.copying.n_random.checked_sub(1)?;
                pos.random_move(&mut self.copying.chance)
            }
            Player::Second => {
                let (before, last) = self.last.as_ref()?;
                let image = self.game.transform_move(&self.copying.symmetry?, before, *last);
                MoveIndex::of(pos, image).is_some().then_some(image)
            }
        }
    }
}

/// Ends games early, as the rules say, and keeps what was thought.
struct Adjudicator<'a, G> {
    game: &'a G,
    rules: &'a GameRules<'a>,
    /// Memory for solving, once it is needed.
    table: Option<ProofTable>,
    values: Vec<f32>,
}

/// Memory for solving positions of games that are played.
const SOLVER_MEGABYTES: usize = 16;

impl<G: Game> Referee<G::Position> for Adjudicator<'_, G> {
    #[inline]
    fn before_move(&mut self, pos: &G::Position, n_moves: u32) -> Option<(Outcome, &'static str)> {
        if self.rules.length.is_some_and(|length| n_moves >= length) {
            return Some((Outcome::Draw, TOO_LONG));
        }
        let nodes = self.rules.solved?;
        let mover = pos.to_move();
        let outcome = match pos.verdict() {
            Some(Verdict::Win(_)) => Outcome::Win(mover),
            Some(Verdict::Loss(_)) => Outcome::Win(mover.other()),
            None => {
                let budget = Budget { stop: Some(self.rules.stop.clone()), ..Budget::nodes(nodes) };
                let plan =
                    SolvePlan { method: Method::Auto, budget, distance: None, megabytes: SOLVER_MEGABYTES };
                let table = self.table.get_or_insert_with(|| ProofTable::new(SOLVER_MEGABYTES));
                let solution = solve_in(table, self.game, pos, &plan, &mut |_, _| {});
                outcome_of(solution.worth?, mover)
            }
        };
        Some((outcome, "solved"))
    }

    #[inline]
    fn after_move(
        &mut self,
        mover: Player,
        choice: &Choice<<G::Position as Position>::Move>,
    ) -> Option<(Outcome, &'static str)> {
        if self.rules.keeps_values {
            self.values.push(value_of(choice));
        }
        if !self.rules.ends_when_proved {
            return None;
        }
        // The move is kept also where the game is decided: the position belongs to what is learnt.
        let winner = match (choice.score.is_win(), choice.score.is_loss()) {
            (true, _) => mover,
            (_, true) => mover.other(),
            (false, false) => return None,
        };
        Some((Outcome::Win(winner), PROVED))
    }
}

/// A worth for the side to move as an outcome.
pub(crate) fn outcome_of(worth: Worth, mover: Player) -> Outcome {
    match worth {
        Worth::Win => Outcome::Win(mover),
        Worth::Draw => Outcome::Draw,
        Worth::Loss => Outcome::Win(mover.other()),
    }
}
