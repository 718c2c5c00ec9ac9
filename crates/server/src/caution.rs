//! What may be asked for: nobody may start programs or read files through the name of an agent.

use zermelo_game::parameters::read_call;

use crate::fault::Fault;

/// The most memory an agent may ask for, in megabytes.
const MOST_MEGABYTES: u64 = 256;
/// The most threads.
const MOST_THREADS: u64 = 8;

/// Whether an agent may be asked for over the wire: no programs, no files, no more memory and threads than is fair.
pub fn check_agent(text: &str) -> Result<(), Fault> {
    if text.len() > 4000 {
        return Err(Fault::bad("bad-agent", "an agent's text has at most 4,000 characters"));
    }
    let names = names_in(text);
    if names.iter().any(|name| name == "ugi") {
        let problem = "guests (`ugi(..)`) start programs: they play in matches from the terminal only";
        return Err(Fault::forbidden("forbidden-agent", problem));
    }
    if text.contains(".safetensors") {
        let problem = "networks from files play in the terminal only; here, name a run: net(RUN/net)";
        return Err(Fault::forbidden("forbidden-agent", problem));
    }
    let Ok((_, mut parameters)) = read_call(text) else { return Ok(()) };
    for (name, most) in [("memory", MOST_MEGABYTES), ("threads", MOST_THREADS)] {
        let asked = parameters.word(name).and_then(|word| word.parse::<u64>().ok());
        if asked.is_some_and(|asked| asked > most) {
            return Err(Fault::forbidden("forbidden-agent", format!("`{name}` is at most {most} here")));
        }
    }
    if let Some(inside) = parameters.plain().filter(|inside| inside.contains('(')) {
        check_agent(&inside)?;
    }
    Ok(())
}

/// All words before parentheses, in lower case.
fn names_in(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices('(') {
        let before = &text[..at].trim_end();
        let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '-').map_or(0, |at| at + 1);
        // A letter of several bytes may end there.
        let start =
            (start..=before.len()).find(|&start| before.is_char_boundary(start)).unwrap_or(before.len());
        names.push(before[start..].to_lowercase());
    }
    if names.is_empty() {
        names.push(text.trim().to_lowercase());
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_files_cannot_be_named() {
        for agent in [
            "ugi(rm -rf /)",
            "UGI (x)",
            "casual(ugi(x), slips=0.5)",
            "casual( Ugi(x))",
            "ugi",
            "net(/etc/x.safetensors)",
            "alphabeta(memory=100000)",
            "alphabeta(threads=200)",
            "casual(alphabeta(memory=100000))",
        ] {
            assert!(check_agent(agent).is_err(), "{agent}");
        }
        for agent in
            ["random", "alphabeta(nodes=100, memory=64)", "mcts(playouts=10)", "net(run-1/net)", "é(ü("]
        {
            assert!(check_agent(agent).is_ok(), "{agent}");
        }
    }
}
