//! What came of variants.

use serde::{Deserialize, Serialize};
use zermelo_game_analysis::{AnalysisResult, Compared, Comparison, TextFacts, comparison_findings};

use super::facts::text_facts;
use super::file::{Variant, VariantsPlan};
use crate::series::SeriesResult;

/// What came of variants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantsResult {
    /// What it is called.
    pub title: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Games played, of all variants.
    pub games: u64,
    /// What the differences say, in sentences.
    pub findings: Vec<String>,
    /// What came of each variant, in order.
    pub variants: Vec<VariantResult>,
}

/// What came of a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantResult {
    /// What it is called.
    pub name: String,
    /// The stage that studied it: its run is RUN.STAGE.
    pub stage: String,
    /// The game's id.
    pub game: String,
    /// What its text says, if it is written as text.
    pub text: Option<TextFacts>,
    /// What was measured.
    pub study: AnalysisResult,
}

impl VariantsResult {
    /// Of all stages of a plan.
    pub(super) fn of(plan: &VariantsPlan, series: SeriesResult) -> Result<VariantsResult, String> {
        let mut variants = Vec::new();
        for (variant, stage) in plan.variants.iter().zip(series.stages) {
            let study: AnalysisResult = serde_json::from_value(stage.result)
                .map_err(|error| format!("{}: {error}", variant.label))?;
            variants.push(VariantResult::of(variant, study));
        }
        let games = variants.iter().map(|variant| variant.study.games).sum();
        let mut result =
            VariantsResult { title: series.title, seed: series.seed, games, findings: Vec::new(), variants };
        result.findings = comparison_findings(&result.comparison());
        Ok(result)
    }

    /// The variants side by side.
    pub fn comparison(&self) -> Comparison<'_> {
        Comparison::of(self.variants.iter().map(VariantResult::compared).collect())
    }
}

impl VariantResult {
    /// A variant with what was measured of it.
    pub(super) fn of(variant: &Variant, study: AnalysisResult) -> VariantResult {
        VariantResult {
            name: variant.label.clone(),
            stage: variant.stage.clone(),
            game: variant.game.clone(),
            text: text_facts(&variant.game),
            study,
        }
    }

    /// As one of several.
    pub fn compared(&self) -> Compared<'_> {
        Compared { name: self.name.clone(), result: &self.study, text: self.text.clone() }
    }
}
