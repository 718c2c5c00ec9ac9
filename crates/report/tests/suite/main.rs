//! What is drawn and written, taken apart again. One program, so that it is linked once.

mod degenerate;
mod drawing;
mod folder;
mod hostile;
mod painting;
mod places;
mod samples;
mod tables;
