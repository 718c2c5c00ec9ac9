//! What people's games show: people against agents by declared experience and by person (the Milestone study, Tables
//! B and F).

use zermelo_report::{
    Axis, BarSeries, Bars, Block, Cell, Column, Estimate, Heading, ReportError, Section, Table,
};
use zermelo_stats::binomial::wilson;

use zermelo_kind::report::{INTERVAL, estimate, of_games, sides};

use crate::people::{Experience, LevelResult, PeopleResult};

/// The Milestone study, Table B: games that people of each experience won and lost against the best agent of
/// experiment B.
const PUBLISHED: [(Experience, u64, u64); 3] =
    [(Experience::Beginner, 1, 9), (Experience::Intermediate, 3, 7), (Experience::Advanced, 8, 2)];

/// The Milestone study, Table F: for each person (who are not named here) games won and lost.
const PUBLISHED_PEOPLE: [(Experience, [(u64, u64); 5]); 3] = [
    (Experience::Beginner, [(1, 1), (0, 2), (0, 2), (0, 2), (0, 2)]),
    (Experience::Intermediate, [(0, 2), (0, 2), (0, 2), (1, 1), (1, 1)]),
    (Experience::Advanced, [(2, 0), (2, 0), (1, 1), (2, 0), (1, 1)]),
];

/// What the Milestone study played with.
fn is_published(result: &PeopleResult) -> bool {
    result.game == "milestone"
}

/// What can be said in sentences.
pub(super) fn summary(result: &PeopleResult) -> Vec<String> {
    let mut sentences = vec![match result.counted {
        0 => "No game of a person against an agent has been counted yet.".to_owned(),
        n => format!("Counted: {} of people against agents.", of_games(n)),
    }];
    if result.helped > 0 {
        let help = "with moves taken back or suggested: stored but not counted";
        sentences.push(format!("{} {help}.", of_games(result.helped)));
    }
    if result.between_people > 0 {
        sentences.push(format!("Between people: {}.", of_games(result.between_people)));
    }
    for level in &result.levels {
        let [score, low, high] = level.score.map(|share| 100.0 * share);
        let who = name_of(level.experience);
        let n = level.wins + level.draws + level.losses;
        let verdict = if high < 50.0 {
            "lose more than they win"
        } else if low > 50.0 {
            "win more than they lose"
        } else {
            "do not differ significantly in strength"
        };
        sentences.push(format!(
            "People ({who}) {verdict} against {}: {score:.0} % of {} (95 % CI {low:.0} to {high:.0}).",
            level.agent,
            of_games(n)
        ));
    }
    sentences
}

/// The sections of people's games.
pub(super) fn sections(result: &PeopleResult) -> Result<Vec<Section>, ReportError> {
    let mut blocks: Vec<Block> = vec![levels(result)?.into()];
    blocks.extend(figures(result));
    let mut sections = vec![Section { title: "By experience".to_owned(), blocks }];
    let mut blocks: Vec<Block> = vec![people(result)?.into()];
    if is_published(result) {
        blocks.push(published_people()?.into());
    }
    sections.push(Section { title: "By person".to_owned(), blocks });
    let blocks: Vec<Block> = sides(result.by_side, "").into_iter().collect();
    if !blocks.is_empty() {
        sections.push(Section { title: "First-player advantage".to_owned(), blocks });
    }
    Ok(sections)
}

fn name_of(experience: Option<Experience>) -> &'static str {
    experience.map_or("of unknown experience", Experience::id)
}

fn levels(result: &PeopleResult) -> Result<Table, ReportError> {
    let columns = vec![
        Column::text("experience"),
        Column::text("against"),
        Column::count("people"),
        Column::count("games"),
        Column::count("agent won"),
        Column::count("drawn"),
        Column::count("agent lost"),
        Column::percent("people's score"),
    ];
    let mut table = Table::new("People against agents by declared experience", columns);
    for level in &result.levels {
        table.push(vec![
            name_of(level.experience).into(),
            level.agent.as_str().into(),
            level.people.into(),
            (level.wins + level.draws + level.losses).into(),
            level.losses.into(),
            level.draws.into(),
            level.wins.into(),
            estimate(level.score).into(),
        ])?;
    }
    if is_published(result) {
        for (experience, wins, losses) in PUBLISHED {
            table.push(vec![
                experience.id().into(),
                "best of experiment B, published".into(),
                5_u64.into(),
                (wins + losses).into(),
                losses.into(),
                0_u64.into(),
                wins.into(),
                share(wins, wins + losses).into(),
            ])?;
        }
        table.note(
            "Published: the Milestone study, Table B. Its Table F sums to 8 to 2, not 7 to 3, against \
             intermediates.",
        );
    }
    let meanings = Experience::ALL.map(|one| format!("{}: {}", one.id(), one.meaning()));
    table.note(format!(
        "{INTERVAL}; games of one person are not independent, so the intervals are somewhat too narrow. Declared: \
         {}.",
        meanings.join("; ")
    ));
    Ok(table)
}

/// A share with Wilson's interval.
fn share(count: u64, n: u64) -> Estimate {
    let value = count as f64 / n.max(1) as f64;
    let (low, high) = wilson(count, n, 0.95).unwrap_or((0.0, 1.0));
    Estimate::new(value, (low.min(value), high.max(value))).of(n)
}

/// One figure for each agent: the score of people by experience, what was published beside it.
fn figures(result: &PeopleResult) -> Vec<Block> {
    let mut agents: Vec<&str> = result.levels.iter().map(|level| level.agent.as_str()).collect();
    agents.dedup();
    agents.into_iter().map(|agent| figure(result, agent)).collect()
}

fn figure(result: &PeopleResult, agent: &str) -> Block {
    let own: Vec<&LevelResult> = result.levels.iter().filter(|level| level.agent == agent).collect();
    let has_published = is_published(result);
    let mut shown: Vec<Option<Experience>> = own.iter().map(|level| level.experience).collect();
    if has_published {
        shown.extend(Experience::ALL.map(Some));
    }
    // Those who say nothing come last.
    shown.sort_by_key(|experience| (experience.is_none(), *experience));
    shown.dedup();
    let games = |level: &LevelResult| level.wins + level.draws + level.losses;
    let measured = |&experience: &Option<Experience>| {
        let level = own.iter().find(|level| level.experience == experience)?;
        Some(estimate(level.score).of(games(level)))
    };
    let published = |&experience: &Option<Experience>| {
        let known = PUBLISHED.iter().find(|one| Some(one.0) == experience)?;
        Some(share(known.1, known.1 + known.2))
    };
    let mut series =
        vec![BarSeries { name: "these games".to_owned(), values: shown.iter().map(measured).collect() }];
    if has_published {
        let values = shown.iter().map(published).collect();
        series.push(BarSeries { name: "published, best of experiment B".to_owned(), values });
    }
    let n = own.iter().map(|level| games(level)).sum();
    Block::chart(Bars {
        heading: Heading::new(format!("People against {agent}"), format!("{}; {INTERVAL}", of_games(n))),
        axis: Axis::percent("people's score").reference(0.5, "equal"),
        categories: shown.iter().map(|&experience| name_of(experience).to_owned()).collect(),
        series,
    })
}

fn people(result: &PeopleResult) -> Result<Table, ReportError> {
    let columns = vec![
        Column::text("person"),
        Column::text("experience"),
        Column::text("against"),
        Column::count("won"),
        Column::count("drawn"),
        Column::count("lost"),
    ];
    let mut table = Table::new("People one by one", columns);
    for one in &result.people {
        table.push(vec![
            one.name.as_str().into(),
            name_of(one.experience).into(),
            one.agent.as_str().into(),
            one.wins.into(),
            one.draws.into(),
            one.losses.into(),
        ])?;
    }
    Ok(table)
}

fn published_people() -> Result<Table, ReportError> {
    let columns = vec![
        Column::text("experience"),
        Column::text("results by person"),
        Column::count("won"),
        Column::count("lost"),
    ];
    let mut table = Table::new("The same as published", columns);
    for (experience, results) in PUBLISHED_PEOPLE {
        let told: Vec<String> = results.iter().map(|(won, lost)| format!("{won}-{lost}")).collect();
        let sum = |pick: fn(&(u64, u64)) -> u64| Cell::from(results.iter().map(pick).sum::<u64>());
        table.push(vec![
            experience.id().into(),
            told.join(", ").into(),
            sum(|one| one.0),
            sum(|one| one.1),
        ])?;
    }
    table.note(
        "The Milestone study, Table F: five people each, two games against the best agent of experiment B.",
    );
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(experience: Option<Experience>, wins: u64, losses: u64) -> LevelResult {
        let one = share(wins, wins + losses);
        LevelResult {
            agent: "random".to_owned(),
            experience,
            people: 2,
            wins,
            draws: 0,
            losses,
            score: [one.value, one.low, one.high],
        }
    }

    fn result(game: &str) -> PeopleResult {
        PeopleResult {
            title: "People".to_owned(),
            game: game.to_owned(),
            games: 21,
            counted: 20,
            helped: 1,
            between_people: 0,
            by_side: [12, 0, 8],
            levels: vec![level(Some(Experience::Advanced), 9, 1), level(None, 5, 5)],
            people: Vec::new(),
        }
    }

    #[test]
    fn published_tables_are_those_of_the_document() {
        let of_people = |experience: Experience| {
            let (_, results) =
                PUBLISHED_PEOPLE.iter().find(|one| one.0 == experience).expect("all are there");
            let sum = |pick: fn(&(u64, u64)) -> u64| results.iter().map(pick).sum::<u64>();
            (sum(|one| one.0), sum(|one| one.1))
        };
        // Tables B and F of the document disagree about intermediates.
        let sums = Experience::ALL.map(of_people);
        assert_eq!(sums, [(1, 9), (2, 8), (8, 2)]);
        assert_eq!(PUBLISHED.map(|one| (one.1, one.2)), [(1, 9), (3, 7), (8, 2)]);
    }

    #[test]
    fn the_table_has_what_was_counted_and_what_was_published() {
        let table = levels(&result("milestone")).expect("a table").to_csv();
        let rows: Vec<&str> = table.lines().collect();
        assert!(rows[1].starts_with("advanced,random,2,10,1,0,9,0.9"), "{table}");
        assert!(rows[2].starts_with("of unknown experience,random,2,10,5,0,5,0.5"), "{table}");
        assert!(
            rows[4].starts_with("intermediate,\"best of experiment B, published\",5,10,7,0,3,0.3"),
            "{table}"
        );
        assert!(!levels(&result("hexapawn")).expect("a table").to_csv().contains("published"));
    }

    #[test]
    fn the_figure_has_a_place_for_every_experience() {
        let Block::Chart(chart) = figure(&result("milestone"), "random") else { panic!("a figure") };
        let data = chart.data().expect("its numbers").to_csv();
        assert!(data.contains("advanced") && data.contains("beginner") && data.contains("unknown"), "{data}");
        chart.svg().expect("it can be drawn");
    }

    #[test]
    fn sentences_claim_no_more_than_intervals_allow() {
        let said = summary(&result("milestone")).join(" ");
        assert!(said.contains("(advanced) win more than they lose"), "{said}");
        assert!(said.contains("(of unknown experience) do not differ significantly in strength"), "{said}");
        assert!(said.contains("1 game with moves taken back or suggested: stored"), "{said}");
    }
}
