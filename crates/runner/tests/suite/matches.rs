//! Matches are pure functions: threads and earlier games leave no trace in the result.

use std::collections::HashSet;
use std::time::Duration;

use zermelo_catalog::{AnalysisPlan, RequestError, Start, Thought, WatchPlan, open};
use zermelo_game::Stop;
use zermelo_runner::openings::usual_plies;
use zermelo_runner::{MatchPlan, MatchResult, play_match};

/// A match without what the clock says.
fn play(game: &str, agents: [&str; 2], pairs: u64, seed: u64, threads: usize) -> MatchResult {
    let plan = MatchPlan {
        agents,
        pairs,
        seed,
        opening_plies: None,
        keeps_decided: false,
        threads,
        stop: &Stop::default(),
        on_progress: &|_, _| {},
    };
    let mut contest = play_match(&open(game).expect("a game"), &plan).expect("a match");
    for effort in &mut contest.efforts {
        effort.time = Duration::ZERO;
    }
    assert_eq!(contest.games(), 2 * pairs);
    assert_eq!(contest.pairs.iter().sum::<u64>(), pairs);
    let points: u64 = contest.pairs.iter().zip(0..).map(|(count, points)| count * points).sum();
    assert_eq!(points, 2 * contest.wins + contest.draws);
    assert_eq!(contest.wins_by_side.iter().sum::<u64>(), contest.wins + contest.losses);
    contest
}

const MATCHES: [(&str, [&str; 2], u64); 6] = [
    ("connect4", ["random", "minimax(depth=2)"], 60),
    ("tictactoe", ["random", "random"], 200),
    ("milestone:side=3", ["alphabeta(depth=3)", "alphabeta(nodes=200)"], 12),
    ("isolation:5x5", ["alphabeta(nodes=500)", "alphabeta(depth=2, table=off)"], 12),
    ("hexapawn:4x4", ["alphabeta(depth=8)", "random"], 40),
    ("breakthrough:5x5", ["minimax(depth=2)", "alphabeta(depth=4)"], 8),
];

#[test]
fn the_result_is_the_same_on_any_number_of_threads() {
    for (game, agents, pairs) in MATCHES {
        let alone = play(game, agents, pairs, 7, 1);
        for threads in [2, 5] {
            assert_eq!(
                play(game, agents, pairs, 7, threads),
                alone,
                "{game} {agents:?} on {threads} threads"
            );
        }
    }
}

/// Agents that use randomness have other random numbers there: the random stream of a game is that of its number.
#[test]
fn naming_agents_without_chance_the_other_way_round_mirrors_the_result() {
    let without_chance = |agents: &[&str; 2]| agents.iter().all(|agent| !agent.contains("random"));
    for (game, [a, b], pairs) in MATCHES.into_iter().filter(|(_, agents, _)| without_chance(agents)) {
        let mut mirrored = play(game, [b, a], pairs, 7, 2);
        (mirrored.wins, mirrored.losses) = (mirrored.losses, mirrored.wins);
        mirrored.pairs.reverse();
        mirrored.efforts.reverse();
        mirrored.faults.reverse();
        let contest = play(game, [a, b], pairs, 7, 2);
        // Pairs are told apart by who played what, so theirs are others, from the same openings.
        let openings =
            |contest: &MatchResult| contest.seen.iter().map(|pair| pair.opening).collect::<Vec<_>>();
        assert_eq!(openings(&contest), openings(&mirrored), "{game} {a} {b}");
        mirrored.seen.clone_from(&contest.seen);
        assert_eq!(contest, mirrored, "{game} {a} {b}");
    }
}

#[test]
fn the_same_pairs_are_the_same_with_other_seeds() {
    let agents = ["alphabeta(depth=1)", "alphabeta(depth=9)"];
    let [one, other] = [1, 2].map(|seed| play("tictactoe", agents, 200, seed, 2));
    for contest in [&one, &other] {
        assert_eq!(contest.seen.len() as u64, contest.distinct_pairs);
    }
    // So many openings lead to all that there are, and nothing is left to chance.
    assert_eq!(one.seen, other.seen);
    let by_chance = play("tictactoe", ["random", "alphabeta(depth=1)"], 200, 1, 2);
    assert!(by_chance.distinct_pairs > by_chance.distinct_openings);
    assert_eq!(by_chance.seen.len() as u64, by_chance.distinct_pairs);
}

#[test]
fn an_agent_without_chance_is_even_with_itself() {
    for game in ["milestone:side=3", "connect4", "isolation:5x5"] {
        let contest = play(game, ["alphabeta(depth=3)", "alphabeta(depth=3)"], 20, 3, 2);
        assert_eq!(contest.pairs, [0, 0, 20, 0, 0], "{game}");
        let strength = contest.strength().expect("games were played");
        assert_eq!((strength.elo, strength.los), (0.0, 0.5));
        assert!(!strength.is_decided());
    }
    // Chance, however, is not shared between the games of a pair.
    let chance = play("connect4", ["random", "random"], 100, 3, 2);
    assert!(chance.pairs[0] > 0 && chance.pairs[4] > 0, "{:?}", chance.pairs);
}

#[test]
fn the_seed_decides() {
    let [one, two] = [1, 2].map(|seed| play("connect4", ["random", "minimax(depth=1)"], 100, seed, 2));
    assert_ne!(one, two);
    assert_eq!(one, play("connect4", ["random", "minimax(depth=1)"], 100, 1, 2));
}

#[test]
fn repeated_games_are_told_from_distinct_ones() {
    let plan = MatchPlan {
        agents: ["minimax(depth=2)", "minimax(depth=1)"],
        pairs: 50,
        seed: 1,
        opening_plies: Some(0),
        keeps_decided: false,
        threads: 2,
        stop: &Stop::default(),
        on_progress: &|_, _| {},
    };
    let contest = play_match(&open("connect4").expect("a game"), &plan).expect("a match");
    assert_eq!((contest.distinct_openings, contest.distinct_pairs, contest.distinct_games), (1, 1, 2));
    assert_eq!(contest.independent_pairs(), 1);
    let (low, high) = contest.strength().expect("games were played").elo_interval;
    assert!(low < 0.0 && high > 0.0, "one pair of games decides nothing: {low} {high}");
    let random = play("connect4", ["random", "random"], 50, 1, 2);
    assert_eq!((random.distinct_pairs, random.independent_pairs()), (50, 50));
    // In a tiny game chance repeats itself; that is evidence all the same.
    let tiny = play("hexapawn", ["random", "random"], 2000, 1, 2);
    assert!(tiny.distinct_openings < 50 && tiny.distinct_pairs < 1000, "{tiny:?}");
    assert_eq!(tiny.independent_pairs(), 2000);
}

#[test]
fn every_game_of_the_catalog_can_be_contested() {
    for entry in zermelo_catalog::entries() {
        play(&entry.id, ["random", "random"], 10, 1, 2);
    }
    // Boards so small that random plies end the game.
    for game in ["isolation:1x1", "isolation:2x2", "isolation:3x3", "mnk:1,1,1", "mnk:2,1,1", "drop:1,1,1"] {
        play(game, ["random", "random"], 10, 1, 2);
    }
}

#[test]
fn openings_are_short_in_short_games() {
    for (game, plies) in [("tictactoe", 2), ("connect4", 4), ("mnk:2,1,1", 0)] {
        assert_eq!(usual_plies(&open(game).expect("a game")), plies, "{game}");
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let refused = |agents, opening_plies| {
        let plan = MatchPlan {
            agents,
            pairs: 3,
            seed: 1,
            opening_plies,
            keeps_decided: false,
            threads: 2,
            stop: &Stop::default(),
            on_progress: &|_, _| {},
        };
        play_match(&open("tictactoe").expect("a game"), &plan).expect_err("no such match").kind()
    };
    assert_eq!(refused(["random", "human"], None), "unknown-agent");
    assert_eq!(refused(["nobody", "random"], None), "unknown-agent");
    assert_eq!(refused(["minimax(eval=none)", "random"], None), "bad-evaluator");
    assert_eq!(refused(["random", "random"], Some(9)), "no-opening");
    let told = RequestError::NoOpening { game: "tictactoe".to_owned(), plies: 9 }.to_string();
    assert!(told.contains("fewer"), "{told}");
}

#[test]
fn a_stopped_match_ends_soon_and_says_so() {
    // The first would take longer than anybody waits for its first game; the second is stopped after ten.
    for (game, agents, n_before) in
        [("connect4", ["alphabeta(depth=60)", "random"], 0), ("tictactoe", ["random", "random"], 10)]
    {
        let stop = Stop::default();
        let on_progress = |n_done: u64, _| {
            if n_done == n_before {
                stop.stop();
            }
        };
        let plan = MatchPlan {
            agents,
            pairs: 1_000_000,
            seed: 1,
            opening_plies: None,
            keeps_decided: false,
            threads: 2,
            stop: &stop,
            on_progress: &on_progress,
        };
        let error = play_match(&open(game).expect("a game"), &plan).expect_err("it was stopped");
        assert!(matches!(error, RequestError::MatchStopped));
        assert_eq!((error.kind(), error.to_string().as_str()), ("stopped", "the match was stopped"));
    }
}

/// What casual agents play in a position of tic-tac-toe, over many seeds.
fn casual_moves(agent: &str, moves: &str) -> HashSet<String> {
    let start = Start { position: None, moves: moves.to_owned() };
    let mut session = open("tictactoe").expect("a game").session(&start).expect("moves");
    (0..60).map(|seed| session.think(agent, seed).expect("an agent").expect("goes on").mv).collect()
}

#[test]
fn casual_agents_slip_but_see_what_they_should() {
    let set = |texts: &[&str]| -> HashSet<String> { texts.iter().map(|&text| text.to_owned()).collect() };
    // The first player has a1 and b1 and wins at c1; the second has a3 and b3 and would win at c3.
    let wins = "a1 a3 b1 b3";
    assert!(casual_moves("casual(random, slips=1, sight=none)", wins).len() > 3);
    assert_eq!(casual_moves("casual(random, slips=1, sight=wins)", wins), set(&["c1"]));
    // The second player is to move, has no win, and must stop c1.
    let threat = "a1 a3 b1";
    assert!(casual_moves("casual(random, slips=1, sight=wins)", threat).len() > 3);
    assert_eq!(casual_moves("casual(random, slips=1)", threat), set(&["c1"]));
    // Who never slips plays like the agent inside, who sometimes does plays both.
    let inside = casual_moves("minimax(depth=9)", "a1");
    assert_eq!(casual_moves("casual(minimax(depth=9), slips=0)", "a1"), inside);
    let mixed = casual_moves("casual(minimax(depth=9), slips=0.5)", "a1");
    assert!(mixed.len() > 3 && mixed.is_superset(&inside), "{mixed:?}");
    let refused = |agent: &str| {
        let session = open("tictactoe").expect("a game").session(&Start::default()).expect("the start");
        session.check_agent(agent).expect_err("no such agent").to_string()
    };
    assert!(refused("casual(random, slips=2)").contains("from 0 to 1"));
    assert!(refused("casual(random, sight=far)").contains("threats"));
    assert!(refused("casual(nobody)").contains("nobody"));
}

#[test]
fn watching_tells_what_analysis_tells() {
    let start = Start { position: None, moves: "4 4".to_owned() };
    let session = open("connect4").expect("a game").session(&start).expect("moves");
    let stop = Stop::default();
    let watch = |n_lines, nodes, only: &[String]| {
        let plan = WatchPlan { agent: "alphabeta(nodes=1)", n_lines, nodes, only, stop: &stop };
        let mut seen = Vec::new();
        session.watch(&plan, &mut |glance| seen.push(glance.clone())).expect("moves that are legal");
        seen
    };
    let seen = watch(3, 30_000, &[]);
    assert!(seen.len() > 4, "{} depths", seen.len());
    for glance in &seen {
        assert_eq!(glance.lines.len(), 3);
        assert!(glance.lines.is_sorted_by(|a, b| a.score >= b.score), "{glance:?}");
        assert!(glance.lines.iter().all(|line| line.depth == glance.lines[0].depth), "equally deep");
    }
    assert!(seen.is_sorted_by(|a, b| a.nodes <= b.nodes));
    // To a given depth, the same values as an analysis from nothing.
    let last = &seen[3];
    let agent = format!("alphabeta(depth={}, quiescence=on, proofs=on)", last.lines[0].depth);
    let plan = AnalysisPlan { agent: &agent, evaluator: None, n_lines: 3, seed: 0, stop: &Stop::default() };
    let analysis = session.analyze(&plan).expect("an agent").expect("a game that goes on");
    let values = |lines: &[Thought]| lines.iter().map(|line| line.score.number()).collect::<Vec<_>>();
    assert_eq!(values(&last.lines), values(&analysis.lines));
    let only = ["1".to_owned(), "7".to_owned()];
    let seen = watch(5, 5_000, &only);
    let mut moves: Vec<&str> = seen[0].lines.iter().map(|line| line.mv.as_str()).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["1", "7"]);
    stop.stop();
    assert!(watch(3, 30_000, &[]).is_empty(), "nothing is told once it is stopped");
}
