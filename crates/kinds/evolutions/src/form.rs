//! What may stand in the file of an evolution.

use zermelo_kind::form::parts::{
    self, ABOUT, ADJUDICATION, AGENT, ENTRANTS, GAME, KIND, OPENINGS, REFERENCE_SPEED, SEED, TITLE,
};
use zermelo_kind::form::ranges;
use zermelo_kind::form::{Form, Holds, Key, Range, WHOLE, WHOLE_32, case, may, must};

const GENES: Form = &[
    may(&["names"], Holds::List(&Holds::Gene), "The names of genes that share this range.")
        .or_else("one gene for every feature of the game")
        .such_as("[\"mobility\", \"center\"]"),
    must(
        &["start-low", "low"],
        Holds::Number,
        "The lower end of the range that the first candidates come from. The range is the unit of steps, and no bound.",
    )
    .such_as("-1"),
    must(&["start-high", "high"], Holds::Number, "The upper end of that range.").such_as("1"),
    may(&["floor"], Holds::Number, "A bound: no gene becomes smaller.").or_else("no bound").such_as("-10"),
    may(&["ceiling"], Holds::Number, "A bound: no gene becomes greater.").or_else("no bound").such_as("10"),
];

const CANDIDATES: Range = Range::between(1.0, 10_000.0);

const fn games(about: &'static str) -> Key {
    must(&["games"], WHOLE_32, about).within(parts::GAMES).such_as("200")
}

const BASELINE: Form = &[
    may(&["name"], Holds::Name, "The name in figures.").or("\"the baseline\""),
    must(&["agent"], AGENT, "The opponent, which never changes."),
    games("Games each time."),
    may(&["every"], WHOLE_32, "After every so many generations, and after the first and the last.")
        .within(Range::at_least(1.0))
        .or("10"),
];

const RATINGS: Holds = Holds::Kinds(&[
    case(
        "elo",
        "Elo that is updated after every match, in the order of the schedule, as in the Milestone study.",
        &[
            may(&["k"], Holds::Number, "The K factor.").or("30"),
            may(&["start"], Holds::Number, "The rating of everybody before the first match.").or("1000"),
            may(
                &["whole-numbers"],
                Holds::Flag,
                "Rounds ratings after every match, as the study's program did.",
            )
            .or("false"),
        ],
    ),
    case(
        "points",
        "Points for wins and draws, as in SimpAI.",
        &[may(&["points"], Holds::Text("3/1/0"), "Points for a win, a draw and a loss.").or("\"1/0.5/0\"")],
    ),
    case("bradley-terry", "Elo from all games together (Bradley-Terry).", &[]),
]);

const OPPONENTS: Key = must(&["opponents"], ENTRANTS, "The opponents.")
    .such_as("[{ name = \"published\", agent = \"alphabeta(depth=2)\" }]");

const FITNESS: Holds = Holds::Kinds(&[
    case(
        "league",
        "Games among the candidates. Fitness is then relative: measure progress with `baseline`.",
        &[
            may(&["matches"], WHOLE_32, "Pairs of candidates that meet, drawn anew in each generation.")
                .within(ranges::COUPLES)
                .or_else("everybody meets everybody")
                .such_as("200"),
            may(&["games"], WHOLE_32, "Games of each pair of candidates.").within(parts::GAMES).or("2"),
            must(&["rating"], RATINGS, "What the games are worth.").such_as("{ kind = \"bradley-terry\" }"),
        ],
    ),
    case(
        "gauntlet",
        "Every candidate plays the same games against fixed opponents.",
        &[games("Games of each candidate against each opponent."), OPPONENTS],
    ),
    case(
        "race",
        "Games against fixed opponents, more of them for candidates that may be the best (successive halving).",
        &[games("Games of the whole generation."), OPPONENTS],
    ),
]);

const SELECTIONS: Holds = Holds::Kinds(&[
    case(
        "truncation",
        "The best candidates have children, all equally many.",
        &[must(&["best"], WHOLE, "How many; at most the population.").within(CANDIDATES).such_as("8")],
    ),
    case(
        "tournament",
        "The parent of each child is the best of some candidates drawn at random.",
        &[must(&["size"], WHOLE, "How many are drawn; at most the population.")
            .within(CANDIDATES)
            .such_as("3")],
    ),
    case(
        "universal",
        "Children in proportion to fitness (stochastic universal sampling). Fitness must not be negative.",
        &[may(&["niched"], Holds::Flag, "Candidates with the same fitness share it.").or("false")],
    ),
]);

const CHANCE: Key = must(&["chance"], Holds::Number, "The probability that it happens to a child.")
    .within(Range::SHARE)
    .such_as("0.5");
const GENE_CHANCE: Key =
    must(&["gene-chance"], Holds::Number, "The probability for each gene, if it happens.")
        .within(Range::SHARE)
        .such_as("0.5");

const CROSSOVERS: Holds = Holds::Kinds(&[
    case("none", "Children have one parent.", &[]),
    case("uniform", "Each gene may come from the other parent.", &[CHANCE, GENE_CHANCE]),
    case(
        "points",
        "Segments between cuts come from the other parent.",
        &[CHANCE, must(&["cuts"], WHOLE, "The number of cuts.").within(Range::at_least(1.0)).such_as("2")],
    ),
]);

const MUTATIONS: Holds = Holds::Kinds(&[
    case("none", "Children are what they inherited.", &[]),
    case(
        "perturbation",
        "Every gene is multiplied by a random number near 1.",
        &[
            must(&["most"], Holds::Number, "The largest change, as a share: 0.2 is 20 %.")
                .within(Range::at_least(0.0))
                .such_as("0.2"),
            must(&["decay"], Holds::Number, "The factor on the largest change after each generation.")
                .within(Range::between(0.5, 1.0))
                .such_as("0.97"),
        ],
    ),
    case(
        "gaussian",
        "A normal random number is added to some genes.",
        &[
            CHANCE,
            GENE_CHANCE,
            may(&["mean"], Holds::Number, "The mean of the number.").or("0"),
            must(&["sigma"], Holds::Number, "The standard deviation of the number.")
                .within(Range::at_least(0.0))
                .such_as("0.1"),
        ],
    ),
]);

const BREEDING: Form = &[
    must(&["selection"], SELECTIONS, "Who has children.").such_as("{ kind = \"tournament\", size = 3 }"),
    may(&["crossover"], CROSSOVERS, "How parents are mixed.").or("{ kind = \"none\" }"),
    may(&["mutation"], MUTATIONS, "How children differ from what they inherited.").or("{ kind = \"none\" }"),
    may(&["random"], WHOLE, "Random candidates in each generation; with `elites` at most the population.")
        .or("0"),
    may(&["elites"], WHOLE, "The fittest, which are carried over unchanged and judged anew.").or("0"),
];

const DESCRIPTOR: Form = &[
    must(
        &["name"],
        Holds::Text("plies"),
        "What is measured: \"plies\" (length of games), \"score-first\" or \"score-second\" (score as first or second player).",
    ),
    must(&["low"], Holds::Number, "The lower end of the first bin. Smaller values belong to it too.")
        .such_as("10"),
    must(&["high"], Holds::Number, "The upper end of the last bin. Greater values belong to it too.")
        .such_as("60"),
    must(&["bins"], WHOLE, "The number of bins.").within(Range::at_least(1.0)).such_as("10"),
];

const METHODS: Holds = Holds::Kinds(&[
    case(
        "genetic",
        "A genetic algorithm: a population with selection, crossover and mutation.",
        &[
            must(&["population"], WHOLE, "Candidates of a generation.").within(CANDIDATES).such_as("32"),
            must(&["breeding"], Holds::Table(BREEDING), "How the next generation is made."),
        ],
    ),
    case(
        "cma-es",
        "CMA-ES: a normal distribution that learns which directions pay.",
        &[
            may(&["population"], WHOLE, "Candidates of a generation.")
                .within(Range::between(4.0, 10_000.0))
                .or_else("4 + 3 ln n for n genes")
                .such_as("12"),
            may(&["sigma"], Holds::Number, "The first standard deviation, in units of the genes' ranges.")
                .within(Range::POSITIVE)
                .or_else("0.3")
                .such_as("0.3"),
        ],
    ),
    case(
        "evolution-strategy",
        "A cloud of candidates of constant size whose mean moves.",
        &[
            may(&["population"], WHOLE, "Candidates of a generation.")
                .within(Range::between(4.0, 10_000.0).even())
                .or("24"),
            may(&["reach"], Holds::Number, "The distance of candidates from the mean, in units of half a range.")
                .within(Range::POSITIVE)
                .or("0.5"),
            may(
                &["rays"],
                Holds::Flag,
                "Only the proportions of the genes matter, as for weights in a sum that is only compared with itself.",
            )
            .or("false"),
        ],
    ),
    case(
        "spsa",
        "Simultaneous perturbation: a gradient from differences of random pairs.",
        &[
            must(&["gain"], Holds::Number, "Spall's a: the step for a difference of 1 in fitness a range.")
                .within(Range::POSITIVE)
                .such_as("0.5"),
            may(&["stability"], Holds::Number, "Spall's A; a tenth of the generations is usual.")
                .within(Range::at_least(0.0))
                .or("0"),
            may(&["reach"], Holds::Number, "Spall's c: the distance of candidates from the point, in units of the ranges.")
                .within(Range::POSITIVE)
                .or("0.1"),
            may(&["pairs"], WHOLE, "Gradients that are averaged in a generation; each needs two candidates.")
                .within(Range::between(1.0, 5_000.0))
                .or("1"),
        ],
    ),
    case(
        "map-elites",
        "An archive of the best candidate of every style of play.",
        &[
            must(&["batch"], WHOLE, "Candidates of a generation.").within(CANDIDATES).such_as("32"),
            may(&["initial"], WHOLE, "Random candidates of the first generation.")
                .within(CANDIDATES)
                .or_else("`batch`")
                .such_as("64"),
            may(&["again"], Holds::Number, "The share of elites among the candidates, which are judged anew.")
                .within(Range::SHARE)
                .or("0.25"),
            must(&["mutation"], MUTATIONS, "How children differ from their parent.")
                .such_as("{ kind = \"gaussian\", chance = 1, gene-chance = 0.5, sigma = 0.2 }"),
            must(&["descriptors"], Holds::List(&Holds::Table(DESCRIPTOR)), "What styles differ in.")
                .such_as("[{ name = \"plies\", low = 10, high = 60, bins = 10 }]"),
        ],
    ),
]);

const CONFIRMATION: Form = &[
    may(&["games"], WHOLE_32, "Games against the last generation, as many against the first, and as many against each further opponent.").within(parts::GAMES).or("1000"),
    OPENINGS,
    may(&["opponents"], ENTRANTS, "Opponents besides candidates of the first and the last generation.")
        .or("[]"),
];

/// The file of an evolution.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    must(
        &["agent"],
        Holds::Text("alphabeta(depth=2, eval=weights({genes}))"),
        "The agent that evolves. `{genes}` stands for all genes as NAME=NUMBER, separated by commas, and \
         `{NAME}` for the number of one gene.",
    ),
    must(&["genes"], Holds::List(&Holds::Table(GENES)), "The numbers that evolve, and where they start."),
    must(&["generations"], WHOLE_32, "Generations, or rounds of the method.")
        .within(ranges::GENERATIONS)
        .such_as("50"),
    must(&["method"], METHODS, "How new candidates are made."),
    must(&["fitness"], FITNESS, "How candidates are judged."),
    may(
        &["whitening"],
        Holds::Table(&[must(&["games"], WHOLE_32, "Games that measure the influence of the genes.")
            .within(ranges::WHITENING_GAMES.even())
            .such_as("400")]),
        "Measures the influence of the genes before the first generation, so that steps go along directions of equal influence. \
         For methods that take steps (cma-es, evolution-strategy, spsa).",
    )
    .or_else("steps go along the genes"),
    OPENINGS,
    ADJUDICATION,
    may(&["keep-games"], Holds::Flag, "Stores every game, and not only what came of each generation.").or("true"),
    may(
        &["champion"],
        Holds::Table(&[games("Games of the final that decides it.")]),
        "Genetic algorithms only: candidates of the last generation race for the title of champion, on fresh openings.",
    )
    .or_else("the method's own guess, such as the fittest of the last generation or the mean"),
    may(
        &["baseline"],
        Holds::Table(BASELINE),
        "Games of the best of a generation against a fixed opponent, for the record only.",
    )
    .or_else("no such games"),
    may(
        &["confirmation"],
        Holds::Table(CONFIRMATION),
        "The games after the last generation, on fresh openings. Selected agents look stronger than they are (winner's curse); \
         these games measure what is left of the gain.",
    )
    .or_else("1000 games against the last and 1000 against the first generation"),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::file::{EvolutionPlan, is_read};
    use zermelo_any::{Folder, Permission};
    use zermelo_kind::form::defaults::compare_defaults;
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

    #[test]
    fn the_defaults_are_those_of_the_type() {
        let folder = || Folder::new(Path::new("."), Permission::terminal());
        compare_defaults(FORM, include_str!("../example.toml"), |text| {
            let plan = EvolutionPlan::read(text, "here", folder());
            plan.map(|plan| format!("{plan:?}")).map_err(|error| error.to_string())
        });
    }
}
