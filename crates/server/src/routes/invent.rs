//! Games that are written on the page. A text that is being typed is compiled and forgotten; only one that is played, checked or
//! studied is opened, and then it has an id as all games have.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_any::problem::{Place, Problem};
use zermelo_any::{GameCompiler, Outline};
use zermelo_catalog::game_check::{RandomGames, count_moves};
use zermelo_catalog::{OpenGame, Permission, RequestError, compiler, game_template, game_texts};
use zermelo_stats::binomial::wilson;

use super::Body;
use crate::api_error::{ApiError, Refusal};
use crate::app::App;
use crate::wire::{Statistic, View};

/// So many random games a check plays, unless time is up before.
const RANDOM_GAMES: u64 = 1000;

/// The random games of a check take no longer, and neither does the search for clauses that they never use.
const CHECK_TIME: Duration = Duration::from_secs(5);

/// A text of more lines is no game: a game has at most 300 clauses.
const MOST_LINES: usize = 4000;

/// The text of a game.
#[derive(Deserialize, ToSchema)]
pub struct GameText {
    /// The text: at most 64 kilobytes.
    text: String,
}

/// Games to begin from.
#[derive(Serialize, ToSchema)]
pub struct Templates {
    /// A small game with comments about what else may stand there.
    template: String,
    /// The games that come with the program.
    games: Vec<Template>,
    /// The most bytes of a text.
    most_bytes: usize,
}

/// A game to begin from.
#[derive(Serialize, ToSchema)]
pub struct Template {
    /// The name of its file.
    name: String,
    /// Its title.
    title: String,
    /// Its text.
    text: String,
}

/// What a text describes, or what is wrong with it.
#[derive(Serialize, ToSchema)]
pub struct TextDraft {
    /// The rules, if the text describes a game.
    rules: Option<RulesInWords>,
    /// The board at the start.
    view: Option<View>,
    /// What is wrong, in the order of the text.
    problems: Vec<TextProblem>,
    /// What is probably not meant.
    warnings: Vec<TextProblem>,
}

/// The rules in words.
#[derive(Serialize, ToSchema)]
pub struct RulesInWords {
    /// The id that the game has when it is opened.
    id: String,
    /// The title.
    title: String,
    /// Board and pieces.
    board: String,
    /// The rules, in sentences.
    rules: String,
    /// How long games are, whether they can be drawn, and the symmetries of the rules.
    facts: String,
    /// The numbers that can be chosen.
    parameters: Vec<RuleParameter>,
}

/// A number that can be chosen when the game is opened.
#[derive(Serialize, ToSchema)]
pub struct RuleParameter {
    /// Its name.
    name: String,
    /// Its usual value.
    value: usize,
    /// Its least.
    least: usize,
    /// Its most.
    most: usize,
}

/// Something about a place in a text.
#[derive(Serialize, ToSchema)]
pub struct TextProblem {
    /// The line, from 1; 0 if it is about the whole text.
    line: usize,
    /// The column, from 1; 0 if it is about the whole line.
    column: usize,
    /// How many characters it is about.
    length: usize,
    /// The sentence.
    message: String,
    /// The word that was probably meant.
    nearest: Option<String>,
}

/// A place in a text that is being written.
#[derive(Deserialize, ToSchema)]
pub struct WordsQuery {
    /// The text.
    text: String,
    /// The line, from 1.
    line: usize,
    /// The column of the cursor, from 1.
    column: usize,
}

/// The words that may stand at a place.
#[derive(Serialize, ToSchema)]
pub struct WordsThere {
    /// The words, as the language lists them.
    words: Vec<String>,
}

/// A game that was opened.
#[derive(Serialize, ToSchema)]
pub struct OpenedGame {
    /// Its id.
    game: String,
    /// Its title.
    title: String,
}

/// What is counted of a game that somebody has just written.
#[derive(Serialize, ToSchema)]
pub struct TextCheck {
    /// Its id.
    game: String,
    /// What the players are called.
    #[schema(min_items = 2, max_items = 2)]
    players: [String; 2],
    /// The most plies of a game.
    max_plies: usize,
    /// The number of move sequences of 1, 2, .. plies.
    perft: Vec<u64>,
    /// How many random games were played.
    games: u64,
    /// The share that the first player won.
    first_wins: Option<Statistic>,
    /// How many were drawn.
    draws: u64,
    /// The lengths: 5th percentile, median, 95th percentile.
    #[schema(min_items = 3, max_items = 3)]
    plies: [usize; 3],
    /// How many random games were looked at for unused clauses.
    clause_games: u64,
    /// The clauses that none of them used.
    unused: Vec<UnusedClause>,
}

/// A clause that no random game used.
#[derive(Serialize, ToSchema)]
pub struct UnusedClause {
    /// Its line.
    line: usize,
    /// What stands there.
    text: String,
}

impl From<&Problem> for TextProblem {
    fn from(problem: &Problem) -> TextProblem {
        let Place { line, column, length } = problem.place;
        TextProblem {
            line,
            column,
            length,
            message: problem.message.clone(),
            nearest: problem.nearest.clone(),
        }
    }
}

impl From<Outline> for RulesInWords {
    fn from(outline: Outline) -> RulesInWords {
        let parameter = |(name, value, [least, most]): (String, usize, [usize; 2])| RuleParameter {
            name,
            value,
            least,
            most,
        };
        RulesInWords {
            id: outline.id,
            title: outline.title,
            board: outline.board,
            rules: outline.rules,
            facts: outline.facts,
            parameters: outline.parameters.into_iter().map(parameter).collect(),
        }
    }
}

/// The compiler, for a text that is not too long.
fn compiler_for(text: &str) -> Result<&'static dyn GameCompiler, ApiError> {
    let too_long = |problem: String| {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", format!("the text {problem}"))
    };
    game_texts::check_length(text.len()).map_err(too_long)?;
    if text.lines().count() > MOST_LINES {
        return Err(too_long(format!("is too long: a game has at most {MOST_LINES} lines")));
    }
    Ok(compiler().ok_or(RequestError::NoFamilies)?)
}

/// Texts to begin from: a template, and the games that come with the program.
#[utoipa::path(get, path = "/invent", responses((status = OK, body = Templates), (status = "4XX", body = Refusal)))]
pub async fn templates() -> Result<Json<Templates>, ApiError> {
    let compiler = compiler_for("")?;
    let title = |text: &str| {
        let first = text.lines().find_map(|line| line.trim().strip_prefix("game "));
        first.unwrap_or_default().trim().to_owned()
    };
    let template = |&(name, text): &(&str, &str)| Template {
        name: name.to_owned(),
        title: title(text),
        text: text.to_owned(),
    };
    Ok(Json(Templates {
        template: game_template::titled("My Game"),
        games: compiler.shelf().iter().map(template).collect(),
        most_bytes: game_texts::MOST_BYTES,
    }))
}

/// Reads a text that is being written: the rules in words and the board at the start, or what is wrong. Nothing of it is kept.
#[utoipa::path(post, path = "/invent/draft", request_body = GameText,
    responses((status = OK, body = TextDraft), (status = "4XX", body = Refusal)))]
pub async fn draft(
    State(app): State<Arc<App>>,
    Body(query): Body<GameText>,
) -> Result<Json<TextDraft>, ApiError> {
    let compiler = compiler_for(&query.text)?;
    let read = app.search(None, move |_| compiler.draft(&query.text, "")).await?;
    let told = |problems: &[Problem]| problems.iter().map(TextProblem::from).collect();
    Ok(Json(match read {
        Ok(draft) => TextDraft {
            view: Some(View::from(&draft.board)),
            problems: Vec::new(),
            warnings: told(&draft.outline.warnings),
            rules: Some(draft.outline.into()),
        },
        Err(problems) => {
            TextDraft { rules: None, view: None, problems: told(&problems), warnings: Vec::new() }
        }
    }))
}

/// The words that may stand at a place of a text that is being written.
#[utoipa::path(post, path = "/invent/words", request_body = WordsQuery,
    responses((status = OK, body = WordsThere), (status = "4XX", body = Refusal)))]
pub async fn words(
    State(app): State<Arc<App>>,
    Body(query): Body<WordsQuery>,
) -> Result<Json<WordsThere>, ApiError> {
    let compiler = compiler_for(&query.text)?;
    let WordsQuery { text, line, column } = query;
    let place = Place { line, column, length: 0 };
    let words = app.search(None, move |_| compiler.words_at(&text, place)).await?;
    Ok(Json(WordsThere { words }))
}

/// Opens the game of a text, so that everything else can be asked for by its id. A page sends the text again when the server does not
/// know the id any more.
#[utoipa::path(post, path = "/invent/open", request_body = GameText,
    responses((status = OK, body = OpenedGame), (status = "4XX", body = Refusal)))]
pub async fn open(
    State(app): State<Arc<App>>,
    Body(query): Body<GameText>,
) -> Result<Json<OpenedGame>, ApiError> {
    compiler_for(&query.text)?;
    let opened = app.search(None, move |_| game_texts::open_sent(&query.text)).await??;
    Ok(Json(OpenedGame { game: opened.game.id(), title: opened.game.about().title.to_owned() }))
}

/// Counts what can be counted of a game in a few seconds: move sequences, the results of random games, and clauses that are never used.
#[utoipa::path(post, path = "/invent/check", request_body = GameText,
    responses((status = OK, body = TextCheck), (status = "4XX", body = Refusal)))]
pub async fn check(
    State(app): State<Arc<App>>,
    Body(query): Body<GameText>,
) -> Result<Json<TextCheck>, ApiError> {
    let compiler = compiler_for(&query.text)?;
    let checked = app.search(None, move |stop| {
        let opened = game_texts::open_sent(&query.text)?;
        let game = OpenGame::new(opened.game.into(), Permission::server());
        let in_time = || {
            let begun = Instant::now();
            move || !stop.is_stopped() && begun.elapsed() < CHECK_TIME
        };
        let perft = count_moves(&game, &in_time());
        let random = RandomGames::play(&game, RANDOM_GAMES, &in_time());
        let unused = compiler.unused_clauses(&query.text, "", random.n(), &in_time());
        let unused = unused.map_err(|problems| RequestError::game_text("the text", &query.text, problems))?;
        let line_of = |line: usize| query.text.lines().nth(line.wrapping_sub(1)).unwrap_or_default().trim();
        let clause = |problem: &Problem| UnusedClause {
            line: problem.place.line,
            text: line_of(problem.place.line).to_owned(),
        };
        Ok(TextCheck {
            game: game.id(),
            players: game.about().players.map(str::to_owned),
            max_plies: game.max_plies(),
            perft,
            games: random.n(),
            first_wins: share_of_first(&random),
            draws: random.results[2],
            plies: [0.05, 0.5, 0.95].map(|share| random.quantile(share)),
            clause_games: unused.n_games,
            unused: if unused.n_games == 0 {
                Vec::new()
            } else {
                unused.clauses.iter().map(clause).collect()
            },
        })
    });
    checked.await?.map(Json)
}

/// The share of games that the first player won, if there were any.
fn share_of_first(random: &RandomGames) -> Option<Statistic> {
    const LEVEL: f64 = 0.95;
    let (wins, n) = (random.results[0], random.n());
    let (low, high) = wilson(wins, n, LEVEL).ok()?;
    let method = "Wilson".to_owned();
    (n > 0).then(|| Statistic { value: wins as f64 / n as f64, low, high, level: LEVEL, n, method })
}
