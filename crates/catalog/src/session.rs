//! A game in progress, whatever the game: moves in as text, positions and views out, undo and redo.

use std::cell::RefCell;
use std::collections::HashMap;

use zermelo_any::{AnyAgent, AnyPosition, MoveIndex};
use zermelo_game::{Ending, MoveError, MoveView, Player, Stop, Stream, View};

use crate::analysis::{self, Analysis, AnalysisPlan, Glance, Thought, WatchPlan};
use crate::perft::{self, Perft, PerftPlan};
use crate::solve::{self, Opening, SolvePlan, Solved};
use crate::{OpenGame, RequestError};

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
    pub fn position_in(&self, game: &OpenGame) -> Result<AnyPosition, RequestError> {
        let mut pos = match &self.position {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        for (index, text) in self.move_texts().enumerate() {
            let mv = game.read_move(&pos, text);
            pos.play(mv.map_err(|source| RequestError::Move { number: index + 1, source })?);
        }
        Ok(pos)
    }
}

/// A game in progress.
pub struct Session {
    game: OpenGame,
    begin: AnyPosition,
    /// Every position after the first, and the move that led to it; beyond `n_played` taken back.
    line: Vec<(MoveIndex, AnyPosition)>,
    n_played: usize,
    /// The agents that have been asked, by text, seed and the side they played for.
    agents: HashMap<(String, u64, Player), Box<dyn AnyAgent>>,
    /// The board after so many of the moves, if it has been looked at. Only the way here tells which piece is which, so
    /// the next look goes on from there.
    seen: RefCell<Option<(usize, View)>>,
}

impl Session {
    pub(crate) fn new(game: &OpenGame, start: &Start) -> Result<Self, RequestError> {
        let read = |text: &String| game.read_position(text);
        let begin = start.position.as_ref().map(read).transpose()?.unwrap_or_else(|| game.start());
        let mut played = Session {
            game: game.clone(),
            begin,
            line: Vec::new(),
            n_played: 0,
            agents: HashMap::new(),
            seen: RefCell::new(None),
        };
        for (index, text) in start.move_texts().enumerate() {
            played.play(text).map_err(|source| RequestError::Move { number: index + 1, source })?;
        }
        Ok(played)
    }

    /// The position after so many of the moves.
    fn after(&self, n_moves: usize) -> &AnyPosition {
        n_moves.checked_sub(1).map_or(&self.begin, |index| &self.line[index].1)
    }

    fn now(&self) -> &AnyPosition {
        self.after(self.n_played)
    }

    fn push(&mut self, mv: MoveIndex) {
        // Playing the move that was taken back keeps what came after it within reach of redo.
        let is_redo = self.line.get(self.n_played).is_some_and(|&(other, _)| other == mv);
        if !is_redo {
            let next = self.now().after(mv);
            self.line.truncate(self.n_played);
            self.line.push((mv, next));
        }
        self.n_played += 1;
    }

    fn legal(&self) -> Vec<MoveIndex> {
        self.now().moves().collect()
    }
}

impl Session {
    /// The one id of the game, sizes included.
    pub fn game_id(&self) -> String {
        self.game.id()
    }

    /// What the players are called.
    pub fn players(&self) -> [&'static str; 2] {
        self.game.players()
    }

    /// The text of the position the game began with; `None` if that is the game's start.
    pub fn origin(&self) -> Option<String> {
        (self.begin != self.game.start()).then(|| self.game.write_position(&self.begin))
    }

    /// The text of the position now.
    pub fn position(&self) -> String {
        self.game.write_position(self.now())
    }

    /// Whose turn it is, or would be.
    pub fn to_move(&self) -> Player {
        self.now().to_move()
    }

    /// How the game ended by its rules, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.game.ending(self.now())
    }

    /// The legal moves.
    pub fn moves(&self) -> Vec<MoveView> {
        self.legal().into_iter().map(|mv| self.game.move_view(self.now(), mv)).collect()
    }

    /// The legal moves, each with the sentence by which it is read aloud. The board is looked at once for all of them.
    pub fn spoken_moves(&self) -> Vec<(MoveView, String)> {
        let view = self.game.view(self.now());
        let who = self.players()[self.to_move().index()];
        let spoken = |mv: MoveView| {
            let sentence = mv.speak(who, &view);
            (mv, sentence)
        };
        self.moves().into_iter().map(spoken).collect()
    }

    /// The moves played so far, as text.
    pub fn played(&self) -> Vec<String> {
        (0..self.n_played).map(|index| self.game.write_move(self.after(index), self.line[index].0)).collect()
    }

    /// The board as a screen draws it, with the last move, and pieces that keep their ids through the game.
    pub fn view(&self) -> View {
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

    /// A legal move as a sentence to be read aloud.
    pub fn speak_move(&self, text: &str) -> Result<String, MoveError> {
        Ok(self.game.speak_move(self.now(), self.game.read_move(self.now(), text)?))
    }

    /// A cell of the view and what is on it, as a sentence to be read aloud.
    pub fn speak_cell(&self, cell: usize) -> String {
        self.game.speak_cell(self.now(), cell)
    }

    /// The last move as a sentence.
    pub fn speak_last(&self) -> Option<String> {
        let index = self.n_played.checked_sub(1)?;
        Some(self.game.speak_move(self.after(index), self.line[index].0))
    }

    /// The value of every feature, from the side to move; empty if the game is over or has no features.
    pub fn features(&self) -> Vec<(&'static str, f64)> {
        let features = self.game.features();
        if self.now().is_over() {
            return Vec::new();
        }
        let values = self.game.measure(self.now());
        features.iter().map(|feature| feature.name).zip(values).collect()
    }

    /// The value of every quantity that expressions can name, for the side to move; empty if the game is over.
    pub fn quantities(&self) -> Vec<(String, f64)> {
        if self.now().is_over() {
            return Vec::new();
        }
        let values = self.game.measure_quantities(self.now(), self.to_move());
        self.game.quantities().into_iter().map(|info| info.name.into_owned()).zip(values).collect()
    }

    /// What an evaluator such as `cs0(r=1/6)` says of the position for a player; `None` if the game is over.
    pub fn evaluate(&self, evaluator: &str, player: Player) -> Result<Option<f64>, RequestError> {
        let evaluator = self.game.open_evaluator(evaluator)?;
        Ok((!self.now().is_over()).then(|| evaluator.value(self.now(), player)))
    }

    /// Plays a move.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.game.read_move(self.now(), text)?;
        self.push(mv);
        Ok(())
    }

    /// Whether there is such an agent for this game.
    pub fn check_agent(&self, agent: &str) -> Result<(), RequestError> {
        self.game.check_agent(agent)
    }

    /// What an agent such as `alphabeta(depth=6)` would play; `None` if the game is over. An agent that is asked
    /// again remembers what it saw; `seed` decides whatever it leaves to chance.
    pub fn think(&mut self, agent: &str, seed: u64) -> Result<Option<Thought>, RequestError> {
        self.think_until(agent, seed, &Stop::default())
    }

    /// The same with a hand on the switch: once it is stopped, the agent answers at once with what it has.
    pub fn think_until(
        &mut self,
        agent: &str,
        seed: u64,
        stop: &Stop,
    ) -> Result<Option<Thought>, RequestError> {
        // Each side has an agent of its own, even where both have the same name.
        let key = (agent.to_owned(), seed, self.to_move());
        if !self.agents.contains_key(&key) {
            let seated = self.game.open_agent(agent, seed)?;
            self.agents.insert(key.clone(), seated);
        }
        let pos = self.now().clone();
        let Some(agent) = self.agents.get_mut(&key).filter(|_| !pos.is_over()) else { return Ok(None) };
        let start = self.game.start();
        if self.begin == start {
            let line: Vec<MoveIndex> = self.line[..self.n_played].iter().map(|&(mv, _)| mv).collect();
            agent.hear_line(&start, &line);
        }
        let choice = agent.choose_within(&pos, None, stop, &mut |_| {});
        Ok(Some(Thought::of(&self.game, &pos, choice)))
    }

    /// Looks at the position deeper and deeper, and tells on the way what is seen; nothing if the game is over. Returns how
    /// many positions were looked at in all, also beyond what could be told.
    pub fn watch(&self, plan: &WatchPlan, tell: &mut dyn FnMut(&Glance)) -> Result<u64, RequestError> {
        if self.now().is_over() {
            return Ok(0);
        }
        analysis::watch(&self.game, self.now(), plan, tell)
    }

    /// Takes the position apart: several lines, and what its evaluation is made of; `None` if the game is over.
    pub fn analyze(&self, plan: &AnalysisPlan) -> Result<Option<Analysis>, RequestError> {
        if self.now().is_over() {
            return Ok(None);
        }
        analysis::run(&self.game, self.now(), plan).map(Some)
    }

    /// Plays one of the legal moves, each as likely as the others; false if there is none.
    pub fn play_random(&mut self, stream: &mut Stream) -> bool {
        let choice = stream.choose(&self.legal());
        choice.map(|mv| self.push(mv)).is_some()
    }

    /// Takes back the last move; false if there is none.
    pub fn undo(&mut self) -> bool {
        let can = self.n_played > 0;
        self.n_played -= usize::from(can);
        // What was seen later is no way to here.
        if self.seen.get_mut().as_ref().is_some_and(|&(n_seen, _)| n_seen > self.n_played) {
            self.seen.replace(None);
        }
        can
    }

    /// Plays again what was taken back last; false if there is nothing.
    pub fn redo(&mut self) -> bool {
        let can = self.n_played < self.line.len();
        self.n_played += usize::from(can);
        can
    }

    /// Counts the move sequences from here.
    pub fn perft(&self, plan: &PerftPlan) -> Perft {
        perft::run(&self.game, self.now(), plan)
    }

    /// Finds the exact value of the position. `report` is told from time to time what is being looked for, and how many
    /// nodes that has taken.
    pub fn solve(&self, plan: &SolvePlan, report: &mut dyn FnMut(&str, u64)) -> Solved {
        solve::run(&self.game, self.now(), plan, report)
    }

    /// Finds the exact values after all openings of so many plies, on several threads; `on_progress` is told how many of
    /// how many kinds are done.
    pub fn solve_openings(
        &self,
        n_plies: usize,
        plan: &SolvePlan,
        n_threads: usize,
        on_progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<Opening> {
        solve::openings(&self.game, self.now(), n_plies, plan, n_threads, on_progress)
    }
}
