//! `--quiet` and `--color`: what people see besides results.

use clap::{Args as ClapArgs, ValueEnum};
use zermelo_terminal::progress;

use crate::reply;

/// How much is said, and in which colours.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct Appearance {
    /// Print no progress and no remarks on standard error; results and errors stay.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// When to use colours; `auto` asks the terminal and the variables NO_COLOR and CLICOLOR_FORCE.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorArg::Auto)]
    pub color: ColorArg,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// On a terminal, unless NO_COLOR is set; everywhere if CLICOLOR_FORCE is.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

impl Appearance {
    /// Everything that is printed from now on looks like this.
    pub fn apply(self) {
        if self.quiet {
            reply::be_quiet();
            progress::hide_all();
        }
        self.color.apply();
    }
}

impl ColorArg {
    fn apply(self) {
        match self {
            ColorArg::Auto => {}
            ColorArg::Always => anstream::ColorChoice::Always.write_global(),
            ColorArg::Never => anstream::ColorChoice::Never.write_global(),
        }
    }

    /// What arguments ask for before they are read as a whole: help and usage errors have colours too.
    pub fn of_arguments(arguments: impl Iterator<Item = String>) -> ColorArg {
        let mut asked = ColorArg::Auto;
        let mut is_next = false;
        for argument in arguments {
            if argument == "--" {
                break;
            }
            let value = if is_next { Some(argument.as_str()) } else { argument.strip_prefix("--color=") };
            asked = value.and_then(|value| ColorArg::from_str(value, false).ok()).unwrap_or(asked);
            is_next = argument == "--color";
        }
        asked
    }

    /// The same for the help.
    pub fn for_help(self) -> clap::ColorChoice {
        match self {
            ColorArg::Auto => clap::ColorChoice::Auto,
            ColorArg::Always => clap::ColorChoice::Always,
            ColorArg::Never => clap::ColorChoice::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_known_before_arguments_are_read() {
        let asked = |text: &str| ColorArg::of_arguments(text.split(' ').map(str::to_owned));
        assert_eq!(asked("games"), ColorArg::Auto);
        assert_eq!(asked("games --color always"), ColorArg::Always);
        assert_eq!(asked("--color=never games"), ColorArg::Never);
        assert_eq!(asked("games --color purple"), ColorArg::Auto);
        assert_eq!(asked("games -- --color=never"), ColorArg::Auto);
    }
}
