//! `DELETE /api/v1/{context}/principals/{id}/grants`: take away what was granted.

use super::{Call, Method, Operation, Reply, Service, Verb, principals};

use super::principal_grant::asked;
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "principal_revoke",
    summary: "Take away what a principal was allowed, as it was granted",
    method: Method::Delete,
    path: "/api/v1/{context}/principals/{id}/grants",
    verb: Verb::GrantManage,
    read_only: false,
    example: r#"{"path": "org/acme/*", "verbs": ["memory:read"]}"#,
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (verbs, pattern) = asked(call)?;
    let (context, principal) = principals::named(service, call)?;
    let changed = service.gate.roster.change_principal(&context, &principal.id, |principal| {
        for verb in &verbs {
            principal.authority.deny(*verb, &pattern);
        }
    })?;
    let changed = changed.ok_or_else(|| Problem::new(Code::NotFound, "there is no such principal"))?;
    Ok(Reply::ok(principals::body(&changed)))
}
