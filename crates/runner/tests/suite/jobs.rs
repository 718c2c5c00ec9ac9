//! A job that was written down and read again has the rows of the runner that it was taken from.

use zermelo_arena::Pair;
use zermelo_catalog::{Permission, open};
use zermelo_game::Stop;
use zermelo_runner::game_runner::{
    Adjudication, Contestant, GameRunner, Known, Openings, Round, RunnerPlan, Which,
};
use zermelo_runner::job::{Job, carry_out};
use zermelo_store::GameRow;

fn untimed(rows: Vec<[GameRow; 2]>) -> Vec<[GameRow; 2]> {
    rows.into_iter().map(|pair| pair.map(|row| GameRow { micros: [0; 2], ..row })).collect()
}

#[test]
fn a_job_is_played_elsewhere_with_the_same_rows() {
    for (game, openings) in [
        ("connect4", Openings::Random { plies: Some(4), which: Which::Undecided }),
        ("isolation:5x5", Openings::Random { plies: None, which: Which::Any }),
        ("tictactoe", Openings::Start),
        ("hex:size=4", Openings::Random { plies: Some(2), which: Which::Any }),
        ("hexapawn:4x4", Openings::Listed(vec!["a1-a2".to_owned(), String::new()])),
    ] {
        let opened = open(game).unwrap();
        let adjudication = Adjudication { length: Some(30), solved: None };
        let plan =
            RunnerPlan { seed: 9, openings: &openings, n_openings: 12, first_opening: 3, adjudication };
        let runner = GameRunner::open(&opened, &plan).unwrap();
        let agents = ["random", "alphabeta(depth=2)", "mcts(playouts=20)"];
        let contestants: Vec<Contestant> =
            agents.iter().zip(5..).map(|(agent, number)| Contestant { number, agent }).collect();
        // Somebody meets himself, too.
        let pairs: Vec<Pair> =
            (0..12).map(|at| Pair { round: at / 4, a: at % 3, b: (at + at / 3) % 3, opening: at }).collect();
        let (known, stop) = (Known::new(), Stop::default());
        let round = Round {
            contestants: &contestants,
            pairs: &pairs,
            first_pair: 40,
            threads: 2,
            known: &known,
            stop: &stop,
        };
        let expected = untimed(runner.play(&round, &mut |_| Ok(())).unwrap());
        let mut found = Vec::new();
        for places in [0..5, 5..6, 6..12] {
            let text = serde_json::to_string(&runner.job(&round, places)).unwrap();
            let job: Job = serde_json::from_str(&text).unwrap();
            found.extend(carry_out(&job, Permission::server(), &stop).unwrap().expect("nobody stopped it"));
        }
        assert_eq!(untimed(found), expected, "{game}");
    }
}

#[test]
fn a_job_that_makes_no_sense_is_refused() {
    let job = r#"{"game": "tictactoe", "seed": 1, "adjudication": {"length": null, "solved": null},
        "agents": [{"number": 0, "agent": "random"}], "openings": [{"number": 0, "text": ""}],
        "pairs": [{"number": 0, "round": 0, "agents": [0, 1], "opening": 0}]}"#;
    let refused = |text: &str| {
        let job: Job = serde_json::from_str(text).unwrap();
        carry_out(&job, Permission::server(), &Stop::default()).unwrap_err().to_string()
    };
    assert!(refused(job).contains("pair 0 names an agent or an opening that is not there"));
    let whole = job.replace("[0, 1]", "[0, 0]");
    assert!(refused(&whole.replace("tictactoe", "tictacto")).contains("did you mean `tictactoe`?"));
    assert!(refused(&whole.replace(r#""random""#, r#""ugi(cat)""#)).contains("ugi"));
    let stopped = Stop::default();
    stopped.stop();
    let job: Job = serde_json::from_str(&whole).unwrap();
    assert_eq!(carry_out(&job, Permission::server(), &stopped).unwrap(), None);
}
