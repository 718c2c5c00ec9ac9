//! Moves as people type them at the terminal: with other signs between the cells, or only as much as tells a move from others.

/// So many moves can be told one by one.
const MOST_TOLD: usize = 40;
/// So many moves of a position can be listed one by one.
const MOST_LISTED: usize = 200;

/// What a person may have meant.
#[derive(Debug, PartialEq, Eq)]
pub enum Meant<'a> {
    /// One move.
    One(&'a str),
    /// Several moves, which begin or end so.
    Several(Vec<&'a str>),
    /// No move.
    Nothing,
}

/// The cells that a move or a part of one names. An `x` is a sign only behind a number: columns have letters, too.
fn cells(text: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut last = ' ';
    for c in text.trim().to_lowercase().chars() {
        let is_sign = matches!(c, '-' | ':' | '/' | '>' | ',')
            || c.is_whitespace()
            || c == 'x' && last.is_ascii_digit();
        match cells.last_mut() {
            Some(cell) if !is_sign => cell.push(c),
            Some(cell) if !cell.is_empty() => cells.push(String::new()),
            _ => {}
        }
        last = c;
    }
    cells.retain(|cell| !cell.is_empty());
    cells
}

/// Whether the cells of a move are what was typed.
type Reading<'a> = dyn Fn(&[String]) -> bool + 'a;

/// Whether these cells are among the others in this order.
fn are_among(cells: &[String], others: &[String]) -> bool {
    let mut left = others.iter();
    cells.iter().all(|cell| left.any(|other| other == cell))
}

/// Reads two cells or more as one of the moves: as all that it names, as how it begins, as its first and last cell, or as
/// some of its cells.
pub fn meant<'a>(typed: &str, moves: &'a [String]) -> Meant<'a> {
    let typed = cells(typed);
    let (Some(first), true) = (typed.first(), typed.len() > 1) else { return Meant::Nothing };
    let named = moves.iter().map(|text| (text.as_str(), cells(text)));
    let from: Vec<(&str, Vec<String>)> = named.filter(|(_, cells)| cells.first() == Some(first)).collect();
    let readings: [&Reading; 4] = [
        &|cells| cells == typed,
        &|cells| cells.starts_with(&typed),
        &|cells| typed.len() == 2 && cells.last() == typed.last(),
        &|cells| are_among(&typed, cells),
    ];
    for reads in readings {
        let found: Vec<&str> = from.iter().filter(|(_, cells)| reads(cells)).map(|(text, _)| *text).collect();
        match found[..] {
            [] => {}
            [one] => return Meant::One(one),
            _ => return Meant::Several(found),
        }
    }
    Meant::Nothing
}

/// What names several cells, written as a step from one to the next.
pub fn as_steps(typed: &str) -> Option<String> {
    let cells = cells(typed);
    let are_cells = cells.iter().all(|cell| cell.ends_with(|c: char| c.is_ascii_digit()));
    (cells.len() > 1 && are_cells).then(|| cells.join("-"))
}

/// The order in which people list moves: by their cells, columns before rows, `a9` before `a10` and `7-14` before `10-13`.
pub fn in_order(text: &str) -> Vec<(String, u32)> {
    let cells = cells(text).into_iter();
    let parts = cells.map(|cell| {
        let column: String = cell.chars().take_while(|c| !c.is_ascii_digit()).collect();
        let row = cell[column.len()..].chars().take_while(char::is_ascii_digit).collect::<String>();
        (column, row.parse().unwrap_or(0))
    });
    parts.collect()
}

/// The cells with which moves that begin alike go on, behind what is alike.
fn ways_on(moves: &[&str]) -> (String, Vec<String>) {
    let named: Vec<Vec<String>> = moves.iter().map(|text| cells(text)).collect();
    let Some(first) = named.first() else { return (String::new(), Vec::new()) };
    let are_alike = |at: usize| named.iter().all(|cells| cells.get(at) == first.get(at));
    let n_alike = (0..first.len()).take_while(|&at| are_alike(at)).count();
    let mut next: Vec<String> = Vec::new();
    for cell in named.iter().filter_map(|cells| cells.get(n_alike)) {
        if !next.contains(cell) {
            next.push(cell.clone());
        }
    }
    (first[..n_alike].join("-"), next)
}

/// Moves that begin alike: one by one, or where they are many, the cells with which they go on.
pub fn told(moves: &[&str]) -> String {
    if moves.len() <= MOST_TOLD {
        return moves.join(" ");
    }
    let (begin, next) = ways_on(moves);
    match next.first() {
        Some(one) if next.len() < moves.len() => {
            format!(
                "{}. These are {} moves; `{begin}-{one}` lists some of them.",
                next.join(" "),
                moves.len()
            )
        }
        _ => moves.join(" "),
    }
}

/// All moves of a position in lines: one by one, or where they are many, where each piece can go.
pub fn listed(moves: &[String]) -> Vec<String> {
    let mut by_first: Vec<(String, Vec<&str>)> = Vec::new();
    for text in moves {
        let Some(first) = cells(text).into_iter().next() else { continue };
        match by_first.iter_mut().find(|(other, _)| *other == first) {
            Some((_, texts)) => texts.push(text),
            None => by_first.push((first, vec![text])),
        }
    }
    if moves.len() <= MOST_LISTED || by_first.len() == moves.len() {
        return vec![moves.join(" ")];
    }
    let mut lines = Vec::new();
    let mut example = None;
    for (first, texts) in &by_first {
        let (_, next) = ways_on(texts);
        example = example.or_else(|| {
            next.first().filter(|_| next.len() < texts.len()).map(|next| format!("{first}-{next}"))
        });
        lines.push(format!("{first} to {}", next.join(" ")));
    }
    if let Some(example) = example {
        lines.push(format!("These are {} moves; `{example}` lists some of them.", moves.len()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(moves: &str) -> Vec<String> {
        moves.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn other_signs_and_parts_of_a_chain_are_read() {
        let moves = texts("c3xe5xg3 c3xa5 e3-d4 x5xx7");
        for typed in ["c3xe5xg3", "c3 e5 g3", "c3:e5:g3", "C3-E5-G3", "c3 e5", "c3xg3", "c3 g3"] {
            assert_eq!(meant(typed, &moves), Meant::One("c3xe5xg3"), "{typed}");
        }
        assert_eq!(meant("x5 x7", &moves), Meant::One("x5xx7"));
        assert_eq!(meant("e3xd4", &moves), Meant::One("e3-d4"));
        for typed in ["c3", "c3 c5", "a1 a2", "", "pass", "e5 g3"] {
            assert_eq!(meant(typed, &moves), Meant::Nothing, "{typed}");
        }
    }

    #[test]
    fn a_chain_with_several_ways_is_asked_for() {
        let moves = texts("e3xc5xe7 e3xg5xe7 e3xg5xi3");
        assert_eq!(meant("e3xe7", &moves), Meant::Several(vec!["e3xc5xe7", "e3xg5xe7"]));
        assert_eq!(meant("e3xg5", &moves), Meant::Several(vec!["e3xg5xe7", "e3xg5xi3"]));
        assert_eq!(meant("e3xi3", &moves), Meant::One("e3xg5xi3"));
    }

    #[test]
    fn what_is_no_move_is_read_as_steps() {
        assert_eq!(as_steps("E3 c5"), Some("e3-c5".to_owned()));
        assert_eq!(as_steps("undoo"), None);
        assert_eq!(as_steps("hello there"), None);
    }

    #[test]
    fn a_short_move_is_not_taken_for_a_longer_one() {
        let moves = texts("a1xa3 a1xa3xa5");
        assert_eq!(meant("a1 a3", &moves), Meant::One("a1xa3"));
        assert_eq!(meant("a1 a5", &moves), Meant::One("a1xa3xa5"));
    }

    #[test]
    fn an_arrow_is_a_third_cell() {
        let moves = texts("d1-d7/g7 d1-d7/d1 d1-d2/d7");
        assert_eq!(meant("d1 d7 g7", &moves), Meant::One("d1-d7/g7"));
        assert_eq!(meant("d1-d7", &moves), Meant::Several(vec!["d1-d7/g7", "d1-d7/d1"]));
    }

    #[test]
    fn many_moves_are_told_by_their_next_cells() {
        let moves: Vec<String> =
            (1..=3).flat_map(|to| (1..=30).map(move |shot| format!("d1-d{to}/a{shot}"))).collect();
        let all: Vec<&str> = moves.iter().map(String::as_str).collect();
        assert_eq!(told(&all), "d1 d2 d3. These are 90 moves; `d1-d1` lists some of them.");
        assert_eq!(told(&all[..30])[..18], *"d1-d1/a1 d1-d1/a2 ");
        assert_eq!(listed(&moves), [moves.join(" ")]);
        let of_three =
            ["d1-", "e9-", "g9-"].map(|from| moves.iter().map(move |text| text.replace("d1-", from)));
        let lines = listed(&of_three.into_iter().flatten().collect::<Vec<_>>());
        assert_eq!(
            lines[1..],
            ["e9 to d1 d2 d3", "g9 to d1 d2 d3", "These are 270 moves; `d1-d1` lists some of them."]
        );
    }

    #[test]
    fn moves_are_listed_as_people_count() {
        let mut moves = texts("a10-b1 a9-b10 10-13 a9-b9 7-14 pass 4s");
        moves.sort_by_key(|text| in_order(text));
        assert_eq!(moves.join(" "), "4s 7-14 10-13 a9-b9 a9-b10 a10-b1 pass");
    }
}
