//! `feedback`: which memories were of use.

use serde_json::json;

use super::{CONTEXT_ID, Desk, Effect, Told, Tool, object};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "feedback",
    title: "Feedback",
    description: "Say which recalled memories helped with the answer and which did not. What helps is kept longer; what only comes \
                  up is not. Call it once after an answer that leaned on memory.",
    arguments: &[
        Field::texts("helped", "Ids of memories that were of use.").at_most(1_000),
        Field::texts("useless", "Ids of memories that were of none.").at_most(1_000),
        CONTEXT_ID,
    ],
    answer: &[
        Field::whole("helped", "How many were marked as of use.").needed(),
        Field::whole("useless", "How many as of none.").needed(),
    ],
    effect: Effect::Adds,
    operations: &["used"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    if arguments.get("helped").is_none() && arguments.get("useless").is_none() {
        return Err(Problem::invalid("helped", "give ids of memories in helped or useless"));
    }
    let mark = |name: &str, grade: &str| {
        let ids = arguments.texts(name);
        if ids.is_empty() {
            return Ok(json!(0));
        }
        let body = object([("ids", json!(ids)), ("grade", json!(grade))]);
        desk.run("used", body).map(|marked| marked["affected"].clone())
    };
    let (helped, useless) = (mark("helped", "good")?, mark("useless", "again")?);
    Ok(Told::plain(json!({ "helped": helped, "useless": useless })))
}
