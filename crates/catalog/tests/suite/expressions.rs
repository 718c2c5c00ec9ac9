//! Expressions over the quantities of real games: the formulas of the Isolation studies, weighted sums, mistakes, every game.

use zermelo_any::{AnyEvaluator, AnyPosition};
use zermelo_catalog::{OpenGame, Permission, catalog};
use zermelo_game::{Player, stream};

fn open(id: &str) -> OpenGame {
    catalog::open_for(id, Permission::terminal()).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Positions of random games in which the game goes on.
fn random_positions(game: &OpenGame, n_games: u64) -> Vec<AnyPosition> {
    let mut all = Vec::new();
    for index in 0..n_games {
        let mut chance = stream(24, "expressions", index);
        let mut pos = game.start();
        while !pos.is_over() {
            all.push(pos.clone());
            let Some(mv) = pos.random_move(&mut chance) else { break };
            pos.play(mv);
        }
    }
    all
}

/// The studies' evaluations that are formulas, as the built-in evaluators and as expressions.
fn formulas(n_rings: usize) -> Vec<(&'static str, String)> {
    let reach = |r: &str| {
        let of = |whose: &str| {
            let term = |ring: usize| format!("{whose}_ring_{ring} * ({r})^{ring}");
            (1..=n_rings).map(term).collect::<Vec<_>>().join(" + ")
        };
        format!("({}) - ({})", of("own"), of("opponent"))
    };
    let roll_out = "sign(roll_out) * 0.99^abs(roll_out)";
    let placed = |formula: &str| format!("if(placed, {formula}, 0)");
    vec![
        ("null", "0".to_owned()),
        ("open", "own_moves".to_owned()),
        ("improved", "own_moves - opponent_moves".to_owned()),
        ("center", placed("(rows/2 - own_row)^2 + (columns/2 - own_column)^2")),
        ("center-fixed", placed("-own_middle_distance")),
        ("cs0(r=1/6)", reach("1/6")),
        ("cs0(r=1/2)", reach("1/2")),
        ("cs2a", placed("-(opponent_middle_distance - own_middle_distance)")),
        ("cs2b", "center_distance".to_owned()),
        ("cs3(r0=1/6, r3=0.4)", format!("{} + 0.4 * center_distance", reach("1/6"))),
        ("cs3(r0=1/6, r3=0.2)", format!("{} + 0.2 * center_distance", reach("1/6"))),
        ("cs4(r=0.99)", placed(roll_out)),
        (
            "cs5(r0=1/6, r4=0.99, r5=0.5)",
            placed(&format!("(1 - 0.5) * ({}) + 0.5 * ({roll_out})", reach("1/6"))),
        ),
        ("ab-custom", placed("own_moves + 0.5 * own_second_step / distance - opponent_moves")),
        ("ab-custom-2", placed("own_moves^2 / (distance + opponent_moves^2)")),
        ("ab-custom-3", placed("(0.5 * own_moves + own_second_step) / distance - opponent_moves")),
        (
            "parity",
            placed(
                "own_second_step - opponent_second_step \
                 + if(attacker > 0, 0.5 * shared_second_step, -0.5 * shared_second_step)",
            ),
        ),
    ]
}

fn same_bits(evaluators: [&dyn AnyEvaluator; 2], pos: &AnyPosition, player: Player) -> Result<(), String> {
    let [a, b] = evaluators.map(|evaluator| evaluator.value(pos, player));
    if a.to_bits() == b.to_bits() { Ok(()) } else { Err(format!("{a:e} and {b:e}")) }
}

#[test]
fn the_studies_formulas_are_the_built_in_ones_to_the_bit() {
    for id in ["isolation", "isolation:4x5", "isolation:9x9", "isolation:3x3", "isolation:5x25"] {
        let game = open(id);
        let n_rings = game.quantities().iter().filter(|info| info.name.starts_with("own_ring")).count();
        let positions = random_positions(&game, 20);
        for (built_in, formula) in formulas(n_rings) {
            let expression =
                game.open_evaluator(&format!("expr({formula})")).unwrap_or_else(|e| panic!("{e}"));
            let built_in_one = game.open_evaluator(built_in).unwrap_or_else(|e| panic!("{e}"));
            for pos in &positions {
                for player in Player::BOTH {
                    let same = same_bits([&*expression, &*built_in_one], pos, player);
                    let text = game.write_position(pos);
                    assert_eq!(same, Ok(()), "{id}: {built_in} of {text} for {player:?}");
                }
            }
        }
    }
}

/// The values from outside: what the public framework and the studies' own code say.
#[test]
fn the_studies_formulas_have_the_values_of_the_fixtures() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/evaluations/isolation.txt");
    let text = std::fs::read_to_string(path).expect("the cases");
    let (mut game, mut pos) = (open("isolation"), None);
    let mut n_cases = 0;
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "game" => game = open(rest),
            "position" => pos = Some(game.read_position(rest).unwrap_or_else(|e| panic!("{rest}: {e}"))),
            "eval" | "eval-other" => {
                let (name, value) = rest.rsplit_once(' ').expect("a value");
                let n_rings =
                    game.quantities().iter().filter(|info| info.name.starts_with("own_ring")).count();
                let all = formulas(n_rings);
                // Finished positions have no value.
                let Ok(outside) = value.parse::<f64>() else { continue };
                let Some((_, formula)) = all.iter().find(|(known, _)| *known == name) else { continue };
                let pos = pos.as_ref().expect("a position");
                let player = if word == "eval" { pos.to_move() } else { pos.to_move().other() };
                let expression =
                    game.open_evaluator(&format!("expr({formula})")).unwrap_or_else(|e| panic!("{e}"));
                let built_in = game.open_evaluator(name).unwrap_or_else(|e| panic!("{e}"));
                assert_eq!(same_bits([&*expression, &*built_in], pos, player), Ok(()), "{line}");
                assert!((expression.value(pos, player) - outside).abs() < 1e-9, "{line}");
                n_cases += 1;
            }
            _ => {}
        }
    }
    assert!(n_cases > 500, "{n_cases} cases");
}

/// In the order of the features a plain sum is what `weights(..)` computes, from the side to move; where features are zero-sum
/// also for the other player.
#[test]
fn a_weighted_sum_is_weights_to_the_bit() {
    for (id, speaks_for_both) in [
        ("isolation", false),
        ("breakthrough", true),
        ("connect4", true),
        ("tictactoe", true),
        ("simplexity", true),
    ] {
        let game = open(id);
        let features = game.features();
        let weights: Vec<f64> = (0..features.len()).map(|index| 0.3 * index as f64 - 0.7).collect();
        let plain: Vec<String> = weights.iter().map(f64::to_string).collect();
        let terms: Vec<String> = features
            .iter()
            .zip(&weights)
            .map(|(feature, weight)| format!("{weight}*{}", feature.name.replace('-', "_")))
            .collect();
        let sum =
            game.open_evaluator(&format!("expr({})", terms.join(" + "))).unwrap_or_else(|e| panic!("{e}"));
        let built_in = game.open_evaluator(&format!("weights({})", plain.join(", "))).unwrap();
        for pos in random_positions(&game, 5) {
            let us = pos.to_move();
            let players = if speaks_for_both { vec![us, us.other()] } else { vec![us] };
            for player in players {
                let [a, b] = [&sum, &built_in].map(|evaluator| evaluator.value(&pos, player));
                // Nothing is nothing, whatever its sign.
                assert_eq!((a + 0.0).to_bits(), (b + 0.0).to_bits(), "{id}: {a} and {b}");
                let parts = sum.contributions(&pos, player).expect("a sum has parts");
                let theirs = built_in.contributions(&pos, player).expect("a sum has parts");
                let names =
                    |parts: &[(&'static str, f64)]| parts.iter().map(|&(name, _)| name).collect::<Vec<_>>();
                assert_eq!(names(&parts), names(&theirs), "{id}");
                let total: f64 = parts.iter().map(|(_, part)| part).sum();
                assert!((total - a).abs() < 1e-9, "{id}: {total} and {a}");
            }
        }
    }
}

#[test]
fn every_game_has_quantities_with_ranges_that_expressions_can_name() {
    let (described, _) = catalog::described_entries();
    for entry in catalog::entries().iter().chain(&described) {
        let game = open(&entry.id);
        let infos = game.quantities();
        assert!(!infos.is_empty(), "{}", entry.id);
        for info in &infos {
            assert!(info.low.is_finite() && info.high.is_finite(), "{}: {}", entry.id, info.name);
        }
        let names: Vec<&str> = infos.iter().map(|info| &*info.name).collect();
        let squares: Vec<String> = names.iter().map(|name| format!("{name}^2")).collect();
        let formula = format!("sqrt({}) - {}", squares.join(" + "), names[0]);
        let evaluator = game.open_evaluator(&format!("expr({formula})")).unwrap_or_else(|e| panic!("{e}"));
        let positions = random_positions(&game, 1);
        for pos in positions.iter().step_by(7) {
            for player in Player::BOTH {
                assert!(evaluator.value(pos, player).is_finite());
                let values = game.measure_quantities(pos, player);
                for (info, value) in infos.iter().zip(values) {
                    let is_within = info.low <= value && value <= info.high;
                    assert!(is_within, "{}: {} = {value}", entry.id, info.name);
                }
            }
        }
        assert!(evaluator.contributions(&game.start(), Player::First).is_none());
        game.check_agent("alphabeta(depth=1, eval=expr(1))").unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn mistakes_are_marked() {
    let game = open("isolation");
    let error = |text: &str| match game.open_agent(text, 0) {
        Ok(_) => panic!("{text} is an agent"),
        Err(error) => error.to_string(),
    };
    let told = error("alphabeta(depth=2, eval=expr(2 * own_movs - max(1, opp_moves)))");
    assert!(
        told.starts_with("`expr(2 * own_movs - max(1, opp_moves))` of isolation: column 5: there is no"),
        "{told}"
    );
    assert!(told.contains("did you mean `own_moves`? There are own_moves, opponent_moves,"), "{told}");
    assert!(told.ends_with("\n  2 * own_movs - max(1, opp_moves)\n      ^^^^^^^^"), "{told}");
    let told = error("casual(alphabeta(depth=2, eval=expr(own-moves >= 2)))");
    assert!(told.contains("column 1: `own-moves` is a subtraction here: write `own_moves`"), "{told}");
    let told = error("minimax(depth=2, eval=expr(1 +))");
    assert!(told.contains("ends too early") && told.ends_with("\n  1 +\n     ^"), "{told}");
    let long = format!("alphabeta(eval=expr({} + zzz))", vec!["own_moves"; 100].join(" + "));
    assert!(error(&long).lines().all(|line| line.chars().count() < 1_000), "{}", error(&long));
    assert!(error("alphabeta(eval=expr)").contains("the expression is empty"));
    assert!(error("alphabeta(eval=exp(1))").contains("did you mean `expr`?"));
    // Commas, equals signs and parentheses are the expression's own.
    for good in ["if(own_moves>=2,1,0)", "max(own_moves, 2) == 2", "a*0".replace('a', "rows").as_str()] {
        let text =
            format!("mcts(playouts=3, policy=greedy(eval=expr({good}), noise=0.2), eval=expr({good}))");
        game.check_agent(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

#[test]
fn files_are_read_from_the_terminal_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.expr");
    std::fs::write(&file, "# My first heuristic\nown_moves\n  - 2 * opponent_moves # twice\n")
        .expect("a file");
    let text = format!("alphabeta(depth=2, eval=expr-file({}))", file.display());
    let game = open("isolation");
    game.check_agent(&text).unwrap_or_else(|e| panic!("{e}"));
    let eval = format!("expr-file({})", file.display());
    let (there, here) =
        (game.open_evaluator(&eval).unwrap(), game.open_evaluator("expr(own_moves - 2*opp_moves)").unwrap());
    for pos in random_positions(&game, 2) {
        assert_eq!(same_bits([&*there, &*here], &pos, pos.to_move()), Ok(()));
    }
    for permission in [Permission::server(), Permission::worker()] {
        let game = catalog::open_for("isolation", permission).unwrap();
        for text in
            [text.clone(), format!("casual({text})"), "minimax(eval=expr-file(/etc/passwd))".to_owned()]
        {
            let error = game.check_agent(&text).expect_err("it is not permitted");
            assert_eq!(error.kind(), "forbidden", "{error}");
        }
        game.check_agent("alphabeta(depth=2, eval=expr(own_moves))").expect("an expression reads no file");
    }
    std::fs::write(&file, "own_moves\n - zzz").expect("a file");
    let told = game.check_agent(&text).expect_err("no such quantity").to_string();
    assert!(
        told.contains("line 2, column 4: there is no quantity `zzz`")
            && told.ends_with("\n   - zzz\n     ^^^"),
        "{told}"
    );
    let told = game.open_evaluator("expr-file(nowhere.expr)").err().expect("no file").to_string();
    assert!(told.contains("nowhere.expr") && told.contains("cannot be read"), "{told}");
    assert!(game.open_evaluator("expr-file()").is_err());
}
