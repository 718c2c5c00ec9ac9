//! What may stand in the file of an evolution.

use zermelo_kind::form::parts::{
    ABOUT, ADJUDICATION, AGENT, ENTRANTS, GAME, KIND, OPENINGS, REFERENCE_SPEED, SEED, TITLE,
};
use zermelo_kind::form::{Form, Holds, Key, WHOLE, WHOLE_32, may, must};

const GENES: Form = &[
    may(&["names"], Holds::List(&Holds::Gene)),
    must(&["start-low", "low"], Holds::Number),
    must(&["start-high", "high"], Holds::Number),
    may(&["floor"], Holds::Number),
    may(&["ceiling"], Holds::Number),
];

const GAMES: Key = must(&["games"], WHOLE_32);

const BASELINE: Form =
    &[may(&["name"], Holds::Name), must(&["agent"], AGENT), GAMES, may(&["every"], WHOLE_32)];

const RATINGS: Holds = Holds::Kinds(&[
    (
        "elo",
        &[may(&["k"], Holds::Number), may(&["start"], Holds::Number), may(&["whole-numbers"], Holds::Flag)],
    ),
    ("points", &[may(&["points"], Holds::Text("1/0.5/0"))]),
    ("bradley-terry", &[]),
]);

const FITNESS: Holds = Holds::Kinds(&[
    ("league", &[may(&["matches"], WHOLE_32), may(&["games"], WHOLE_32), must(&["rating"], RATINGS)]),
    ("gauntlet", &[GAMES, must(&["opponents"], ENTRANTS)]),
    ("race", &[GAMES, must(&["opponents"], ENTRANTS)]),
]);

const SELECTIONS: Holds = Holds::Kinds(&[
    ("truncation", &[must(&["best"], WHOLE)]),
    ("tournament", &[must(&["size"], WHOLE)]),
    ("universal", &[may(&["niched"], Holds::Flag)]),
]);

const CHANCE: Key = must(&["chance"], Holds::Number);
const GENE_CHANCE: Key = must(&["gene-chance"], Holds::Number);

const CROSSOVERS: Holds = Holds::Kinds(&[
    ("none", &[]),
    ("uniform", &[CHANCE, GENE_CHANCE]),
    ("points", &[CHANCE, must(&["cuts"], WHOLE)]),
]);

const MUTATIONS: Holds = Holds::Kinds(&[
    ("none", &[]),
    ("perturbation", &[must(&["most"], Holds::Number), must(&["decay"], Holds::Number)]),
    ("gaussian", &[CHANCE, GENE_CHANCE, may(&["mean"], Holds::Number), must(&["sigma"], Holds::Number)]),
]);

const BREEDING: Form = &[
    must(&["selection"], SELECTIONS),
    may(&["crossover"], CROSSOVERS),
    may(&["mutation"], MUTATIONS),
    may(&["random"], WHOLE),
    may(&["elites"], WHOLE),
];

const DESCRIPTOR: Form = &[
    must(&["name"], Holds::Text("length")),
    must(&["low"], Holds::Number),
    must(&["high"], Holds::Number),
    must(&["bins"], WHOLE),
];

const METHODS: Holds = Holds::Kinds(&[
    ("genetic", &[must(&["population"], WHOLE), must(&["breeding"], Holds::Table(BREEDING))]),
    ("cma-es", &[may(&["population"], WHOLE), may(&["sigma"], Holds::Number)]),
    (
        "evolution-strategy",
        &[may(&["population"], WHOLE), may(&["reach"], Holds::Number), may(&["rays"], Holds::Flag)],
    ),
    (
        "spsa",
        &[
            must(&["gain"], Holds::Number),
            may(&["stability"], Holds::Number),
            may(&["reach"], Holds::Number),
            may(&["pairs"], WHOLE),
        ],
    ),
    (
        "map-elites",
        &[
            must(&["batch"], WHOLE),
            may(&["initial"], WHOLE),
            may(&["again"], Holds::Number),
            must(&["mutation"], MUTATIONS),
            must(&["descriptors"], Holds::List(&Holds::Table(DESCRIPTOR))),
        ],
    ),
]);

/// The file of an evolution.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    must(&["generations"], WHOLE_32),
    must(&["agent"], Holds::Text("alphabeta(depth=2, eval=weights({genes}))")),
    must(&["genes"], Holds::List(&Holds::Table(GENES))),
    may(&["whitening"], Holds::Table(&[GAMES])),
    must(&["method"], METHODS),
    must(&["fitness"], FITNESS),
    OPENINGS,
    ADJUDICATION,
    may(&["keep-games"], Holds::Flag),
    may(&["champion"], Holds::Table(&[GAMES])),
    may(&["baseline"], Holds::Table(BASELINE)),
    may(
        &["confirmation"],
        Holds::Table(&[may(&["games"], WHOLE_32), OPENINGS, may(&["opponents"], ENTRANTS)]),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::is_read;
    use zermelo_kind::form::drift::compare;

    const HEAD: &str = r#"
        kind = "evolution"
        title = "t"
        about = "a"
        game = "milestone"
        seed = 3
        reference-speed = 1_200_000
        generations = 3
        agent = "alphabeta(depth=1)"
        keep-games = false
        whitening = { games = 2 }
        champion = { games = 2 }
        baseline = { name = "b", agent = "random", games = 2, every = 3 }
        openings = { plies = 2, level = { judge = "alphabeta", within = 1.5 }, keep-decided = true, file = "f", list = ["d1"] }
        adjudication = { length = 40, solved = 100 }
        genes = [
            { names = ["piece-diff"], start-low = 0, start-high = 1.5, floor = 0, ceiling = 2 },
            { low = 0, high = 1 },
        ]
        [confirmation]
        games = 2
        openings = { plies = 2, level = { judge = "alphabeta", within = 1.5 }, keep-decided = true, file = "f", list = ["d1"] }
        opponents = [{ name = "a", agent = "random" }]
    "#;

    #[test]
    fn the_form_is_that_of_the_type() {
        let entrants = "opponents = [{ name = 'a', agent = 'random' }]";
        let gauntlet = &format!("[fitness]\nkind = 'gauntlet'\ngames = 2\n{entrants}\n");
        let race = &format!("[fitness]\nkind = 'race'\ngames = 2\n{entrants}\n");
        let league =
            |rating: &str| format!("[fitness]\nkind = 'league'\nmatches = 2\ngames = 2\nrating = {rating}\n");
        let gaussian = "{ kind = 'gaussian', chance = 0.5, gene-chance = 0.5, mean = 0, sigma = 1 }";
        let perturbation = "{ kind = 'perturbation', most = 0.2, decay = 0.97 }";
        let bred = |selection: &str, crossover: &str, mutation: &str| {
            format!(
                "[method]\nkind = 'genetic'\npopulation = 8\n[method.breeding]\nselection = {selection}\ncrossover = \
                 {crossover}\nmutation = {mutation}\nrandom = 1\nelites = 1\n"
            )
        };
        let styles = |mutation: &str| {
            format!(
                "[method]\nkind = 'map-elites'\nbatch = 4\ninitial = 8\nagain = 0.5\nmutation = {mutation}\ndescriptors \
                 = [{{ name = 'length', low = 0, high = 50, bins = 5 }}]\n"
            )
        };
        let elo = &league("{ kind = 'elo', k = 20, start = 1200, whole-numbers = true }");
        let examples = [
            (bred("{ kind = 'truncation', best = 4 }", "{ kind = 'none' }", "{ kind = 'none' }"), elo),
            (
                bred(
                    "{ kind = 'tournament', size = 2 }",
                    "{ kind = 'uniform', chance = 1, gene-chance = 0.5 }",
                    gaussian,
                ),
                &league("{ kind = 'points', points = '3/1/0' }"),
            ),
            (
                bred(
                    "{ kind = 'universal', niched = true }",
                    "{ kind = 'points', chance = 1, cuts = 2 }",
                    perturbation,
                ),
                &league("{ kind = 'bradley-terry' }"),
            ),
            ("[method]\nkind = 'cma-es'\npopulation = 8\nsigma = 0.3\n".to_owned(), gauntlet),
            (
                "[method]\nkind = 'evolution-strategy'\npopulation = 8\nreach = 0.3\nrays = true\n"
                    .to_owned(),
                race,
            ),
            ("[method]\nkind = 'spsa'\ngain = 1\nstability = 2\nreach = 0.1\npairs = 2\n".to_owned(), race),
            (styles("{ kind = 'none' }"), race),
            (styles(gaussian), race),
            (styles(perturbation), race),
        ];
        let examples = examples.map(|(method, fitness)| format!("{HEAD}{method}{fitness}"));
        compare(FORM, &examples.each_ref().map(String::as_str), is_read);
    }
}
