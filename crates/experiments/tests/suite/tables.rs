//! The tic-tac-toe study's genetic algorithm against what its authors recorded and what an independent program found.

use std::collections::HashSet;

use zermelo_evolve::Alleles;
use zermelo_evolve::crossover::points::ring;
use zermelo_evolve::mutation::reset::reset;
use zermelo_evolve::selection::universal::universal;
use zermelo_experiments::study::tables::{
    Breeder, Collection, Mutable, Niching, Opposition, Reading, Side, TablesPlan, TablesRun,
    UnmutatedChildren,
};
use zermelo_game::{Player, Stop, stream};
use zermelo_tictactoe::{BaseCases, Fitness, Genes, Rival, Table};

fn runs(plan: &TablesPlan, seeds: std::ops::Range<u64>) -> Vec<TablesRun> {
    let breeder = Breeder::new(plan).unwrap_or_else(|problem| panic!("{problem}"));
    seeds.map(|seed| breeder.run(seed, &Stop::default()).expect("nobody stops it")).collect()
}

fn as_run(opponent: Opposition) -> TablesPlan {
    TablesPlan { opponent, reading: Reading::AsRun, ..TablesPlan::default() }
}

/// The mean of what each run has to say about a generation, of those that have.
fn mean(runs: &[TablesRun], of: impl Fn(&TablesRun) -> Option<f64>) -> f64 {
    let values: Vec<f64> = runs.iter().filter_map(of).collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// One run as the document tells it: nothing is remembered, everything is counted whenever it is needed.
fn slow_run(plan: &TablesPlan, seed: u64) -> TablesRun {
    let (cases, n) = (BaseCases::new(), plan.population);
    let counts = Fitness::new(&cases);
    let lost = |genes: &Genes| counts.tally(Player::First, genes).loss_share();
    let rival = plan.opponent().map(|opponent| Rival::new(&cases, opponent, Player::First));
    let mutable = plan.mutable();
    let alleles =
        Alleles::new(cases.all().iter().map(|case| (case.alleles(), mutable.allows(case)))).expect("genes");
    let mut chance = stream(seed, "tables", 0);
    let mut population: Vec<Genes> = (0..n).map(|_| cases.random_genes(&mut chance)).collect();
    let mut run = TablesRun { generations: None, best: Vec::new(), distinct: Vec::new(), champion: None };
    for generation in 1..=plan.most_generations {
        let alike =
            |genes: &Genes| population.iter().filter(|other| lost(other) == lost(genes)).count() as f64;
        let share = |genes: &Genes| (1.0 - lost(genes)) / if plan.has_niches() { alike(genes) } else { 1.0 };
        let weights: Vec<f64> = population.iter().map(share).collect();
        let pool = universal(&weights, n / 2, &mut chance);
        let parents: Vec<&[u8]> = pool.iter().map(|&parent| &population[parent][..]).collect();
        let children = ring(&parents, plan.cuts, &mut chance).into_iter();
        let children: Vec<Genes> = children.map(|child| child.try_into().expect("765 genes")).collect();
        let best = children.iter().map(lost).fold(f64::INFINITY, f64::min);
        let mut mutants = children.clone();
        for mutant in &mut mutants {
            reset(mutant, &alleles, (250.0 * best + 10.0) as usize, &mut chance);
        }
        let children = if plan.keeps_unmutated() { children } else { mutants.clone() };
        let union = [population, children, mutants].concat();
        let mut standings: Vec<(u32, Genes)> = Vec::new();
        for (genes, place) in union.iter().zip(0..) {
            let games = u64::from(plan.games) * place..u64::from(plan.games) * (place + 1);
            let n_lost = rival.as_ref().map_or(0, |rival| rival.drawn_losses(genes, games, &mut chance));
            standings.push((n_lost, *genes));
        }
        standings.sort_by(|a, b| a.0.cmp(&b.0).then(lost(&a.1).total_cmp(&lost(&b.1))));
        let rank =
            |i: f64| i + 2.0 * n as f64 * (i - 1.0) * (i - 2.0) / ((n as f64 - 1.0) * (n as f64 - 2.0));
        population = (1..=n).map(|i| standings[rank(i as f64) as usize - 1].1).collect();
        population.sort_by(|a, b| lost(a).total_cmp(&lost(b)));
        let tally = counts.tally(Player::First, &population[0]);
        run.best.push([tally.losses, tally.games()]);
        run.distinct.push(population.iter().collect::<HashSet<_>>().len() as u32);
        if tally.losses == 0 {
            run.generations = Some(generation);
            run.champion = Some(Table::new(&cases, &population[0]).expect("legal genes").to_string());
            break;
        }
    }
    run
}

#[test]
fn remembering_changes_nothing() {
    for reading in [Reading::AsWritten, Reading::AsRun] {
        for opponent in [Opposition::None, Opposition::Random, Opposition::Umg] {
            let plan = TablesPlan { reading, opponent, most_generations: 8, ..TablesPlan::default() };
            assert_eq!(runs(&plan, 2..3), [slow_run(&plan, 2)], "{reading:?}, {opponent:?}");
        }
    }
}

/// Different genomes among the survivors of generations 1 to 6, as an independent program has them; the authors' own files are
/// within 1.2 of that. Without the lost children all would be different.
#[test]
fn the_program_as_run_leaves_its_signature() {
    for (opponent, expected) in [
        (Opposition::None, [95.2, 93.7, 92.6, 92.4, 91.3, 91.2]),
        (Opposition::Random, [86.6, 83.9, 83.3, 84.3, 83.5, 84.3]),
        (Opposition::Umg, [89.4, 88.3, 89.0, 89.7, 89.9, 90.0]),
    ] {
        let runs = runs(&as_run(opponent), 0..60);
        for (at, expected) in expected.into_iter().enumerate() {
            let got = mean(&runs, |run| run.distinct.get(at).map(|&n| f64::from(n)));
            assert!(
                (got - expected).abs() < 1.5,
                "{opponent:?}, generation {}: {got} and not {expected}",
                at + 1
            );
        }
        if opponent == Opposition::None {
            for (at, expected) in [0.095, 0.074, 0.055, 0.041, 0.029, 0.022].into_iter().enumerate() {
                let got = mean(&runs, |run| Some(run.best_fitness().nth(at).unwrap_or(0.0)));
                assert!(
                    (got - expected).abs() < 0.012,
                    "best of generation {}: {got} and not {expected}",
                    at + 1
                );
            }
        }
    }
    let kept = TablesPlan { unmutated_children: Some(UnmutatedChildren::Kept), ..as_run(Opposition::None) };
    assert!(mean(&runs(&kept, 0..10), |run| run.distinct.first().map(|&n| f64::from(n))) > 99.5);
}

/// A reading is a name for its switches: set one by one they make the other reading, to the last gene.
#[test]
fn each_difference_is_a_switch_of_its_own() {
    let as_written = TablesPlan { opponent: Opposition::UmgPort, ..TablesPlan::default() };
    let expected = runs(&as_written, 0..3);
    let mut plan = as_run(Opposition::Umg);
    let mut seen = vec![runs(&plan, 0..3)];
    let steps: [fn(&mut TablesPlan); 4] = [
        |plan| plan.unmutated_children = Some(UnmutatedChildren::Kept),
        |plan| plan.niching = Some(Niching::PerOrganism),
        |plan| plan.mutable = Some(Mutable::Unfinished),
        |plan| plan.opponent = Opposition::UmgPort,
    ];
    for step in steps {
        step(&mut plan);
        seen.push(runs(&plan, 0..3));
    }
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "a switch that does nothing");
    assert_eq!(seen.last(), Some(&expected));
    let back = TablesPlan {
        unmutated_children: Some(UnmutatedChildren::Lost),
        niching: Some(Niching::None),
        mutable: Some(Mutable::NotFull),
        opponent: Opposition::UmgNeverReset,
        ..as_written
    };
    assert_eq!(runs(&back, 0..3), seen[0]);
    let barrat = TablesPlan { opponent: Opposition::UmgBarrat, ..TablesPlan::default() };
    assert_ne!(runs(&barrat, 0..3), expected);
    let cases = BaseCases::new();
    let n_mutable = |mutable: Mutable| cases.all().iter().filter(|case| mutable.allows(case)).count();
    assert_eq!([Mutable::Unfinished, Mutable::NotFull, Mutable::FirstPlayer].map(n_mutable), [627, 750, 338]);
}

#[test]
fn a_run_ends_with_a_table_that_never_loses() {
    let cases = BaseCases::new();
    let fitness = Fitness::new(&cases);
    for opponent in [Opposition::None, Opposition::Random, Opposition::UmgPort] {
        for run in runs(&TablesPlan { opponent, ..TablesPlan::default() }, 0..5) {
            let table =
                Table::read(&cases, run.champion.as_deref().expect("a champion")).expect("legal genes");
            let tally = fitness.tally(Player::First, table.genes());
            assert_eq!(run.best.last(), Some(&[0, tally.games()]));
            assert_eq!(run.generations, Some(run.best.len() as u32));
            assert!(
                run.best
                    .iter()
                    .rev()
                    .skip(1)
                    .all(|&[losses, games]| losses > 0 && (72..=384).contains(&games))
            );
            // The best survive, if nobody but fitness is asked.
            let curve: Vec<f64> = run.best_fitness().collect();
            assert!(opponent != Opposition::None || curve.is_sorted_by(|a, b| a >= b), "{curve:?}");
        }
    }
}

#[test]
fn runs_repeat_and_can_be_given_up() {
    let plan = TablesPlan { opponent: Opposition::Random, ..TablesPlan::default() };
    assert_eq!(runs(&plan, 5..7), runs(&plan, 5..7));
    assert_ne!(runs(&plan, 5..6), runs(&plan, 6..7));
    let short = TablesPlan { most_generations: 2, ..plan.clone() };
    for (short, whole) in runs(&short, 0..4).into_iter().zip(runs(&plan, 0..4)) {
        assert_eq!((short.generations, short.champion), (None, None));
        assert_eq!((&short.best[..], &short.distinct[..]), (&whole.best[..2], &whole.distinct[..2]));
    }
    let stop = Stop::default();
    stop.stop();
    assert_eq!(Breeder::new(&plan).expect("a plan").run(1, &stop), None);
}

/// Games played move by move choose the same survivors as games drawn from their probability, but for chance. Those who are
/// twice there, and so are alike, tell it: with other odds they would be fewer or more.
#[test]
fn played_games_are_like_drawn_ones() {
    for opponent in [Opposition::Random, Opposition::UmgNeverReset] {
        let drawn = TablesPlan { most_generations: 1, ..as_run(opponent) };
        let played = TablesPlan { played: true, ..drawn.clone() };
        let [few, many] = [runs(&played, 0..12), runs(&drawn, 100..160)]
            .map(|runs| mean(&runs, |run| run.distinct.first().map(|&n| f64::from(n))));
        assert!((few - many).abs() < 2.0, "{opponent:?}: {few} played and {many} drawn");
    }
}

#[test]
fn every_setting_makes_a_difference() {
    let base = TablesPlan { most_generations: 4, ..TablesPlan::default() };
    let expected = runs(&base, 0..1);
    let games = |run: &TablesRun| run.best.iter().map(|&[_, games]| games).max();
    let changes: [fn(&mut TablesPlan); 8] = [
        |plan| plan.population = 60,
        |plan| plan.cuts = 3,
        |plan| plan.parents = Some(20),
        |plan| plan.mutation_slope = 100.0,
        |plan| plan.mutation_offset = 0.0,
        |plan| plan.elite_preservation = false,
        |plan| plan.side = Side::Second,
        |plan| plan.side = Side::Both,
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut plan = base.clone();
        change(&mut plan);
        let changed = runs(&plan, 0..1);
        assert_ne!(changed, expected, "change {at}");
        let most = if plan.side == Side::First { 384 } else { 945 + 384 };
        assert!(games(&changed[0]).is_some_and(|games| games <= most), "{changed:?}");
        assert!(plan.side != Side::Both || games(&changed[0]) > Some(384), "{changed:?}");
    }
}

#[test]
fn a_plan_that_makes_no_sense_says_so() {
    type Change = fn(&mut TablesPlan);
    let changes: [(Change, &str); 9] = [
        (|plan| plan.population = 99, "population = 99: expected an even number"),
        (|plan| plan.population = 2, "population = 2"),
        (|plan| plan.most_generations = 0, "most-generations = 0"),
        (|plan| plan.cuts = 766, "cuts = 766: expected 1 to 765"),
        (|plan| plan.parents = Some(101), "parents = 101: expected 2 to 100"),
        (|plan| plan.mutation_slope = -1.0, "mutation-slope = -1"),
        (|plan| plan.mutation_offset = f64::NAN, "mutation-offset = NaN"),
        (|plan| plan.games = 0, "games = 0"),
        (
            |plan| (plan.opponent, plan.elite_preservation) = (Opposition::Random, false),
            "only for elite preservation",
        ),
    ];
    for (change, told) in changes {
        let mut plan = TablesPlan::default();
        change(&mut plan);
        let problem = Breeder::new(&plan).err().unwrap_or_default();
        assert!(problem.contains(told), "`{told}` is not in `{problem}`");
    }
    let odd = TablesPlan { games: 301, side: Side::Both, ..TablesPlan::default() };
    assert!(odd.check().is_err_and(|problem| problem.contains("even number if tables play both sides")));
}

/// A table with its genes for O changed, or its opening turned, is the same first player; no other change is.
#[test]
fn the_same_strategies_are_collected_once() {
    let cases = BaseCases::new();
    let fitness = Fitness::new(&cases);
    let champions: Vec<String> =
        runs(&TablesPlan::default(), 0..6).into_iter().filter_map(|run| run.champion).collect();
    let mut other = champions[0].clone().into_bytes();
    let table = Table::read(&cases, &champions[0]).expect("legal");
    let asked = fitness.asked(Player::First, table.genes());
    for (gene, case) in cases.all().iter().enumerate().filter(|(gene, _)| !asked.contains(gene)) {
        other[gene] = b'0' + case.alleles()[case.alleles().len() - 1];
    }
    // Corners and edges of the empty board are a quarter turn from another.
    other[0] = match other[0] {
        b'0' | b'2' | b'6' | b'8' => b'8',
        b'4' => b'4',
        _ => b'7',
    };
    let other = String::from_utf8(other).expect("digits");
    assert_ne!(other, champions[0]);
    let found = champions.iter().map(String::as_str).chain([other.as_str(), "no table"]);
    let collection = Collection::of(Side::First, found);
    assert_eq!((collection.found, collection.distinct), (7, 6));
    assert_eq!(collection.strategies.iter().map(|one| one.runs).collect::<Vec<_>>(), [2, 1, 1, 1, 1, 1]);
    let openings = collection.openings.expect("first players open");
    assert_eq!(openings.corner + openings.edge + openings.centre, 6);
    for (strategy, champion) in collection.strategies.iter().zip(&champions) {
        let genes = Table::read(&cases, champion).expect("legal");
        let tally = fitness.tally(Player::First, genes.genes());
        assert_eq!((strategy.wins, strategy.draws), (tally.wins, tally.draws));
        assert!(strategy.wins <= 297 && strategy.draws >= 2, "{strategy:?}");
        let canonical = Table::read(&cases, &strategy.table).expect("legal");
        assert_eq!(fitness.tally(Player::First, canonical.genes()), tally);
    }
    let wins: Vec<u32> = collection.strategies.iter().map(|one| one.wins).collect();
    let range = collection.wins.expect("some");
    assert_eq!((Some(&range.least), Some(&range.most)), (wins.iter().min(), wins.iter().max()));
    assert_eq!((collection.most_wins, collection.fewest_draws), (Some(297), Some(2)));
    // As tables for both sides, the genes for O count too.
    let both = Collection::of(Side::Both, [champions[0].as_str(), other.as_str()]);
    assert_eq!((both.distinct, both.most_wins), (2, None));
    assert_eq!(Collection::of(Side::Second, []).openings, None);
}
