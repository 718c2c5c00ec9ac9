//! How tables are bred, as an experiment file says.

use serde::{Deserialize, Serialize};
use zermelo_game::Player;
use zermelo_tictactoe::{BaseCase, N_GENES, Opponent};

use zermelo_kind::limits::{self, within};

/// The largest population: three of them must fit into the memory of a small machine.
const MOST_ORGANISMS: usize = 10_000;

/// How tables are bred. What is not said is the tic-tac-toe study's, as written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct TablesPlan {
    /// How many survive each generation: an even number.
    pub population: usize,
    /// A run that has found nothing by then is given up.
    pub most_generations: u32,
    /// In how many places two parents are cut.
    pub cuts: usize,
    /// How many are selected to mate; half of the population if nobody says.
    pub parents: Option<usize>,
    /// So many genes more are drawn afresh if the best child loses all its games.
    pub mutation_slope: f64,
    /// So many genes are drawn afresh even if the best child loses none.
    pub mutation_offset: f64,
    /// Whether survivors come from parents, children and mutants together. Else the mutants replace everybody.
    pub elite_preservation: bool,
    /// As which player tables are judged.
    pub side: Side,
    /// Against whom survivors are chosen.
    pub opponent: Opposition,
    /// How many games decide that; with both sides, half of them from each.
    pub games: u32,
    /// Whether these games are played move by move; else lost games are drawn from the exact probability, which is as good.
    pub played: bool,
    /// Which of the two the run follows where document and program differ.
    pub reading: Reading,
    /// The first difference, whatever the reading says.
    pub unmutated_children: Option<UnmutatedChildren>,
    /// The second difference.
    pub niching: Option<Niching>,
    /// The third difference.
    pub mutable: Option<Mutable>,
}

impl Default for TablesPlan {
    fn default() -> TablesPlan {
        TablesPlan {
            population: 100,
            most_generations: 500,
            cuts: 50,
            parents: None,
            mutation_slope: 250.0,
            mutation_offset: 10.0,
            elite_preservation: true,
            side: Side::First,
            opponent: Opposition::None,
            games: 300,
            played: false,
            reading: Reading::AsWritten,
            unmutated_children: None,
            niching: None,
            mutable: None,
        }
    }
}

/// As which player tables are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// X.
    First,
    /// O.
    Second,
    /// Both: the games of both count together.
    Both,
}

impl Side {
    /// The players that tables are.
    pub fn players(self) -> &'static [Player] {
        match self {
            Side::First => &[Player::First],
            Side::Second => &[Player::Second],
            Side::Both => &Player::BOTH,
        }
    }
}

/// Against whom survivors are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opposition {
    /// Nobody: the exact fitness decides (the document's control).
    None,
    /// A player who takes any empty cell (RMG).
    Random,
    /// The rule-based player (UMG), as the reading has it.
    Umg,
    /// The same, who counts its moves afresh in every game.
    UmgPort,
    /// The same with the fourth rule as Barrat wrote it.
    UmgBarrat,
    /// The same, who never begins to count afresh.
    UmgNeverReset,
}

/// Where the document's text and its program differ, a run follows one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// The text: children survive unmutated too, niches are shared, only unfinished positions mutate, UMG counts afresh.
    AsWritten,
    /// The program: mutants stand twice in place of the children, no niches, all but full boards mutate, UMG counts on.
    AsRun,
}

/// What becomes of children as they were before mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnmutatedChildren {
    /// They may survive.
    Kept,
    /// They are gone, and every mutant stands twice among those who may survive.
    Lost,
}

/// Whose fitness is shared in selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Niching {
    /// Those with the same fitness share it.
    PerOrganism,
    /// Nobody's.
    None,
}

/// Which genes may mutate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutable {
    /// Those of positions in which the game goes on.
    Unfinished,
    /// Those of boards with an empty cell, also if the game is over.
    NotFull,
    /// Those of positions in which the first player moves.
    FirstPlayer,
}

impl Mutable {
    /// Whether the gene of this position may mutate.
    pub fn allows(self, case: &BaseCase) -> bool {
        match self {
            Mutable::Unfinished => case.to_move().is_some(),
            Mutable::NotFull => !case.is_full(),
            Mutable::FirstPlayer => case.to_move() == Some(Player::First),
        }
    }
}

impl TablesPlan {
    /// What is wrong with it, if anything.
    pub fn check(&self) -> Result<(), String> {
        let TablesPlan { population, most_generations, cuts, games, .. } = *self;
        let wrong = |name: &str, value: &dyn ToString, expected: &str| {
            Err(format!("{name} = {}: expected {expected}", value.to_string()))
        };
        if population % 2 == 1 || !(4..=MOST_ORGANISMS).contains(&population) {
            let expected =
                format!("an even number from 4 to {MOST_ORGANISMS}, because children come in pairs");
            return wrong("population", &population, &expected);
        }
        within("most-generations", most_generations, limits::TABLE_GENERATIONS)?;
        within("games", games, 0..=*limits::GAMES.end())?;
        if !(1..=N_GENES).contains(&cuts) {
            return wrong("cuts", &cuts, &format!("1 to {N_GENES}, the number of genes"));
        }
        if let Some(parents) = self.parents
            && !(2..=population).contains(&parents)
        {
            return wrong("parents", &parents, &format!("2 to {population}, the population"));
        }
        for (name, value) in
            [("mutation-slope", self.mutation_slope), ("mutation-offset", self.mutation_offset)]
        {
            if !(0.0..=N_GENES as f64).contains(&value) {
                return wrong(name, &value, &format!("a number of genes, from 0 to {N_GENES}"));
            }
        }
        if games == 0 || self.side == Side::Both && games % 2 == 1 {
            return wrong("games", &games, "at least 1, and an even number if tables play both sides");
        }
        if self.opponent != Opposition::None && !self.elite_preservation {
            return Err(
                "the opponent is used only for elite preservation: leave it out where elite-preservation is false"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// How many mate.
    pub fn n_parents(&self) -> usize {
        self.parents.unwrap_or(self.population / 2)
    }

    /// Whether children may survive as they were before mutation.
    pub fn keeps_unmutated(&self) -> bool {
        let by_reading = match self.reading {
            Reading::AsWritten => UnmutatedChildren::Kept,
            Reading::AsRun => UnmutatedChildren::Lost,
        };
        self.unmutated_children.unwrap_or(by_reading) == UnmutatedChildren::Kept
    }

    /// Whether those with the same fitness share it.
    pub fn has_niches(&self) -> bool {
        let by_reading = match self.reading {
            Reading::AsWritten => Niching::PerOrganism,
            Reading::AsRun => Niching::None,
        };
        self.niching.unwrap_or(by_reading) == Niching::PerOrganism
    }

    /// Which genes may mutate.
    pub fn mutable(&self) -> Mutable {
        self.mutable.unwrap_or(match self.reading {
            Reading::AsWritten => Mutable::Unfinished,
            Reading::AsRun => Mutable::NotFull,
        })
    }

    /// Against whom survivors are chosen, if against anybody.
    pub fn opponent(&self) -> Option<Opponent> {
        match (self.opponent, self.reading) {
            (Opposition::None, _) => None,
            (Opposition::Random, _) => Some(Opponent::Random),
            (Opposition::UmgPort, _) | (Opposition::Umg, Reading::AsWritten) => Some(Opponent::Port),
            (Opposition::UmgBarrat, _) => Some(Opponent::Barrat),
            (Opposition::UmgNeverReset, _) | (Opposition::Umg, Reading::AsRun) => Some(Opponent::NeverReset),
        }
    }
}
