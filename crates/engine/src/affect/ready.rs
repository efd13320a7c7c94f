//! Prototypes made beforehand for the bundled embedding model, so that the first write need not embed their lines.
//!
//! Little endian: CRC-32 of the lines file u32, checksum of the model 16 bytes, dims u32, a scale f32 for each line, `LABELS`
//! centre f32, `lines x dims` codes i8, CRC-32 of everything before. Another model, other lines or damaged bytes give nothing, and the
//! prototypes are made anew. `cargo run -p quintet-providers --example prototypes` writes the file.

use std::sync::OnceLock;

use super::LABELS;
use super::prototype::{LINES, Prototypes};

static BYTES: &[u8] = include_bytes!("data/prototypes-all-minilm-l6-v2-int8.bin");

impl Prototypes {
    /// The ready-made prototypes for the model of that checksum and length of vectors, if there are any.
    pub fn ready(checksum: &str, dims: usize) -> Option<Self> {
        Self::from_bytes(BYTES, checksum, dims)
    }

    /// What [`Prototypes::ready`] reads. `checksum`: that of the model whose vectors they were made of.
    pub fn to_bytes(&self, checksum: &str) -> Vec<u8> {
        let mut out = crc32fast::hash(LINES.as_bytes()).to_le_bytes().to_vec();
        let mut name = checksum.as_bytes().to_vec();
        name.resize(16, 0);
        out.extend(name);
        out.extend((self.dims() as u32).to_le_bytes());
        let (codes, scales) = self.codes();
        for value in scales.iter().chain(self.centre()) {
            out.extend(value.to_le_bytes());
        }
        out.extend(codes.iter().flat_map(|code| code.to_le_bytes()));
        out.extend(crc32fast::hash(&out).to_le_bytes());
        out
    }

    fn from_bytes(bytes: &[u8], checksum: &str, dims: usize) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk::<4>()?;
        let (lines, rest) = body.split_first_chunk::<4>()?;
        let (model, rest) = rest.split_first_chunk::<16>()?;
        let (stored_dims, rest) = rest.split_first_chunk::<4>()?;
        let n_lines = Self::lines().len();
        let fits = crc32fast::hash(body) == u32::from_le_bytes(*sum)
            && crc32fast::hash(LINES.as_bytes()) == u32::from_le_bytes(*lines)
            && model == checksum.as_bytes()
            && u32::from_le_bytes(*stored_dims) as usize == dims
            && rest.len() == 4 * (n_lines + LABELS) + n_lines * dims;
        if !fits {
            return None;
        }
        let (values, codes) = rest.split_at(4 * (n_lines + LABELS));
        let values: Vec<f32> = values.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let (scales, centre) = values.split_at(n_lines);
        let codes = codes.iter().map(|code| i8::from_le_bytes([*code])).collect();
        Some(Self::of_parts(dims, codes, scales.to_vec(), OnceLock::from(<[f32; LABELS]>::try_from(centre).ok()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_give_the_prototypes_back_to_their_model_alone() {
        let n = Prototypes::lines().len();
        let vectors: Vec<Vec<f32>> = (0..n).map(|i| vec![1.0, i as f32, (i % 7) as f32]).collect();
        let built = Prototypes::build(3, &vectors).unwrap();
        let bytes = built.to_bytes("0123456789abcdef");
        assert_eq!(Prototypes::from_bytes(&bytes, "0123456789abcdef", 3), Some(built));
        assert_eq!(Prototypes::from_bytes(&bytes, "0123456789abcdee", 3), None);
        assert_eq!(Prototypes::from_bytes(&bytes, "0123456789abcdef", 4), None);
        for at in (0..bytes.len()).step_by(17).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Prototypes::from_bytes(&damaged, "0123456789abcdef", 3), None);
        }
    }
}
