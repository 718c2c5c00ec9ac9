//! The program from outside: run with arguments and piped input, judged by what it prints and how it exits.

mod commands;
mod playing;
mod run;
