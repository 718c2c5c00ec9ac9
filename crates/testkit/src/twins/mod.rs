//! Slow twins: a second, plain implementation of every game's rules, to compare the fast ones with.
//!
//! Arrays and loops only. Nothing is kept but the board and the side to move; everything else is worked out
//! from them each time it is asked for. Written from the rules and the notation, not from the fast code.

mod breakthrough;
mod drop;
mod isolation;
mod milestone;
mod mnk;
mod simplexity;

/// A second, slow implementation of a game's rules: arrays and loops, no bit tricks, everything recomputed from
/// the board each time.
pub trait Twin {
    /// Who moves next: 0 = first player, 1 = second. Also answered when the game is over.
    fn to_move(&self) -> usize;
    /// The legal moves as text, in no particular order and without duplicates; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Plays a move. Panics if it is not one of [`Twin::moves`].
    fn play(&mut self, mv: &str);
    /// Who won and why; `None` while the game goes on.
    fn outcome(&self) -> Option<(Winner, &'static str)>;
    /// The exact text of the position.
    fn position(&self) -> String;
    /// Goes to the position with this exact text, keeping the game's parameters. Returns false, and changes
    /// nothing, if the text does not fit the game. It need not be reachable by play.
    fn read(&mut self, position: &str) -> bool;
    /// An independent copy.
    fn copy(&self) -> Box<dyn Twin>;
}

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// The player who moved first.
    First,
    /// The player who moved second.
    Second,
    /// Nobody.
    Draw,
}

/// The twin of a game id such as `milestone:side=3,home=2`, at its starting position; `None` for a game that has
/// no twin.
pub fn twin(id: &str) -> Option<Box<dyn Twin>> {
    let (name, parameters) = match id.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (id, None),
    };
    match (name, parameters) {
        ("milestone", _) => Some(Box::new(milestone::Milestone::new(parameters)?)),
        ("isolation", _) => Some(Box::new(isolation::Isolation::new(parameters.unwrap_or("7x7"))?)),
        ("simplexity", _) => Some(Box::new(simplexity::Simplexity::new(parameters)?)),
        ("mnk", Some(sizes)) => Some(Box::new(mnk::Mnk::new(sizes)?)),
        ("tictactoe", None) => Some(Box::new(mnk::Mnk::new("3,3,3")?)),
        ("gomoku", None) => Some(Box::new(mnk::Mnk::new("15,15,5")?)),
        ("drop", Some(sizes)) => Some(Box::new(drop::Drop::new(sizes)?)),
        ("connect4", None) => Some(Box::new(drop::Drop::new("7,6,4")?)),
        ("breakthrough", _) => Some(Box::new(breakthrough::Breakthrough::new(parameters.unwrap_or("8x8"))?)),
        _ => None,
    }
}

// What several games share. A board is a list of rows from the top, a cell is a character, '.' is empty.

type Board = Vec<Vec<char>>;

fn empty_board(rows: usize, cols: usize) -> Board {
    vec![vec!['.'; cols]; rows]
}

/// `N` numbers, none of them 0, between the separators: `7x7`, `15,15,5`.
fn numbers<const N: usize>(text: &str, separator: char) -> Option<[usize; N]> {
    let all: Vec<usize> = text.split(separator).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let all: [usize; N] = all.try_into().ok()?;
    if all.contains(&0) { None } else { Some(all) }
}

/// Column names `a`, `b`, .. `z`, `aa`, `ab`, ..
fn column_name(col: usize) -> String {
    let last = (b'a' + (col % 26) as u8) as char;
    if col < 26 { last.to_string() } else { format!("{}{last}", column_name(col / 26 - 1)) }
}

/// The name of a cell where row numbers count from 1 at the top.
fn cell_name(row: usize, col: usize) -> String {
    format!("{}{}", column_name(col), row + 1)
}

/// The position text of a board game with square cells: rows from the top, then the side to move.
fn board_text(board: &Board, side: char) -> String {
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    format!("{} {side}", rows.join("/"))
}

/// Reads what [`board_text`] writes; `letters` are the cells allowed, `sides` the names of the two players.
fn read_board(text: &str, like: &Board, letters: &str, sides: [char; 2]) -> Option<(Board, usize)> {
    let (rows, side) = text.split_once(' ')?;
    let board: Board = rows.split('/').map(|row| row.chars().collect()).collect();
    let same_size = board.len() == like.len() && board.iter().all(|row| row.len() == like[0].len());
    let known = board.iter().flatten().all(|&cell| letters.contains(cell));
    let to_move = sides.iter().position(|name| name.to_string() == side)?;
    if same_size && known { Some((board, to_move)) } else { None }
}

fn count(board: &Board, wanted: char) -> usize {
    board.iter().flatten().filter(|&&cell| cell == wanted).count()
}

/// Whether `length` cells in a row, in a column or on a diagonal are all of the `wanted` kinds.
fn has_line(board: &Board, length: usize, wanted: &str) -> bool {
    for row in 0..board.len() {
        for col in 0..board[0].len() {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let on_line = (0..length as isize).all(|step| {
                    let (r, c) = (row as isize + down * step, col as isize + right * step);
                    r >= 0
                        && c >= 0
                        && r < board.len() as isize
                        && c < board[0].len() as isize
                        && wanted.contains(board[r as usize][c as usize])
                });
                if on_line {
                    return true;
                }
            }
        }
    }
    false
}

/// The row a piece falls to in a column, if the column is not full.
fn landing_row(board: &Board, col: usize) -> Option<usize> {
    (0..board.len()).rev().find(|&row| board[row][col] == '.')
}

/// The end of a game in which x and o make lines of their own.
fn line_outcome(board: &Board, length: usize) -> Option<(Winner, &'static str)> {
    if has_line(board, length, "x") {
        Some((Winner::First, "line"))
    } else if has_line(board, length, "o") {
        Some((Winner::Second, "line"))
    } else if count(board, '.') == 0 {
        Some((Winner::Draw, "board-full"))
    } else {
        None
    }
}

/// The winner when this player (0 or 1) has won.
fn winner(player: usize) -> Winner {
    if player == 0 { Winner::First } else { Winner::Second }
}

/// Panics if the move is not legal.
fn check_legal(game: &dyn Twin, mv: &str) {
    assert!(game.moves().iter().any(|legal| legal == mv), "{mv} is not legal in {}", game.position());
}
