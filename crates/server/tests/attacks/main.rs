//! What hostile pages, strangers in the network and broken clients may not do.

mod panics;
mod queue;
#[path = "../common/site.rs"]
mod site;
