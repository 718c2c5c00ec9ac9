//! Large memory that nobody needs any more is given back on a thread of its own: the system takes it back page by page,
//! and a gigabyte takes longer than some searches have.

use std::thread;

/// What is smaller is given back at once, which takes less time than to start a thread.
const LARGE: usize = 4 << 20;

/// Drops something that holds so many bytes, on another thread if they are many.
pub(crate) fn give_back<T: Send + 'static>(memory: T, n_bytes: usize) {
    if n_bytes < LARGE {
        return drop(memory);
    }
    // If there is no thread to be had, the closure is dropped here, and the memory with it.
    let _ = thread::Builder::new().name("give back".to_owned()).spawn(move || drop(memory));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};
    use std::thread::ThreadId;

    struct Told(Sender<ThreadId>);

    impl Drop for Told {
        fn drop(&mut self) {
            let _ = self.0.send(thread::current().id());
        }
    }

    #[test]
    fn only_large_memory_is_given_back_elsewhere() {
        let (told, dropped_by) = channel();
        give_back(Told(told.clone()), LARGE - 1);
        assert_eq!(dropped_by.recv(), Ok(thread::current().id()));
        give_back(Told(told), LARGE);
        assert_ne!(dropped_by.recv(), Ok(thread::current().id()));
    }
}
