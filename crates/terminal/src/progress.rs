//! How far something is: a line with a bar on standard error, and below it a line of news, if there are any.
//!
//! Both fit the terminal, whatever its width is when they are drawn. They are drawn by `Screen` and not by the terminal of
//! the crate, which fills lines with spaces up to the edge: a terminal that gets narrower breaks such lines in two, and their
//! halves would stay.

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};

use crate::number::{grouped, rate};
use crate::table::shortened;
use crate::width;

/// A bar that fits.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    news: Arc<Mutex<String>>,
}

impl Progress {
    /// A bar on standard error; nothing to be seen if that is no terminal.
    pub fn new(name: &str, units: &'static str) -> Progress {
        let progress = Progress { bar: ProgressBar::no_length(), news: Arc::default() };
        if is_seen() {
            let screen = Screen { sheet: Mutex::default(), width: terminal_width };
            progress.bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(Box::new(screen), 15));
        } else {
            progress.bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        progress.begin(name, units);
        progress
    }

    /// A bar that nobody sees, but which counts.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), news: Arc::default() }
    }

    /// Something else begins, which is counted in these units.
    pub fn begin(&self, name: &str, units: &'static str) {
        self.news().clear();
        let name = name.to_owned();
        let line = move |state: &ProgressState, text: &mut dyn fmt::Write| {
            let _ = text.write_str(&Line::of(&name, units, state).fitted(terminal_width()));
        };
        let news = Arc::clone(&self.news);
        let message = move |_: &ProgressState, text: &mut dyn fmt::Write| {
            let news = news.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = text.write_str(&shortened_at_end(&news, terminal_width()));
        };
        let style = ProgressStyle::with_template("{line}\n{news}").expect("the template is well formed");
        self.bar.set_style(style.with_key("line", line).with_key("news", message));
    }

    /// Says something below the bar.
    pub fn tell(&self, news: &str) {
        news.clone_into(&mut self.news());
        self.bar.tick();
    }

    fn news(&self) -> MutexGuard<'_, String> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bar itself, to be moved.
    pub fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// So much of so much is done. The clock goes on until the next call.
    pub fn is_at(&self, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.bar.enable_steady_tick(Duration::from_millis(500));
    }

    /// Takes it away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Whether bars are left out.
static IS_HIDDEN: AtomicBool = AtomicBool::new(false);

/// No bars from now on.
pub fn hide_all() {
    IS_HIDDEN.store(true, Ordering::Relaxed);
}

/// Whether anybody sees a bar.
fn is_seen() -> bool {
    !IS_HIDDEN.load(Ordering::Relaxed)
        && io::stderr().is_terminal()
        && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

fn terminal_width() -> usize {
    width::of_errors().unwrap_or(80)
}

/// A text whose end is left out if there is no room for it.
fn shortened_at_end(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// What the line of a bar says.
struct Line<'a> {
    name: &'a str,
    units: &'static str,
    done: u64,
    all: Option<u64>,
    per_second: f64,
    elapsed: Duration,
    to_go: Duration,
}

const WIDEST_BAR: usize = 30;
const NARROWEST_BAR: usize = 10;
const SHORTEST_NAME: usize = 12;

impl<'a> Line<'a> {
    fn of(name: &'a str, units: &'static str, state: &ProgressState) -> Line<'a> {
        Line {
            name,
            units,
            done: state.pos(),
            all: state.len(),
            per_second: state.per_sec(),
            elapsed: state.elapsed(),
            to_go: state.eta(),
        }
    }

    /// The line for this width. What matters least goes first: the length of the bar, of the name, the time so far, the bar,
    /// the speed.
    fn fitted(&self, width: usize) -> String {
        let name = |most: usize| shortened(self.name, most);
        let whole = self.name.chars().count();
        let attempts = [
            (whole, true, true, true),
            (SHORTEST_NAME, true, true, true),
            (SHORTEST_NAME, true, true, false),
            (SHORTEST_NAME, false, true, false),
            (SHORTEST_NAME, false, false, false),
        ];
        for (most, has_bar, has_speed, has_elapsed) in attempts {
            let has_bar = has_bar && self.all.is_some();
            let facts = self.facts(has_speed, has_elapsed);
            let fixed = facts.chars().count() + 1 + usize::from(has_bar);
            let least_bar = if has_bar { NARROWEST_BAR } else { 0 };
            // A name is as long as there is room for it.
            let Some(room) = width.checked_sub(fixed + least_bar) else { continue };
            if room < whole.min(most) {
                continue;
            }
            let name = name(room.min(whole));
            if !has_bar {
                return format!("{name} {facts}");
            }
            let bar = (width - fixed - name.chars().count()).min(WIDEST_BAR);
            return format!("{name} {} {facts}", self.bar(bar));
        }
        shortened_at_end(&self.facts(false, false), width)
    }

    fn facts(&self, has_speed: bool, has_elapsed: bool) -> String {
        let mut facts = grouped(self.done);
        if let Some(all) = self.all {
            let _ = write!(facts, "/{}", grouped(all));
        }
        let _ = write!(facts, " {}", self.units);
        if has_speed {
            let _ = write!(facts, ", {} {}/s", rate(self.per_second), self.units);
        }
        if has_elapsed {
            let _ = write!(facts, ", elapsed {:#}", HumanDuration(self.elapsed));
        }
        if self.all.is_some() {
            let _ = write!(facts, ", ETA {:#}", HumanDuration(self.to_go));
        }
        facts
    }

    fn bar(&self, width: usize) -> String {
        let all = self.all.unwrap_or(0).max(1);
        let full = (self.done.min(all) as f64 / all as f64 * width as f64) as usize;
        (0..width).map(|at| if at < full { '█' } else { '░' }).collect()
    }
}

/// Where bars are drawn: every drawing is written at once, in lines that end where their text does.
struct Screen {
    sheet: Mutex<Sheet>,
    /// How wide the terminal is now.
    width: fn() -> usize,
}

#[derive(Default)]
struct Sheet {
    /// What was written since the last drawing: texts and what fills them up, in turn.
    written: Vec<String>,
    /// How long the lines of the last drawing are.
    drawn: Vec<usize>,
}

impl Sheet {
    /// Takes away the last drawing and makes the next one, on a terminal that is so wide now.
    fn draw(&mut self, width: usize) -> String {
        // Terminals break lines anew when they get narrower, and the cursor stays behind the last character.
        let n_rows: usize = self.drawn.iter().map(|length| length.div_ceil(width.max(1)).max(1)).sum();
        let mut text = String::new();
        if n_rows > 1 {
            let _ = write!(text, "\x1b[{}A", n_rows - 1);
        }
        if n_rows > 0 {
            text.push_str("\r\x1b[J");
        }
        let lines: Vec<String> = std::mem::take(&mut self.written).into_iter().step_by(2).collect();
        let n_lines = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        text.push_str(&lines[..n_lines].join("\r\n"));
        self.drawn = lines[..n_lines].iter().map(|line| line.chars().count()).collect();
        text
    }
}

impl Screen {
    fn sheet(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Screen")
    }
}

/// The crate moves the cursor and clears lines by its own count of them: a [`Sheet`] knows better.
impl TermLike for Screen {
    fn width(&self) -> u16 {
        u16::try_from((self.width)()).unwrap_or(u16::MAX)
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.sheet().written.extend([text.to_owned(), String::new()]);
        Ok(())
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.sheet().written.push(text.to_owned());
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let text = self.sheet().draw((self.width)());
        let mut out = io::stderr().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, all: Option<u64>) -> Line<'_> {
        let (elapsed, to_go) = (Duration::from_secs(5), Duration::from_secs(180));
        Line { name, units: "games", done: 567, all, per_second: 567.2, elapsed, to_go }
    }

    #[test]
    fn a_line_fits_every_width() {
        let short = line("quickstart-1", Some(1134));
        let facts = "567/1,134 games, 567 games/s, elapsed 5s, ETA 3m";
        let bar = |n: usize| "█".repeat(n / 2) + &"░".repeat(n - n / 2);
        assert_eq!(short.fitted(120), format!("quickstart-1 {} {facts}", bar(30)));
        assert_eq!(short.fitted(80), format!("quickstart-1 {} {facts}", bar(18)));
        let told = format!("quickstart-1 {} 567/1,134 games, 567 games/s, ETA 3m", bar(10));
        assert_eq!(short.fitted(60), told);
        let long = line("milestone-b-as-published-12", Some(1134));
        assert!(long.fitted(80).contains('…') && long.fitted(80).ends_with(facts), "{}", long.fitted(80));
        for width in 20..200 {
            for told in [&short, &long, &line("x", None), &line("milestone-b-as-published-12", None)] {
                let told = told.fitted(width);
                assert!(told.chars().count() <= width, "{width}: {told}");
                assert!(width < 40 || told.contains("567"), "{width}: {told}");
            }
        }
    }

    #[test]
    fn a_narrower_terminal_keeps_no_halves() {
        let mut sheet = Sheet::default();
        let mut draw = |lines: [&str; 2], width: usize| {
            sheet.written = lines.iter().flat_map(|line| [(*line).to_owned(), "   ".to_owned()]).collect();
            sheet.draw(width)
        };
        let [long, news] = ["x".repeat(70), "y".repeat(50)];
        assert_eq!(draw([&long, &news], 80), format!("{long}\r\n{news}"));
        // Two lines, then on 40 columns four rows, of which the last has the cursor.
        assert_eq!(draw([&long, &news], 80), format!("\x1b[1A\r\x1b[J{long}\r\n{news}"));
        assert_eq!(draw(["a", "b"], 40), "\x1b[3A\r\x1b[Ja\r\nb");
        assert_eq!(draw(["a", ""], 40), "\x1b[1A\r\x1b[Ja");
        assert_eq!(draw(["", ""], 40), "\r\x1b[J");
        assert_eq!(draw(["", ""], 40), "");
    }
}
