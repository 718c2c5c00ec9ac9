//! `zermelo play`: a game at the terminal. A line in, a board out; the same with piped input and without colour.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rustyline::error::ReadlineError;
use zermelo_catalog::{GameFile, OpenGame, Permission, Session, catalog, compiler, game_texts, opponents};
use zermelo_game::nearest;
use zermelo_game::shown;
use zermelo_game::{Forfeit, MoveView, Player, View};

use crate::args::PlayArgs;
use crate::eval::{failing, tell};
use crate::keeper::Keeper;
use crate::moves::{plies, report};
use crate::output_file::{self, OutputError};
use crate::reply::{Failure, Reply};
use zermelo_terminal::board::{self, Look};
use zermelo_terminal::typed_move::{self, Meant};

/// Who makes the moves of a side.
#[derive(Clone, PartialEq, Eq)]
enum Seat {
    Human,
    /// An agent, by its text.
    Agent(String),
}

/// Whom a person plays against who names nobody: strong enough to be interesting, and quick.
const USUAL_OPPONENT: &str = "alphabeta(nodes=20000)";

impl Seat {
    fn agent(&self) -> Option<&str> {
        match self {
            Seat::Human => None,
            Seat::Agent(agent) => Some(agent),
        }
    }

    fn read(text: &str) -> Seat {
        match text.trim().to_lowercase().as_str() {
            "human" => Seat::Human,
            _ => Seat::Agent(text.trim().to_owned()),
        }
    }
}

/// Plays until someone quits or the input ends.
pub fn run(args: &PlayArgs, as_json: bool) -> Result<Reply, Failure> {
    let read = |text: &Option<String>| text.as_deref().map(Seat::read);
    let usual = || Seat::Agent(USUAL_OPPONENT.to_owned());
    let seats = match (read(&args.first), read(&args.second)) {
        (Some(first), Some(second)) => [first, second],
        (Some(first @ Seat::Agent(_)), None) => [first, Seat::Human],
        (first, second) => [first.unwrap_or(Seat::Human), second.unwrap_or_else(usual)],
    };
    let game = catalog::open_for(&args.place.game, Permission::terminal())?;
    let session = game.session(&args.place.start(args.moves.as_ref()))?;
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
    });
    let agents = [seats[0].agent(), seats[1].agent()];
    let keeper = Keeper::new(&args.store, agents, &args.name, &args.experience)?;
    let mut table = Table { seed, keeper, screen: Screen::new(as_json), ..Table::new(&game, session, seats) };
    table.check_agents()?;
    table.welcome();
    table.sit()?;
    let mut json = report(&table.session);
    if let Some(player) = table.resigned {
        json["outcome"] = player.other().id().into();
        json["reason"] = table.fault.map_or("resigned", Forfeit::id).into();
    }
    if let Some(keeper) = &table.keeper {
        json["kept"] = keeper.kept.as_slice().into();
    }
    Ok(Reply::new(json, String::new()))
}

/// A game, who sits at it, and the screen it is shown on.
struct Table {
    title: &'static str,
    summary: &'static str,
    move_help: &'static str,
    session: Session,
    seats: [Seat; 2],
    seed: u64,
    resigned: Option<Player>,
    /// What an agent did that counts as giving up.
    fault: Option<Forfeit>,
    flipped: bool,
    /// Who keeps the games, if people say who they are.
    keeper: Option<Keeper>,
    screen: Screen,
}

/// What to do after a line of input.
enum Next {
    /// Show the board and go on.
    Board,
    /// Only ask again.
    Ask,
    /// Leave.
    Forfeit,
}

const COMMANDS: [&str; 14] = [
    "help", "rules", "moves", "undo", "redo", "hint", "eval", "save", "load", "flip", "board", "resign",
    "new", "quit",
];

impl Table {
    /// Sits down to a game.
    fn new(game: &OpenGame, session: Session, seats: [Seat; 2]) -> Table {
        Table {
            title: game.title(),
            summary: game.summary(),
            move_help: game.about().move_help,
            // Whoever plays alone against the computer sits at the bottom.
            flipped: session.view().has_sides && matches!(seats, [Seat::Agent(_), Seat::Human]),
            session,
            seats,
            seed: 0,
            resigned: None,
            fault: None,
            keeper: None,
            screen: Screen::new(false),
        }
    }

    fn welcome(&mut self) {
        let [first, second] = self.session.players();
        let who = |seat: &Seat| match seat {
            Seat::Human => "you".to_owned(),
            Seat::Agent(agent) => match opponents::playing(&self.session.game_id(), agent) {
                Some(opponent) => format!("{} ({agent})", opponent.name),
                None => format!("the computer, {agent}"),
            },
        };
        let seats = match &self.seats {
            [Seat::Human, Seat::Human] => format!("{first} and {second} are people"),
            [a, b] => format!("{first} is {}; {second} is {}", who(a), who(b)),
        };
        self.screen.say_wrapped(&format!("{}: {seats}.", self.title));
        self.screen.say_wrapped(self.summary);
        self.screen.say_wrapped(&format!("{} Type `help` for more.", self.move_help));
    }

    fn name(&self, player: Player) -> &'static str {
        self.session.players()[player.index()]
    }

    /// How the game ended: by its rules, or because someone gave up.
    fn verdict(&self) -> Option<String> {
        match self.resigned {
            Some(player) => {
                let what = failing(self.fault.unwrap_or(Forfeit::Resigned));
                Some(format!("{} {what}, {} wins", self.name(player), self.name(player.other())))
            }
            None => self.session.ending().map(|ending| ending.sentence),
        }
    }

    /// The loop: whoever's turn it is moves, until someone leaves.
    fn sit(&mut self) -> Result<(), Failure> {
        let mut show = true;
        loop {
            let seat = self.seats[self.session.to_move().index()].clone();
            if let (Seat::Agent(agent), None) = (&seat, self.verdict()) {
                self.let_play(agent)?;
                show = self.seats.contains(&Seat::Human) || self.verdict().is_some();
                if !show {
                    self.show_board();
                }
                continue;
            }
            if show {
                self.show_board();
            }
            self.keep();
            if self.verdict().is_some() && !self.seats.contains(&Seat::Human) {
                return Ok(());
            }
            let Some(line) = self.screen.ask(&self.prompt(), &self.words())? else { return Ok(()) };
            show = match self.obey(line.trim()) {
                Next::Board => true,
                Next::Ask => false,
                Next::Forfeit => return Ok(()),
            };
        }
    }

    /// Keeps the game if it is over, and if somebody asked for that.
    fn keep(&mut self) {
        let quit = self.resigned.map(|player| (player, self.fault.unwrap_or(Forfeit::Resigned)));
        match self.keeper.as_mut().and_then(|keeper| keeper.look(&self.session, quit)) {
            Some(Ok(message)) => self.screen.say_wrapped(&message),
            Some(Err(error)) => self.screen.say_wrapped(&format!("The game was not stored: {error}.")),
            None => {}
        }
    }

    /// Agents that do not exist are told before the game begins.
    fn check_agents(&mut self) -> Result<(), Failure> {
        for seat in self.seats.clone() {
            if let Seat::Agent(agent) = seat {
                self.session.check_agent(&agent)?;
            }
        }
        Ok(())
    }

    fn let_play(&mut self, agent: &str) -> Result<(), Failure> {
        if let Some(thought) = self.session.think(agent, self.seed)? {
            if thought.forfeit.is_some() {
                self.fault = thought.forfeit.filter(|quit| quit.is_fault());
                self.resigned = Some(self.session.to_move());
                return Ok(());
            }
            self.session.play(&thought.mv).map_err(|error| Failure::failed("internal", error.to_string()))?;
        }
        Ok(())
    }

    /// What a strong agent would play here, and why.
    fn hint(&mut self) -> Next {
        let message = match self.session.think("alphabeta(time=1s)", self.seed) {
            Ok(Some(thought)) if self.resigned.is_none() => {
                if let Some(keeper) = &mut self.keeper {
                    keeper.hints += 1;
                }
                let worth = tell(&self.session, &thought);
                format!("{}: {worth}, depth {}: {}", thought.mv, thought.depth, thought.line.join(" "))
            }
            Ok(_) => "The game is over.".to_owned(),
            Err(error) => error.to_string(),
        };
        self.screen.say_wrapped(&message);
        Next::Ask
    }

    /// What an evaluator says, feature by feature.
    fn eval(&mut self, evaluator: &str) -> Next {
        let evaluator = if evaluator.is_empty() { "default" } else { evaluator };
        let us = self.session.to_move();
        let message = match self.session.evaluate(evaluator, us) {
            Ok(Some(value)) => format!("{evaluator}: {value:.4} for {}", self.name(us)),
            Ok(None) => "The game is over.".to_owned(),
            Err(error) => error.to_string(),
        };
        self.screen.say_wrapped(&message);
        for (name, value) in self.session.features() {
            self.screen.say(&format!("  {name:<32} {value:>10}"));
        }
        Next::Ask
    }

    fn prompt(&self) -> String {
        if self.verdict().is_some() {
            "game over> ".to_owned()
        } else {
            format!("{}> ", self.name(self.session.to_move()))
        }
    }

    /// Everything that may be typed now, for completion.
    fn words(&self) -> Vec<String> {
        let moves = self.session.moves().into_iter().map(|mv| mv.text);
        moves.chain(COMMANDS.map(str::to_owned)).collect()
    }

    fn show_board(&mut self) {
        let view = self.session.view();
        let moves = self.session.moves();
        let targets = given_targets(&view, &moves);
        let look = self.screen.look(self.flipped);
        self.screen.say("");
        if let Some(sentence) = self.session.speak_last() {
            let ply = self.session.played().len();
            self.screen.say_wrapped(&format!("{ply}. {sentence}"));
        }
        let picture = board::draw(&view, &targets, look);
        self.screen.say(picture.trim_end_matches('\n'));
        let width =
            picture.lines().map(|line| anstream::adapter::strip_str(line).to_string().chars().count()).max();
        if let Some(width) = width.filter(|&width| width > look.width) {
            self.screen.say(&format!("(This board needs {width} columns; the terminal has {}.)", look.width));
        }
        for sentence in board::trays(&view, self.session.players()) {
            self.screen.say(&sentence);
        }
        match self.verdict() {
            Some(verdict) => {
                let plies = plies(self.session.played().len());
                self.screen.say_wrapped(&format!("Game over after {plies}: {verdict}."));
                if self.seats.contains(&Seat::Human) {
                    self.screen.say_wrapped(
                        "`new` starts a new game, `undo` takes back a move, `save FILE` saves the game, `quit` leaves.",
                    );
                }
            }
            None if moves.iter().all(MoveView::is_pass) => {
                let texts: Vec<String> = moves.iter().map(|mv| format!("`{}`", mv.text)).collect();
                self.screen.say(&format!("{} can only pass: {}.", self.name(view.to_move), texts.join(" ")));
            }
            None => {
                let n = moves.len();
                let plural = if n == 1 { "move" } else { "moves" };
                self.screen.say(&format!("{} to move, {n} {plural}.", self.name(view.to_move)));
            }
        }
    }

    fn obey(&mut self, line: &str) -> Next {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Next::Ask,
            ("help" | "?" | "h", "") => self.help(),
            ("rules", "") => self.tell_rules(),
            ("moves" | "m", "") => self.list_moves(),
            ("undo" | "u", "") => self.undo(),
            ("redo" | "r", "") => self.redo(),
            ("flip" | "f", "") => self.flip(),
            ("board" | "b", "") => Next::Board,
            ("new", "") => self.restart(),
            ("resign", "") => self.resign(),
            ("hint", "") => self.hint(),
            ("eval", evaluator) => self.eval(evaluator),
            ("quit" | "q" | "exit", "") => Next::Forfeit,
            ("save", path) => self.save(path),
            ("load", path) => self.load(path),
            _ => self.play(line),
        }
    }

    fn help(&mut self) -> Next {
        self.screen.say_wrapped(self.summary);
        self.screen.say_wrapped(self.move_help);
        self.screen.say(
            "moves       list the legal moves           undo, redo   take back, play again\n\
             board       show the board again           flip         flip the board\n\
             save FILE   write the game to a file       load FILE    continue a saved game\n\
             hint        what the computer would play   eval         what the heuristics say\n\
             resign      give up                        new          start again\n\
             rules       the rules                      quit         leave",
        );
        if self.session.moves().iter().any(|mv| mv.from.is_some()) {
            self.screen.say("CELL        where the piece on a cell can go");
        }
        Next::Ask
    }

    /// The rules: those of a game written as text in full, of others in a sentence.
    fn tell_rules(&mut self) -> Next {
        let id = self.session.game_id();
        let parameters = id.split_once(':').map_or("", |(_, parameters)| parameters);
        let text = game_texts::text_of(&id).zip(compiler());
        let outline = text.and_then(|(text, compiler)| compiler.check(&text, parameters).ok());
        self.screen.say_wrapped(outline.as_ref().map_or(self.summary, |outline| &outline.rules));
        self.screen.say_wrapped(self.move_help);
        Next::Ask
    }

    fn list_moves(&mut self) -> Next {
        let mut moves: Vec<String> = self.session.moves().into_iter().map(|mv| mv.text).collect();
        moves.sort_by_cached_key(|text| typed_move::in_order(text));
        if moves.is_empty() || self.resigned.is_some() {
            self.screen.say_wrapped("There are no moves: the game is over.");
            return Next::Ask;
        }
        for line in typed_move::listed(&moves) {
            self.screen.say_wrapped(&line);
        }
        Next::Ask
    }

    /// Back to the last position in which a person was to move, so that undo does not just make the computer
    /// move again.
    fn undo(&mut self) -> Next {
        let next = self.take_back();
        if let (Next::Board, Some(keeper)) = (&next, &mut self.keeper) {
            keeper.taken_back += 1;
        }
        next
    }

    fn take_back(&mut self) -> Next {
        let resigned = self.resigned.take();
        // The computer would only give up again: its opponent's move goes too.
        if resigned.is_some_and(|player| self.seats[player.index()] == Seat::Human) {
            return Next::Board;
        }
        let mut n_undone = 0;
        while self.session.undo() {
            n_undone += 1;
            if self.seats[self.session.to_move().index()] == Seat::Human {
                return Next::Board;
            }
        }
        // Only the computer has moved.
        for _ in 0..n_undone {
            self.session.redo();
        }
        self.resigned = resigned;
        self.screen.say("There is no move to take back.");
        Next::Ask
    }

    fn redo(&mut self) -> Next {
        if self.resigned.is_some() || !self.session.redo() {
            self.screen.say("There is no move to redo.");
            return Next::Ask;
        }
        while self.seats[self.session.to_move().index()] != Seat::Human && self.session.redo() {}
        Next::Board
    }

    fn flip(&mut self) -> Next {
        if !self.session.view().has_sides {
            self.screen.say("This board cannot be flipped.");
            return Next::Ask;
        }
        self.flipped = !self.flipped;
        Next::Board
    }

    fn restart(&mut self) -> Next {
        while self.session.undo() {}
        self.resigned = None;
        if let Some(keeper) = &mut self.keeper {
            keeper.begin();
        }
        Next::Board
    }

    fn resign(&mut self) -> Next {
        if self.verdict().is_some() {
            self.screen.say("The game is over already.");
            return Next::Ask;
        }
        self.fault = None;
        self.resigned = Some(self.session.to_move());
        Next::Board
    }

    fn save(&mut self, path: &str) -> Next {
        if path.is_empty() {
            self.screen.say("Which file? For example: save game.toml");
            return Next::Ask;
        }
        // Before anything is read: reading a store past SQLite would drop its locks.
        if let Err(error) = output_file::guard(Path::new(path)) {
            self.screen.say(&format!("{error}."));
            return Next::Ask;
        }
        // A game may be saved over a game, but over nothing else.
        let is_foreign = std::fs::read(path).is_ok_and(|bytes| {
            String::from_utf8(bytes).map_or(true, |text| GameFile::read(&text, path).is_err())
        });
        if is_foreign {
            self.screen.say(&format!("{path} exists and is not a saved game: choose another name."));
            return Next::Ask;
        }
        let file = GameFile::of(&self.session, self.resigned);
        let message = match output_file::write(Path::new(path), file.write()) {
            Ok(()) => format!("Saved to {path}; `load {path}` restores it."),
            Err(OutputError::Write { source, .. }) => format!("Could not write {path}: {source}."),
            Err(error) => format!("{error}."),
        };
        self.screen.say(&message);
        Next::Ask
    }

    fn load(&mut self, path: &str) -> Next {
        if path.is_empty() {
            self.screen.say("Which file? For example: load game.toml");
            return Next::Ask;
        }
        if zermelo_store::is_store(Path::new(path)) {
            self.screen.say(&format!("{path} is a store, not a saved game."));
            return Next::Ask;
        }
        let loaded = std::fs::read_to_string(path)
            .map_err(|error| format!("Could not read {path}: {error}."))
            .and_then(|text| {
                let file = GameFile::read(&text, path).map_err(|error| format!("{error}."))?;
                let game = catalog::open_for(&file.game, Permission::terminal())
                    .map_err(|error| format!("{path}: {error}."))?;
                let session = file.session().map_err(|error| format!("{path}: {error}."))?;
                Ok((file, game, session))
            });
        match loaded {
            Ok((file, game, session)) => {
                let table = Table::new(&game, session, self.seats.clone());
                (self.title, self.summary, self.move_help) = (table.title, table.summary, table.move_help);
                (self.session, self.flipped) = (table.session, table.flipped);
                (self.resigned, self.fault) = (file.resigned(), None);
                if let Some(keeper) = &mut self.keeper {
                    keeper.pass_over();
                }
                self.screen.say(&format!("Loaded {path}."));
                Next::Board
            }
            Err(message) => {
                self.screen.say_wrapped(&format!("{message} The current game continues."));
                Next::Ask
            }
        }
    }

    fn play(&mut self, line: &str) -> Next {
        if let (Some(verdict), Some(_)) = (self.verdict(), self.resigned) {
            self.screen.say(&format!(
                "The game is over ({verdict}). `new` starts a new game, `undo` takes back a \
                                      move."
            ));
            return Next::Ask;
        }
        let error = match self.session.play(line) {
            Ok(()) => return Next::Board,
            Err(error) => error,
        };
        let moves = self.session.moves();
        let mut texts: Vec<String> = moves.iter().map(|mv| mv.text.clone()).collect();
        texts.sort_by_cached_key(|text| typed_move::in_order(text));
        match typed_move::meant(line, &texts) {
            Meant::One(text) if self.session.play(text).is_ok() => return Next::Board,
            Meant::Several(found) => {
                self.screen.say_wrapped(&format!("`{line}` can mean {}", typed_move::told(&found)));
                return Next::Ask;
            }
            _ => {}
        }
        let view = self.session.view();
        let cell = view.cells.iter().position(|cell| cell.name == line.to_lowercase());
        let mut from_cell: Vec<&str> =
            moves.iter().filter(|mv| cell.is_some() && mv.from == cell).map(|mv| mv.text.as_str()).collect();
        from_cell.sort_by_cached_key(|text| typed_move::in_order(text));
        let pieces_move = moves.iter().any(|mv| mv.from.is_some());
        let message = if !from_cell.is_empty() {
            format!("From {line}: {}", typed_move::told(&from_cell))
        } else if let Some(cell) = cell.filter(|_| pieces_move && !moves.iter().any(|mv| mv.text == line)) {
            let us = self.session.to_move();
            match view.pieces.iter().find(|piece| piece.cell == cell) {
                Some(piece) if piece.owner == us => format!("The {} on {line} cannot move.", piece.kind),
                _ => format!(
                    "There is no {} piece on {line}: {}.",
                    self.name(us),
                    self.session.speak_cell(cell)
                ),
            }
        } else if let Some(command) = nearest(&line.to_lowercase(), COMMANDS).filter(|_| line.len() > 2) {
            format!("Unknown command `{line}`. Did you mean `{command}`?")
        } else {
            let steps = typed_move::as_steps(line).and_then(|steps| self.session.play(&steps).err());
            let mut message = steps.unwrap_or(error).to_string();
            if let Some(first) = message.get(..1) {
                message = first.to_uppercase() + &message[1..];
            }
            let hint = if moves.is_empty() { "" } else { " `moves` lists what you can play." };
            format!("{message}.{hint}")
        };
        self.screen.say_wrapped(&message);
        Next::Ask
    }
}

/// The cells to mark before anything is typed: where the one piece that moves can go (Isolation's token), or where a piece can
/// be placed if that is on few of the empty cells (Reversi).
fn given_targets(view: &View, moves: &[MoveView]) -> Vec<usize> {
    let Some(first) = moves.first() else { return Vec::new() };
    let is_given = moves.iter().all(|mv| mv.from == first.from && mv.column.is_none());
    let n_blocked = view.cells.iter().filter(|cell| cell.is_blocked).count();
    let n_empty = view.cells.len() - n_blocked - view.pieces.len();
    let is_few = first.from.is_some() || 2 * moves.len() <= n_empty;
    if is_given && is_few { moves.iter().filter_map(|mv| mv.to).collect() } else { Vec::new() }
}

/// Where text goes and lines come from.
struct Screen {
    /// Whether a person types here; piped lines are repeated, so that a transcript reads like a session.
    editor: Option<rustyline::Editor<Completer, rustyline::history::DefaultHistory>>,
    /// Whether standard output is kept for a JSON document.
    keep_stdout: bool,
    color: bool,
}

impl Screen {
    fn new(keep_stdout: bool) -> Screen {
        let editor = if !keep_stdout && io::stdin().is_terminal() && io::stdout().is_terminal() {
            let config = rustyline::Config::builder()
                .completion_type(rustyline::CompletionType::List)
                .auto_add_history(true)
                .build();
            rustyline::Editor::with_config(config).ok()
        } else {
            None
        };
        let choice = if keep_stdout {
            anstream::AutoStream::choice(&io::stderr())
        } else {
            anstream::AutoStream::choice(&io::stdout())
        };
        Screen { editor, keep_stdout, color: choice != anstream::ColorChoice::Never }
    }

    fn look(&self, flipped: bool) -> Look {
        Look::on_terminal(self.color, flipped)
    }

    fn say(&mut self, text: &str) {
        self.write(&format!("{text}\n"));
    }

    fn write(&mut self, text: &str) {
        if self.keep_stdout {
            let mut err = anstream::stderr();
            let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
        } else {
            crate::reply::print(text);
        }
    }

    /// Says something long without cutting a word.
    fn say_wrapped(&mut self, text: &str) {
        let width = self.look(false).width.clamp(20, 100);
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split(' ') {
                if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                    self.say(&line);
                    line.clear();
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            self.say(&line);
        }
    }

    /// The next line of input, or `None` at its end.
    fn ask(&mut self, prompt: &str, words: &[String]) -> Result<Option<String>, Failure> {
        if let Some(editor) = &mut self.editor {
            editor.set_helper(Some(Completer { words: words.to_vec() }));
            return match editor.readline(prompt) {
                Ok(line) => Ok(Some(line)),
                Err(ReadlineError::Eof) => Ok(None),
                Err(ReadlineError::Interrupted) => std::process::exit(130),
                Err(error) => Err(Failure::failed("io", format!("cannot read from the terminal: {error}"))),
            };
        }
        let is_typed = io::stdin().is_terminal();
        if is_typed {
            self.write(prompt);
        }
        let mut line = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) => Ok(None),
            Ok(_) => {
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                if !is_typed {
                    self.say(&format!("{prompt}{}", shown(&line)));
                }
                Ok(Some(line))
            }
            Err(error) => Err(Failure::failed("io", format!("cannot read standard input: {error}"))),
        }
    }
}

/// Completes moves and commands on the tab key.
struct Completer {
    words: Vec<String>,
}

impl rustyline::completion::Completer for Completer {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _context: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or_default();
        Ok((0, self.words.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

impl rustyline::hint::Hinter for Completer {
    type Hint = String;
}

impl rustyline::highlight::Highlighter for Completer {}
impl rustyline::validate::Validator for Completer {}
impl rustyline::Helper for Completer {}
