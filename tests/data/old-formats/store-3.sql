-- A store of format 3: the schema as it was released, and a few rows of every table. Made by hand from
-- `sqlite3 STORE .dump`; run by `crates/store/tests/store/old_formats.rs`. Never edit it: write a new file for a new format.
PRAGMA application_id = 1516597869;
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    stem TEXT NOT NULL,
    kind TEXT NOT NULL,
    experiment TEXT NOT NULL,
    seed INTEGER NOT NULL,
    code_version TEXT NOT NULL,
    created INTEGER NOT NULL,
    result TEXT
, parent INTEGER) STRICT;

CREATE TABLE agent (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE opening (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE reason (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE game (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    round INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    nodes_first INTEGER NOT NULL,
    nodes_second INTEGER NOT NULL,
    micros_first INTEGER NOT NULL,
    micros_second INTEGER NOT NULL,
    moves BLOB NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE artifact (
    run INTEGER NOT NULL,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (run, name)
) STRICT;

CREATE TABLE sitting (
    run INTEGER NOT NULL,
    began INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (run, began)
) STRICT, WITHOUT ROWID;

CREATE TABLE line (
    name TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    moves TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO run VALUES (1, 'isolation-heuristics', 'tournament', 'games = 2
', -1, '0.1.0', 1700000000, '{"games":2}', NULL);
INSERT INTO run VALUES (2, 'evolve', 'evolution', '', 7, '0.1.0', 1700000001, NULL, NULL);
INSERT INTO run VALUES (3, 'evolve-2.breed', 'evolution', '', 7, '0.1.0', 1700000002, '{}', 2);
INSERT INTO agent VALUES (1, 0, 'open', 'alphabeta(depth=3, eval=open)');
INSERT INTO agent VALUES (1, 1, 'random', 'random');
INSERT INTO opening VALUES (1, 0, 'c3 e5');
INSERT INTO reason VALUES (1, 'no-move');
INSERT INTO reason VALUES (2, 'crash');
INSERT INTO game VALUES (1, 0, 0, 1, 0, 0, 1, 1, 31, 1000, -1, 52, 48, X'0001FF');
INSERT INTO game VALUES (1, 1, 1, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, X'');
INSERT INTO game VALUES (1, 9, 1, 0, 0, 1, 2, 2, 0, 0, 0, 0, 0, X'');
INSERT INTO event VALUES (2, 0, 'generation', '{"best":0.5}');
INSERT INTO artifact VALUES (3, 'net', X'0102');
INSERT INTO sitting VALUES (1, 1700000000000, 1700000002500);
INSERT INTO sitting VALUES (1, 1700000010000, 1700000010250);
INSERT INTO line VALUES ('0123456789abc', 'connect4', '', '4 4');
PRAGMA user_version = 3;
PRAGMA journal_mode = wal;
