//! Numbers and times in agents' texts.

use std::time::Duration;

use zermelo_game::{Budget, Clock, ParameterError, Parameters};

/// Depth, nodes and time; a second if none of them is given.
pub(crate) fn read_budget(parameters: &mut Parameters) -> Result<Budget, ParameterError> {
    let depth = parameters.number("depth", 1..=250, usize::MAX)?;
    let nodes = read_count(parameters, "nodes", 1)?;
    let (time, clock) = read_times(parameters)?;
    let depth = (depth < usize::MAX).then_some(depth as u32);
    Ok(or_a_second(Budget { depth, nodes, time, clock, stop: None }))
}

/// Playouts, by either name, and time; a second if none of them is given.
pub(crate) fn read_playouts(parameters: &mut Parameters) -> Result<Budget, ParameterError> {
    let playouts = read_count(parameters, "playouts", 1)?;
    let nodes = read_count(parameters, "nodes", 1)?;
    if playouts.and(nodes).is_some() {
        return Err(ParameterError::new("`playouts` and `nodes` mean the same: give one of them"));
    }
    let (time, clock) = read_times(parameters)?;
    Ok(or_a_second(Budget { nodes: playouts.or(nodes), time, clock, ..Budget::default() }))
}

fn read_times(parameters: &mut Parameters) -> Result<(Option<Duration>, Option<Clock>), ParameterError> {
    let time = parameters.word("time").map(|text| read_time("time", &text)).transpose()?;
    let clock = parameters.word("clock").map(|text| read_clock(&text)).transpose()?;
    Ok((time, clock))
}

fn or_a_second(budget: Budget) -> Budget {
    if budget.is_endless() { Budget { time: Some(Duration::from_secs(1)), ..budget } } else { budget }
}

/// A whole number that is at least this.
pub(crate) fn read_count(
    parameters: &mut Parameters,
    name: &'static str,
    least: u64,
) -> Result<Option<u64>, ParameterError> {
    let Some(text) = parameters.word(name) else { return Ok(None) };
    let number = text.replace('_', "").parse().ok().filter(|&number: &u64| number >= least);
    let expected =
        if least > 0 { format!("a whole number from {least} up") } else { "a whole number".to_owned() };
    number.map(Some).ok_or_else(|| ParameterError::new(format!("`{name}={text}`: expected {expected}")))
}

/// A time such as `150ms` or `2.5s`.
pub(crate) fn read_time(name: &str, text: &str) -> Result<Duration, ParameterError> {
    let seconds = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => number.trim().parse::<f64>().ok().map(|milliseconds| milliseconds / 1000.0),
        (None, Some(number)) => number.trim().parse().ok(),
        (None, None) => None,
    };
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| ParameterError::new(format!("`{name}={text}`: expected a time such as 150ms or 2s")))
}

/// A clock for the whole game such as `60s` or `10s+100ms`: with what every move adds.
fn read_clock(text: &str) -> Result<Clock, ParameterError> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0s"));
    Ok(Clock { left: read_time("clock", left)?, increment: read_time("clock", increment)? })
}

pub(crate) fn read_switch(
    parameters: &mut Parameters,
    name: &'static str,
    default: bool,
) -> Result<bool, ParameterError> {
    match parameters.word(name).as_deref() {
        None => Ok(default),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(ParameterError::new(format!("`{name}={other}`: expected on or off"))),
    }
}

/// A share from 0 to 1.
pub(crate) fn read_share(
    parameters: &mut Parameters,
    name: &'static str,
    default: f64,
) -> Result<f64, ParameterError> {
    let share = parameters.real(name, default)?;
    if (0.0..=1.0).contains(&share) {
        Ok(share)
    } else {
        Err(ParameterError::new(format!("`{name}={share}`: expected a share from 0 to 1")))
    }
}

/// A number above zero; a fraction such as 1/6 is one.
pub(crate) fn read_positive(name: &'static str, text: &str) -> Result<f64, ParameterError> {
    let value = Parameters::read(&format!("{name}={text}"))?.real(name, 0.0)?;
    if value > 0.0 {
        Ok(value)
    } else {
        Err(ParameterError::new(format!("`{name}={text}`: expected a number above 0")))
    }
}
