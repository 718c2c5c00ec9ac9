//! The compiler as the catalog knows it.

use zermelo_any::{AnyGame, GameCompiler, Outline};
use zermelo_game::{Player, stream};

use crate::cells::Cells;
use crate::erase;
use crate::game::Described;
use crate::intern::{Visitor, open_with, read_parameters};
use crate::problem::Problem;
use crate::shelf::SHELF;
use crate::{Description, compile_with};

/// The compiler of games written as text.
pub struct Compiler;

impl GameCompiler for Compiler {
    fn open(&self, text: &str, parameters: &str) -> Result<Box<dyn AnyGame>, Vec<Problem>> {
        erase::open(text, parameters)
    }

    fn check(&self, text: &str, parameters: &str) -> Result<Outline, Vec<Problem>> {
        let chosen = read_parameters(parameters).map_err(|problem| vec![problem])?;
        let description = compile_with(text, &chosen)?;
        let chosen = |parameter: &crate::rules::Parameter| {
            (parameter.name.clone(), parameter.value, [parameter.range.0, parameter.range.1])
        };
        Ok(Outline {
            id: description.rules.id(),
            title: description.rules.title.clone(),
            board: board_and_pieces(&description),
            rules: description.in_words(),
            facts: description.facts_in_words(),
            parameters: description.rules.parameters.iter().map(chosen).collect(),
            warnings: description.warnings,
        })
    }

    fn unused_clauses(
        &self,
        text: &str,
        parameters: &str,
        n_games: u64,
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        struct Unused(u64);

        impl Visitor for Unused {
            type Output = Vec<Problem>;
            fn visit<B: Cells>(self, game: Described<B>) -> Vec<Problem> {
                let unused = game.unused_clauses(self.0, &mut stream(1, "unused clauses", 0));
                let told = |place| Problem::new(place, "no random game used this clause");
                unused.into_iter().map(told).collect()
            }
        }

        open_with(text, parameters, Unused(n_games))
    }

    fn shelf(&self) -> &'static [(&'static str, &'static str)] {
        SHELF
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
