//! Games as text: the laws, outside numbers, native twins, a naive interpreter, and every problem with its message.

mod agreement;
mod features;
mod fit;
mod generator;
mod grid;
mod hostile;
mod interpreter;
mod laws;
mod manual;
mod opening;
mod perft;
mod pictures;
mod race;
mod second;
mod snapshots;
mod twins;
