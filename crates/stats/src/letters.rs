//! Letters for many comparisons: two things share a letter exactly if they were not found to differ (compact letter display,
//! by insertion and absorption: Piepho, *Journal of Computational and Graphical Statistics* 13, 2004).

/// The letters of each of `n` things, of which these pairs differ. The first thing has an `a`.
///
/// A pair that names something beyond `n`, or the same thing twice, is ignored.
pub fn letters(n: usize, different: &[(usize, usize)]) -> Vec<String> {
    // Each group is a set of things none of which differ; at first all are in one.
    let mut groups: Vec<Vec<usize>> = vec![(0..n).collect()];
    for &(one, other) in different.iter().filter(|(one, other)| one != other && *one < n && *other < n) {
        let (split, mut kept): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.contains(&one) && group.contains(&other));
        for group in split {
            kept.push(group.iter().copied().filter(|&thing| thing != one).collect());
            kept.push(group.into_iter().filter(|&thing| thing != other).collect());
        }
        groups = without_subsets(kept);
    }
    groups.sort();
    let mut letters = vec![String::new(); n];
    for (number, group) in groups.iter().enumerate() {
        for &thing in group {
            letters[thing].push_str(&letter(number));
        }
    }
    letters
}

/// The groups that are not part of another one.
fn without_subsets(mut groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        if !kept.iter().any(|larger| group.iter().all(|thing| larger.contains(thing))) {
            kept.push(group);
        }
    }
    kept
}

/// `a` to `z`, then `a1` to `z1`, and so on.
fn letter(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_say_which_pairs_differ() {
        assert_eq!(letters(0, &[]), Vec::<String>::new());
        assert_eq!(letters(3, &[]), ["a", "a", "a"]);
        assert_eq!(letters(3, &[(0, 2)]), ["a", "ab", "b"]);
        assert_eq!(letters(2, &[(0, 1), (1, 1), (0, 9)]), ["a", "b"]);
        assert_eq!([letter(25), letter(26), letter(53)], ["z", "a1", "b2"]);
        // All sets of pairs among five things.
        let all: Vec<(usize, usize)> =
            (0..5).flat_map(|one| (one + 1..5).map(move |other| (one, other))).collect();
        for set in 0_u32..1 << all.len() {
            let pairs: Vec<(usize, usize)> =
                (0..all.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| all[bit]).collect();
            check(5, &pairs, &letters(5, &pairs));
        }
    }

    fn check(n: usize, different: &[(usize, usize)], told: &[String]) {
        for one in 0..n {
            assert!(!told[one].is_empty());
            for other in one + 1..n {
                let shared = told[one].chars().any(|letter| told[other].contains(letter));
                assert_eq!(shared, !different.contains(&(one, other)), "{one} {other}: {told:?}");
            }
        }
    }
}
