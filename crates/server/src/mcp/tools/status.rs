//! `status`: how much is remembered, and how it is.

use serde_json::Map;

use super::{CONTEXT_ID, Desk, Effect, Told, Tool};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "status",
    title: "Status",
    description: "Whether memory works and how much it holds: the memory space that is used, counts of memories, sessions and \
                  vectors, and settings. Call it when something looks wrong.",
    arguments: &[CONTEXT_ID],
    answer: &[
        Field::text("contextId", "The memory space.").needed(),
        Field::text("version", "").needed(),
        Field::whole("memories", "Counts are for whoever may read everything."),
        Field::whole("forgotten", ""),
        Field::whole("vectors", ""),
        Field::whole("sessions", ""),
        Field::whole("episodes", ""),
        Field::whole("traces", ""),
        Field::thing("config", &[], ""),
    ],
    effect: Effect::Reads,
    operations: &["status"],
    run,
};

fn run(desk: &Desk<'_>, _: &Arguments) -> Result<Told, Problem> {
    Ok(Told::plain(desk.run("status", Map::new())?))
}
