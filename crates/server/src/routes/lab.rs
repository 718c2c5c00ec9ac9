//! A game measured for its designer.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_experiments::experiment::read_result;
use zermelo_experiments::game_analysis::{
    AnalysisResult, Effort, Estimate, Ladder, NotableGame, Shows, Side, SoFar, Stage, rests_on,
    significant_differences,
};
use zermelo_experiments::{game_of, run_report, study_game};
use zermelo_report::Block;
use zermelo_report::number::count;
use zermelo_store::{Run, Store};

use super::runs::{Begun, FigureCard, blocking, figures_of, prose_of};
use super::{Asked, Body};
use crate::api_error::{ApiError, Refusal};
use crate::app::{App, read_store};
use crate::runs::{RunRow, State as RunState};

/// Which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LabQuery {
    /// The game's id.
    game: String,
    /// Another game to compare it with.
    vs: Option<String>,
}

/// What is known of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Lab)]
pub struct LabPage {
    /// The run that measures it, or has.
    run: Option<RunRow>,
    /// What was found, also while it is still being measured.
    portrait: Option<Portrait>,
    /// How much more the other game has of what the cards tell, where both were measured.
    differences: Vec<Difference>,
}

/// How much two games differ.
#[derive(Serialize, ToSchema)]
pub struct Difference {
    /// The card.
    card: String,
    /// How much more the other game has of it, with its interval.
    text: String,
}

/// A portrait of a game.
#[derive(Serialize, ToSchema)]
pub struct Portrait {
    /// The run that measured it, which has the figures.
    run: String,
    /// The game's id.
    game: String,
    /// The game's name.
    title: String,
    /// The most important thing, in a sentence.
    headline: String,
    /// Everything that can be said in sentences.
    sentences: Vec<String>,
    /// The six questions.
    cards: Vec<Card>,
    /// Everything else.
    sections: Vec<PortraitSection>,
    /// Games to look at.
    games: Vec<PortraitGame>,
}

/// A question and its answer.
#[derive(Serialize, ToSchema)]
#[schema(as = PortraitCard)]
pub struct Card {
    /// The question.
    name: String,
    /// The answer.
    value: String,
    /// Its interval.
    interval: String,
    /// How many observations it rests on.
    n: u64,
    /// Who played.
    strength: String,
    /// What it means.
    sentence: String,
    /// Why not to trust it too far.
    caution: Option<String>,
    /// What is being played for it, while it is not known.
    pending: Option<String>,
}

/// A part of the report.
#[derive(Serialize, ToSchema)]
pub struct PortraitSection {
    /// What it is about.
    title: String,
    /// What is said.
    sentences: Vec<String>,
    /// Its figures.
    figures: Vec<FigureCard>,
    /// Its first table.
    table: Option<PortraitTable>,
    /// What is being played for it, while it is not known.
    pending: Option<String>,
}

/// A table.
#[derive(Serialize, ToSchema)]
pub struct PortraitTable {
    /// What it shows.
    title: String,
    /// The names of the columns.
    columns: Vec<String>,
    /// What the cells show.
    rows: Vec<Vec<String>>,
}

/// A game to look at.
#[derive(Serialize, ToSchema)]
pub struct PortraitGame {
    /// Why this one.
    title: String,
    /// The run.
    run: String,
    /// The game's number.
    index: u64,
}

/// What is known of a game: the newest portrait in the store.
#[utoipa::path(get, path = "/lab", params(LabQuery),
    responses((status = OK, body = LabPage), (status = "4XX", body = Refusal)))]
pub async fn lab(
    State(app): State<Arc<App>>,
    Asked(query): Asked<LabQuery>,
) -> Result<Json<LabPage>, ApiError> {
    blocking(move || {
        let game = zermelo_catalog::open(&query.game)?.id();
        let rows = app.run_feed.rows(&app.runner)?;
        let is_of = |row: &&RunRow| is_portrait_of(row, &game);
        let newest = rows.iter().find(is_of).cloned();
        let complete = rows.iter().filter(is_of).find(|row| row.state == RunState::Finished);
        let store = read_store(&app.settings.store)?;
        // While a game is measured again, what was found before stays; otherwise what is known so far is shown.
        let portrait = match (complete.or(newest.as_ref()), &store) {
            (Some(row), Some(store)) => Some(portrait_of(store, &store.find_run(&row.name)?)?),
            _ => None,
        };
        let own = complete.zip(store.as_ref()).map(|(row, store)| result_of(store, &row.name)).transpose()?;
        let other = match (&query.vs, &store) {
            (Some(vs), Some(store)) => {
                let id = zermelo_catalog::open(vs)?.id();
                let is_other = |row: &&RunRow| is_portrait_of(row, &id) && row.state == RunState::Finished;
                rows.iter().find(is_other).map(|row| result_of(store, &row.name)).transpose()?
            }
            _ => None,
        };
        let differences = own.zip(other).map_or_else(Vec::new, |(own, other)| differences(&own, &other));
        Ok(Json(LabPage { run: newest, portrait, differences }))
    })
    .await
}

fn is_portrait_of(row: &RunRow, game: &str) -> bool {
    let id = row.game.as_deref().and_then(|id| zermelo_catalog::open(id).ok());
    row.kind == "portrait" && id.is_some_and(|opened| opened.id() == game)
}

/// What to measure.
#[derive(Deserialize, ToSchema)]
pub struct MeasureQuery {
    /// The game's id.
    game: String,
    /// Half a minute instead of some.
    #[serde(default)]
    quick: bool,
}

/// Measures a game.
#[utoipa::path(post, path = "/lab", request_body = MeasureQuery,
    responses((status = OK, body = Begun), (status = "4XX", body = Refusal)))]
pub async fn measure(
    State(app): State<Arc<App>>,
    Body(query): Body<MeasureQuery>,
) -> Result<Json<Begun>, ApiError> {
    blocking(move || {
        let effort = if query.quick { Effort::Quick } else { Effort::Full };
        let experiment = study_game(&zermelo_catalog::open(&query.game)?, effort)?;
        Ok(Json(app.runner.start(experiment, None)?.into()))
    })
    .await
}

/// What was found of a game in a finished run.
fn result_of(store: &Store, name: &str) -> Result<AnalysisResult, ApiError> {
    let unreadable = |problem: String| ApiError::conflict("unreadable", problem);
    let run = store.find_run(name)?;
    let json = run.result.as_deref().unwrap_or_default();
    let result = read_result(&run.kind, json).map_err(unreadable)?;
    let analysis = result.downcast_ref::<AnalysisResult>().cloned();
    analysis.ok_or_else(|| unreadable(format!("{name} is not a game study")))
}

/// What is known of a game by a run, finished or not.
fn portrait_of(store: &Store, run: &Run) -> Result<Portrait, ApiError> {
    let (result, now) = if run.result.is_some() {
        (Some(result_of(store, &run.name)?), None)
    } else {
        let events = store.events(run.id)?;
        let so_far = SoFar::of(&events);
        let is_solved = events.iter().any(|event| event.kind == "solved");
        (so_far.result, Some(Now { stage: so_far.stage, is_solved }))
    };
    let report = run_report::report_so_far(store, run)?;
    let drawn = figures_of(&report);
    let sections = report.sections.iter().map(|section| {
        let figures = section.blocks.iter().filter_map(|block| match block {
            Block::Chart(chart) => drawn.iter().find(|figure| figure.title == chart.title()).cloned(),
            _ => None,
        });
        let table = section.blocks.iter().find_map(|block| match block {
            Block::Table(table) => {
                let (columns, rows) = table.texts();
                Some(PortraitTable { title: table.title().to_owned(), columns, rows })
            }
            _ => None,
        });
        let is_known = !section.blocks.is_empty();
        let needed = rests_on(&section.title);
        PortraitSection {
            title: section.title.clone(),
            sentences: prose_of(&section.blocks),
            figures: figures.collect(),
            table,
            pending: now.filter(|_| !is_known).map(|now| now.waits_for(needed)),
        }
    });
    let game = game_of(&run.experiment, &run.name)?;
    let title = zermelo_catalog::open(&game)?.title().to_owned();
    let sentences = result.as_ref().map(|result| result.sentences.clone()).unwrap_or_default();
    Ok(Portrait {
        run: run.name.clone(),
        headline: sentences.first().cloned().unwrap_or_default(),
        sentences,
        cards: cards_of(result.as_ref(), now),
        sections: sections.collect(),
        games: result.map_or_else(Vec::new, |result| games_of(run, &result)),
        game,
        title,
    })
}

/// What a portrait that is not finished is at.
#[derive(Clone, Copy)]
struct Now {
    stage: Stage,
    /// What best play comes to is looked for before anything is played.
    is_solved: bool,
}

impl Now {
    /// What is being played, and, if that is something else, what has to be played for this.
    fn waits_for(self, needed: Stage) -> String {
        if !self.is_solved {
            return format!("Solving the start position; then come {}.", played_in(needed));
        }
        if needed == self.stage {
            return format!("Being played: {}.", played_in(needed));
        }
        format!("Waiting for {}; being played: {}.", played_in(needed), played_in(self.stage))
    }
}

fn played_in(stage: Stage) -> &'static str {
    match stage {
        Stage::Games => "self-play games at every level",
        Stage::Ladder => "matches against half the nodes",
        Stage::FirstMoves => "games after every first move",
        Stage::Knowledge => "games without each heuristic, and games with copied moves",
    }
}

/// Games to look at.
fn games_of(run: &Run, result: &AnalysisResult) -> Vec<PortraitGame> {
    let title = |one: &NotableGame| match one.shows {
        Shows::Median if one.value == 1.0 => "Median length: 1 ply".to_owned(),
        Shows::Median => format!("Median length: {:.0} plies", one.value),
        Shows::Drama if one.value == 1.0 => "Most dramatic: the lead changed once".to_owned(),
        Shows::Drama => format!("Most dramatic: the lead changed {:.0} times", one.value),
        Shows::Upset => format!("Biggest upset: won from {:.0} %", 100.0 * one.value),
    };
    let game = |one: &NotableGame| PortraitGame { title: title(one), run: run.name.clone(), index: one.game };
    result.notable_games.iter().map(game).collect()
}

/// What the cards tell as numbers: the card, the estimate, and whether it is a share.
fn estimates(result: &AnalysisResult) -> [(&'static str, Option<Estimate>, bool); 5] {
    let strongest = result.levels.last();
    [
        ("Fair?", strongest.and_then(|level| level.score), true),
        ("Decisive?", strongest.and_then(|level| level.endings.decided), true),
        ("How long?", strongest.and_then(|level| Some(level.length.as_ref()?.median)), false),
        ("Rich?", result.branching.as_ref().and_then(|branching| branching.moves), false),
        ("Tense?", result.tension.decided_at, true),
    ]
}

/// How much more the other game has of what the cards tell. Games of two runs know nothing of each other, so the distances of the
/// ends of both intervals add up like the sides of a right angle.
fn differences(own: &AnalysisResult, other: &AnalysisResult) -> Vec<Difference> {
    let both = estimates(own).into_iter().zip(estimates(other));
    let found: Vec<(&str, [f64; 3], bool)> = both
        .filter_map(|((card, own, is_share), (_, other, _))| {
            let (own, other) = (own?, other?);
            let value = other.value - own.value;
            let low = value - (other.value - other.low).hypot(own.high - own.value);
            let high = value + (other.high - other.value).hypot(own.value - own.low);
            Some((card, [value, low, high], is_share))
        })
        .collect();
    let sides =
        significant_differences(&found.iter().map(|(_, difference, _)| *difference).collect::<Vec<_>>());
    let tell = |((card, [value, low, high], is_share), side): ((&str, [f64; 3], bool), Side)| {
        let number = |number: f64| {
            let text = if is_share { format!("{:+.0}", 100.0 * number) } else { format!("{number:+.1}") };
            text.replace('-', "\u{2212}")
        };
        let unit = if is_share { " points" } else { "" };
        let verdict = match side {
            Side::Neither if low > 0.0 || high < 0.0 => ", not significant with all comparisons (Holm)",
            Side::Neither => ", not significant",
            Side::More | Side::Less => "",
        };
        let text = format!("{}{unit} (95 % CI {} to {}){verdict}", number(value), number(low), number(high));
        Difference { card: card.to_owned(), text }
    };
    found.into_iter().zip(sides).map(tell).collect()
}

/// The six questions a designer asks. Of a portrait that is not finished, some may have no answer yet.
fn cards_of(known: Option<&AnalysisResult>, now: Option<Now>) -> Vec<Card> {
    const QUESTIONS: [&str; 6] = ["Fair?", "Decisive?", "How long?", "Rich?", "Tense?", "Deep?"];
    let Some(result) = known else {
        let pending = |name: &str| Card {
            name: name.to_owned(),
            value: String::new(),
            interval: String::new(),
            n: 0,
            strength: String::new(),
            sentence: String::new(),
            caution: None,
            pending: Some(now.map_or_else(String::new, |now| now.waits_for(Stage::Games))),
        };
        return QUESTIONS.into_iter().map(pending).collect();
    };
    let strength = &result.strongest;
    let strongest = result.levels.last();
    let told = |estimate: &Estimate, is_share: bool| {
        let Estimate { value, low, high, n, .. } = *estimate;
        if is_share {
            let interval = format!("{:.0} to {:.0} %", 100.0 * low, 100.0 * high);
            (format!("{:.0} %", 100.0 * value), interval, n)
        } else {
            (format!("{value:.1}"), format!("{low:.1} to {high:.1}"), n)
        }
    };
    let length = strongest.and_then(|level| {
        let length = level.length.as_ref()?;
        Some((
            if length.median.value == 1.0 {
                "1 ply".to_owned()
            } else {
                format!("{:.0} plies", length.median.value)
            },
            format!("5th to 95th percentile: {:.0} to {:.0}", length.middle[0], length.middle[1]),
            level.games,
        ))
    });
    let depth = result.ladder.as_ref().map(|ladder| {
        let [elo, low, high] = ladder.elo;
        let games = ladder.rungs.iter().map(|rung| rung.games.games).sum();
        let levels = if ladder.levels == 1 { "level" } else { "levels" };
        (
            format!("{} {levels}", ladder.levels),
            format!("{elo:+.0} Elo in all, 95 % CI {low:+.0} to {high:+.0}"),
            games,
        )
    });
    let ladder_players = result.ladder.as_ref().map_or_else(|| strength.clone(), Ladder::who);
    let most = result.ladder.as_ref().and_then(|ladder| ladder.rungs.last()).map_or(0, |rung| rung.nodes[1]);
    let deep = format!(
        "of skill: doublings of the search that gain significantly (up to {} nodes a move)",
        count(most)
    );
    let fair = {
        let all = result.fairness().map_or_else(String::new, |fairness| format!(" {fairness}"));
        format!("is the first player's score at the highest level; 50 % is even.{all}")
    };
    let sentence = |name: &str| match name {
        "Fair?" => fair.as_str(),
        "Decisive?" => "of the games have a winner",
        "How long?" => "is the median length of a game, counting the moves of both players",
        "Rich?" => "legal moves in a position, on average",
        "Tense?" => "of the plies are played when a game is decided, on average",
        _ => deep.as_str(),
    };
    // A solution that favours another player comes first: without a word on why, the card would contradict the headline.
    let solved =
        result.proof_and_games().zip(result.solution()).map(|(why, solution)| format!("{solution} {why}"));
    // Where stronger play changes who wins, still stronger play may change it again.
    let is_changing = result.growth.is_some_and(|growth| growth.low > 0.0 || growth.high < 0.0);
    let caution = solved.or_else(|| result.change_with_strength().filter(|_| is_changing));
    let card = |name: &str| {
        let numbers = estimates(result).into_iter().find(|(known, ..)| *known == name);
        let answer = match name {
            "How long?" => length.clone(),
            "Deep?" => depth.clone(),
            _ => numbers.and_then(|(_, estimate, is_share)| Some(told(&estimate?, is_share))),
        };
        let (value, interval, n) = answer.unwrap_or_else(|| ("not known".to_owned(), String::new(), 0));
        let open = now.filter(|now| name == "Deep?" && now.stage == Stage::Ladder);
        Card {
            name: name.to_owned(),
            value,
            interval,
            n,
            strength: if name == "Deep?" { &ladder_players } else { strength }.clone(),
            sentence: sentence(name).to_owned(),
            caution: caution.clone().filter(|_| name == "Fair?"),
            pending: open.map(|now| now.waits_for(Stage::Ladder)),
        }
    };
    QUESTIONS.into_iter().map(card).collect()
}
