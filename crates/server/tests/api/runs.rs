//! Runs: started, watched, stopped, resumed, and what is shown of them.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use zermelo_experiments::{FleetNote, UsageNote, WorkDone, WorkerNote};
use zermelo_store::{NewRun, Store};

use crate::site::{QUICK, Site, UNEQUAL, evolution};

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
    let cell = &standings["cells"][0][1];
    assert_eq!(cell["score"], standings["entrants"][0]["score"], "two who met have one result");
    assert_eq!(cell["decided"], json!(cell["score"]["low"].as_f64() > Some(0.5)));
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
    let (status, replay) = site.get(&format!("/api/game/{run}/7")).await;
    assert_eq!(status, StatusCode::OK);
    // The list counts as the replay does, from the first move of the opening on.
    let (_, all) = site.get(&format!("/api/runs/{run}/games")).await;
    let seventh = all["games"].as_array().and_then(|games| games.iter().find(|game| game["index"] == 7));
    let n_moves = replay["m"].as_str().map(|moves| moves.split_whitespace().count());
    assert!(replay["opening"].as_u64() > Some(0), "the game has an opening: {replay}");
    assert_eq!(seventh.map(|game| game["plies"].clone()), n_moves.map(|n| json!(n)), "{replay}");
    for (body, kind) in [
        (json!({ "file": "../quick.toml" }), "unknown-file"),
        (json!({ "text": "kind = \"nonsense\"" }), "bad-file"),
        (json!({ "text": QUICK.replace("random", "ugi(x)") }), "forbidden"),
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
    // Its report shows what there is, as the one that the terminal writes does.
    let path = format!("/api/runs/{run}/report.html");
    let request =
        Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request");
    let (status, page) = site.send(request).await;
    let page = String::from_utf8_lossy(&page).into_owned();
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains("(not finished)") && page.contains("is not finished: "), "it says so");
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

/// Games that are not kept are counted all the same, also while they are played.
#[tokio::test]
async fn games_that_are_not_kept_are_counted() {
    let site = Site::new(None);
    let path = site.folder.path().join("fleeting.toml");
    std::fs::write(path, evolution(100_000, "keep-games = false")).expect("a file");
    let (_, begun) = site.post("/api/runs", json!({ "file": "fleeting.toml" })).await;
    let run = begun["name"].as_str().expect("a name").to_owned();
    site.events(&format!("/api/live?run={run}"), 4).await;
    site.post(&format!("/api/runs/{run}/stop"), json!({})).await;
    let page = site.until(&run, "stopped").await;
    let (_, games) = site.get(&format!("/api/runs/{run}/games")).await;
    assert_eq!(games["total"], 0);
    assert!(page["done"].as_u64().is_some_and(|done| done >= 12), "{}", page["done"]);
}

/// Where nobody can tell the number of games beforehand, generations tell how far an evolution is and how long it will take.
#[tokio::test]
async fn an_evolution_tells_its_generations_and_the_time_left() {
    let site = Site::new(None);
    let text = evolution(100_000, "champion = { games = 20 }");
    let (_, begun) = site.post("/api/runs", json!({ "text": text })).await;
    let run = begun["name"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    loop {
        let (_, page) = site.get(&format!("/api/runs/{run}")).await;
        let (total, generations) = (&page["total"], &page["generations"]);
        assert_eq!((total, &generations["total"]), (&Value::Null, &json!(100_000)), "{page}");
        if generations["done"].as_u64() >= Some(1) && page["eta"].as_f64() > Some(0.0) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    site.post(&format!("/api/runs/{run}/stop"), json!({})).await;
    site.until(&run, "stopped").await;
}

/// Strength against somebody who never changes is measured beside fitness.
#[tokio::test]
async fn strength_against_a_baseline_is_a_curve_with_error_bars() {
    let site = Site::new(None);
    let baseline = r#"baseline = { name = "random moves", agent = "random", games = 20, every = 2 }"#;
    std::fs::write(site.folder.path().join("measured.toml"), evolution(5, baseline)).expect("a file");
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
                    !is_over && (pending.contains("eing played") || pending.contains("Solving")),
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
        differences
            .iter()
            .all(|one| one["text"].as_str().is_some_and(|text| text.ends_with(", not significant")))
    );
}

#[tokio::test]
async fn a_run_with_a_fleet_shows_its_workers() {
    let site = Site::new(None);
    let (_, begun) = site.post("/api/runs", json!({ "file": "quick.toml" })).await;
    let run = begun["name"].as_str().expect("a name").to_owned();
    let page = site.until(&run, "finished").await;
    assert_eq!(page["workers"], Value::Null, "it was carried out on one machine");
    // An unfinished run of somebody else, with notes beside it.
    let store = Store::open(&site.app.settings.store).expect("a store");
    let new = NewRun {
        stem: "far".to_owned(),
        kind: "tournament".to_owned(),
        experiment: QUICK.to_owned(),
        seed: 1,
        code_version: "1".to_owned(),
        created: 1,
        stage_of: None,
    };
    let mut far = store.begin_run(&new).expect("a run");
    let work = |kept| WorkDone { kept, answered: kept, seconds: 10.0 };
    let note = |id: &str, host: &str, kept: u64| WorkerNote {
        id: id.to_owned(),
        host: host.to_owned(),
        threads: 4,
        standing: "proved".to_owned(),
        work: [("games".to_owned(), work(kept))].into(),
        offered: 40.0,
        used: 30.0,
        last_seen: 1_800_000_000,
        ..WorkerNote::default()
    };
    let refusing =
        WorkerNote { refused: 2, refusal: Some("<b>no network</b>".to_owned()), ..note("UBBBB", "lab-2", 0) };
    let fleet = FleetNote {
        here: [("games".to_owned(), 9)].into(),
        by_workers: [("games".to_owned(), 91)].into(),
        usage: [("pairs".to_owned(), UsageNote { offered: 80.0, used: 60.0 })].into(),
        noted: 1_800_000_000,
    };
    far.keep_notes(&[fleet.row(), note("UAAAA", "lab-1", 91).row(), refusing.row()]).expect("notes");
    let (status, page) = site.get(&format!("/api/runs/{}", far.run().name)).await;
    assert_eq!(status, StatusCode::OK);
    let workers = &page["workers"];
    let sentence = "1 worker did 91 % of the games; their threads were idle 25 % of the time.";
    assert_eq!(workers["sentences"], json!([sentence]));
    let first = &workers["workers"][0];
    assert_eq!((&first["name"], &first["threads"]), (&json!("lab-1-AAAA"), &json!(4)));
    assert_eq!(first["work"]["games"], json!({ "done": 91, "speed": 36.4 }));
    assert_eq!(first["last_seen"], "2027-01-15T08:00:00Z");
    let second = &workers["workers"][1];
    assert_eq!((&second["refused"], &second["refusal"]), (&json!(2), &json!("<b>no network</b>")));
    assert_eq!(workers["remarks"][0], "lab-2-BBBB refused 2 jobs, the last because: <b>no network</b>");
}
