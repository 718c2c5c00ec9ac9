//! The machine interface: every command's JSON, errors and exit codes.

use serde_json::{Value, json};

use crate::run::{self, json, refusal, zermelo};

#[test]
fn games_lists_every_game_with_all_its_facts() {
    let games = json(&["games"]);
    let ids: Vec<&str> =
        games.as_array().expect("a list").iter().filter_map(|game| game["id"].as_str()).collect();
    for id in [
        "milestone",
        "isolation",
        "simplexity",
        "mnk",
        "tictactoe",
        "gomoku",
        "drop",
        "connect4",
        "breakthrough",
    ] {
        assert!(ids.contains(&id), "{id} is missing in {ids:?}");
        assert_eq!(zermelo(&["games", id]).code, 0, "{id}");
    }
    for game in games.as_array().expect("a list") {
        assert!(game["title"].is_string() && game["rules_version"].is_u64(), "{game}");
        assert_eq!(game["players"].as_array().map(Vec::len), Some(2), "{game}");
        assert!(
            ["parameters", "features", "evaluators", "policies"].iter().all(|key| game[key].is_array()),
            "{game}"
        );
        // Every id can be used as it is.
        let id = game["id"].as_str().expect("an id");
        assert_eq!(json(&["moves", id])["to_move"], "first", "{id}");
    }
    assert_eq!(json(&["games", "mnk:3,3,3"])["id"], "tictactoe");
}

#[test]
fn named_opponents_stand_for_their_agents() {
    let of_draughts = json(&["games", "englishdraughts"])["named_opponents"].clone();
    let oak =
        of_draughts.as_array().and_then(|all| all.iter().find(|one| one["id"] == "oak")).expect("an oak");
    assert!(oak["elo"][0].is_number(), "{oak}");
    let agent = oak["agent"].as_str().expect("a text");
    let ask = |agent: &str| json(&["bestmove", "englishdraughts", "--agent", agent])["nodes"].clone();
    assert_eq!(ask("Oak"), ask(agent));
    let played = json(&["match", "englishdraughts", "acorn", "oak", "--games", "2"]);
    assert_eq!(
        [&played["agents"][0]["agent"], &played["agents"][1]["agent"]],
        [&json!("random"), &oak["agent"]]
    );
    let told = zermelo(&["match", "englishdraughts", "acorn", "oak", "--games", "2"]).out;
    assert!(told.starts_with(&format!("A  random\nB  Oak: {agent}\n")), "{told}");
    let told = zermelo(&["games", "englishdraughts"]).out;
    assert!(told.contains("named opponents") && told.contains("sequoia"), "{told}");
    // A game of which nobody has measured all rungs has only those that were.
    let (kind, message) = refusal(&["bestmove", "reversi4", "--agent", "fern"]);
    assert_eq!(kind, "bad-agent");
    assert!(message.contains("acorn, willow, juniper, oak"), "{message}");
}

#[test]
fn moves_tells_position_turn_and_outcome() {
    let answer = json(&["moves", "tictactoe", "--moves", "b2 a1 c1 a3"]);
    let expected = json!({
        "position": "o.x/.x./o.. x",
        "to_move": "first",
        "moves": ["b1", "a2", "c2", "b3", "c3"],
        "outcome": null,
    });
    assert_eq!(answer, expected);
    let over = json(&["moves", "milestone", "-p", "w:b/2/3/b3/3/4/3/4/3/4/3/2/1"]);
    assert_eq!((&over["moves"], &over["outcome"]), (&json!([]), &json!("first")));
}

#[test]
fn a_position_may_be_followed_by_moves() {
    let answer = json(&[
        "moves",
        "connect4",
        "-p",
        "......./......./......./......./......./...x... o",
        "--moves",
        "4 4",
    ]);
    assert_eq!(answer["position"], "......./......./......./...x.../...o.../...x... o");
}

#[test]
fn reading_is_forgiving_where_nothing_can_be_mistaken() {
    let position = "b : B/bb /bbb/bbbb/ 3/4/3/4/3/wwww/www/ww/w";
    let answer = json(&["moves", " Milestone:Side = 4 ", "-p", position, "--moves", " 7-11,29-25\n 4-7\t"]);
    assert_eq!(answer["position"], "w:b/bb/b1b/bbbb/1b1/4/3/4/1w1/ww1w/www/ww/w");
    assert_eq!(json(&["moves", "tictactoe", "-p", "X.o / ... / ...  X"])["to_move"], "first");
    assert_eq!(json(&["moves", "tictactoe", "--moves", ""])["to_move"], "first");
}

#[test]
fn control_characters_and_long_texts_are_not_repeated() {
    let id = format!("\u{1b}[31m{}", "x".repeat(3000));
    let (_, message) = refusal(&["moves", &id]);
    assert!(message.len() < 1000 && !message.contains('\u{1b}'), "{message}");
}

#[test]
fn replay_tells_how_it_ended() {
    for (game, moves, outcome, reason, plies) in [
        ("tictactoe", "b2 a1 b1 a2 b3", json!("first"), json!("line"), 5),
        ("tictactoe", "a1 b2 c3 c1 a3 a2 c2 b3 b1", json!("draw"), json!("board-full"), 9),
        ("connect4", "1 2 1 2 1 2 3 2", json!("second"), json!("line"), 8),
        ("simplexity", "1s 2s", Value::Null, Value::Null, 2),
        ("simplexity", "1s 2s 3s 4s", json!("second"), json!("shape"), 4),
        ("isolation:3x3", "b2 a1", json!("second"), json!("no-move"), 2),
    ] {
        let answer = json(&["replay", game, "--moves", moves]);
        assert_eq!((&answer["outcome"], &answer["reason"]), (&outcome, &reason), "{game} {moves}");
        assert_eq!(answer["plies"], plies, "{game} {moves}");
        assert!(answer["position"].is_string() && answer["to_move"].is_string(), "{answer}");
    }
}

#[test]
fn perft_counts_and_divides() {
    let answer = json(&["perft", "milestone", "--depth", "4", "--divide"]);
    assert_eq!(answer["counts"], json!([13, 169, 2418, 34538]));
    assert_eq!(answer["nodes"], 13 + 169 + 2418 + 34538);
    assert!(answer["seconds"].is_number());
    let divided: u64 = answer["divide"].as_object().expect("a map").values().filter_map(Value::as_u64).sum();
    assert_eq!(divided, 34538);
    for threads in ["1", "2", "5"] {
        let answer = json(&["perft", "isolation:4x4", "--depth", "6", "--threads", threads]);
        assert_eq!(answer["counts"], json!([16, 240, 672, 1792, 3456, 6416]), "{threads} threads");
    }
    assert_eq!(json(&["perft", "connect4", "--depth", "0"])["counts"], json!([]));
    let won = ["perft", "tictactoe", "-p", "xx./oo./... x", "--depth", "3"];
    assert_eq!(json(&won)["counts"], json!([5, 16, 39]));
}

#[test]
fn wrong_requests_are_told_what_is_wrong() {
    for (arguments, kind, told) in [
        (&["moves", "millestone"][..], "unknown-game", "did you mean `milestone`"),
        (&["moves", "chess960"], "unknown-game", "there are milestone"),
        (&["moves", "milestone:side=9"], "bad-parameters", "a number from 2 to 5"),
        (&["moves", "milestone:sides=3"], "bad-parameters", "did you mean `side`"),
        (&["moves", "milestone:side=3,quirk=hex7"], "bad-parameters", "side 4"),
        (&["moves", "isolation:20x20"], "bad-parameters", "at most 128"),
        (&["moves", "isolation:7"], "bad-parameters", "not a size"),
        (&["moves", "simplexity:3x3"], "bad-parameters", "does not fit"),
        (&["moves", "simplexity:round=0,square=0"], "bad-parameters", "there are no pieces"),
        (&["moves", "mnk:3,3"], "bad-parameters", "expected 3 numbers"),
        (&["moves", "mnk:20,3,3"], "bad-parameters", "from 1 to 19"),
        (&["moves", "tictactoe:4,4,4"], "bad-parameters", "mnk:3,3,3"),
        (&["moves", "breakthrough:3x8"], "bad-parameters", "expected 4 to 8 rows"),
        (&["moves", "connect4", "-p", "xxx"], "unreadable-position", "row 1 has 3 cells instead of 7"),
        (&["moves", "tictactoe", "-p", "xx./.../... x"], "unreadable-position", "x must have 0"),
        (&["moves", "tictactoe", "-p", "xxx/ooo/... x"], "unreadable-position", "both players"),
        (&["moves", "drop:3,3,3", "-p", "x../.../..o x"], "unreadable-position", "floats"),
        (&["moves", "milestone", "-p", "b:b/bb"], "unreadable-position", "11 more half-rows"),
        (&["moves", "isolation:3x3", "-p", "11./.../..2 1"], "unreadable-position", "two tokens"),
        (&["replay", "milestone", "--moves", "7-11 7-12"], "illegal-move", "move 2: the move `7-12`"),
        (
            &["replay", "milestone", "--moves", "7-11 hello"],
            "unreadable-move",
            "move 2: cannot read the move `hello`",
        ),
        (&["replay", "tictactoe", "--moves", "b2 a1 b1 a2 b3 c3"], "game-over", "move 6"),
        (&["replay", "simplexity", "--moves", "8o"], "illegal-move", "there is no column 8"),
        (
            &["replay", "isolation", "--moves", "z9"],
            "illegal-move",
            "there is no cell z9: cells are a1 to g7",
        ),
        (&["replay", "connect4", "--moves", "04"], "unreadable-move", "a column from 1 to 7"),
        (&["replay", "milestone", "--moves", "7 - 1l"], "unreadable-move", "`7`: expected `-` or `x`"),
        (&["moves", "tictactoe", "-p", "xxx/oo./o.. x"], "unreadable-position", "x is not to move"),
        (&["moves", "milestone:side=2", "-p", "b:1/2/1/2/1"], "unreadable-position", "no pawn"),
        (&["moves", "milestone:side=03"], "bad-parameters", "a number from 2 to 5"),
        (&["draw", "connect4", "--flip"], "usage", "cannot be flipped"),
        (&["moves", "tictactoe", "--moves"], "usage", "--moves"),
        (&["perft", "milestone"], "usage", "--depth"),
        (&["perft", "milestone", "--depth", "x"], "usage", "--depth"),
        (&["play", "milestone", "--second", "alphazero"], "unknown-agent", "did you mean `alphabeta`"),
        (
            &["bestmove", "milestone", "--agent", "alphabeta(detph=3)"],
            "unknown-agent",
            "did you mean `depth`",
        ),
        (&["bestmove", "milestone", "--agent", "alphabeta(time=soon)"], "unknown-agent", "150ms"),
        (
            &["bestmove", "milestone", "--agent", "minimax(eval=best-c)"],
            "bad-evaluator",
            "did you mean `best-",
        ),
        (&["bestmove", "connect4", "--agent", "mtcs"], "unknown-agent", "did you mean `mcts`"),
        (&["bestmove", "connect4", "--agent", "mcts(playout=9)"], "unknown-agent", "did you mean `playouts`"),
        (&["bestmove", "connect4", "--agent", "mcts(playouts=9, nodes=9)"], "unknown-agent", "mean the same"),
        (&["bestmove", "connect4", "--agent", "mcts(playouts=x)"], "unknown-agent", "a whole number"),
        (&["bestmove", "connect4", "--agent", "mcts(c=0)"], "unknown-agent", "above 0"),
        (
            &["bestmove", "connect4", "--agent", "mcts(plies=3)"],
            "unknown-agent",
            "name their evaluator with `eval=`",
        ),
        (&["bestmove", "connect4", "--agent", "mcts(solver=yes)"], "unknown-agent", "on or off"),
        (
            &["bestmove", "isolation", "--agent", "mcts(policy=centre-seeking)"],
            "bad-policy",
            "random, decisive, greedy, center-seeking; did you mean `center-seeking`",
        ),
        (&["bestmove", "isolation", "--agent", "mcts(policy=greedy(noise=2))"], "bad-policy", "from 0 to 1"),
        (&["bestmove", "tictactoe", "--moves", "b2 a1 b1 a2 b3"], "game-over", "X wins"),
        (&["eval", "isolation", "--eval", "cs0(r=x)"], "bad-evaluator", "a number such as 0.5 or 1/6"),
        (&["eval", "isolation", "--eval", "improve"], "bad-evaluator", "did you mean `improved`"),
        (&["nonsense"], "usage", "nonsense"),
    ] {
        let (got_kind, message) = refusal(arguments);
        assert_eq!(got_kind, kind, "{arguments:?}: {message}");
        assert!(message.contains(told), "{arguments:?}: expected `{told}` in: {message}");
    }
}

#[test]
fn eval_tells_value_and_features_from_the_side_to_move() {
    // The worked example of the first Isolation study.
    let position = "#.##/..2./1..#/##.. 1";
    let answer = json(&["eval", "isolation:4x4", "-p", position, "--eval", "cs0(r=1/8)"]);
    assert_eq!((&answer["to_move"], &answer["value"]), (&json!("first"), &json!(0.123046875)));
    assert_eq!(answer["features"]["own-moves"], json!(2.0));
    let over = json(&["eval", "tictactoe", "--moves", "b2 a1 b1 a2 b3"]);
    assert_eq!((&over["value"], &over["features"]), (&json!("loss"), &json!({})));
}

#[test]
fn bestmove_finds_what_is_there() {
    let win = json(&["bestmove", "connect4", "--moves", "4 1 4 1 4 1", "--agent", "alphabeta(depth=5)"]);
    assert_eq!((&win["move"], &win["value"], &win["plies"]), (&json!("4"), &json!("win"), &json!(1)));
    assert_eq!(win["pv"], json!(["4"]));
    // Gardner's result: the second player wins 3 x 3; and tic-tac-toe is a draw.
    let hexapawn = json(&["bestmove", "hexapawn", "--agent", "alphabeta(depth=20)"]);
    assert_eq!((&hexapawn["value"], &hexapawn["plies"]), (&json!("loss"), &json!(6)));
    assert_eq!(hexapawn["resigns"], json!(false));
    let quirky = json(&["bestmove", "hexapawn", "--agent", "alphabeta(depth=20, quirk=resign)"]);
    assert_eq!((&quirky["move"], &quirky["resigns"]), (&hexapawn["move"], &json!(true)));
    let draw = json(&["bestmove", "tictactoe", "--agent", "alphabeta(depth=9)"]);
    assert_eq!(draw["value"], json!("draw"), "the whole tree was searched");
    // Depth and node budgets repeat to the node.
    let ask = || json(&["bestmove", "milestone", "--agent", "alphabeta(nodes=5000)"]);
    let (mut first, mut second) = (ask(), ask());
    assert!(first["nodes"].as_u64().is_some_and(|nodes| nodes <= 5001), "{first}");
    first["seconds"].take();
    second["seconds"].take();
    assert_eq!(first, second);
}

#[test]
fn bestmove_by_play_outs() {
    let ask = |game: &str, agent: &str| json(&["bestmove", game, "--agent", agent, "--seed", "7"]);
    // Solved by proof: the search ends when nothing is left to look at.
    let hexapawn = ask("hexapawn", "mcts(playouts=100_000)");
    assert_eq!((&hexapawn["value"], &hexapawn["plies"]), (&json!("loss"), &json!(6)));
    assert_eq!(ask("tictactoe", "mcts(nodes=100000)")["value"], json!("draw"));
    for agent in [
        "mcts(playouts=50)",
        "mcts(playouts=50, time=10s, c=1.4, solver=off, reuse=off, memory=1)",
        "mcts(playouts=50, policy=decisive)",
        "mcts(playouts=50, policy=greedy(eval=improved, noise=1/4))",
        "mcts(playouts=50, policy=center-seeking, eval=cs5, plies=6, scale=0.5)",
    ] {
        let (mut first, mut second) = (ask("isolation", agent), ask("isolation", agent));
        assert_eq!(first["nodes"], json!(50), "{agent}");
        first["seconds"].take();
        second["seconds"].take();
        assert_eq!(first, second, "{agent}: the same seed plays the same");
    }
}

#[test]
fn draw_writes_a_picture() {
    let picture = zermelo(&["draw", "milestone", "--moves", "7-11"]).out;
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    assert_eq!(picture.matches("<polygon").count(), 37);
    assert_eq!(picture.matches("<circle").count(), 20);
    let folder = tempfile::tempdir().expect("a folder");
    let ran = run::zermelo_in(folder.path(), &["draw", "connect4", "--output", "board.svg"], "", &[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "wrote board.svg\n"));
    assert!(folder.path().join("board.svg").is_file());
    let nowhere =
        run::zermelo_in(folder.path(), &["draw", "connect4", "--output", "no/such/folder.svg"], "", &[]);
    assert_eq!(nowhere.code, 1, "{nowhere:#?}");
}

#[test]
fn the_picture_of_the_readme_is_up_to_date() {
    let picture = include_str!("../../../../docs/milestone.svg");
    let drawn = zermelo(&["draw", "milestone", "--moves", "7-11 29-25 4-7 28-21 8-15 33-26"]).out;
    assert_eq!(picture, drawn, "draw docs/milestone.svg again");
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        "games",
        "play",
        "moves",
        "replay",
        "perft",
        "eval",
        "bestmove",
        "analyze",
        "match",
        "bench",
        "draw",
        "engine",
        "check-engine",
        "report",
        "verify-store",
        "completions",
    ] {
        let help = zermelo(&[command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.out.contains("Example"), "{command}: {}", help.out);
        assert!(help.out.contains("--json"), "{command}: {}", help.out);
    }
}

#[test]
fn the_commands_of_the_readme_work() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect(name);
    // Serving and working for others never end; they have tests of their own.
    let is_ours = |line: &&str| {
        line.starts_with("zermelo ")
            && !["zermelo serve", "zermelo worker"].iter().any(|endless| line.starts_with(endless))
    };
    // The manual first: its commands use the runs of earlier ones, by number. The README repeats some of them.
    let mut commands: Vec<String> = Vec::new();
    for page in ["docs/manual/tour.md", "README.md"] {
        let text = read(page);
        let lines: Vec<&str> = text.lines().filter(is_ours).collect();
        assert!(lines.len() >= 5, "{page} shows what the program does: {lines:?}");
        let stripped = lines.iter().map(|line| line.split(" #").next().unwrap_or_default().trim().to_owned());
        for command in stripped {
            if !commands.contains(&command) {
                commands.push(command);
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    copy_for_readme(folder.path());
    for command in commands {
        let mut arguments: Vec<String> = Vec::new();
        for (index, part) in command.split('"').enumerate() {
            if index % 2 == 1 {
                arguments.push(part.to_owned());
            } else {
                arguments.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        let arguments: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
        let ran = run::zermelo_in(folder.path(), &arguments, "", &[]);
        assert_eq!(ran.code, 0, "{command}\n{ran:#?}");
    }
}

/// The files of the repository that the commands of the pages use; experiments with as few games as they can have.
fn copy_for_readme(folder: &std::path::Path) {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for name in [
        "experiments/quickstart.toml",
        "experiments/milestone-a.toml",
        "experiments/tictactoe-elitism.toml",
        "experiments/connect4-improve.toml",
        "examples/engines/connect4.py",
    ] {
        let text = std::fs::read_to_string(root.join(name)).expect("a file of the repository");
        // Who learns needs some games to learn from.
        let few = |games: u64| if games > 2000 { 200 } else { 2 };
        let text = with_numbers(&text, "games = ", few);
        let text = with_numbers(&text, "generations = ", |_| 2);
        let text = with_numbers(&text, "matches = ", |_| 36);
        let text = with_numbers(&text, "passes = ", |_| 1);
        let copy = folder.join(name);
        std::fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
        std::fs::write(copy, text).expect("a copy");
    }
}

/// The text with the whole numbers behind these words changed.
fn with_numbers(text: &str, words: &str, change: impl Fn(u64) -> u64) -> String {
    let mut parts = text.split(words);
    let mut done = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(part.len());
        let number = part[..end].replace('_', "").parse();
        done.push_str(words);
        done.push_str(&number.map_or(part[..end].to_owned(), |number| change(number).to_string()));
        done.push_str(&part[end..]);
    }
    done
}

/// The file's ending decides what is written.
#[test]
fn pictures_are_what_their_names_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |name: &str| run::zermelo_in(folder.path(), &["draw", "connect4", "--output", name], "", &[]);
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(draw("a.svg").code, 0);
    assert!(read("a.svg").starts_with(b"<svg"));
    assert_eq!(draw("b.PNG").code, 0);
    assert!(read("b.PNG").starts_with(b"\x89PNG"));
    let refused = draw("c.gif");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("pictures are .svg or .png") && !folder.path().join("c.gif").exists());
}
