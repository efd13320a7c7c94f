//! Near-duplicates: of rows that say the same, only the best stays.

/// Positions of rows that repeat an earlier row, with the position of that row.
///
/// - `rows`: (simhash, words), best first.
/// - Two rows repeat each other when their hashes differ in at most `distance_max` bits. Rows of fewer than `words_min`
///   words are left alone: short turns are alike without being the same ("Okay.").
/// - Cost: O(n x kept); callers pass the head of the list.
pub fn near_duplicates(rows: &[(u64, u32)], distance_max: u32, words_min: u32) -> Vec<(usize, usize)> {
    let mut kept: Vec<usize> = Vec::new();
    let mut repeats = Vec::new();
    for (position, (hash, words)) in rows.iter().enumerate() {
        if *words < words_min {
            continue;
        }
        match kept.iter().find(|first| (rows[**first].0 ^ hash).count_ones() <= distance_max) {
            Some(first) => repeats.push((position, *first)),
            None => kept.push(position),
        }
    }
    repeats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_a_kind_stays() {
        let rows = [(0b1111, 20), (0b0111, 20), (u64::MAX, 20), (0b1111, 3)];
        assert_eq!(near_duplicates(&rows, 1, 8), [(1, 0)]);
    }
}
