//! Ratings of pools: published fits, closed forms, planted ratings.

use proptest::prelude::*;
use zermelo_stats::bradley_terry::BradleyTerry;
use zermelo_stats::encounter::{Encounter, connected_groups};
use zermelo_stats::pool::{Meeting, PoolModel};
use zermelo_stats::sequential_elo::{Arithmetic, Match, SequentialElo};
use zermelo_stats::{Sample, StatsError, Strength, elo_of_score, score_of_elo};

use crate::chance::{always_the_same, dice, draw, normal};
use crate::reference::{list, number, read, whole};

/// One natural unit in Elo.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Baseball, with and without an advantage at home, as fitted by R's BradleyTerry2 and by Agresti.
#[test]
fn a_published_fit_is_had_again() {
    let data = read("baseball.json");
    let games: Vec<Encounter> = list(&data["games"])
        .iter()
        .map(|row| {
            let number = |index: usize| whole(&row[index]);
            Encounter::new(number(0) as usize, number(1) as usize, number(2), 0, number(3))
        })
        .collect();
    for (has_first_move, key) in [(false, "plain"), (true, "home")] {
        let model = BradleyTerry { has_first_move, anchors: vec![(0, 0.0)], ..BradleyTerry::default() };
        let ratings = model.fit(7, &games).expect("a fit");
        for (player, row) in list(&data[key]).iter().enumerate() {
            let (estimate, error) = ratings.pool.difference(player, 0).expect("connected");
            assert!(
                (estimate / UNIT - number(&row[0])).abs() < 5.1e-5,
                "{key} {player}: {}",
                estimate / UNIT
            );
            assert!((error / UNIT - number(&row[1])).abs() < 5.1e-5, "{key} {player}: {}", error / UNIT);
        }
        if has_first_move {
            assert!(
                (ratings.first_move.0 / UNIT - number(&data["at_home"][0])).abs() < 5.1e-5,
                "{ratings:?}"
            );
            assert!(
                (ratings.first_move.1 / UNIT - number(&data["at_home"][1])).abs() < 5.1e-5,
                "{ratings:?}"
            );
        }
        // Without an anchor the same differences, about a mean of 0.
        let free = BradleyTerry { has_first_move, ..BradleyTerry::default() }.fit(7, &games).expect("a fit");
        assert!(free.pool.elo.iter().sum::<f64>().abs() < 1e-9);
        for player in 1..7 {
            let (anchored, free) = (ratings.pool.difference(player, 1), free.pool.difference(player, 1));
            let (anchored, free) = (anchored.expect("connected"), free.expect("connected"));
            assert!((anchored.0 - free.0).abs() < 1e-7 && (anchored.1 - free.1).abs() < 1e-7, "{player}");
        }
    }
}

/// Two players: the fit is the shares themselves, and the error is known in closed form.
#[test]
fn two_players_have_a_closed_form() {
    let model = BradleyTerry { has_first_move: false, ..BradleyTerry::default() };
    let ratings = model.fit(2, &[Encounter::new(0, 1, 60, 20, 30)]).expect("a fit");
    let (difference, error) = ratings.pool.difference(0, 1).expect("connected");
    assert!((difference - UNIT * 2_f64.ln()).abs() < 1e-9);
    assert!((error - UNIT * (1.0_f64 / 60.0 + 1.0 / 30.0).sqrt()).abs() < 1e-9);
    let prediction = ratings.predict(0, 1).expect("connected");
    let expected = [60.0 / 110.0, 20.0 / 110.0, 30.0 / 110.0];
    for (got, expected) in [prediction.win, prediction.draw, prediction.loss].into_iter().zip(expected) {
        assert!((got - expected).abs() < 1e-9, "{prediction:?}");
    }
    assert!((prediction.score() - 70.0 / 110.0).abs() < 1e-9);
    // Without draws it is Elo's own difference.
    let ratings = model.fit(2, &[Encounter::new(0, 1, 60, 0, 30)]).expect("a fit");
    assert!((ratings.pool.difference(0, 1).expect("connected").0 - elo_of_score(2.0 / 3.0)).abs() < 1e-9);
}

/// With a first-move term, two directions and draws there are as many parameters as the shares of symmetric results need.
#[test]
fn the_first_move_is_told_from_strength() {
    // Both win 60 of 100 as first: no difference, an advantage of ln(60/30).
    let games = [Encounter::new(0, 1, 60, 10, 30), Encounter::new(1, 0, 60, 10, 30)];
    let ratings = BradleyTerry::default().fit(2, &games).expect("a fit");
    assert!(
        ratings.pool.elo[0].abs() < 1e-9 && (ratings.first_move.0 - UNIT * 2_f64.ln()).abs() < 1e-9,
        "{ratings:?}"
    );
    assert!((ratings.pool.superiority(0, 1).expect("connected") - 0.5).abs() < 1e-9);
    let prediction = ratings.predict(1, 0).expect("connected");
    assert!((prediction.win - 0.6).abs() < 1e-9 && (prediction.draw - 0.1).abs() < 1e-9, "{prediction:?}");
}

/// Six players with planted ratings, a first move worth 35 Elo and draws: the intervals hold the truth.
#[test]
fn planted_ratings_are_recovered() {
    const N_POOLS: u64 = 400;
    let model = BradleyTerry::default();
    let (mut n_held, mut n_pairs_held, mut n_first_held, mut sum) = (0, 0, 0, 0.0);
    for index in 0..N_POOLS {
        let mut dice = dice("planted", index);
        let mut truth: Vec<f64> = (0..6).map(|_| 120.0 * normal(&mut dice)).collect();
        let mean = truth.iter().sum::<f64>() / 6.0;
        truth.iter_mut().for_each(|elo| *elo -= mean);
        let mut games = Vec::new();
        for first in 0..6 {
            for second in (0..6).filter(|&second| second != first) {
                let half = ((truth[first] + 35.0 - truth[second]) / (2.0 * UNIT)).exp();
                let total = half + 0.7 + 1.0 / half;
                let mut counts = [0; 3];
                for _ in 0..30 {
                    counts[draw(&mut dice, &[half / total, 0.7 / total, 1.0 / half / total])] += 1;
                }
                games.push(Encounter::new(first, second, counts[0], counts[1], counts[2]));
            }
        }
        let ratings = model.fit(6, &games).expect("a fit");
        for (player, &elo) in truth.iter().enumerate() {
            let (low, high) = ratings.pool.interval(player);
            n_held += u32::from(low <= elo && elo <= high);
            sum += ratings.pool.elo[player] - elo;
        }
        let (difference, error) = ratings.pool.difference(0, 5).expect("connected");
        n_pairs_held += u32::from((difference - truth[0] + truth[5]).abs() <= 1.96 * error);
        n_first_held += u32::from((ratings.first_move.0 - 35.0).abs() <= 1.96 * ratings.first_move.1);
    }
    let share = |n: u32, of: u64| f64::from(n) / of as f64;
    let (held, pairs, first) =
        (share(n_held, 6 * N_POOLS), share(n_pairs_held, N_POOLS), share(n_first_held, N_POOLS));
    println!("planted ratings held by {held:.4}, a difference by {pairs:.4}, the first move by {first:.4}");
    assert!((0.935..0.965).contains(&held), "{held}");
    assert!((0.92..0.98).contains(&pairs) && (0.92..0.98).contains(&first), "{pairs} {first}");
    assert!(sum.abs() < 1e-6, "ratings are about their mean");
}

#[test]
fn anchors_hold_and_groups_are_reported() {
    let games = [
        Encounter::new(0, 1, 5, 2, 3),
        Encounter::new(1, 0, 4, 1, 5),
        Encounter::new(2, 3, 6, 1, 3),
        Encounter::new(3, 2, 5, 0, 5),
    ];
    let free = BradleyTerry::default().fit(5, &games).expect("a fit");
    assert_eq!(free.pool.groups, [vec![0, 1], vec![2, 3], vec![4]]);
    assert_eq!(connected_groups(5, &games).expect("groups"), free.pool.groups);
    assert!(
        free.pool.difference(0, 2).is_none()
            && free.pool.superiority(4, 1).is_none()
            && free.predict(3, 0).is_none()
    );
    assert!(
        (free.pool.elo[0] + free.pool.elo[1]).abs() < 1e-9
            && (free.pool.elo[2] + free.pool.elo[3]).abs() < 1e-9
            && free.pool.elo[4] == 0.0
    );
    let model = BradleyTerry { anchors: vec![(0, 1500.0), (3, 1700.0)], ..BradleyTerry::default() };
    let anchored = model.fit(5, &games).expect("a fit");
    assert_eq!(anchored.pool.groups, [vec![0, 1, 2, 3], vec![4]]);
    assert!((anchored.pool.elo[0] - 1500.0).abs() < 1e-9 && (anchored.pool.elo[3] - 1700.0).abs() < 1e-9);
    assert_eq!(anchored.pool.interval(0), (anchored.pool.elo[0], anchored.pool.elo[0]));
    assert_eq!(anchored.pool.superiority(3, 0), Some(1.0));
    let all = anchored.pool.superiorities();
    for (player, row) in all.iter().enumerate().take(4) {
        for (other, here) in row.iter().enumerate().take(4) {
            let (here, there) = (here.expect("connected"), all[other][player].expect("connected"));
            assert!((here + there - 1.0).abs() < 1e-9, "{player} {other}");
        }
    }
}

#[test]
fn all_wins_need_a_prior_and_are_finite_with_one() {
    let all_won = [Encounter::new(0, 1, 10, 0, 0), Encounter::new(1, 0, 0, 0, 10)];
    let error = BradleyTerry::default().fit(2, &all_won).unwrap_err();
    assert!(matches!(&error, StatsError::Unbounded { .. }), "{error}");
    let with_prior = BradleyTerry { prior_deviation: Some(200.0), ..BradleyTerry::default() };
    let few = with_prior.fit(2, &all_won).expect("a fit");
    let many =
        with_prior.fit(2, &all_won.map(|e| Encounter { wins: e.wins * 10.0, losses: e.losses * 10.0, ..e }));
    let many = many.expect("a fit");
    let lead =
        |ratings: &zermelo_stats::bradley_terry::Ratings| ratings.pool.difference(0, 1).expect("connected");
    assert!(
        lead(&few).0 > 100.0 && lead(&many).0 > lead(&few).0 && lead(&many).0 < 2000.0,
        "{few:?} {many:?}"
    );
    assert!(
        (few.pool.elo[0] + few.pool.elo[1]).abs() < 1e-9
            && few.pool.superiority(0, 1).expect("connected") > 0.97
    );
    // The first move alone decides: no finite advantage, unless there is a prior.
    let by_move = [Encounter::new(0, 1, 9, 0, 0), Encounter::new(1, 0, 9, 0, 0)];
    assert!(matches!(BradleyTerry::default().fit(2, &by_move), Err(StatsError::Unbounded { .. })));
    assert!(with_prior.fit(2, &by_move).expect("a fit").first_move.0 > 100.0);
    // One always first: strength and the first move are one.
    let one_sided = [Encounter::new(0, 1, 9, 0, 3)];
    assert!(matches!(BradleyTerry::default().fit(2, &one_sided), Err(StatsError::Unbounded { .. })));
    assert!(with_prior.fit(2, &one_sided).is_ok());
    let drawn = [Encounter::new(0, 1, 0, 9, 0)];
    assert!(matches!(BradleyTerry::default().fit(2, &drawn), Err(StatsError::Unbounded { .. })));
    let drawn = with_prior.fit(2, &drawn).expect("a fit");
    assert!(drawn.pool.elo[0].abs() < 1e-6 && drawn.draw_rate < 1.0, "{drawn:?}");
    // One game.
    let one = with_prior.fit(2, &[Encounter::new(0, 1, 1, 0, 0)]).expect("a fit");
    assert!(one.pool.elo.iter().all(|elo| elo.is_finite()) && one.pool.elo[0] > 0.0);
}

#[test]
fn senseless_pools_are_refused() {
    let model = BradleyTerry::default();
    assert_eq!(model.fit(3, &[]), Err(StatsError::NoGames));
    assert_eq!(model.fit(0, &[]), Err(StatsError::NoGames));
    assert!(matches!(model.fit(2, &[Encounter::new(0, 0, 1, 1, 1)]), Err(StatsError::BadPlayers { .. })));
    let nan = Encounter { wins: f64::NAN, ..Encounter::new(0, 1, 1, 1, 1) };
    assert!(matches!(model.fit(2, &[nan]), Err(StatsError::BadParameter { .. })));
    let games = [Encounter::new(0, 1, 1, 1, 1)];
    for bad in [Some(0.0), Some(f64::NAN)] {
        let model = BradleyTerry { prior_deviation: bad, ..BradleyTerry::default() };
        assert!(matches!(model.fit(2, &games), Err(StatsError::BadParameter { .. })));
    }
    let far = BradleyTerry { anchors: vec![(7, 0.0)], ..BradleyTerry::default() };
    assert!(matches!(far.fit(2, &games), Err(StatsError::BadParameter { .. })));
}

/// Every result of one or two games in each direction between three players, with a prior: finite and antisymmetric.
#[test]
fn every_small_pool_with_a_prior_is_finite() {
    let model = BradleyTerry { prior_deviation: Some(300.0), ..BradleyTerry::default() };
    let results = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (1, 0, 1)];
    for (a, ab) in results.into_iter().enumerate() {
        for bc in results {
            for ca in results {
                let game =
                    |first, second, (wins, draws, losses)| Encounter::new(first, second, wins, draws, losses);
                let games = [game(0, 1, ab), game(1, 2, bc), game(2, 0, ca)];
                let ratings = model.fit(3, &games).expect("a fit");
                assert!(
                    ratings.pool.elo.iter().all(|elo| elo.is_finite() && elo.abs() < 1500.0),
                    "{a}: {games:?}"
                );
                assert!(ratings.pool.covariance.entries().iter().all(|entry| entry.is_finite()));
                // The players renamed: the ratings go with them.
                let renamed = games.map(|e| Encounter { first: 2 - e.first, second: 2 - e.second, ..e });
                let renamed = model.fit(3, &renamed).expect("a fit");
                for player in 0..3 {
                    assert!(
                        (ratings.pool.elo[player] - renamed.pool.elo[2 - player]).abs() < 1e-6,
                        "{games:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn sequential_elo_passes_points_on() {
    let two_games = |first, second, score| Match { first, second, n_games: 2, score };
    let exact = SequentialElo::default();
    let ratings =
        exact.rate(3, &[two_games(0, 1, 2.0), two_games(1, 2, 1.0), two_games(2, 0, 1.5)]).expect("ratings");
    assert!((ratings.iter().sum::<f64>() - 3000.0).abs() < 1e-9);
    // By hand: 30 points, then 30 (1 - 2 / (1 + 10^(30/400))), and so on.
    let second = 30.0 * (1.0 - 2.0 / (1.0 + 10_f64.powf(0.075)));
    let third = 30.0 * (1.5 - 2.0 / (1.0 + 10_f64.powf((1030.0 - (1000.0 - second)) / 400.0)));
    for (got, expected) in ratings.iter().zip([1030.0 - third, 970.0 + second, 1000.0 - second + third]) {
        assert!((got - expected).abs() < 1e-9, "{ratings:?}");
    }
}

/// The defect of the published program: nothing is expected of the better player until 400 points ahead, and then all at
/// once.
#[test]
fn whole_numbers_are_the_published_defect() {
    let published = SequentialElo { arithmetic: Arithmetic::WholeNumbers, ..SequentialElo::default() };
    let win = Match { first: 0, second: 1, n_games: 2, score: 2.0 };
    // 1030, 1060, ... by 30 each: the leader is never expected to win, until the lead is 420 after seven matches.
    let seven = published.rate(2, &[win; 7]).expect("ratings");
    assert_eq!(seven, [1210.0, 790.0]);
    // Then 2 / (1 + 1/10) = 1.818 of 2 are expected: 30 · 0.1818 = 5.45, cut to 5.
    assert_eq!(published.rate(2, &[win; 8]).expect("ratings"), [1215.0, 785.0]);
    // A loss costs 30 · 1.818 = 54.5, cut to 54, towards zero.
    let mut with_loss = vec![win; 7];
    with_loss.push(Match { score: 0.0, ..win });
    assert_eq!(published.rate(2, &with_loss).expect("ratings"), [1156.0, 844.0]);
    assert!(SequentialElo::default().rate(2, &[win; 7]).expect("ratings")[0] < 1180.0);
}

#[test]
fn senseless_matches_are_refused() {
    let elo = SequentialElo::default();
    let fine = Match { first: 0, second: 1, n_games: 2, score: 2.0 };
    assert_eq!(elo.rate(2, &[]), Ok(vec![1000.0, 1000.0]));
    for bad in [Match { score: 2.5, ..fine }, Match { score: f64::NAN, ..fine }] {
        assert!(matches!(elo.rate(2, &[bad]), Err(StatsError::BadParameter { .. })));
    }
    assert!(matches!(elo.rate(2, &[Match { second: 0, ..fine }]), Err(StatsError::BadPlayers { .. })));
    assert!(SequentialElo { k: f64::NAN, ..elo }.rate(2, &[fine]).is_err());
}

proptest! {
    #![proptest_config(always_the_same())]
    /// Pools of up to five players, whoever met whom how often: with a prior always finite, without one finite or an error.
    #[test]
    fn whatever_the_games_ratings_are_finite_or_errors(
        games in prop::collection::vec((0..5_usize, 0..5_usize, count(), count(), count()), 0..9)
    ) {
        let games: Vec<Encounter> = games
            .into_iter()
            .filter(|game| game.0 != game.1)
            .map(|(first, second, wins, draws, losses)| Encounter::new(first, second, wins, draws, losses))
            .collect();
        let n_games: f64 = games.iter().map(Encounter::n).sum();
        for prior_deviation in [None, Some(100.0), Some(2000.0)] {
            let model = BradleyTerry { prior_deviation, ..BradleyTerry::default() };
            match model.fit(5, &games) {
                Ok(ratings) => {
                    let errors = (0..5).map(|player| ratings.pool.covariance[(player, player)]);
                    prop_assert!(errors.into_iter().all(|variance| variance.is_finite() && variance > -1e-6));
                    prop_assert!(ratings.pool.elo.iter().all(|elo| elo.is_finite()), "{ratings:?}");
                    prop_assert!(ratings.first_move.0.is_finite() && ratings.draw_rate < 1.0, "{ratings:?}");
                }
                Err(error) => {
                    let is_fine = n_games == 0.0 || prior_deviation.is_none();
                    prop_assert!(is_fine && !matches!(error, StatsError::NotConverged { .. }), "{games:?}: {error}");
                }
            }
        }
    }
}

/// Nothing, a few or many.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..4_u64, 0..5000_u64]
}

/// A difference of ratings is the Elo of the score, however many games are drawn and whoever begins them: the same number as a match
/// of the same games tells.
#[test]
fn two_players_have_the_elo_of_their_score() {
    for pairs in [[3_u32, 4, 10, 5, 9], [0, 1, 50, 2, 1], [9, 0, 1, 0, 30]] {
        let meeting = Meeting { a: 0, b: 1, pairs: pairs.map(f64::from) };
        let pool = PoolModel::default().fit(2, &[meeting]).expect("a fit");
        let of_match = Strength::of(&Sample::of_pairs(pairs.map(u64::from))).expect("a match");
        let (difference, error) = pool.difference(0, 1).expect("connected");
        assert!((difference - of_match.elo).abs() < 1e-6, "{pairs:?}: {difference} and {}", of_match.elo);
        assert!((pool.score(0, 1) - of_match.score).abs() < 1e-9);
        // The errors agree roughly: few pairs are believed less here.
        let half = 0.5 * (of_match.elo_interval.1 - of_match.elo_interval.0) / 1.96;
        assert!((0.7..1.6).contains(&(error / half)), "{pairs:?}: {error} and {half}");
    }
}

/// Without draws and with independent games the scale and the errors are those of the model of Bradley and Terry.
#[test]
fn a_pool_without_draws_is_that_of_bradley_and_terry() {
    let mut dice = dice("pool", 0);
    let truth = [0.0, 80.0, -60.0, 150.0];
    let (mut meetings, mut encounters) = (Vec::new(), Vec::new());
    for a in 0..4 {
        for b in a + 1..4 {
            let score = score_of_elo(truth[a] - truth[b]);
            let mut pairs = [0.0; 5];
            for _ in 0..2000 {
                let wins = (0..2).map(|_| 1 - draw(&mut dice, &[score, 1.0 - score])).sum::<usize>();
                pairs[2 * wins] += 1.0;
            }
            let wins = (2.0 * pairs[4] + pairs[2]) as u64;
            encounters.push(Encounter::new(a, b, wins, 0, 4000 - wins));
            meetings.push(Meeting { a, b, pairs });
        }
    }
    let pool = PoolModel::default().fit(4, &meetings).expect("a fit");
    let model = BradleyTerry { has_first_move: false, ..BradleyTerry::default() };
    let ratings = model.fit(4, &encounters).expect("a fit");
    for player in 0..4 {
        assert!((pool.elo[player] - ratings.pool.elo[player]).abs() < 1e-6);
        let (here, there) = (pool.interval(player), ratings.pool.interval(player));
        assert!(((here.1 - here.0) / (there.1 - there.0) - 1.0).abs() < 0.05, "{here:?} {there:?}");
    }
}

/// Six players with planted ratings, an advantage of who begins, draws, and openings that favour a side: the intervals hold the
/// truth, and are narrower than those of wins and losses would be.
#[test]
fn planted_elo_is_recovered() {
    const N_POOLS: u64 = 400;
    let (mut n_held, mut n_pairs_held) = (0, 0);
    for index in 0..N_POOLS {
        let mut dice = dice("planted elo", index);
        let mut truth: Vec<f64> = (0..6).map(|_| 100.0 * normal(&mut dice)).collect();
        let mean = truth.iter().sum::<f64>() / 6.0;
        truth.iter_mut().for_each(|elo| *elo -= mean);
        let mut meetings = Vec::new();
        for a in 0..6 {
            for b in a + 1..6 {
                let score = score_of_elo(truth[a] - truth[b]);
                let mut pairs = [0.0; 5];
                for _ in 0..40 {
                    // What an opening gives to one game of a pair, it takes from the other.
                    let tilt = 0.6 * score.min(1.0 - score) * normal(&mut dice).clamp(-1.0, 1.0);
                    let halves: usize = [score + tilt, score - tilt]
                        .into_iter()
                        .map(|score| {
                            let drawn = 0.5 * score.min(1.0 - score);
                            2 - draw(&mut dice, &[score - 0.5 * drawn, drawn, 1.0 - score - 0.5 * drawn])
                        })
                        .sum();
                    pairs[halves] += 1.0;
                }
                meetings.push(Meeting { a, b, pairs });
            }
        }
        let pool = PoolModel::default().fit(6, &meetings).expect("a fit");
        for (player, &elo) in truth.iter().enumerate() {
            let (low, high) = pool.interval(player);
            n_held += u32::from(low <= elo && elo <= high);
        }
        let (difference, error) = pool.difference(0, 5).expect("connected");
        n_pairs_held += u32::from((difference - truth[0] + truth[5]).abs() <= 1.96 * error);
    }
    let held = f64::from(n_held) / (6 * N_POOLS) as f64;
    let pairs = f64::from(n_pairs_held) / N_POOLS as f64;
    println!("planted Elo held by {held:.4}, a difference by {pairs:.4}");
    assert!((0.93..0.975).contains(&held), "{held}");
    assert!((0.92..0.98).contains(&pairs), "{pairs}");
}
