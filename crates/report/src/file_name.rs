//! Names of files and anchors from titles: safe on every system, and each only once.

use std::collections::BTreeSet;

/// Longer names are cut.
const LONGEST: usize = 60;

/// Names that were given, so that none is given twice.
#[derive(Default)]
pub(crate) struct Names {
    given: BTreeSet<String>,
}

impl Names {
    /// A name from a title that no other title had.
    pub fn unique(&mut self, title: &str) -> String {
        let name = file_name(title);
        let numbered = (2_u64..).map(|number| format!("{name}-{number}"));
        let free = [name.clone()].into_iter().chain(numbered).find(|name| !self.given.contains(name));
        let free = free.unwrap_or(name);
        self.given.insert(free.clone());
        free
    }
}

/// A title as lower-case words joined by hyphens: letters and digits of ASCII, nothing else.
pub fn file_name(title: &str) -> String {
    let mut name = String::new();
    for character in title.chars() {
        if character.is_ascii_alphanumeric() {
            name.push(character.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') && character != '\'' {
            name.push('-');
        }
        if name.len() >= LONGEST {
            break;
        }
    }
    let name = name.trim_end_matches('-');
    // Nothing left, or a name that Windows keeps for devices.
    let is_kept = matches!(name, "" | "con" | "prn" | "aux" | "nul")
        || ["com", "lpt"].iter().any(|device| {
            name.strip_prefix(device)
                .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
        });
    if is_kept { format!("item-{name}").trim_end_matches('-').to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_unique() {
        assert_eq!(file_name("Wins: Black vs. White (63 %)"), "wins-black-vs-white-63");
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
        assert_eq!([file_name("CON"), file_name("lpt1"), file_name("…")], ["item-con", "item-lpt1", "item"]);
        assert!(file_name(&"long ".repeat(100)).len() <= LONGEST);
        let mut names = Names::default();
        assert_eq!(["a", "A!", "a-2", "a"].map(|title| names.unique(title)), ["a", "a-2", "a-2-2", "a-3"]);
    }
}
