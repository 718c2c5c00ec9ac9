//! Dates and durations for people.

/// A moment, in seconds since 1970, as a date and a time of day (UTC): 2026-11-18 16:34.
pub fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", rest / 3600, rest % 3600 / 60)
}

/// Year, month and day of a number of days since 1970-01-01, by the Gregorian calendar. The year is counted from March, so that
/// the leap day is its last.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// A duration in two units at most: 0.4 s, 12 s, 3 min 5 s, 2 h 7 min, 3 d 4 h.
pub fn duration(seconds: f64) -> String {
    if seconds < 9.95 {
        return format!("{:.1} s", seconds.max(0.0));
    }
    let whole = seconds.round() as u64;
    let two = |large: u64, large_unit: &str, small: u64, small_unit: &str| {
        if small == 0 {
            format!("{large} {large_unit}")
        } else {
            format!("{large} {large_unit} {small} {small_unit}")
        }
    };
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => two(whole / 60, "min", whole % 60, "s"),
        3600..86_400 => two(whole / 3600, "h", whole % 3600 / 60, "min"),
        _ => two(whole / 86_400, "d", whole % 86_400 / 3600, "h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00");
        assert_eq!(date(951_782_399), "2000-02-28 23:59");
        assert_eq!(date(951_782_400), "2000-02-29 00:00");
        assert_eq!(date(1_795_019_680), "2026-11-18 16:34");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59");
        assert_eq!(date(4_107_542_400), "2100-03-01 00:00");
    }

    #[test]
    fn durations_have_two_units() {
        let told = [0.04, 9.94, 9.96, 60.0, 185.4, 3600.0, 7620.0, 273_600.0].map(duration);
        assert_eq!(told, ["0.0 s", "9.9 s", "10 s", "1 min", "3 min 5 s", "1 h", "2 h 7 min", "3 d 4 h"]);
    }
}
