//! Three toy games on sixteen squares, for what few games do: chains of captures, pieces turned over, a pass, holes shot elsewhere.
//!
//! Their boards are arrays and their moves are listed by trying everything. `play` changes the board by the rules and never looks
//! at a [`MoveView`], so that the laws have two accounts of a move to compare.

use zermelo_game::zobrist::mix;
use zermelo_game::{
    About, Arrangement, Cell, Game, Hints, MoveError, MoveView, Outcome, Piece, Player, Plays, Position,
    PositionError, Swatch, Symmetry, Tint, View, grid,
};

const SIDE: usize = 4;
const N_CELLS: usize = SIDE * SIDE;
const LETTERS: [char; 2] = ['x', 'o'];
const STEPS: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A toy game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Toy {
    /// Jump straight over an enemy to an empty cell, taking it, as often as you like. Who cannot move loses. Two chains that
    /// take the same pieces from the same start to the same end are one move.
    Jumps,
    /// Put a piece down so that lines of enemies end at another of yours, and turn them over. Who cannot, passes; when
    /// nobody can, the more pieces win.
    Turns,
    /// Step to an empty neighbour and shoot a hole into one beside it. Who cannot move loses.
    Arrows,
}

const ABOUTS: [About; 3] = [about("jumps"), about("turns"), about("arrows")];

const fn about(id: &'static str) -> About {
    About {
        id,
        title: "Toy",
        summary: "A toy.",
        players: ["cross", "nought"],
        tints: [Tint::Black, Tint::White],
        rules_version: 1,
        parameters: &[],
        move_help: "Cells.",
        presets: &[],
        samples: &[],
    }
}

/// A board of a toy game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    toy: Toy,
    letters: [char; N_CELLS],
    to_move: Player,
}

/// A move of a toy game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// From, to, and a bit for each cell that is taken.
    Jump(u8, u8, u16),
    /// A new piece.
    Place(u8),
    /// No piece can be put down.
    Pass,
    /// From, to, and the cell that is shot.
    Shoot(u8, u8, u8),
}

/// The number of a move for learners.
fn number(mv: Move) -> usize {
    let place = |cell: usize| (cell / SIDE, cell % SIDE);
    // Which of the eight steps leads from a cell to another.
    let step = |from: u8, to: u8| {
        let leads = |&step: &(i32, i32)| away(usize::from(from), step, 1) == Some(usize::from(to));
        STEPS.iter().position(leads).unwrap_or(STEPS.len())
    };
    match mv {
        // From its start a chain can take four pieces. It jumps over each once, so which it took says where it ended.
        Move::Jump(from, _, taken) => {
            let (row, col) = place(usize::from(from));
            let (row, col) = (row % 2, col % 2);
            let over = [(row, col + 1), (row + 2, col + 1), (row + 1, col), (row + 1, col + 2)];
            let bits = over.map(|(row, col)| usize::from(taken >> (SIDE * row + col) & 1));
            bits.into_iter().fold(usize::from(from), |number, bit| 2 * number + bit)
        }
        Move::Place(cell) => usize::from(cell),
        Move::Pass => N_CELLS,
        Move::Shoot(from, to, shot) => {
            (usize::from(from) * STEPS.len() + step(from, to)) * STEPS.len() + step(to, shot)
        }
    }
}

fn cell_name(cell: usize) -> String {
    grid::cell_name(cell / SIDE, cell % SIDE)
}

/// The cell so many steps away.
fn away(cell: usize, (down, right): (i32, i32), n: i32) -> Option<usize> {
    let row = (cell / SIDE) as i32 + n * down;
    let col = (cell % SIDE) as i32 + n * right;
    let on_board = 0..SIDE as i32;
    (on_board.contains(&row) && on_board.contains(&col)).then(|| row as usize * SIDE + col as usize)
}

impl Board {
    fn own(&self) -> char {
        LETTERS[self.to_move.index()]
    }

    fn enemy(&self) -> char {
        LETTERS[self.to_move.other().index()]
    }

    fn own_cells(&self) -> impl Iterator<Item = usize> {
        (0..N_CELLS).filter(|&cell| self.letters[cell] == self.own())
    }

    /// The cells that a piece put down here would turn over.
    fn turned(&self, cell: usize) -> Vec<usize> {
        let mut turned = Vec::new();
        for step in STEPS.into_iter().filter(|_| self.letters[cell] == '.') {
            let ray: Vec<usize> = (1..SIDE as i32).map_while(|n| away(cell, step, n)).collect();
            let n_enemies = ray.iter().take_while(|&&cell| self.letters[cell] == self.enemy()).count();
            if ray.get(n_enemies).is_some_and(|&cell| self.letters[cell] == self.own()) {
                turned.extend(&ray[..n_enemies]);
            }
        }
        turned
    }

    fn placements(&self) -> Vec<Move> {
        (0..N_CELLS)
            .filter(|&cell| !self.turned(cell).is_empty())
            .map(|cell| Move::Place(cell as u8))
            .collect()
    }

    /// Every chain of jumps from a cell: the cells it rests on, its first included, and what it takes, in order.
    fn chains(&self, from: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut done = Vec::new();
        let mut open = vec![(vec![from], Vec::new())];
        while let Some((path, taken)) = open.pop() {
            let here = path[path.len() - 1];
            for step in &STEPS[..4] {
                let (Some(over), Some(to)) = (away(here, *step, 1), away(here, *step, 2)) else { continue };
                let is_free = self.letters[to] == '.' || to == from;
                if self.letters[over] != self.enemy() || taken.contains(&over) || !is_free {
                    continue;
                }
                let longer = (
                    path.iter().copied().chain([to]).collect::<Vec<_>>(),
                    taken.iter().copied().chain([over]).collect::<Vec<_>>(),
                );
                done.push(longer.clone());
                open.push(longer);
            }
        }
        done
    }

    fn listed(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = match self.toy {
            Toy::Jumps => (self.own_cells())
                .flat_map(|from| self.chains(from).into_iter().map(move |chain| jump(&chain)))
                .collect(),
            Toy::Turns => {
                let places = self.placements();
                let theirs = Board { to_move: self.to_move.other(), ..self.clone() }.placements();
                if places.is_empty() && !theirs.is_empty() { vec![Move::Pass] } else { places }
            }
            Toy::Arrows => {
                let mut moves = Vec::new();
                for from in self.own_cells() {
                    let free = |cell: usize| self.letters[cell] == '.' || cell == from;
                    let beside = |cell: usize| STEPS.into_iter().filter_map(move |step| away(cell, step, 1));
                    for to in beside(from).filter(|&to| self.letters[to] == '.') {
                        let shots = beside(to).filter(|&shot| free(shot));
                        moves.extend(shots.map(|shot| Move::Shoot(from as u8, to as u8, shot as u8)));
                    }
                }
                moves
            }
        };
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

fn jump((path, taken): &(Vec<usize>, Vec<usize>)) -> Move {
    let bits = taken.iter().fold(0, |bits, &cell| bits | 1 << cell);
    Move::Jump(path[0] as u8, path[path.len() - 1] as u8, bits)
}

impl Position for Board {
    type Move = Move;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.listed().is_empty() {
            return None;
        }
        if self.toy != Toy::Turns {
            return Some(Outcome::Win(self.to_move.other()));
        }
        let count = |letter: char| self.letters.iter().filter(|&&other| other == letter).count();
        Some(match count(LETTERS[0]).cmp(&count(LETTERS[1])) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn each_move(&self, visit: impl FnMut(Move)) {
        self.listed().into_iter().for_each(visit);
    }

    fn play(&mut self, mv: Move) {
        let own = self.own();
        match mv {
            Move::Jump(from, to, taken) => {
                self.letters[usize::from(from)] = '.';
                (0..N_CELLS).filter(|cell| taken >> cell & 1 == 1).for_each(|cell| self.letters[cell] = '.');
                self.letters[usize::from(to)] = own;
            }
            Move::Place(cell) => {
                self.turned(usize::from(cell)).into_iter().for_each(|cell| self.letters[cell] = own);
                self.letters[usize::from(cell)] = own;
            }
            Move::Pass => {}
            Move::Shoot(from, to, shot) => {
                self.letters[usize::from(from)] = '.';
                self.letters[usize::from(to)] = own;
                self.letters[usize::from(shot)] = '#';
            }
        }
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        let side = self.to_move.index() as u64;
        self.letters.iter().fold(mix(side), |key, &letter| mix(key ^ u64::from(u32::from(letter))))
    }
}

impl Hints for Board {
    fn each_capture(&self, visit: impl FnMut(Move)) {
        if self.toy == Toy::Jumps {
            self.each_move(visit);
        }
    }
}

impl Game for Toy {
    type Position = Board;

    fn id(&self) -> String {
        self.about().id.to_owned()
    }

    fn about(&self) -> &'static About {
        &ABOUTS[*self as usize]
    }

    fn start(&self) -> Board {
        let text = match self {
            Toy::Jumps => "xoxo/oxox/xo.o/oxox x",
            Toy::Turns => "..../.ox./.xo./.... x",
            Toy::Arrows => "x..o/..../..../o..x x",
        };
        self.read_position(text).expect("a start is a position")
    }

    fn max_plies(&self) -> usize {
        2 * N_CELLS
    }

    fn can_draw(&self) -> bool {
        *self == Toy::Turns
    }

    fn reason(&self, pos: &Board) -> Option<&'static str> {
        pos.outcome().map(|_| "no-move")
    }

    fn reason_in_words(&self, _reason: &str) -> String {
        "no move is left".to_owned()
    }

    fn write_move(&self, _pos: &Board, mv: Move) -> String {
        let name = |cell: u8| cell_name(usize::from(cell));
        match mv {
            Move::Jump(from, to, taken) => {
                let taken = (0..N_CELLS).filter(|cell| taken >> cell & 1 == 1);
                let taken: String = taken.map(|cell| format!("x{}", cell_name(cell))).collect();
                format!("{}-{}{taken}", name(from), name(to))
            }
            Move::Place(cell) => name(cell),
            Move::Pass => "pass".to_owned(),
            Move::Shoot(from, to, shot) => format!("{}-{}/{}", name(from), name(to), name(shot)),
        }
    }

    fn explain(&self, _pos: &Board, text: &str) -> MoveError {
        MoveError::unreadable(text, 0, "a move")
    }

    fn write_position(&self, pos: &Board) -> String {
        grid::write_rows(SIDE, SIDE, |row, col| pos.letters[SIDE * row + col], pos.own())
    }

    fn read_position(&self, text: &str) -> Result<Board, PositionError> {
        let read = grid::GridText::read(text, (SIDE, SIDE), ".#xo", LETTERS)?;
        let mut letters = ['.'; N_CELLS];
        read.cells().for_each(|(row, col, letter)| letters[SIDE * row + col] = letter);
        Ok(Board { toy: *self, letters, to_move: read.to_move })
    }

    fn view(&self, pos: &Board) -> View {
        let cells = (0..N_CELLS).map(|cell| Cell {
            is_blocked: pos.letters[cell] == '#',
            ..Cell::square(cell_name(cell), cell / SIDE, cell % SIDE)
        });
        let pieces = (0..N_CELLS).filter_map(|cell| {
            let owner = Player::BOTH.into_iter().find(|owner| LETTERS[owner.index()] == pos.letters[cell])?;
            Some(Piece::new(cell, "stone", pos.letters[cell], owner))
        });
        View {
            columns: (0..SIDE).map(grid::column_name).collect(),
            rows: (1..=SIDE).map(|row| row.to_string()).collect(),
            ..View::of(self, pos, cells, pieces)
        }
    }

    fn move_view(&self, pos: &Board, mv: Move) -> MoveView {
        let text = self.write_move(pos, mv);
        match mv {
            Move::Jump(from, ..) => {
                let mut chains = pos.chains(usize::from(from)).into_iter();
                let (path, taken) = chains.find(|chain| jump(chain) == mv).expect("a legal move is a chain");
                MoveView::jump(text, &path, taken)
            }
            Move::Place(cell) => {
                let cell = usize::from(cell);
                MoveView { turned: pos.turned(cell), ..MoveView::place(text, cell) }
            }
            Move::Pass => MoveView::pass(text),
            Move::Shoot(from, to, shot) => MoveView {
                holes: vec![usize::from(shot)],
                ..MoveView::step(text, usize::from(from), usize::from(to), false)
            },
        }
    }

    fn palette(&self) -> Vec<Swatch> {
        Swatch::of_both(LETTERS, "stone").into_iter().chain([Swatch::blocked('#')]).collect()
    }

    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        grid::write_arrangement(arrangement, SIDE, LETTERS)
    }

    fn plays(&self) -> Plays<Board> {
        let (about, count) = match self {
            Toy::Jumps => ("cell and what is taken", 16 * N_CELLS),
            Toy::Turns => ("cell or pass", N_CELLS + 1),
            Toy::Arrows => ("cell and two steps", STEPS.len() * STEPS.len() * N_CELLS),
        };
        Plays::new(1, about, count, |_, mv| number(mv))
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }

    fn transform(&self, _symmetry: &Symmetry, pos: &Board) -> Board {
        pos.clone()
    }

    fn transform_move(&self, _symmetry: &Symmetry, _pos: &Self::Position, mv: Move) -> Move {
        mv
    }
}
