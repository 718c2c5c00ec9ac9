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
    "amazons",
    "amazons6",
    "braziliandraughts",
    "breakthrough",
    "centreknights",
    "clobber",
    "edgetafl",
    "englishdraughts",
    "exactgomoku",
    "fivefieldkono",
    "fourinarow",
    "fournotthree",
    "fourstones",
    "foxandhounds",
    "gomoku",
    "halma",
    "hasamishogi",
    "hex",
    "hexapawn",
    "internationaldraughts",
    "isolation",
    "joust",
    "kingcapture",
    "knightthrough",
    "konane",
    "milestone",
    "miseretictactoe",
    "notakto",
    "orderandchaos",
    "reversi",
    "reversi10",
    "reversi4",
    "reversi6",
    "roundandsquare",
    "russiandraughts",
    "tapatan",
    "tictactoe",
    "wildtictactoe",
);

/// The text of a game of the shelf.
pub fn find(name: &str) -> Option<&'static str> {
    SHELF.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}
