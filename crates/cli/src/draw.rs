//! `zermelo draw`: a position as a picture.

use std::path::Path;

use serde_json::json;
use zermelo_catalog::{Permission, catalog, svg};
use zermelo_report::png;

use crate::args::DrawArgs;
use crate::output_file;
use crate::reply::{Failure, Reply};

/// Draws.
pub fn run(args: &DrawArgs) -> Result<Reply, Failure> {
    let game = catalog::open_for(&args.place.game, Permission::terminal())?;
    let session = game.session(&args.place.start(args.moves.as_ref()))?;
    let view = session.view();
    if args.flip && !view.has_sides {
        let message = format!("the board of {} cannot be flipped: leave out --flip", game.title());
        return Err(Failure::wrong("usage", message));
    }
    let title = format!("{}: {}", game.title(), session.position());
    args.output.as_deref().map_or(Ok(()), output_file::guard)?;
    let form = args.output.as_deref().map_or(Ok(Form::Svg), Form::of)?;
    let picture = svg::draw(&view, &title, args.flip);
    match &args.output {
        None => Ok(Reply::new(json!({ "svg": picture }), picture)),
        Some(path) => {
            let bytes = match form {
                Form::Svg => picture.into_bytes(),
                Form::Png => png::paint(&picture, PIXELS)
                    .map_err(|error| Failure::failed("png", format!("cannot render the picture: {error}")))?,
            };
            output_file::write(path, bytes)?;
            let name = path.display().to_string();
            Ok(Reply::new(json!({ "file": name }), format!("wrote {name}\n")))
        }
    }
}

/// Pixels of a PNG for each unit of the drawing: sharp on dense screens and in print.
const PIXELS: f32 = 2.0;

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
}

impl Form {
    /// As the file's name ends.
    fn of(path: &Path) -> Result<Form, Failure> {
        match path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).as_deref() {
            None | Some("svg") => Ok(Form::Svg),
            Some("png") => Ok(Form::Png),
            Some(other) => {
                let problem = format!("{}: pictures are .svg or .png, not .{other}", path.display());
                Err(Failure::wrong("usage", problem))
            }
        }
    }
}
