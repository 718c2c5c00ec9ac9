//! The store from outside: what goes in comes out, whatever is killed, shared or broken in between.

mod damage;
mod files;
mod kills;
mod losses;
mod old_formats;
mod parts;
mod records;
mod runs;
mod sample;
mod sharing;
