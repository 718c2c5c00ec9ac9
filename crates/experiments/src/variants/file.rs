//! The experiment file of variants.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::{Table, Value};
use zermelo_any::Folder;
use zermelo_any::problem::Problem;
use zermelo_catalog::{OpenGame, RequestError, catalog, compiler, game_texts};
use zermelo_game_analysis::{AnalysisPlan, Effort};
use zermelo_kind::form;
use zermelo_kind::limits::{self, within};

use super::form::FORM;
use crate::experiment::Experiment;
use crate::series::{SeriesPlan, Stage};

/// Variants as they are to be compared.
#[derive(Clone)]
pub struct VariantsPlan {
    /// What is compared, in this order.
    pub variants: Vec<Variant>,
    /// The study of each, as stages.
    pub series: SeriesPlan,
}

/// A game that is compared with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// What people call it: `size 6, pawns 2`.
    pub label: String,
    /// The stage that studies it: `size-6-pawns-2`.
    pub stage: String,
    /// Its id.
    pub game: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(default)]
    vary: BTreeMap<String, Vec<u64>>,
    #[serde(default)]
    variants: Vec<String>,
    study: Option<Table>,
}

impl VariantsPlan {
    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str, folder: Folder) -> Result<VariantsPlan, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let (common, file) = form::read::<File>(text, FORM).map_err(bad)?;
        if common.game.is_empty() && !file.vary.is_empty() {
            return Err(bad(
                "vary: name the game whose parameters these are, such as game = \"hex\"".to_owned()
            ));
        }
        let mut games = Vec::new();
        if !common.game.is_empty() {
            let n_combinations = file.vary.values().map(Vec::len).fold(1, usize::saturating_mul);
            if let Some((name, _)) = file.vary.iter().find(|(_, values)| values.is_empty()) {
                return Err(bad(format!("vary: {name} = []: expected at least one value")));
            }
            within("the number of variants", n_combinations.max(2), limits::VARIANTS).map_err(bad)?;
            let base = catalog::open_in(&common.game, folder)?;
            if common.game.contains(':') && !file.vary.is_empty() {
                let problem = format!(
                    "`{}`: where parameters vary, name the game without parameters, and give each of them the values to \
                     compare, also if it is only one (`vary` in a file, `--option NAME=VALUES` in a command)",
                    common.game
                );
                return Err(bad(problem));
            }
            let mut vary: Vec<(String, Vec<u64>)> = file.vary.into_iter().collect();
            let order = parameters_of(&base);
            vary.sort_by_key(|(name, _)| order.iter().position(|known| known == name));
            for parameters in combinations(&vary) {
                let game = open(&base, &common.game, &parameters, place)?;
                let label = if parameters.is_empty() { called(&game) } else { in_words(&parameters) };
                games.push((label, game));
            }
        }
        for name in &file.variants {
            let game = catalog::open_in(name, folder)?;
            games.push((called(&game), game));
        }
        within("the number of variants", games.len(), limits::VARIANTS).map_err(bad)?;
        let variants = named(games).map_err(bad)?;
        let mut stages = Vec::new();
        for variant in &variants {
            let title = format!("{}: {}", common.title, variant.label);
            let text = study(&file.study, &variant.game, &title, common.reference_speed).map_err(bad)?;
            let here = format!("{place}: {}", variant.label);
            let experiment = Experiment::parse_part(variant.stage.clone(), text, &here, folder)?;
            stages.push(Stage { name: variant.stage.clone(), experiment });
        }
        let seed = common.seed;
        let mut series = SeriesPlan { common, stages };
        series.derive_seeds(seed);
        Ok(VariantsPlan { variants, series })
    }
}

/// The parameters of a game written as text, in the order of its text.
fn parameters_of(game: &OpenGame) -> Vec<String> {
    let outline = game_texts::text_of(&game.id()).and_then(|text| compiler()?.check(&text, "").ok());
    outline.into_iter().flat_map(|outline| outline.parameters).map(|(name, ..)| name).collect()
}

/// Every combination of the values, in order.
fn combinations(vary: &[(String, Vec<u64>)]) -> Vec<Vec<(&str, u64)>> {
    vary.iter().fold(vec![Vec::new()], |all, (name, values)| {
        let with = |before: &Vec<(_, _)>, value: u64| {
            before.iter().copied().chain([(name.as_str(), value)]).collect::<Vec<_>>()
        };
        all.iter().flat_map(|before| values.iter().map(move |&value| with(before, value))).collect()
    })
}

/// The game with these parameters.
fn open(
    base: &OpenGame,
    name: &str,
    parameters: &[(&str, u64)],
    place: &str,
) -> Result<OpenGame, RequestError> {
    if parameters.is_empty() {
        return Ok(base.clone());
    }
    let text: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let text = text.join(",");
    match game_texts::text_of(&base.id()) {
        Some(rules) => {
            let opened = game_texts::open_text(&rules, &text, &format!("{place}: {name}:{text}"));
            let opened = opened.map_err(|error| in_vary(error, parameters, place))?;
            catalog::open(&opened.game.id())
        }
        None => catalog::open(&format!("{name}:{text}")).map_err(|error| {
            // A game that is compiled in may be there as text, too, and have more parameters so.
            let as_text = format!("{name}.game");
            let known = catalog::open(&as_text).map(|game| parameters_of(&game)).unwrap_or_default();
            match known.is_empty() {
                true => error,
                false => {
                    let problem = format!("{error}. `{as_text}` has {}", known.join(", "));
                    RequestError::Experiment { place: place.to_owned(), problem }
                }
            }
        }),
    }
}

/// What is wrong with parameters, as a mistake of the file that varies them and not of the game.
fn in_vary(error: RequestError, parameters: &[(&str, u64)], place: &str) -> RequestError {
    let RequestError::GameText { problems, .. } = &error else { return error };
    let Some(Problem { message, nearest, .. }) = problems.first() else { return error };
    let is_meant = |(name, value): &&(&str, u64)| message.contains(&format!("`{name}={value}`"));
    let key = parameters.iter().find(is_meant).map(|(name, _)| format!("{name}: ")).unwrap_or_default();
    let hint = nearest.iter().map(|near| format!("; did you mean `{near}`?")).collect::<String>();
    RequestError::Experiment { place: place.to_owned(), problem: format!("vary: {key}{message}{hint}") }
}

/// `size 6, pawns 2`.
fn in_words(parameters: &[(&str, u64)]) -> String {
    let words: Vec<String> = parameters.iter().map(|(name, value)| format!("{name} {value}")).collect();
    words.join(", ")
}

/// A game by its title and its parameters.
fn called(game: &OpenGame) -> String {
    let id = game.id();
    match id.split_once(':') {
        Some((_, parameters)) => {
            format!("{} {}", game.title(), parameters.replace('=', " ").replace(',', ", "))
        }
        None => game.title().to_owned(),
    }
}

/// The variants with names that are all different.
fn named(games: Vec<(String, OpenGame)>) -> Result<Vec<Variant>, String> {
    let mut variants: Vec<Variant> = Vec::new();
    let mut labels = BTreeSet::new();
    for (label, game) in games {
        let game = game.id();
        if let Some(other) = variants.iter().find(|other| other.game == game) {
            return Err(format!(
                "{label} and {} are the same game, {game}: leave one of them out",
                other.label
            ));
        }
        // Two texts may have the same title: then the hash of the rules tells them apart.
        let label = if labels.insert(label.clone()) { label } else { game.clone() };
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let words: String = label.chars().map(plain).collect();
        let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
        let mut stage = words.join("-");
        while stage.is_empty() || variants.iter().any(|other| other.stage == stage) {
            stage.push_str("-2");
        }
        variants.push(Variant { label, stage, game });
    }
    Ok(variants)
}

/// The experiment that studies a variant.
fn study(settings: &Option<Table>, game: &str, title: &str, speed: Option<u64>) -> Result<String, String> {
    let Some(settings) = settings else {
        let mut plan = AnalysisPlan::of(game, Effort::Comparison);
        plan.common.title = title.to_owned();
        plan.common.reference_speed = speed;
        return Ok(plan.text());
    };
    let mut text = Table::new();
    for (key, value) in [("kind", "portrait"), ("title", title), ("game", game)] {
        text.insert(key.to_owned(), Value::String(value.to_owned()));
    }
    if let Some(speed) = speed {
        text.insert("reference-speed".to_owned(), Value::Integer(speed as i64));
    }
    text.extend(settings.clone());
    toml::to_string(&text).map_err(|error| error.to_string())
}
