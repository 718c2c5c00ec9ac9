//! Work that was written down and read again has the rows of the runner that it was taken from.

use std::sync::LazyLock;

use zermelo_arena::Pair;
use zermelo_catalog::{Permission, open};
use zermelo_game::Stop;
use zermelo_runner::Speeds;
use zermelo_runner::executor::Executor;
use zermelo_runner::game_runner::{
    Adjudication, Contestant, GameRunner, Known, Openings, Round, RunnerPlan, Which,
};
use zermelo_runner::work::pairs::{WorkAgent, WorkPair};
use zermelo_runner::work::{
    Answer, PairsWork, Surroundings, Work, WorkGame, WorkOpening, carry_out, no_kinds,
};
use zermelo_store::GameRow;

fn surroundings(stop: &Stop) -> Surroundings<'_> {
    static SPEEDS: LazyLock<Speeds> = LazyLock::new(|| Speeds::new(1));
    let permission = Permission::server();
    Surroundings { permission, stop, on_progress: &|| {}, kinds: no_kinds, speeds: &SPEEDS }
}

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
            executor: Executor::local(2, &stop),
            known: &known,
        };
        let expected = untimed(runner.play(&round, &mut |_| Ok(())).unwrap());
        let mut found = Vec::new();
        for places in [0..5, 5..6, 6..12] {
            let bytes = Work::Pairs(runner.work(&round, places)).to_bytes();
            let work = Work::from_bytes(&bytes).unwrap();
            let answer = carry_out(&work, &surroundings(&stop)).unwrap().expect("nobody stopped it");
            let Some(Answer::Pairs(answer)) = Answer::from_bytes(&answer.to_bytes()) else { panic!("pairs") };
            found.extend(answer.games.into_iter().map(|game| game.into_row().unwrap()));
        }
        let found = found.chunks(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect();
        assert_eq!(untimed(found), expected, "{game}");
    }
}

#[test]
fn work_that_makes_no_sense_is_refused() {
    let whole = PairsWork {
        game: WorkGame { id: "tictactoe".to_owned(), text: None, clock: None },
        seed: 1,
        adjudication: Adjudication::default(),
        agents: vec![WorkAgent { number: 0, agent: "random".to_owned() }],
        openings: vec![WorkOpening { number: 0, text: String::new() }],
        pairs: vec![WorkPair { number: 0, round: 0, agents: [0, 0], opening: 0 }],
    };
    let refused = |change: &dyn Fn(&mut PairsWork)| {
        let mut work = whole.clone();
        change(&mut work);
        carry_out(&Work::Pairs(work), &surroundings(&Stop::default())).unwrap_err().to_string()
    };
    let nobody = refused(&|work| work.pairs[0].agents = [0, 1]);
    assert!(nobody.contains("pair 0 names an agent or an opening that is not there"), "{nobody}");
    assert!(refused(&|work| work.game.id = "tictacto".to_owned()).contains("did you mean `tictactoe`?"));
    assert!(refused(&|work| work.agents[0].agent = "ugi(cat)".to_owned()).contains("ugi"));
    let stopped = Stop::default();
    stopped.stop();
    assert_eq!(carry_out(&Work::Pairs(whole), &surroundings(&stopped)).unwrap(), None);
}
