//! What an evaluator remembers between two questions, for each thread that searches.

use std::any::{Any, TypeId};
use std::fmt::{self, Debug};

/// A slot for whatever one evaluator wants to keep for one thread: sums of the last position, to be moved to the next one
/// by what differs. It must save work and nothing else: a value never depends on what is in the slot. A search keeps one
/// for each thread, and never shows it to another evaluator.
#[derive(Default)]
pub struct Scratch {
    kept: Option<Box<dyn Any + Send>>,
    /// The type of what is kept: to look here is quicker than to ask it.
    kind: Option<TypeId>,
}

impl Scratch {
    /// With nothing in it.
    pub fn new() -> Scratch {
        Scratch::default()
    }

    /// What is kept, or what `make` makes if there is nothing of this type.
    #[inline]
    pub fn get_or_make<T: Any + Send>(&mut self, make: impl FnOnce() -> T) -> &mut T {
        if self.kind != Some(TypeId::of::<T>()) {
            self.kind = Some(TypeId::of::<T>());
            self.kept = Some(Box::new(make()));
        }
        self.kept.as_mut().and_then(|kept| kept.downcast_mut()).expect("it is of this type")
    }
}

impl Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").field("is_empty", &self.kept.is_none()).finish()
    }
}
