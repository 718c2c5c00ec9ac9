//! Bytes from anywhere: reading them and doing what they say ends in an answer or an error, never in a panic.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use proptest::prelude::*;
use zermelo_catalog::{Permission, open};
use zermelo_game::Stop;
use zermelo_runner::Speeds;
use zermelo_runner::game_runner::Adjudication;
use zermelo_runner::self_play::Ends;
use zermelo_runner::work::choices::GamePosition;
use zermelo_runner::work::pairs::{WorkAgent, WorkPair};
use zermelo_runner::work::{
    Answer, ChoicesWork, CopiesWork, KindWork, PairsWork, SelfPlayWork, SolveWork, Surroundings, Work,
    WorkGame, WorkOpening, carry_out, no_kinds,
};

/// Real work of every kind, on games so small that no change of a number makes it long.
static WORKS: LazyLock<Vec<Work>> = LazyLock::new(|| {
    let game = WorkGame::of(&open("tictactoe").unwrap());
    let described = WorkGame::of(&open("miseretictactoe").unwrap());
    let openings = |texts: &[&str]| -> Vec<WorkOpening> {
        texts.iter().zip(0..).map(|(text, number)| WorkOpening { number, text: (*text).to_owned() }).collect()
    };
    let agents = ["random", "alphabeta(depth=2)", "mcts(playouts=5)"];
    let agents =
        agents.iter().zip(0..).map(|(agent, number)| WorkAgent { number, agent: (*agent).to_owned() });
    let agents: Vec<WorkAgent> = agents.collect();
    let pairs = |game: WorkGame, openings: Vec<WorkOpening>| {
        Work::Pairs(PairsWork {
            game,
            seed: 3,
            adjudication: Adjudication { length: Some(20), solved: Some(50) },
            agents: agents.clone(),
            pairs: vec![
                WorkPair { number: 4, round: 0, agents: [0, 1], opening: 0 },
                WorkPair { number: 5, round: 1, agents: [2, 1], opening: openings.len() - 1 },
            ],
            openings,
        })
    };
    vec![
        pairs(game.clone(), openings(&["", "b2 a1"])),
        pairs(described, openings(&[""])),
        Work::SelfPlay(SelfPlayWork {
            game: game.clone(),
            agent: "mcts(playouts=5)".to_owned(),
            number: 1,
            random: Some([1, 3]),
            ends: Ends::Rules(Some(20)),
            round: 1,
            seed: 4,
            openings: openings(&["", "b2"]),
            chunks: vec![vec![(0, 0), (1, 1)], vec![(2, 0)]],
        }),
        Work::Copies(CopiesWork {
            game: game.clone(),
            agent: "random".to_owned(),
            symmetry: Some(1),
            n_random: 2,
            seed: 5,
            numbers: vec![0, 1, 7],
        }),
        Work::Choices(ChoicesWork {
            game: game.clone(),
            agent: "alphabeta(depth=2)".to_owned(),
            positions: vec![GamePosition { opening: "b2".to_owned(), moves: vec![0, 1, 2], ply: 2 }],
        }),
        Work::Solve(SolveWork { game, positions: vec![("b2".to_owned(), 1000), (String::new(), 9)] }),
        Work::Kind(KindWork { kind: "study".to_owned(), text: "{}".to_owned() }),
    ]
});

/// Does work, but no more than a few games of it.
fn attempt(work: &Work) -> Option<Answer> {
    static SPEEDS: LazyLock<Speeds> = LazyLock::new(|| Speeds::new(1));
    let (stop, n_done) = (Stop::default(), AtomicUsize::new(0));
    let on_progress = || {
        if n_done.fetch_add(1, Ordering::Relaxed) == 20 {
            stop.stop();
        }
    };
    let here = Surroundings {
        permission: Permission::server(),
        stop: &stop,
        on_progress: &on_progress,
        kinds: no_kinds,
        speeds: &SPEEDS,
    };
    carry_out(work, &here).ok().flatten()
}

/// A change of some bytes.
#[derive(Clone, Debug)]
enum Change {
    Set(prop::sample::Index, u8),
    Flip(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Insert(prop::sample::Index, u8),
    /// Some bytes are there twice.
    Repeat(prop::sample::Index, usize),
    Cut(prop::sample::Index),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    use prop::sample::Index;
    let one = prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (any::<Index>(), 0..8_u8).prop_map(|(at, bit)| Change::Flip(at, bit)),
        (any::<Index>(), 0..3_u8).prop_map(|(at, byte)| Change::Set(at, byte)),
        any::<Index>().prop_map(Change::Remove),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        (any::<Index>(), 1..9_usize).prop_map(|(at, n)| Change::Repeat(at, n)),
        any::<Index>().prop_map(Change::Cut),
    ];
    prop::collection::vec(one, 1..5)
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        if bytes.is_empty() {
            break;
        }
        match change {
            Change::Set(at, byte) => *at.get_mut(&mut bytes) = *byte,
            Change::Flip(at, bit) => *at.get_mut(&mut bytes) ^= 1 << bit,
            Change::Remove(at) => {
                bytes.remove(at.index(bytes.len()));
            }
            Change::Insert(at, byte) => bytes.insert(at.index(bytes.len()), *byte),
            Change::Repeat(at, n) => {
                let from = at.index(bytes.len());
                let part = bytes[from..bytes.len().min(from + n)].to_vec();
                bytes.splice(from..from, part);
            }
            Change::Cut(at) => bytes.truncate(at.index(bytes.len())),
        }
    }
    bytes
}

/// Real answers to real work.
static ANSWERS: LazyLock<Mutex<Vec<Vec<u8>>>> =
    LazyLock::new(|| Mutex::new(WORKS.iter().filter_map(attempt).map(|answer| answer.to_bytes()).collect()));

#[test]
fn real_work_is_done() {
    let n_answers = ANSWERS.lock().unwrap().len();
    assert_eq!(n_answers, WORKS.len() - 1, "all but the work of a kind that nobody knows");
}

/// What is read is no larger than the bytes it was read from, so nobody can make it large with few bytes.
fn check_size(bytes: &[u8]) {
    if let Some(work) = Work::from_bytes(bytes) {
        assert!(work.to_bytes().len() <= bytes.len());
    }
    if let Some(answer) = Answer::from_bytes(bytes) {
        assert!(answer.to_bytes().len() <= bytes.len());
        answer.digest();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_work_is_done_or_refused(which in any::<prop::sample::Index>(), changes in changes()) {
        let bytes = changed(which.get(&WORKS).to_bytes(), &changes);
        check_size(&bytes);
        if let Some(work) = Work::from_bytes(&bytes) {
            attempt(&work);
        }
    }

    #[test]
    fn changed_answers_are_read_or_refused(which in any::<prop::sample::Index>(), changes in changes()) {
        let bytes = which.get(&ANSWERS.lock().unwrap()).clone();
        check_size(&changed(bytes, &changes));
    }

    #[test]
    fn random_bytes_are_read_or_refused(kind in 0..7_u8, rest in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes: Vec<u8> = std::iter::once(kind).chain(rest).collect();
        check_size(&bytes);
        check_size(&bytes[1..]);
    }
}
