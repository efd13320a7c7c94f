//! 128 small integers in few bits: bit-packing with patches. Knows nothing of postings.
//!
//! Values are packed with one width for the block, four lanes side by side so that the compiler can unpack four at a
//! time; the few that do not fit are patched afterwards. Without patches one large gap would widen all 128: neighbouring
//! turns share terms, so gaps are runs of ones with a jump now and then. Idea: patched frame of reference (Zukowski et
//! al. 2006; lane layout after Lemire and Boytsov 2015).
//!
//! ```text
//! block := width u8 | n_patches u8 | 16 x width bytes | n_patches x position u8 | n_patches x high bits, varint
//! ```

use super::varint;

/// Values in a full block. The block size of nearly all published block-max indexes.
pub(super) const BLOCK: usize = 128;
/// Values side by side in one row of a packed block.
const LANES: usize = 4;
const ROWS: usize = BLOCK / LANES;

/// Appends 128 values. Cost: two passes over the values.
pub(super) fn write_block(values: &[u32; BLOCK], out: &mut Vec<u8>) {
    let width = cheapest_width(values);
    let low_mask = low_mask(width);
    let mut words = [0_u32; BLOCK];
    let mut positions = [0_u8; BLOCK];
    let mut n_patches = 0;
    for (position, &value) in values.iter().enumerate() {
        if value & !low_mask != 0 {
            positions[n_patches] = position as u8;
            n_patches += 1;
        }
        if width == 0 {
            continue;
        }
        let low = value & low_mask;
        let bit = position / LANES * width;
        let (word, shift) = (bit / 32 * LANES + position % LANES, bit % 32);
        words[word] |= low << shift;
        if shift + width > 32 {
            words[word + LANES] |= low >> (32 - shift);
        }
    }
    out.push(width as u8);
    out.push(n_patches as u8);
    words.iter().take(width * LANES).for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
    out.extend_from_slice(&positions[..n_patches]);
    for &position in &positions[..n_patches] {
        varint::write(out, u64::from(values[position as usize] >> width));
    }
}

/// Takes one block off the front of `bytes`; `None` if it is cut short or holds what [`write_block`] never writes.
#[inline]
pub(super) fn read_block(bytes: &mut &[u8], values: &mut [u32; BLOCK]) -> Option<()> {
    let (&[width, n_patches], rest) = bytes.split_first_chunk::<2>()?;
    let (width, n_patches) = (width as usize, n_patches as usize);
    if width > 32 || n_patches > BLOCK || (width == 32 && n_patches > 0) {
        return None;
    }
    let (packed, rest) = rest.split_at_checked(width * LANES * 4)?;
    let (positions, rest) = rest.split_at_checked(n_patches)?;
    unpack(packed, width, values);
    *bytes = rest;
    for &position in positions {
        let high = varint::read_u32(bytes)?;
        *values.get_mut(position as usize)? |= high << width;
    }
    Some(())
}

const fn low_mask(width: usize) -> u32 {
    if width >= 32 { u32::MAX } else { (1 << width) - 1 }
}

/// The width with the fewest bytes, patches included; the larger of two equal ones, as patches cost time.
fn cheapest_width(values: &[u32; BLOCK]) -> usize {
    let mut n_by_width = [0_usize; 33];
    let mut width_max = 0;
    for value in values {
        let width = 32 - value.leading_zeros() as usize;
        n_by_width[width] += 1;
        width_max = width_max.max(width);
    }
    let mut best = (width_max, width_max * LANES * 4);
    for width in (0..width_max).rev() {
        let patches =
            (width + 1..=width_max).map(|wide| n_by_width[wide] * (1 + (wide - width).div_ceil(7))).sum::<usize>();
        let cost = width * LANES * 4 + patches;
        if cost < best.1 {
            best = (width, cost);
        }
    }
    best.0
}

fn unpack(packed: &[u8], width: usize, values: &mut [u32; BLOCK]) {
    let mut words = [0_u32; BLOCK];
    for (word, bytes) in words.iter_mut().zip(packed.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    macro_rules! by_width {
        ($($width:literal)*) => {
            match width {
                $($width => unpack_width::<$width>(&words, values),)*
                _ => values.fill(0),
            }
        };
    }
    by_width!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
}

/// One copy per width, so that shifts are constants and the lane loop becomes vector code.
fn unpack_width<const WIDTH: usize>(words: &[u32; BLOCK], values: &mut [u32; BLOCK]) {
    let mask = const { low_mask(WIDTH) };
    for row in 0..ROWS {
        let bit = row * WIDTH;
        let (word, shift) = (bit / 32 * LANES, bit % 32);
        for lane in 0..LANES {
            let mut value = words[word + lane] >> shift;
            if shift + WIDTH > 32 {
                value |= words[word + LANES + lane] << (32 - shift);
            }
            values[row * LANES + lane] = value & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn there_and_back(values: &[u32; BLOCK]) -> usize {
        let mut bytes = Vec::new();
        write_block(values, &mut bytes);
        let mut read = [7; BLOCK];
        let mut rest = bytes.as_slice();
        assert_eq!(read_block(&mut rest, &mut read), Some(()));
        assert!(rest.is_empty());
        assert_eq!(&read, values);
        bytes.len()
    }

    #[test]
    fn every_width_survives() {
        for width in 0..=32_u32 {
            let top = low_mask(width as usize);
            let values = core::array::from_fn(|i| top.wrapping_sub(i as u32) & top);
            there_and_back(&values);
        }
    }

    #[test]
    fn one_jump_does_not_widen_the_block() {
        let mut values = [1; BLOCK];
        values[77] = 1 << 30;
        assert!(there_and_back(&values) <= 2 + 16 + 1 + 5);
        assert_eq!(there_and_back(&[0; BLOCK]), 2);
    }

    proptest! {
        #[test]
        fn any_block_survives(seed in proptest::collection::vec((any::<u32>(), 0..33_u32), BLOCK)) {
            let values = core::array::from_fn(|i| seed[i].0.checked_shr(seed[i].1).unwrap_or(0));
            there_and_back(&values);
        }

        #[test]
        fn garbage_is_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..800)) {
            let mut values = [0; BLOCK];
            let mut rest = bytes.as_slice();
            if read_block(&mut rest, &mut values).is_none() {
                prop_assert!(rest.len() <= bytes.len());
            }
        }
    }
}
