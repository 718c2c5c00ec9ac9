//! What hostile pages, strangers in the network and broken clients may not do. docs/security.md says what is promised.

mod agents;
mod cross_site;
mod garbage;
mod headers;
mod hosts;
mod live;
mod numbers;
mod panics;
mod queue;
#[path = "../common/site.rs"]
mod site;
mod sockets;
mod texts;
mod tokens;
