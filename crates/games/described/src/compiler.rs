//! The compiler as the catalog knows it.

use zermelo_any::{AnyGame, Draft, GameCompiler, Outline, Unused};
use zermelo_game::{Player, stream};

use crate::cells::Cells;
use crate::erase;
use crate::game::Described;
use crate::intern::{Origin, Visitor, open_with, read_parameters};
use crate::picture;
use crate::problem::{Place, Problem};
use crate::shelf::SHELF;
use crate::{Description, compile_with, completion};

/// The compiler of games written as text.
pub struct Compiler;

impl GameCompiler for Compiler {
    fn open(&self, text: &str, parameters: &str) -> Result<Box<dyn AnyGame>, Vec<Problem>> {
        erase::open(text, parameters)
    }

    fn open_sent(&self, text: &str, parameters: &str) -> Result<Box<dyn AnyGame>, Vec<Problem>> {
        erase::open_erased(Origin::Sent, text, parameters)
    }

    fn check(&self, text: &str, parameters: &str) -> Result<Outline, Vec<Problem>> {
        described(text, parameters).map(outline)
    }

    fn draft(&self, text: &str, parameters: &str) -> Result<Draft, Vec<Problem>> {
        let description = described(text, parameters)?;
        Ok(Draft { board: picture::start_board(&description.rules), outline: outline(description) })
    }

    fn words_at(&self, text: &str, place: Place) -> Vec<String> {
        completion::words_at(text, place)
    }

    fn unused_clauses(
        &self,
        text: &str,
        parameters: &str,
        n_games: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Unused, Vec<Problem>> {
        struct Look<'a>(u64, &'a dyn Fn() -> bool);

        impl Visitor for Look<'_> {
            type Output = Unused;
            fn visit<B: Cells>(self, game: Described<B>) -> Unused {
                let mut chance = stream(1, "unused clauses", 0);
                let (n_games, places) = game.unused_clauses(self.0, &mut chance, self.1);
                let told = |place| Problem::new(place, "no random game used this clause");
                Unused { n_games, clauses: places.into_iter().map(told).collect() }
            }
        }

        open_with(text, parameters, Look(n_games, go_on))
    }

    fn shelf(&self) -> &'static [(&'static str, &'static str)] {
        SHELF
    }
}

fn described(text: &str, parameters: &str) -> Result<Description, Vec<Problem>> {
    let chosen = read_parameters(parameters).map_err(|problem| vec![problem])?;
    compile_with(text, &chosen)
}

/// What a text describes, in words.
fn outline(description: Description) -> Outline {
    let chosen = |parameter: &crate::rules::Parameter| {
        (parameter.name.clone(), parameter.value, [parameter.range.0, parameter.range.1])
    };
    Outline {
        id: description.rules.id(),
        title: description.rules.title.clone(),
        board: board_and_pieces(&description),
        rules: description.in_words(),
        facts: description.facts_in_words(),
        parameters: description.rules.parameters.iter().map(chosen).collect(),
        warnings: description.warnings,
    }
}

/// The board and how many pieces there are: `8x8 squares, 16 against 16 pieces`.
fn board_and_pieces(description: &Description) -> String {
    let rules = &description.rules;
    let count = |player: Player| (0..rules.kinds.len()).map(|kind| rules.supply(player, kind)).sum::<usize>();
    let board = description.board_in_words();
    let is_unlimited = (0..rules.kinds.len()).any(|kind| rules.is_unlimited(kind));
    match Player::BOTH.map(count) {
        [0, 0] => board,
        _ if is_unlimited => board,
        [first, second] if first == second => format!("{board}, 2 x {first} pieces"),
        [first, second] => format!("{board}, {first} against {second} pieces"),
    }
}
