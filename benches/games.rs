//! `cargo bench -p zermelo-benches`: leaves and games a second, one core.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use zermelo_benches::{Bulk, Evaluations, InputsWritten, Job, Made, Playouts, with};
use zermelo_game::Family;
use zermelo_isolation::Isolation;
use zermelo_lines::drop::Drop;
use zermelo_lines::mnk::Mnk;
use zermelo_milestone::Milestone;
use zermelo_pawns::breakthrough::Breakthrough;
use zermelo_simplexity::Simplexity;

fn main() {
    divan::main();
}

fn measure<F: Family>(bencher: Bencher, parameters: &str, job: &impl Job) {
    let n_items = with::<F>(parameters, job);
    bencher.counter(ItemsCount::new(n_items)).bench(|| with::<F>(black_box(parameters), black_box(job)));
}

/// perft with the last ply counted, not made.
#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod perft_bulk {
    use super::*;

    #[divan::bench]
    fn milestone(bencher: Bencher) {
        measure::<Milestone>(bencher, "", &Bulk(7));
    }

    #[divan::bench]
    fn milestone_side_5(bencher: Bencher) {
        measure::<Milestone>(bencher, "side=5", &Bulk(6));
    }

    #[divan::bench]
    fn isolation(bencher: Bencher) {
        measure::<Isolation>(bencher, "", &Bulk(9));
    }

    #[divan::bench]
    fn simplexity(bencher: Bencher) {
        measure::<Simplexity>(bencher, "", &Bulk(7));
    }

    #[divan::bench]
    fn connect4(bencher: Bencher) {
        measure::<Drop>(bencher, "7,6,4", &Bulk(9));
    }

    #[divan::bench]
    fn breakthrough(bencher: Bencher) {
        measure::<Breakthrough>(bencher, "", &Bulk(6));
    }

    #[divan::bench]
    fn gomoku(bencher: Bencher) {
        measure::<Mnk>(bencher, "15,15,5", &Bulk(3));
    }
}

/// perft with every move made.
#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod perft_made {
    use super::*;

    #[divan::bench]
    fn milestone(bencher: Bencher) {
        measure::<Milestone>(bencher, "", &Made(7));
    }

    #[divan::bench]
    fn isolation(bencher: Bencher) {
        measure::<Isolation>(bencher, "", &Made(8));
    }

    #[divan::bench]
    fn simplexity(bencher: Bencher) {
        measure::<Simplexity>(bencher, "", &Made(6));
    }

    #[divan::bench]
    fn connect4(bencher: Bencher) {
        measure::<Drop>(bencher, "7,6,4", &Made(8));
    }

    #[divan::bench]
    fn breakthrough(bencher: Bencher) {
        measure::<Breakthrough>(bencher, "", &Made(5));
    }
}

/// Random games from start to end.
#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod playouts {
    use super::*;

    #[divan::bench]
    fn milestone(bencher: Bencher) {
        measure::<Milestone>(bencher, "", &Playouts(20_000));
    }

    #[divan::bench]
    fn isolation(bencher: Bencher) {
        measure::<Isolation>(bencher, "", &Playouts(100_000));
    }

    #[divan::bench]
    fn simplexity(bencher: Bencher) {
        measure::<Simplexity>(bencher, "", &Playouts(100_000));
    }

    #[divan::bench]
    fn connect4(bencher: Bencher) {
        measure::<Drop>(bencher, "7,6,4", &Playouts(200_000));
    }

    #[divan::bench]
    fn tictactoe(bencher: Bencher) {
        measure::<Mnk>(bencher, "3,3,3", &Playouts(200_000));
    }

    #[divan::bench]
    fn gomoku(bencher: Bencher) {
        measure::<Mnk>(bencher, "15,15,5", &Playouts(2_000));
    }

    #[divan::bench]
    fn breakthrough(bencher: Bencher) {
        measure::<Breakthrough>(bencher, "", &Playouts(20_000));
    }
}

/// One evaluation after the other, of positions that differ.
#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod evaluations {
    use super::*;

    /// All 19 features, weighted.
    #[divan::bench]
    fn milestone(bencher: Bencher) {
        measure::<Milestone>(bencher, "", &Evaluations("best-b", 1000));
    }

    #[divan::bench]
    fn isolation_improved(bencher: Bencher) {
        measure::<Isolation>(bencher, "", &Evaluations("improved", 1000));
    }

    #[divan::bench]
    fn simplexity_simpai(bencher: Bencher) {
        measure::<Simplexity>(bencher, "", &Evaluations("simpai", 1000));
    }

    #[divan::bench]
    fn connect4_windows(bencher: Bencher) {
        measure::<Drop>(bencher, "7,6,4", &Evaluations("windows", 1000));
    }

    #[divan::bench]
    fn connect4_threats(bencher: Bencher) {
        measure::<Drop>(bencher, "7,6,4", &Evaluations("threats", 1000));
    }
}

/// What a network sees, of one position after the other.
#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod inputs {
    use super::*;

    #[divan::bench]
    fn milestone(bencher: Bencher) {
        measure::<Milestone>(bencher, "", &InputsWritten(5000));
    }

    #[divan::bench]
    fn isolation(bencher: Bencher) {
        measure::<Isolation>(bencher, "", &InputsWritten(5000));
    }

    #[divan::bench]
    fn simplexity(bencher: Bencher) {
        measure::<Simplexity>(bencher, "", &InputsWritten(5000));
    }

    #[divan::bench]
    fn connect4(bencher: Bencher) {
        measure::<Drop>(bencher, "7,6,4", &InputsWritten(5000));
    }

    #[divan::bench]
    fn gomoku(bencher: Bencher) {
        measure::<Mnk>(bencher, "15,15,5", &InputsWritten(5000));
    }

    #[divan::bench]
    fn breakthrough(bencher: Bencher) {
        measure::<Breakthrough>(bencher, "", &InputsWritten(5000));
    }
}
