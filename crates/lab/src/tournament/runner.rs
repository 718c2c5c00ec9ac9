//! The games of a tournament, on threads.
//!
//! A game's place in the schedule is its name: its chance comes from a stream with that number, and whether it has been
//! played before is looked up by it. So threads and interruptions change nothing.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use zermelo_arena::{Contender, Ending, GameResult, Pair, Played, Referee, bout, opening};
use zermelo_game::zobrist::mix;
use zermelo_game::{
    Budget, Choice, Game, Outcome, Player, Position, Quit, Stop, Stream, Verdict, game::MoveOf, stream,
};
use zermelo_search::{Method, SolvePlan, Worth, solve};
use zermelo_store::GameRow;

use super::file::{Adjudication, Openings, TournamentPlan};
use crate::agent::{Seated, open_agent};
use crate::{LabError, Start};

/// How to run a tournament.
pub struct RunPlan<'a> {
    /// What to play.
    pub tournament: &'a TournamentPlan,
    /// How many threads play.
    pub threads: usize,
    /// Games that have been played before, by their place in the schedule.
    pub known: HashMap<u64, GameRow>,
    /// Ends the run, soon; what has been played is kept.
    pub stop: &'a Stop,
}

/// Why a run did not come to its end.
#[derive(Debug)]
pub enum Halt {
    /// Something in the plan cannot be played.
    Bad(LabError),
    /// It was stopped.
    Stopped,
    /// A listener failed: its own words.
    Listener(String),
}

impl From<LabError> for Halt {
    fn from(error: LabError) -> Halt {
        Halt::Bad(error)
    }
}

/// An opening: the position it leads to.
struct Opening<P> {
    pos: P,
    text: String,
}

/// Whether a tournament can be played: agents that do not exist are told before anything starts.
pub(crate) fn check<G: Game>(game: &G, tournament: &TournamentPlan) -> Result<(), LabError> {
    for entrant in &tournament.entrants {
        open_agent(game, &entrant.agent, 0)?;
    }
    list_openings(game, tournament).map(|_| ())
}

/// Plays a tournament. `on_openings` is told the openings before the first game, `on_game` every game that was not known,
/// in the order in which they end. What comes back is in schedule order.
pub(crate) fn run<G: Game>(
    game: &G,
    plan: &RunPlan,
    on_openings: &mut dyn FnMut(&[String]) -> Result<(), String>,
    on_game: &mut dyn FnMut(&GameRow) -> Result<(), String>,
) -> Result<(Vec<Played>, Vec<GameRow>), Halt> {
    let tournament = plan.tournament;
    let n = tournament.entrants.len();
    check(game, tournament)?;
    let openings = list_openings(game, tournament)?;
    let texts: Vec<String> = openings.iter().map(|opening| opening.text.clone()).collect();
    on_openings(&texts).map_err(Halt::Listener)?;
    let (mut history, mut rows): (Vec<Played>, Vec<GameRow>) = (Vec::new(), Vec::new());
    loop {
        let mut pairs = tournament.schedule.next(n, &history);
        // If there are fewer openings than asked for, they are used again, and that is no fresh evidence.
        pairs.iter_mut().for_each(|pair| pair.opening %= openings.len() as u32);
        if pairs.is_empty() {
            return Ok((history, rows));
        }
        let round = Round { game, plan, openings: &openings, pairs: &pairs, first: history.len() };
        let played = round.play(on_game)?;
        for (pair, games) in pairs.iter().zip(played) {
            history.push(joined(*pair, &games));
            rows.extend(games);
        }
    }
}

/// A pair from its two games.
fn joined(pair: Pair, games: &[GameRow; 2]) -> Played {
    let for_first = |row: &GameRow| match row.outcome {
        Outcome::Draw => GameResult::Draw,
        Outcome::Win(Player::First) => GameResult::Win,
        Outcome::Win(Player::Second) => GameResult::Loss,
    };
    let results = [for_first(&games[0]), for_first(&games[1]).reversed()];
    let hash = |row: &GameRow| {
        let end = row.reason.bytes();
        row.moves.iter().copied().chain(end).fold(0, |hash: u64, byte| mix(hash ^ u64::from(byte)))
    };
    Played { pair, results, fingerprint: hash(&games[0]).rotate_left(1) ^ hash(&games[1]) }
}

fn list_openings<G: Game>(
    game: &G,
    tournament: &TournamentPlan,
) -> Result<Vec<Opening<G::Position>>, LabError> {
    let start = game.start();
    let told = |moves: &[MoveOf<G>]| {
        let mut pos = start.clone();
        let texts = moves.iter().map(|&mv| {
            let text = game.write_move(&pos, mv);
            pos.play(mv);
            text
        });
        let text = texts.collect::<Vec<_>>().join(" ");
        Opening { pos, text }
    };
    match &tournament.openings {
        Openings::Start => Ok(vec![told(&[])]),
        Openings::Random(plies) => {
            let plies = plies.unwrap_or_else(|| opening::usual_plies(game));
            let wanted = tournament.schedule.n_openings() as usize;
            let openings = opening::different::<G>(&start, plies, wanted, tournament.seed);
            if openings.is_empty() {
                return Err(LabError::NoOpening { game: game.id(), plies });
            }
            Ok(openings.iter().map(|moves| told(moves)).collect())
        }
        Openings::Listed(texts) => texts.iter().map(|text| read_opening(game, text)).collect(),
    }
}

/// An opening of a list: moves from the start, or else a position.
fn read_opening<G: Game>(game: &G, text: &str) -> Result<Opening<G::Position>, LabError> {
    let by_moves = Start { position: None, moves: text.to_owned() };
    let pos = match by_moves.position_in(game) {
        Ok(pos) => pos,
        Err(error) => game.read_position(text).map_err(|_| error)?,
    };
    if pos.is_over() {
        return Err(LabError::Opening { text: text.to_owned() });
    }
    Ok(Opening { pos, text: text.to_owned() })
}

/// Pairs that may be played at the same time.
struct Round<'a, G: Game> {
    game: &'a G,
    plan: &'a RunPlan<'a>,
    openings: &'a [Opening<G::Position>],
    pairs: &'a [Pair],
    /// The place of the first pair in the schedule.
    first: usize,
}

impl<G: Game> Round<'_, G> {
    fn play(
        &self,
        on_game: &mut dyn FnMut(&GameRow) -> Result<(), String>,
    ) -> Result<Vec<[GameRow; 2]>, Halt> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::sync_channel::<(usize, usize, GameRow)>(1024);
        let mut games: Vec<[Option<GameRow>; 2]> = self.pairs.iter().map(|_| [None, None]).collect();
        // Stops the players if the listener fails; the run's own stop is looked at as well.
        let failed = Stop::default();
        let told = thread::scope(|scope| {
            for _ in 0..self.plan.threads.clamp(1, self.pairs.len()) {
                let (sender, next, failed) = (sender.clone(), &next, &failed);
                scope.spawn(move || self.work(next, failed, &sender));
            }
            drop(sender);
            let mut told = Ok(());
            for (pair, which, row) in receiver {
                let is_new = !self.plan.known.contains_key(&row.index);
                if is_new && told.is_ok() {
                    told = on_game(&row);
                    if told.is_err() {
                        failed.stop();
                    }
                }
                games[pair][which] = Some(row);
            }
            told
        });
        told.map_err(Halt::Listener)?;
        let all: Option<Vec<[GameRow; 2]>> =
            games.into_iter().map(|[first, second]| Some([first?, second?])).collect();
        all.ok_or(Halt::Stopped)
    }

    /// Plays pairs until none is left.
    fn work(&self, next: &AtomicUsize, failed: &Stop, sender: &mpsc::SyncSender<(usize, usize, GameRow)>) {
        let mut seats: HashMap<u32, Seat<G::Position>> = HashMap::new();
        let mut moves = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(pair) = self.pairs.get(at) else { return };
            for which in 0..2 {
                if self.plan.stop.is_stopped() || failed.is_stopped() {
                    return;
                }
                let index = 2 * (self.first + at) as u64 + which as u64;
                let row = match self.plan.known.get(&index) {
                    Some(row) => row.clone(),
                    None => self.play_game(index, pair, which, &mut seats, &mut moves),
                };
                if sender.send((at, which, row)).is_err() {
                    return;
                }
            }
        }
    }

    fn play_game(
        &self,
        index: u64,
        pair: &Pair,
        which: usize,
        seats: &mut HashMap<u32, Seat<G::Position>>,
        moves: &mut Vec<MoveOf<G>>,
    ) -> GameRow {
        let entrants = if which == 0 { [pair.a, pair.b] } else { [pair.b, pair.a] };
        let mut contenders =
            entrants.map(|entrant| seats.remove(&entrant).unwrap_or_else(|| self.seat(entrant)));
        let mut chance = stream(self.plan.tournament.seed, "game", index);
        let streams = std::array::from_fn(|_| chance.branch());
        let start = &self.openings[pair.opening as usize].pos;
        let mut judge = Judge { game: self.game, rules: &self.plan.tournament.adjudication };
        let finish = bout::play(start, &mut contenders, 0, streams, &mut judge, true, moves);
        let (blob, end) = encode(start, moves);
        let reason = match finish.ending {
            Ending::Rules => self.game.reason(&end).unwrap_or("rules"),
            Ending::Quit(quit) => quit.id(),
            Ending::Judged(reason) => reason,
        };
        for (entrant, seat) in entrants.into_iter().zip(contenders) {
            // Whatever a crash has left behind is not used again.
            if !seat.has_crashed {
                seats.insert(entrant, seat);
            }
        }
        GameRow {
            index,
            first: entrants[0],
            second: entrants[1],
            opening: pair.opening,
            round: pair.round,
            outcome: finish.outcome,
            reason: reason.to_owned(),
            plies: moves.len() as u32,
            moves: blob,
            nodes: finish.efforts.map(|effort| effort.nodes),
            micros: finish.efforts.map(|effort| effort.time.as_micros() as u64),
        }
    }

    fn seat(&self, entrant: u32) -> Seat<G::Position> {
        let text = &self.plan.tournament.entrants[entrant as usize].agent;
        let seated = open_agent(self.game, text, 0).expect("agents that opened once open again");
        Seat { seated, has_crashed: false }
    }
}

/// An agent whose failures are its own.
struct Seat<P: Position> {
    seated: Seated<P>,
    has_crashed: bool,
}

impl<P: Position> Contender<P> for Seat<P> {
    fn new_game(&mut self, chance: Stream) {
        self.seated.new_game(chance);
    }

    fn choose(&mut self, pos: &P) -> Choice<P::Move> {
        let choice = catch_unwind(AssertUnwindSafe(|| self.seated.choose(pos)));
        choice.unwrap_or_else(|_| {
            self.has_crashed = true;
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            let mv = *moves.first().expect("an agent is asked only while the game goes on");
            Choice { quits: Some(Quit::Crashed), ..Choice::of(mv) }
        })
    }
}

/// Ends games early, as the plan says.
struct Judge<'a, G> {
    game: &'a G,
    rules: &'a Adjudication,
}

impl<G: Game> Referee<G::Position> for Judge<'_, G> {
    #[inline]
    fn judge(&mut self, pos: &G::Position, n_moves: u32) -> Option<(Outcome, &'static str)> {
        if self.rules.length.is_some_and(|length| n_moves >= length) {
            return Some((Outcome::Draw, "length"));
        }
        let nodes = self.rules.solved?;
        let mover = pos.to_move();
        let winner = match pos.verdict() {
            Some(Verdict::Win(_)) => Outcome::Win(mover),
            Some(Verdict::Loss(_)) => Outcome::Win(mover.other()),
            None => {
                let plan = SolvePlan {
                    method: Method::Auto,
                    budget: Budget::nodes(nodes),
                    distance: None,
                    megabytes: 16,
                };
                match solve(self.game, pos, &plan, &mut |_, _| {}).worth? {
                    Worth::Win => Outcome::Win(mover),
                    Worth::Draw => Outcome::Draw,
                    Worth::Loss => Outcome::Win(mover.other()),
                }
            }
        };
        Some((winner, "solved"))
    }
}

/// Moves as numbers in the order in which each position lists them, seven bits a byte, and the position after them.
fn encode<P: Position>(start: &P, moves: &[P::Move]) -> (Vec<u8>, P) {
    let mut blob = Vec::with_capacity(moves.len());
    let mut pos = start.clone();
    for &mv in moves {
        let (mut number, mut found) = (0_u32, None);
        pos.each_move(|other| {
            if other == mv {
                found = Some(number);
            }
            number += 1;
        });
        let mut number = found.expect("a legal move was played");
        while number >= 0x80 {
            blob.push(number as u8 | 0x80);
            number >>= 7;
        }
        blob.push(number as u8);
        pos.play(mv);
    }
    (blob, pos)
}

/// Moves back from their numbers, as far as they make sense.
pub(crate) fn decode<G: Game>(game: &G, opening: &str, blob: &[u8]) -> Result<Vec<String>, LabError> {
    let mut pos = read_opening(game, opening)?.pos;
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    let mut bytes = blob.iter();
    while let Some(&byte) = bytes.next() {
        let (mut number, mut shift, mut byte) = (usize::from(byte & 0x7f), 7, byte);
        while byte & 0x80 != 0 && shift < 28 {
            byte = bytes.next().copied().unwrap_or(0);
            number |= usize::from(byte & 0x7f) << shift;
            shift += 7;
        }
        legal.clear();
        pos.moves(&mut legal);
        let Some(&mv) = legal.get(number) else { break };
        moves.push(game.write_move(&pos, mv));
        pos.play(mv);
    }
    Ok(moves)
}
