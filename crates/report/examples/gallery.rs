//! Draws one of every kind of figure into a folder: `cargo run -p zermelo-report --example gallery FOLDER`.

#[path = "../tests/suite/samples.rs"]
mod samples;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder to draw into")?;
    for (name, bytes) in zermelo_report::files(&samples::report())? {
        let path = std::path::Path::new(&folder).join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(&path, bytes)?;
        println!("{}", path.display());
    }
    Ok(())
}
