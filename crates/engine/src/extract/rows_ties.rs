//! Rows of relations between people, firms, places and works, in both voices.

use super::pattern::Give::{By, To};
use super::pattern::{Row, change, fixed, state};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    fixed(
        "~found|co-found|start|establish by {party}",
        &[By("founded", 0)],
        &[
            ("Acme was founded by Dana.", "Dana founded> Acme"),
            ("Acme was founded by Dana and Kofi", "Dana founded> Acme; Kofi founded> Acme"),
        ],
    ),
    fixed(
        "found|co-found|establish {thing}",
        &[To("founded", 0)],
        &[("Dana founded Acme in 2010", "Dana founded> Acme"), ("I co-founded Globex", "I founded> Globex")],
    ),
    fixed(
        "~write|author by {party}",
        &[By("wrote", 0)],
        &[("Dune was written by Frank Herbert", "Frank Herbert wrote> Dune")],
    ),
    fixed("write|author {thing}", &[To("wrote", 0)], &[("Frank Herbert wrote Dune", "Frank Herbert wrote> Dune")]),
    fixed(
        "~invent|design|create|develop|build|make|compose|direct|paint|produce by {party}",
        &[By("created", 0)],
        &[("Python was created by Guido", "Guido created> Python")],
    ),
    fixed(
        "invent|create|compose|direct {thing}",
        &[To("created", 0)],
        &[("Kenji directed Totoro", "Kenji created> Totoro")],
    ),
    fixed(
        "~acquire|buy|purchase by {party}",
        &[By("acquired", 0)],
        &[("Slack was acquired by Salesforce", "Salesforce acquired> Slack")],
    ),
    fixed("acquire {thing}", &[To("acquired", 0)], &[("Salesforce acquired Slack", "Salesforce acquired> Slack")]),
    state("~own by {party}", &[By("owns", 0)], &[("Whatsapp is owned by Meta", "Meta owns> Whatsapp")]),
    state("own {thing}", &[To("owns", 0)], &[]),
    state(
        "~manage|lead|run|head|supervise by {party}",
        &[By("manages", 0)],
        &[("The Apollo project is managed by Kim", "Kim manages> Apollo")],
    ),
    state("manage|lead|head|supervise {thing}", &[To("manages", 0)], &[("Kim manages Apollo", "Kim manages> Apollo")]),
    state(
        "report to {party}",
        &[To("reports_to", 0)],
        &[
            ("Alice reports to Dr. Stefan Keller", "Alice reports_to> Stefan Keller"),
            ("I report to Dana", "I reports_to> Dana"),
        ],
    ),
    state("belong to {thing}", &[To("belongs_to", 0)], &[]),
    state("be part|member of {thing}", &[To("part_of", 0)], &[]),
    state(
        "be a|an|the member|part of {thing}",
        &[To("member_of", 0)],
        &[("I'm a member of Greenpeace", "I member_of> Greenpeace")],
    ),
    state("know {party} from|through", &[To("knows", 0)], &[("I know Marta from school", "I knows> Marta")]),
    state("be friends with {party}", &[To("friend_of", 0)], &[("I'm friends with Olga", "I friend_of> Olga")]),
    state("live|room with {party}", &[To("lives_with", 0)], &[("I live with Tom", "I lives_with> Tom")]),
    state("work with {party}", &[To("works_with", 0)], &[("I work with Ines", "I works_with> Ines")]),
    state(
        "~locate|base|situate|headquarter in|near|at {thing}",
        &[To("located_in", 0)],
        &[("Acme is headquartered in Oslo", "Acme located_in> Oslo")],
    ),
    fixed("~kill|murder|assassinate|shoot by {party}", &[By("killed", 0)], &[]),
    fixed("kill|murder|assassinate {party}", &[To("killed", 0)], &[]),
    change("~elect|appoint|name as? the? {job} of {thing}", &[To("heads", 1)], &[]),
    state("teach|coach|mentor {party}", &[To("teaches", 0)], &[("Ann coaches Bob", "Ann teaches> Bob")]),
    state("~teach|coach|mentor by {party}", &[By("teaches", 0)], &[]),
    state(
        "~support|sponsor|fund by {party}",
        &[By("funds", 0)],
        &[("Apollo is funded by Globex", "Globex funds> Apollo")],
    ),
    fixed(
        "~kill|murder|assassinate by {party}",
        &[By("killed", 0)],
        &[("Caesar was killed by Brutus", "Brutus killed> Caesar")],
    ),
    fixed("kill|murder|assassinate {party}", &[To("killed", 0)], &[("Brutus killed Caesar", "Brutus killed> Caesar")]),
];
