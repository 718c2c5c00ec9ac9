//! The fleet against a real broker. Each test starts its own, on a free port of this machine.

mod attacks;
mod broker;
mod connections;
mod poisons;
mod proxy;
mod rights;
mod rounds;
mod stage;
