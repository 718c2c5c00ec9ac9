//! `zermelo draw`: a position as a picture.

use serde_json::json;
use zermelo_lab::{Permission, catalog, svg};

use crate::args::DrawArgs;
use crate::output_file;
use crate::reply::{Failure, Reply};

/// Draws.
pub fn run(args: &DrawArgs) -> Result<Reply, Failure> {
    let game = catalog::open_for(&args.place.game, Permission::terminal())?;
    let session = game.session(&args.place.start(args.moves.as_ref()))?;
    let view = session.view();
    if args.flip && !view.has_sides {
        let message = format!("{} has no sides to turn: leave out --flip", game.title());
        return Err(Failure::wrong("usage", message));
    }
    let title = format!("{}: {}", game.title(), session.position());
    let picture = svg::draw(&view, &title, args.flip);
    match &args.output {
        None => Ok(Reply::new(json!({ "svg": picture }), picture)),
        Some(path) => {
            output_file::write(path, &picture)?;
            let name = path.display().to_string();
            Ok(Reply::new(json!({ "file": name }), format!("wrote {name}\n")))
        }
    }
}
