//! Features that follow from the rules, so that a search is not blind in a game nobody has studied. Each is the side to move's
//! share minus the opponent's; where the players' rules differ, each player's share is a feature of its own.
//!
//! Weights come from quick games (`fit.rs`). They start from a rule of thumb: a piece is worth ten for the average number of
//! cells it reaches on an empty board, divided by that of the weakest kind; what comes nearer to a goal counts one a step
//! (squared, so that the last steps count most); a threat to win counts as much as a piece; mobility and centre break ties.
//! Where a goal can be guarded, pieces are best behind, at the enemy's goal, or far ahead, and worst between; the hasty rule, which
//! knows only ahead, is tried beside it.

mod lines;
mod measure;
mod worth;

use std::sync::OnceLock;

use zermelo_board::bits::Bits;
use zermelo_game::{FeatureInfo, Gauge, Player, Position};

use crate::cells::Cells;
use crate::position::Board;
use crate::rules::{GoalResult, Test};
use crate::shape::Set;
use crate::tables::Tables;
use lines::line_goals;
use measure::{MOST_VALUES, Measure, share, shares};
use worth::{
    always_takes, centrality, connected_sides, filled_evenly, goal_zones, guarding, has_guards, is_single,
    mean_reach, nearness, safe_cells,
};

/// The features of one game.
#[derive(Debug)]
pub struct Features<B> {
    about: Vec<FeatureInfo>,
    groups: Vec<Group<B>>,
    rule_of_thumb: Vec<f64>,
    hasty: Vec<f64>,
    fitted: OnceLock<Vec<f64>>,
}

/// Features that are measured together.
#[derive(Debug)]
struct Group<B> {
    measure: Measure<B>,
    /// Whose share it is; without it, the mover's minus the opponent's.
    whose: Option<usize>,
    /// The first feature, and how many there are.
    first: usize,
    count: usize,
}

/// A feature as it is first written down.
struct Draft {
    name: String,
    about: &'static str,
    /// What the rule of thumb says.
    weight: f64,
    /// What its hasty sister says.
    hasty: f64,
}

impl Draft {
    fn new(name: impl Into<String>, about: &'static str, weight: f64) -> Draft {
        Draft { name: name.into(), about, weight, hasty: weight }
    }

    /// Another weight for players in haste.
    fn or_in_haste(self, hasty: f64) -> Draft {
        Draft { hasty, ..self }
    }
}

impl<B: Cells> Features<B> {
    /// The features of a game. They live as long as the program, and so do their names.
    pub fn new(tables: &'static Tables<B>) -> Features<B> {
        let mut features = Features {
            about: Vec::new(),
            groups: Vec::new(),
            rule_of_thumb: Vec::new(),
            hasty: Vec::new(),
            fitted: OnceLock::new(),
        };
        features.push_pieces(tables);
        features.push_moves(tables);
        features.push_zones(tables);
        features.push_lines(tables);
        let rules = &tables.rules;
        if let Some(sides) = connected_sides(rules) {
            let sides = sides.map(|pair| pair.map(|side: Set| B::of(side)));
            let path = Draft::new("path", "Stones that are not lacking to connect.", 10.0);
            features.push(tables, &Measure::Path(sides), &[path]);
        }
        // Where only lines of anybody's pieces decide, it means nothing whose a piece is. (Measured: with the usual weight
        // Wild Tic-tac-toe is played worse than with none.)
        let is_anybodys = !rules.can_move_pieces()
            && rules.goals.iter().all(|goal| {
                matches!(goal.test, Test::Line { by_anyone: true, .. } | Test::BoardFull | Test::CannotMove)
            });
        let usual = if is_anybodys || always_takes(rules) { 0.0 } else { 0.1 };
        let weight = if has_guards(rules) { 1.0 } else { usual };
        let centre = centrality(rules);
        let draft = Draft::new("centre", "Nearness of all pieces to the middle.", weight).or_in_haste(usual);
        features.push(tables, &Measure::Places([centre.clone(), centre]), &[draft]);
        features
    }

    /// What pieces are worth, where they can be lost or change.
    fn push_pieces(&mut self, tables: &Tables<B>) {
        let rules = &tables.rules;
        if (rules.can_take() && !always_takes(rules)) || rules.can_change() || rules.can_turn() {
            let reach: Vec<f64> = (0..rules.kinds.len()).map(|kind| mean_reach(rules, kind)).collect();
            let least = reach.iter().copied().filter(|&reach| reach > 0.0).fold(f64::MAX, f64::min);
            for (kind, about) in rules.kinds.iter().enumerate() {
                let name = match rules.kinds.len() {
                    1 => "material".to_owned(),
                    _ => format!("material-{}", about.name),
                };
                let worth = if reach[kind] > 0.0 { 10.0 * reach[kind] / least } else { 10.0 };
                let draft = Draft::new(name, "Pieces of this kind.", worth);
                self.push(tables, &Measure::Material(kind as u8), &[draft]);
            }
        }
        if rules.motions.iter().any(|motion| !motion.to_enemy.is_empty()) {
            let loose = Draft::new("loose", "Enemies that can be taken and not taken back.", 3.0);
            self.push(tables, &Measure::Loose, &[loose]);
        }
    }

    /// What pieces can do.
    fn push_moves(&mut self, tables: &Tables<B>) {
        let rules = &tables.rules;
        if !rules.can_move_pieces() && !rules.can_turn() {
            return;
        }
        self.push(tables, &Measure::Mobility, &[Draft::new("mobility", "Moves.", 0.5)]);
        if rules.can_turn() {
            self.push_corners(tables);
        }
        if tables.second.is_some() {
            self.push_promotions(tables);
        }
        if rules.goals.iter().all(|goal| goal.test != Test::CannotMove) {
            return;
        }
        if Player::BOTH.into_iter().all(|player| is_single(rules, player)) {
            let two = Draft::new("two-moves", "Cells within two moves.", 0.0);
            self.push(tables, &Measure::TwoMoves, &[two]);
            let nearer =
                Draft::new("nearer", "Cells that are reached before the opponent reaches them.", 0.5);
            self.push(tables, &Measure::Nearer, &[nearer]);
            return;
        }
        // Where every move takes, it is what is loose that counts. (Measured in Clobber: this and nearness to the middle only
        // disturb.)
        let weight = if always_takes(rules) { 0.0 } else { 0.5 };
        self.push(tables, &Measure::Movable, &[Draft::new("movable", "Pieces that can move.", weight)]);
    }

    /// Where pieces cannot be turned over, and where they give such cells away.
    fn push_corners(&mut self, tables: &Tables<B>) {
        let corners = safe_cells(&tables.rules);
        let beside = crate::resolve::beside(&tables.rules.shape, corners) & !corners;
        let places = |cells: Set| {
            let worth: Vec<f64> =
                (0..tables.n_bits).map(|bit| if cells.has(bit) { 1.0 } else { 0.0 }).collect();
            Measure::Places([worth.clone(), worth])
        };
        let safe = Draft::new("safe", "Pieces on cells where no line can turn them over.", 20.0);
        self.push(tables, &places(corners), &[safe]);
        let about = "Pieces beside a cell where no line can turn one over.";
        self.push(tables, &places(beside), &[Draft::new("beside-safe", about, -5.0)]);
    }

    /// How far pieces are on their way to become others.
    fn push_promotions(&mut self, tables: &Tables<B>) {
        let rules = &tables.rules;
        for (kind, about) in rules.kinds.iter().enumerate() {
            let Some(promotion) = about.becomes.first() else { continue };
            let steps = Player::BOTH.map(|player| nearness(rules, player, promotion.zones[player.index()]));
            let words = "Steps of all pieces of a kind towards the cells where they become another.";
            let draft = Draft::new(format!("advance-{}", about.name), words, 0.2);
            self.push(tables, &Measure::KindPlaces(kind as u8, steps), &[draft]);
        }
    }

    /// Where pieces want to be, and where they are needed.
    fn push_zones(&mut self, tables: &Tables<B>) {
        let rules = &tables.rules;
        let Some(zones) = goal_zones(rules) else { return };
        let steps = Player::BOTH.map(|player| nearness(rules, player, zones[player.index()]));
        let squares = steps.clone().map(|steps| steps.into_iter().map(|step| step * step).collect());
        let advance = Draft::new("advance", "Squared steps of all pieces towards the goal.", 1.0);
        self.push(tables, &Measure::Places(squares), &[advance]);
        let weight = if has_guards(rules) { 0.0 } else { 2.0 };
        let front =
            Draft::new("front", "Steps of the foremost piece towards the goal.", weight).or_in_haste(2.0);
        self.push(tables, &Measure::Front(steps.clone()), &[front]);
        if has_guards(rules) {
            // Who stands near the enemy's goal is in the way.
            let [first, second] = steps;
            let guards = [second.clone(), first.clone()].map(|steps| guarding(&steps));
            let hold = Draft::new("hold", "Steps that all pieces are near to the enemy's goal.", 5.0)
                .or_in_haste(0.0);
            self.push(tables, &Measure::Places([second, first]), &[hold]);
            let about = "Pieces at the enemy's goal, half as much for each step away.";
            self.push(tables, &Measure::Places(guards), &[Draft::new("guard", about, 3.0).or_in_haste(0.0)]);
        }
    }

    /// Lines that win or lose.
    fn push_lines(&mut self, tables: &Tables<B>) {
        let rules = &tables.rules;
        for (result, prefix, sign) in [(GoalResult::Win, "", 1.0), (GoalResult::Lose, "losing-", -1.0)] {
            let goals = Player::BOTH.map(|player| line_goals(tables, player, result));
            let longest = goals.iter().flatten().map(|goal| goal.length).max().unwrap_or(0);
            if longest < 2 {
                continue;
            }
            let lacks = 1..longest.min(MOST_VALUES + 1);
            let drafts: Vec<Draft> = lacks
                .map(|lack| {
                    let about = "Open windows that so many more pieces would fill.";
                    let squared = (longest - lack) * (longest - lack);
                    Draft::new(format!("{prefix}lacking-{lack}"), about, sign * squared as f64)
                })
                .collect();
            self.push(tables, &Measure::Windows(goals.clone()), &drafts);
            let late = filled_evenly(rules).filter(|_| result == GoalResult::Win);
            let weight = if late.is_some() { 0.0 } else { sign * 10.0 };
            let threats = Draft::new(format!("{prefix}threats"), "Empty cells that complete a line.", weight);
            self.push(tables, &Measure::Threats(goals.clone()), &[threats]);
            if let Some(even) = late {
                let about = "Empty cells that complete a line and fall to the player when columns fill up.";
                let late = Draft::new("late-threats", about, 10.0);
                self.push(tables, &Measure::LateThreats(goals, B::of(even)), &[late]);
            }
        }
    }

    /// Adds features: differences where the players can be exchanged, otherwise each player's own.
    fn push(&mut self, tables: &Tables<B>, measure: &Measure<B>, drafts: &[Draft]) {
        let is_fair = tables.symmetries.iter().any(|symmetry| symmetry.swaps_players);
        let sides: &[(Option<usize>, &str)] =
            if is_fair { &[(None, "")] } else { &[(Some(0), "-first"), (Some(1), "-second")] };
        for &(whose, suffix) in sides {
            if whose.is_some_and(|who| measure.is_nothing(tables, who)) {
                continue;
            }
            let (first, count) = (self.about.len(), drafts.len());
            self.groups.push(Group { measure: measure.clone(), whose, first, count });
            for draft in drafts {
                let name = Box::leak(format!("{}{suffix}", draft.name).into_boxed_str());
                self.about.push(FeatureInfo { name, about: draft.about });
                self.rule_of_thumb.push(draft.weight);
                self.hasty.push(draft.hasty);
            }
        }
    }

    /// Names and meanings.
    pub fn about(&self) -> &[FeatureInfo] {
        &self.about
    }

    /// The weights that the rule of thumb gives.
    pub fn rule_of_thumb(&self) -> &[f64] {
        &self.rule_of_thumb
    }

    /// The weights of players who hurry to their goal and leave that of the enemy alone.
    pub fn hasty_rule(&self) -> &[f64] {
        &self.hasty
    }

    /// The weights fitted on quick games from this start; found when they are first asked for.
    pub fn fitted(&'static self, start: &Board<B>) -> &'static [f64] {
        self.fitted.get_or_init(|| crate::fit::fit(start, self))
    }

    /// The values, from the side to move.
    pub fn measure(&self, pos: &Board<B>, values: &mut [f64]) {
        for group in &self.groups {
            let found = balance(group, pos);
            values[group.first..][..group.count].copy_from_slice(&found[..group.count]);
        }
    }

    /// The ranges of the features, for either player.
    pub fn ranges(&self, tables: &Tables<B>) -> Vec<[f64; 2]> {
        let mut ranges = Vec::new();
        for group in &self.groups {
            let shares = [0, 1].map(|who| group.measure.range(tables, who));
            let most = match group.whose {
                None => {
                    let spread = |us: usize| {
                        let ([_, high], [low, _]) = (shares[us], shares[1 - us]);
                        high - low
                    };
                    spread(0).max(spread(1))
                }
                Some(who) => shares[who].map(f64::abs).into_iter().fold(0.0, f64::max),
            };
            ranges.extend(std::iter::repeat_n([-most, most], group.count));
        }
        ranges
    }

    /// Opens what measures some of the features, and no others.
    pub fn gauge(&'static self, wanted: &[usize]) -> FeatureGauge<B> {
        let place = |index: usize| {
            let group = self
                .groups
                .iter()
                .position(|group| (group.first..group.first + group.count).contains(&index));
            group.map(|group| (group, index - self.groups[group].first))
        };
        let mut groups: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
        for (slot, &index) in wanted.iter().enumerate() {
            let Some((group, within)) = place(index) else { continue };
            match groups.iter_mut().find(|(known, _)| *known == group) {
                Some((_, slots)) => slots.push((slot, within)),
                None => groups.push((group, vec![(slot, within)])),
            }
        }
        FeatureGauge { features: self, groups }
    }

    /// The weighted sum of the values, from the side to move. What has no weight is not measured.
    pub fn weighted(&self, weights: &[f64], pos: &Board<B>) -> f64 {
        let mut sum = 0.0;
        for group in &self.groups {
            let weights = &weights[group.first..][..group.count];
            if weights.iter().all(|&weight| weight == 0.0) {
                continue;
            }
            let found = balance(group, pos);
            sum += weights.iter().zip(&found).map(|(weight, value)| weight * value).sum::<f64>();
        }
        sum
    }

    /// About how many nanoseconds a position takes.
    pub fn cost(&self, tables: &Tables<B>) -> usize {
        self.groups.iter().map(|group| group.measure.cost(tables)).sum()
    }
}

/// Some of the features: which groups, and for each where its features go.
pub struct FeatureGauge<B: 'static> {
    features: &'static Features<B>,
    groups: Vec<(usize, Vec<(usize, usize)>)>,
}

impl<B: Cells> Gauge<Board<B>> for FeatureGauge<B> {
    fn read(&self, pos: &Board<B>, player: Player, values: &mut [f64]) {
        let is_to_move = pos.to_move() == player;
        for (group, slots) in &self.groups {
            let found = balance(&self.features.groups[*group], pos);
            for &(slot, within) in slots {
                values[slot] = if is_to_move { found[within] } else { -found[within] };
            }
        }
    }
}

/// The features of a group from the side to move.
fn balance<B: Cells>(group: &Group<B>, pos: &Board<B>) -> [f64; MOST_VALUES] {
    let us = pos.to_move().index();
    match group.whose {
        None => {
            let shares = shares(&group.measure, pos);
            std::array::from_fn(|index| shares[us][index] - shares[1 - us][index])
        }
        Some(who) if who == us => share(&group.measure, pos, who),
        Some(who) => share(&group.measure, pos, who).map(|value| 0.0 - value),
    }
}
