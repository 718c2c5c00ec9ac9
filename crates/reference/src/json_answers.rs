//! Commands whose JSON answers are described, and what keys mean in them.

use crate::json_keys::Meaning;

/// A command whose answer is described.
pub struct Answer {
    /// The name of the command, for the heading.
    pub name: &'static str,
    /// Its words, without the program's name.
    pub words: &'static [&'static str],
    /// Paths of objects whose keys are data, such as names of features.
    pub maps: &'static [&'static str],
    /// Meanings that hold for this answer only.
    pub keys: &'static [Meaning],
}

const fn answer(name: &'static str, words: &'static [&'static str], keys: &'static [Meaning]) -> Answer {
    Answer { name, words, maps: &[], keys }
}

impl Answer {
    const fn with_maps(self, maps: &'static [&'static str]) -> Answer {
        Answer { maps, ..self }
    }
}

/// Files that the commands need.
pub const FILES: &[(&str, &str)] = &[
    (
        "tournament.toml",
        "kind = \"tournament\"\ntitle = \"Two agents\"\ngame = \"tictactoe\"\n\
         schedule = { kind = \"sprt\", elo0 = 0, elo1 = 100 }\n\
         agents = [{ name = \"deep\", agent = \"alphabeta(depth=4)\" }, { name = \"random\", agent = \"random\" }]\n\
         tables = [{ title = \"Beside published scores\", tested = [\"deep\"], opponents = [\"random\"], published = { deep = 90 } }]\n",
    ),
    (
        "evolution.toml",
        "kind = \"evolution\"\ntitle = \"Weights\"\ngame = \"isolation:4x4\"\n\
         agent = \"alphabeta(depth=1, eval=weights({genes}))\"\ngenerations = 2\n\
         genes = [{ start-low = -1, start-high = 1 }]\nmethod = { kind = \"cma-es\", population = 4 }\n\
         fitness = { kind = \"gauntlet\", games = 2, opponents = [{ name = \"default\", agent = \"alphabeta(depth=1)\" }] }\n\
         baseline = { agent = \"random\", games = 2 }\nconfirmation = { games = 4 }\n",
    ),
    (
        "study.toml",
        "kind = \"study\"\ntitle = \"Elites\"\nruns = 3\n\
         subject = { kind = \"tables\", population = 10, most-generations = 8 }\n\
         treatments = [{ name = \"with\" }, { name = \"without\", elite-preservation = false }]\n",
    ),
    (
        "training.toml",
        "kind = \"training\"\ntitle = \"Network\"\ngame = \"tictactoe\"\nmodel = { kind = \"network\", hidden = [4] }\n\
         play = { agent = \"alphabeta(depth=1, eval={eval})\", games = 40, random-plies = [1, 3] }\n\
         confirmation = { agent = \"alphabeta(depth=1, eval={eval})\", games = 4, \
         opponents = [{ name = \"random\", agent = \"random\" }] }\n",
    ),
    (
        "q-learning.toml",
        "kind = \"q-learning\"\ntitle = \"Values of moves\"\ngame = \"isolation:4x4\"\nmoves = [100, 200]\n\
         network = { hidden = [4] }\nlearning = { memory = 50, batch = 10 }\n\
         test = { agent = \"alphabeta(depth=1, eval={eval})\", games = 4, opponents = [{ name = \"random\", agent = \"random\" }] }\n",
    ),
    (
        "calibration.toml",
        "kind = \"calibration\"\ntitle = \"Values\"\ngame = \"connect4\"\nagent = \"alphabeta(nodes=50)\"\ngames = 60\n",
    ),
    (
        "series.toml",
        "kind = \"series\"\ntitle = \"Stages\"\n[[stages]]\nname = \"calibrate\"\nkind = \"calibration\"\ngame = \"connect4\"\n\
         agent = \"alphabeta(nodes=50)\"\ngames = 20\n",
    ),
    ("scores.csv", "group,value\ncontrol,7\ncontrol,8\ncontrol,6\ntreated,9.5\ntreated,8.5\ntreated,10\n"),
];

/// The keys of a calibration.
const CALIBRATION: &[Meaning] = &[
    ("n", "Positions."),
    ("bins[].games", "Games that these positions come from."),
    ("low", "The lower end of the 95 % confidence interval of the observed score."),
    ("high", "The upper end of that interval."),
    ("draws", "The width of the range of values in which draws are likely."),
];

/// Every command that answers with facts. Those that only write a file answer with `file`.
pub const ANSWERS: &[Answer] = &[
    answer(
        "games GAME",
        &["games", "isolation"],
        &[
            ("features", "The names of its features, in the order of `weights(..)`."),
            ("parameters", "What may stand behind the colon of its name."),
            ("form", "How it is written."),
            ("quantities", "What `expr(..)` can name."),
            ("aliases", "Other names of the quantity."),
            ("about", "What it means."),
            ("low", "The least value."),
            ("high", "The greatest value."),
        ],
    ),
    answer("moves", &["moves", "connect4", "--moves", "4 4"], &[("moves", "The legal moves.")]),
    answer("replay", &["replay", "tictactoe", "--moves", "b2 a1 c1 a3 a2"], &[]),
    answer(
        "perft",
        &["perft", "tictactoe", "--depth", "3", "--divide"],
        &[
            ("counts", "Move sequences of 1, 2, .. plies."),
            ("divide", "Move sequences of the full length for each first move; with `--divide` only."),
            ("divide.*", "The number for this move."),
            ("nodes", "All positions that were counted."),
        ],
    )
    .with_maps(&["divide"]),
    answer(
        "eval",
        &["eval", "isolation", "--moves", "d4 c3"],
        &[
            ("features", "The value of each feature, from the side to move."),
            ("features.*", "The value of this feature."),
            (
                "value",
                "The evaluator's value, from the side to move; `win`, `draw` or `loss` if the game is over.",
            ),
        ],
    )
    .with_maps(&["features"]),
    answer(
        "bestmove",
        &["bestmove", "connect4", "--agent", "alphabeta(depth=4)"],
        &[("resigns", "Whether the agent resigns."), ("depth", "The depth that the search completed.")],
    ),
    answer(
        "analyze",
        &["analyze", "connect4", "--agent", "alphabeta(depth=4)", "--lines", "2"],
        &[
            ("lines", "The best lines, the best first."),
            ("evaluation", "What the evaluator says of the position without search."),
            ("evaluator", "The evaluator."),
            ("features", "Each feature with its value and its contribution."),
            ("contribution", "What it adds to the value."),
            ("features[].value", "Its value."),
            ("evaluation.value", "The sum of the contributions."),
            ("depth", "The depth of the search."),
        ],
    ),
    answer(
        "match",
        &["match", "tictactoe", "alphabeta(depth=2)", "random", "--games", "20"],
        &[
            ("agents", "The two agents, in the order of the command."),
            ("faults", "Games that it forfeited, by reason."),
            ("faults.*", "Games forfeited for this reason."),
            ("agents[].moves", "Moves that it made."),
            ("remarks", "What the agent said about itself, such as that a network was converted."),
        ],
    )
    .with_maps(&["agents[].faults"]),
    answer(
        "run (tournament)",
        &["run", "tournament.toml"],
        &[
            ("openings.played", "Openings that were played."),
            ("n_pairs", "Pairs of games up to the verdict."),
            ("evidence", "What the verdict rests on."),
            ("errors", "The type I and the type II error of the test."),
            ("race.evidence.games", "Games won, drawn and lost by the first agent."),
            ("estimate", "The difference in Elo that the score corresponds to. It is biased, because the test chose when to stop."),
            ("interval", "Its 95 % anytime interval, which holds although the test chose when to stop; null is open."),
            ("independent", "Pairs that are independent evidence: repeated games count once."),
            ("race.bounds", "The LLR at which the test accepts H0 and H1."),
            ("race.elo", "H0 and H1, in Elo."),
            ("race.is_at_limit", "Whether the limit of games ended the test without a verdict."),
            ("race.names", "The two agents."),
            ("race.pairs", "Pairs of games up to the verdict."),
            ("race.played", "Pairs of games that were played: the verdict may come within a batch."),
            ("score", "The score from 0 to 1, with its 95 % confidence interval."),
            ("tables", "Tables that the file asked for."),
            ("quits.*", "Forfeits for this reason."),
        ],
    )
    .with_maps(&["standings[].quits"]),
    answer(
        "run (evolution)",
        &["run", "evolution.toml"],
        &[
            ("champion", "The agent that came out of it."),
            ("champion.genes", "Its genes, in the order of `genes`."),
            ("genes[].champion", "The champion's value."),
            ("genes", "Every gene."),
            ("fitness", "What fitness counts, in a sentence."),
            ("curve", "Best, median and mean fitness of every generation."),
            ("strengths", "Games against the baseline."),
            ("strengths[].games", "What these games say."),
            ("generation", "The generation, from 1."),
            ("generations", "Generations."),
            ("openings.played", "Openings that were played."),
        ],
    ),
    answer(
        "run (study)",
        &["run", "study.toml"],
        &[
            ("runs", "Replicates of each treatment."),
            (
                "treatments[].best",
                "The best fitness by generation: replicates, mean, 95 % interval of the mean.",
            ),
            ("treatments[].distinct", "Different survivors by generation, likewise."),
            ("outcome", "The number that is compared."),
            ("published", "The same for published numbers; null if there are none."),
            ("comparison.names", "The treatments that are compared."),
            ("couples", "Each two treatments."),
            ("anova", "One-way analysis of variance; null if there are too few numbers."),
            ("difference", "The difference of their means."),
            ("tukey", "Tukey's interval of the difference."),
            ("name", "The treatment."),
        ],
    ),
    answer(
        "run (training)",
        &["run", "training.toml"],
        &[
            ("agent", "The agent of the confirmation, with `{eval}` in place of the evaluator."),
            ("best", "The round whose network is the result."),
            (
                "evaluator",
                "The evaluator, if weights were fitted; null for a network, which `net(RUN/net)` names.",
            ),
            ("rounds", "Every round."),
            ("rounds[].games", "Games of self-play."),
            ("rounds[].passes", "Training and validation loss after every pass."),
            ("rounds[].validation", "Sizes of the validation data: games and positions."),
            ("rounds[].test", "Sizes of the test data: games and positions."),
            ("validation", "The loss on validation data."),
            ("training", "The loss on training data."),
            ("positions", "Positions that were learnt from."),
            ("openings.played", "Openings that were played."),
        ],
    ),
    answer(
        "run (q-learning)",
        &["run", "q-learning.toml"],
        &[
            ("agent", "The agent of the tests, with `{eval}` in place of the network."),
            ("checkpoints[].games", "Games so far."),
            ("checkpoints[].moves", "Moves so far."),
            ("curve", "The score of each checkpoint against each opponent."),
            ("curve.opponents", "The opponents, by name."),
            ("curve.rows[].name", "The checkpoint."),
            ("openings.played", "Openings that were played."),
        ],
    ),
    answer(
        "run (calibration)",
        &["run", "calibration.toml"],
        CALIBRATION,
    ),
    answer(
        "run (series)",
        &["run", "series.toml"],
        &[
            ("stages", "The stages, in order."),
            ("stages[].name", "The name of the stage."),
            ("n", "Positions."),
            ("bins[].games", "Games that these positions come from."),
            ("low", "The lower end of the 95 % confidence interval of the observed score."),
            ("high", "The upper end of that interval."),
            ("draws", "The width of the range of values in which draws are likely."),
        ],
    ),
    answer(
        "run --check",
        &["run", "--check", "calibration.toml"],
        &[
            ("parts", "The experiment, or each stage of a series."),
            ("seconds", "About how long it takes, in seconds; null if that cannot be estimated."),
            ("trial", "What the trial came to; `error` if it failed."),
            ("trial.games", "Games of the trial."),
            ("trial.seconds", "How long the trial took."),
            ("trial.finished", "Whether the trial finished the experiment."),
            ("parts[].games", "Games of the experiment; null if that is not known beforehand."),
            ("stage", "The name of the stage; null if it is no series."),
        ],
    ),
    answer(
        "study-game",
        &["study-game", "tictactoe", "--quick"],
        &[
            ("players", "Who plays."),
            ("game", "The game's id."),
            ("games", "Games."),
            ("choices", "Decisions with more than one move."),
            ("spectacles[].game", "The number of the game in the run."),
            ("spectacles[].value", "The number that it shows."),
            ("branching.moves", "Legal moves of a position, on average."),
            ("board[].used", "The share of games in which the cell was used."),
            ("first_moves[].score", "The first player's score after it."),
            ("pie", "What the pie rule would change: one player makes the first move, the other chooses a side."),
            ("pie.first_moves", "The most balanced first move, by each half of the games."),
            ("pie.chooser", "The score of the player who chooses the side."),
            ("copying.ways[].score", "The score of the player who copies."),
            ("levels[].score", "The first player's score."),
            ("ladder.rungs[].games", "The match of these two levels."),
            ("ladder.levels", "Levels that are distinguished by significant gains."),
            ("clarity.near", "The share within which a move counts as about as good as the best."),
            ("clarity.choices[].near", "Moves about as good as the best."),
            ("clarity.choices[].best", "The expected score of the best move."),
            ("clarity.choices[].second", "The expected score of the second best move."),
            ("clarity.choices[].moves", "Legal moves."),
            ("branching.plies[].moves", "Legal moves, on average."),
            ("branching.plies[].choices", "The share of positions with a choice."),
            ("branching.plies", "The same ply by ply."),
            ("branching.positions", "Positions that were counted."),
            ("knowledge.positions", "Positions behind the weights."),
            ("exact.nodes", "Nodes that were searched."),
            ("board", "Every cell, and how much it is used."),
            ("value", "The estimate."),
            ("name", "The name."),
            ("nodes", "Nodes a move."),
            ("row", "The row of the cell."),
            ("range", "The shortest and the longest game."),
            ("mean", "The mean length in plies."),
            ("median", "The median length in plies."),
            ("results", "Games won by the first player, drawn, and won by the second."),
            ("evaluator", "The evaluator that was fitted."),
            ("title", "The title."),
            ("score", "The score from 0 to 1, with its 95 % confidence interval."),
        ],
    ),
    answer(
        "compare-variants",
        &["compare-variants", "hexapawn.game", "--size", "3..4", "--quick"],
        &[
            ("variants", "The games that are compared."),
            ("variants[].name", "What it is called here."),
            ("variants[].game", "Its id."),
            ("variants[].run", "The run that studied it."),
            ("variants[].games", "Games played with it."),
            ("variants[].score", "The first player's score among the strongest players."),
            ("variants[].pie", "What the pie rule would change: one player makes the first move, the other chooses a side."),
            ("pie.first_moves", "The most balanced first move, by each half of the games."),
            ("pie.chooser", "The score of the player who chooses the side."),
            ("variants[].measures", "What is compared, each with its 95 % confidence interval."),
            ("measures.distance_from_fair", "How far the first player's score is from one half."),
            ("measures.draws", "The share of drawn games."),
            ("measures.plies", "The mean length in plies."),
            ("measures.decided_at", "The share of a game's plies after which the winner's lead lasts."),
            ("measures.lead_changes", "How often the lead changes in a game."),
            ("measures.legal_moves", "Legal moves of a position, on average."),
            ("measures.depth_of_skill", "Elo between the least and the most thought."),
            ("letters", "Games that share a letter do not differ significantly."),
            ("variants[].cells", "Cells of the board."),
            ("variants[].unused_cells", "Cells that the strongest players never use."),
            ("variants[].unused_clauses", "Clauses that random games never use."),
            ("variants[].rules", "The rules in words."),
            ("findings", "What the differences say, in sentences."),
            ("tests", "Tests of differences, all held to 5 % together (Holm)."),
            ("games", "Games played."),
            ("value", "The estimate."),
            ("title", "The title."),
        ],
    ),
    answer("runs", &["runs"], &[]),
    answer(
        "show",
        &["show", "calibration"],
        CALIBRATION,
    ),
    answer(
        "games-of",
        &["games-of", "tournament-1", "--count", "1"],
        &[
            ("game", "The number of the game in the run."),
            ("moves", "The moves after the opening."),
            ("first", "The agent that moved first."),
            ("second", "The agent that moved second."),
        ],
    ),
    answer("report", &["report", "calibration"], &[]),
    answer("export", &["export", "tournament-1", "--format", "csv", "--output", "games.csv"], &[]),
    answer("verify", &["verify", "tournament-1"], &[("games", "Games that were played again.")]),
    answer(
        "verify-store",
        &["verify-store"],
        &[("runs", "Every run."), ("format", "The format of the store.")],
    ),
    answer(
        "stats elo",
        &["stats", "elo", "120", "60", "20"],
        &[
            ("low", "The lower end of the confidence interval of `elo`."),
            ("high", "The upper end of that interval."),
        ],
    ),
    answer("stats sprt", &["stats", "sprt", "120", "60", "20", "--elo0", "0", "--elo1", "20"], &[]),
    answer(
        "stats compare",
        &["stats", "compare", "scores.csv"],
        &[
            ("groups", "Each group."),
            ("groups[].n", "Observations."),
            ("groups[].name", "The group."),
            ("low", "The lower end of the interval of the difference."),
            ("high", "The upper end of that interval."),
            ("unanswered", "Tests without an answer, with the reason."),
        ],
    ),
    answer(
        "bench",
        &["bench", "tictactoe"],
        &[
            ("agents", "The searches that were measured."),
            ("agents[].nodes", "Nodes: the same on every machine."),
        ],
    ),
    answer(
        "solve",
        &["solve", "tictactoe"],
        &[("value", "`win`, `draw` or `loss` for the side to move; null if it was not solved.")],
    ),
    answer(
        "solve --openings",
        &["solve", "tictactoe", "--openings", "1"],
        &[
            ("openings", "Every opening."),
            ("moves", "The moves of the opening."),
            ("wins", "Openings that are won for the side to move."),
            ("draws", "Openings that are drawn."),
            ("losses", "Openings that are lost for the side to move."),
            ("value", "`win`, `draw` or `loss` for the side to move; null if it was not solved."),
        ],
    ),
    answer("draw", &["draw", "tictactoe", "--output", "board.svg"], &[]),
    answer("new", &["new", "mine"], &[]),
    answer(
        "check",
        &["check", "mine.game"],
        &[
            ("board", "The board in words."),
            ("plies", "Lengths of the random games in plies: median, and the range of the middle 90 %."),
            ("low", "The lower end of the range."),
            ("high", "The upper end of the range."),
            ("value", "The value."),
            ("range", "The least and the greatest value."),
            ("name", "The name."),
            ("expected", "What might stand there instead."),
            ("parameters", "Numbers that may be chosen when the game is opened."),
        ],
    ),
    answer("new-experiment", &["new-experiment", "tournament", "--output", "new.toml"], &[]),
];
