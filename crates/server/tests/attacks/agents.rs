//! Nobody starts a program, reads a file or takes more than a fair share of the machine through a text.

use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use serde_json::{Value, json};
use zermelo_any::Folder;
use zermelo_catalog::Permission;
use zermelo_experiments::Running;
use zermelo_experiments::experiment::{self, Experiment};
use zermelo_game::Stop;
use zermelo_store::Store;

use crate::site::Site;

/// A file that exists as soon as a program was started.
fn mark(site: &Site) -> PathBuf {
    site.folder.path().join("started")
}

/// An agent that would start a program.
fn program(site: &Site) -> String {
    format!("ugi(touch {}, nodes=1, start=1s, stall=1s)", mark(site).display())
}

#[track_caller]
fn nothing_was_started(site: &Site, what: &str) {
    assert!(!mark(site).exists(), "a program was started: {what}");
}

/// Posts an experiment; it is refused, and nothing was started.
async fn refused(site: &Site, text: &str) -> (StatusCode, String) {
    let (status, answer) = site.post("/api/runs", json!({ "text": text })).await;
    assert!(status.is_client_error(), "{status} {answer}\n{text}");
    nothing_was_started(site, text);
    (status, answer["error"]["message"].as_str().unwrap_or_default().to_owned())
}

fn tournament(agent: &str, more: &str) -> String {
    format!(
        r#"
kind = "tournament"
title = "t"
game = "tictactoe"
schedule = {{ kind = "round-robin", games = 2 }}
agents = [{{ name = "a", agent = {agent:?} }}, {{ name = "b", agent = "random" }}]
{more}
"#
    )
}

fn evolution(agent: &str, genes: &str, more: &str) -> String {
    format!(
        r#"
kind = "evolution"
title = "t"
game = "tictactoe"
generations = 1
agent = {agent:?}
genes = [{genes}]
fitness = {{ kind = "league", games = 2, rating = {{ kind = "points" }} }}
confirmation = {{ games = 2 }}
{more}
[method]
kind = "genetic"
population = 4
[method.breeding]
selection = {{ kind = "truncation", best = 2 }}
mutation = {{ kind = "gaussian", chance = 1.0, gene-chance = 0.5, mean = 0.0, sigma = 0.1 }}
elites = 1
"#
    )
}

fn training(agent: &str, first: &str, opponents: &str) -> String {
    format!(
        r#"
kind = "training"
title = "t"
game = "connect4"
play = {{ agent = {agent:?}, first = {first:?}, games = 2 }}
model = {{ kind = "network", hidden = [16] }}
confirmation = {{ agent = "alphabeta(nodes=9, eval={{eval}})", games = 2, opponents = [{opponents}] }}
"#
    )
}

const GENE: &str = r#"{ names = ["c"], low = 0.5, high = 1.0 }"#;

#[tokio::test]
async fn no_experiment_starts_a_program() {
    let site = Site::new(None);
    let program = program(&site);
    let quoted = |text: &str| format!("{text:?}");
    let casual = format!("casual({program}, slips={{c}})");
    let entrant = format!("{{ name = \"x\", agent = {program:?} }}");
    let plain = "casual(random, slips={c})";
    let judge = format!("openings = {{ plies = 2, level = {{ judge = {program:?}, within = 9.0 }} }}");
    let stage = |text: &str| {
        let body: String = text.replace("\n[method", "\n[stages.method");
        format!("kind = \"series\"\ntitle = \"s\"\n[[stages]]\nname = \"one\"\n{body}")
    };
    let q = |agent: &str, opponents: &str| {
        format!(
            "kind = \"q-learning\"\ntitle = \"t\"\ngame = \"tictactoe\"\nmoves = [10]\n\
             test = {{ agent = {agent:?}, games = 2, opponents = [{opponents}] }}"
        )
    };
    let portrait = |more: &str| format!("kind = \"portrait\"\ntitle = \"t\"\ngame = \"tictactoe\"\n{more}");
    let nodes = program.replace("nodes=1", "nodes={nodes}");
    for text in [
        tournament(&program, ""),
        tournament(&program.to_uppercase().replace("TOUCH", "touch"), ""),
        tournament(&format!("casual({program})"), ""),
        tournament(&format!(" casual( casual({program}), slips=0.1)"), ""),
        tournament("random", &judge),
        evolution(&casual, GENE, ""),
        evolution(&format!("casual({program}, slips={{c}}, sight=none)"), GENE, ""),
        evolution(plain, GENE, &judge),
        evolution(plain, GENE, &format!("baseline = {{ agent = {program:?}, games = 2 }}")),
        evolution(plain, GENE, "")
            .replace("games = 2 }\n", &format!("games = 2, opponents = [{entrant}] }}\n")),
        evolution(plain, GENE, "").replace(
            "kind = \"league\", games = 2, rating = { kind = \"points\" }",
            &format!("kind = \"gauntlet\", games = 2, opponents = [{entrant}]"),
        ),
        training(&program.replace("nodes=1", "margin={eval}"), "50ms", ""),
        training("alphabeta(nodes=9, eval={eval})", "default", &entrant),
        training("{eval}", &program, ""),
        q(&program.replace("nodes=1", "log={eval}"), "{ name = \"b\", agent = \"random\" }"),
        q("alphabeta(nodes=9, eval={eval})", &entrant),
        portrait(&format!("agent = {}", quoted(&nodes))),
        portrait(&format!(
            "heuristics = {{ agent = {} }}",
            quoted(&nodes.replace("stall=1s", "stall={eval}"))
        )),
        stage(&tournament(&program, "")),
        stage(&evolution(&casual, GENE, "")),
    ] {
        refused(&site, &text).await;
    }
}

/// What ran any shell command: texts were checked before the names of genes became part of the agent.
#[tokio::test]
async fn no_name_becomes_a_program() {
    let site = Site::new(None);
    let path = mark(&site);
    let gene = format!("{{ names = [\"gi(touch {} x\"], low = 0.0, high = 1.0 }}", path.display());
    let (status, told) =
        refused(&site, &evolution("u{genes}, nodes=1, start=1s, stall=1s)", &gene, "")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(told.contains("the gene"), "{told}");
    // A name that fits the grammar makes an agent that is not permitted.
    let letters = "{ names = [\"gi\"], low = 0.0, high = 1.0 }";
    refused(&site, &evolution("casual(u{genes}), slips={gi})", letters, "")).await;
    refused(&site, &evolution("ugi(touch {gi})", letters, "")).await;
    // Nor does the evaluator of a training's first round pass for anything but one evaluator.
    for first in ["default, memory=60000", "default), ugi(touch x"] {
        let (_, told) = refused(&site, &training("alphabeta(nodes=9, eval={eval})", first, "")).await;
        assert!(told.contains("expected one evaluator"), "{first}: {told}");
    }
    for name in ["<script>", "a\\u001b[2J", "{genes}", "a\\nb"] {
        let text = tournament("random", "").replace("name = \"a\"", &format!("name = \"{name}\""));
        let (_, told) = refused(&site, &text).await;
        assert!(told.contains("the name"), "{name}: {told}");
    }
}

#[tokio::test]
async fn no_experiment_reads_a_file() {
    let site = Site::new(None);
    let secret = site.folder.path().join("secret.txt");
    std::fs::write(&secret, "hunter2").expect("a file");
    let path = secret.display().to_string();
    for text in [
        tournament("random", &format!("openings = {{ file = {path:?} }}")),
        tournament("random", "openings = { file = \"secret.txt\" }"),
        evolution("casual(random, slips={c})", GENE, &format!("openings = {{ file = {path:?} }}")),
        training("alphabeta(nodes=9, eval={eval})", "default", "")
            + &format!("data = {{ files = [{path:?}] }}"),
        tournament("net(/etc/x.safetensors)", ""),
        tournament("alphabeta(nodes=9, eval=net(x.safetensors))", ""),
        tournament("alphabeta(nodes=9, eval=q(x.safetensors))", ""),
        tournament("mcts(playouts=9, policy=greedy(eval=net(x.safetensors)))", ""),
        tournament("casual(net(x.safetensors))", ""),
        tournament("net(x.safetensors#0123456789abcdef)", ""),
        tournament(&format!("alphabeta(nodes=9, eval=expr-file({path}))"), ""),
        tournament("casual(minimax(depth=1, eval=expr-file(secret.txt)))", ""),
        tournament("mcts(playouts=9, policy=greedy(eval=expr-file(secret.txt)))", ""),
        evolution(&format!("alphabeta(nodes=9, eval=expr-file({path}), memory={{c}})"), GENE, ""),
    ] {
        let (_, told) = refused(&site, &text).await;
        assert!(told.contains("only from the terminal"), "{told}\n{text}");
        assert!(!told.contains("hunter2"), "{told}");
    }
    // Other ways to write it are none.
    for agent in ["minimax(eval=EXPR-FILE(secret.txt))", "minimax(eval=expr-file (secret.txt))"] {
        let (_, told) = refused(&site, &tournament(agent, "")).await;
        assert!(told.contains("in small letters"), "{told}");
    }
}

#[tokio::test]
async fn no_agent_takes_more_than_its_share() {
    let site = Site::new(None);
    for agent in [
        "alphabeta(memory=60000, nodes=1)",
        "alphabeta(memory=257, nodes=1)",
        "alphabeta(threads=200, nodes=1)",
        "mcts(memory=60000, playouts=1)",
        "casual(mcts(memory=60000, playouts=1))",
        "casual(casual(alphabeta(threads=9, nodes=1)))",
        "alphabeta(time=61s)",
        "mcts(time=100000s)",
        "alphabeta(clock=1s+100s)",
        "alphabeta(clock=3601s)",
    ] {
        let (status, told) = refused(&site, &tournament(agent, "")).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{agent}: {told}");
        assert!(told.contains("is permitted here"), "{told}");
        for (path, query) in asks(agent) {
            let (status, answer) = site.post(path, query).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{path} {agent}: {answer}");
        }
    }
}

/// Requests that open an agent.
fn asks(agent: &str) -> [(&'static str, Value); 2] {
    let person = json!({ "person": { "name": "p", "experience": null } });
    [
        ("/api/think", json!({ "game": "tictactoe", "agent": agent })),
        (
            "/api/people",
            json!({
                "game": "tictactoe", "m": "a1 b1 a2 b2 a3", "first": person, "second": { "agent": agent }
            }),
        ),
    ]
}

/// Carries out an experiment as somebody at the terminal would.
fn at_the_terminal(store: &Path, stem: &str, text: &str, stop: &Stop) {
    let folder = Folder::new(Path::new("."), Permission::terminal());
    let experiment =
        Experiment::parse(stem.to_owned(), text.to_owned(), "here", folder).expect("an experiment");
    let store = Store::open(store).expect("a store");
    let running =
        Running { threads: 1, resumes: false, stop, permission: Permission::terminal(), fleet: None };
    let _ = experiment::run(&experiment, &store, &running, &mut |_| {});
}

/// What somebody stored at the terminal does not run on behalf of those who ask the server.
#[tokio::test]
async fn no_stored_agent_starts_a_program() {
    let site = Site::new(None);
    let store = &site.app.settings.store;
    let program = program(&site);
    let casual = format!("casual({program}, slips={{c}}, sight=none)");
    at_the_terminal(store, "bred", &evolution(&casual, GENE, ""), &Stop::default());
    at_the_terminal(store, "played", &tournament(&program, ""), &Stop::default());
    let stopped = Stop::default();
    stopped.stop();
    at_the_terminal(store, "halted", &tournament(&program, ""), &stopped);
    assert!(mark(&site).exists(), "at the terminal programs are started");
    std::fs::remove_file(mark(&site)).expect("it is there");

    for agent in
        ["bred(bred/champion)", "bred(bred)", "bred(bred/generation-1)", "casual(bred(bred/champion))"]
    {
        for (path, query) in asks(agent) {
            let (status, answer) = site.post(path, query).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{path} {agent}: {answer}");
            nothing_was_started(&site, agent);
        }
        refused(&site, &tournament(agent, "")).await;
        let encoded = agent.replace('(', "%28").replace(')', "%29").replace('/', "%2F");
        for path in ["analyse", "agent"] {
            let (status, _) = site.get(&format!("/api/{path}?game=tictactoe&m=a1&agent={encoded}")).await;
            assert!(status.is_client_error(), "{path} {agent}: {status}");
            nothing_was_started(&site, agent);
        }
    }
    // The players of a stored game are asked to think again.
    let _ = site.get("/api/game/played-2/0/thoughts").await;
    nothing_was_started(&site, "rethink");
    // A run that the server resumes has the server's permission.
    let (status, answer) = site.post("/api/runs/halted-3/resume", json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{answer}");
    nothing_was_started(&site, "resume");
}
