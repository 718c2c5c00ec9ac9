//! One of every kind of figure, with made-up numbers such as our runs have, and a report of them all.

use zermelo_game::stream;
use zermelo_report::*;
use zermelo_stats::binomial::wilson;
use zermelo_stats::boxplot::Hinges;
use zermelo_stats::loess::Loess;

/// A number from 0 to 1.
fn unit(chance: &mut zermelo_game::Stream) -> f64 {
    (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// About normal: twelve of them.
fn bell(chance: &mut zermelo_game::Stream) -> f64 {
    (0..12).map(|_| unit(chance)).sum::<f64>() - 6.0
}

fn share(wins: u64, games: u64) -> Estimate {
    let interval = wilson(wins, games, 0.95).unwrap();
    Estimate::new(wins as f64 / games as f64, interval).of(games)
}

const HEURISTICS: [&str; 12] = [
    "Piece Diff",
    "Aggr Pieces",
    "Aggr Pieces Anti Centrality",
    "Attack In-Sync",
    "Defended Hexes",
    "Defended Hexes Middle Prox",
    "Straight Line",
    "Straight Line Middle Prox",
    "Home Guard",
    "Lead Runner",
    "Mobility",
    "Open Lanes",
];

pub fn wins_by_colour() -> Bars {
    Bars {
        heading: Heading::new(
            "Games won by Black and by White",
            "All games of generations 1 to 100; bars: share of games, strokes: 95 % interval (Wilson). Published for experiment B: White 63 %.",
        ),
        axis: Axis::percent("Share of games won").reference(0.5, "even"),
        categories: vec!["Experiment A".into(), "Experiment B".into()],
        series: vec![
            BarSeries {
                name: "Black".into(),
                values: vec![Some(share(39_120, 80_000)), Some(share(29_600, 80_000))],
            },
            BarSeries {
                name: "White".into(),
                values: vec![Some(share(40_880, 80_000)), Some(share(50_400, 80_000))],
            },
        ],
    }
}

pub fn single_bars() -> Bars {
    Bars {
        heading: Heading::new(
            "Score of the champion by opponent",
            "400 games each, colours alternating; strokes: 95 % interval (Wilson).",
        ),
        axis: Axis::percent("Score").reference(0.5, "even"),
        categories: [
            "random",
            "minimax(depth=3, eval=open)",
            "alphabeta(nodes=10000, eval=improved)",
            "mcts(playouts=2000)",
        ]
        .map(String::from)
        .into(),
        series: vec![BarSeries {
            name: String::new(),
            values: vec![Some(share(398, 400)), Some(share(287, 400)), Some(share(205, 400)), None],
        }],
    }
}

pub fn weights() -> Scatter {
    let mut chance = stream(1, "weights", 0);
    let (mut children, mut randoms) = (Vec::new(), Vec::new());
    for generation in (0..=96).step_by(4) {
        let g = f64::from(generation);
        for _ in 0..36 {
            children.push([g, 0.3 + 0.9 * (1.0 - (-g / 20.0).exp()) + 0.12 * bell(&mut chance)]);
        }
        for _ in 0..14 {
            randoms.push([g, unit(&mut chance)]);
        }
    }
    Scatter::new(
        Heading::new(
            "Weight of Piece Diff across generations",
            "Experiment B, every fourth generation, 50 agents each (36 children, 14 random).",
        ),
        Axis::count("Generation"),
        Axis::new("Weight of Piece Diff"),
        vec![
            PointGroup { name: "child".into(), points: children },
            PointGroup { name: "random".into(), points: randoms },
        ],
    )
}

/// The weights of all heuristics across generations: seven panels more than rows of four hold.
pub fn weight_panels() -> Panels {
    let mut chance = stream(1, "weight panels", 0);
    let panels = (0..19).map(|gene| {
        let (mut children, mut randoms, mut line) = (Vec::new(), Vec::new(), Vec::new());
        let goal = unit(&mut chance);
        for generation in (0..=96).step_by(8) {
            let g = f64::from(generation);
            let middle = goal + (0.5 - goal) * (-g / 25.0).exp();
            for _ in 0..16 {
                children.push([g, (middle + 0.08 * bell(&mut chance)).clamp(0.0, 1.0)]);
            }
            randoms.extend((0..5).map(|_| [g, unit(&mut chance)]));
            line.push([g, middle]);
        }
        let name =
            HEURISTICS.get(gene).map_or_else(|| format!("Heuristic {}", gene + 1), |name| (*name).to_owned());
        let groups = vec![
            PointGroup { name: "child".into(), points: children },
            PointGroup { name: "random".into(), points: randoms },
        ];
        Panel { name, groups, line }
    });
    Panels::new(
        Heading::new(
            "Weights across generations",
            "Experiment B, every eighth generation, 21 agents each (16 children, 5 random); panels share both axes.",
        ),
        Axis::count("Generation"),
        Axis::new("Weight").covering(0.0).covering(1.0).reference(0.5, "half"),
        panels.collect(),
    )
    .line_name("median of the generation")
}

/// Panels whose values have nothing in common.
pub fn unlike_panels() -> Panels {
    let panel = |(at, name): (usize, &str)| {
        let scale = [1.0, 40.0, 0.002, 1e6, 3.0][at];
        let points = (0..12).map(|g| [f64::from(g), scale * (f64::from(g) - 3.0)]).collect();
        Panel {
            name: name.into(),
            groups: vec![PointGroup { name: "champion".into(), points }],
            line: Vec::new(),
        }
    };
    let names =
        ["depth", "nodes per second, in thousands, on one thread", "learning rate", "positions", "breadth"];
    Panels::new(
        Heading::new("Settings of champions", "12 champions; each panel has its own scale."),
        Axis::count("Generation").reference(6.0, "new opponents"),
        Axis::new("Value of the setting"),
        names.into_iter().enumerate().map(panel).collect(),
    )
    .with_own_scales()
}

pub fn correlations() -> HeatMap {
    let mut chance = stream(1, "correlations", 0);
    let cells = HEURISTICS.map(|_| {
        [0, 1]
            .map(|_| {
                let r = 1.4 * unit(&mut chance) - 0.7;
                let low = (r - 0.16).max(-1.0);
                let mark = if r.abs() > 0.3 {
                    Mark::Three
                } else if r.abs() > 0.2 {
                    Mark::One
                } else {
                    Mark::None
                };
                Some(HeatCell { estimate: Estimate::new(r, (low, (r + 0.16).min(1.0))).of(150), mark })
            })
            .to_vec()
    });
    HeatMap {
        heading: Heading::new(
            "Correlation of weight and Elo",
            "Pearson's r over 150 agents of the last three generations, with 95 % interval; stars after correction for 12 heuristics.",
        ),
        label: "r".into(),
        numbers: Numbers::Signed(2),
        shades: Shades::Diverging { middle: 0.0, reach: 1.0 },
        row_label: "Heuristic".into(),
        column_label: String::new(),
        rows: HEURISTICS.map(String::from).into(),
        columns: vec!["Experiment A".into(), "Experiment B".into()],
        cells: cells.into(),
    }
}

pub fn champions() -> HeatMap {
    let mut chance = stream(1, "champions", 0);
    let generations: Vec<u32> = (0..=96).step_by(4).collect();
    let cells = generations
        .iter()
        .map(|later| {
            let row = generations.iter().map(|earlier| {
                let p = 0.5 + 0.006 * (f64::from(*later) - f64::from(*earlier)) + 0.06 * bell(&mut chance);
                (earlier < later).then(|| share((100.0 * p.clamp(0.0, 1.0)) as u64, 100).into())
            });
            row.collect()
        })
        .collect();
    let names = || generations.iter().map(u32::to_string).collect();
    HeatMap {
        heading: Heading::new(
            "Champions against those of earlier generations",
            "Score of the row's champion in 100 games against the column's, in per cent; hatched where the 95 % interval (Wilson) holds 50 %.",
        ),
        label: "Score".into(),
        numbers: Numbers::Percent,
        shades: Shades::Diverging { middle: 0.5, reach: 0.5 },
        row_label: "Later generation".into(),
        column_label: "Earlier generation".into(),
        rows: names(),
        columns: names(),
        cells,
    }
}

pub fn small_matrix() -> HeatMap {
    let names = ["random", "open", "improved", "bred A", "bred B", "network"];
    let cells = (0..6)
        .map(|row: i32| {
            (0..6)
                .map(|column: i32| {
                    (row != column).then(|| share((100 + 14 * (row - column)) as u64, 200).into())
                })
                .collect()
        })
        .collect();
    HeatMap {
        heading: Heading::new(
            "Who beats whom",
            "Score of the row against the column in per cent, 200 games a pair, with 95 % interval (Wilson).",
        ),
        label: "Score".into(),
        numbers: Numbers::Percent,
        shades: Shades::Diverging { middle: 0.5, reach: 0.5 },
        row_label: String::new(),
        column_label: "Opponent".into(),
        rows: names.map(String::from).into(),
        columns: names.map(String::from).into(),
        cells,
    }
}

pub fn elo_by_generation() -> Boxes {
    let mut chance = stream(1, "elo", 0);
    let groups = (0..100).map(|generation| {
        let g = f64::from(generation);
        let values = (0..50).map(|agent| {
            let is_child = agent < 36;
            1000.0 + if is_child { 3.0 * g } else { -2.0 * g } + 40.0 * bell(&mut chance)
        });
        BoxGroup { name: generation.to_string(), values: values.collect() }
    });
    Boxes {
        heading: Heading::new(
            "Elo by generation",
            "50 agents each; box: middle half, line: median, strokes: up to one and a half boxes, circles: beyond.",
        ),
        group_label: "Generation".into(),
        y: Axis::new("Elo").numbers(Numbers::Decimals(0)),
        groups: groups.collect(),
        hinges: Hinges::Quartiles,
        has_notches: false,
    }
}

pub fn treatments() -> Boxes {
    let mut chance = stream(1, "treatments", 0);
    let groups =
        [("Control", 1.9), ("Random move generator (RMG)", 1.5), ("Unbeatable move generator (UMG)", 2.6)]
            .map(|(name, spread)| {
                let values = (0..30).map(|_| (7.0 + spread * bell(&mut chance)).round().max(2.0));
                BoxGroup { name: name.into(), values: values.collect() }
            });
    Boxes {
        heading: Heading::new(
            "Generations until no game is lost",
            "30 runs a treatment; where notches do not overlap, the medians differ at about the 5 % level.",
        ),
        group_label: "Treatment".into(),
        y: Axis::count("Generations").reference(7.0, "published median: 7"),
        groups: groups.into(),
        hinges: Hinges::Quartiles,
        has_notches: true,
    }
}

pub fn fitness() -> Lines {
    let mut chance = stream(1, "fitness", 0);
    let lines = [("Control", 0.2), ("RMG", 0.23), ("UMG", 0.16)].map(|(name, rate)| {
        let mut dots = Vec::new();
        for generation in 1..=15 {
            let g = f64::from(generation);
            for _ in 0..6 {
                dots.push([g, (1.0 - 0.4 * (-rate * g).exp() + 0.025 * bell(&mut chance)).min(1.0)]);
            }
        }
        Line::smoothed(name, dots, &Loess::default()).unwrap()
    });
    Lines {
        heading: Heading::new(
            "Best fitness by generation",
            "6 runs a treatment; points: runs, line: loess (span 0.75), band: its 95 % interval at each place.",
        ),
        x: Axis::count("Generation"),
        y: Axis::new("Best fitness"),
        lines: lines.into(),
        spread: Spread::Band,
    }
}

pub fn score_against_r() -> Lines {
    let line = |name: &str, shift: f64| {
        let points = (0..=10).map(|step| {
            let r = f64::from(step) / 10.0;
            let p = 0.55 + 0.2 * (r * 3.0 + shift).sin();
            (r, share((p * 400.0) as u64, 400))
        });
        Line::new(name, points)
    };
    Lines {
        heading: Heading::new("Score against r", "400 games a point; strokes: 95 % interval (Wilson)."),
        x: Axis::new("r"),
        y: Axis::new("Score").numbers(Numbers::Percent).reference(0.5, "even"),
        lines: vec![line("open", 0.0), line("improved", 0.9)],
        spread: Spread::Strokes,
    }
}

pub fn loss() -> Lines {
    let curve = |floor: f64, speed: f64| {
        (1..=60).map(move |e| [f64::from(e), floor + 0.4 * (-speed * f64::from(e)).exp()])
    };
    Lines {
        heading: Heading::new(
            "Loss of the network",
            "Mean squared error on 1.2 million positions learnt from and 140,000 held back, split by games.",
        ),
        x: Axis::count("Epoch"),
        y: Axis::new("Loss").logarithmic(),
        lines: vec![
            Line::exact("learnt from", curve(0.08, 0.12)),
            Line::exact("held back", curve(0.11, 0.1)),
        ],
        spread: Spread::Band,
    }
}

pub fn ladder() -> Lines {
    let points = (0..9).map(|step| {
        let elo = 1200.0 * (1.0 - (-0.28 * f64::from(step)).exp());
        (
            1000.0 * 2.0_f64.powi(step),
            Estimate::new(elo, (elo - 22.0 - 3.0 * f64::from(step), elo + 22.0 + 3.0 * f64::from(step)))
                .of(400),
        )
    });
    Lines {
        heading: Heading::new(
            "Ladder of skill",
            "Each doubling of nodes against the one before, 400 games each; strokes: 95 % interval of the sum.",
        ),
        x: Axis::new("Nodes a move").logarithmic(),
        y: Axis::new("Elo above 1,000 nodes").numbers(Numbers::Signed(0)),
        lines: vec![Line::new("alphabeta", points)],
        spread: Spread::Strokes,
    }
}

pub fn power() -> Lines {
    let curve = |effect: f64| {
        (1..=20)
            .map(move |step| [10.0 * f64::from(step), 1.0 - 0.95 * (-effect * 10.0 * f64::from(step)).exp()])
    };
    Lines {
        heading: Heading::new(
            "Power against number of runs",
            "Chance that the test at 5 % finds a difference that is there; 2,000 simulated experiments a point.",
        ),
        x: Axis::count("Runs a treatment"),
        y: Axis::percent("Power").reference(0.8, "80 %"),
        lines: vec![
            Line::exact("ANOVA", curve(0.004)),
            Line::exact("Kruskal-Wallis", curve(0.006)),
            Line::exact("log-rank", curve(0.0068)),
        ],
        spread: Spread::Band,
    }
}

pub fn ratings() -> Forest {
    let names = [
        "alphabeta(nodes=100000, weights=run-7/champion)",
        "alphabeta(nodes=10000, weights=run-7/champion)",
        "net(run-12/net)",
        "alphabeta(nodes=10000, eval=improved)",
        "mcts(playouts=2000)",
        "minimax(depth=3, eval=open)",
        "random",
    ];
    let rows = names.iter().enumerate().map(|(index, name)| {
        let elo = [412.0, 233.5, 208.0, 96.0, -31.0, -190.0, -728.5][index];
        let half = 18.0 + 14.0 * index as f64;
        ForestRow {
            name: (*name).into(),
            estimate: Estimate::new(elo, (elo - half, elo + half)).of(1200),
            inner: Some((elo - 0.34 * half, elo + 0.34 * half)),
        }
    });
    Forest {
        heading: Heading::new(
            "Ratings",
            "Bradley-Terry over 8,400 games, mean 0; thin: 95 % interval, thick: 50 %. Grey: not told from the best.",
        ),
        axis: Axis::new("Elo").numbers(Numbers::Signed(0)).reference(0.0, "mean"),
        rows: rows.collect(),
        shaded: Some((394.0, 430.0)),
    }
}

pub fn tukey() -> Forest {
    let row = |name: &str, value: f64, half: f64| ForestRow {
        name: name.into(),
        estimate: Estimate::new(value, (value - half, value + half)),
        inner: None,
    };
    Forest {
        heading: Heading::new(
            "Differences of mean generations",
            "Tukey's honest significant differences, 30 runs a treatment, 95 % for all three together.",
        ),
        axis: Axis::new("Difference")
            .unit("generations")
            .numbers(Numbers::Signed(1))
            .limits(-2.0, 2.0)
            .reference(0.0, "no difference"),
        rows: vec![
            row("RMG against Control", -0.2, 1.1),
            row("UMG against Control", 0.4, 1.1),
            row("UMG against RMG", 1.2, 1.3),
        ],
        shaded: None,
    }
}

pub fn survival() -> Survival {
    let curve = |name: &str, rate: f64| {
        let n = 1000;
        let left = |g: f64| (-rate * (g - 1.0).powi(2)).exp();
        let steps = (2..=14).map(|generation| {
            let g = f64::from(generation);
            let at_risk = (n as f64 * left(g - 1.0)) as u64;
            Step { time: g, share: share((n as f64 * left(g)) as u64, n), at_risk }
        });
        SurvivalCurve {
            name: name.into(),
            n,
            steps: steps.collect(),
            cut: vec![15.0; (n as f64 * left(14.0)) as usize],
        }
    };
    Survival {
        heading: Heading::new(
            "Runs that still lose games",
            "1,000 runs a treatment; band: 95 % interval at each time; strokes: runs cut short at 15 generations.",
        ),
        time: Axis::count("Generation"),
        share_label: "Share of runs that still lose".into(),
        curves: vec![curve("Control", 0.014), curve("RMG", 0.016), curve("UMG", 0.010)],
    }
}

pub fn lengths() -> Histogram {
    let mut chance = stream(1, "lengths", 0);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..10_000 {
        let length =
            (38.0 + 7.0 * bell(&mut chance) + 6.0 * unit(&mut chance).powi(4) * 6.0).round().max(9.0);
        *counts.entry(length as u64).or_insert(0) += 1;
    }
    Histogram::of_counts(
        Heading::new(
            "How long games last",
            "10,000 games between alphabeta(nodes=10000) and itself from random openings of 4 plies.",
        ),
        Axis::count("Length")
            .unit("plies")
            .reference(28.0, "5 %")
            .reference(40.0, "median")
            .reference(57.0, "95 %"),
        "Games",
        counts,
    )
}

pub fn endings() -> Stack {
    let places: Vec<f64> = (0..=60).map(f64::from).collect();
    let rise = |middle: f64, steep: f64, most: f64| -> Vec<f64> {
        places.iter().map(|ply| most / (1.0 + (-(ply - middle) / steep).exp())).collect()
    };
    let layers = [
        ("home reached", rise(38.0, 4.0, 0.62)),
        ("all pieces captured", rise(46.0, 4.0, 0.24)),
        ("no moves left", rise(50.0, 3.0, 0.09)),
    ];
    Stack {
        heading: Heading::new(
            "How games have ended by ply",
            "Share of 10,000 games that have ended by then, by reason.",
        ),
        x: Axis::count("Ply"),
        y: Axis::percent("Share of games"),
        shape: StackShape::Areas,
        layers: layers.map(|(name, values)| Layer { name: name.into(), values }).into(),
        places,
    }
}

pub fn choices() -> Stack {
    let places: Vec<f64> = (1..=20).map(|ply| 2.0 * f64::from(ply)).collect();
    let of = |f: fn(f64) -> f64| places.iter().map(|ply| f(*ply)).collect();
    Stack {
        heading: Heading::new(
            "Choices by ply",
            "Mean number of legal moves over 10,000 games, by how much they lose against the best.",
        ),
        x: Axis::count("Ply"),
        y: Axis::new("Legal moves"),
        shape: StackShape::Bars,
        layers: vec![
            Layer {
                name: "within 1 % of the best".into(),
                values: of(|ply| 3.0 + 2.0 * (-ply / 15.0).exp()),
            },
            Layer { name: "within 5 %".into(), values: of(|ply| 4.0 - 0.05 * ply) },
            Layer { name: "worse".into(), values: of(|ply| 9.0 + 4.0 * (ply / 9.0).sin()) },
        ],
        places,
    }
}

pub fn squares() -> Board {
    let mut chance = stream(1, "squares", 0);
    let cells = (0..42).map(|index| {
        let (row, column) = (f64::from(index / 7), f64::from(index % 7));
        let polygon =
            vec![[column, row], [column + 1.0, row], [column + 1.0, row + 1.0], [column, row + 1.0]];
        let name = format!("{}{}", char::from(b'a' + (index % 7) as u8), 6 - index / 7);
        BoardCell {
            name,
            polygon,
            value: Some(0.12 * (-(column - 3.0_f64).powi(2) / 5.0).exp() * (0.3 + unit(&mut chance))),
        }
    });
    Board {
        heading: Heading::new(
            "Where the winning line lay",
            "Share of 10,000 games of Connect Four whose winning line held the cell, in per cent.",
        ),
        label: "Share of games".into(),
        numbers: Numbers::Percent,
        shades: Shades::Growing { low: 0.0, high: 0.16 },
        cells: cells.collect(),
    }
}

pub fn hexagons() -> Board {
    let mut cells = Vec::new();
    let mut number = 0;
    for row in -3_i32..=3 {
        let n = 7 - row.abs();
        for column in 0..n {
            let x = (f64::from(column) - 0.5 * f64::from(n - 1)) * 3.0_f64.sqrt();
            let y = 1.5 * f64::from(row);
            let polygon = (0..6)
                .map(|corner| {
                    let angle = std::f64::consts::FRAC_PI_3 * (f64::from(corner) + 0.5);
                    [x + angle.cos(), y + angle.sin()]
                })
                .collect();
            number += 1;
            let value = (row.abs() < 3).then(|| 0.08 * (f64::from(row) + x * 0.4) - 0.01 * x * x);
            cells.push(BoardCell { name: number.to_string(), polygon, value });
        }
    }
    Board {
        heading: Heading::new(
            "What an opening move is worth",
            "Score of the first mover minus 50 %, in points of per cent; 2,000 games a cell.",
        ),
        label: "Gain".into(),
        numbers: Numbers::Percent,
        shades: Shades::Diverging { middle: 0.0, reach: 0.4 },
        cells,
    }
}

pub fn table() -> Table {
    let columns = vec![
        Column::text("Agent"),
        Column::count("Games"),
        Column::percent("Score"),
        Column::numbers("Elo", Numbers::Signed(0)),
        Column::p_value("p"),
    ];
    let mut table = Table::new("Standings", columns);
    let rows = [
        ("alphabeta(eval=improved)", 5600, 8000, 0.000_02),
        ("alphabeta(eval=open)", 4100, 8000, 0.03),
        ("mcts|2000", 2300, 8000, 0.4),
    ];
    for (name, wins, games, p) in rows {
        let score = share(wins, games);
        let elo = zermelo_stats::elo_of_score;
        let estimate = Estimate::new(elo(score.value), (elo(score.low), elo(score.high)));
        table
            .push(vec![
                name.into(),
                games.into(),
                score.into(),
                Cell::from(estimate).marked(Mark::of_p(p)),
                p.into(),
            ])
            .unwrap();
    }
    table.note("Intervals of 95 % (Wilson).");
    table
}

/// Every kind of figure, most of them as the documents have them.
pub fn charts() -> Vec<Chart> {
    vec![
        wins_by_colour().into(),
        single_bars().into(),
        weights().into(),
        weight_panels().into(),
        unlike_panels().into(),
        correlations().into(),
        champions().into(),
        small_matrix().into(),
        elo_by_generation().into(),
        treatments().into(),
        fitness().into(),
        score_against_r().into(),
        loss().into(),
        ladder().into(),
        power().into(),
        ratings().into(),
        tukey().into(),
        survival().into(),
        lengths().into(),
        endings().into(),
        choices().into(),
        squares().into(),
        hexagons().into(),
    ]
}

pub fn report() -> Report {
    Report {
        title: "Gallery of figures".into(),
        summary: vec!["Every figure and table that a report may have, with made-up numbers.".into()],
        sections: vec![
            Section {
                title: "Tables".into(),
                blocks: vec![
                    Block::Prose("A table has its notes below it; stars mark what is beyond chance.".into()),
                    table().into(),
                    Block::List(vec!["Intervals stand in brackets.".into(), "Thousands are grouped.".into()]),
                ],
            },
            Section { title: "Figures".into(), blocks: charts().into_iter().map(Block::from).collect() },
        ],
        origin: Origin {
            command: "cargo run -p zermelo-report --example gallery FOLDER".into(),
            seed: Some(1),
            version: "0.1.0".into(),
            experiment: "# an experiment\nkind = \"tournament\"\nseed = 1\n".into(),
            further: vec![("Games".into(), "8,400".into())],
        },
    }
}
