//! Our agents as an engine: reads commands, answers them, and thinks on a thread of its own, so that `isready` and `stop`
//! are heard while it does.
//!
//! One loop takes turns with everything: lines that were read, and searches that have ended. Only it writes. Commands that
//! the protocol does not allow during a search wait until the search has ended; nothing that is read can do more harm
//! than an `info string`.
//!
//! Where the protocol says nothing: `go` in a finished game is answered by `bestmove none`, an agent that gives up says
//! `bestmove resign`. At the end of the input a search with a limit may finish; `quit` does not wait for it.

use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_any::{AgentSpec, AnyAgent, AnyPosition, MoveIndex};
use zermelo_game::shown;
use zermelo_game::{Choice, Outcome, Player, Proof, Stop, stream};

use super::{Dialect, Go, Info, split_word};
use crate::analysis::Thought;
use crate::{OpenGame, RequestError};

/// What the engine is before anyone sets an option.
#[derive(Clone, Copy, Debug)]
pub struct EnginePlan<'a> {
    /// The agent that plays. Its budget counts whenever a `go` sets no limit.
    pub agent: &'a str,
    /// The seed of all chance.
    pub seed: u64,
}

/// Nobody has more to say in a line: some thousand moves.
const MOST_LINE: u64 = 1 << 20;
/// Lines that may wait for the end of a search.
const MOST_WAITING: usize = 1000;

const MOST_SEED: u64 = i64::MAX as u64;

/// Something to react to.
enum Event {
    Line(String),
    TooLong,
    InputEnded,
    /// What the search would choose by now.
    Seen(Choice<MoveIndex>, Duration),
    Done(Box<dyn AnyAgent>, Choice<MoveIndex>, Duration),
}

/// A search that goes on, or whose answer nobody wants yet.
struct Search {
    stop: Stop,
    /// Whether its answer waits for `stop`.
    is_infinite: bool,
    answer: Option<(Choice<MoveIndex>, Duration)>,
}

/// The agent's text and what options say beyond it.
#[derive(Clone)]
struct Settings {
    agent: String,
    threads: Option<u64>,
    memory: Option<u64>,
    seed: u64,
}

struct Engine<'a> {
    game: &'a OpenGame,
    output: &'a mut dyn Write,
    dialect: Dialect,
    settings: Settings,
    /// Games begun since the seed was set: each has chance of its own.
    n_games: u64,
    pos: AnyPosition,
    /// Away while it thinks.
    agent: Option<Box<dyn AnyAgent>>,
    search: Option<Search>,
    has_input_ended: bool,
    events: SyncSender<Event>,
}

/// Whether to go on listening.
#[derive(PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

/// Answers commands until `quit` or the end of the input. A thread goes on waiting for input after `quit`, until there is
/// some or it ends.
pub fn run(
    game: &OpenGame,
    plan: &EnginePlan,
    input: Box<dyn BufRead + Send>,
    output: &mut dyn Write,
) -> Result<(), RequestError> {
    let agent = game.open_agent(plan.agent, plan.seed)?;
    let (events, happened) = sync_channel(64);
    let heard = events.clone();
    thread::spawn(move || listen(input, &heard));
    let settings =
        Settings { agent: plan.agent.trim().to_owned(), threads: None, memory: None, seed: plan.seed };
    let engine = Engine {
        game,
        output,
        dialect: Dialect::default(),
        settings,
        n_games: 0,
        pos: game.start(),
        agent: Some(agent),
        search: None,
        has_input_ended: false,
        events,
    };
    // Nobody reads the answers any more: that is an end like any other.
    let _ = engine.serve(&happened);
    Ok(())
}

/// Reads lines until there are no more, or nobody wants them.
fn listen(mut input: Box<dyn BufRead + Send>, heard: &SyncSender<Event>) {
    let mut is_too_long = false;
    loop {
        let mut line = Vec::new();
        let n_read = (&mut input).take(MOST_LINE).read_until(b'\n', &mut line).unwrap_or(0);
        let is_whole = line.ends_with(b"\n") || (n_read as u64) < MOST_LINE;
        let event = match (n_read, is_whole, is_too_long) {
            (0, ..) => Event::InputEnded,
            (_, true, false) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
            (_, true, true) => Event::TooLong,
            (_, false, _) => {
                is_too_long = true;
                continue;
            }
        };
        is_too_long = false;
        if heard.send(event).is_err() || n_read == 0 {
            return;
        }
    }
}

impl Engine<'_> {
    fn serve(mut self, happened: &Receiver<Event>) -> std::io::Result<()> {
        let mut waiting = VecDeque::new();
        loop {
            if self.search.is_none() {
                if let Some(line) = waiting.pop_front() {
                    if self.obey(line)? == Next::Quit {
                        return Ok(());
                    }
                    continue;
                }
                if self.has_input_ended {
                    return Ok(());
                }
            }
            match happened.recv() {
                Err(_) => return Ok(()),
                Ok(Event::Done(agent, choice, time)) => {
                    self.agent = Some(agent);
                    self.answer(choice, time)?;
                }
                Ok(Event::Seen(choice, time)) => self.tell(choice, time)?,
                Ok(Event::InputEnded) => {
                    self.has_input_ended = true;
                    if self.search.as_ref().is_some_and(|search| search.is_infinite) {
                        self.stop()?;
                    }
                }
                Ok(Event::TooLong) => self.complain("a line of more than a million characters is ignored")?,
                Ok(Event::Line(line)) => {
                    let is_urgent = matches!(split_word(&line).0, "isready" | "stop" | "quit");
                    if self.search.is_none() || is_urgent {
                        if self.obey(line)? == Next::Quit {
                            return Ok(());
                        }
                    } else if waiting.len() < MOST_WAITING {
                        waiting.push_back(line);
                    } else {
                        self.complain("too many commands during a search; ignored")?;
                    }
                }
            }
        }
    }

    fn say(&mut self, line: &str) -> std::io::Result<()> {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }

    fn complain(&mut self, problem: &str) -> std::io::Result<()> {
        self.say(&format!("info string error: {}", shown(problem)))
    }

    fn obey(&mut self, line: String) -> std::io::Result<Next> {
        let (word, rest) = split_word(&line);
        match word {
            "" => {}
            "ugi" | "uci" | "uai" => {
                self.dialect = Dialect::read(word).unwrap_or_default();
                self.greet()?;
            }
            "isready" => self.say("readyok")?,
            "setoption" => {
                if let Err(problem) = self.set_option(rest) {
                    self.complain(&problem)?;
                }
            }
            "uginewgame" | "ucinewgame" | "uainewgame" => self.new_game(),
            "position" => match self.read_position(rest) {
                Ok(pos) => self.pos = pos,
                Err(problem) => self.complain(&format!("{problem}; the position is unchanged"))?,
            },
            "go" => self.go(rest)?,
            "stop" => self.stop()?,
            "query" => match self.query(rest) {
                Some(response) => self.say(format!("response {response}").trim_end())?,
                None => {
                    self.complain(&format!("`query {rest}`: expected p1turn, gameover, result or moves"))?;
                }
            },
            "quit" => {
                if let Some(search) = &self.search {
                    search.stop.stop();
                }
                return Ok(Next::Quit);
            }
            _ => self.complain(&format!("unknown command `{}`", line.trim()))?,
        }
        Ok(Next::Listen)
    }

    fn greet(&mut self) -> std::io::Result<()> {
        let agent = &self.settings.agent;
        let mut lines = vec![
            format!("id name Zermelo {} {agent}", env!("CARGO_PKG_VERSION")),
            "id author The Zermelo authors".to_owned(),
            format!("option name Agent type string default {agent}"),
        ];
        let (id, seed) = (self.game.id(), self.settings.seed);
        let range = |name: &str, default: u64, [least, most]: [u64; 2]| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        if self.has_parameter("threads") {
            lines.push(range("Threads", self.settings.threads.unwrap_or(1), THREADS));
        }
        if self.has_parameter("memory") {
            lines.push(range("Hash", self.settings.memory.unwrap_or(64), MEMORY));
        }
        lines.push(range("Seed", seed.min(MOST_SEED), [0, MOST_SEED]));
        // With the one value it has, so that whoever asks can see which game this engine plays.
        lines.push(format!("option name Variant type combo default {id} var {id}"));
        lines.push(format!("{}ok", self.dialect.word()));
        self.say(&lines.join("\n"))
    }

    /// Whether the present agent has such a parameter.
    fn has_parameter(&self, parameter: &str) -> bool {
        let Ok(spec) = AgentSpec::read(&self.settings.agent) else { return false };
        if parameter == "threads" { spec.has_threads() } else { spec.has_memory() }
    }

    /// Sets an option, or says why not.
    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words.get(1..at).filter(|_| words[0] == "name").unwrap_or_default().join(" ");
        let value = &*words.get(at + 1..).unwrap_or_default().join(" ");
        let mut settings = self.settings.clone();
        match name.to_lowercase().as_str() {
            "" => return Err(format!("`setoption {text}`: expected name NAME value VALUE")),
            "agent" => {
                settings.agent = value.to_owned();
                // Commands on standard input may not start programs.
                if AgentSpec::read(value).is_ok_and(|spec| spec.starts_program()) {
                    return Err("another engine can only be named on the command line".to_owned());
                }
            }
            "threads" if self.has_parameter("threads") => {
                settings.threads = Some(within(&name, value, THREADS)?);
            }
            "hash" if self.has_parameter("memory") => settings.memory = Some(within(&name, value, MEMORY)?),
            "seed" => {
                self.settings.seed = within(&name, value, [0, MOST_SEED])?;
                self.n_games = 0;
                self.begin_game();
                return Ok(());
            }
            "variant" => {
                let opened = crate::catalog::open(value).map_err(|error| error.to_string())?;
                let id = self.game.id();
                return if opened.id() == id {
                    Ok(())
                } else {
                    Err(format!("this engine plays {id}, not {}", opened.id()))
                };
            }
            _ => return Err(format!("unknown option `{name}`")),
        }
        let before = std::mem::replace(&mut self.settings, settings);
        match self.open() {
            Ok(agent) => self.agent = Some(agent),
            Err(error) => {
                self.settings = before;
                return Err(error.to_string());
            }
        }
        Ok(())
    }

    /// Opens the agent as the options want it.
    fn open(&self) -> Result<Box<dyn AnyAgent>, RequestError> {
        let Settings { agent, threads, memory, seed } = &self.settings;
        let mut spec = AgentSpec::read(agent)?;
        threads.iter().for_each(|&threads| spec.set_threads(threads as usize));
        memory.iter().for_each(|&megabytes| spec.set_memory(megabytes as usize));
        Ok(self.game.agent(&spec, *seed, self.game)?)
    }

    fn new_game(&mut self) {
        self.n_games += 1;
        self.pos = self.game.start();
        self.begin_game();
    }

    fn begin_game(&mut self) {
        let chance = stream(self.settings.seed, "ugi engine", self.n_games);
        if let Some(agent) = &mut self.agent {
            agent.new_game(chance);
        }
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let mut pos = match words[..at] {
            ["startpos"] => self.game.start(),
            ["fen", ref position @ ..] => {
                self.game.read_position(&position.join(" ")).map_err(|error| error.to_string())?
            }
            _ => return Err(format!("`position {text}`: expected startpos or fen")),
        };
        for (index, mv) in words.iter().skip(at + 1).enumerate() {
            let mv = self.game.read_move(&pos, mv).map_err(|error| format!("move {}: {error}", index + 1))?;
            pos.play(mv);
        }
        Ok(pos)
    }

    fn go(&mut self, text: &str) -> std::io::Result<()> {
        let mut complaints = Vec::new();
        let go = Go::read(text, self.pos.to_move(), |complaint| complaints.push(complaint));
        for complaint in complaints {
            self.complain(&complaint)?;
        }
        if self.pos.is_over() {
            self.complain("there is no move: the game is over")?;
            return self.say("bestmove none");
        }
        let Some(mut agent) = self.agent.take() else { return Ok(()) };
        let stop = Stop::default();
        // After the end of the input nobody is left who could say stop.
        let is_infinite = go.is_infinite && !self.has_input_ended;
        if go.is_infinite && self.has_input_ended {
            stop.stop();
        }
        self.search = Some(Search { stop: stop.clone(), is_infinite, answer: None });
        let (pos, done) = (self.pos.clone(), self.events.clone());
        thread::spawn(move || {
            let started = Instant::now();
            let choice = agent.choose_within(&pos, go.limits.as_ref(), &stop, &mut |choice| {
                let _ = done.send(Event::Seen(choice.clone(), started.elapsed()));
            });
            let _ = done.send(Event::Done(agent, choice, started.elapsed()));
        });
        Ok(())
    }

    fn stop(&mut self) -> std::io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.stop.stop();
        search.is_infinite = false;
        match search.answer.take() {
            Some((choice, time)) => self.answer(choice, time),
            None => Ok(()),
        }
    }

    /// Tells the answer of a search, unless nobody wants it yet.
    fn answer(&mut self, choice: Choice<MoveIndex>, time: Duration) -> std::io::Result<()> {
        if let Some(search) = self.search.as_mut().filter(|search| search.is_infinite) {
            search.answer = Some((choice, time));
            return Ok(());
        }
        self.search = None;
        let (mv, forfeit) = (choice.mv, choice.forfeit);
        self.tell(choice, time)?;
        match forfeit {
            None => self.say(&format!("bestmove {}", self.game.write_move(&self.pos, mv))),
            Some(quit) if !quit.is_fault() => self.say("bestmove resign"),
            Some(quit) => {
                self.complain(&format!("the agent failed: {}", quit.id()))?;
                self.say("bestmove none")
            }
        }
    }

    /// Tells what a search has seen.
    fn tell(&mut self, choice: Choice<MoveIndex>, time: Duration) -> std::io::Result<()> {
        let thought = Thought::of(self.game, &self.pos, choice);
        // The protocol has words for a proved win or loss, and none for a proved draw.
        if thought.proof() == Some(Proof::Draw) {
            self.say("info string drawn with best play (proved)")?;
        }
        let info = Info {
            depth: Some(thought.depth),
            score: Some(thought.score),
            nodes: Some(thought.nodes),
            time: Some(time.as_secs_f64() * 1000.0),
            line: thought.line,
        };
        self.say(&info.write(self.dialect))
    }

    fn query(&self, what: &str) -> Option<String> {
        let result = match self.pos.outcome() {
            None => "none",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win(Player::First)) => "p1win",
            Some(Outcome::Win(Player::Second)) => "p2win",
        };
        match what.trim() {
            "p1turn" => Some((self.pos.to_move() == Player::First).to_string()),
            "gameover" => Some(self.pos.is_over().to_string()),
            "result" => Some(result.to_owned()),
            "moves" => {
                let texts = self.pos.moves().map(|mv| self.game.write_move(&self.pos, mv));
                Some(texts.collect::<Vec<_>>().join(" "))
            }
            _ => None,
        }
    }
}

/// The ranges that agents know.
const THREADS: [u64; 2] = [1, 256];
const MEMORY: [u64; 2] = [1, 65_536];

fn within(name: &str, value: &str, [least, most]: [u64; 2]) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("option {name}: `{value}` is not a number from {least} to {most}"))
}
