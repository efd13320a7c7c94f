//! `memory`: files under `/memories` with the six commands of Anthropic's memory tool, kept as files with versions.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Desk, Effect, Told, Tool, list, object, text};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::{Code, Problem};

pub(super) static TOOL: Tool = Tool {
    name: "memory",
    title: "Memory files",
    description: "Notes in files under /memories that outlive the conversation. Commands: view a folder or file (view_range gives \
                  lines from and to, -1 is the end); create a file with file_text; str_replace one place of old_str by new_str; \
                  insert insert_text after line insert_line, 0 is the top; delete a file or folder; rename old_path to new_path.",
    arguments: &[
        Field::text("command", "What to do.")
            .one_of(&["view", "create", "str_replace", "insert", "delete", "rename"])
            .needed(),
        Field::text("path", "File or folder, under /memories."),
        Field::wholes("view_range", "view: first and last line, from 1; -1 is the end.").at_most(2),
        Field::verbatim("file_text", "create: the text."),
        Field::verbatim("old_str", "str_replace: what stands there, exactly."),
        Field::verbatim("new_str", "str_replace: what is to stand there; nothing when absent."),
        Field::whole("insert_line", "insert: after which line; 0 is the top.").within(0, LINES_MAX as i64),
        Field::verbatim("insert_text", "insert: the text."),
        Field::text("old_path", "rename: what."),
        Field::text("new_path", "rename: to what."),
    ],
    answer: &[Field::text("result", "What a view shows, or what was done.").needed()],
    effect: Effect::Changes,
    operations: &["files", "file_read", "file_write", "forget"],
    run,
};

/// The folder that everything is in.
const ROOT: &str = "/memories";
/// Lines of a file that can be shown.
const LINES_MAX: usize = 999_999;
/// Lines that are shown around an edit, on each side. Chosen.
const AROUND: usize = 4;

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let result = match arguments.needed("command") {
        "view" => view(desk, &path(arguments, "path")?, arguments),
        "create" => create(desk, &path(arguments, "path")?, needed(arguments, "file_text")?),
        "str_replace" => replace(desk, &path(arguments, "path")?, arguments),
        "insert" => insert(desk, &path(arguments, "path")?, arguments),
        "delete" => delete(desk, &path(arguments, "path")?),
        _ => rename(desk, &path(arguments, "old_path")?, &path(arguments, "new_path")?),
    }?;
    Ok(Told::with(json!({ "result": result }), |_| result.clone()))
}

fn needed<'a>(arguments: &'a Arguments, name: &str) -> Result<&'a str, Problem> {
    arguments.text(name).ok_or_else(|| Problem::invalid(name, "this command needs it"))
}

/// A path that stays inside.
fn path(arguments: &Arguments, name: &str) -> Result<String, Problem> {
    let given = needed(arguments, name)?;
    let path = crate::ops::file_path(given).map_err(|problem| Problem::invalid(name, problem.detail))?;
    let is_inside = path == ROOT || path.strip_prefix(ROOT).is_some_and(|rest| rest.starts_with('/'));
    if is_inside { Ok(path) } else { Err(Problem::invalid(name, format!("it has to lie in {ROOT}"))) }
}

fn missing(path: &str) -> Problem {
    Problem::new(Code::NotFound, format!("the path {path} does not exist; view {ROOT} shows what there is"))
}

/// Sizes of all files below a folder, by path.
fn below(desk: &Desk<'_>, folder: &str) -> Result<BTreeMap<String, u64>, Problem> {
    let found = match desk.run("files", object([("below", json!(folder))])) {
        // Nothing was written to this memory space yet.
        Err(problem) if desk.is_unwritten(&problem) => return Ok(BTreeMap::new()),
        found => found?,
    };
    let file = |file: &Value| (text(file, "path").to_owned(), file["sizeBytes"].as_u64().unwrap_or_default());
    Ok(list(&found, "files").iter().map(file).collect())
}

/// The text of a file; `None` where there is none.
fn read(desk: &Desk<'_>, path: &str) -> Result<Option<(String, String)>, Problem> {
    match desk.run("file_read", object([("path", json!(path))])) {
        Ok(file) => Ok(Some((text(&file, "text").to_owned(), text(&file, "id").to_owned()))),
        Err(problem) if problem.code == Code::NotFound.as_str() => Ok(None),
        Err(problem) if desk.is_unwritten(&problem) => Ok(None),
        Err(problem) => Err(problem),
    }
}

fn write(desk: &Desk<'_>, path: &str, text: &str, create: bool) -> Result<(), Problem> {
    let body = object([("path", json!(path)), ("text", json!(text)), ("create", json!(create))]);
    desk.run("file_write", body).map(|_| ())
}

/// The text of a file that has to be there.
fn file(desk: &Desk<'_>, path: &str) -> Result<String, Problem> {
    if let Some((text, _)) = read(desk, path)? {
        return Ok(text);
    }
    if path == ROOT || !below(desk, path)?.is_empty() {
        return Err(Problem::invalid("path", format!("{path} is a folder")));
    }
    Err(missing(path))
}

fn view(desk: &Desk<'_>, path: &str, arguments: &Arguments) -> Result<String, Problem> {
    if let Some((text, _)) = read(desk, path)? {
        let lines: Vec<&str> = text.split('\n').collect();
        if lines.len() > LINES_MAX {
            return Err(Problem::new(Code::Unprocessable, format!("{path} has more than {LINES_MAX} lines")));
        }
        let (from, to) = range(arguments, lines.len())?;
        return Ok(format!("{path} with line numbers:\n{}", numbered(&lines, from, to)));
    }
    if arguments.get("view_range").is_some() {
        return Err(Problem::invalid("view_range", format!("{path} is no file")));
    }
    let files = below(desk, path)?;
    if files.is_empty() && path != ROOT {
        return Err(missing(path));
    }
    Ok(folder(path, &files))
}

/// First and last line, from 1.
fn range(arguments: &Arguments, lines: usize) -> Result<(usize, usize), Problem> {
    let wrong = |reason: String| Err(Problem::invalid("view_range", reason));
    let given: Vec<i64> = arguments.list("view_range").iter().filter_map(Value::as_i64).collect();
    let (from, to) = match given.as_slice() {
        [] => return Ok((1, lines)),
        [from, to] => (*from, if *to == -1 { lines as i64 } else { *to }),
        _ => return wrong("give the first and the last line".to_owned()),
    };
    if from < 1 || from > lines as i64 || to < from || to > lines as i64 {
        return wrong(format!("the file has lines 1 to {lines}"));
    }
    Ok((from as usize, to as usize))
}

/// Lines with their numbers: six columns, a tab, the text.
fn numbered(lines: &[&str], from: usize, to: usize) -> String {
    let shown = lines.iter().enumerate().take(to).skip(from.saturating_sub(1));
    shown.map(|(idx, line)| format!("{:6}\t{line}", idx + 1)).collect::<Vec<_>>().join("\n")
}

/// A folder two levels deep: sizes, tab, path. Hidden names are left out.
fn folder(path: &str, files: &BTreeMap<String, u64>) -> String {
    let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
    let mut whole = 0;
    for (file, size) in files {
        let names: Vec<&str> = file[path.len() + 1..].split('/').collect();
        if names.iter().any(|name| name.starts_with('.') || *name == "node_modules") {
            continue;
        }
        whole += size;
        for depth in 1..=names.len().min(2) {
            *sizes.entry(format!("{path}/{}", names[..depth].join("/"))).or_default() += size;
        }
    }
    let mut shown =
        vec![format!("{path}, two levels deep, without hidden files:"), format!("{}\t{path}", human(whole))];
    shown.extend(sizes.iter().map(|(path, size)| format!("{}\t{path}", human(*size))));
    shown.join("\n")
}

/// 1536 as 1.5K.
fn human(bytes: u64) -> String {
    let mut size = bytes as f64;
    for unit in ["", "K", "M", "G"] {
        if size < 1024.0 {
            return if unit.is_empty() { format!("{bytes}") } else { format!("{size:.1}{unit}") };
        }
        size /= 1024.0;
    }
    format!("{size:.1}T")
}

/// Nothing may lie where a file is to be, and no file where a folder is needed.
fn free(desk: &Desk<'_>, path: &str) -> Result<(), Problem> {
    let taken = |detail: String| Err(Problem::new(Code::Conflict, detail));
    if path == ROOT || read(desk, path)?.is_some() || !below(desk, path)?.is_empty() {
        return taken(format!("{path} exists already"));
    }
    let mut parent = path;
    while let Some(at) = parent.rfind('/').filter(|at| *at > ROOT.len()) {
        parent = &parent[..at];
        if read(desk, parent)?.is_some() {
            return taken(format!("{parent} is a file and can hold none"));
        }
    }
    Ok(())
}

fn create(desk: &Desk<'_>, path: &str, text: &str) -> Result<String, Problem> {
    free(desk, path)?;
    write(desk, path, text, true)?;
    Ok(format!("File created at {path}."))
}

fn replace(desk: &Desk<'_>, path: &str, arguments: &Arguments) -> Result<String, Problem> {
    let (old, new) = (needed(arguments, "old_str")?, arguments.text("new_str").unwrap_or_default());
    if old.is_empty() {
        return Err(Problem::invalid("old_str", "it is empty; use insert to add text"));
    }
    let text = file(desk, path)?;
    let places: Vec<usize> = text.match_indices(old).map(|(at, _)| text[..at].matches('\n').count() + 1).collect();
    match places.as_slice() {
        [] => Err(Problem::invalid("old_str", format!("it does not stand in {path} as it is; nothing was replaced"))),
        [line] => {
            let text = text.replacen(old, new, 1);
            write(desk, path, &text, false)?;
            let lines: Vec<&str> = text.split('\n').collect();
            let (from, to) = (line.saturating_sub(AROUND).max(1), line + new.matches('\n').count() + AROUND);
            Ok(format!("{path} was edited:\n{}", numbered(&lines, from, to)))
        }
        many => {
            let lines = many.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
            let reason = format!("it stands in {path} several times, in lines {lines}; give more of what is around it");
            Err(Problem::invalid("old_str", reason))
        }
    }
}

fn insert(desk: &Desk<'_>, path: &str, arguments: &Arguments) -> Result<String, Problem> {
    let line =
        arguments.whole("insert_line").ok_or_else(|| Problem::invalid("insert_line", "this command needs it"))?;
    let added = needed(arguments, "insert_text")?;
    let text = file(desk, path)?;
    let mut lines: Vec<&str> = if text.is_empty() { Vec::new() } else { text.split('\n').collect() };
    let line = line as usize;
    if line > lines.len() {
        return Err(Problem::invalid("insert_line", format!("{path} has lines 0 to {}", lines.len())));
    }
    lines.insert(line, added.strip_suffix('\n').unwrap_or(added));
    write(desk, path, &lines.join("\n"), false)?;
    Ok(format!("{path} was edited after line {line}."))
}

/// What is to go: a file, or all files of a folder, with their ids.
fn all_of(desk: &Desk<'_>, path: &str) -> Result<Vec<(String, String, String)>, Problem> {
    if let Some((text, id)) = read(desk, path)? {
        return Ok(vec![(path.to_owned(), text, id)]);
    }
    let mut files = Vec::new();
    for file in below(desk, path)?.into_keys() {
        files.extend(read(desk, &file)?.map(|(text, id)| (file, text, id)));
    }
    if files.is_empty() { Err(missing(path)) } else { Ok(files) }
}

fn forget(desk: &Desk<'_>, ids: &[String]) -> Result<(), Problem> {
    desk.run("forget", object([("ids", json!(ids))])).map(|_| ())
}

fn delete(desk: &Desk<'_>, path: &str) -> Result<String, Problem> {
    if path == ROOT {
        return Err(Problem::invalid("path", format!("{ROOT} itself cannot be deleted")));
    }
    let ids: Vec<String> = all_of(desk, path)?.into_iter().map(|(_, _, id)| id).collect();
    forget(desk, &ids)?;
    Ok(format!("{path} was deleted."))
}

fn rename(desk: &Desk<'_>, old: &str, new: &str) -> Result<String, Problem> {
    if old == ROOT {
        return Err(Problem::invalid("old_path", format!("{ROOT} itself cannot be renamed")));
    }
    if new.strip_prefix(old).is_some_and(|rest| rest.starts_with('/')) {
        return Err(Problem::invalid("new_path", format!("it lies in {old} itself")));
    }
    let files = all_of(desk, old)?;
    free(desk, new)?;
    // Written first: whatever fails in between leaves two files and not none.
    for (path, text, _) in &files {
        write(desk, &format!("{new}{}", &path[old.len()..]), text, true)?;
    }
    let ids: Vec<String> = files.into_iter().map(|(_, _, id)| id).collect();
    forget(desk, &ids)?;
    Ok(format!("{old} was renamed to {new}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_shown_two_levels_deep() {
        let files = ["a.md", "b/c.md", "b/d/e.md", ".hidden/f", "b/.g", "node_modules/h"];
        let files = files.iter().map(|file| (format!("/memories/{file}"), 1536)).collect();
        let shown = folder("/memories", &files);
        let lines: Vec<&str> = shown.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "4.5K\t/memories",
                "1.5K\t/memories/a.md",
                "3.0K\t/memories/b",
                "1.5K\t/memories/b/c.md",
                "1.5K\t/memories/b/d"
            ]
        );
        assert_eq!((human(0), human(1023), human(5 << 20)), ("0".to_owned(), "1023".to_owned(), "5.0M".to_owned()));
    }

    #[test]
    fn lines_are_numbered_in_six_columns() {
        assert_eq!(numbered(&["a", "b", ""], 2, 3), "     2\tb\n     3\t");
    }
}
