//! All games by name. [`each_family`] is the one list; menus, help, checks and benchmarks are derived from it.

use zermelo_game::parameters::nearest;
use zermelo_game::{About, Family, Game, GameVisitor, ParameterError};
use zermelo_games as games;

use crate::{AnyGame, LabError, Permission};

/// Something to do with every family of games.
pub trait FamilyVisitor {
    /// Does it with one of them.
    fn visit<F: Family>(&mut self);
}

/// Shows every family there is to `visitor`, in the order of menus. A new game is a new line here.
pub fn each_family(visitor: &mut impl FamilyVisitor) {
    // The unit tests of this crate play nothing: without the games they are compiled in a fraction of the time.
    #[cfg(not(test))]
    {
        visitor.visit::<games::milestone::Milestone>();
        visitor.visit::<games::isolation::Isolation>();
        visitor.visit::<games::simplexity::Simplexity>();
        visitor.visit::<games::mnk::Mnk>();
        visitor.visit::<games::drop::Drop>();
        visitor.visit::<games::breakthrough::Breakthrough>();
    }
    visitor.visit::<games::hexapawn::Hexapawn>();
}

/// Opens a member of a family by its parameters, with what its agents may do.
type Open = fn(&str, Permission) -> Result<Box<dyn AnyGame>, ParameterError>;

/// An id that can be opened as it is: a family with its default sizes, or one of its presets.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The word people type.
    pub id: &'static str,
    /// The name of the game.
    pub title: &'static str,
    /// The game in a sentence.
    pub summary: &'static str,
    /// What it stands for behind the family's colon; empty for the family itself.
    pub preset: &'static str,
    /// The facts about its family.
    pub about: About,
    open: Open,
}

impl Entry {
    /// Opens the game this entry stands for. Its agents have the strict permission.
    pub fn open(&self) -> Box<dyn AnyGame> {
        (self.open)(self.preset, Permission::server()).expect("an entry of the catalog opens as it is")
    }
}

/// All ids that can be opened as they are, each family followed by its presets.
pub fn entries() -> Vec<Entry> {
    struct Collect(Vec<Entry>);

    impl FamilyVisitor for Collect {
        fn visit<F: Family>(&mut self) {
            let about = F::ABOUT;
            let family = Entry {
                id: about.id,
                title: about.title,
                summary: about.summary,
                preset: "",
                about,
                open: open_family::<F>,
            };
            self.0.extend(about.presets.iter().map(|preset| Entry {
                id: preset.id,
                title: preset.title,
                summary: preset.summary,
                preset: preset.parameters,
                ..family.clone()
            }));
            let place = self.0.len() - about.presets.len();
            self.0.insert(place, family);
        }
    }

    let mut collect = Collect(Vec::new());
    each_family(&mut collect);
    collect.0
}

/// Longer ids are not looked at: whoever sends a megabyte is told so at once.
const MOST_ID_BYTES: usize = 200;

/// Opens the game of an id such as `milestone`, `isolation:9x9` or `tictactoe`. Its agents have the strict permission: they
/// start no programs and read no files.
pub fn open(id: &str) -> Result<Box<dyn AnyGame>, LabError> {
    open_for(id, Permission::server())
}

/// Opens a game whose agents may do what `permission` says.
pub fn open_for(id: &str, permission: Permission) -> Result<Box<dyn AnyGame>, LabError> {
    // The longest id that means something has about fifty characters.
    if id.len() > MOST_ID_BYTES {
        let hint = format!(": an id has at most {MOST_ID_BYTES} characters");
        return Err(LabError::UnknownGame { id: id.chars().take(20).chain("..".chars()).collect(), hint });
    }
    let (name, parameters) = id.split_once(':').unwrap_or((id, ""));
    let name = name.trim().to_lowercase();
    let entries = entries();
    let Some(entry) = entries.iter().find(|entry| entry.id == name) else {
        let ids = entries.iter().map(|entry| entry.id);
        let hint = match nearest(&name, ids.clone()) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => format!("; there are {}", ids.collect::<Vec<_>>().join(", ")),
        };
        return Err(LabError::UnknownGame { id: id.to_owned(), hint });
    };
    let bad = |source| LabError::BadParameters { id: id.to_owned(), family: entry.about.id, source };
    if !entry.preset.is_empty() && id.contains(':') {
        let family = entry.about.id;
        let problem = format!("{} has a fixed size; other sizes are `{family}:{}`", entry.id, entry.preset);
        return Err(bad(ParameterError::new(problem)));
    }
    (entry.open)(if entry.preset.is_empty() { parameters } else { entry.preset }, permission).map_err(bad)
}

fn open_family<F: Family>(
    parameters: &str,
    permission: Permission,
) -> Result<Box<dyn AnyGame>, ParameterError> {
    struct Erase(About, Permission);

    impl GameVisitor for Erase {
        type Output = Box<dyn AnyGame>;
        fn visit<G: Game>(self, game: G) -> Box<dyn AnyGame> {
            Box::new(crate::any_game::Erased { game, about: self.0, permission: self.1 })
        }
    }

    F::open(parameters, Erase(F::ABOUT, permission))
}
