//! An engine: another program that plays as an agent of ours.
//!
//! The lab is the only referee. An engine is asked for a move and nothing else; whatever it answers is compared with the
//! rules here, and whatever it does instead of answering loses the game, and only the game: an engine that ended or had to be
//! ended is started again for the next one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_any::{AnyGame, AnyPosition, MayStartPrograms, MoveIndex, ProgramAgent, ProgramSpec};
use zermelo_game::{Budget, Choice, Forfeit, ParameterError, Score, Stop, Stream};

use super::board::Board;
use super::process::{Process, ProgramCall, Trouble};
use super::remarks::Remarks;
use super::{Dialect, Go, Info, split_word};

/// What to start, and how to talk to it.
#[derive(Clone, Debug)]
pub(crate) struct GuestSettings {
    pub call: ProgramCall,
    pub dialect: Dialect,
    /// How long the engine may take to introduce itself, and to begin a game.
    pub start: Duration,
    /// How long to wait for an answer when no limit of time says so, and beyond such a limit.
    pub stall: Duration,
    /// How late an answer may be.
    pub margin: Duration,
}

/// Something that can be set, as the engine told it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setting {
    pub name: String,
    pub kind: String,
    pub default: String,
    pub least: Option<f64>,
    pub most: Option<f64>,
    pub values: Vec<String>,
}

impl Setting {
    /// Reads what stands behind `option`.
    pub fn read(text: &str) -> Setting {
        let mut setting = Setting::default();
        let mut key = "";
        for word in text.split_whitespace() {
            match word {
                "name" | "type" | "default" | "min" | "max" | "var" => {
                    key = word;
                    if key == "var" {
                        setting.values.push(String::new());
                    }
                    continue;
                }
                _ => {}
            }
            let place = match key {
                "name" => &mut setting.name,
                "type" => &mut setting.kind,
                "default" => &mut setting.default,
                "var" => match setting.values.last_mut() {
                    Some(value) => value,
                    None => continue,
                },
                "min" => {
                    setting.least = word.parse().ok();
                    continue;
                }
                "max" => {
                    setting.most = word.parse().ok();
                    continue;
                }
                _ => continue,
            };
            if !place.is_empty() {
                place.push(' ');
            }
            place.push_str(word);
        }
        setting
    }
}

/// An engine that has introduced itself.
pub(crate) struct Running {
    pub process: Process,
    pub dialect: Dialect,
    pub name: Option<String>,
    pub author: Option<String>,
    pub settings: Vec<Setting>,
}

impl Running {
    /// Starts an engine and hears what it says about itself.
    pub fn start(
        call: &ProgramCall,
        dialect: Dialect,
        limit: Duration,
        remarks: &Remarks,
    ) -> Result<Running, Trouble> {
        let process = Process::start(call, remarks)?;
        let mut running = Running { process, dialect, name: None, author: None, settings: Vec::new() };
        match running.greet(limit) {
            Ok(()) => Ok(running),
            Err(trouble) => {
                running.give_up(&trouble);
                Err(trouble)
            }
        }
    }

    /// Ends an engine with whom there is no talking any more.
    pub fn give_up(mut self, trouble: &Trouble) {
        self.process.note("#", &format!("{}: {}", trouble.quit.id(), trouble.why));
        self.process.kill();
    }

    fn greet(&mut self, limit: Duration) -> Result<(), Trouble> {
        let dialect = self.dialect;
        self.process.say(dialect.word())?;
        let done = format!("{}ok", dialect.word());
        let Running { process, name, author, settings, .. } = self;
        process.hear(Instant::now() + limit, None, &format!("`{done}`"), |line| {
            match split_word(line) {
                ("id", rest) => match split_word(rest) {
                    ("name", rest) => *name = Some(rest.to_owned()),
                    ("author", rest) => *author = Some(rest.to_owned()),
                    _ => {}
                },
                ("option", rest) if settings.len() < 1000 => settings.push(Setting::read(rest)),
                (word, _) if word == done => return Some(()),
                _ => {}
            }
            None
        })?;
        Ok(())
    }

    /// The option of this name.
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.name.eq_ignore_ascii_case(name))
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        self.process.say(&format!("setoption name {name} value {value}"))
    }

    /// The option that says which game is played.
    pub fn game_setting(&self) -> Option<&Setting> {
        ["Variant", "UCI_Variant"].into_iter().find_map(|name| self.setting(name))
    }

    /// Tells the engine which game is played, if it can be told, and hears whether it can play it.
    pub fn set_game(&mut self, id: &str) -> Result<(), Trouble> {
        let Some(Setting { name, kind, values, .. }) = self.game_setting().cloned() else { return Ok(()) };
        if kind == "combo" && !values.iter().any(|value| value.eq_ignore_ascii_case(id)) {
            let problem = format!("it does not play {id}: its {name} is one of {}", values.join(", "));
            return Err(Trouble::new(Forfeit::Crashed, problem));
        }
        self.set(&name, id)
    }

    /// Waits until the engine has done what it was told.
    pub fn wait_ready(&mut self, limit: Duration) -> Result<(), Trouble> {
        self.do_and_wait("", limit)
    }

    /// Tells the engine to do something, and waits until it has. Both in one piece, which wakes it only once.
    pub fn do_and_wait(&mut self, line: &str, limit: Duration) -> Result<(), Trouble> {
        self.process.say(format!("{line}\nisready").trim_start())?;
        let is_ready = |line: &str| (line == "readyok").then_some(());
        self.process.hear(Instant::now() + limit, None, "`readyok`", is_ready).map(|_| ())
    }

    /// Begins a game with this random seed, if the engine can be told.
    pub fn begin_game(&mut self, bits: u64, limit: Duration) -> Result<(), Trouble> {
        if let Some(Setting { name, least, most, .. }) = self.setting("Seed").cloned() {
            let least = least.unwrap_or(0.0).max(0.0) as u64;
            let most = most.unwrap_or(f64::from(i32::MAX)).clamp(0.0, 9e15) as u64;
            let seed = least + bits % (most.saturating_sub(least) + 1);
            self.set(&name, &seed.to_string())?;
        }
        self.do_and_wait(&format!("{}newgame", self.dialect.word()), limit)
    }

    /// Hears a `bestmove`: the move's text, when it came, and what was told before.
    pub fn hear_move(
        &mut self,
        deadline: Instant,
        stop: Option<(&Stop, Duration)>,
    ) -> Result<(String, Instant, Info), Trouble> {
        let mut info = Info::default();
        let dialect = self.dialect;
        let (text, at) = self.process.hear(deadline, stop, "`bestmove`", |line| match split_word(line) {
            ("info", rest) => {
                info.add(rest, dialect);
                None
            }
            ("bestmove", rest) => Some(split_word(rest).0.to_owned()),
            _ => None,
        })?;
        Ok((text, at, info))
    }
}

/// The game as it is told to the engine.
struct Story {
    begin: AnyPosition,
    moves: Vec<MoveIndex>,
    now: AnyPosition,
}

impl Story {
    fn new(begin: AnyPosition) -> Self {
        Story { now: begin.clone(), moves: Vec::new(), begin }
    }

    /// Goes on to a position that is at most a move away; false if it is not.
    fn follow(&mut self, pos: &AnyPosition) -> bool {
        if self.now == *pos {
            return true;
        }
        let Some(mv) = self.now.moves().find(|&mv| self.now.after(mv) == *pos) else { return false };
        self.play(mv);
        true
    }

    fn play(&mut self, mv: MoveIndex) {
        self.moves.push(mv);
        self.now.play(mv);
    }
}

/// The command that sets a position: where the game began, and the moves since.
pub(crate) fn write_position(game: &dyn AnyGame, begin: &AnyPosition, moves: &[MoveIndex]) -> String {
    let mut text = if *begin == game.start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", game.write_position(begin))
    };
    let mut at = begin.clone();
    for (index, &mv) in moves.iter().enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(&game.write_move(&at, mv));
        at.play(mv);
    }
    text
}

/// A program of other people as an agent.
pub(crate) struct ExternalEngine {
    game: Arc<dyn AnyGame>,
    settings: GuestSettings,
    running: Option<Running>,
    story: Story,
    chance: Stream,
    /// What was told of how the next position came about.
    heard: Option<Story>,
    is_game_begun: bool,
    /// What went wrong when the game began: told when a move is asked for.
    trouble: Option<Trouble>,
    remarks: Remarks,
    /// Whether it may be asked about its board: some programs end when they hear what they do not know.
    may_query: bool,
}

impl ExternalEngine {
    /// Nothing is started before the first game begins.
    pub fn open(
        game: Arc<dyn AnyGame>,
        spec: &ProgramSpec,
        may: MayStartPrograms,
        chance: Stream,
    ) -> Result<ExternalEngine, ParameterError> {
        let call = ProgramCall::read(&spec.command, may)?.logging_to(spec.log.as_deref())?;
        let ProgramSpec { dialect, start, stall, margin, .. } = *spec;
        Ok(ExternalEngine::new(game, GuestSettings { call, dialect, start, stall, margin }, chance))
    }

    fn new(game: Arc<dyn AnyGame>, settings: GuestSettings, chance: Stream) -> Self {
        let story = Story::new(game.start());
        let remarks = Remarks::new(&settings.call.text(), true);
        ExternalEngine {
            game,
            settings,
            running: None,
            story,
            chance,
            heard: None,
            is_game_begun: false,
            trouble: None,
            remarks,
            may_query: true,
        }
    }

    /// Begins a game with the engine, which is started if it does not run.
    fn begin(&mut self) -> Result<(), Trouble> {
        let GuestSettings { call, dialect, start, .. } = &self.settings;
        let bits = self.chance.bits();
        if let Some(mut running) = self.running.take() {
            match running.begin_game(bits, *start) {
                // It ended after the last game: nothing is lost by that.
                Err(trouble) if trouble.quit == Forfeit::Crashed => running.give_up(&trouble),
                begun => {
                    self.running = Some(running);
                    return begun;
                }
            }
        }
        let mut running = Running::start(call, *dialect, *start, &self.remarks)?;
        let told = running.set_game(&self.game.id());
        if told.is_ok()
            && let Err(trouble) = self.look_at_board(&mut running)
            && self.may_query
        {
            // It has no answer and no ear for a question: then it is not asked any.
            running.give_up(&trouble);
            self.may_query = false;
            self.remarks.make(
                "it fails on `query p1turn`, `query gameover` and `query moves`: an engine must ignore unknown \
                 commands",
            );
            return self.begin();
        }
        if let Err(trouble) = told.and_then(|()| running.begin_game(bits, *start)) {
            running.give_up(&trouble);
            return Err(trouble);
        }
        self.running = Some(running);
        Ok(())
    }

    /// Looks whether an engine that was just started has our board, as far as it says, and remarks if that is not so or not
    /// known.
    fn look_at_board(&self, running: &mut Running) -> Result<(), Trouble> {
        let limit = self.settings.start;
        let (id, is_told) = (self.game.id(), running.game_setting().is_some());
        let mut board = Board::Unknown;
        if self.may_query {
            let start = self.game.start();
            running.do_and_wait(&write_position(&*self.game, &start, &[]), limit)?;
            board = running.compare_board(&*self.game, &start, limit)?;
        }
        let remark = match board {
            Board::Other(difference) if is_told => {
                format!(
                    "its board is not that of {id}, although it has an option Variant: at the start {difference}"
                )
            }
            Board::Other(difference) => {
                format!(
                    "its board is not that of {id}, and it has no option Variant: at the start {difference}"
                )
            }
            Board::Unknown if !is_told => format!(
                "it has no option Variant, so it cannot be set to {id}: if it uses another board, it will lose by \
                 illegal moves"
            ),
            Board::Unknown | Board::Same => return Ok(()),
        };
        self.remarks.make(&remark);
        Ok(())
    }

    /// Remarks why a game is lost, unless the engine gave it up. One that answers questions may say why its move is none.
    fn explain(&mut self, trouble: &Trouble, pos: &AnyPosition) {
        if trouble.quit == Forfeit::Resigned {
            return;
        }
        let mut why = format!("{}: {}", trouble.quit.id(), trouble.why);
        let limit = self.settings.stall;
        if let (Forfeit::Illegal | Forfeit::NoMove, true, Some(running)) =
            (trouble.quit, self.may_query, &mut self.running)
            && let Ok(Board::Other(difference)) = running.compare_board(&*self.game, pos, limit)
        {
            why = format!("{why}; its board differs: {difference}");
        }
        self.remarks.make(&self.remarks.with_complaints(&why));
    }

    /// Asks for a move.
    fn ask(&mut self, pos: &AnyPosition, budget: &Budget) -> Result<Choice<MoveIndex>, Trouble> {
        if !self.is_game_begun {
            self.is_game_begun = true;
            self.trouble = self.begin().err();
        }
        if let Some(trouble) = self.trouble.take() {
            return Err(trouble);
        }
        let ended = || Trouble::new(Forfeit::Crashed, "it has ended");
        let running = self.running.as_mut().ok_or_else(ended)?;
        if let Some(heard) = self.heard.take() {
            self.story = heard;
        }
        if !self.story.follow(pos) {
            self.story = Story::new(pos.clone());
        }
        // What it may still have to say of the past comes before it is ready, and is passed over.
        let position = write_position(&*self.game, &self.story.begin, &self.story.moves);
        running.do_and_wait(&position, self.settings.stall)?;
        let limit = budget.time.into_iter().chain(budget.clock.map(|clock| clock.left)).min();
        let asked = Instant::now();
        running.process.say(&Go::write(budget, running.dialect))?;
        let due = limit.map(|limit| asked + limit.min(FOREVER) + self.settings.margin);
        let is_endless = budget.is_endless() || budget.nodes == Some(u64::MAX);
        let deadline = match due {
            Some(due) => due + self.settings.stall,
            None if is_endless && budget.stop.is_some() => asked + FOREVER,
            None => asked + self.settings.stall,
        };
        let stop = budget.stop.as_ref().map(|stop| (stop, self.settings.stall));
        let (text, at, info) = running.hear_move(deadline, stop)?;
        if let Some(due) = due.filter(|&due| at > due) {
            let late = (at - due).as_millis();
            return Err(Trouble::new(
                Forfeit::Late,
                format!("its answer came {late} ms after time and margin"),
            ));
        }
        if text.eq_ignore_ascii_case("resign") {
            return Err(Trouble::new(Forfeit::Resigned, "it resigned"));
        }
        if text.eq_ignore_ascii_case("none") {
            return Err(Trouble::new(Forfeit::NoMove, "it claims to have no move, but the game is not over"));
        }
        let read = self.game.read_move(pos, &text);
        let mv = read.map_err(|error| Trouble::new(Forfeit::Illegal, error.to_string()))?;
        self.story.play(mv);
        Ok(choice_of(&*self.game, pos, mv, info))
    }
}

/// Longer than anyone waits, and short enough to be added to a time of day.
pub(crate) const FOREVER: Duration = Duration::from_secs(1_000_000_000);

/// A move with what the engine told of it, as far as that makes sense.
fn choice_of(game: &dyn AnyGame, pos: &AnyPosition, mv: MoveIndex, info: Info) -> Choice<MoveIndex> {
    let mut line = Vec::new();
    let mut at = pos.clone();
    for text in &info.line {
        let Ok(next) = game.read_move(&at, text) else { break };
        line.push(next);
        at.play(next);
    }
    if line.first() != Some(&mv) {
        line = vec![mv];
    }
    Choice {
        score: info.score.unwrap_or(Score::EVEN),
        depth: info.depth.unwrap_or(0),
        nodes: info.nodes.unwrap_or(0),
        line,
        ..Choice::of(mv)
    }
}

impl ProgramAgent for ExternalEngine {
    fn choose(&mut self, pos: &AnyPosition, budget: &Budget) -> Choice<MoveIndex> {
        let trouble = match self.ask(pos, budget) {
            Ok(choice) => return choice,
            Err(trouble) => trouble,
        };
        self.explain(&trouble, pos);
        // Who has lost by an answer still listens; with the others there is no talking any more.
        if matches!(trouble.quit, Forfeit::Crashed | Forfeit::Stalled) {
            if let Some(running) = self.running.take() {
                running.give_up(&trouble);
            }
            self.is_game_begun = false;
        } else if let Some(running) = &mut self.running {
            running.process.note("#", &format!("{}: {}", trouble.quit.id(), trouble.why));
        }
        // Any legal move will do: the game is lost.
        Choice { forfeit: Some(trouble.quit), ..Choice::of(MoveIndex(0)) }
    }

    fn hear_line(&mut self, moves: &[MoveIndex]) {
        let mut story = Story::new(self.game.start());
        moves.iter().for_each(|&mv| story.play(mv));
        self.heard = Some(story);
    }

    fn take_remarks(&mut self) -> Vec<String> {
        self.remarks.take()
    }

    /// The game begins at once, so that starting a program costs no time of the first move.
    fn new_game(&mut self, chance: Stream) {
        self.chance = chance;
        self.remarks.forget_complaints();
        self.story = self.heard.take().unwrap_or_else(|| Story::new(self.game.start()));
        self.is_game_begun = true;
        self.trouble = self.begin().err();
    }
}
