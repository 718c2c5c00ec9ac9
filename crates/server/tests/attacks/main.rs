//! What hostile pages, strangers in the network and broken clients may not do. docs/security.md says what is promised.

mod agents;
mod numbers;
#[path = "../api/site.rs"]
mod site;
