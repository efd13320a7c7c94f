//! `forget`: out of every read, or out of every file.

use serde_json::{Value, json};

use super::{CONTEXT_ID, Desk, Effect, Told, Tool, list, text};
use crate::inert;
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::{Code, Problem};

const GONE: &[Field] = &[Field::text("id", "").needed(), Field::text("kind", "")];

pub(super) static TOOL: Tool = Tool {
    name: "forget",
    title: "Forget",
    description: "Take memories out, with what was drawn from them alone. By ids it is done at once; by query, entity or session a \
                  first call only tells what would go and gives a confirm token, and a second call with that token does it, if \
                  nothing changed in between. purge leaves no byte and cannot be taken back. For a value that changed use \
                  remember or correct: the history stays.",
    arguments: &[
        Field::texts("ids", "Memories or facts, by id.").at_most(1_000),
        Field::text("query", "What is meant, in words; the closest matches.").at_most(8_192),
        Field::text("entity", "All that is known of it: type/name, a name or an id."),
        Field::text("session_id", "All that was said in it."),
        Field::truth("purge", "Leave no byte of it; needs its own confirm token."),
        Field::truth("dry_run", "Only tell what would go."),
        Field::text("confirm", "The token of the call that told what would go."),
        CONTEXT_ID,
    ],
    answer: &[
        Field::whole("deleted", "How many went or would go.").needed(),
        Field::truth("dryRun", "Nothing was done yet.").needed(),
        Field::text("confirm", "Call again with this token to do it."),
        Field::rows("memories", GONE, "The first of them.").needed(),
        Field::texts("missing", "Ids that are not there."),
        Field::truth("complete", ""),
    ],
    effect: Effect::Replaces,
    operations: &["forget"],
    run,
};

/// Memories that are named in the answer. Chosen: enough to see what is meant.
const NAMED: usize = 50;

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let named = ["ids", "query", "entity", "session_id"].iter().filter(|name| arguments.get(name).is_some()).count();
    if named != 1 {
        return Err(Problem::invalid("ids", "give one of ids, query, entity and session_id"));
    }
    let mut body =
        arguments.body(&[("ids", "ids"), ("query", "query"), ("entity", "entity"), ("session_id", "sessionId")]);
    body.insert("purge".to_owned(), json!(arguments.truth("purge")));
    let is_exact = arguments.get("ids").is_some() && !arguments.truth("purge");
    let mut foreseen = body.clone();
    foreseen.insert("dryRun".to_owned(), json!(true));
    if arguments.truth("dry_run") || !is_exact {
        let would = desk.run("forget", foreseen)?;
        let token = token(&would);
        match arguments.text("confirm") {
            _ if arguments.truth("dry_run") => return Ok(receipt(&would, Some(token))),
            None => return Ok(receipt(&would, Some(token))),
            Some(given) if given.trim() == token => {}
            Some(_) => {
                let detail = "confirm: what would go is not what it was; call once more without it and look";
                return Err(Problem::new(Code::Conflict, detail));
            }
        }
    }
    Ok(receipt(&desk.run("forget", body)?, None))
}

/// Stands for exactly these memories and this way to forget them.
fn token(would: &Value) -> String {
    let mut ids: Vec<&str> = list(would, "memories").iter().map(|one| text(one, "id")).collect();
    ids.sort_unstable();
    let said = format!("{} {} {}", text(would, "mode"), would["deleted"], ids.join(" "));
    inert::fingerprint(&said)
}

fn receipt(receipt: &Value, confirm: Option<String>) -> Told {
    Told::plain(json!({
        "deleted": receipt["deleted"],
        "dryRun": receipt["dryRun"],
        "confirm": confirm,
        "memories": list(receipt, "memories").iter().take(NAMED).collect::<Vec<_>>(),
        "missing": receipt["missing"],
        "complete": receipt["complete"],
    }))
}
