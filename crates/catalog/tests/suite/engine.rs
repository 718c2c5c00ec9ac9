//! Our agents as an engine: conversations, from the first line to the last.

use std::io::Cursor;

use proptest::prelude::*;
use zermelo_catalog::ugi::engine;
use zermelo_catalog::{EnginePlan, open};

/// What the engine answers to these lines, but for what it tells while it thinks.
fn talk(game: &str, agent: &str, input: &str) -> Vec<String> {
    let mut lines = talk_aloud(game, agent, input);
    let is_told: Vec<bool> = lines.iter().map(|line| line.starts_with("info depth")).collect();
    let moves: Vec<bool> = lines.iter().map(|line| line.starts_with("bestmove")).collect();
    let mut index = 0;
    lines.retain(|_| {
        index += 1;
        !is_told[index - 1] || moves.get(index) == Some(&true)
    });
    lines
}

/// All that the engine answers to these lines.
fn talk_aloud(game: &str, agent: &str, input: &str) -> Vec<String> {
    let mut output = Vec::new();
    let plan = EnginePlan { agent, seed: 1 };
    let input = Box::new(Cursor::new(input.to_owned()));
    engine::run(&open(game).expect("a game"), &plan, input, &mut output).expect("an agent");
    String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
}

/// The moves that were chosen.
fn best_moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

/// What an agent chooses after these moves, asked without the protocol.
fn think(game: &str, moves: &str, agent: &str) -> String {
    let start = zermelo_catalog::Start { position: None, moves: moves.to_owned() };
    let mut session = open(game).expect("a game").session(&start).expect("a position");
    session.think(agent, 1).expect("an agent").expect("a move").mv
}

#[test]
fn it_introduces_itself_in_every_dialect() {
    for word in ["ugi", "uci", "uai"] {
        let lines = talk("isolation:5x5", "alphabeta(depth=3)", &format!("{word}\nisready\nquit\nisready\n"));
        assert!(lines[0].starts_with("id name Zermelo"), "{lines:#?}");
        assert!(lines[1].starts_with("id author"), "{lines:#?}");
        for option in [
            "option name Agent type string default alphabeta(depth=3)",
            "option name Threads type spin default 1 min 1 max 256",
            "option name Hash type spin default 64 min 1 max 65536",
            "option name Seed type spin default 1 min 0 max 9223372036854775807",
            "option name Variant type combo default isolation:5x5 var isolation:5x5",
        ] {
            assert!(lines.iter().any(|line| line == option), "{option} in {lines:#?}");
        }
        assert_eq!(lines[lines.len() - 2..], [format!("{word}ok"), "readyok".to_owned()]);
    }
    let random = talk("tictactoe", "random", "ugi\n").join("\n");
    assert!(!random.contains("Threads") && !random.contains("Hash"), "{random}");
    assert!(!talk("tictactoe", "mcts", "ugi\n").join("\n").contains("Threads"));
}

/// A draw is proved when every line was seen to its end; an even judgement is none.
#[test]
fn proved_draws_are_told() {
    let drawn = "info string drawn with best play (proved)".to_owned();
    for agent in ["alphabeta(depth=9)", "mcts(playouts=100000)", "minimax(depth=9)"] {
        let lines = talk_aloud("tictactoe", agent, "position startpos moves b2 a1\ngo\n");
        assert!(lines.contains(&drawn), "{agent}: {lines:#?}");
        assert!(lines.iter().any(|line| line.contains(" score cp 0 ")), "{agent}: {lines:#?}");
    }
    let shallow = talk_aloud("tictactoe", "alphabeta(depth=2)", "position startpos\ngo\n");
    assert!(!shallow.contains(&drawn), "{shallow:#?}");
}

#[test]
fn it_plays_from_positions_and_moves() {
    let agent = "alphabeta(depth=4)";
    let lines = talk(
        "connect4",
        agent,
        "position startpos\ngo\nposition startpos moves 4 4 3\ngo\n\
         position fen ......./......./......./......./...o.../...x... x moves 3\ngo depth 4\n",
    );
    let expected = think("connect4", "4 4 3", agent);
    assert_eq!(best_moves(&lines), [&think("connect4", "", agent), &expected, &expected]);
    // A line of facts before every move.
    for pair in lines.chunks(2) {
        let words: Vec<&str> = pair[0].split_whitespace().collect();
        for word in ["depth", "score", "cp", "nodes", "time", "nps", "pv"] {
            assert!(words.contains(&word), "{word} in {pair:?}");
        }
        assert_eq!(words[0], "info");
    }
}

#[test]
fn it_tells_what_it_sees_while_it_thinks() {
    let depths = |agent: &str, input: &str| -> Vec<u32> {
        let lines = talk_aloud("connect4", agent, input);
        let told = lines.iter().filter_map(|line| line.strip_prefix("info depth "));
        told.map(|rest| rest.split(' ').next().and_then(|word| word.parse().ok()).expect("a depth")).collect()
    };
    assert_eq!(depths("alphabeta", "go depth 5\n"), [1, 2, 3, 4, 5, 5]);
    // Cut short in the sixth iteration: the last full depth is told again, with all nodes.
    let cut = depths("alphabeta(nodes=700)", "go\n");
    assert!(cut.len() > 3 && cut.is_sorted(), "{cut:?}");
    assert_eq!(
        depths("mcts(playouts=5000)", "go\n").len(),
        4,
        "after 1024, 2048, 4096 playouts and at the end"
    );
    assert_eq!(depths("minimax(depth=3)", "go\n"), [3]);
}

#[test]
fn wins_are_told_by_their_distance() {
    let last = "position startpos moves 4 1 4 1 4 1\ngo depth 6\n";
    let told = |greeting: &str, input: &str| {
        talk("connect4", "alphabeta", &format!("{greeting}\n{input}")).join("\n")
    };
    assert!(told("ugi", last).contains("score mate 1 "));
    assert!(told("ugi", last).contains("bestmove 4"));
    // X threatens four in a row at both ends: lost in two plies, or in a move of the winner.
    let lost = "position startpos moves 3 1 4 1 5\ngo depth 6\n";
    assert!(told("ugi", lost).contains("score mate -2 "), "{}", told("ugi", lost));
    assert!(told("uci", lost).contains("score mate -1 "), "{}", told("uci", lost));
}

#[test]
fn every_kind_of_limit_is_kept() {
    let lines = talk(
        "connect4",
        "alphabeta(nodes=77)",
        "go\ngo nodes 500\ngo depth 2\ngo movetime 5\ngo p1time 100 p2time 1 p1inc 0 p2inc 0\n\
         go wtime 100 btime 1\ngo nodes many\ngo p2time 50\ngo movetime -3\ngo infinite\n",
    );
    assert_eq!(best_moves(&lines).len(), 10, "{lines:#?}");
    let facts: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    let number = |index: usize, key: &str| -> u64 {
        let mut words = facts[index].split_whitespace().skip_while(|&word| word != key).skip(1);
        words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{key} in {}", facts[index]))
    };
    assert_eq!((number(0, "nodes"), number(1, "nodes"), number(2, "depth")), (77, 500, 2));
    // What cannot be read is no limit, and the other player's clock is none of ours.
    assert_eq!((number(6, "nodes"), number(7, "nodes")), (77, 77));
    // Minimax knows only depths: it keeps its own, whatever else is asked.
    let minimax =
        talk("connect4", "minimax(depth=3)", "go nodes 5\ngo depth 2\ngo movetime 1\ngo\n").join("\n");
    let depths: Vec<&str> = minimax.lines().filter_map(|line| line.strip_prefix("info depth ")).collect();
    assert!(depths.iter().zip("3233".chars()).all(|(told, depth)| told.starts_with(depth)), "{minimax}");
}

#[test]
fn a_search_is_heard_and_stopped() {
    for agent in ["alphabeta", "mcts", "minimax(depth=60)", "random", "alphabeta(quirk=false-ties)"] {
        let lines =
            talk("milestone", agent, "go infinite\nisready\nposition startpos moves nonsense\nstop\n");
        assert_eq!(lines[0], "readyok", "{agent}: {lines:#?}");
        assert!(
            lines[1].starts_with("info depth") && lines[2].starts_with("bestmove "),
            "{agent}: {lines:#?}"
        );
        // What must not come during a search waits for its end.
        assert!(lines[3].starts_with("info string error: "), "{agent}: {lines:#?}");
        // At the end of the input nobody is left to say stop.
        assert_eq!(best_moves(&talk("milestone", agent, "go infinite\n")).len(), 1, "{agent}");
    }
    assert_eq!(talk("milestone", "alphabeta", "stop\nstop\nisready\n"), ["readyok"]);
    assert_eq!(talk("milestone", "alphabeta", "go infinite\nquit\n"), [""; 0]);
}

#[test]
fn a_finished_game_has_no_move() {
    let lines = talk(
        "tictactoe",
        "random",
        "query gameover\nquery result\nquery p1turn\nposition startpos moves a1 b1 a2 b2 a3\ngo\n\
         query gameover\nquery result\nquery p1turn\nquery fen\n",
    );
    assert_eq!(lines[..3], ["response false", "response none", "response true"]);
    assert!(lines[3].starts_with("info string error"));
    assert_eq!(lines[4..8], ["bestmove none", "response true", "response p1win", "response false"]);
    assert!(lines[8].contains("expected p1turn, gameover, result or moves"), "{lines:#?}");
}

#[test]
fn legal_moves_are_listed() {
    let lines = talk("tictactoe", "random", "position startpos moves a1 b2 c3 a3 c1 b1\nquery moves\n");
    let mut moves: Vec<&str> = lines[0].strip_prefix("response ").expect("a list").split(' ').collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a2", "b3", "c2"]);
    let over = "position startpos moves a1 b1 a2 b2 a3\nquery moves\n";
    assert_eq!(talk("tictactoe", "random", over), ["response"]);
}

#[test]
fn who_gives_up_says_so() {
    let lost = "position startpos moves 3 1 4 1 5\ngo depth 6\n";
    assert_eq!(best_moves(&talk("connect4", "alphabeta(depth=6, quirk=resign)", lost)), ["resign"]);
}

#[test]
fn options_are_set() {
    let lines = talk(
        "connect4",
        "random",
        "setoption name aGeNt value alphabeta( depth = 2,  eval=default )\nsetoption name threads value 2\n\
         setoption name Hash value 5\nsetoption name Variant value connect4\nsetoption name variant value drop:7,6,4\n\
         ugi\ngo\n",
    );
    let text = lines.join("\n");
    assert!(!text.contains("error"), "{text}");
    assert!(
        text.contains("Threads type spin default 2 ") && text.contains("Hash type spin default 5 "),
        "{text}"
    );
    assert!(text.contains("\ninfo depth 2 "), "{text}");
    for (bad, told) in [
        ("name Agent value alphazero", "did you mean `alphabeta`"),
        ("name Agent value ugi(sh -c ls)", "only be named on the command line"),
        ("name Agent value", "there is no agent"),
        ("name Threads value 3", "unknown option"),
        ("name Seed value -1", "not a number from 0 to"),
        ("name Seed", "not a number from 0 to"),
        ("name Variant value hexapawn", "this engine plays connect4, not hexapawn"),
        ("name Variant value chess", "there is no game"),
        ("name No Such Option value 3 4", "unknown option `No Such Option`"),
        ("Seed 3", "expected name NAME value VALUE"),
        ("", "expected name NAME value VALUE"),
    ] {
        let lines = talk("connect4", "random", &format!("setoption {bad}\ngo\n"));
        assert!(lines[0].starts_with("info string error: ") && lines[0].contains(told), "{bad}: {lines:#?}");
        assert_eq!(best_moves(&lines).len(), 1, "{bad}: the agent stays");
    }
}

#[test]
fn chance_hangs_on_the_seed_and_the_game() {
    let games = |setting: &str| {
        let game = "uginewgame\ngo\ngo\ngo\ngo\n".repeat(2);
        let lines = talk("gomoku", "random", &format!("{setting}\n{game}"));
        lines.into_iter().filter(|line| line.starts_with("bestmove")).collect::<Vec<_>>()
    };
    let one = games("setoption name Seed value 7");
    assert_eq!(one, games("setoption name Seed value 7"));
    assert_ne!(one, games("setoption name Seed value 8"));
    assert_ne!(one[..4], one[4..], "each game has chance of its own");
}

#[test]
fn nonsense_is_told_and_does_no_harm() {
    let lines = talk(
        "connect4",
        "random",
        "hello\n\n   \nposition\nposition fen\nposition fen x\nposition startpos moves 4 4 4 4 4 4 4\nposition here\ngo fast\n\
         \u{0}\u{7}\nponderhit\nisready",
    );
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string error")).count(), 9, "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("move 7:") && line.contains("is unchanged")), "{lines:#?}");
    assert_eq!(best_moves(&lines).len(), 1);
    assert!(lines.contains(&"readyok".to_owned()), "{lines:#?}");
    let long = format!("{}\nisready\n", "x".repeat(3_000_000));
    let lines = talk("connect4", "random", &long);
    assert!(
        lines.len() == 2 && lines[0].contains("more than a million") && lines[1] == "readyok",
        "{lines:#?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Words of the protocol in any order, with words of no protocol between them.
    #[test]
    fn no_words_can_harm_it(lines in prop::collection::vec(prop::collection::vec(word(), 0..7), 0..12)) {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).filter(|line| !line.trim().starts_with("quit")).collect();
        let answers = talk("tictactoe", "random", &format!("{}\nisready\n", lines.join("\n")));
        prop_assert!(answers.iter().any(|line| line == "readyok"));
        let n_asked = lines.iter().filter(|line| line.split_whitespace().next() == Some("go")).count();
        prop_assert_eq!(best_moves(&answers).len(), n_asked);
    }
}

fn word() -> impl Strategy<Value = String> {
    let words = "ugi uci isready setoption name value Agent Seed Variant tictactoe minimax(depth=1) uginewgame position startpos \
                 fen moves a1 b2 c3 .../.../... x o go nodes depth movetime infinite p1time p2inc 5 -1 1e99 stop query gameover quit";
    let known: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    prop_oneof![6 => prop::sample::select(known), 1 => "[^\n\r]{0,6}"]
}
