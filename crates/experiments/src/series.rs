//! Series: experiments one after the other, each of which may use what came of those before it.
//!
//! Every stage is a run of its own in the store, so whatever can be done with a run can be done with it: to look at it, to
//! play against its champion, to export its games. The series itself keeps only what came of its stages.

mod file;
mod form;
mod kind;
mod result;
mod runner;

pub use file::{SeriesPlan, Stage};
pub use kind::Series;
pub use result::{SeriesResult, StageResult};
pub(crate) use runner::trials;
pub(crate) use runner::{in_stage, resolve, run};

use zermelo_kind::Plan;

use crate::variants::VariantsPlan;

/// The stages of a plan whose runs have stages: of a series, or of variants.
pub(crate) fn stages_of(plan: &dyn Plan) -> Option<&SeriesPlan> {
    plan.downcast_ref::<SeriesPlan>().or_else(|| plan.downcast_ref::<VariantsPlan>().map(|plan| &plan.series))
}
