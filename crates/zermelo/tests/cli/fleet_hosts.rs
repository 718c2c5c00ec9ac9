//! A fleet on hosts of its own: network namespaces with a switch between them, whose cables can be pulled. It needs root and `ip`,
//! so it is one of the long tests: `cargo xtask fleet`.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::broker::{TOKEN, program};
use crate::fleet::{exported, folder_with};
use crate::fleet_kills::{count_games, file};

/// A switch with the broker on it, and hosts.
struct Network {
    name: String,
    n_hosts: usize,
    /// What runs there ends before the network does.
    processes: Vec<Child>,
}

const BROKER: &str = "10.213.7.1";
const PORT: u16 = 4222;

fn ip(arguments: &str) {
    let ran = Command::new("ip").args(arguments.split(' ')).output().expect("there is `ip`");
    assert!(ran.status.success(), "ip {arguments} (as root?): {}", String::from_utf8_lossy(&ran.stderr));
}

impl Network {
    fn new(n_hosts: usize) -> Network {
        // Names of interfaces are short, and nobody else has this one.
        let name = format!("zermelo-{}", std::process::id());
        let network = Network { name, n_hosts, processes: Vec::new() };
        let switch = network.host(0);
        ip(&format!("netns add {switch}"));
        ip(&format!("-n {switch} link set lo up"));
        ip(&format!("-n {switch} link add switch type bridge"));
        ip(&format!("-n {switch} addr add {BROKER}/24 dev switch"));
        ip(&format!("-n {switch} link set switch up"));
        for number in 1..=n_hosts {
            let host = network.host(number);
            ip(&format!("netns add {host}"));
            ip(&format!("-n {switch} link add port{number} type veth peer name eth0 netns {host}"));
            ip(&format!("-n {switch} link set port{number} master switch up"));
            ip(&format!("-n {host} addr add 10.213.7.{}/24 dev eth0", 10 + number));
            ip(&format!("-n {host} link set lo up"));
            ip(&format!("-n {host} link set eth0 up"));
        }
        network
    }

    /// The namespace of a host; that of the switch is number 0.
    fn host(&self, number: usize) -> String {
        format!("{}-{number}", self.name)
    }

    /// Pulls the cable of a host, or puts it back.
    fn set_cable(&self, number: usize, state: &str) {
        ip(&format!("-n {} link set port{number} {state}", self.host(0)));
    }

    /// A program on a host.
    fn command(&self, number: usize, program: &Path) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.host(number)]).arg(program).env("ZERMELO_FLEET_TOKEN", TOKEN);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn start(&mut self, mut command: Command) {
        self.processes.push(command.spawn().expect("the program starts"));
    }

    /// Waits until the broker greets, as a host hears it.
    fn wait_for_broker(&self) {
        let until = Instant::now() + Duration::from_secs(20);
        let greeting = format!("exec 3<>/dev/tcp/{BROKER}/{PORT} && head -c 4 <&3");
        loop {
            let heard =
                self.command(1, Path::new("bash")).args(["-c", &greeting]).stdout(Stdio::piped()).output();
            if heard.is_ok_and(|heard| heard.stdout == b"INFO") {
                return;
            }
            assert!(Instant::now() < until, "the broker does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
        for number in 0..=self.n_hosts {
            let _ = Command::new("ip").args(["netns", "del", &self.host(number)]).output();
        }
    }
}

#[test]
fn hosts_whose_cables_are_pulled_change_no_byte() {
    let folder = folder_with(&file(400));
    let path = folder.path();
    let mut network = Network::new(3);
    let config = format!(
        "listen: \"{BROKER}:{PORT}\"\nauthorization {{ token: \"{TOKEN}\" }}\n\
         jetstream {{ store_dir: \"{}\", max_memory_store: 64MB }}\n",
        path.join("store").display()
    );
    std::fs::write(path.join("broker.conf"), config).expect("a configuration");
    let mut broker = network.command(0, &program());
    broker.arg("-c").arg(path.join("broker.conf"));
    network.start(broker);
    network.wait_for_broker();
    let (url, zermelo) = (format!("nats://{BROKER}:{PORT}"), Path::new(env!("CARGO_BIN_EXE_zermelo")));
    for host in [2, 3] {
        let mut worker = network.command(host, zermelo);
        worker.args(["worker", "--threads", "1", "--connect", &url]);
        network.start(worker);
    }
    let mut run = network.command(1, zermelo);
    run.args(["run", "small.toml", "--threads", "0", "--store", "fleet.db", "--fleet", &url]);
    let mut run = run.current_dir(path).spawn().expect("the program starts");
    // Games are stored: workers are at it.
    let until = Instant::now() + Duration::from_secs(60);
    while count_games(path, "fleet.db") == 0 {
        assert!(Instant::now() < until, "no game is stored");
        std::thread::sleep(Duration::from_millis(50));
    }
    // Without its cable the run cannot end: what follows happens while it is under way.
    network.set_cable(1, "down");
    assert!(run.try_wait().expect("it was started").is_none(), "the run is under way");
    for (host, state) in [(2, "down"), (1, "up"), (2, "up"), (3, "down")] {
        std::thread::sleep(Duration::from_millis(1500));
        network.set_cable(host, state);
    }
    let ended = run.wait().expect("it was started");
    assert!(ended.success(), "{ended}");
    assert_eq!(exported(path, "fleet.db"), exported(path, "alone.db"));
}
