//! Text from people inside markup: nothing in it is ever taken for markup.

/// Text for an element or an attribute of XML and HTML. Characters that XML forbids become U+FFFD.
pub(crate) fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(character),
            // Readers of XML and HTML turn it into a line feed anyhow.
            '\r' => escaped.push('\n'),
            '\0'..='\x1f' | '\u{7f}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' => escaped.push('\u{fffd}'),
            _ if u32::from(character) & 0xfffe == 0xfffe => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Text for a cell of a Markdown table, or a line of it: on one line, and shown as it is.
pub(crate) fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '$' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_disarmed() {
        assert_eq!(markup("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
        assert_eq!(markup("a\0b\u{ffff}\r"), "a\u{fffd}b\u{fffd}\n");
        assert_eq!(markdown("a|b\n*c*"), "a\\|b \\*c\\*");
    }
}
