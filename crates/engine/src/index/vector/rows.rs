//! The quantised rows, in chunks: codes, norms, ordinals and sign bits by slot.
//!
//! Slots are dense: `0..len`. Removing a row moves the last one into its place, so a scan never meets a hole and memory
//! shrinks with the rows. Knows the layout only; what a score is stands in `query.rs` and `search.rs`.

/// Rows of a full chunk, and rows between two polls of a search. A multiple of [`BLOCK`]. Chosen: 1.5 MiB of codes at
/// 384 dimensions, a few microseconds of sign scan.
pub(super) const CHUNK: usize = 4_096;
/// Rows whose sign bytes are interleaved, so that one AVX2 register holds the same byte of each.
pub(super) const BLOCK: usize = 32;
/// Sign bits exist from this many rows on, derived once when it is reached. Chosen: well before a search needs them, so
/// that the one upsert that derives them takes some 20 ms, not 100.
pub(super) const SIGN_ROWS_MIN: usize = 16_384;
/// Sign bits are dropped below this many rows, so that a context at the border does not rebuild them again and again.
const SIGN_ROWS_KEEP: usize = SIGN_ROWS_MIN / 2;
/// Dimensions a kernel takes at a time; rows are padded with zeros to a multiple of it.
pub(super) const LANES: usize = 16;

#[derive(Clone, Debug, Default)]
struct Chunk {
    /// `[rows, stride]`, each in -127..=127, zero from `dims` on.
    codes: Vec<i8>,
    /// `[rows]`, 1 / Euclidean length of the codes.
    inv_norms: Vec<f32>,
    /// `[rows]`.
    ordinals: Vec<u32>,
    /// `[blocks, stride / 8, BLOCK]`: byte `b` of row `r` of a block; bit `i` of byte `b` is set where code `8 b + i` is
    /// positive. Empty while the index keeps no sign bits.
    signs: Vec<u8>,
}

/// All rows of an index.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    dims: usize,
    /// `dims` with its padding, a multiple of [`LANES`].
    stride: usize,
    len: usize,
    /// Whether sign bits are kept.
    signed: bool,
    chunks: Vec<Chunk>,
}

impl Rows {
    /// No rows, of `dims` dimensions.
    pub(super) fn new(dims: usize) -> Self {
        Self { dims, stride: dims.next_multiple_of(LANES), len: 0, signed: false, chunks: Vec::new() }
    }

    /// Dimensions of a row.
    pub(super) fn dims(&self) -> usize {
        self.dims
    }

    /// Rows held.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Codes of a slot, `[stride]`.
    #[inline]
    pub(super) fn codes(&self, slot: u32) -> &[i8] {
        let (chunk, row) = place(slot);
        &self.chunks[chunk].codes[row * self.stride..][..self.stride]
    }

    /// 1 / Euclidean length of the codes of a slot.
    #[inline]
    pub(super) fn inv_norm(&self, slot: u32) -> f32 {
        let (chunk, row) = place(slot);
        self.chunks[chunk].inv_norms[row]
    }

    /// Ordinal of a slot.
    #[inline]
    pub(super) fn ordinal(&self, slot: u32) -> u32 {
        let (chunk, row) = place(slot);
        self.chunks[chunk].ordinals[row]
    }

    /// Sign bytes chunk by chunk, laid out as in `Chunk::signs`; rows past the last one of a block are zero.
    pub(super) fn sign_chunks(&self) -> impl Iterator<Item = &[u8]> {
        self.chunks.iter().map(|chunk| &chunk.signs[..])
    }

    /// Appends a row and returns its slot. `codes`: `[dims]`, not all zero.
    pub(super) fn push(&mut self, ordinal: u32, codes: &[i8]) -> u32 {
        let slot = u32::try_from(self.len).ok().filter(|&slot| slot != u32::MAX).expect("fewer rows than ordinals");
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Chunk::default());
        }
        let chunk = self.chunks.last_mut().expect("a chunk was pushed when the last one was full");
        chunk.reserve_row(self.stride);
        chunk.codes.extend_from_slice(codes);
        chunk.codes.resize(chunk.codes.len() + self.stride - codes.len(), 0);
        chunk.inv_norms.push(inv_norm(codes));
        chunk.ordinals.push(ordinal);
        self.len += 1;
        if self.signed {
            self.write_signs(slot);
        } else if self.len >= SIGN_ROWS_MIN {
            self.signed = true;
            (0..=slot).for_each(|slot| self.write_signs(slot));
        }
        slot
    }

    /// Overwrites the codes of a slot. `codes`: `[dims]`, not all zero.
    pub(super) fn replace(&mut self, slot: u32, codes: &[i8]) {
        let (chunk, row) = place(slot);
        let chunk = &mut self.chunks[chunk];
        chunk.codes[row * self.stride..][..codes.len()].copy_from_slice(codes);
        chunk.inv_norms[row] = inv_norm(codes);
        if self.signed {
            self.write_signs(slot);
        }
    }

    /// Removes a slot by moving the last row into it; returns the ordinal of the row that moved, if one did. No copy of
    /// the removed codes stays behind.
    pub(super) fn swap_remove(&mut self, slot: u32) -> Option<u32> {
        let last = (self.len - 1) as u32;
        let moved = (slot != last).then(|| {
            let codes = self.codes(last)[..self.dims].to_vec();
            let ordinal = self.ordinal(last);
            self.replace(slot, &codes);
            let (chunk, row) = place(slot);
            self.chunks[chunk].ordinals[row] = ordinal;
            ordinal
        });
        self.wipe_last(last);
        self.len -= 1;
        if self.signed && self.len < SIGN_ROWS_KEEP {
            self.signed = false;
            self.chunks.iter_mut().for_each(|chunk| chunk.signs = Vec::new());
        }
        moved
    }

    /// Bytes allocated.
    pub(super) fn memory_bytes(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(Chunk::memory_bytes).sum();
        self.chunks.capacity() * size_of::<Chunk>() + chunks
    }

    /// Zeroes and drops the row of the last slot, and its chunk with it when that becomes empty.
    fn wipe_last(&mut self, last: u32) {
        let (_, row) = place(last);
        let sign_bytes = self.stride / 8;
        let Some(chunk) = self.chunks.last_mut() else { return };
        chunk.codes[row * self.stride..].fill(0);
        chunk.codes.truncate(row * self.stride);
        chunk.inv_norms.truncate(row);
        chunk.ordinals.truncate(row);
        if row == 0 {
            self.chunks.pop();
        } else if self.signed {
            let (block, lane) = (row / BLOCK, row % BLOCK);
            for byte in 0..sign_bytes {
                chunk.signs[(block * sign_bytes + byte) * BLOCK + lane] = 0;
            }
            chunk.signs.truncate(row.div_ceil(BLOCK) * sign_bytes * BLOCK);
        }
    }

    /// Derives the sign bits of a slot from its codes.
    fn write_signs(&mut self, slot: u32) {
        let (chunk, row) = place(slot);
        let sign_bytes = self.stride / 8;
        let chunk = &mut self.chunks[chunk];
        let (block, lane) = (row / BLOCK, row % BLOCK);
        let end = (block + 1) * sign_bytes * BLOCK;
        if chunk.signs.len() < end {
            let rows = chunk.ordinals.capacity().clamp(BLOCK, CHUNK).next_multiple_of(BLOCK);
            chunk.signs.reserve_exact((rows / BLOCK * sign_bytes * BLOCK).saturating_sub(chunk.signs.len()));
            chunk.signs.resize(end, 0);
        }
        let codes = &chunk.codes[row * self.stride..][..self.stride];
        let bytes = &mut chunk.signs[block * sign_bytes * BLOCK..end];
        for (lanes, codes) in bytes.chunks_exact_mut(BLOCK).zip(codes.chunks_exact(8)) {
            lanes[lane] = codes.iter().enumerate().fold(0, |byte, (i, &code)| byte | (u8::from(code > 0) << i));
        }
    }
}

impl Chunk {
    /// Makes room for one more row: doubles up to [`CHUNK`] rows, so a small context stays small and no growth copies
    /// more than one chunk.
    fn reserve_row(&mut self, stride: usize) {
        let rows = self.ordinals.len();
        if rows == self.ordinals.capacity() {
            let more = rows.clamp(64, CHUNK).min(CHUNK - rows);
            self.codes.reserve_exact(more * stride);
            self.inv_norms.reserve_exact(more);
            self.ordinals.reserve_exact(more);
        }
    }

    fn memory_bytes(&self) -> usize {
        self.codes.capacity() + self.signs.capacity() + 4 * (self.inv_norms.capacity() + self.ordinals.capacity())
    }
}

/// Chunk and row within it of a slot.
#[inline]
fn place(slot: u32) -> (usize, usize) {
    (slot as usize / CHUNK, slot as usize % CHUNK)
}

/// 1 / Euclidean length, from an exact integer sum: at most 127^2 · `DIMS_MAX`.
fn inv_norm(codes: &[i8]) -> f32 {
    let squares: u32 = codes.iter().map(|&code| u32::from(code.unsigned_abs()).pow(2)).sum();
    (1.0 / f64::from(squares).sqrt()) as f32
}
