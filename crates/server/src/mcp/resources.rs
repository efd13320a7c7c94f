//! Resources: what is known, to look at. The profile, entities page by page, and any memory, document or trace by its id.

use rmcp::model::{CacheScope, ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Map, json};

use super::tools::{Desk, Told, list as items, object, text};
use crate::http::escaped;
use crate::problem::{Code, Problem};

/// Rows of one page. Chosen.
const PAGE: usize = 100;
/// The address of the profile.
const PROFILE: &str = "memory://profile";
/// Resources are named by addresses that begin so.
const ENTITY: &str = "memory://entity/";
const KINDS: [(&str, &str, &str); 3] = [
    ("memory://item/", "memory", "One memory with its words, sources and history, by id."),
    ("memory://document/", "document", "One document by id."),
    ("memory://trace/", "trace", "What an earlier question did, channel by channel, by id."),
];

/// One page of what there is to read.
pub(super) fn list(desk: &Desk<'_>, cursor: Option<&str>) -> Result<ListResourcesResult, Problem> {
    let mut body = object([("limit", json!(PAGE))]);
    body.extend(cursor.map(|cursor| ("cursor".to_owned(), json!(cursor))));
    let found = match desk.run("entities", body) {
        // A connection whose memory space was not written to yet has a profile that says nothing.
        Err(problem) if desk.is_unwritten(&problem) => json!({ "entities": [] }),
        found => found?,
    };
    let mut resources = Vec::new();
    if cursor.is_none() {
        let profile = Resource::new(PROFILE, "profile").with_title("Profile").with_mime_type(JSON);
        resources.push(profile.with_description("Who the user is and what they wish, as far as is known."));
    }
    for entity in items(&found, "entities") {
        let (kind, name) = (text(entity, "type"), text(entity, "name"));
        let uri = format!("{ENTITY}{kind}/{}", escaped(name));
        resources.push(Resource::new(uri, name).with_description(kind).with_mime_type(JSON));
    }
    let mut page = ListResourcesResult::with_all_items(resources).with_ttl_ms(0).with_cache_scope(CacheScope::Private);
    page.next_cursor = found["nextCursor"].as_str().map(str::to_owned);
    Ok(page)
}

const JSON: &str = "application/json";

/// The forms of addresses.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let kinds = KINDS.iter().map(|(start, name, says)| {
        ResourceTemplate::new(format!("{start}{{id}}"), *name).with_description(*says).with_mime_type(JSON)
    });
    let entity = ResourceTemplate::new(format!("{ENTITY}{{type}}/{{name}}"), "entity").with_mime_type(JSON);
    std::iter::once(entity.with_description("A person or thing with all that holds of it.")).chain(kinds).collect()
}

/// One resource.
pub(super) fn read(desk: &Desk<'_>, uri: &str) -> Result<ReadResourceResult, Problem> {
    let body = if uri == PROFILE {
        match desk.run("profile", Map::new()) {
            Err(problem) if desk.is_unwritten(&problem) => json!({}),
            profile => profile?,
        }
    } else {
        desk.run("inspect", object([("ref", json!(reference(uri)?))]))?
    };
    let told = Told::plain(body).text;
    let contents = ResourceContents::text(told, uri).with_mime_type(JSON);
    let read = ReadResourceResult::new(vec![contents]).with_ttl_ms(0);
    Ok(read.with_cache_scope(CacheScope::Private))
}

/// An address as a reference of `inspect`.
fn reference(uri: &str) -> Result<String, Problem> {
    let missing = || Problem::new(Code::NotFound, "there is no such resource");
    if let Some(rest) = uri.strip_prefix(ENTITY) {
        let (kind, name) = rest.split_once('/').ok_or_else(missing)?;
        return Ok(format!("entity:{kind}/{}", unescaped(name).ok_or_else(missing)?));
    }
    let found = KINDS.iter().find_map(|(start, name, _)| Some(format!("{name}:{}", uri.strip_prefix(start)?)));
    found.ok_or_else(missing)
}

fn unescaped(part: &str) -> Option<String> {
    crate::http::unescaped(part).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_references_and_back() {
        assert_eq!(reference("memory://item/abc").ok().as_deref(), Some("memory:abc"));
        for name in ["Dana", "Zo\u{eb} / 100%", "\u{6771}\u{4eac}"] {
            let uri = format!("{ENTITY}person/{}", escaped(name));
            assert_eq!(reference(&uri).ok(), Some(format!("entity:person/{name}")), "{uri}");
        }
        for wrong in ["memory://", "file:///etc/passwd", "memory://entity/person", "memory://entity/person/%zz"] {
            assert!(reference(wrong).is_err(), "{wrong}");
        }
        assert!(templates().iter().all(|one: &ResourceTemplate| one.uri_template.starts_with("memory://")));
    }
}
