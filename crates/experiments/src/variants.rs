//! Variants: which rules make the best game? Every variant is studied in a run of its own, and all are set side by side.
//!
//! The studies are the stages of a series, so they are stored, resumed, verified and reported like any other run.

mod command;
mod facts;
mod file;
mod form;
mod kind;
mod result;

pub use command::VariantsRequest;
pub use facts::text_facts;
pub use file::{Variant, VariantsPlan};
pub use kind::Variants;
pub use result::{VariantResult, VariantsResult};
