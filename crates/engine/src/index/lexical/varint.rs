//! LEB128 integers, the byte code of directories, tails and snapshots. Knows nothing of what they count.

/// Appends `value`, 7 bits a byte, lowest first: 1 to 10 bytes.
pub(super) fn write(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes one integer off the front; `None` when the bytes end or it does not fit 64 bits.
#[inline]
pub(super) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    if first < 0x80 {
        return Some(u64::from(first));
    }
    let mut value = u64::from(first & 0x7f);
    let mut shift = 7;
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if shift > 63 || (shift == 63 && byte > 1) {
            return None;
        }
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
        shift += 7;
    }
}

/// [`read`] for values that must fit 32 bits.
#[inline]
pub(super) fn read_u32(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(read(bytes)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_survives() {
        let values = (0..64).flat_map(|bit| [1_u64 << bit, (1_u64 << bit) - 1, u64::MAX >> bit]).collect::<Vec<_>>();
        let mut bytes = Vec::new();
        for &value in &values {
            write(&mut bytes, value);
        }
        let mut rest = bytes.as_slice();
        for value in values {
            assert_eq!(read(&mut rest), Some(value));
        }
        assert_eq!(read(&mut rest), None);
    }

    #[test]
    fn endless_and_oversized_integers_are_refused() {
        assert_eq!(read(&mut [0xff_u8; 3].as_slice()), None);
        assert_eq!(read(&mut [0xff_u8; 12].as_slice()), None);
        assert_eq!(read_u32(&mut [0xff, 0xff, 0xff, 0xff, 0x1f].as_slice()), None);
        assert_eq!(read_u32(&mut [0xff, 0xff, 0xff, 0xff, 0x0f].as_slice()), Some(u32::MAX));
    }
}
