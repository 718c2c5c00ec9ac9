//! What a terminal shows, and what is typed there: boards, tables, prose, numbers and progress that fit its width. It knows no command and no store.

pub mod board;
mod canvas;
pub mod number;
pub mod progress;
pub mod prose;
pub mod table;
pub mod time;
pub mod typed_move;
pub mod width;
