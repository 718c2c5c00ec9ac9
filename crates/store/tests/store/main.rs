//! The store from outside: what goes in comes out, whatever is killed, shared or broken in between.

mod files;
mod kills;
mod old_formats;
mod records;
mod runs;
mod sample;
mod sharing;
