//! Experiments as somebody would write them who wants to start a program, read a file, or bring the machine down.

use std::path::{Path, PathBuf};

use zermelo_any::Folder;
use zermelo_catalog::Permission;
use zermelo_experiments::experiment::Experiment;

/// A program would make this file.
pub fn mark() -> PathBuf {
    std::env::temp_dir().join(format!("zermelo-fuzz-{}", std::process::id()))
}

/// What would start a program, name a file, break out of its place, or ask for too much; and what is harmless, so that experiments
/// get beyond their first lines.
fn agents() -> Vec<String> {
    let program = format!("ugi(touch {}, nodes=1, start=1s, stall=1s)", mark().display());
    let texts = [
        "random",
        "alphabeta(nodes=9)",
        "mcts(playouts=9)",
        "casual(random, slips={c})",
        "alphabeta(nodes=9, eval={eval})",
        "alphabeta(nodes={nodes})",
        "alphabeta(nodes={nodes}, eval={eval})",
        "alphabeta(nodes=9, eval=weights({genes}))",
        "alphabeta(nodes=9, memory=60000)",
        "alphabeta(nodes=9, threads=200)",
        "net(x.safetensors)",
        "mcts(playouts=9, policy=greedy(eval=net(/etc/passwd.safetensors)))",
        "alphabeta(nodes=9, eval=expr({c} / 0))",
        "alphabeta(nodes=9, eval=expr-file(/etc/passwd))",
        "bred(last)",
        "u{genes}, nodes=1)",
        "{eval}",
        "{genes}",
        "default, memory=60000",
        "default",
    ];
    let mut all: Vec<String> = texts.map(str::to_owned).to_vec();
    all.push(program.replace("nodes=1", "nodes={nodes}"));
    all.push(program.replace("nodes=1", "log={eval}"));
    all.push(format!("casual({program}, slips={{c}})"));
    all.push(program);
    all
}

const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "2",
    "4",
    "10",
    "100",
    "65536",
    "100000000",
    "2147483648",
    "4294967294",
    "4294967295",
    "9223372036854775807",
    "-1",
];

const NAMES: [&str; 6] = ["a", "b", "c", "gi(touch /tmp/zermelo-fuzz x", "{genes}", "\\u001b[2J"];

const GAMES: [&str; 4] = ["tictactoe", "hexapawn", "connect4", "mnk:19,19,5"];

/// Takes one choice after the other out of some bytes.
struct Choices<'a>(std::iter::Cycle<std::slice::Iter<'a, u8>>);

impl Choices<'_> {
    fn of<'b>(&mut self, list: &'b [impl AsRef<str>]) -> &'b str {
        let choice = self.0.next().copied().unwrap_or_default();
        list[usize::from(choice) % list.len()].as_ref()
    }
}

/// The experiment that these bytes choose.
pub fn hostile(bytes: &[u8]) -> String {
    let agents = agents();
    let mut choices = Choices(bytes.iter().cycle());
    let mut agent = |choices: &mut Choices| choices.of(&agents).to_owned();
    let entrant = |choices: &mut Choices, agent: &mut dyn FnMut(&mut Choices) -> String| {
        let name = choices.of(&NAMES).to_owned();
        format!("{{ name = \"{name}\", agent = \"{}\" }}", agent(choices))
    };
    let kinds = ["tournament", "evolution", "training", "q-learning", "portrait", "study", "series"];
    let kind = choices.of(&kinds).to_owned();
    let game = choices.of(&GAMES).to_owned();
    let head = format!("kind = \"{kind}\"\ntitle = \"t\"\ngame = \"{game}\"\n");
    let [a, b, c] = [(); 3].map(|()| choices.of(&NUMBERS).to_owned());
    let (one, two) = (entrant(&mut choices, &mut agent), entrant(&mut choices, &mut agent));
    let own = agent(&mut choices);
    let openings = match choices.of(&["plies", "level", "file", "none"]) {
        "plies" => format!("openings = {{ plies = {c} }}\n"),
        "level" => {
            let judge = agent(&mut choices);
            format!("openings = {{ plies = 2, level = {{ judge = \"{judge}\", within = 9.0 }} }}\n")
        }
        "file" => "openings = { file = \"/etc/passwd\" }\n".to_owned(),
        _ => String::new(),
    };
    match kind.as_str() {
        "tournament" => {
            let schedule = choices.of(&["round-robin", "knockout", "double-round-robin", "partial", "swiss"]);
            let more = match schedule {
                "partial" => format!("matches = {a}"),
                "swiss" => format!("rounds = {b}, games = {a}"),
                _ => format!("games = {a}"),
            };
            format!(
                "{head}{openings}schedule = {{ kind = \"{schedule}\", {more} }}\nagents = [{one}, {two}]\n"
            )
        }
        "evolution" => {
            let name = choices.of(&NAMES);
            format!(
                "{head}{openings}generations = {b}\nagent = \"{own}\"\n\
                 genes = [{{ names = [\"{name}\"], low = 0.0, high = 1.0 }}]\n\
                 fitness = {{ kind = \"league\", games = {a}, rating = {{ kind = \"points\" }} }}\n\
                 confirmation = {{ games = {c}, opponents = [{one}] }}\n\
                 [method]\nkind = \"cma-es\"\npopulation = {c}\n"
            )
        }
        "training" => {
            let first = agent(&mut choices);
            format!(
                "{head}rounds = {b}\nplay = {{ agent = \"{own}\", first = \"{first}\", games = {a} }}\n\
                 model = {{ kind = \"network\", hidden = [{c}] }}\n\
                 confirmation = {{ agent = \"{own}\", games = {a}, opponents = [{one}] }}\n"
            )
        }
        "q-learning" => format!(
            "{head}moves = [{b}]\nlearning = {{ batch = {a}, memory = {c} }}\n\
             test = {{ agent = \"{own}\", games = {a}, opponents = [{one}] }}\n"
        ),
        "portrait" => format!(
            "{head}agent = \"{own}\"\ngames = {{ nodes = [{a}], games = {b}, random = {c} }}\n\
             ladder = {{ nodes = {a}, doublings = {b}, games = {c} }}\nheuristics = {{ agent = \"{own}\", games = {b} }}\n"
        ),
        "study" => format!(
            "kind = \"study\"\ntitle = \"t\"\nruns = {a}\n[subject]\nkind = \"tables\"\npopulation = {b}\n\
             most-generations = {c}\n[[treatments]]\nname = \"a\"\n"
        ),
        _ => format!(
            "{head}[[stages]]\nname = \"one\"\nruns = {a}\nkind = \"tournament\"\n{openings}\
             schedule = {{ kind = \"round-robin\", games = {b} }}\nagents = [{one}, {two}]\n"
        ),
    }
}

/// Whatever an experiment says: with the server's permission no program is started and no file is read while it is read and
/// checked, and what may run is small. The experiment, if it may run.
pub fn experiment(text: &str) -> Option<Experiment> {
    let folder = Folder::new(Path::new("."), Permission::server());
    let read = Experiment::parse("fuzz".to_owned(), text.to_owned(), "a text", folder);
    let checked = read.and_then(|experiment| experiment.check(Permission::server()).map(|()| experiment));
    nothing_was_started(text);
    if let Ok(experiment) = &checked {
        let megabytes = experiment.megabytes().unwrap_or(u64::MAX);
        assert!(megabytes <= zermelo_any::SERVER_MEGABYTES, "{megabytes} MB: {text}");
    }
    checked.ok()
}

/// Fails if a program was started.
pub fn nothing_was_started(text: &str) {
    assert!(!mark().exists(), "a program was started by:\n{text}");
}
