//! Lists of numbers: correlations, bootstraps, smooth curves.
