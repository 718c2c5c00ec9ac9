//! `zermelo schema`: what editors need to complete and check files.

use clap::{Args as ClapArgs, ValueEnum};
use zermelo_experiments::KINDS;
use zermelo_experiments::form;

use crate::reply::{Failure, Reply};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo schema experiment > experiment.schema.json\n\n\
                  Put this line at the top of an experiment file, and editors with Even Better TOML or taplo complete and \
                  check it:\n  #:schema ./experiment.schema.json")]
pub struct SchemaArgs {
    /// What the schema describes.
    #[arg(value_enum)]
    pub of: SchemaOf,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SchemaOf {
    /// Experiment files, for `zermelo run`.
    Experiment,
}

/// Prints the schema.
pub fn run(args: &SchemaArgs) -> Result<Reply, Failure> {
    let SchemaOf::Experiment = args.of;
    let schema = form::schema(KINDS);
    let text = pretty(&schema);
    Ok(Reply::new(schema, text))
}

/// The schema as the repository keeps it.
pub fn pretty(schema: &serde_json::Value) -> String {
    format!("{schema:#}\n")
}
