//! Tables of some entrants against some others, beside what was published, and what the differences are worth.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zermelo_arena::{Evidence, Played};
use zermelo_stats::holm::holm;
use zermelo_stats::tails::normal_cdf;
use zermelo_stats::{Sample, Strength};

use zermelo_runner::game_runner::Entrant;

/// A table to be told: some entrants against some others.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreTablePlan {
    /// What it is called.
    pub title: String,
    /// The rows.
    pub tested: Vec<usize>,
    /// The columns.
    pub opponents: Vec<usize>,
    /// The published score of each row in percent, where there is one.
    pub published: Vec<Option<f64>>,
    /// The published score against each opponent in percent; empty for a row of which only the total is known.
    pub published_scores: Vec<Vec<f64>>,
    /// How many games each published row rests on.
    pub published_games: Option<u64>,
}

/// Some entrants against some others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreTable {
    /// What it is called.
    pub title: String,
    /// The names of the columns.
    pub opponents: Vec<String>,
    /// The rows.
    pub rows: Vec<ScoreTableRow>,
    /// How many games each published row rests on.
    #[serde(default)]
    pub published_games: Option<u64>,
}

/// A row of a table; scores in percent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreTableRow {
    /// Who was tested.
    pub name: String,
    /// The score against each opponent.
    pub scores: Vec<Option<f64>>,
    /// The 95 % interval of each of these; empty in runs of earlier versions.
    #[serde(default)]
    pub intervals: Vec<Option<[f64; 2]>>,
    /// Games against all of them.
    pub games: u64,
    /// The score against all of them, with its 95 % interval.
    pub total: Option<[f64; 3]>,
    /// What was published.
    pub published: Option<f64>,
    /// What was published of each opponent; empty where only the total was.
    #[serde(default)]
    pub published_scores: Vec<f64>,
    /// The change from the first row in points of percent; `None` for the first.
    #[serde(default)]
    pub change: Option<Change>,
    /// The same of what was published.
    #[serde(default)]
    pub published_change: Option<Change>,
}

/// A change in points of percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// How much.
    pub points: f64,
    /// How many standard errors that is.
    pub z: f64,
    /// How often chance alone would do as much anywhere in the table's column: corrected for the number of rows by Holm.
    /// `None` in runs of earlier versions.
    #[serde(default)]
    pub p: Option<f64>,
}

impl Change {
    fn new(points: f64, variance: f64) -> Change {
        Change { points, z: if variance > 0.0 { points / variance.sqrt() } else { 0.0 }, p: None }
    }

    /// How often chance alone would do as much.
    pub fn chance(&self) -> f64 {
        self.p.unwrap_or_else(|| two_sided(self.z))
    }

    /// Whether chance alone would do this in fewer than 5 % of all cases.
    pub fn is_significant(&self) -> bool {
        self.chance() < 0.05
    }

    /// The same for a change that was asked for before anything was seen, whatever the other rows are.
    pub fn is_significant_alone(&self) -> bool {
        two_sided(self.z) < 0.05
    }
}

/// How often chance alone is as many standard errors away, either way.
fn two_sided(z: f64) -> f64 {
    2.0 * normal_cdf(-z.abs())
}

/// Holds all changes of a column to one level together: a table of many rows would otherwise show something by chance.
fn hold_together(rows: &mut [ScoreTableRow], pick: fn(&mut ScoreTableRow) -> &mut Option<Change>) {
    let mut changes: Vec<&mut Change> = rows.iter_mut().filter_map(|row| pick(row).as_mut()).collect();
    let corrected = holm(&changes.iter().map(|change| two_sided(change.z)).collect::<Vec<f64>>());
    changes.iter_mut().zip(corrected).for_each(|(change, p)| change.p = Some(p));
}

/// The score of one side of some pairs with its interval; `None` without any. `is_a` tells whether that side is the pair's
/// first.
pub fn score_of<'a>(
    pairs: impl Iterator<Item = &'a Played>,
    is_a: impl Fn(&Played) -> bool,
) -> Option<[f64; 3]> {
    let mut counts = [0; 5];
    let mut couples: BTreeMap<(u32, u32), Evidence> = BTreeMap::new();
    for played in pairs {
        let halves = played.halves();
        counts[if is_a(played) { halves } else { 4 - halves }] += 1;
        couples.entry((played.pair.a, played.pair.b)).or_default().add(played);
    }
    let n_independent = couples.values().map(Evidence::n_independent).sum();
    let strength = Strength::of(&Sample::of_pairs(counts).worth(n_independent)).ok()?;
    Some([strength.score, strength.score_interval.0, strength.score_interval.1])
}

/// A table that was asked for.
pub fn score_table(entrants: &[Entrant], table: &ScoreTablePlan, history: &[Played]) -> ScoreTable {
    let name = |entrant: usize| entrants[entrant].name.clone();
    let published = table.published.iter().zip(&table.published_scores);
    let rows = table.tested.iter().zip(published).map(|(&tested, (&published, published_scores))| {
        let is_between = |played: &&Played, opponent: usize| {
            let (a, b) = (played.pair.a as usize, played.pair.b as usize);
            (a, b) == (tested, opponent) || (b, a) == (tested, opponent)
        };
        let is_a = |played: &Played| played.pair.a as usize == tested;
        let percent = |score: [f64; 3]| score.map(|share| 100.0 * share);
        let against = |&opponent: &usize| {
            let own = history.iter().filter(|played| is_between(played, opponent));
            score_of(own, is_a).map(percent)
        };
        let scores: Vec<Option<[f64; 3]>> = table.opponents.iter().map(against).collect();
        let own: Vec<&Played> = (history.iter())
            .filter(|played| table.opponents.iter().any(|&opponent| is_between(played, opponent)))
            .collect();
        ScoreTableRow {
            name: name(tested),
            scores: scores.iter().map(|score| score.map(|[score, ..]| score)).collect(),
            intervals: scores.iter().map(|score| score.map(|[_, low, high]| [low, high])).collect(),
            games: 2 * own.len() as u64,
            total: score_of(own.iter().copied(), is_a).map(percent),
            published,
            published_scores: published_scores.clone(),
            change: None,
            published_change: None,
        }
    });
    let mut rows: Vec<ScoreTableRow> = rows.collect();
    if let Some((first, others)) = rows.split_first_mut() {
        for (row, &tested) in others.iter_mut().zip(&table.tested[1..]) {
            row.change = change_between(table, history, [table.tested[0], tested])
                .or_else(|| unpaired_change(first.total?, row.total?));
            row.published_change = published_change(first.published, row.published, table.published_games);
        }
    }
    hold_together(&mut rows, |row| &mut row.change);
    hold_together(&mut rows, |row| &mut row.published_change);
    ScoreTable {
        title: table.title.clone(),
        opponents: table.opponents.iter().map(|&opponent| name(opponent)).collect(),
        rows,
        published_games: table.published_games,
    }
}

/// The change from one row to another who met the same opponents in the same openings: every opening is one piece of
/// evidence, since all its games have the luck of it in common. `None` if they did not, or if there are few openings.
fn change_between(table: &ScoreTablePlan, history: &[Played], rows: [usize; 2]) -> Option<Change> {
    const FEWEST_OPENINGS: usize = 10;
    // Halves of points of each row, and pairs, by opening.
    let mut openings: BTreeMap<u32, ([f64; 2], [usize; 2])> = BTreeMap::new();
    for played in history {
        let (a, b) = (played.pair.a as usize, played.pair.b as usize);
        for (index, &row) in rows.iter().enumerate() {
            let halves = match (a == row, b == row) {
                (true, false) if table.opponents.contains(&b) => played.halves(),
                (false, true) if table.opponents.contains(&a) => 4 - played.halves(),
                _ => continue,
            };
            let (sums, pairs) = openings.entry(played.pair.opening).or_default();
            sums[index] += halves as f64;
            pairs[index] += 1;
        }
    }
    let n_pairs = openings.values().next()?.1;
    let is_fair = n_pairs[0] == n_pairs[1] && openings.values().all(|(_, pairs)| *pairs == n_pairs);
    if !is_fair || openings.len() < FEWEST_OPENINGS {
        return None;
    }
    let n = openings.len() as f64;
    let percent = 25.0 / n_pairs[0] as f64;
    let changes: Vec<f64> = openings.values().map(|(sums, _)| percent * (sums[1] - sums[0])).collect();
    let mean = changes.iter().sum::<f64>() / n;
    let variance = changes.iter().map(|change| (change - mean).powi(2)).sum::<f64>() / (n - 1.0);
    Some(Change::new(mean, variance / n))
}

/// The change between two scores with their intervals.
fn unpaired_change(first: [f64; 3], row: [f64; 3]) -> Option<Change> {
    // Half the width of an interval is 1.96 standard errors.
    let variance = |total: [f64; 3]| ((total[2] - total[1]) / (2.0 * 1.96)).powi(2);
    Some(Change::new(row[0] - first[0], variance(first) + variance(row)))
}

/// The change between two published scores that rest on so many games each.
fn published_change(first: Option<f64>, row: Option<f64>, games: Option<u64>) -> Option<Change> {
    let (first, row, games) = (first?, row?, games? as f64);
    let variance = |percent: f64| percent * (100.0 - percent) / games.max(1.0);
    Some(Change::new(row - first, variance(first) + variance(row)))
}

/// What a table says about published differences: each row against the first.
pub fn compare(table: &ScoreTable) -> Vec<String> {
    const MOST_SENTENCES: usize = 3;
    let Some(first) = table.rows.first() else { return Vec::new() };
    let changes: Vec<(&str, Change, Change)> = (table.rows.iter())
        .filter_map(|row| Some((row.name.as_str(), row.published_change?, row.change?)))
        .collect();
    let (title, base) = (&table.title, &first.name);
    if changes.len() > MOST_SENTENCES {
        let count = |is_one: &dyn Fn(Change, Change) -> bool| {
            changes.iter().filter(|(_, published, here)| is_one(*published, *here)).count()
        };
        return vec![format!(
            "{title}: of {} differences from {base}, {} are significant in the published table, {} here, and {} in \
             both with the same sign.",
            changes.len(),
            count(&|published, _| published.is_significant()),
            count(&|_, here| here.is_significant()),
            count(&|published, here| {
                published.is_significant() && here.is_significant() && published.points * here.points > 0.0
            }),
        )];
    }
    let told = |change: Change| {
        let word = if change.is_significant() { "significant" } else { "not significant" };
        (change.points, format!("{word}, z = {:.1}", change.z))
    };
    let sentences = changes.iter().map(|&(name, published, here)| {
        let ((theirs, their_words), (ours, our_words)) = (told(published), told(here));
        format!(
            "{title}: {name} against {base} differs by {theirs:+.1} points in the published table ({their_words}) \
             and by {ours:+.1} here ({our_words})."
        )
    });
    sentences.collect()
}

#[cfg(test)]
mod tests {
    use zermelo_arena::{GameResult, Pair};

    use super::*;

    /// Entrants 1 and 2 against 0, in so many openings; 2 wins a game more in every `every`th.
    fn history(openings: u32, every: u32) -> Vec<Played> {
        let pair = |opening, a, wins_both| Played {
            pair: Pair { round: opening, a, b: 0, opening },
            // Who begins wins; seen from `a`.
            results: [GameResult::Win, if wins_both { GameResult::Win } else { GameResult::Loss }],
            fingerprint: u64::from(opening),
        };
        let both = |opening: u32| [pair(opening, 1, false), pair(opening, 2, opening.is_multiple_of(every))];
        (0..openings).flat_map(both).collect()
    }

    fn table() -> ScoreTablePlan {
        ScoreTablePlan {
            title: "A table".to_owned(),
            tested: vec![1, 2],
            opponents: vec![0],
            published: vec![Some(65.43), Some(78.29)],
            published_scores: vec![Vec::new(), vec![78.29]],
            published_games: Some(700),
        }
    }

    #[test]
    fn shared_openings_tell_more() {
        // One opening of four gains a half: 12.5 points, with a standard deviation of 50 sqrt(3 / 16).
        let change = change_between(&table(), &history(40, 4), [1, 2]).expect("forty openings are enough");
        let error = 50.0 * (3.0 / 16.0_f64 * 40.0 / 39.0).sqrt() / 40.0_f64.sqrt();
        assert!((change.points - 12.5).abs() < 1e-9 && (change.z - 12.5 / error).abs() < 1e-9, "{change:?}");
        assert_eq!(change_between(&table(), &history(9, 4), [1, 2]), None, "too few openings");
        let mut one_less = history(40, 4);
        one_less.pop();
        assert_eq!(change_between(&table(), &one_less, [1, 2]), None, "not the same openings");
    }

    #[test]
    fn published_changes_are_tested_too() {
        // By hand: 12.86 / sqrt(65.43 * 34.57 / 700 + 78.29 * 21.71 / 700).
        let change = published_change(Some(65.43), Some(78.29), Some(700)).expect("all is given");
        assert!((change.points - 12.86).abs() < 1e-9 && (change.z - 5.4057).abs() < 1e-4, "{change:?}");
        assert_eq!(published_change(Some(65.43), None, Some(700)), None);
        assert_eq!(published_change(Some(65.43), Some(78.29), None), None);
    }

    #[test]
    fn rows_have_intervals_and_are_held_to_one_level_together() {
        let entrants = ["opponent", "one", "other"]
            .map(|name| Entrant { name: name.to_owned(), agent: "random".to_owned() });
        let mut plan = table();
        // Forty openings are known too well for a difference in every twentieth to be much.
        let told = score_table(&entrants, &plan, &history(40, 20));
        let [low, high] = told.rows[1].intervals[0].expect("it was played");
        let score = told.rows[1].scores[0].expect("it was played");
        assert!(score == 52.5 && low < score && score < high, "{told:?}");
        assert_eq!(
            (told.rows[1].published_scores.as_slice(), told.published_games),
            (&[78.29][..], Some(700))
        );
        let alone = told.rows[1].change.expect("a change");
        assert_eq!(alone.chance(), two_sided(alone.z), "one row needs no correction");
        // The same row three times: the same difference is worth a third.
        plan.tested = vec![1, 2, 2, 2];
        plan.published = vec![None; 4];
        plan.published_scores = vec![Vec::new(); 4];
        let told = score_table(&entrants, &plan, &history(40, 20));
        let held = told.rows[3].change.expect("a change");
        assert!((held.chance() - (3.0 * alone.chance()).min(1.0)).abs() < 1e-12, "{alone:?} {held:?}");
    }

    #[test]
    fn many_rows_are_told_in_one_sentence() {
        let significant = |points| Some(Change { points, z: 0.5 * points, p: None });
        let row = |name: &str, here: f64, published: f64| ScoreTableRow {
            name: name.to_owned(),
            scores: Vec::new(),
            intervals: Vec::new(),
            games: 700,
            total: None,
            published: None,
            published_scores: Vec::new(),
            change: significant(here),
            published_change: significant(published),
        };
        let base = ScoreTableRow { change: None, published_change: None, ..row("base", 0.0, 0.0) };
        let mut rows = vec![base, row("b", 8.0, 9.0), row("c", -7.0, 9.0), row("d", 1.0, 9.0)];
        let mut table = ScoreTable {
            title: "T".to_owned(),
            opponents: Vec::new(),
            rows: rows.clone(),
            published_games: None,
        };
        assert_eq!(
            compare(&table)[1],
            "T: c against base differs by +9.0 points in the published table (significant, z = 4.5) and by -7.0 \
             here (significant, z = -3.5)."
        );
        rows.push(row("e", 6.0, 1.0));
        table.rows = rows;
        let told = "T: of 4 differences from base, 3 are significant in the published table, 3 here, and 1 in both \
                    with the same sign.";
        assert_eq!(compare(&table), [told]);
    }
}
