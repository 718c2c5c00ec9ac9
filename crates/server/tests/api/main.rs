//! What the server answers, asked without a network.

mod games;
mod gate;
mod invent;
mod kept;
mod manual;
mod runs;
#[path = "../common/site.rs"]
mod site;
