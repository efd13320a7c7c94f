//! Putting together what windows and rules read of one text: in order, without doubles, within bounds.

use std::collections::BTreeMap;

use quintet::limits;
use quintet::model::{Claim, Party, Said, Span};
use quintet::ports::Mention;
use quintet::text;

/// Names by the model and by the rules: where they overlap the rules' one stays, because questions are read by the same rules,
/// and takes the model's kind where both mean the same.
pub(super) fn mentions(by_rules: Vec<Mention>, by_model: Vec<Mention>) -> Vec<Mention> {
    let mut out = by_rules;
    for mention in by_model {
        let key = text::name_key(&mention.name);
        let mut is_known = false;
        for known in &mut out {
            let is_same = text::name_key(&known.name) == key;
            if is_same {
                known.kind = known.kind.or(mention.kind);
            }
            is_known |= is_same || overlaps(known.span, mention.span);
        }
        if !is_known {
            out.push(mention);
        }
    }
    out.sort_by_key(|mention| (mention.span.start, mention.span.end));
    out.truncate(limits::MENTIONS_MAX);
    out
}

fn overlaps(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// Claims in order of appearance; of those that say the same, the first, as sure as the surest.
pub(super) fn claims(mut claims: Vec<Claim>) -> Vec<Claim> {
    claims.sort_by_key(|claim| (claim.span.start, claim.span.end));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut out: Vec<Claim> = Vec::with_capacity(claims.len());
    for claim in claims {
        match seen.entry(signature(&claim)) {
            std::collections::btree_map::Entry::Vacant(free) => {
                free.insert(out.len());
                out.push(claim);
            }
            std::collections::btree_map::Entry::Occupied(at) => {
                let known = &mut out[*at.get()];
                known.confidence = known.confidence.max(claim.confidence);
            }
        }
    }
    out
}

/// What a claim says, whatever its spans: equal for claims that say the same.
fn signature(claim: &Claim) -> String {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let parts = match &claim.said {
        Said::Attribute { subject, key, value, .. } => {
            ["attribute".to_owned(), party(subject), key.clone(), plain(value)]
        }
        Said::Relation { subject, label, object } => {
            ["relation".to_owned(), party(subject), label.clone(), party(object)]
        }
        Said::Action { actor, verb, object, at } => {
            let what = format!("{}|{at:?}", plain(object.as_deref().unwrap_or_default()));
            ["action".to_owned(), party(actor), verb.clone(), what]
        }
        Said::Instruction { description, reverses, .. } => {
            ["instruction".to_owned(), String::new(), reverses.to_string(), plain(description)]
        }
        Said::Uncertainty { about, reason } => {
            ["uncertainty".to_owned(), String::new(), reason.to_string(), plain(about)]
        }
    };
    format!("{}\u{1f}{}", parts.join("\u{1f}"), claim.ends)
}

fn party(party: &Party) -> String {
    match party {
        Party::Speaker => "speaker".to_owned(),
        Party::Named { name, .. } | Party::Known { name, .. } => format!("named {}", text::name_key(name)),
        Party::Role { role, of, .. } => format!("{role} of {}", self::party(of)),
    }
}
