//! Articles, plurals and lists.

/// With a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// A name with its article.
pub fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// So many of a kind: `a king`, `3 pawns`.
pub fn counted(count: usize, name: &str) -> String {
    if count == 1 { with_article(name) } else { format!("{count} {}", plural(name)) }
}

/// The plural of a piece's name: of what people call pieces, some are irregular.
pub fn plural(name: &str) -> String {
    let ends = |ends: &[&str]| ends.iter().any(|&end| name.ends_with(end));
    match name {
        "sheep" | "fish" | "deer" | "pieces" => name.to_owned(),
        "goose" => "geese".to_owned(),
        "mouse" => "mice".to_owned(),
        "ox" => "oxen".to_owned(),
        "wolf" | "thief" | "elf" | "dwarf" => format!("{}ves", &name[..name.len() - 1]),
        _ if name == "man" || name == "woman" || name.ends_with("sman") => {
            format!("{}en", &name[..name.len() - 2])
        }
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{name}es"),
        _ if ends(&["y"]) && !ends(&["ay", "ey", "iy", "oy", "uy"]) => {
            format!("{}ies", &name[..name.len() - 1])
        }
        _ => format!("{name}s"),
    }
}

/// A list: `a, b and c`.
pub fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}
