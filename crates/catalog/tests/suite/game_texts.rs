//! Games written as text: opened by name, by file and by id, and what may not be opened.

use std::fs;

use zermelo_catalog::{Permission, RequestError, catalog, described_entries, entries, game_texts};

const TEXT: &str = "game Small Walk\nsize 4, from 3 to 6\nboard size x size squares\nstart man on near row\n\
                    piece man\n  step forward to empty\nwin reach far row\nwin opponent cannot move\n";

fn id_of(text: &str) -> String {
    catalog::open_for(text, Permission::terminal()).unwrap_or_else(|error| panic!("{text}: {error}")).id()
}

#[test]
fn a_game_of_the_shelf_is_opened_by_its_name_and_by_its_id() {
    for name in ["hex", "hex:size=7", "hex.game", "exactgomoku", "foxandhounds", "breakthrough.game"] {
        let id = id_of(name);
        assert!(id.contains('~'), "{name} is {id}");
        let again = catalog::open(&id).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(again.id(), id, "{name}");
        assert_eq!(
            &*game_texts::text_of(&id).expect("a text"),
            &*game_texts::text_named(
                name.split('.').next().unwrap_or(name).split(':').next().unwrap_or(name)
            )
            .expect("a text")
        );
    }
    assert!(id_of("hex:size=7").ends_with(":size=7"));
    assert_eq!(id_of("hex:size=11"), id_of("hex"), "a default is not written");
    assert_ne!(
        id_of("hex:size=7").split(':').next(),
        id_of("hex").split(':').next(),
        "other rules, other hash"
    );
    let other_size = format!("{}:size=7", id_of("hex"));
    assert_eq!(id_of(&other_size), id_of("hex:size=7"), "parameters may stand behind the id that people see");
    // A name that a family has is the family's.
    assert_eq!(id_of("breakthrough"), "breakthrough");
    assert!(game_texts::text_of("breakthrough").is_none());
}

#[test]
fn entries_are_listed_once_and_open() {
    let (described, problems) = described_entries();
    assert!(problems.is_empty(), "{problems:?}");
    assert!(described.len() >= 15, "{}", described.len());
    for entry in &described {
        assert!(entries().iter().all(|other| other.id != entry.id), "{}", entry.id);
        assert_eq!(entry.open().id(), id_of(&entry.id));
        assert!(!entry.summary.is_empty(), "{}", entry.id);
    }
}

#[test]
fn a_file_keeps_its_old_id_when_it_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("walk.game");
    let file = path.display().to_string();
    fs::write(&path, TEXT).expect("a file");
    let old = id_of(&file);
    assert!(old.starts_with("smallwalk~"), "{old}");
    // Comments and blank lines do not matter; rules do.
    fs::write(&path, TEXT.replace("win reach", "\n# the goal\nwin reach")).expect("a file");
    assert_eq!(id_of(&file), old);
    fs::write(&path, TEXT.replace("step forward to empty", "step forward to empty or enemy"))
        .expect("a file");
    let new = id_of(&file);
    assert_ne!(new, old);
    let moves = |id: &str| catalog::open(id).expect("a known game").start().count_moves();
    assert_eq!((moves(&old), moves(&new)), (4, 4));
    assert_eq!(
        id_of(&format!("{file}:size=5")).split_once(':').map(|(_, size)| size.to_owned()),
        Some("size=5".into())
    );
    // Its name is that of the latest text.
    assert_eq!(id_of("walk"), new);
}

#[test]
fn folders_are_searched_by_plain_names_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder");
    fs::write(inner.join("innerwalk.game"), TEXT).expect("a file");
    fs::write(folder.path().join("outerwalk.game"), TEXT).expect("a file");
    game_texts::add_folder(&inner);
    assert!(catalog::open("innerwalk:size=6").is_ok());
    for id in ["../outerwalk", "..%2fouterwalk", "outerwalk", "inner/innerwalk"] {
        let error = catalog::open(id).expect_err(id);
        assert!(matches!(error, RequestError::UnknownGame { .. }), "{id}: {error}");
    }
}

#[test]
fn strangers_read_no_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secretwalk.game");
    fs::write(&path, TEXT).expect("a file");
    let file = path.display().to_string();
    let error = catalog::open(&file).expect_err("no permission").to_string();
    assert!(error.contains("files are read only from the terminal"), "{error}");
    let error = catalog::open("secretwalk.game").expect_err("no permission").to_string();
    assert!(error.contains("files are read only from the terminal"), "{error}");
    // What the person at the terminal opened is known by its id afterwards.
    let id = id_of(&file);
    assert!(catalog::open(&id).is_ok());
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let refused = |id: &str| {
        let error = catalog::open_for(id, Permission::terminal()).expect_err(id);
        (error.kind(), error.to_string())
    };
    let (kind, told) = refused(&write("wrong.game", TEXT.replace("forward", "forwards").as_bytes()));
    assert_eq!(kind, "bad-game-text");
    assert!(told.contains("wrong.game:6:8: unknown direction `forwards`; did you mean `forward`?"), "{told}");
    assert!(told.contains("    6 |   step forwards to empty\n      |        ^^^^^^^^"), "{told}");
    let (kind, told) = refused(&write("bytes.game", b"game \xff\n"));
    assert_eq!((kind, told.contains("byte 6 is not UTF-8")), ("bad-file", true), "{told}");
    let (kind, told) = refused(&write("long.game", &vec![b'#'; 70_000]));
    assert_eq!((kind, told.contains("at most 64 kilobytes")), ("bad-file", true), "{told}");
    let (kind, told) = refused("nowhere/at-all.game");
    assert_eq!((kind, told.contains("cannot be read")), ("bad-file", true), "{told}");
    let (kind, told) = refused("nosuchgame.game");
    assert_eq!((kind, told.contains("zermelo new NAME")), ("bad-file", true), "{told}");
    let (_, told) = refused("hexx");
    assert!(told.contains("did you mean `hex`?"), "{told}");
    let (_, told) = refused("hex:size=99");
    assert!(told.contains("expected a number from 2 to 19"), "{told}");
    let (_, told) = refused("hex:sice=9");
    assert!(told.contains("did you mean `size`?"), "{told}");
    let (kind, told) = refused("hex~00000000");
    assert_eq!(
        (kind, told.contains("no game with these rules is known here")),
        ("unknown-game", true),
        "{told}"
    );
}
