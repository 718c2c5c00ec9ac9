-- A store of format 4: the store of format 3 as the released program brought it up to format 4, from
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
    result TEXT,
    parent INTEGER,
    checksum INTEGER NOT NULL
) STRICT;
INSERT INTO run VALUES(1,'isolation-heuristics','tournament',replace('games = 2\n','\n',char(10)),-1,'0.1.0',1700000000,'{"games":2}',NULL,2095943384);
INSERT INTO run VALUES(2,'evolve','evolution','',7,'0.1.0',1700000001,NULL,NULL,-1195925592);
INSERT INTO run VALUES(3,'evolve-2.breed','evolution','',7,'0.1.0',1700000002,'{}',2,-167798629);
CREATE TABLE agent (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;
INSERT INTO agent VALUES(1,0,'open','alphabeta(depth=3, eval=open)',-569449675);
INSERT INTO agent VALUES(1,1,'random','random',1121269028);
CREATE TABLE opening (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    text TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;
INSERT INTO opening VALUES(1,0,'c3 e5',-1486872979);
CREATE TABLE reason (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE,
    checksum INTEGER NOT NULL
) STRICT;
INSERT INTO reason VALUES(1,'no-move',1262711136);
INSERT INTO reason VALUES(2,'crash',1114230999);
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
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;
INSERT INTO game VALUES(1,0,0,1,0,0,1,1,31,1000,-1,52,48,X'0001ff',-2097673740);
INSERT INTO game VALUES(1,1,1,0,0,1,0,2,0,0,0,0,0,X'',-1955350560);
INSERT INTO game VALUES(1,9,1,0,0,1,2,2,0,0,0,0,0,X'',-390972623);
CREATE TABLE event (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO event VALUES(2,0,'generation','{"best":0.5}',1649087360);
CREATE TABLE sitting (
    run INTEGER NOT NULL,
    began INTEGER NOT NULL,
    last INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, began)
) STRICT, WITHOUT ROWID;
INSERT INTO sitting VALUES(1,1700000000000,1700000002500,448383611);
INSERT INTO sitting VALUES(1,1700000010000,1700000010250,1599484838);
CREATE TABLE line (
    name TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    moves TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO line VALUES('0123456789abc','connect4','','4 4',171995830);
CREATE TABLE artifact (
    run INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_checksum INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;
INSERT INTO artifact VALUES(3,'net',2142026353,-114940359,X'0102');
CREATE TABLE tally (
    run INTEGER PRIMARY KEY,
    agents INTEGER NOT NULL,
    openings INTEGER NOT NULL,
    games INTEGER NOT NULL,
    events INTEGER NOT NULL,
    artifacts INTEGER NOT NULL,
    sittings INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
INSERT INTO tally VALUES(1,2,1,3,0,0,2,-2075698921);
INSERT INTO tally VALUES(2,0,0,0,1,0,0,2087237845);
INSERT INTO tally VALUES(3,0,0,0,0,1,0,-1429719695);
PRAGMA user_version = 4;
PRAGMA journal_mode = wal;
