//! Counts wrong tokens, so that nobody can try many. Memory is bounded: the oldest addresses are forgotten.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// So many addresses are remembered.
const MOST_ADDRESSES: usize = 4096;
/// So many times more wrong tokens may come from an address that had the right one.
const KNOWN: u32 = 100;

/// Counts wrong tokens.
pub struct Throttle {
    window: Duration,
    most_of_one: u32,
    most: u32,
    hasher: RandomState,
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    all: Count,
    addresses: HashMap<IpAddr, Record>,
}

/// How often something happened since the window began.
#[derive(Clone, Copy, Default)]
struct Count {
    since: Option<Instant>,
    n: u32,
}

struct Record {
    wrong: Count,
    /// A hash of the last wrong token: a browser that repeats an old cookie guesses nothing.
    last: u64,
    /// Whether the right token came from there.
    is_known: bool,
    seen: Instant,
}

impl Count {
    fn at(&mut self, now: Instant, window: Duration) -> u32 {
        if self.since.is_some_and(|since| now.duration_since(since) >= window) {
            *self = Count::default();
        }
        self.n
    }

    fn add(&mut self, now: Instant, window: Duration) {
        self.at(now, window);
        self.since.get_or_insert(now);
        self.n = self.n.saturating_add(1);
    }

    fn left(&self, now: Instant, window: Duration) -> Duration {
        self.since.map_or(Duration::ZERO, |since| window.saturating_sub(now.duration_since(since)))
    }
}

impl Throttle {
    /// Nobody has tried anything yet.
    pub fn new(limits: &Limits) -> Throttle {
        Throttle {
            window: limits.wrong_tokens_window,
            most_of_one: limits.wrong_tokens_of_one,
            most: limits.wrong_tokens,
            hasher: RandomState::new(),
            book: Mutex::default(),
        }
    }

    /// How long an address has to wait before its token is even looked at; nothing if it need not. Addresses that had the right token
    /// before do not suffer from the tries of others, and may err more often: a page of another site can send guesses through the
    /// browser of somebody who is let in.
    pub fn wait(&self, client: IpAddr, now: Instant) -> Option<Duration> {
        let mut book = self.book();
        let Book { all, addresses } = &mut *book;
        let record = addresses.get_mut(&network(client));
        let is_known = record.as_ref().is_some_and(|record| record.is_known);
        let most = if is_known { self.most_of_one.saturating_mul(KNOWN) } else { self.most_of_one };
        if let Some(record) = record
            && record.wrong.at(now, self.window) >= most
        {
            return Some(record.wrong.left(now, self.window));
        }
        let is_flood = all.at(now, self.window) >= self.most;
        (is_flood && !is_known).then(|| all.left(now, self.window))
    }

    /// A wrong token came from there.
    pub fn wrong(&self, client: IpAddr, given: &str, now: Instant) {
        let hash = self.hasher.hash_one(given);
        let mut book = self.book();
        let record = book.record(network(client), now);
        if record.last == hash && record.wrong.n > 0 {
            return;
        }
        record.last = hash;
        record.wrong.add(now, self.window);
        book.all.add(now, self.window);
    }

    /// The right token came from there.
    pub fn right(&self, client: IpAddr, now: Instant) {
        self.book().record(network(client), now).is_known = true;
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    fn record(&mut self, address: IpAddr, now: Instant) -> &mut Record {
        if !self.addresses.contains_key(&address) && self.addresses.len() >= MOST_ADDRESSES {
            // Those who had the right token are forgotten last.
            let oldest = self.addresses.iter().min_by_key(|(_, record)| (record.is_known, record.seen));
            if let Some(oldest) = oldest.map(|(&address, _)| address) {
                self.addresses.remove(&oldest);
            }
        }
        let fresh = Record { wrong: Count::default(), last: 0, is_known: false, seen: now };
        let record = self.addresses.entry(address).or_insert(fresh);
        record.seen = now;
        record
    }
}

/// A client with one IPv6 address usually has its whole /64 network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throttle() -> (Throttle, Instant) {
        let limits = Limits { wrong_tokens_of_one: 3, wrong_tokens: 5, ..Limits::default() };
        (Throttle::new(&limits), Instant::now())
    }

    fn address(number: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, number])
    }

    #[test]
    fn an_address_that_guesses_has_to_wait_and_may_come_again() {
        let (throttle, now) = throttle();
        for guess in ["a", "b", "c"] {
            assert_eq!(throttle.wait(address(1), now), None);
            throttle.wrong(address(1), guess, now);
        }
        let wait = throttle.wait(address(1), now).expect("it has to wait");
        assert!(wait <= Duration::from_secs(60) && !wait.is_zero());
        assert_eq!(throttle.wait(address(2), now), None, "others need not");
        assert_eq!(throttle.wait(address(1), now + Duration::from_secs(60)), None);
    }

    #[test]
    fn an_old_cookie_that_is_repeated_is_one_guess() {
        let (throttle, now) = throttle();
        for _ in 0..50 {
            throttle.wrong(address(1), "old", now);
        }
        assert_eq!(throttle.wait(address(1), now), None);
    }

    #[test]
    fn many_addresses_together_are_slowed_and_known_ones_are_not() {
        let (throttle, now) = throttle();
        throttle.right(address(99), now);
        for number in 0..5 {
            throttle.wrong(address(number), "guess", now);
        }
        assert!(throttle.wait(address(50), now).is_some());
        assert_eq!(throttle.wait(address(99), now), None);
    }

    #[test]
    fn memory_is_bounded_and_networks_are_one_address() {
        let (throttle, now) = throttle();
        throttle.right(address(99), now);
        for number in 0..10_000_u32 {
            throttle.wrong(IpAddr::from((0x0b00_0000 + number).to_be_bytes()), "x", now);
        }
        assert!(throttle.book().addresses.len() <= MOST_ADDRESSES);
        assert!(throttle.book().addresses[&address(99)].is_known, "those who were let in are forgotten last");
        let [one, other] = ["2001:db8::1", "2001:db8::ffff"].map(|text| text.parse().expect("an address"));
        assert_eq!(network(one), network(other));
        assert_eq!(network("::ffff:10.0.0.1".parse().expect("an address")), address(1));
    }
}
