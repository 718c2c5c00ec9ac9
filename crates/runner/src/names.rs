//! Names that experiment files give: to entrants and treatments, which people read, and to genes, which become part of an
//! agent's text. None of them can pass for anything but a name.

use serde::{Deserialize, Deserializer, de::Error};
use zermelo_game::shown;

/// The most characters of a name.
const MOST_CHARACTERS: usize = 80;

/// What may stand in a name that people read, besides letters and digits of any script.
const MARKS: &str = " -_.,:;/+=()%'\"!?&#*±";

/// Whether this is a name for people: letters, digits, spaces and ordinary marks, on one line.
pub fn check(name: &str) -> Result<(), String> {
    let is_fit = |c: char| c.is_alphanumeric() || MARKS.contains(c);
    let n_characters = name.chars().count();
    if name.trim() == name && (1..=MOST_CHARACTERS).contains(&n_characters) && name.chars().all(is_fit) {
        return Ok(());
    }
    Err(format!(
        "the name `{}`: expected 1 to {MOST_CHARACTERS} letters, digits, spaces or any of {} without a space at either end",
        shown(name),
        MARKS.trim()
    ))
}

/// Whether this is a name of a gene: a word such as `piece-diff`.
pub fn check_gene(name: &str) -> Result<(), String> {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if begins_well && name.len() <= MOST_CHARACTERS && name.chars().all(is_fit) {
        return Ok(());
    }
    let expected = "expected a letter, then letters, digits, hyphens or underscores";
    Err(format!("the gene `{}`: {expected}, {MOST_CHARACTERS} at most", shown(name)))
}

/// Reads a name for people.
pub fn read<'de, D: Deserializer<'de>>(text: D) -> Result<String, D::Error> {
    let name = String::deserialize(text)?;
    check(&name).map_err(D::Error::custom)?;
    Ok(name)
}

/// Reads a name for people, if there is one.
pub fn read_some<'de, D: Deserializer<'de>>(text: D) -> Result<Option<String>, D::Error> {
    read(text).map(Some)
}

/// Reads names of genes.
pub fn read_genes<'de, D: Deserializer<'de>>(texts: D) -> Result<Option<Vec<String>>, D::Error> {
    let names = Vec::<String>::deserialize(texts)?;
    names.iter().try_for_each(|name| check_gene(name)).map_err(D::Error::custom)?;
    Ok(Some(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_and_nothing_else() {
        for name in
            ["a", "AB_Improved (opponent)", "cs0 r=1/10, published search", "Zufall ½", "B, generation 20"]
        {
            assert_eq!(check(name), Ok(()));
        }
        let long = "x".repeat(MOST_CHARACTERS + 1);
        for name in ["", " a", "a ", "a\nb", "\u{1b}[2J", "<b>", "{genes}", "a`b", "\u{202e}a", &long] {
            assert!(check(name).is_err(), "{name:?}");
        }
        for name in ["horiz-center", "c", "r_0", "A1"] {
            assert_eq!(check_gene(name), Ok(()));
        }
        for name in ["", "1a", "-a", "a b", "gi(sh -c x", "a=1", "a,b", "a)", "é", &long] {
            assert!(check_gene(name).is_err(), "{name:?}");
        }
    }
}
