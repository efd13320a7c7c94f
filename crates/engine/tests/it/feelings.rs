//! Feelings through the whole engine: courses along sessions, speakers, episodes and transcripts; corrections, deletion,
//! the off switch; and indexes that agree with a rebuild afterwards.

use quintet::affect::{ArcClass, Label, Point, Provenance, Signals, point_of_label};
use quintet::model::{Kind, Labels};
use quintet::recall::RecallRequest;
use quintet::retain::{RememberError, RememberItem};
use quintet::store::{ContextSettings, Filter};
use quintet::{ArcOf, StoreError};

use crate::memory::Memory;

const MORNING: &str = "2026-06-01T09:00:00Z";
/// More than the pause that closes an episode later.
const EVENING: &str = "2026-06-01T19:00:00Z";

/// Sessions of two people whose feelings go opposite ways, among calm ones.
fn house(folder: &std::path::Path) -> Memory {
    let memory = Memory::open(folder);
    memory.talk(
        "deploy",
        MORNING,
        &[
            "Nora: Damn it, I am so angry, this stupid build!",
            "Omar: I'm so happy today, what a wonderful morning!",
            "Nora: The log is in the second folder.",
            "Omar: I read it on the train.",
            "Nora: I'm so happy, it works, wonderful, yay!",
            "Omar: Damn it, I hate this, I am so angry and furious!",
            "Omar: The bus is at nine.",
        ],
    );
    for (session, text) in
        [("lunch", "The table is for four people."), ("travel", "The train leaves at nine from the hall.")]
    {
        memory.talk(
            session,
            MORNING,
            &[&format!("Nora: {text}"), "Omar: I will take the bus.", "Nora: The bus stops there."],
        );
    }
    memory
}

fn emotional(memory: &Memory, question: &str) -> Vec<String> {
    memory.ask_one("emotional", question)
}

fn is_sound(memory: &Memory) {
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}

#[test]
fn a_course_is_that_of_the_person_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let memory = house(folder.path());
    let nora = emotional(&memory, "When did Nora go from angry to happy?");
    assert!(nora[0].contains("it works") && nora[1].contains("stupid build"), "{nora:?}");
    let omar = emotional(&memory, "When did Omar go from happy to angry?");
    assert!(omar[0].contains("furious") && omar[1].contains("wonderful morning"), "{omar:?}");
    is_sound(&memory);
}

#[test]
fn a_transcript_is_read_by_speaker() {
    let folder = tempfile::tempdir().unwrap();
    let memory = house(folder.path());
    let minutes = |text: &str| RememberItem { kind: Some(Kind::Passage), ..RememberItem::new(text) };
    memory.remember(minutes(
        "Ben: I'm so happy, yay!\nBen: It is in the hall.\nPriya: Damn it, I am so angry and furious about this!\n\
         Ben: The list is long.\nPriya: It is on the list.\nPriya: I'm so happy, wonderful news, yay!\n\
         Ben: It is in the hall.\nBen: Damn, I hate it, I am so angry!",
    ));
    memory.remember(minutes("Priya: It is on the list.\nBen: Which list?\nPriya: The long one.\nBen: I see it."));
    let priya = emotional(&memory, "Where did Priya start out angry and end up happy?");
    assert!(priya[0].starts_with("Ben: I'm so happy"), "{priya:?}");
    let back = |question: &str| {
        memory.engine.arc(&memory.context, &arc_of_first(&memory, question), Some("Priya"), &Filter::everything())
    };
    let arc = back("Where did Priya start out angry and end up happy?").unwrap().unwrap();
    assert_eq!((arc.class, arc.n_points, arc.memories.len()), (ArcClass::Rise, 3, 1));
    is_sound(&memory);
}

fn arc_of_first(memory: &Memory, question: &str) -> ArcOf {
    let mut request = RecallRequest::new(question, Filter::everything());
    request.channels = Some(vec!["emotional".to_owned()]);
    ArcOf::Memory(memory.recall(&request).hits[0].memory.id)
}

#[test]
fn sessions_and_episodes_have_arcs_that_follow_what_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let memory = house(folder.path());
    let evening = memory.talk(
        "deploy",
        EVENING,
        &["Nora: I'm so happy, wonderful, yay!", "Nora: Damn it, I hate this, I am furious!"],
    );
    let of = |of: ArcOf, speaker: Option<&str>| {
        memory.engine.arc(&memory.context, &of, speaker, &Filter::everything()).unwrap().unwrap()
    };
    let session = ArcOf::Session(quintet::model::SessionId::new("deploy").unwrap());
    let whole = of(session.clone(), Some("Nora"));
    assert_eq!((whole.class, whole.n_points), (ArcClass::RiseFall, 5));
    assert!(whole.duration_us > 0);
    let episode = of(ArcOf::EpisodeOf(evening[0].id), Some("Nora"));
    assert_eq!((episode.class, episode.n_points), (ArcClass::Fall, 2));
    memory.engine.forget(&memory.context, &[evening[1].id]).unwrap();
    is_sound(&memory);
    let left = of(session, Some("Nora"));
    assert_eq!(left.n_points, 4);
    // The fury at the end is gone.
    let end = |arc: &quintet::ArcReport| arc.curve.last().unwrap()[0];
    assert!(end(&left) > end(&whole) + 0.2, "{left:?}");
    is_sound(&memory);
}

#[test]
fn a_feeling_is_corrected_and_deleted_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let memory = house(folder.path());
    let told = memory.remember(RememberItem::new("The soup was on the stove, so happy and wonderful, yay!"));
    let row = || memory.engine.memory(&memory.context, told.id).unwrap().unwrap();
    assert!(!row().feeling.affinities.is_empty());
    let wrong = Point { intensity: 7.0, ..point_of_label("fear", 1.0, None) };
    let refused = memory.engine.correct_feeling(&memory.context, told.id, vec![wrong]).unwrap_err();
    assert!(matches!(refused, RememberError::Invalid { field: "emotions", .. }), "{refused}");
    let lexical = Point { source: Provenance::Lexical, ..point_of_label("fear", 0.9, None) };
    memory.engine.correct_feeling(&memory.context, told.id, vec![lexical]).unwrap();
    let corrected = row().feeling;
    assert_eq!((corrected.affinities.len(), corrected.points[0].label), (0, Some(Label::Fear)));
    assert_eq!(corrected.points[0].source, Provenance::Stated);
    assert!(emotional(&memory, "when was anybody scared")[0].contains("soup"));
    is_sound(&memory);
    memory.engine.delete_feeling(&memory.context, told.id).unwrap();
    assert!(row().feeling.is_empty());
    assert!(!emotional(&memory, "when was anybody scared").iter().any(|text| text.contains("soup")));
    is_sound(&memory);
    let unknown = quintet::model::MemoryId(5);
    assert_eq!(memory.engine.delete_feeling(&memory.context, unknown), Err(StoreError::NoSuchMemory(unknown)));
    // What was deleted stays so in another process, and after a rebuild.
    drop(memory);
    let memory = Memory::open(folder.path());
    memory.engine.rebuild(&memory.context).unwrap();
    assert!(memory.engine.memory(&memory.context, told.id).unwrap().unwrap().feeling.is_empty());
    is_sound(&memory);
}

#[test]
fn all_inferred_feelings_go_at_once_and_stated_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let memory = house(folder.path());
    let stated = memory.remember(RememberItem {
        emotions: vec![Point { source: Provenance::Stated, ..point_of_label("pride", 0.9, None) }],
        ..RememberItem::new("We shipped it on a Tuesday.")
    });
    let n = memory.engine.delete_inferred_feelings(&memory.context).unwrap();
    // Facts and cards feel like nothing; what they were read in does.
    let said = Filter {
        kinds: Some(vec![Kind::Turn, Kind::Passage]),
        include_duplicates: true,
        history: true,
        ..Filter::everything()
    };
    assert_eq!(n, memory.engine.context_store(&memory.context).unwrap().view(&said).unwrap().len() as u64);
    assert_eq!(memory.engine.delete_inferred_feelings(&memory.context).unwrap(), 0);
    assert_eq!(emotional(&memory, "when was Nora angry"), [""; 0]);
    assert_eq!(emotional(&memory, "when were we proud"), ["We shipped it on a Tuesday."]);
    assert_eq!(memory.engine.memory(&memory.context, stated.id).unwrap().unwrap().feeling.points.len(), 1);
    is_sound(&memory);
}

#[test]
fn a_context_that_takes_no_feelings_keeps_none_and_says_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut memory = Memory::open(folder.path());
    let off = ContextSettings { emotions: false, ..ContextSettings::default() };
    let spec = memory.engine.create_context_with("quiet", None, Labels::new(), off.clone()).unwrap();
    memory.context = spec.id;
    let item = RememberItem {
        emotions: vec![point_of_label("joy", 1.0, None)],
        signals: Some(Signals { failures_in_row: 3, ..Signals::default() }),
        ..RememberItem::new("I am so angry and furious, damn it!")
    };
    let told = memory.remember(item);
    assert!(memory.engine.memory(&memory.context, told.id).unwrap().unwrap().feeling.is_empty());
    let recalled = memory.ask("when was anybody angry");
    assert_eq!((recalled.degraded.len(), recalled.mixture.0[4]), (0, 0.0));
    assert!(recalled.hits.iter().all(|hit| hit.contributions.iter().all(|one| one.name != "emotional")));
    let refused = memory.engine.correct_feeling(&memory.context, told.id, vec![point_of_label("joy", 1.0, None)]);
    assert!(matches!(refused, Err(RememberError::Invalid { field: "emotions", .. })));
    is_sound(&memory);
    let id = memory.context.clone();
    drop(memory);
    let mut memory = Memory::open(folder.path());
    memory.context = id;
    assert_eq!(memory.engine.settings(&memory.context), Ok(off));
}

#[test]
fn feelings_can_be_switched_on_again() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let text = "I am so angry and furious, damn it!";
    for emotions in [false, true] {
        memory
            .engine
            .set_settings(&memory.context, ContextSettings { emotions, ..ContextSettings::default() })
            .unwrap();
        let told = memory.remember(RememberItem::new(text));
        let felt = !memory.engine.memory(&memory.context, told.id).unwrap().unwrap().feeling.is_empty();
        assert_eq!(felt, emotions);
    }
    is_sound(&memory);
}

#[test]
fn what_happened_is_felt_by_the_published_rules() {
    let folder = tempfile::tempdir().unwrap();
    let memory = house(folder.path());
    let item = RememberItem {
        signals: Some(Signals { failures_in_row: 4, ..Signals::default() }),
        ..RememberItem::new("Ran the suite again.")
    };
    let told = memory.remember(item);
    let feeling = memory.engine.memory(&memory.context, told.id).unwrap().unwrap().feeling;
    let behavioural: Vec<&Point> = feeling.points.iter().filter(|p| p.source == Provenance::Behavioural).collect();
    assert_eq!((behavioural.len(), behavioural[0].label), (1, Some(Label::Frustration)));
    assert_eq!(feeling.arc, None, "what was concluded is no course");
    assert_eq!(emotional(&memory, "when was anybody frustrated")[0], "Ran the suite again.");
    let wrong = RememberItem {
        signals: Some(Signals { duration_s: f32::NAN, ..Signals::default() }),
        ..RememberItem::new("x")
    };
    let refused = memory.engine.remember(&memory.context, wrong).unwrap_err();
    assert!(matches!(refused, RememberError::Invalid { field: "signals", .. }));
}

#[test]
fn given_courses_are_compared_by_curve() {
    let folder = tempfile::tempdir().unwrap();
    let memory = house(folder.path());
    let felt = |text: &str, labels: [&str; 3]| RememberItem {
        emotions: labels.map(|label| point_of_label(label, 0.9, None)).to_vec(),
        ..RememberItem::new(text)
    };
    memory.remember(felt("Debugging the parser.", ["frustration", "insight", "satisfaction"]));
    memory.remember(felt("The long review.", ["satisfaction", "insight", "frustration"]));
    let mut request = RecallRequest::new("which task", Filter::everything());
    request.channels = Some(vec!["emotional".to_owned()]);
    request.emotions = ["confusion", "relief", "joy"].map(|label| point_of_label(label, 0.8, None)).to_vec();
    let hits = memory.recall(&request).hits;
    assert_eq!(hits[0].memory.text, "Debugging the parser.");
    is_sound(&memory);
}
