//! What the server answers, asked without a network.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;
use zermelo_server::app::App;
use zermelo_server::{Settings, router};

/// A server with a store of its own, and a folder of experiments.
struct Site {
    folder: TempDir,
    app: Arc<App>,
    router: Router,
}

const QUICK: &str = r#"
kind = "tournament"
title = "Two at random"
about = "Nobody is better."
game = "tictactoe"
seed = 1
schedule = { kind = "round-robin", games = 40 }
agents = [{ name = "one", agent = "random" }, { name = "two", agent = "random" }]
"#;

const UNEQUAL: &str = r#"
kind = "tournament"
title = "Unequal"
about = "The last is the best."
game = "tictactoe"
seed = 1
schedule = { kind = "round-robin", games = 40 }
agents = [
    { name = "worst", agent = "random" },
    { name = "middle", agent = "casual(random, slips=1)" },
    { name = "best", agent = "alphabeta(depth=9)" },
]
"#;

const LONG: &str = r#"
kind = "evolution"
title = "Long"
about = "So long that it has to be stopped."
game = "connect4"
seed = 1
generations = 100000
agent = "alphabeta(depth=1, eval=weights({genes}))"
[[genes]]
low = 0.0
high = 1.0
[method]
kind = "genetic"
population = 4
[method.breeding]
selection = { kind = "truncation", best = 2 }
mutation = { kind = "gaussian", chance = 1.0, gene-chance = 0.5, mean = 0.0, sigma = 0.1 }
elites = 1
[fitness]
kind = "league"
games = 2
rating = { kind = "points" }
"#;

impl Site {
    fn new(token: Option<&str>) -> Site {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("quick.toml"), QUICK).expect("a file");
        std::fs::write(folder.path().join("long.toml"), LONG).expect("a file");
        Site::at(folder, token)
    }

    fn at(folder: TempDir, token: Option<&str>) -> Site {
        let app = Arc::new(App::new(settings(folder.path(), token)));
        let (router, _) = router(Arc::clone(&app));
        Site { folder, app, router }
    }

    async fn send(&self, request: Request<Body>) -> (StatusCode, Vec<u8>) {
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let status = response.status();
        let bytes = to_bytes(response.into_body(), 10_000_000).await.expect("a whole answer");
        (status, bytes.to_vec())
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request =
            Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request");
        let (status, bytes) = self.send(request).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .expect("a request");
        let (status, bytes) = self.send(request).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// The first events of a stream: their names and data.
    async fn events(&self, path: &str, n: usize) -> Vec<(String, Value)> {
        let request =
            Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
        let mut stream = response.into_body().into_data_stream();
        let (mut text, mut events) = (String::new(), Vec::new());
        while events.len() < n
            && let Some(Ok(bytes)) = stream.next().await
        {
            text.push_str(&String::from_utf8_lossy(&bytes));
            while let Some((event, rest)) = text.split_once("\n\n") {
                let line = |name: &str| {
                    let found = event.lines().find_map(|line| line.strip_prefix(name));
                    found.unwrap_or_default().trim().to_owned()
                };
                if !line("event:").is_empty() {
                    events
                        .push((line("event:"), serde_json::from_str(&line("data:")).unwrap_or(Value::Null)));
                }
                text = rest.to_owned();
            }
        }
        events
    }

    /// Waits until a run is in this state.
    async fn until(&self, run: &str, state: &str) -> Value {
        for _ in 0..600 {
            let (_, page) = self.get(&format!("/api/runs/{run}")).await;
            if page["state"] == state {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{run} is not {state} after half a minute");
    }
}

fn settings(folder: &Path, token: Option<&str>) -> Settings {
    Settings {
        address: ([127, 0, 0, 1], 0).into(),
        store: folder.join("store.db"),
        experiments: folder.to_owned(),
        token: token.map(str::to_owned),
        threads: 1,
    }
}

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
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::FORBIDDEN, &json!("forbidden-agent")));
    let (status, answer) = site.post("/api/think", ask("random", "a1 a2 b1 b2 c1")).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::CONFLICT, &json!("game-over")));
    // Without the ticket this would take the longest time that is allowed.
    let slow = json!({ "game": "milestone", "agent": "alphabeta(time=1000s)", "ticket": "mine" });
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
    for game in ["milestone", "isolation", "breakthrough", "connect4", "simplexity"] {
        let (status, told) = site.get(&format!("/api/calibration?game={game}")).await;
        assert_eq!(status, StatusCode::OK, "{game}: {told}");
        assert!(told["n"].as_u64().is_some_and(|n| n >= 1000), "{game}: {told}");
        assert!(told["bins"].as_array().is_some_and(|bins| !bins.is_empty()), "{game}: {told}");
    }
    // Games that can be drawn have a share of draws.
    let (_, why) = site.get("/api/why?game=connect4").await;
    assert!(why["verdict"]["draw"].as_f64().is_some_and(|draw| draw > 0.0), "{why}");
    for query in ["game=milestone&agent=random", "game=gomoku", "game=milestone&agent=mcts(playouts=9)"] {
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

const PORTRAIT: &str = r#"
kind = "portrait"
title = "A small portrait"
about = "Games of players against themselves."
game = "connect4"
seed = 1
games = { nodes = [50], games = 6, random = 4 }
solve = { start = 0, first-moves = 0 }
clarity = { positions = 0, nodes = 300 }
ladder = { nodes = 10, doublings = 1, games = 4 }
first-moves = { nodes = 10, games = 0 }
copying = { nodes = 10, games = 0 }
heuristics = { nodes = 10, games = 0 }
"#;

#[tokio::test]
async fn stored_games_tell_what_was_thought_in_them() {
    let site = Site::new(None);
    std::fs::write(site.folder.path().join("portrait.toml"), PORTRAIT).expect("a file");
    let (status, begun) = site.post("/api/runs", json!({ "file": "portrait.toml" })).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let run = begun["name"].as_str().expect("a name").to_owned();
    site.until(&run, "finished").await;
    let (_, games) = site.get(&format!("/api/runs/{run}/games?limit=100")).await;
    let games = games["games"].as_array().expect("games");
    let mut n_thoughtful = 0;
    for row in games {
        let (_, game) = site.get(&format!("/api/game/{run}/{}", row["index"])).await;
        let thoughts = game["thoughts"].as_array().expect("a list");
        if !game["agents"][0]["text"].as_str().is_some_and(|text| text.contains("nodes=50")) {
            continue;
        }
        n_thoughtful += 1;
        let n_moves = game["m"].as_str().expect("moves").split(' ').count();
        let opening = game["opening"].as_u64().expect("a number") as usize;
        assert_eq!(thoughts.len(), n_moves - opening, "one for every move but the opening's: {game}");
        for (at, thought) in thoughts.iter().enumerate() {
            let ply = opening + at;
            assert_eq!(thought["ply"], ply);
            assert_eq!(thought["player"], if ply % 2 == 0 { "first" } else { "second" });
        }
        // Who is about to win knows it.
        let last = &thoughts[thoughts.len() - 1]["verdict"];
        if game["outcome"].is_string() {
            assert_eq!((&last["kind"], &last["winner"]), (&json!("proved"), &game["outcome"]), "{game}");
        }
    }
    assert_eq!(n_thoughtful, 6, "{games:?}");
    // Matches keep no thoughts, and say so by having none.
    let (_, quick) = site.post("/api/runs", json!({ "file": "quick.toml" })).await;
    let quick = quick["name"].as_str().expect("a name").to_owned();
    site.until(&quick, "finished").await;
    let (_, game) = site.get(&format!("/api/game/{quick}/0")).await;
    assert_eq!(game["thoughts"], json!([]));
}

#[tokio::test]
async fn games_of_people_are_kept_and_found_again() {
    let site = Site::new(None);
    let game = |m: &str| {
        json!({ "game": "tictactoe", "m": m, "first": { "person": { "name": "Ada", "experience": "beginner" } },
            "second": { "agent": "random" } })
    };
    let (status, kept) = site.post("/api/people", game("a1 a2 b1 b2 c1")).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let (status, found) = site.get(&format!("/api/game/{}", kept["id"].as_str().expect("an id"))).await;
    assert_eq!(
        (status, &found["m"], &found["outcome"]),
        (StatusCode::OK, &json!("a1 a2 b1 b2 c1"), &json!("first"))
    );
    assert_eq!(found["agents"][0]["name"], "Ada");
    for (m, why) in [("a1 a2 b1", "not over"), ("a1 a1", "illegal")] {
        let (status, answer) = site.post("/api/people", game(m)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{why}: {answer}");
    }
    // Whoever is said to have played must be somebody who could have: an agent, or an opponent's name.
    for (agent, status) in [
        ("acorn", StatusCode::OK),
        ("alphabeta(depth=2)", StatusCode::OK),
        ("deepthought", StatusCode::BAD_REQUEST),
        ("alphabeta(eval=nonsense)", StatusCode::BAD_REQUEST),
        ("ugi(sh)", StatusCode::FORBIDDEN),
    ] {
        let mut game = game("a1 a2 b1 b2 c1");
        game["second"]["agent"] = json!(agent);
        let (answered, answer) = site.post("/api/people", game).await;
        assert_eq!(answered, status, "{agent}: {answer}");
    }
    let (_, levels) = site.get("/api/experience").await;
    assert_eq!(levels["levels"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn an_experiment_runs_to_its_end_and_its_figures_can_be_had() {
    let site = Site::new(None);
    let (_, listed) = site.get("/api/experiments").await;
    assert_eq!(listed["experiments"].as_array().map(Vec::len), Some(2));
    let (status, begun) = site.post("/api/runs", json!({ "file": "quick.toml" })).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let run = begun["name"].as_str().expect("a name").to_owned();
    let page = site.until(&run, "finished").await;
    assert_eq!((&page["done"], &page["total"]), (&json!(40), &json!(40)));
    let standings = &page["standings"];
    assert_eq!(standings["entrants"].as_array().map(Vec::len), Some(2));
    assert_eq!(standings["entrants"][0]["rank"], json!([1, 2]), "nobody is better");
    assert_eq!(standings["cells"][0][0], Value::Null);
    assert!(page["figures"][0]["width"].as_u64().is_some_and(|width| width > 100));
    let figure = page["figures"][0]["name"].as_str().expect("a figure");
    for (ending, begins) in [("svg", "<svg"), ("png", "\u{fffd}PNG"), ("csv", "")] {
        let path = format!("/api/runs/{run}/figures/{figure}.{ending}");
        let request =
            Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request");
        let (status, bytes) = site.send(request).await;
        assert_eq!(status, StatusCode::OK);
        assert!(String::from_utf8_lossy(&bytes).starts_with(begins), "{ending}");
    }
    let (status, answer) = site.get(&format!("/api/runs/{run}/figures/nothing.svg")).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::NOT_FOUND, &json!("unknown-figure")));
    let (_, games) = site.get(&format!("/api/runs/{run}/games?first=two&second=one&limit=5")).await;
    assert_eq!((&games["total"], games["games"].as_array().map(Vec::len)), (&json!(40), Some(5)));
    let (status, _) = site.get(&format!("/api/game/{run}/7")).await;
    assert_eq!(status, StatusCode::OK);
    for (body, kind) in [
        (json!({ "file": "../quick.toml" }), "unknown-file"),
        (json!({ "text": "kind = \"nonsense\"" }), "bad-file"),
        (json!({ "text": QUICK.replace("random", "ugi(x)") }), "forbidden-agent"),
        (json!({}), "bad-request"),
    ] {
        let (_, answer) = site.post("/api/runs", body).await;
        assert_eq!(answer["error"]["kind"], kind, "{answer}");
    }
}

#[tokio::test]
async fn cross_tables_have_the_order_of_the_standings() {
    let site = Site::new(None);
    let (_, begun) = site.post("/api/runs", json!({ "text": UNEQUAL })).await;
    let run = begun["name"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let page = site.until(&run, "finished").await;
    let standings = &page["standings"];
    let names: Vec<&str> = (0..3).filter_map(|at| standings["entrants"][at]["name"].as_str()).collect();
    assert_eq!(names, ["best", "middle", "worst"]);
    for (row, entrant) in standings["entrants"].as_array().into_iter().flatten().enumerate() {
        let won: u64 = (0..3).filter_map(|column| standings["cells"][row][column]["won"].as_u64()).sum();
        assert_eq!(Some(won), entrant["won"].as_u64(), "{entrant}");
        assert_eq!(standings["cells"][row][row], Value::Null);
    }
    assert!(standings["cells"][0][2]["chance"].as_f64().is_some_and(|chance| chance > 0.99));
}

#[tokio::test]
async fn a_run_is_watched_stopped_and_resumed_without_losing_a_point() {
    let site = Site::new(None);
    let (_, begun) = site.post("/api/runs", json!({ "file": "long.toml" })).await;
    let run = begun["name"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let heard = site.events(&format!("/api/live?run={run}&runs=1"), 6).await;
    assert!(heard.iter().any(|(name, _)| name == "runs"));
    let mut seen = points_of(&heard);
    let next = heard.iter().filter(|(name, _)| name == "run").map(|(_, news)| news["seq"].as_u64()).max();
    let (status, _) = site.post(&format!("/api/runs/{run}/stop"), json!({})).await;
    assert_eq!(status, StatusCode::OK);
    site.until(&run, "stopped").await;
    // Another server on the same store goes on where this one was.
    let Site { folder, app, .. } = site;
    app.close();
    app.runner.finish();
    let again = Site::at(folder, None);
    let (status, resumed) = again.post(&format!("/api/runs/{run}/resume"), json!({})).await;
    assert_eq!((status, &resumed["name"]), (StatusCode::OK, &json!(run)), "{resumed}");
    let after = next.flatten().expect("a number");
    let heard = again.events(&format!("/api/live?run={run}&after={after}"), 4).await;
    let more = points_of(&heard);
    assert!(!more.is_empty() && more.iter().all(|x| !seen.contains(x)), "no point twice");
    seen.extend(more);
    seen.sort_unstable();
    let expected: Vec<u64> = (1..=seen.len() as u64).collect();
    assert_eq!(seen, expected, "no point is missing");
    again.app.close();
    again.app.runner.finish();
}

/// The generations that were told.
fn points_of(events: &[(String, Value)]) -> Vec<u64> {
    let news = events.iter().filter(|(name, _)| name == "run").map(|(_, news)| news);
    let points = news.flat_map(|news| {
        let fitness =
            news["curves"].as_array().into_iter().flatten().find(|curve| curve["name"] == "fitness");
        let points = fitness.and_then(|curve| curve["series"][0]["points"].as_array()).cloned();
        points.unwrap_or_default()
    });
    points.filter_map(|point| point[0].as_f64()).map(|x| x as u64).collect()
}

#[tokio::test]
async fn strangers_are_kept_out() {
    let site = Site::new(None);
    let ask = |host: &str, origin: Option<&str>| {
        let mut request = Request::post("/api/move-now")
            .header(header::HOST, host)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(origin) = origin {
            request = request.header(header::ORIGIN, origin);
        }
        request.body(Body::from("{\"ticket\": \"x\"}")).expect("a request")
    };
    assert_eq!(site.send(ask("localhost:8000", None)).await.0, StatusCode::OK);
    assert_eq!(site.send(ask("localhost:8000", Some("http://localhost:8000"))).await.0, StatusCode::OK);
    assert_eq!(site.send(ask("evil.example", None)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(site.send(ask("localhost:8000", Some("http://evil.example"))).await.0, StatusCode::FORBIDDEN);
    let site = Site::new(Some("word"));
    let open = |path: &str, cookie: Option<&str>| {
        let mut request = Request::get(path).header(header::HOST, "far.example");
        if let Some(cookie) = cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request.body(Body::empty()).expect("a request")
    };
    assert_eq!(site.send(open("/api/games", None)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(site.send(open("/api/games?token=wrong", None)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(site.send(open("/api/games", Some("zermelo-token=word"))).await.0, StatusCode::OK);
    let response = site.router.clone().oneshot(open("/api/games?token=word", None)).await.expect("an answer");
    let cookie = response.headers()[header::SET_COOKIE].to_str().expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
}

#[tokio::test]
async fn what_is_too_large_or_nowhere_is_told() {
    let site = Site::new(None);
    let (status, answer) = site.get("/api/nothing").await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::NOT_FOUND, &json!("unknown-address")));
    let (status, _) =
        site.post("/api/think", json!({ "game": "x".repeat(300_000), "agent": "random" })).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, answer) = site.get(&format!("/api/scene?game=tictactoe&m={}", "a1+".repeat(9_000))).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::BAD_REQUEST, &json!("too-long")));
    for path in ["/api/runs/nothing", "/api/game/nothing/1", "/api/runs/nothing/games"] {
        let (status, _) = site.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let (status, runs) = site.get("/api/runs").await;
    assert_eq!((status, &runs["runs"]), (StatusCode::OK, &json!([])));
}

#[tokio::test]
async fn the_pages_are_in_the_program() {
    let site = Site::new(None);
    let open = |path: &str| {
        Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request")
    };
    let (status, page) = site.send(open("/")).await;
    let page = String::from_utf8_lossy(&page).into_owned();
    assert_eq!(status, StatusCode::OK);
    let script = page.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a script");
    let response = site.router.clone().oneshot(open(script)).await.expect("an answer");
    assert!(
        response.headers()[header::CACHE_CONTROL].to_str().is_ok_and(|cache| cache.contains("immutable"))
    );
    // Addresses within the pages are the page; files that are not there are not.
    assert_eq!(site.send(open("/play/milestone")).await, (StatusCode::OK, page.into_bytes()));
    assert_eq!(site.send(open("/assets/nothing.js")).await.0, StatusCode::NOT_FOUND);
    let response = site.router.clone().oneshot(open("/")).await.expect("an answer");
    let tag = response.headers()[header::ETAG].clone();
    let again = Request::get("/").header(header::HOST, "localhost").header(header::IF_NONE_MATCH, tag);
    assert_eq!(site.send(again.body(Body::empty()).expect("a request")).await.0, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn measured_ladders_are_found_by_the_games_id() {
    let site = Site::new(None);
    for game in ["tictactoe", "connect4", "milestone"] {
        let (_, answer) = site.get(&format!("/api/opponents?game={game}")).await;
        assert!(answer["opponents"][0]["rating"]["value"].is_number(), "{game}");
    }
    let (_, reply) =
        site.post("/api/think", json!({ "game": "milestone", "agent": "alphabeta(nodes=500)" })).await;
    assert_eq!(reply["verdict"]["kind"], "estimated", "{reply}");
}

#[tokio::test]
async fn everything_is_described() {
    let site = Site::new(None);
    let (_, description) = site.get("/api/openapi.json").await;
    let paths = description["paths"].as_object().expect("paths");
    assert!(paths.len() >= 20, "{}", paths.len());
    assert!(paths.contains_key("/api/scene") && paths.contains_key("/api/runs/{name}/stop"));
    // Every reference leads somewhere.
    let text = description.to_string();
    for reference in text.split("\"$ref\":\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(description["components"]["schemas"].get(name).is_some(), "{name} is not described");
    }
}

/// The pages' types are made from the description: `UPDATE_EXPECT=1 cargo test -p zermelo-server` writes it, `npm run wire` in `web/`
/// makes the types.
#[tokio::test]
async fn the_description_is_the_one_that_the_pages_were_made_from() {
    let (_, description) = Site::new(None).get("/api/openapi.json").await;
    let text = serde_json::to_string_pretty(&description).expect("JSON is text") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "web/openapi.json is not what the server says of itself: `UPDATE_EXPECT=1 cargo test -p zermelo-server`, then \
         `npm run wire` in web/"
    );
}

/// Strength against somebody who never changes is measured beside fitness.
const MEASURED: &str = r#"
kind = "evolution"
title = "Measured"
about = "Against random moves, too."
game = "connect4"
seed = 1
generations = 5
agent = "alphabeta(depth=1, eval=weights({genes}))"
[[genes]]
low = 0.0
high = 1.0
[method]
kind = "genetic"
population = 4
[method.breeding]
selection = { kind = "truncation", best = 2 }
mutation = { kind = "gaussian", chance = 1.0, gene-chance = 0.5, mean = 0.0, sigma = 0.1 }
elites = 1
[fitness]
kind = "league"
games = 2
rating = { kind = "points" }
[baseline]
name = "random moves"
agent = "random"
games = 20
every = 2
"#;

#[tokio::test]
async fn strength_against_a_baseline_is_a_curve_with_error_bars() {
    let site = Site::new(None);
    std::fs::write(site.folder.path().join("measured.toml"), MEASURED).expect("a file");
    let (_, begun) = site.post("/api/runs", json!({ "file": "measured.toml" })).await;
    let run = begun["name"].as_str().expect("a name").to_owned();
    let page = site.until(&run, "finished").await;
    let curves = page["curves"].as_array().expect("curves");
    let names: Vec<&str> = curves.iter().filter_map(|curve| curve["name"].as_str()).collect();
    assert_eq!(names, ["fitness", "strength", "weights"]);
    let strength = &curves[1];
    assert_eq!(
        (&strength["spread"], &strength["title"]),
        (&json!("bars"), &json!("Strength against random moves"))
    );
    let points = strength["series"][0]["points"].as_array().expect("points");
    // After the first, every second and the last generation.
    let generations: Vec<f64> = points.iter().filter_map(|point| point[0].as_f64()).collect();
    assert_eq!(generations, [1.0, 2.0, 4.0, 5.0]);
    for point in points {
        let [value, low, high] = [1, 2, 3].map(|place| point[place].as_f64().expect("a number"));
        assert!(0.0 <= low && low <= value && value <= high && high <= 100.0, "{point}");
    }
    // How long it took is known, and no part of what came of it.
    assert!(page["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{}", page["seconds"]);
    assert!(page["last"].is_string());
    // News hold only what is new.
    let events = site.events(&format!("/api/live?run={run}&after=5"), 1).await;
    let fresh = &events[0].1["curves"][1]["series"][0]["points"];
    assert_eq!(fresh.as_array().map(Vec::len), Some(1), "only generation 5: {fresh}");
}

#[tokio::test]
async fn a_portrait_is_shown_while_it_is_made() {
    let site = Site::new(None);
    let (_, empty) = site.get("/api/lab?game=hexapawn").await;
    assert_eq!((&empty["run"], &empty["portrait"]), (&Value::Null, &Value::Null));
    let (status, begun) = site.post("/api/lab", json!({ "game": "hexapawn", "quick": true })).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let run = begun["name"].as_str().expect("a name").to_owned();
    let titles = |lab: &Value| -> Vec<String> {
        let sections = lab["portrait"]["sections"].as_array().cloned().unwrap_or_default();
        sections.iter().map(|section| section["title"].as_str().unwrap_or_default().to_owned()).collect()
    };
    // Whenever somebody looks, every section is there: finished, or with what it waits for.
    let mut known: Vec<(String, Value)> = Vec::new();
    for _ in 0..2400 {
        let (status, lab) = site.get("/api/lab?game=hexapawn").await;
        assert_eq!(status, StatusCode::OK, "{lab}");
        let is_over = lab["run"]["state"] == "finished";
        if !is_over && !lab["portrait"].is_null() {
            assert_eq!(titles(&lab)[0], "Is it fair?");
            assert!(
                titles(&lab).len() >= 4 && lab["portrait"]["cards"].as_array().is_some_and(|c| c.len() == 6)
            );
        }
        for section in lab["portrait"]["sections"].as_array().into_iter().flatten() {
            let title = section["title"].as_str().unwrap_or_default();
            let before = known.iter().find(|(known, _)| known == title);
            if let Some(pending) = section["pending"].as_str() {
                assert!(before.is_none(), "{title} was finished before");
                assert!(
                    !is_over && (pending.contains("eing played") || pending.contains("looked for")),
                    "{pending}"
                );
                continue;
            }
            match before {
                // What is finished never changes under the reader.
                Some((_, before)) => assert_eq!(section, before),
                None => known.push((title.to_owned(), section.clone())),
            }
        }
        if is_over {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let (_, lab) = site.get("/api/lab?game=hexapawn&vs=hexapawn").await;
    assert_eq!(lab["run"]["state"], "finished");
    assert_eq!(known.len(), titles(&lab).len());
    for game in lab["portrait"]["games"].as_array().expect("games") {
        let (status, _) = site.get(&format!("/api/game/{run}/{}", game["index"])).await;
        assert_eq!(status, StatusCode::OK, "{game}");
    }
    assert!(
        lab["portrait"]["games"][0]["title"].as_str().is_some_and(|title| title.starts_with("Median length"))
    );
    // A game does not differ from itself.
    let differences = lab["differences"].as_array().expect("differences");
    assert_eq!(differences.len(), 5);
    assert!(
        differences.iter().all(|one| one["text"].as_str().is_some_and(|text| text.ends_with("not shown")))
    );
}
