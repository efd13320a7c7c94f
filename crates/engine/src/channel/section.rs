//! `section`: passages of the sections that mean what the question means, taken as a whole.
//!
//! A passage alone may not say what it is about ("Run it twice."); its section does. A section's vector is the mean of its
//! passages'. Passages of documents that a matching section links to weigh in a little. Where no section has two passages the
//! channel has nothing to say, and says nothing.

use std::collections::BTreeMap;

use super::{Channel, ChannelError, Found, Inquiry, Needs, Scale, Spec};
use crate::model::EdgeKind;
use crate::store::{Ordinal, SectionFound, Step};

/// The channel.
pub(super) struct Section;

static SPEC: Spec = Spec {
    name: "section",
    summary: "sections: passages of the sections that mean what the question means, and of documents they link to",
    weights: [0.05, 0.05, 0.03, 0.1, 0.01],
    weight_metamemory: 0.0,
    scale: Scale::Unit,
    needs: Needs::Vector,
};

/// Sections whose passages are candidates. Chosen: their passages are about as many as other channels return.
const SECTIONS_MAX: usize = 48;
/// Best sections whose links are followed. Chosen.
const LINKING_SECTIONS: usize = 4;
/// Links followed from one section, and passages taken of the document behind each. Chosen.
const LINKS_MAX: usize = 8;
const LINKED_ROWS_MAX: usize = 16;
/// What is left of a section's cosine for the documents it links to. Chosen.
const LINKED_SHARE: f32 = 0.5;

/// Rows of the documents that a section links to, with the name of the link's target.
fn linked(inquiry: &Inquiry<'_>, section: &SectionFound) -> Result<Vec<Ordinal>, ChannelError> {
    let mut nodes = Vec::new();
    for row in &section.rows {
        nodes.extend(inquiry.view.leads_to(*row, EdgeKind::LinksTo)?);
    }
    nodes.dedup();
    let mut rows = Vec::new();
    for node in nodes.into_iter().take(LINKS_MAX) {
        // A link names a document, or the title of a page.
        for kind in [EdgeKind::InDocument, EdgeKind::InSection] {
            rows.extend(inquiry.view.touching(node, kind, LINKED_ROWS_MAX)?);
        }
    }
    rows.retain(|row| !section.rows.contains(row));
    Ok(rows)
}

impl Channel for Section {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let Some(vector) = inquiry.question.vector.as_deref() else { return Ok(Vec::new()) };
        let sections = inquiry.view.sections(vector, SECTIONS_MAX, inquiry.deadline)?;
        let mut reached: BTreeMap<Ordinal, (f32, Vec<Step>)> = BTreeMap::new();
        for section in &sections {
            for row in &section.rows {
                reached.insert(*row, (section.cosine.max(0.0), Vec::new()));
            }
        }
        for section in sections.iter().take(LINKING_SECTIONS).filter(|section| section.cosine > 0.0) {
            for row in linked(inquiry, section)? {
                let value = LINKED_SHARE * section.cosine;
                let path = || {
                    let step = |row| Step { kind: EdgeKind::LinksTo, row: Some(row), node: None };
                    vec![step(section.rows[0]), step(row)]
                };
                let entry = reached.entry(row).or_insert_with(|| (value, path()));
                entry.0 = entry.0.max(value);
            }
        }
        let mut found: Vec<Found> =
            reached.into_iter().map(|(row, (score, path))| Found { row, score, path, lift: None }).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
        found.truncate(limit);
        Ok(found)
    }

    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        let Some(vector) = inquiry.question.vector.as_deref() else { return Ok(None) };
        let by_section = inquiry.view.section_similarity(vector, rows)?;
        let alone = inquiry.view.similarity(vector, rows)?;
        // The only row of its section is its section.
        Ok(Some(
            by_section.into_iter().zip(alone).map(|(section, own)| section.or(own).unwrap_or(0.0).max(0.0)).collect(),
        ))
    }
}
