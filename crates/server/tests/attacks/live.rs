//! A server on a real socket, in this process, and clients that say exactly what a test says.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use zermelo_game::Stop;
use zermelo_server::limits::Limits;
use zermelo_server::{Settings, serve};

use crate::site::{QUICK, settings};

/// So long a test waits for what must come: no limit of the server, only an end for a test that fails.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Time limits that a test can wait for.
pub fn short() -> Limits {
    let soon = Duration::from_millis(150);
    Limits { head: soon, body: soon, write: soon, closing: soon, stopping: soon, ..Limits::default() }
}

/// A server on a real socket.
pub struct Live {
    pub address: SocketAddr,
    _folder: TempDir,
    stop: Stop,
    ended: Receiver<()>,
}

impl Live {
    pub fn start(limits: Limits) -> Live {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("quick.toml"), QUICK).expect("a file");
        let settings = Settings { limits, ..settings(folder.path(), None) };
        let stop = Stop::default();
        let (tell_address, address) = channel();
        let (tell_end, ended) = channel();
        let hand = stop.clone();
        thread::spawn(move || {
            serve(settings, hand, |address| tell_address.send(address).expect("the test waits"))
                .expect("it serves");
            let _ = tell_end.send(());
        });
        let address = address.recv_timeout(PATIENCE).expect("it listens");
        Live { address, _folder: folder, stop, ended }
    }

    /// A client that has connected and said nothing yet.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time limit");
        stream
    }

    /// A client that has said this.
    pub fn say(&self, words: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(words.replace("HOST", &self.address.to_string()).as_bytes()).expect("it listens");
        stream
    }

    /// The whole answer to a request that ends the connection.
    pub fn ask(&self, words: &str) -> String {
        all_of(&mut self.say(words))
    }

    /// Tells it to stop, and waits until it has ended; whether it has.
    pub fn ends(&self) -> bool {
        self.stop.stop();
        self.ended.recv_timeout(PATIENCE).is_ok()
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Everything until the other side hangs up, orderly or not; fails if it does not.
pub fn all_of(stream: &mut TcpStream) -> String {
    let (mut bytes, mut piece) = (Vec::new(), [0; 65536]);
    loop {
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(n) => bytes.extend_from_slice(&piece[..n]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
            Err(error) => panic!("the server does not hang up: {error}"),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What comes until these words do.
pub fn until(stream: &mut TcpStream, words: &str) -> String {
    let (mut text, mut piece) = (String::new(), [0; 65536]);
    while !text.contains(words) {
        let n = stream.read(&mut piece).expect("an answer");
        assert!(n > 0, "it ended before `{words}` came: {text}");
        text.push_str(&String::from_utf8_lossy(&piece[..n]));
    }
    text
}
