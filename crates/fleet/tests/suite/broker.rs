//! A broker of a test: a `nats-server` process with its files in a folder that ends with it.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use zermelo_fleet::Connection;

/// A broker that ends with its test.
pub struct Broker {
    child: Option<Child>,
    port: u16,
    folder: TempDir,
    scheme: &'static str,
    config: String,
    program: PathBuf,
}

/// The secret that it asks for.
pub const TOKEN: &str = "between-us";

/// A configuration without JetStream.
fn plain(port: u16) -> String {
    format!("listen: \"127.0.0.1:{port}\"\nmax_payload: 16MB\nauthorization {{ token: \"{TOKEN}\" }}\n")
}

/// The programs of this name on the PATH, and where Debian puts it.
fn installed() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    folders.map(|folder| folder.join("nats-server")).filter(|path| path.is_file()).collect()
}

/// An installed `nats-server` of this version, such as `2.9.`.
pub fn installed_version(version: &str) -> Option<PathBuf> {
    installed().into_iter().find(|program| {
        let told = Command::new(program).arg("--version").output();
        told.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).contains(&format!("v{version}")))
    })
}

/// Where `nats-server` is.
pub fn program() -> PathBuf {
    if let Some(path) = std::env::var_os("ZERMELO_NATS_SERVER") {
        return path.into();
    }
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/nats-server");
    let found = [tool].into_iter().chain(installed()).find(|path| path.is_file());
    found.expect(
        "there is no `nats-server`: run `cargo xtask test`, which installs one, or name one in ZERMELO_NATS_SERVER",
    )
}

impl Broker {
    /// A broker with JetStream.
    pub fn start() -> Broker {
        Broker::start_program(program())
    }

    /// The same, and this is the program.
    pub fn start_program(program: PathBuf) -> Broker {
        Broker::start_with(program, "nats", |port, folder| {
            let jetstream =
                format!("jetstream {{ store_dir: \"{folder}/store\", max_memory_store: 64MB }}\n");
            plain(port) + &jetstream
        })
    }

    /// A broker that only passes messages on.
    pub fn start_without_jetstream() -> Broker {
        Broker::start_configured("nats", |port, _| plain(port))
    }

    /// A broker with a configuration for this port and folder.
    pub fn start_configured(scheme: &'static str, config: impl Fn(u16, &str) -> String) -> Broker {
        Broker::start_with(program(), scheme, config)
    }

    fn start_with(program: PathBuf, scheme: &'static str, config: impl Fn(u16, &str) -> String) -> Broker {
        let folder = tempfile::tempdir().expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let config = config(port, &folder.path().display().to_string());
        let mut broker = Broker { child: None, port, folder, scheme, config, program };
        broker.begin();
        broker
    }

    /// Starts it again after it was killed.
    pub fn begin(&mut self) {
        let port = self.port;
        let file = self.folder.path().join("broker.conf");
        std::fs::write(&file, &self.config).expect("a configuration");
        let mut command = Command::new(&self.program);
        let child = command.arg("-c").arg(&file).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.child = Some(child.expect("nats-server starts"));
        let until = Instant::now() + Duration::from_secs(20);
        while !self.answers() {
            assert!(Instant::now() < until, "nats-server does not answer on port {port}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether it greets.
    fn answers(&self) -> bool {
        let Ok(stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return false };
        let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).is_ok() && line.starts_with("INFO")
    }

    /// Kills it without a word.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Loses what it has written.
    pub fn lose_files(&mut self) {
        let _ = std::fs::remove_dir_all(self.folder.path().join("store"));
    }

    /// Kills it and starts another in its place that knows nothing.
    pub fn replace(&mut self) {
        self.kill();
        self.lose_files();
        self.begin();
    }

    /// How it is reached.
    pub fn connection(&self) -> Connection {
        Connection { token: Some(TOKEN.to_owned()), ..Connection::to(self.url()) }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("{}://127.0.0.1:{}", self.scheme, self.port)
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.kill();
    }
}
