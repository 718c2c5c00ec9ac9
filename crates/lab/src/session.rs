//! A game in progress, whatever the game: moves in as text, positions and views out, undo and redo.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use zermelo_game::parameters::{nearest, read_call};
use zermelo_game::{
    Ending, Evaluator, EvaluatorInfo, Game, MoveError, MoveView, ParameterError, Player, Position,
    PositionError, Stop, Stream, View, game::MoveOf,
};

use crate::agent::{Seated, open_agent};
use crate::analysis::{self, Analysis, AnalysisPlan, Glance, Thought, WatchPlan};
use crate::perft::{self, Perft, PerftPlan};
use crate::solve::{self, Opening, SolvePlan, Solved};
use crate::{LabError, Permission, networks, worths};

/// Where a game begins: a position (the game's start if `None`), and moves played from there.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The position's text.
    pub position: Option<String>,
    /// Moves separated by white space or commas.
    pub moves: String,
}

impl Start {
    /// The moves one by one. No notation has a comma in it, so a list with commas is as clear as one with spaces.
    pub fn move_texts(&self) -> impl Iterator<Item = &str> {
        self.moves.split(|c: char| c.is_whitespace() || c == ',').filter(|text| !text.is_empty())
    }

    /// The position it leads to.
    pub(crate) fn position_in<G: Game>(&self, game: &G) -> Result<G::Position, LabError> {
        let mut pos = match &self.position {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        for (index, text) in self.move_texts().enumerate() {
            let mv = game.read_move(&pos, text);
            pos.play(mv.map_err(|source| LabError::Move { number: index + 1, source })?);
        }
        Ok(pos)
    }
}

/// A game in progress.
pub trait Session: Send {
    /// The one id of the game, sizes included.
    fn game_id(&self) -> String;

    /// What the players are called.
    fn players(&self) -> [&'static str; 2];

    /// The text of the position the game began with; `None` if that is the game's start.
    fn origin(&self) -> Option<String>;

    /// The text of the position now.
    fn position(&self) -> String;

    /// Whose turn it is, or would be.
    fn to_move(&self) -> Player;

    /// How the game ended by its rules, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The legal moves.
    fn moves(&self) -> Vec<MoveView>;

    /// The moves played so far, as text.
    fn played(&self) -> Vec<String>;

    /// The board as a screen draws it, with the last move, and pieces that keep their ids through the game.
    fn view(&self) -> View;

    /// A legal move as a sentence to be read aloud.
    fn speak_move(&self, text: &str) -> Result<String, MoveError>;

    /// A cell of the view and what is on it, as a sentence to be read aloud.
    fn speak_cell(&self, cell: usize) -> String;

    /// The last move as a sentence.
    fn speak_last(&self) -> Option<String>;

    /// The value of every feature, from the side to move; empty if the game is over or has no features.
    fn features(&self) -> Vec<(&'static str, f64)>;

    /// What an evaluator such as `cs0(r=1/6)` says of the position for a player; `None` if the game is over.
    fn evaluate(&self, evaluator: &str, player: Player) -> Result<Option<f64>, LabError>;

    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Whether there is such an agent for this game.
    fn check_agent(&self, agent: &str) -> Result<(), LabError>;

    /// What an agent such as `alphabeta(depth=6)` would play; `None` if the game is over. An agent that is asked
    /// again remembers what it saw; `seed` decides whatever it leaves to chance.
    fn think(&mut self, agent: &str, seed: u64) -> Result<Option<Thought>, LabError>;

    /// The same with a hand on the switch: once it is stopped, the agent answers at once with what it has.
    fn think_until(&mut self, agent: &str, seed: u64, stop: &Stop) -> Result<Option<Thought>, LabError>;

    /// Looks at the position deeper and deeper, and tells on the way what is seen; nothing if the game is over. Returns how
    /// many positions were looked at in all, also beyond what could be told.
    fn watch(&self, plan: &WatchPlan, tell: &mut dyn FnMut(&Glance)) -> Result<u64, LabError>;

    /// Takes the position apart: several lines, and what its evaluation is made of; `None` if the game is over.
    fn analyze(&self, plan: &AnalysisPlan) -> Result<Option<Analysis>, LabError>;

    /// Plays one of the legal moves, each as likely as the others; false if there is none.
    fn play_random(&mut self, stream: &mut Stream) -> bool;

    /// Takes back the last move; false if there is none.
    fn undo(&mut self) -> bool;

    /// Plays again what was taken back last; false if there is nothing.
    fn redo(&mut self) -> bool;

    /// Counts the move sequences from here.
    fn perft(&self, plan: &PerftPlan) -> Perft;

    /// Finds the exact value of the position. `report` is told from time to time what is being looked for, and how many
    /// nodes that has taken.
    fn solve(&self, plan: &SolvePlan, report: &mut dyn FnMut(&str, u64)) -> Solved;

    /// Finds the exact values after all openings of so many plies, on several threads; `on_progress` is told how many of
    /// how many kinds are done.
    fn solve_openings(
        &self,
        n_plies: usize,
        plan: &SolvePlan,
        n_threads: usize,
        on_progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<Opening>;
}

/// Opens an evaluator of a game by its text.
pub(crate) fn open_evaluator<G: Game>(
    game: &G,
    text: &str,
    permission: Permission,
) -> Result<Arc<dyn Evaluator<G::Position>>, LabError> {
    let bad = |source| LabError::BadEvaluator { text: text.to_owned(), game: game.id(), source };
    let (name, mut parameters) = read_call(text).map_err(bad)?;
    if name == "net" || name == "q" {
        let network = parameters.plain().unwrap_or_default();
        parameters.finish().map_err(bad)?;
        networks::check_permission(&network, permission)?;
        return if name == "q" {
            worths::open(game, &network).map(|worths| worths as _).map_err(bad)
        } else {
            networks::open(game, &network).map_err(bad)
        };
    }
    let names = || game.evaluators().iter().map(EvaluatorInfo::name);
    game.evaluator(&name, parameters)
        .unwrap_or_else(|| {
            let hint =
                nearest(&name, names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let all = names().collect::<Vec<_>>().join(", ");
            let there_are =
                if all.is_empty() { "this game has none yet".to_owned() } else { format!("there are {all}") };
            Err(ParameterError::new(format!("there is no evaluator `{name}`: {there_are}{hint}")))
        })
        .map_err(bad)
}

/// A session of one game's type.
pub(crate) struct Played<G: Game> {
    game: G,
    begin: G::Position,
    /// Every position after the first, and the move that led to it; beyond `n_played` taken back.
    line: Vec<(MoveOf<G>, G::Position)>,
    n_played: usize,
    /// The agents that have been asked, by text, seed and the side they played for.
    agents: HashMap<(String, u64, Player), Seated<G::Position>>,
    /// The board after so many of the moves, if it has been looked at. Only the way here tells which piece is which, so
    /// the next look goes on from there.
    seen: RefCell<Option<(usize, View)>>,
    permission: Permission,
}

impl<G: Game> Played<G> {
    pub fn new(game: G, start: &Start, permission: Permission) -> Result<Self, LabError> {
        let read = |text: &String| -> Result<G::Position, PositionError> { game.read_position(text) };
        let begin = start.position.as_ref().map(read).transpose()?.unwrap_or_else(|| game.start());
        let mut played = Played {
            game,
            begin,
            line: Vec::new(),
            n_played: 0,
            agents: HashMap::new(),
            seen: RefCell::new(None),
            permission,
        };
        for (index, text) in start.move_texts().enumerate() {
            played.play(text).map_err(|source| LabError::Move { number: index + 1, source })?;
        }
        Ok(played)
    }

    /// The position after so many of the moves.
    fn after(&self, n_moves: usize) -> &G::Position {
        n_moves.checked_sub(1).map_or(&self.begin, |index| &self.line[index].1)
    }

    fn now(&self) -> &G::Position {
        self.after(self.n_played)
    }

    fn push(&mut self, mv: MoveOf<G>) {
        // Playing the move that was taken back keeps what came after it within reach of redo.
        let is_redo = self.line.get(self.n_played).is_some_and(|&(other, _)| other == mv);
        if !is_redo {
            let next = self.now().after(mv);
            self.line.truncate(self.n_played);
            self.line.push((mv, next));
        }
        self.n_played += 1;
    }

    fn legal(&self) -> Vec<MoveOf<G>> {
        let mut moves = Vec::new();
        self.now().moves(&mut moves);
        moves
    }
}

impl<G: Game> Session for Played<G> {
    fn game_id(&self) -> String {
        self.game.id()
    }

    fn players(&self) -> [&'static str; 2] {
        self.game.players()
    }

    fn origin(&self) -> Option<String> {
        (self.begin != self.game.start()).then(|| self.game.write_position(&self.begin))
    }

    fn position(&self) -> String {
        self.game.write_position(self.now())
    }

    fn to_move(&self) -> Player {
        self.now().to_move()
    }

    fn ending(&self) -> Option<Ending> {
        Ending::of(&self.game, self.now())
    }

    fn moves(&self) -> Vec<MoveView> {
        self.legal().into_iter().map(|mv| self.game.move_view(self.now(), mv)).collect()
    }

    fn played(&self) -> Vec<String> {
        (0..self.n_played).map(|index| self.game.write_move(self.after(index), self.line[index].0)).collect()
    }

    fn view(&self) -> View {
        let start = || (0, self.game.view(&self.begin));
        let (n_seen, mut view) = self.seen.take().unwrap_or_else(start);
        for index in n_seen..self.n_played {
            let mv = self.game.move_view(self.after(index), self.line[index].0);
            let mut next = self.game.view(self.after(index + 1));
            next.follow(&view, &mv);
            view = next;
        }
        self.seen.replace(Some((self.n_played, view.clone())));
        view
    }

    fn speak_move(&self, text: &str) -> Result<String, MoveError> {
        Ok(self.game.speak_move(self.now(), self.game.read_move(self.now(), text)?))
    }

    fn speak_cell(&self, cell: usize) -> String {
        self.game.speak_cell(self.now(), cell)
    }

    fn speak_last(&self) -> Option<String> {
        let index = self.n_played.checked_sub(1)?;
        Some(self.game.speak_move(self.after(index), self.line[index].0))
    }

    fn features(&self) -> Vec<(&'static str, f64)> {
        let features = self.game.features();
        if self.now().is_over() {
            return Vec::new();
        }
        let mut values = vec![0.0; features.len()];
        self.game.measure(self.now(), &mut values);
        features.iter().map(|feature| feature.name).zip(values).collect()
    }

    fn evaluate(&self, evaluator: &str, player: Player) -> Result<Option<f64>, LabError> {
        let evaluator = open_evaluator(&self.game, evaluator, self.permission)?;
        Ok((!self.now().is_over()).then(|| evaluator.value(self.now(), player)))
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.game.read_move(self.now(), text)?;
        self.push(mv);
        Ok(())
    }

    fn check_agent(&self, agent: &str) -> Result<(), LabError> {
        open_agent(&self.game, agent, 0, self.permission).map(|_| ())
    }

    fn think(&mut self, agent: &str, seed: u64) -> Result<Option<Thought>, LabError> {
        self.think_until(agent, seed, &Stop::default())
    }

    fn think_until(&mut self, agent: &str, seed: u64, stop: &Stop) -> Result<Option<Thought>, LabError> {
        // Each side has an agent of its own, even where both have the same name.
        let key = (agent.to_owned(), seed, self.to_move());
        if !self.agents.contains_key(&key) {
            let seated = open_agent(&self.game, agent, seed, self.permission)?;
            self.agents.insert(key.clone(), seated);
        }
        let pos = self.now().clone();
        let Some(seated) = self.agents.get_mut(&key).filter(|_| !pos.is_over()) else { return Ok(None) };
        if self.begin == self.game.start() {
            let line: Vec<MoveOf<G>> = self.line[..self.n_played].iter().map(|&(mv, _)| mv).collect();
            seated.hear_line(&line);
        }
        let choice = seated.choose_within(&pos, None, stop, &mut |_| {});
        Ok(Some(Thought::of(&self.game, &pos, choice)))
    }

    fn watch(&self, plan: &WatchPlan, tell: &mut dyn FnMut(&Glance)) -> Result<u64, LabError> {
        if self.now().is_over() {
            return Ok(0);
        }
        analysis::watch(&self.game, self.now(), plan, self.permission, tell)
    }

    fn analyze(&self, plan: &AnalysisPlan) -> Result<Option<Analysis>, LabError> {
        if self.now().is_over() {
            return Ok(None);
        }
        analysis::run(&self.game, self.now(), plan, self.permission).map(Some)
    }

    fn play_random(&mut self, stream: &mut Stream) -> bool {
        let choice = stream.choose(&self.legal());
        choice.map(|mv| self.push(mv)).is_some()
    }

    fn undo(&mut self) -> bool {
        let can = self.n_played > 0;
        self.n_played -= usize::from(can);
        // What was seen later is no way to here.
        if self.seen.get_mut().as_ref().is_some_and(|&(n_seen, _)| n_seen > self.n_played) {
            self.seen.replace(None);
        }
        can
    }

    fn redo(&mut self) -> bool {
        let can = self.n_played < self.line.len();
        self.n_played += usize::from(can);
        can
    }

    fn perft(&self, plan: &PerftPlan) -> Perft {
        perft::run(&self.game, self.now(), plan)
    }

    fn solve(&self, plan: &SolvePlan, report: &mut dyn FnMut(&str, u64)) -> Solved {
        solve::run(&self.game, self.now(), plan, report)
    }

    fn solve_openings(
        &self,
        n_plies: usize,
        plan: &SolvePlan,
        n_threads: usize,
        on_progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<Opening> {
        solve::openings(&self.game, self.now(), n_plies, plan, n_threads, on_progress)
    }
}
