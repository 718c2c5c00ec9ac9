//! The examination of an engine: is it fit to be an engine?
//!
//! Every question is asked of a program that runs; one that has ended, or had to be ended, is started again for the next
//! question, so that one fault is told once.

use std::time::{Duration, Instant};

use zermelo_any::{AnyPosition, MoveIndex};
use zermelo_game::{ParameterError, Stop, stream};

use super::board::Board;
use super::external_engine::{Running, write_position};
use super::process::{ProgramCall, Trouble};
use super::remarks::Remarks;
use super::{Dialect, Info};
use crate::{OpenGame, RequestError};

/// What to examine.
#[derive(Clone, Copy, Debug)]
pub struct CheckPlan<'a> {
    /// The command that starts the engine.
    pub command: &'a str,
    /// The dialect to greet it in.
    pub dialect: Dialect,
    /// How long it may take for each answer, beside what it is asked to think.
    pub limit: Duration,
}

/// What came of one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The question.
    pub name: &'static str,
    /// What should happen.
    pub expected: String,
    /// What happened.
    pub got: String,
    /// Whether that is as it should be.
    pub is_ok: bool,
}

/// What went well, in words, or what did not.
type Answer = Result<String, String>;

struct Check<'a> {
    game: &'a OpenGame,
    call: ProgramCall,
    plan: &'a CheckPlan<'a>,
    running: Option<Running>,
    remarks: Remarks,
}

/// Questions with what should happen, in the order in which they are asked.
type Question<'a> = (&'static str, &'static str, fn(&mut Check<'a>) -> Answer);

/// Examines an engine.
pub fn run(game: &OpenGame, plan: &CheckPlan, report: &mut dyn FnMut(&Finding)) -> Result<(), RequestError> {
    let bad = |source: ParameterError| RequestError::bad_agent(plan.command, source);
    let may =
        game.permission().programs().map_err(|refusal| RequestError::forbidden(plan.command, refusal))?;
    let call = ProgramCall::read(plan.command, may).map_err(bad)?;
    let remarks = Remarks::new(plan.command, false);
    let mut check = Check { game, call, plan, running: None, remarks };
    let questions: [Question; 20] = [
        ("greeting", "the `ok` of the greeting", Check::greeting),
        ("id", "`id name` and `id author`", Check::id),
        ("options", "options that can be parsed", Check::options),
        ("game", "a Variant option with this game", Check::variant),
        ("board", "the same board as the referee, if it answers `query`", Check::board),
        ("isready", "`readyok`", Check::isready),
        ("garbage", "unknown commands and options are ignored", Check::garbage),
        ("start position", "a legal move from startpos", Check::startpos),
        ("info", "an info line with nodes before the move", Check::info),
        ("moves", "a legal move after startpos and moves", Check::moves),
        ("position", "a legal move after fen", Check::fen),
        ("position and moves", "a legal move after fen and moves", Check::fen_and_moves),
        ("go depth", "a legal move", |check| check.limit_kind("go depth 2")),
        ("go nodes", "a legal move", |check| check.limit_kind("go nodes 200")),
        ("go movetime", "a legal move in 100 ms, at most 50 ms late", Check::movetime),
        ("go with clocks", "a legal move before the clock runs out", Check::clock),
        ("isready in a search", "`readyok` before the move", Check::isready_while_searching),
        ("go infinite and stop", "no move before stop, and one soon after", Check::stop),
        ("two games", "legal moves to the end of both", Check::two_games),
        ("quit", "the program ends", Check::quit),
    ];
    for (name, expected, ask) in questions {
        check.remarks.forget_complaints();
        let answer = ask(&mut check).map_err(|got| check.remarks.with_complaints(&got));
        let is_ok = answer.is_ok();
        let (Ok(got) | Err(got)) = answer;
        report(&Finding { name, expected: expected.to_owned(), got, is_ok });
        // Who cannot be greeted cannot be asked anything.
        if name == "greeting" && !is_ok {
            break;
        }
    }
    Ok(())
}

impl Check<'_> {
    /// Talks to the program, which is started if it does not run; after trouble it is not spoken to again.
    fn with<T>(
        &mut self,
        talk: impl FnOnce(&OpenGame, &mut Running, Duration) -> Result<T, Trouble>,
    ) -> Result<T, String> {
        let limit = self.plan.limit;
        let told = |trouble: Trouble| format!("{}: {}", trouble.quit.id(), trouble.why);
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.call, self.plan.dialect, limit, &self.remarks).map_err(told)?,
        };
        match talk(self.game, &mut running, limit) {
            Ok(told) => {
                self.running = Some(running);
                Ok(told)
            }
            Err(trouble) => {
                running.process.kill();
                Err(told(trouble))
            }
        }
    }

    fn greeting(&mut self) -> Answer {
        let started = Instant::now();
        self.with(|_, _, _| Ok(()))?;
        Ok(format!("after {} ms", started.elapsed().as_millis()))
    }

    fn id(&mut self) -> Answer {
        self.with(|_, running, _| {
            let (name, author) = (running.name.clone(), running.author.clone());
            Ok(match (name, author) {
                (Some(name), Some(author)) => Ok(format!("{name}, by {author}")),
                (None, _) => Err("no `id name`".to_owned()),
                (_, None) => Err("no `id author`".to_owned()),
            })
        })?
    }

    fn options(&mut self) -> Answer {
        self.with(|_, running, _| {
            for setting in &running.settings {
                let (name, kind) = (&setting.name, &setting.kind);
                if name.is_empty() {
                    return Ok(Err("an option without a name".to_owned()));
                }
                if !["check", "spin", "combo", "button", "string"].contains(&kind.as_str()) {
                    return Ok(Err(format!("the type of {name} is `{kind}`")));
                }
                if kind == "spin" {
                    let default = setting.default.parse::<f64>().ok();
                    let range = setting.least.zip(setting.most);
                    let fits = range.zip(default).is_some_and(|((least, most), n)| least <= n && n <= most);
                    if !fits {
                        return Ok(Err(format!("the default of {name} is not between its min and max")));
                    }
                }
                if kind == "combo" && !setting.values.contains(&setting.default) {
                    return Ok(Err(format!("the default of {name} is none of its values")));
                }
            }
            let names: Vec<&str> = running.settings.iter().map(|setting| setting.name.as_str()).collect();
            Ok(Ok(if names.is_empty() { "none".to_owned() } else { names.join(", ") }))
        })?
    }

    fn variant(&mut self) -> Answer {
        self.with(|game, running, limit| {
            running.set_game(&game.id())?;
            running.wait_ready(limit)?;
            let id = game.id();
            Ok(match running.game_setting() {
                Some(_) => Ok(id),
                // The other dialects are for one game each.
                None if running.dialect != Dialect::Ugi => Ok("it has no such option".to_owned()),
                None => {
                    Err(format!("no Variant option: it cannot be set to {id}, and may use another board"))
                }
            })
        })?
    }

    /// Compares boards at the start and after some moves.
    fn board(&mut self) -> Answer {
        let mut n_same = 0;
        for n_plies in [0, 1, 4] {
            let moves = random_moves(self.game, n_plies);
            let pos = after(self.game, &moves);
            let board = self.with(|game, running, limit| {
                running.begin_game(1, limit)?;
                running.do_and_wait(&write_position(&**game, &game.start(), &moves), limit)?;
                running.compare_board(&**game, &pos, limit)
            })?;
            let place =
                if n_plies == 0 { "at the start".to_owned() } else { format!("after {n_plies} plies") };
            match board {
                Board::Other(difference) => return Err(format!("{place} {difference}")),
                Board::Same => n_same += 1,
                Board::Unknown => {}
            }
        }
        Ok(if n_same > 0 { "the same moves" } else { "unknown, because it does not answer `query moves`" }
            .to_owned())
    }

    fn isready(&mut self) -> Answer {
        self.with(|_, running, limit| running.wait_ready(limit))?;
        Ok("`readyok`".to_owned())
    }

    fn garbage(&mut self) -> Answer {
        self.with(|_, running, limit| {
            for line in ["", "xyzzy", "setoption name NoSuchOption value 1", "setoption", "go-nowhere 3"] {
                running.process.say(line)?;
            }
            running.wait_ready(limit)
        })?;
        Ok("it continues".to_owned())
    }

    /// Asks for a move after so many random plies, the last `n_told` of which are told as moves.
    fn ask(
        &mut self,
        n_plies: usize,
        n_told: usize,
        go: &str,
        think: Duration,
    ) -> Result<(String, Info, Duration), String> {
        let moves = random_moves(self.game, n_plies);
        let begin = after(self.game, &moves[..moves.len().saturating_sub(n_told)]);
        let told = &moves[moves.len().saturating_sub(n_told)..];
        let (text, info, time) = self.with(|game, running, limit| {
            running.begin_game(1, limit)?;
            running.do_and_wait(&write_position(&**game, &begin, told), limit)?;
            let asked = Instant::now();
            running.process.say(go)?;
            let (text, at, info) = running.hear_move(asked + think + limit, None)?;
            Ok((text, info, at - asked))
        })?;
        let pos = after(self.game, &moves);
        self.game.read_move(&pos, &text).map_err(|error| error.to_string())?;
        Ok((text, info, time))
    }

    fn legal(&mut self, n_plies: usize, n_told: usize, go: &str) -> Answer {
        let (text, ..) = self.ask(n_plies, n_told, go, Duration::ZERO)?;
        Ok(format!("bestmove {text}"))
    }

    fn startpos(&mut self) -> Answer {
        self.legal(0, 0, NODES)
    }

    fn info(&mut self) -> Answer {
        let (_, info, _) = self.ask(0, 0, NODES, Duration::ZERO)?;
        match info.nodes {
            Some(nodes) => Ok(format!("{nodes} nodes")),
            None => Err("no info with nodes".to_owned()),
        }
    }

    fn moves(&mut self) -> Answer {
        self.legal(3, 3, NODES)
    }

    fn fen(&mut self) -> Answer {
        self.legal(2, 0, NODES)
    }

    fn fen_and_moves(&mut self) -> Answer {
        self.legal(3, 1, NODES)
    }

    fn limit_kind(&mut self, go: &str) -> Answer {
        self.legal(1, 1, go)
    }

    fn movetime(&mut self) -> Answer {
        let think = Duration::from_millis(100);
        let (text, _, time) = self.ask(0, 0, "go movetime 100", think)?;
        let told = format!("bestmove {text} after {} ms", time.as_millis());
        if time <= think + Duration::from_millis(50) { Ok(told) } else { Err(told) }
    }

    fn clock(&mut self) -> Answer {
        let clock = Duration::from_secs(1);
        let go = match self.plan.dialect {
            Dialect::Ugi => "go p1time 1000 p2time 1000 p1inc 10 p2inc 10",
            Dialect::Uci | Dialect::Uai => "go wtime 1000 btime 1000 winc 10 binc 10",
        };
        let (text, _, time) = self.ask(0, 0, go, clock)?;
        let told = format!("bestmove {text} after {} ms", time.as_millis());
        if time < clock { Ok(told) } else { Err(told) }
    }

    /// Begins an infinite search from the start.
    fn search(game: &OpenGame, running: &mut Running, limit: Duration) -> Result<(), Trouble> {
        running.begin_game(1, limit)?;
        running.do_and_wait(&write_position(&**game, &game.start(), &[]), limit)?;
        running.process.say("go infinite")
    }

    fn isready_while_searching(&mut self) -> Answer {
        let is_first = self.with(|game, running, limit| {
            Self::search(game, running, limit)?;
            running.process.say("isready")?;
            let (is_ready, _) =
                running.process.hear(Instant::now() + limit, None, "`readyok`", |line| match line {
                    "readyok" => Some(true),
                    line => line.starts_with("bestmove").then_some(false),
                })?;
            running.process.say("stop")?;
            if is_ready {
                running.hear_move(Instant::now() + limit, None)?;
            } else {
                running.wait_ready(limit)?;
            }
            Ok(is_ready)
        })?;
        if is_first { Ok("`readyok`".to_owned()) } else { Err("`bestmove` came first".to_owned()) }
    }

    fn stop(&mut self) -> Answer {
        // Whoever answers by itself does so soon.
        const PATIENCE: Duration = Duration::from_millis(200);
        let (text, is_early, time) = self.with(|game, running, limit| {
            Self::search(game, running, limit)?;
            let stop = Stop::default();
            let asked = Instant::now();
            let hand = stop.clone();
            let timer = std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                hand.stop();
            });
            let heard = running.hear_move(asked + PATIENCE + limit, Some((&stop, limit)));
            let is_early = !stop.is_stopped();
            let _ = timer.join();
            let (text, at, _) = heard?;
            Ok((text, is_early, at.saturating_duration_since(asked + PATIENCE)))
        })?;
        if is_early {
            return Err(format!("bestmove {text} before `stop`"));
        }
        self.game.read_move(&self.game.start(), &text).map_err(|error| error.to_string())?;
        Ok(format!("bestmove {text} after {} ms", time.as_millis()))
    }

    /// Two games against random moves, one from each side.
    fn two_games(&mut self) -> Answer {
        let mut n_asked = 0;
        for engine_side in 0..2 {
            let mut chance = stream(1, "check engine", engine_side as u64);
            let mut moves: Vec<MoveIndex> = Vec::new();
            let mut pos = self.game.start();
            self.with(|_, running, limit| running.begin_game(1, limit))?;
            while !pos.is_over() {
                let mv = if pos.to_move().index() == engine_side {
                    n_asked += 1;
                    let (text, ..) = self.with(|game, running, limit| {
                        running.do_and_wait(&write_position(&**game, &game.start(), &moves), limit)?;
                        running.process.say(NODES)?;
                        running.hear_move(Instant::now() + limit, None)
                    })?;
                    let read = self.game.read_move(&pos, &text);
                    read.map_err(|error| format!("ply {}: {error}", moves.len() + 1))?
                } else {
                    pos.random_move(&mut chance).ok_or("no move is left")?
                };
                moves.push(mv);
                pos.play(mv);
            }
        }
        Ok(format!("{n_asked} legal moves"))
    }

    fn quit(&mut self) -> Answer {
        let limit = self.plan.limit;
        let has_ended = self.with(|_, running, _| {
            running.process.say("quit")?;
            Ok(running.process.ends_within(limit))
        })?;
        if let Some(running) = self.running.take() {
            running.process.kill();
        }
        if has_ended { Ok("it ended".to_owned()) } else { Err("it continues".to_owned()) }
    }
}

/// A search that takes next to no time.
const NODES: &str = "go nodes 100";

/// So many random moves from the start, after which the game goes on; fewer if that is not to be had.
fn random_moves(game: &OpenGame, n_plies: usize) -> Vec<MoveIndex> {
    let mut chance = stream(1, "check engine opening", n_plies as u64);
    let mut longest = Vec::new();
    for _ in 0..100 {
        let mut pos = game.start();
        let mut moves = Vec::new();
        while let Some(mv) = pos.random_move(&mut chance).filter(|_| moves.len() < n_plies) {
            pos.play(mv);
            if pos.is_over() {
                break;
            }
            moves.push(mv);
        }
        if moves.len() > longest.len() {
            longest = moves;
        }
    }
    longest
}

fn after(game: &OpenGame, moves: &[MoveIndex]) -> AnyPosition {
    let mut pos = game.start();
    moves.iter().for_each(|&mv| pos.play(mv));
    pos
}
