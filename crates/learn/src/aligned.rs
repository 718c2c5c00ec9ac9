//! Numbers that begin where a line of the cache begins: what is read eight at a time then never lies in two
//! lines, which would halve the speed of the sums.

use std::ops::{Deref, DerefMut};

/// A line of the cache, in bytes.
const LINE: usize = 64;

/// Room for numbers, kept from use to use.
#[derive(Debug, Default)]
pub(crate) struct Aligned {
    room: Vec<f32>,
    n: usize,
}

impl Aligned {
    /// The same numbers.
    pub fn of(numbers: &[f32]) -> Aligned {
        let mut copy = Aligned::default();
        copy.resize(numbers.len());
        copy.copy_from_slice(numbers);
        copy
    }

    /// How many numbers it may take to the next line.
    const SLACK: usize = LINE / size_of::<f32>();

    /// Makes room for `n` numbers; what they are is left open.
    pub fn resize(&mut self, n: usize) {
        self.n = n;
        if self.room.len() < n + Self::SLACK {
            self.room.resize(n + Self::SLACK, 0.0);
        }
    }

    /// `n` zeros.
    pub fn zeros(&mut self, n: usize) {
        self.resize(n);
        self.fill(0.0);
    }

    #[inline]
    fn skipped(&self) -> usize {
        self.room.as_ptr().align_offset(LINE).min(self.room.len() - self.n)
    }
}

impl Deref for Aligned {
    type Target = [f32];

    #[inline]
    fn deref(&self) -> &[f32] {
        let skipped = self.skipped();
        &self.room[skipped..skipped + self.n]
    }
}

impl DerefMut for Aligned {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f32] {
        let skipped = self.skipped();
        &mut self.room[skipped..skipped + self.n]
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        Aligned::of(self)
    }
}
