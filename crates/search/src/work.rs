//! What a search does between two looks at the clock, counted in tests.
//!
//! A search keeps its time only if the work between two looks is bounded. Time cannot be tested, but work can: whatever
//! allocates, copies, clears or walks tells here how many elements it has touched, [`Meter`](crate::budget::Meter) tells
//! when it has looked, and a test asks for the most that was done in between. Outside of tests all of this is nothing.

/// So many elements were touched. An element costs at most as much as a look at every cell of the board.
#[inline(always)]
pub(crate) fn touched(_n: usize) {
    #[cfg(test)]
    counter::touched(_n);
}

/// Somebody has looked at the clock.
#[inline(always)]
pub(crate) fn looked() {
    #[cfg(test)]
    counter::looked();
}

#[cfg(test)]
pub(crate) use counter::most_between_looks;

#[cfg(test)]
mod counter {
    use std::cell::Cell;

    thread_local! {
        static SINCE_LOOK: Cell<usize> = const { Cell::new(0) };
        static MOST: Cell<usize> = const { Cell::new(0) };
    }

    pub fn touched(n: usize) {
        SINCE_LOOK.set(SINCE_LOOK.get() + n);
        MOST.set(MOST.get().max(SINCE_LOOK.get()));
    }

    pub fn looked() {
        SINCE_LOOK.set(0);
    }

    /// The most elements that this thread touches between two looks while it does something, the beginning and the end
    /// counting as looks.
    pub fn most_between_looks<T>(act: impl FnOnce() -> T) -> (T, usize) {
        SINCE_LOOK.set(0);
        MOST.set(0);
        let done = act();
        (done, MOST.get())
    }
}
