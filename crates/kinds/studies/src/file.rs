//! The experiment file of a study.

use serde::Deserialize;
use toml::Table;
use zermelo_game::shown;

use super::subject::{Outcome, Subject};
use crate::form::FORM;
use crate::tables::TablesPlan;
use zermelo_catalog::RequestError;
use zermelo_kind::Common;
use zermelo_kind::form;
use zermelo_kind::limits::{self, within};
use zermelo_runner::names;

/// More replicates than anybody could wait for: beyond it is a slip of the keyboard.
const MOST_REPLICATES: u64 = 10_000_000;

/// A study as it is to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyPlan {
    /// The head of the file.
    pub common: Common,
    /// Replicates of each treatment.
    pub runs: u32,
    /// Which number of a replicate is compared.
    pub outcome: Outcome,
    /// Whether what the replicates found is sorted out.
    pub collects: bool,
    /// The treatments, all of one kind of subject.
    pub treatments: Vec<Treatment>,
    /// The text of the file: what other machines are sent.
    pub text: String,
}

/// One of the things that are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Treatment {
    /// What it is called.
    pub name: String,
    /// What is done.
    pub subject: Subject,
    /// What others measured when they did it, in any order; empty if nobody did.
    pub published: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    runs: u32,
    #[serde(default)]
    outcome: Outcome,
    #[serde(default)]
    collect: bool,
    subject: Table,
    treatments: Vec<Table>,
}

impl StudyPlan {
    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str) -> Result<StudyPlan, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let (common, file) = form::read::<File>(text, FORM).map_err(bad)?;
        let n_replicates = u64::from(file.runs) * file.treatments.len() as u64;
        if file.runs == 0 || n_replicates > MOST_REPLICATES {
            let expected = format!("at least 1 for each treatment, and at most {MOST_REPLICATES} in all");
            return Err(bad(format!("runs = {}: expected {expected}", file.runs)));
        }
        within("the number of treatments", file.treatments.len(), limits::TREATMENTS).map_err(bad)?;
        // What is wrong with the common settings is no treatment's fault.
        read_subject(&file.subject).map_err(|problem| bad(format!("subject: {problem}")))?;
        let mut treatments: Vec<Treatment> = Vec::new();
        for (index, settings) in file.treatments.into_iter().enumerate() {
            let treatment = read_treatment(&file.subject, settings, index).map_err(bad)?;
            if treatments.iter().any(|other| other.name == treatment.name) {
                return Err(bad(format!("two treatments are called `{}`", shown(&treatment.name))));
            }
            treatments.push(treatment);
        }
        if treatments.is_empty() {
            return Err(bad("a study needs at least one entry in [[treatments]]".to_owned()));
        }
        Ok(StudyPlan {
            common,
            runs: file.runs,
            outcome: file.outcome,
            collects: file.collect,
            treatments,
            text: text.to_owned(),
        })
    }

    /// How many replicates there are in all.
    pub fn n_replicates(&self) -> u64 {
        u64::from(self.runs) * self.treatments.len() as u64
    }
}

/// A treatment: the common settings with its own in their place.
fn read_treatment(subject: &Table, mut settings: Table, index: usize) -> Result<Treatment, String> {
    let Some(toml::Value::String(name)) = settings.remove("name") else {
        return Err(format!("treatment {}: expected a name, such as name = \"control\"", index + 1));
    };
    names::check(&name).map_err(|problem| format!("treatment {}: {problem}", index + 1))?;
    let bad = |problem: String| format!("treatment `{}`: {problem}", shown(&name));
    let published: Vec<f64> = match settings.remove("published") {
        Some(list) => list.try_into().map_err(|error: toml::de::Error| bad(format!("published: {error}")))?,
        None => Vec::new(),
    };
    if let Some(number) = published.iter().find(|number| !number.is_finite() || **number < 0.0) {
        return Err(bad(format!("published: {number} is not a number of generations")));
    }
    if settings.contains_key("kind") {
        return Err(bad(
            "the kind is set in the subject, because all treatments share it: leave it out".to_owned()
        ));
    }
    let mut whole = subject.clone();
    whole.extend(settings);
    Ok(Treatment { subject: read_subject(&whole).map_err(bad)?, name, published })
}

/// A subject from its kind and its settings.
fn read_subject(settings: &Table) -> Result<Subject, String> {
    let mut settings = settings.clone();
    match settings.remove("kind").as_ref().and_then(toml::Value::as_str) {
        Some("tables") => {
            let plan: TablesPlan = settings
                .try_into()
                .map_err(|error: toml::de::Error| error.to_string().trim_end().to_owned())?;
            plan.check()?;
            Ok(Subject::Tables(plan))
        }
        Some(other) => Err(format!("unknown kind of study `{}`: expected `tables`", shown(other))),
        None => Err("expected a kind, such as kind = \"tables\"".to_owned()),
    }
}

/// Whether the types of the file can be read from a text.
#[cfg(test)]
pub(super) fn is_read(text: &str) -> bool {
    let tables = |mut settings: Table, own: &[&str]| {
        own.iter().for_each(|key| drop(settings.remove(*key)));
        settings.try_into::<TablesPlan>().is_ok()
    };
    let treatment = |settings: Table| {
        let has_name =
            settings.get("name").and_then(toml::Value::as_str).is_some_and(|name| names::check(name).is_ok());
        let list = settings.get("published").cloned().map(toml::Value::try_into::<Vec<f64>>);
        let kind = settings.get("kind").is_none_or(toml::Value::is_str);
        has_name
            && kind
            && list.is_none_or(|list| list.is_ok())
            && tables(settings, &["name", "published", "kind"])
    };
    form::typed::<File>(text, FORM).is_some_and(|file| {
        file.subject.get("kind").and_then(toml::Value::as_str) == Some("tables")
            && tables(file.subject, &["kind"])
            && file.treatments.into_iter().all(treatment)
    })
}
