//! `zermelo check`: what a game written as text describes, in words and numbers, or what is wrong with it.

use clap::Args as ClapArgs;
use serde_json::{Value, json};
use zermelo_any::problem::{Problem, render_all};
use zermelo_any::{Folder, GameCompiler, Outline, Permission};
use zermelo_catalog::game_check::{RandomGames, count_moves};
use zermelo_catalog::{OpenGame, RequestError, catalog, compiler, game_texts};
use zermelo_stats::binomial::wilson;

use crate::reply::{Failure, Reply};
use zermelo_terminal::number::{grouped, percent};
use zermelo_terminal::prose::wrapped;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo check lastnight.game\n  \
                  zermelo check lastnight.game:size=6\n  \
                  zermelo check hex\n\n\
                  Prints the rules in words, the longest game, the symmetries, the number of move sequences (perft), \
                  the results of 1,000 random games, and clauses that none of them used. The exit code is 1 if \
                  the text has mistakes. `zermelo new NAME` writes a file to begin with.")]
pub struct CheckArgs {
    /// The file, such as `lastnight.game`, with parameters behind a colon; or a game of the shelf.
    pub game: String,
    /// Random games to play.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
}

/// Checks a text.
pub fn run(args: &CheckArgs) -> Result<Reply, Failure> {
    let compiler = compiler().ok_or(RequestError::NoFamilies)?;
    let (place, text, parameters) = find(&args.game)?;
    let outline = match compiler.check(&text, &parameters) {
        Ok(outline) => outline,
        Err(problems) => return Ok(refused(&place, &text, &problems)),
    };
    let bad = |problems| RequestError::game_text(&place, &text, problems);
    let game = compiler.open(&text, &parameters).map_err(bad)?;
    let game = OpenGame::new(game.into(), Permission::terminal());
    accepted(args, &place, &text, &parameters, compiler, &outline, &game)
}

/// The text that an id means, what to call it, and the parameters.
fn find(id: &str) -> Result<(String, String, String), Failure> {
    if let Some((file, parameters)) = game_texts::file_of(id) {
        let folder = Folder::new(std::path::Path::new(""), Permission::terminal());
        let path = folder.file(file).map_err(|refusal| RequestError::forbidden(file, refusal))?;
        if path.exists() {
            return Ok((file.to_owned(), game_texts::read(&path)?, parameters.to_owned()));
        }
    }
    // A game of the shelf, by its name or by the name of its file.
    let name = id.replacen(game_texts::ENDING, "", 1);
    let (plain, parameters) = name.split_once(':').unwrap_or((&name, ""));
    if let Some(text) = game_texts::text_named(&name) {
        return Ok((id.to_owned(), text.to_string(), parameters.to_owned()));
    }
    catalog::open_for(id, Permission::terminal())?;
    let problem = format!(
        "{plain} is compiled into the program, so there is no text to check; `zermelo games {plain}` describes it"
    );
    Err(Failure::wrong("unknown-game", problem))
}

fn refused(place: &str, text: &str, problems: &[Problem]) -> Reply {
    let n = problems.len();
    let told = render_all(problems, place, text);
    let s = if n == 1 { "" } else { "s" };
    let json = json!({ "file": place, "problems": problems });
    Reply::new(json, format!("{told}\n{n} problem{s}; the language: docs/manual/game-language.md\n"))
        .failing()
}

fn accepted(
    args: &CheckArgs,
    place: &str,
    text: &str,
    parameters: &str,
    compiler: &dyn GameCompiler,
    outline: &Outline,
    game: &OpenGame,
) -> Result<Reply, Failure> {
    let go_on = &|| true;
    let perft = count_moves(game, go_on);
    let random = Told(RandomGames::play(game, args.games, go_on));
    let bad = |problems| RequestError::game_text(place, text, problems);
    let unused = compiler.unused_clauses(text, parameters, args.games, go_on).map_err(bad)?.clauses;

    let mut told = wrapped(&format!("{place}: \"{}\", {}", outline.title, outline.board));
    told.push_str(&wrapped(&format!("In words: {}", outline.rules)));
    told.push_str(&wrapped(&outline.facts));
    let counts: Vec<String> = perft.iter().map(|&count| grouped(count)).collect();
    told.push_str(&wrapped(&format!("Moves: {} (perft 1-{}).", counts.join(", "), counts.len())));
    told.push_str(&wrapped(&random.in_words(game)?));
    for (name, value, [least, most]) in &outline.parameters {
        told.push_str(&wrapped(&format!("Parameter: {name}={value}, from {least} to {most}.")));
    }
    if !unused.is_empty() {
        told.push_str(&wrapped(&format!("Never used in {} random games:", grouped(args.games))));
        for problem in &unused {
            let line = text.lines().nth(problem.place.line.wrapping_sub(1)).unwrap_or_default().trim();
            told.push_str(&format!("  line {} `{line}`\n", problem.place.line));
        }
    }
    for warning in &outline.warnings {
        told.push_str(&wrapped(&format!("Warning, line {}: {}", warning.place.line, warning.message)));
    }
    // A family may have the name of a game of the shelf.
    let is_family = catalog::entries().iter().any(|entry| args.game.split(':').next() == Some(&entry.id));
    let name = if is_family { &outline.id } else { &args.game };
    told.push_str(&format!(
        "\nId: {}. Play it: zermelo play {}\n",
        outline.id,
        zermelo_results::command_text::quoted(name)
    ));
    let json = json!({
        "file": place,
        "id": outline.id,
        "title": outline.title,
        "board": outline.board,
        "rules": outline.rules,
        "facts": outline.facts,
        "parameters": outline.parameters.iter().map(|(name, value, range)| {
            json!({ "name": name, "value": value, "range": range })
        }).collect::<Vec<Value>>(),
        "max_plies": game.max_plies(),
        "can_draw": game.can_draw(),
        "perft": perft,
        "random_games": random.json()?,
        "unused": unused,
        "warnings": outline.warnings,
    });
    Ok(Reply::new(json, told))
}

/// The results of random games, told.
struct Told(RandomGames);

impl Told {
    /// The share of games that one side won, with its 95 % interval.
    fn share(&self, place: usize) -> Result<[f64; 3], Failure> {
        let (wins, all) = (self.0.results[place], self.0.n());
        let (low, high) =
            wilson(wins, all, 0.95).map_err(|error| Failure::failed("statistics", error.to_string()))?;
        Ok([wins as f64 / all as f64, low, high])
    }

    fn in_words(&self, game: &OpenGame) -> Result<String, Failure> {
        let [share, low, high] = self.share(0)?;
        let first = game.about().players[0];
        let draws = match self.0.results[2] {
            0 => String::new(),
            draws => format!(", draws {}", percent(draws as f64 / self.0.n() as f64)),
        };
        Ok(format!(
            "{} random games: {first} (who moves first) wins {} (95 % interval {} to {}){draws}; median length {} \
             plies, 5th to 95th percentile {} to {}.",
            grouped(self.0.n()),
            percent(share),
            percent(low),
            percent(high),
            self.0.quantile(0.5),
            self.0.quantile(0.05),
            self.0.quantile(0.95),
        ))
    }

    fn json(&self) -> Result<Value, Failure> {
        let [share, low, high] = self.share(0)?;
        Ok(json!({
            "games": self.0.n(),
            "first_wins": self.0.results[0],
            "second_wins": self.0.results[1],
            "draws": self.0.results[2],
            "first_share": { "value": share, "low": low, "high": high },
            "plies": { "median": self.0.quantile(0.5), "low": self.0.quantile(0.05), "high": self.0.quantile(0.95) },
        }))
    }
}
