//! When somebody worked at a run. Times are no part of records; this is the one place where the store has any.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};

use crate::checksum::{SITTING, Summer, checksum, count};
use crate::tally::{Tally, all_there};
use crate::{RunId, Worked};

/// Since when somebody has been working at a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sitting {
    clock: fn() -> u64,
    began: u64,
}

impl Sitting {
    pub fn new(clock: fn() -> u64) -> Sitting {
        Sitting { clock, began: clock() }
    }

    /// Says that the work still goes on; `true` if that had not been said before.
    pub fn write(self, connection: &Connection, run: RunId) -> rusqlite::Result<bool> {
        let began = self.began.cast_signed();
        let said: Option<i64> = connection
            .prepare("SELECT last FROM sitting WHERE run = ?1 AND began = ?2")?
            .query_row(params![run.0, began], |row| row.get(0))
            .optional()?;
        let now = (self.clock)().max(self.began).cast_signed().max(said.unwrap_or(began));
        let values = [i64::from(run.0), began, now].map(ValueRef::Integer);
        let sum = checksum(&SITTING, &values);
        connection
            .prepare("INSERT OR REPLACE INTO sitting VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![run.0, began, now, sum])?;
        Ok(said.is_none())
    }
}

/// How long somebody worked at a run, if anybody looked at a clock.
pub(crate) fn worked(connection: &Connection, run: RunId) -> rusqlite::Result<Option<Worked>> {
    let written = Tally::select(connection, run)?.sittings;
    let mut summer = Summer::default();
    let mut statement =
        connection.prepare(&format!("SELECT {} FROM sitting WHERE run = ?1", SITTING.select()))?;
    let mut rows = statement.query([run.0])?;
    let (mut worked, mut n_sittings) = (None, 0);
    while let Some(row) = rows.next()? {
        let [_, began, last] = summer.verify(&SITTING, row)?;
        let (began, last) = (count(began)?, count(last)?);
        let before = worked.unwrap_or(Worked { millis: 0, last });
        let millis = before.millis.saturating_add(last.saturating_sub(began));
        worked = Some(Worked { millis, last: last.max(before.last) });
        n_sittings += 1;
    }
    all_there(&SITTING, run, written, n_sittings)?;
    Ok(worked)
}
