//! Several segments into one, without their dead documents. Knows nothing of when that is worth it.

use super::postings::Cursor;
use super::segment::{Segment, SegmentWriter};

/// Stands for a dead document in the map from old to new positions.
const DEAD: u32 = u32::MAX;

/// The live documents of all inputs, whose ordinals must be distinct, as one segment; `None` if there are none.
///
/// Cost: every posting is unpacked and packed once.
pub(super) fn merge(inputs: &[Segment], length_mean: f64) -> Option<Segment> {
    let mut order = Vec::with_capacity(inputs.iter().map(Segment::n_live).sum());
    for (i, input) in inputs.iter().enumerate() {
        order.extend(input.live().map(|document| (input.ordinals[document as usize], i as u32, document)));
    }
    if order.is_empty() {
        return None;
    }
    order.sort_unstable();
    let mut places = inputs.iter().map(|input| vec![DEAD; input.ordinals.len()]).collect::<Vec<_>>();
    let (mut ordinals, mut lengths) = (Vec::with_capacity(order.len()), Vec::with_capacity(order.len()));
    for (place, &(ordinal, input, document)) in order.iter().enumerate() {
        places[input as usize][document as usize] = place as u32;
        ordinals.push(ordinal);
        lengths.push(inputs[input as usize].lengths[document as usize]);
    }
    drop(order);

    let mut writer = SegmentWriter::new(ordinals, lengths, length_mean);
    let mut streams = inputs.iter().map(|input| input.entries().peekable()).collect::<Vec<_>>();
    let mut run = Run::default();
    while let Some(term) = streams.iter_mut().filter_map(|stream| stream.peek().map(|entry| entry.0)).min() {
        run.clear();
        for (stream, places) in streams.iter_mut().zip(&places) {
            if let Some((_, list)) = stream.next_if(|entry| entry.0 == term) {
                run.extend(Cursor::new(list), places);
            }
        }
        run.sort();
        if !run.documents.is_empty() {
            writer.push(term, &run.documents, &run.codes);
        }
    }
    Some(writer.finish())
}

/// The postings of one term, collected from all inputs.
#[derive(Default)]
struct Run {
    documents: Vec<u32>,
    codes: Vec<u32>,
}

impl Run {
    fn clear(&mut self) {
        self.documents.clear();
        self.codes.clear();
    }

    fn extend(&mut self, mut cursor: Cursor<'_>, places: &[u32]) {
        while let Some((documents, codes)) = cursor.take_until(u32::MAX) {
            for (&document, &code) in documents.iter().zip(codes) {
                let place = places[document as usize];
                if place != DEAD {
                    self.documents.push(place);
                    self.codes.push(code);
                }
            }
        }
    }

    /// Inputs mostly follow each other in time, so there is mostly nothing to do.
    fn sort(&mut self) {
        if self.documents.is_sorted() {
            return;
        }
        let mut pairs = self.documents.iter().copied().zip(self.codes.iter().copied()).collect::<Vec<_>>();
        pairs.sort_unstable();
        self.clear();
        for (document, code) in pairs {
            self.documents.push(document);
            self.codes.push(code);
        }
    }
}
