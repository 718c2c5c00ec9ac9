//! Draws one of every kind of figure into a folder: `cargo run -p zermelo-report --example gallery FOLDER`.

#[path = "../tests/suite/samples.rs"]
mod samples;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("say which folder to draw into")?;
    for path in zermelo_report::write(folder.as_ref(), &samples::report())? {
        println!("{}", path.display());
    }
    Ok(())
}
