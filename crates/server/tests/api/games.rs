//! Games: boards, moves, what agents think of them, and positions set up by hand.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::site::Site;

#[tokio::test]
async fn games_are_listed_with_their_boards() {
    let site = Site::new(None);
    let (status, answer) = site.get("/api/games").await;
    assert_eq!(status, StatusCode::OK);
    let games = answer["games"].as_array().expect("a list");
    let find = |id: &str| games.iter().find(|game| game["id"] == id).unwrap_or_else(|| panic!("no {id}"));
    assert_eq!(find("milestone")["view"]["cells"].as_array().map(Vec::len), Some(37));
    for (id, input) in [
        ("milestone", "step"),
        ("tictactoe", "place"),
        ("connect4", "drop"),
        ("simplexity", "drop"),
        ("isolation", "token"),
    ] {
        assert_eq!(find(id)["input"], input, "{id}");
    }
    assert_eq!(
        (&find("milestone")["can_draw"], &find("connect4")["can_draw"]),
        (&json!(false), &json!(true))
    );
}

#[tokio::test]
async fn a_scene_shows_what_can_be_read() {
    let site = Site::new(None);
    let (_, scene) = site.get("/api/scene?game=tictactoe&m=b2+a1&ply=1").await;
    assert_eq!((&scene["ply"], scene["played"].as_array().map(Vec::len)), (&json!(1), Some(2)));
    assert_eq!(scene["moves"].as_array().map(Vec::len), Some(8));
    assert_eq!(scene["speech"].as_array().map(Vec::len), Some(9));
    assert_eq!(scene["problem"], Value::Null);
    let (status, scene) = site.get("/api/scene?game=tictactoe&m=b2+b2+a1").await;
    assert_eq!((status, &scene["ply"]), (StatusCode::OK, &json!(1)));
    assert!(scene["problem"].as_str().is_some_and(|problem| problem.contains("b2")), "{scene}");
    let (status, scene) = site.get("/api/scene?game=tictactoe&p=nonsense").await;
    assert_eq!((status, scene["problem"].is_string()), (StatusCode::OK, true));
    let (status, answer) = site.get("/api/scene?game=chess").await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::NOT_FOUND, &json!("unknown-game")));
    let (status, answer) = site.get("/api/scene").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(answer["error"]["message"].as_str().is_some_and(|message| message.contains("game")), "{answer}");
}

#[tokio::test]
async fn agents_think_and_can_be_hurried() {
    let site = Site::new(None);
    let ask = |agent: &str, m: &str| json!({ "game": "tictactoe", "m": m, "agent": agent });
    let (status, reply) = site.post("/api/think", ask("alphabeta(depth=9)", "a1 a2 b1 b2")).await;
    assert_eq!((status, &reply["move"]), (StatusCode::OK, &json!("c1")));
    assert_eq!((&reply["verdict"]["kind"], &reply["verdict"]["winner"]), (&json!("proved"), &json!("first")));
    let (_, reply) = site.post("/api/think", ask("acorn", "")).await;
    assert!(reply["move"].is_string());
    let (status, answer) = site.post("/api/think", ask("ugi(touch /tmp/x)", "")).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::FORBIDDEN, &json!("forbidden")));
    let (status, answer) = site.post("/api/think", ask("random", "a1 a2 b1 b2 c1")).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::CONFLICT, &json!("game-over")));
    for (text, status) in [
        ("acorn", StatusCode::OK),
        ("alphabeta(depth=2)", StatusCode::OK),
        ("nosuch", StatusCode::BAD_REQUEST),
    ] {
        let (found, answer) = site.get(&format!("/api/agent?game=tictactoe&agent={text}")).await;
        assert_eq!(found, status, "{text}: {answer}");
    }
    let (status, _) = site.get("/api/agent?game=tictactoe&agent=bred(nobody/champion)").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    // Without the ticket this would take the longest time that is allowed.
    let slow = json!({ "game": "milestone", "agent": "alphabeta(time=60s)", "ticket": "mine" });
    let thinking = site.post("/api/think", slow);
    let hurry = async {
        loop {
            let (_, told) = site.post("/api/move-now", json!({ "ticket": "mine" })).await;
            if told["found"] == true {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let ((status, reply), ()) = tokio::join!(thinking, hurry);
    assert_eq!((status, reply["move"].is_string()), (StatusCode::OK, true));
}

/// The page that lets an agent play needs no second request: what it would get is in the first answer.
#[tokio::test]
async fn a_move_comes_with_the_scene_after_it() {
    let site = Site::new(None);
    for (game, p, m) in [
        ("tictactoe", None, "a1 a2 b1 b2"),
        ("tictactoe", Some("x../.../... o"), "b2"),
        ("connect4", None, "4,4 3"),
        ("milestone:side=3", None, ""),
    ] {
        let ask = json!({ "game": game, "p": p, "m": m, "agent": "alphabeta(depth=3)", "next": true });
        let (status, reply) = site.post("/api/think", ask).await;
        assert_eq!(status, StatusCode::OK, "{game}: {reply}");
        let moves = format!("{} {}", m.replace(',', " "), reply["move"].as_str().expect("a move"));
        let moves = moves.trim().replace(' ', "+");
        let p = p.map(|p| format!("&p={}", p.replace(' ', "+"))).unwrap_or_default();
        let (_, scene) = site.get(&format!("/api/scene?game={game}{p}&m={moves}")).await;
        assert_eq!(reply["next"], scene, "{game} {moves}");
        assert_eq!(scene["played"].as_array().map(Vec::len), Some(moves.split('+').count()));
    }
    // Nobody pays for a scene that nobody wants.
    let (_, reply) = site.post("/api/think", json!({ "game": "tictactoe", "agent": "random" })).await;
    assert_eq!(reply["next"], Value::Null);
    let bad = json!({ "game": "tictactoe", "m": "a1 a1", "agent": "random", "next": true });
    let (status, answer) = site.post("/api/think", bad).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(
        answer["error"]["message"].as_str().is_some_and(|message| message.contains("move 2")),
        "{answer}"
    );
}

#[tokio::test]
async fn analysis_tells_better_and_better_lines() {
    let site = Site::new(None);
    let updates = site.events("/api/analyse?game=connect4&m=4+4&lines=2&nodes=20000", 100).await;
    let (name, last) = updates.last().expect("an update");
    assert_eq!((name.as_str(), &last["done"]), ("update", &json!(true)));
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(2));
    assert!(last["lines"][0]["pv"][0]["speak"].as_str().is_some_and(|speak| !speak.is_empty()));
    let (status, answer) = site.get("/api/analyse?game=connect4&only=9").await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::BAD_REQUEST, &json!("illegal-move")));
    // Who has won has nothing to look at.
    let updates = site.events("/api/analyse?game=tictactoe&m=a1+a2+b1+b2+c1", 1).await;
    assert_eq!((&updates[0].1["done"], &updates[0].1["lines"]), (&json!(true), &json!([])));
    assert_eq!(updates[0].1["ended"], "over");
}

#[tokio::test]
async fn an_analysis_says_why_it_ends_and_what_it_proved() {
    let site = Site::new(None);
    let updates = site.events("/api/analyse?game=tictactoe&lines=1&nodes=2000000", 100).await;
    let (_, last) = updates.last().expect("an update");
    assert_eq!((&last["done"], &last["ended"]), (&json!(true), &json!("solved")));
    let verdict = &last["lines"][0]["verdict"];
    assert_eq!((&verdict["kind"], &verdict["winner"]), (&json!("proved"), &Value::Null), "{verdict}");
    assert_eq!(verdict["text"], "drawn with best play");
    // What was looked at in vain, at a depth that was not finished, counts too.
    let updates = site.events("/api/analyse?game=connect4&lines=2&nodes=20000", 100).await;
    let (_, last) = updates.last().expect("an update");
    assert_eq!((&last["ended"], last["nodes"].as_u64() >= Some(20_000)), (&json!("nodes"), true), "{last}");
    let updates = site.events("/api/analyse?game=connect4&agent=random&nodes=20000", 100).await;
    assert_eq!(updates.last().expect("an update").1["ended"], "agent");
    let ask = json!({ "game": "tictactoe", "m": "b2 a1", "agent": "alphabeta(depth=9)" });
    assert_eq!(site.post("/api/think", ask).await.1["verdict"]["text"], "drawn with best play");
}

/// A draw that is proved before the move, and a loss that is proved after it, make a mistake, whatever was measured of the
/// evaluator's values.
#[tokio::test]
async fn a_review_sees_a_draw_thrown_away() {
    let site = Site::new(None);
    let events = site.events("/api/review?game=tictactoe&m=b2+c1+b1+b3+a2+a1+c2&nodes=5000", 100).await;
    let plies: Vec<&Value> = events.iter().filter(|(name, _)| name == "ply").map(|(_, ply)| ply).collect();
    let at = |ply: u64| plies.iter().find(|review| review["ply"] == ply).expect("every ply");
    assert_eq!((&at(5)["best"], &at(5)["loss"], &at(5)["mark"]), (&json!("c2"), &json!(50.0), &json!("??")));
    assert_eq!(at(5)["verdict"]["text"], "drawn with best play");
    // Values that are judgements on a scale of their own can still be compared with each other.
    let events = site.events("/api/review?game=gomoku&m=h8+a1+h9&nodes=200", 100).await;
    let plies: Vec<&Value> = events.iter().filter(|(name, _)| name == "ply").map(|(_, ply)| ply).collect();
    assert!(plies.iter().any(|ply| ply["loss"].is_null() && ply["drop"].is_number()), "{plies:?}");
}

#[tokio::test]
async fn a_review_marks_what_threw_the_game_away() {
    let site = Site::new(None);
    // The first player could have won with c1, the second then wins.
    let events = site.events("/api/review?game=tictactoe&m=a1+a3+b1+b3+c2+c3&nodes=20000", 100).await;
    let plies: Vec<&Value> = events.iter().filter(|(name, _)| name == "ply").map(|(_, ply)| ply).collect();
    assert_eq!(plies.len(), 7);
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"));
    let at = |ply: u64| plies.iter().find(|review| review["ply"] == ply).expect("every ply");
    assert_eq!((&at(4)["mark"], &at(4)["best"]), (&json!("thrown"), &json!("c1")));
    assert_eq!((&at(5)["mark"], &at(5)["best"]), (&Value::Null, &json!("c3")));
    assert_eq!(at(6)["verdict"]["kind"], "proved");
}

#[tokio::test]
async fn an_evaluation_is_taken_apart() {
    let site = Site::new(None);
    let (status, why) = site.get("/api/why?game=milestone&eval=best-a").await;
    assert_eq!(status, StatusCode::OK);
    let terms = why["terms"].as_array().expect("a list");
    assert_eq!(terms.len(), 19);
    let sum: f64 = terms.iter().filter_map(|term| term["contribution"].as_f64()).sum();
    assert!((sum - why["value"].as_f64().expect("a number")).abs() < 1e-6, "{sum} {}", why["value"]);
    assert_eq!(why["before"], Value::Null);
    let (status, _) = site.get("/api/why?game=milestone&eval=nonsense").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

/// Every game of the catalog, put together piece by piece from what its own view shows.
#[tokio::test]
async fn positions_are_set_up_by_hand() {
    let site = Site::new(None);
    for (game, m, n_swatches) in [
        ("milestone", "4-11 27-20", 2),
        ("isolation", "d4 e6 f5", 3),
        ("simplexity", "4o 4s 1s", 4),
        ("tictactoe", "b2 a1", 2),
        ("connect4", "4 4 3", 2),
        ("breakthrough", "a2-a3", 2),
        ("hexapawn:4x4", "", 2),
    ] {
        let (status, answer) = site.get(&format!("/api/setup?game={game}")).await;
        assert_eq!(status, StatusCode::OK, "{game}: {answer}");
        let palette = answer["palette"].as_array().expect("a list");
        assert_eq!(palette.len(), n_swatches, "{game}");
        assert!(palette.iter().all(|swatch| swatch["title"].as_str().is_some_and(|title| !title.is_empty())));
        let (_, scene) = site.get(&format!("/api/scene?game={game}&m={}", m.replace(' ', "+"))).await;
        assert_eq!(scene["problem"], Value::Null, "{game}");
        let view = &scene["view"];
        let blocked = palette.iter().find(|swatch| swatch["owner"].is_null());
        let cells = view["cells"].as_array().expect("cells").iter();
        let mut letters: Vec<Value> =
            cells
                .map(|cell| {
                    if cell["blocked"] == true {
                        blocked.expect("a hole")["letter"].clone()
                    } else {
                        json!("")
                    }
                })
                .collect();
        for piece in view["pieces"].as_array().expect("pieces") {
            letters[piece["cell"].as_u64().expect("a cell") as usize] = piece["letter"].clone();
        }
        let wish = json!({ "game": game, "letters": letters, "to_move": view["to_move"] });
        let (status, made) = site.post("/api/setup", wish).await;
        assert_eq!((status, &made["problem"]), (StatusCode::OK, &Value::Null), "{game}: {made}");
        assert_eq!(made["position"], scene["position"], "{game}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_an_arrangement_is_explained() {
    let site = Site::new(None);
    let ask = |game: &str, letters: Vec<&str>, to_move: &str| json!({ "game": game, "letters": letters, "to_move": to_move });
    let mut floating = vec![""; 42];
    floating[3] = "x";
    let (status, made) = site.post("/api/setup", ask("connect4", floating, "second")).await;
    assert_eq!((status, &made["cell"]), (StatusCode::OK, &json!(3)), "{made}");
    assert_eq!(made["problem"], "d6: this stone floats: the cell below it is empty");
    let (_, made) = site.post("/api/setup", ask("tictactoe", vec!["x"; 9], "first")).await;
    assert_eq!(made["cell"], Value::Null);
    assert!(made["problem"].as_str().is_some_and(|problem| problem.starts_with("x has 9 stones")), "{made}");
    assert_eq!(made["position"], "xxx/xxx/xxx x");
    for letters in [vec!["x"; 8], vec!["q"; 9], vec!["xx"; 9], vec![]] {
        let (status, answer) = site.post("/api/setup", ask("tictactoe", letters.clone(), "first")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{letters:?}: {answer}");
    }
}

/// The evaluator of whoever is named judges, and what is told names the game's own scale.
#[tokio::test]
async fn a_champion_lends_its_evaluator() {
    let site = Site::new(None);
    let last = |events: Vec<(String, Value)>| events.last().expect("an update").1.clone();
    let look = |agent: &str| format!("/api/analyse?game=milestone&lines=1&nodes=3000&agent={agent}");
    let own = last(site.events(&look("alphabeta"), 100).await);
    assert_eq!(own["lines"][0]["verdict"]["kind"], "estimated", "{own}");
    // Its own budget of one ply is no limit here, and nobody has measured what its values mean.
    let lent = last(site.events(&look("minimax(depth=1,eval=best-a)"), 100).await);
    assert_eq!(lent["lines"][0]["verdict"]["kind"], "uncalibrated", "{lent}");
    assert!(lent["depth"].as_u64().is_some_and(|depth| depth > 1), "{lent}");
    let (_, why) = site.get("/api/why?game=milestone&agent=casual(minimax(depth=1,eval=best-a))").await;
    assert_eq!(why["evaluator"], "best-a", "{why}");
    let (status, _) = site.get("/api/analyse?game=milestone&agent=bred(nobody/champion)").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn percentages_come_with_how_far_they_can_be_believed() {
    let site = Site::new(None);
    for game in ["milestone", "breakthrough", "connect4", "simplexity"] {
        let (status, told) = site.get(&format!("/api/calibration?game={game}")).await;
        assert_eq!(status, StatusCode::OK, "{game}: {told}");
        assert!(told["n"].as_u64().is_some_and(|n| n >= 1000), "{game}: {told}");
        assert!(told["bins"].as_array().is_some_and(|bins| !bins.is_empty()), "{game}: {told}");
    }
    // Games that can be drawn have a share of draws.
    let (_, why) = site.get("/api/why?game=connect4").await;
    assert!(why["verdict"]["draw"].as_f64().is_some_and(|draw| draw > 0.0), "{why}");
    let unknown = [
        "game=milestone&agent=random",
        "game=gomoku",
        "game=milestone&agent=mcts(playouts=9)",
        // Measured, and refuted by other games.
        "game=isolation",
    ];
    for query in unknown {
        let (status, told) = site.get(&format!("/api/calibration?{query}")).await;
        assert_eq!(
            (status, &told["error"]["kind"]),
            (StatusCode::NOT_FOUND, &json!("not-calibrated")),
            "{query}"
        );
    }
}

#[tokio::test]
async fn long_lines_are_kept_under_a_short_name() {
    let site = Site::new(None);
    let (status, _) = site.get("/api/lines/abc").await;
    assert_eq!(status, StatusCode::NOT_FOUND, "before anything was kept");
    let line = json!({ "game": "drop:7,6,4", "p": null, "m": "4,4  3" });
    let (status, kept) = site.post("/api/lines", line.clone()).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let id = kept["id"].as_str().expect("a name");
    let (status, found) = site.get(&format!("/api/lines/{id}")).await;
    assert_eq!((status, &found), (StatusCode::OK, &json!({ "game": "connect4", "p": null, "m": "4 4 3" })));
    // The same line has the same name, there and anywhere else.
    assert_eq!(site.post("/api/lines", line.clone()).await.1, kept);
    assert_eq!(Site::new(None).post("/api/lines", line).await.1, kept);
    let begun = json!({ "game": "tictactoe", "p": "x../.../... o", "m": "b2" });
    let (_, other) = site.post("/api/lines", begun.clone()).await;
    let (_, found) = site.get(&format!("/api/lines/{}", other["id"].as_str().expect("a name"))).await;
    assert_eq!(found, begun);
    for (wrong, kind) in [
        (json!({ "game": "connect4", "m": "9" }), "bad-move"),
        (json!({ "game": "chess", "m": "" }), "unknown-game"),
        (json!({ "game": "connect4", "p": "x", "m": "" }), "bad-position"),
    ] {
        let (status, answer) = site.post("/api/lines", wrong).await;
        assert!(status.is_client_error(), "{kind}: {answer}");
    }
    let (status, _) = site.get("/api/lines/abc").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

/// Games written as text are games like the others: listed, drawn, played against, analysed. Files are not opened for
/// strangers.
#[tokio::test]
async fn games_written_as_text_are_served() {
    let site = Site::new(None);
    let (_, answer) = site.get("/api/games").await;
    let hex = answer["games"].as_array().and_then(|games| games.iter().find(|game| game["id"] == "hex"));
    let hex = hex.expect("the shelf is listed");
    assert_eq!((&hex["input"], &hex["can_draw"]), (&json!("place"), &json!(false)));
    assert!(hex["sizes"].as_array().is_some_and(|sizes| sizes.len() > 1), "{hex}");
    let (status, scene) = site.get("/api/scene?game=hex:size=5&m=c3+a1").await;
    assert_eq!((status, &scene["ply"]), (StatusCode::OK, &json!(2)), "{scene}");
    let (status, opponents) = site.get("/api/opponents?game=hex").await;
    assert_eq!(status, StatusCode::OK);
    assert!(opponents["opponents"].as_array().is_some_and(|opponents| !opponents.is_empty()));
    let body = json!({ "game": "foxandhounds", "m": "", "agent": "alphabeta(nodes=200)" });
    let (status, answer) = site.post("/api/think", body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    for id in ["%2Fetc%2Fpasswd.game", "..%2F..%2Fgames%2Fhex.game"] {
        let (status, answer) = site.get(&format!("/api/scene?game={id}")).await;
        assert!(status.is_client_error(), "{id}: {answer}");
        assert!(
            answer["error"]["message"].as_str().is_some_and(|told| told.contains("only from the terminal")),
            "{answer}"
        );
    }
}
