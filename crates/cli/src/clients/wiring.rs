//! An entry goes into a client's file, and comes out again with the bytes that were there before it.
//!
//! Must not know: the command line.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::file::Source;
use super::table::{KeyForm, ProgramForm, RemoteForm};
use super::tree::Tree;
use super::{Client, ClientError, Malformed, diff, take_out};

/// The flags that entries of this program have, each with a value.
const FLAGS: [&str; 5] = ["--data", "--context", "--profile", "--server", "--key-file"];

/// What a client is told of.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A program that it starts, with the words after its name.
    Program {
        /// Where it is.
        program: String,
        /// `mcp` and its flags.
        words: Vec<String>,
    },
    /// A server that it asks.
    Remote {
        /// The endpoint.
        url: String,
        /// The context that it is bound to.
        context: Option<String>,
    },
}

/// What changed, or would.
#[derive(Debug)]
pub(crate) struct Change {
    /// The file.
    pub(crate) file: PathBuf,
    /// The lines; empty where nothing changes.
    pub(crate) diff: String,
    /// Where the text as it was is kept.
    pub(crate) backup: Option<PathBuf>,
}

/// Which entry of which client, and how much may be done to it.
pub(crate) struct Request<'a> {
    /// The client.
    pub(crate) client: &'static Client,
    /// The name of the entry.
    pub(crate) name: &'a str,
    /// This program, however it is called.
    pub(crate) program: &'a str,
    /// Another hand's entry is replaced or taken out, too.
    pub(crate) force: bool,
    /// Nothing is written.
    pub(crate) dry_run: bool,
    /// Who may read a new file.
    pub(crate) mode: u32,
}

/// What stood in the file before the entry.
enum Before {
    /// There was none.
    NoFile,
    /// This.
    Text(String),
}

impl Entry {
    fn tree(&self, client: &Client) -> Option<Tree> {
        let mut members = Map::new();
        match self {
            Self::Program { program, words } => match client.program {
                ProgramForm::Split(kind) => {
                    members.extend(kind.map(|kind| ("type".to_owned(), json!(kind))));
                    members.insert("command".to_owned(), json!(program));
                    members.insert("args".to_owned(), json!(words));
                }
                ProgramForm::Joined => {
                    members.insert("type".to_owned(), json!("local"));
                    let words: Vec<&String> = std::iter::once(program).chain(words).collect();
                    members.insert("command".to_owned(), json!(words));
                    members.insert("enabled".to_owned(), json!(true));
                }
            },
            Self::Remote { url, context } => {
                let form = client.remote?;
                members.extend(form.kind.map(|kind| ("type".to_owned(), json!(kind))));
                members.insert(form.url.to_owned(), json!(url));
                let mut headers = Map::new();
                match form.key {
                    KeyForm::Header(_) => {
                        headers.insert("Authorization".to_owned(), json!(authorization(form)));
                    }
                    KeyForm::Named(member) => {
                        members.insert(member.to_owned(), json!("QUINTET_KEY"));
                    }
                }
                headers.extend(context.as_ref().map(|context| ("X-Quintet-Context".to_owned(), json!(context))));
                if !headers.is_empty() {
                    members.insert(form.headers.to_owned(), Value::Object(headers));
                }
                if matches!(client.program, ProgramForm::Joined) {
                    members.insert("enabled".to_owned(), json!(true));
                }
            }
        }
        Some(Tree::ordered(&Value::Object(members)))
    }
}

fn authorization(form: RemoteForm) -> Option<String> {
    match form.key {
        KeyForm::Header(reference) => Some(format!("Bearer {reference}")),
        KeyForm::Named(_) => None,
    }
}

/// What an entry says, where this program wrote all of it.
fn own(client: &Client, value: &Value, program: &str) -> Option<Entry> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let entry = if let Some(command) = value.get("command") {
        let words: Vec<&Value> = match client.program {
            ProgramForm::Split(_) => std::iter::once(command).chain(value.get("args")?.as_array()?).collect(),
            ProgramForm::Joined => command.as_array()?.iter().collect(),
        };
        let mut words: Vec<String> = words.into_iter().map(text).collect::<Option<_>>()?;
        let called = (!words.is_empty()).then(|| words.remove(0))?;
        let is_quintet = Path::new(&called).file_stem().is_some_and(|stem| stem == "quintet");
        let (first, flags) = words.split_first()?;
        let are_flags = flags.len() % 2 == 0 && flags.iter().step_by(2).all(|flag| FLAGS.contains(&flag.as_str()));
        if !(is_quintet || called == program) || first != "mcp" || !are_flags {
            return None;
        }
        Entry::Program { program: called, words }
    } else {
        let form = client.remote?;
        let context = value.get(form.headers).and_then(|headers| headers.get("X-Quintet-Context"));
        Entry::Remote { url: text(value.get(form.url)?)?, context: context.and_then(Value::as_str).map(str::to_owned) }
    };
    // Whatever else stands in it, somebody put it there; but for an empty list of variables, which clients add by themselves.
    let mut said = value.as_object()?.clone();
    said.retain(|name, value| name != "env" || value.as_object().is_none_or(|variables| !variables.is_empty()));
    (entry.tree(client)?.value() == Value::Object(said)).then_some(entry)
}

impl Request<'_> {
    /// The names that lead to the entry in that file.
    fn path<'p>(&'p self, value: &Value) -> Vec<&'p str> {
        let there = |names: &&&[&str]| {
            let found = names.iter().try_fold(value, |value, name| value.get(name));
            // A server of that name is no object of servers.
            found.is_some_and(|found| found.is_object() && found.get("type").is_none())
        };
        let container = self.client.containers.iter().find(there).or(self.client.containers.last());
        container.into_iter().flat_map(|names| names.iter().copied()).chain([self.name]).collect()
    }

    fn taken(&self, source: &Source) -> anyhow::Error {
        ClientError::Taken { path: source.path.display().to_string(), name: self.name.to_owned() }.into()
    }

    /// What stood in the file before an entry, where nothing else changed since.
    fn before(&self, source: &Source, path: &[&str], entry: &Value) -> anyhow::Result<Option<Before>> {
        let tree = Tree::ordered(entry);
        let dialect = self.client.dialect;
        let leads_here = |text: &str| {
            let is_without = dialect.value(text).is_ok_and(|mut value| take_out(&mut value, path).is_none());
            is_without && dialect.put(text, path, &tree).is_ok_and(|with| with == source.said())
        };
        match source.kept()? {
            Some(text) if leads_here(&text) => Ok(Some(Before::Text(text))),
            // What is kept from another time has nothing to do with this file.
            _ if leads_here("") => Ok(Some(Before::NoFile)),
            _ => Ok(None),
        }
    }
}

fn malformed(source: &Source, wrong: Malformed) -> anyhow::Error {
    let path = source.path.display().to_string();
    ClientError::Malformed { path, line: wrong.line, reason: wrong.reason }.into()
}

/// What stands in a file of the client that has nothing else in it.
pub(crate) fn fragment(of: &Request<'_>, entry: &Entry) -> Option<String> {
    let path = of.path(&Value::Null);
    of.client.dialect.put("", &path, &entry.tree(of.client)?).ok()
}

/// Puts an entry into a file. `None` where the client cannot be told of such a server.
///
/// # Errors
/// [`ClientError`], `InputError`, or what the system says; the file is as it was then.
pub(crate) fn connect(of: &Request<'_>, file: &Path, entry: &Entry) -> anyhow::Result<Option<Change>> {
    let Some(tree) = entry.tree(of.client) else { return Ok(None) };
    let source = Source::read(file)?;
    let dialect = of.client.dialect;
    let mut value = dialect.value(source.said()).map_err(|wrong| malformed(&source, wrong))?;
    let path = of.path(&value);
    let present = take_out(&mut value, &path);
    let mut change = Change { file: source.path.clone(), diff: String::new(), backup: None };
    let written = present.as_ref().and_then(|present| own(of.client, present, of.program));
    if written.as_ref().and_then(|written| written.tree(of.client)).is_some_and(|written| written == tree) {
        return Ok(Some(change));
    }
    let is_own = present.is_none() || written.is_some();
    if !is_own && !of.force {
        return Err(of.taken(&source));
    }
    let text = dialect.put(source.said(), &path, &tree).map_err(|wrong| malformed(&source, wrong))?;
    change.diff = diff::lines(&source.path.display().to_string(), source.said(), &text);
    if of.dry_run {
        return Ok(Some(change));
    }
    // What was kept before this program's first entry is worth more than what it wrote itself.
    let is_kept = match &present {
        Some(present) if is_own => of.before(&source, &path, present)?.is_some(),
        _ => false,
    };
    if !is_kept {
        source.keep()?;
    }
    source.replace(&text, of.mode)?;
    change.backup = source.text.is_some().then(|| source.backup()).filter(|backup| backup.exists());
    Ok(Some(change))
}

/// Takes an entry out of a file. `None` where there is none.
///
/// # Errors
/// As for [`connect`].
pub(crate) fn disconnect(of: &Request<'_>, file: &Path) -> anyhow::Result<Option<Change>> {
    let source = Source::read(file)?;
    let dialect = of.client.dialect;
    let mut value = dialect.value(source.said()).map_err(|wrong| malformed(&source, wrong))?;
    let path = of.path(&value);
    let Some(present) = take_out(&mut value, &path) else { return Ok(None) };
    if own(of.client, &present, of.program).is_none() && !of.force {
        return Err(of.taken(&source));
    }
    let name = source.path.display().to_string();
    let mut change = Change { file: source.path.clone(), diff: String::new(), backup: None };
    let before = of.before(&source, &path, &present)?;
    let text = match &before {
        Some(Before::NoFile) => String::new(),
        Some(Before::Text(text)) => text.clone(),
        None => without(of, &source, &path)?,
    };
    change.diff = diff::lines(&name, source.said(), &text);
    if of.dry_run {
        return Ok(Some(change));
    }
    match before {
        Some(Before::NoFile) => source.delete()?,
        Some(Before::Text(text)) => {
            source.replace(&text, of.mode)?;
            source.forget_kept()?;
        }
        None => {
            source.keep()?;
            source.replace(&text, of.mode)?;
            change.backup = Some(source.backup());
        }
    }
    Ok(Some(change))
}

/// The text without the entry, and without what held it where that came with it.
fn without(of: &Request<'_>, source: &Source, path: &[&str]) -> anyhow::Result<String> {
    let dialect = of.client.dialect;
    let wrong = |wrong| malformed(source, wrong);
    let mut text = dialect.remove(source.said(), path).map_err(wrong)?;
    let Some(kept) = source.kept()? else { return Ok(text) };
    let Ok(kept) = dialect.value(&kept) else { return Ok(text) };
    for depth in (1..path.len()).rev() {
        let at = &path[..depth];
        let find = |value: &Value| at.iter().try_fold(value, |value, name| value.get(name)).cloned();
        let now = find(&dialect.value(&text).map_err(wrong)?);
        let is_empty = now.is_some_and(|now| now.as_object().is_some_and(Map::is_empty));
        if is_empty && find(&kept).is_none() {
            text = dialect.remove(&text, at).map_err(wrong)?;
        }
    }
    Ok(text)
}
