//! Whole tournaments with made-up results: everybody plays what they should, and who should win wins.

use std::collections::{HashMap, HashSet};

use zermelo_arena::rating::rate;
use zermelo_arena::schedule::{Race, bracket_winner};
use zermelo_arena::{GameResult, Pair, Played, Points, Schedule, Standings};
use zermelo_game::{Stream, stream};
use zermelo_stats::{Scale, Sprt, Verdict, score_of_elo};

/// Plays a tournament to its end.
fn play(schedule: &Schedule, n: usize, mut result: impl FnMut(&Pair, usize) -> GameResult) -> Vec<Played> {
    let mut history = Vec::new();
    for _ in 0..100_000 {
        let pairs = schedule.next(n, &history);
        if pairs.is_empty() {
            return history;
        }
        for pair in pairs {
            let results = [result(&pair, 0), result(&pair, 1)];
            let fingerprint = history.len() as u64;
            history.push(Played { pair, results, fingerprint });
        }
    }
    panic!("{schedule:?} does not end");
}

/// The entrant with the smaller number is better.
fn the_smaller_wins(pair: &Pair, _game: usize) -> GameResult {
    if pair.a < pair.b { GameResult::Win } else { GameResult::Loss }
}

/// Results by chance between players of known strength.
fn by_strength<'a>(elo: &'a [f64], chance: &'a mut Stream) -> impl FnMut(&Pair, usize) -> GameResult + 'a {
    |pair, _game| {
        let score = score_of_elo(elo[pair.a as usize] - elo[pair.b as usize]);
        let toss = (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        if toss < score { GameResult::Win } else { GameResult::Loss }
    }
}

#[test]
fn swiss_rounds_pair_everybody_and_nobody_twice() {
    for n in 2..=17 {
        let schedule = Schedule::Swiss { rounds: 4, pairs: 2 };
        let history = play(&schedule, n, the_smaller_wins);
        assert_eq!(history.len() as u64, schedule.n_pairs(n).expect("known"), "{n}");
        let mut met: HashMap<(u32, u32), u32> = HashMap::new();
        for round in 0..4 {
            let mut busy = HashSet::new();
            let of_round = history.iter().filter(|played| played.pair.round == round);
            for played in of_round.filter(|played| played.pair.opening == 2 * round) {
                let Pair { a, b, .. } = played.pair;
                assert!(a != b && busy.insert(a) && busy.insert(b), "{n}");
                *met.entry((a.min(b), a.max(b))).or_default() += 1;
            }
            assert_eq!(busy.len(), n / 2 * 2);
        }
        // With at least eight entrants four rounds need no rematch.
        assert!(n < 8 || met.values().all(|&count| count == 1), "{n}: {met:?}");
    }
    // The best of eight has won all of three rounds.
    let history = play(&Schedule::Swiss { rounds: 3, pairs: 1 }, 8, the_smaller_wins);
    let ranking = Standings::new(8, Points::USUAL, &history).ranking();
    assert_eq!((ranking[0].entrant, ranking[0].points), (0, 6.0));
}

#[test]
fn who_rests_in_a_swiss_round_rests_once() {
    let history = play(&Schedule::Swiss { rounds: 5, pairs: 1 }, 5, the_smaller_wins);
    for entrant in 0..5 {
        let n_played =
            history.iter().filter(|played| [played.pair.a, played.pair.b].contains(&entrant)).count();
        assert_eq!(n_played, 4, "{entrant}");
    }
}

#[test]
fn a_knockout_has_one_winner() {
    for n in 1..=20 {
        let schedule = Schedule::Knockout { pairs: 3 };
        let history = play(&schedule, n, the_smaller_wins);
        assert_eq!(history.len(), 3 * (n - 1), "everybody but one is knocked out");
        assert_eq!(bracket_winner(n, 3, &history), Some(0));
        let reversed = play(&schedule, n, |pair, game| the_smaller_wins(pair, game).reversed());
        assert_eq!(bracket_winner(n, 3, &reversed), Some(n - 1));
        assert!(n == 1 || bracket_winner(n, 3, &history[..history.len() - 1]).is_none());
    }
}

/// Who is level plays on, and then the one seeded better goes on.
#[test]
fn a_level_knockout_ends() {
    let schedule = Schedule::Knockout { pairs: 2 };
    let history = play(&schedule, 2, |_, game| if game == 0 { GameResult::Win } else { GameResult::Loss });
    assert_eq!(history.len(), 2 + 8);
    assert_eq!(bracket_winner(2, 2, &history), Some(0));
    let openings: HashSet<u32> = history.iter().map(|played| played.pair.opening).collect();
    assert_eq!(openings.len(), 10, "every pair has its own opening");
    // A single win in the extra time is enough.
    let late =
        play(&schedule, 2, |pair, _| if pair.opening == 4 { GameResult::Loss } else { GameResult::Draw });
    assert_eq!((late.len(), bracket_winner(2, 2, &late)), (5, Some(1)));
}

#[test]
fn a_race_stops_where_the_test_decides() {
    let test = Sprt::new(Scale::Logistic, (0.0, 50.0), 0.05, 0.05).expect("a test");
    let race = Race { test, most_pairs: 5000 };
    for (elo, expected) in [(120.0, Verdict::Upper), (-60.0, Verdict::Lower)] {
        let mut chance = stream(3, "race", 0);
        let history = play(&Schedule::Race(race), 2, by_strength(&[elo, 0.0], &mut chance));
        let stopped = race.stopped(&history).expect("a verdict");
        assert_eq!(stopped.verdict, expected);
        // Played in batches, decided pair by pair: the verdict is the same however much was played beyond it.
        assert!(history.len() - stopped.n_pairs < 32 && history.len().is_multiple_of(32));
        assert_eq!(race.stopped(&history[..stopped.n_pairs]), Some(stopped));
        assert_eq!(race.stopped(&history[..stopped.n_pairs - 1]), None);
    }
}

/// Repeating the same two games for ever proves nothing.
#[test]
fn a_race_is_not_decided_by_repeated_games() {
    let test = Sprt::new(Scale::Logistic, (0.0, 50.0), 0.05, 0.05).expect("a test");
    let race = Race { test, most_pairs: 2000 };
    let pair = |opening| Pair { round: 0, a: 0, b: 1, opening };
    let wins = |opening| Played { pair: pair(opening), results: [GameResult::Win; 2], fingerprint: 1 };
    let fresh: Vec<Played> = (0..200).map(wins).collect();
    assert!(race.stopped(&fresh).is_some());
    let repeated: Vec<Played> = (0..2000).map(|index| wins(index % 3)).collect();
    assert_eq!(race.stopped(&repeated), None);
}

/// Adaptive pairing ends when every interval is narrow enough, with fewer games than a round robin that gets as far.
#[test]
fn ratings_are_found_to_within_what_was_asked_for() {
    let elo = [150.0, 60.0, 40.0, 0.0, -50.0, -200.0];
    let n = elo.len();
    let schedule = Schedule::Until { elo: 25.0, most_pairs: 20_000 };
    let mut chance = stream(5, "until", 0);
    let history = play(&schedule, n, by_strength(&elo, &mut chance));
    assert!(history.len() < 20_000);
    let (ratings, _) = rate(n, &history).expect("ratings");
    for (entrant, (found, truth)) in ratings.elo.iter().zip(elo).enumerate() {
        let (low, high) = ratings.interval(entrant);
        assert!(high - low <= 50.0);
        assert!((found - truth).abs() < 50.0, "{entrant}: {:?}", ratings.elo);
    }
    let widest = |history: &[Played]| {
        let (ratings, _) = rate(n, history).expect("ratings");
        (0..n).map(|entrant| ratings.interval(entrant).1 - ratings.interval(entrant).0).fold(0.0, f64::max)
    };
    let cycles = history.len().div_ceil(n * (n - 1) / 2) as u32;
    let mut chance = stream(6, "until", 0);
    let robin = play(&Schedule::RoundRobin { pairs: cycles }, n, by_strength(&elo, &mut chance));
    assert!(widest(&robin) > widest(&history), "{} and {}", widest(&robin), widest(&history));
}

#[test]
fn a_limit_ends_every_adaptive_tournament() {
    let history = play(&Schedule::Until { elo: 0.001, most_pairs: 70 }, 5, the_smaller_wins);
    assert_eq!(history.len(), 70);
    let test = Sprt::new(Scale::Logistic, (0.0, 1.0), 0.05, 0.05).expect("a test");
    let race = Schedule::Race(Race { test, most_pairs: 50 });
    assert_eq!(play(&race, 2, |_, game| [GameResult::Win, GameResult::Loss][game]).len(), 50);
}

#[test]
fn a_gauntlet_has_its_couples_and_no_others() {
    let schedule = Schedule::Gauntlet { couples: vec![(0, 3), (1, 3)], pairs: 5 };
    let history = play(&schedule, 4, the_smaller_wins);
    assert_eq!(history.len(), 10);
    let standings = Standings::new(4, "3/1/0".parse().expect("points"), &history);
    assert_eq!((standings.of(0).points, standings.of(3).points), (30.0, 0.0));
    assert_eq!(standings.between(0, 3).pairs, [0, 0, 0, 0, 5]);
    assert_eq!(standings.between(3, 0).pairs, [5, 0, 0, 0, 0]);
    assert_eq!(standings.between(0, 1).games(), 0);
    assert_eq!(standings.of(2).record.score(), None);
}
