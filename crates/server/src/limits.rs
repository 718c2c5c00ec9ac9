//! How long the server waits, and how much it holds, for anybody who asks: one place for all of it.

use std::time::Duration;

/// How long the server waits, and how much it holds.
#[derive(Clone, Debug)]
pub struct Limits {
    /// For the head of a request; also how long a connection may be idle between two requests.
    pub head: Duration,
    /// For the whole body of a request.
    pub body: Duration,
    /// For a client that takes nothing of its answer.
    pub write: Duration,
    /// For open requests to end after the server was told to stop; then they are cut off.
    pub closing: Duration,
    /// For the experiment that runs to stop after the server was told to stop; then it is left, and can be resumed.
    pub stopping: Duration,
    /// The most connections at once.
    pub connections: usize,
    /// The most connections at once from one other machine.
    pub connections_of_one: usize,
    /// The most bytes of a request's head: the longest addresses of games are a little shorter.
    pub head_bytes: usize,
    /// The most headers of a request.
    pub headers: usize,
    /// The most bytes of a request's body: the longest games and experiment files are far smaller.
    pub body_bytes: usize,
    /// The most experiments that wait.
    pub waiting: usize,
    /// Over so long a time wrong tokens are counted.
    pub wrong_tokens_window: Duration,
    /// The most wrong tokens from one address in that time.
    pub wrong_tokens_of_one: u32,
    /// The most wrong tokens from all addresses in that time.
    pub wrong_tokens: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            head: Duration::from_secs(20),
            body: Duration::from_secs(20),
            write: Duration::from_secs(30),
            closing: Duration::from_secs(2),
            stopping: Duration::from_secs(5),
            connections: 512,
            connections_of_one: 128,
            head_bytes: 128 * 1024,
            headers: 64,
            body_bytes: 256 * 1024,
            waiting: 32,
            wrong_tokens_window: Duration::from_secs(60),
            wrong_tokens_of_one: 10,
            wrong_tokens: 200,
        }
    }
}
