//! The manual of this program, and small manuals of the tests' own.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Parser, Tag};

use super::*;

fn small(pages: &[(&str, &str)]) -> Manual {
    Manual::of(pages.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())))
}

/// Text without colours.
fn bare(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        bare += &rest[..at];
        rest = rest[at..].split_once('m').map_or("", |(_, rest)| rest);
    }
    bare + rest
}

#[test]
fn all_links_lead_somewhere() {
    let manual = Manual::get();
    let mut broken = Vec::new();
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for page in manual.pages() {
        for event in Parser::new_ext(&page.text, page::OPTIONS) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else {
                continue;
            };
            let is_right = match manual.target(&page.path, &dest_url) {
                Target::Page { path, anchor } => {
                    anchor.is_empty()
                        || manual.page(&path).is_some_and(|page| page.section(&anchor).is_some())
                }
                Target::Site(_) => true,
                // A file of the repository.
                Target::Elsewhere(link) => {
                    let file = link.split('#').next().unwrap_or_default();
                    let folder = if page.path.starts_with("findings/")
                        || BESIDE.iter().any(|(path, _)| *path == page.path)
                    {
                        root.join("docs")
                    } else {
                        root.join("docs/manual")
                    };
                    let path = folder.join(&page.path);
                    let path = path.parent().expect("a folder").join(file);
                    path.exists()
                }
            };
            if !is_right {
                broken.push(format!("{}: {dest_url}", page.path));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_table_of_contents_lists_every_page() {
    let manual = Manual::get();
    let summary = Pages::get("SUMMARY.md").expect("a table of contents");
    let parts = contents::read(std::str::from_utf8(&summary.data).expect("text"));
    let listed: BTreeSet<&str> =
        parts.iter().flat_map(|part| &part.entries).map(|entry| entry.path.as_str()).collect();
    for path in &listed {
        assert!(manual.page(path).is_some(), "{path} is listed and is not there");
    }
    let beside = |path: &str| path.starts_with("findings/") || BESIDE.iter().any(|(name, _)| *name == path);
    for page in manual.pages().iter().filter(|page| !beside(&page.path)) {
        assert!(listed.contains(page.path.as_str()), "SUMMARY.md lacks {}", page.path);
    }
    assert_eq!(manual.contents()[0].entries[0].path, "introduction");
    assert_eq!(manual.contents()[1].title, "Tutorials");
    assert!(manual.pages().len() >= 15);
}

#[test]
fn topics_are_found_by_what_people_call_them() {
    let manual = Manual::get();
    for (topic, path, anchor) in [
        ("concepts", "concepts", ""),
        ("tutorials/designer", "tutorials/designer", ""),
        ("designer", "tutorials/designer", ""),
        ("Games as text", "game-language", ""),
        ("ugi", "ugi", ""),
        ("sprt", "concepts", "sprt-and-llr"),
        ("LLR", "concepts", "sprt-and-llr"),
        ("winner's curse", "concepts", "winners-curse"),
        ("concepts#winners-curse", "concepts", "winners-curse"),
        ("winners", "concepts", "winners-curse"),
        ("pentanomial", "concepts", "pair-and-pentanomial"),
        ("ply", "concepts", "ply"),
        ("anytime", "concepts", "looking-all-the-time-anytime-intervals"),
        ("holm", "concepts", "many-tests-holm"),
        ("concept", "concepts", ""),
        ("desinger", "tutorials/designer", ""),
        ("milestone", "findings/000-milestone", ""),
    ] {
        let found = manual.find(topic).unwrap_or_else(|problem| panic!("{topic}: {problem:?}"));
        let got = (found.page.path.as_str(), found.section.map_or("", |section| section.anchor.as_str()));
        assert_eq!(got, (path, anchor), "{topic}");
    }
    let missing = manual.find("quaternions").expect_err("there is nothing about them");
    assert!(missing.nearest.len() <= 3);
    let near = manual.find("winer curs").expect_err("not spelled so");
    assert!(near.nearest.contains(&"winners-curse".to_owned()), "{near:?}");
    assert!(manual.find("").is_err());
}

#[test]
fn searches_find_sections_with_all_words() {
    let manual = small(&[
        ("SUMMARY", "# Summary\n\n- [B](b.md)\n- [A](a.md)\n"),
        ("a", "# A\n\nAbout *cats* and dogs.\n\n## Cats\n\n| x | y |\n| --- | --- |\n| cats | `sleep` |\n"),
        ("b", "# B\n\n- dogs bark\n- cats\n\n```console\n$ cats --dogs\n```\n"),
    ]);
    let places = |query: &str| -> Vec<(String, String)> {
        manual.search(query).iter().map(|hit| (hit.page.path.clone(), hit.section.anchor.clone())).collect()
    };
    let place = |path: &str, anchor: &str| (path.to_owned(), anchor.to_owned());
    assert_eq!(places("cats"), [place("a", "cats"), place("b", ""), place("a", "")]);
    assert_eq!(places("DOGS cats"), [place("b", ""), place("a", "")]);
    assert_eq!(places("sleep"), [place("a", "cats")]);
    assert!(places("horses").is_empty() && places("  ").is_empty());
    assert_eq!(manual.search("dogs cats")[0].lines, ["dogs bark", "cats", "$ cats --dogs"]);
    // Long lines are cut around the word, whatever letters they have.
    let long = format!("# Long\n\n{} needle {}\n", "ÄİΩ ".repeat(100), "hay ".repeat(100));
    let manual = small(&[("long", &long)]);
    let hits = manual.search("needle");
    assert!(hits[0].lines[0].contains("needle") && hits[0].lines[0].chars().count() < 170, "{hits:?}");
    // The manual itself.
    let hits = Manual::get().search("winner's curse");
    assert_eq!(hits[0].section.anchor, "winners-curse");
}

#[test]
fn html_has_links_and_anchors_and_nothing_foreign() {
    let manual = small(&[
        (
            "a",
            "# A & B\n\n## Two `words`\n\nTo [b](t/b.md#x), [out](https://example.org/?a=1&b=2), [file](../../deploy/README.md), [bad](javascript:alert(1)).\n\n\
               <script>alert(1)</script>\n\n<!-- file: secret -->\n\nInline <b onclick=\"x\">bold</b> ![picture](x.png)\n\n\
               | h | i |\n| --- | --- |\n| <i>1</i> | 2 |\n\n```console\n$ zermelo games   # list\nout <put>\n```\n",
        ),
        ("t/b", "# B\n\nBack to [a](../a.md) and [here](#x).\n\n## X\n\n## X\n"),
    ]);
    let html = html::page(&manual, manual.page("a").expect("a page"));
    for expected in [
        "<h2 id=\"two-words\">Two <code>words</code> <a class=\"anchor\" href=\"/manual/a#two-words\"",
        "<a href=\"/manual/t/b#x\">b</a>",
        "<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"noopener noreferrer\">out</a>",
        ", file, bad.",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "Inline &lt;b onclick=",
        "<td>&lt;i&gt;1&lt;/i&gt;</td>",
        "<b>$ zermelo games</b>   # list\nout &lt;put&gt;",
    ] {
        assert!(html.contains(expected), "`{expected}` in\n{html}");
    }
    for foreign in ["<script", "secret", "<h1", "javascript:", "<img", "<b onclick"] {
        assert!(!html.contains(foreign), "`{foreign}` in\n{html}");
    }
    let html = html::page(&manual, manual.page("t/b").expect("a page"));
    assert!(html.contains("href=\"/manual/a\"") && html.contains("href=\"/manual/t/b#x\""), "{html}");
    assert!(html.contains("id=\"x\"") && html.contains("id=\"x-1\""), "{html}");
}

#[test]
fn no_page_has_tags_of_its_own() {
    for page in Manual::get().pages() {
        let html = html::page(Manual::get(), page);
        assert!(!html.contains("&lt;img") && !html.contains("&lt;!--"), "{}", page.path);
        // Every anchor that links use is there.
        for section in page.sections.iter().filter(|section| !section.anchor.is_empty()) {
            assert!(html.contains(&format!("id=\"{}\"", section.anchor)), "{}#{}", page.path, section.anchor);
        }
    }
}

#[test]
fn prose_and_tables_fit_the_width() {
    let manual = Manual::get();
    for page in manual.pages() {
        for width in [40, 60, 80, 120] {
            let text = terminal::page(manual, &page.path, &page.text, width);
            // Code is never broken, and a word can be longer than a line.
            let code: BTreeSet<&str> = page.text.lines().map(str::trim).collect();
            for line in bare(&text).lines() {
                let is_long = line.chars().count() > width.min(100);
                let is_word = line.split_whitespace().any(|word| word.chars().count() + 8 > width)
                    || !line.trim().contains(' ');
                // What stands between backticks on one line is not broken either.
                let is_span = page.text.contains(line.trim().trim_start_matches("• ").trim_end_matches(':'));
                assert!(
                    !is_long || is_word || is_span || code.contains(line.trim()),
                    "{} at {width}:\n{line}",
                    page.path
                );
                assert_eq!(line.trim_end(), line, "{}: spaces at the end", page.path);
            }
        }
    }
}

#[test]
fn a_terminal_shows_what_markdown_says() {
    let text = "# T\n\nSome **bold** words with [a link](b.md), [B](b.md), `a long piece of code` and more.\n\n- one\n- two\n  - inner\n\n1. first\n2. second\n\n\
                | name | what it is |\n| --- | --- |\n| `x` | a letter |\n| `y` | another letter, which is explained in many words |\n\n```console\n$ run it  # now\nprinted\n```\n";
    let manual = small(&[("a", text), ("b", "# B\n")]);
    let page = terminal::page(&manual, "a", text, 40);
    assert!(page.contains("\u{1b}[1m") && page.contains("\u{1b}[32m"), "{page}");
    let expected = "\
T

Some bold words with a link (b), B,
a long piece of code and more.

• one
• two
  • inner

1. first
2. second

name  what it is
────────────────────────────────────────
x     a letter
y     another letter, which is explained
      in many words

    $ run it  # now
    printed
";
    assert_eq!(bare(&page), expected);
    let contents = bare(&terminal::contents(Manual::get(), 80));
    assert!(
        contents.contains("tutorials/designer") && contents.contains("zermelo manual sprt"),
        "{contents}"
    );
}

#[test]
fn a_section_ends_where_the_next_one_begins() {
    let manual = small(&[("a", "# A\n\nIntro.\n\n## One\n\n1\n\n### Inner\n\n2\n\n## Two\n\n3\n")]);
    let page = manual.page("a").expect("a page");
    assert_eq!(page.text_of("one"), "## One\n\n1\n\n### Inner\n\n2\n\n");
    assert_eq!(page.text_of("two"), "## Two\n\n3\n");
    assert_eq!(page.sections[0].lines, ["Intro."]);
    assert_eq!(page.sections[1].lines, ["1"]);
    assert_eq!(page.text_of("none"), page.text);
}
