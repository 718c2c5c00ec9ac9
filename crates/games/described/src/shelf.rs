//! The games that come with Zermelo, written in its language.

/// A game of the shelf: the name of its file, and its text.
pub type Volume = (&'static str, &'static str);

macro_rules! shelf {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../games/", $name, ".game")))),+]
    };
}

/// All games of the shelf, by name.
pub const SHELF: &[Volume] = shelf!(
    "achi",
    "breakthrough",
    "centreknights",
    "clobber",
    "exactgomoku",
    "fivefieldkono",
    "fourinarow",
    "fournotthree",
    "fourstones",
    "foxandhounds",
    "gomoku",
    "hex",
    "hexapawn",
    "isolation",
    "joust",
    "kingcapture",
    "knightthrough",
    "milestone",
    "miseretictactoe",
    "notakto",
    "orderandchaos",
    "roundandsquare",
    "tapatan",
    "tictactoe",
    "wildtictactoe",
);

/// The text of a game of the shelf.
pub fn find(name: &str) -> Option<&'static str> {
    SHELF.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}
