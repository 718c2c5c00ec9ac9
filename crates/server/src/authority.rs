//! The host and port that a request names, read strictly: what browsers and programs send has one form, and everything else is
//! an attempt to be taken for somebody else.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host and perhaps a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authority {
    /// The host.
    pub host: Host,
    /// The port, if it is named.
    pub port: Option<u16>,
}

/// A host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// By its address.
    Address(IpAddr),
    /// By its name, in lower case and without a dot at its end.
    Name(String),
}

impl Authority {
    /// Reads `name`, `name:80`, `127.0.0.1:80` and `[::1]:80`; nothing else is one.
    pub fn read(text: &str) -> Option<Authority> {
        let (host, rest) = if let Some(inside) = text.strip_prefix('[') {
            let (address, rest) = inside.split_once(']')?;
            (Host::Address(IpAddr::V6(address.parse::<Ipv6Addr>().ok()?)), rest)
        } else {
            let end = text.find(':').unwrap_or(text.len());
            (Host::read(&text[..end])?, &text[end..])
        };
        let port = match rest.strip_prefix(':') {
            Some(digits) => Some(read_port(digits)?),
            None if rest.is_empty() => None,
            None => return None,
        };
        Some(Authority { host, port })
    }

    /// Whether it can only be this machine.
    pub fn is_local(&self) -> bool {
        match &self.host {
            Host::Address(address) => address.is_loopback(),
            Host::Name(name) => name == "localhost",
        }
    }
}

impl Host {
    fn read(text: &str) -> Option<Host> {
        if let Ok(address) = text.parse::<Ipv4Addr>() {
            return Some(Host::Address(IpAddr::V4(address)));
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        let is_label = |label: &str| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            (1..=63).contains(&label.len()) && label.chars().all(is_part)
        };
        // What ends in a number is an address or nothing: some resolvers take `127.1` and `0x7f.1` for one.
        let last = name.rsplit('.').next()?;
        let is_number = last.starts_with(|c: char| c.is_ascii_digit())
            && (last.chars().all(|c| c.is_ascii_digit()) || last.to_ascii_lowercase().starts_with("0x"));
        let is_name = name.len() <= 253 && !is_number && name.split('.').all(is_label);
        is_name.then(|| Host::Name(name.to_ascii_lowercase()))
    }
}

fn read_port(digits: &str) -> Option<u16> {
    let is_number = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_authorities_are_read() {
        for text in [
            "localhost",
            "LOCALHOST:8000",
            "127.0.0.1:80",
            "127.8.9.1",
            "[::1]",
            "[::1]:8000",
            "localhost.:1",
        ] {
            assert!(Authority::read(text).is_some_and(|read| read.is_local()), "{text}");
        }
        for text in
            ["example.org", "127.0.0.1.example.org:80", "localhost.example.org", "10.0.0.1", "[::2]:1", "a_b"]
        {
            assert!(Authority::read(text).is_some_and(|read| !read.is_local()), "{text}");
        }
        for text in [
            "",
            ":80",
            "127.0.0.1:abc",
            "localhost:99999",
            "localhost:",
            "localhost:+80",
            "localhost:000080",
            "[::1",
            "[::1]x",
            "[::1]:",
            "[localhost]",
            "[127.0.0.1]",
            "::1",
            "localhost@evil",
            "user@localhost",
            "user:word@localhost:80",
            "localhost/x",
            "localhost#",
            "localhost ",
            " localhost",
            "local host",
            "localhost,evil",
            "127.1",
            "2130706433",
            "0x7f.1",
            "127.0.0.01",
            "..",
            ".localhost",
            "localhost..",
            "[fe80::1%25lo]",
            "é",
        ] {
            assert_eq!(Authority::read(text), None, "{text}");
        }
    }
}
