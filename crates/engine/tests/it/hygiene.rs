//! What must not grow a memory: repetitions, memories handed in again, what an agent's maker tells it, empty noise.

use quintet::model::{Kind, Micros, Role, SessionId};
use quintet::recall::RecallRequest;
use quintet::retain::{RememberError, RememberItem};
use quintet::store::{Filter, ForgetMode};
use quintet::{Forget, ForgetRequest};

use crate::memory::{Memory, texts};

fn turn(session: &str, when: &str, role: Role, text: &str) -> RememberItem {
    RememberItem {
        session: Some(SessionId::new(session).unwrap()),
        role: Some(role),
        known_at: Some(Micros::parse(when).unwrap()),
        ..RememberItem::new(text)
    }
}

fn found(memory: &Memory, query: &str) -> Vec<String> {
    let recalled = memory.engine.recall(&memory.context, &RecallRequest::new(query, Filter::everything())).unwrap();
    texts(&recalled).into_iter().map(str::to_owned).collect()
}

fn repeats(memory: &Memory, query: &str) -> u32 {
    memory.engine.recall(&memory.context, &RecallRequest::new(query, Filter::everything())).unwrap().hits[0]
        .memory
        .repeats
}

#[test]
fn what_is_said_again_in_one_conversation_is_counted_and_shown_once() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    for _ in 0..3 {
        memory.remember(turn("a", "2026-05-01T10:00:00Z", Role::User, "The spare key hangs behind the barometer."));
    }
    assert_eq!(found(&memory, "Where is the spare key?").len(), 1);
    assert_eq!(repeats(&memory, "Where is the spare key?"), 2);
    assert_eq!(memory.engine.counts(&memory.context).unwrap().memories, 3);
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
    drop(memory);
    let memory = Memory::open(folder.path());
    assert_eq!(repeats(&memory, "Where is the spare key?"), 2);
}

#[test]
fn the_same_words_on_another_day_may_tell_of_another_event_until_they_are_a_habit() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let said = "I went running along the old canal.";
    for day in 1..=6 {
        memory.remember(turn(&format!("s{day}"), &format!("2026-05-0{day}T10:00:00Z"), Role::User, said));
    }
    let all = Filter { kinds: Some(vec![Kind::Turn]), ..Filter::everything() };
    let live = memory.engine.context_store(&memory.context).unwrap().view(&all).unwrap().len();
    assert!((1..=3).contains(&live), "{live}");
    // An agent's words are no events.
    for day in 1..=4 {
        memory.remember(turn(
            &format!("t{day}"),
            &format!("2026-05-0{day}T11:00:00Z"),
            Role::Assistant,
            "HEARTBEAT_OK",
        ));
    }
    assert_eq!(found(&memory, "HEARTBEAT_OK").iter().filter(|text| *text == "HEARTBEAT_OK").count(), 1);
}

#[test]
fn marked_memories_are_taken_out_and_the_rest_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let sent = "<quintet-memories>\n- Dana keeps bees on the roof\n</quintet-memories>\nWhat should I bring to the picnic on the hill?";
    memory.remember(turn("a", "2026-05-01T10:00:00Z", Role::User, sent));
    assert_eq!(found(&memory, "bees picnic hill"), ["What should I bring to the picnic on the hill?"]);
    let error = memory
        .engine
        .remember(&memory.context, RememberItem::new("<relevant_memories>Dana keeps bees</relevant_memories>"))
        .unwrap_err();
    assert!(matches!(error, RememberError::Invalid { field: "text", .. }));
}

#[test]
fn memories_that_come_back_without_marks_are_known_by_what_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    memory.remember(turn("a", "2026-05-01T10:00:00Z", Role::User, "Dana keeps seven beehives on the roof."));
    memory.remember(turn("a", "2026-05-01T10:01:00Z", Role::User, "The ferry to the island leaves at noon."));
    let sent = "What do I know:\n- [2026-05-01] Dana keeps seven beehives on the roof.\n- [2026-05-01] The ferry to the island leaves at noon.\nWhen do I have to leave home?";
    memory.remember(turn("b", "2026-05-02T10:00:00Z", Role::User, sent));
    let all = found(&memory, "beehives ferry leave home");
    assert_eq!(all.iter().filter(|text| text.contains("beehives")).count(), 1, "{all:?}");
    assert!(all.iter().any(|text| text.contains("When do I have to leave home?")));
}

#[test]
fn system_prompts_are_kept_in_their_place_and_never_recalled() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    memory.remember(turn(
        "a",
        "2026-05-01T10:00:00Z",
        Role::System,
        "You are a helpful gardener who knows every rose.",
    ));
    memory.remember(turn("a", "2026-05-01T10:00:01Z", Role::User, "My roses have black spots on the leaves."));
    assert_eq!(found(&memory, "helpful gardener roses"), ["My roses have black spots on the leaves."]);
    assert_eq!(memory.engine.counts(&memory.context).unwrap().memories, 2);
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}

/// How many texts of one speaker a read sees after each was said on a day of its own.
fn live_after(role: Role, said: &[&str]) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    for (day, text) in said.iter().enumerate() {
        memory.remember(turn(&format!("s{day}"), &format!("2026-05-{:02}T10:00:00Z", day + 1), role, text));
    }
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
    let told = Filter { kinds: Some(vec![Kind::Turn]), ..Filter::everything() };
    let store = memory.engine.context_store(&memory.context).unwrap();
    let all = Filter { include_duplicates: true, ..told.clone() };
    assert_eq!(store.view(&all).unwrap().len(), said.len(), "nothing is dropped");
    store.view(&told).unwrap().len()
}

fn with_days(text: &str) -> Vec<String> {
    (1..=8).map(|day| text.replace("{d}", &format!("{day} May 2026")).replace("{n}", &(70 + day).to_string())).collect()
}

fn live_with_days(role: Role, text: &str) -> usize {
    let said = with_days(text);
    live_after(role, &said.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn what_a_machine_fills_in_is_no_news() {
    assert_eq!(live_with_days(Role::Tool, "queue depth {n}, uptime {n} s"), 2);
    assert_eq!(live_with_days(Role::Assistant, "HEARTBEAT_OK {n}"), 2);
    assert_eq!(live_with_days(Role::User, "[2026-05-02 10:{n}:00] Heartbeat check, answer if anything is open."), 2);
    let prompt = "You are Orla, who keeps the household running. Read the notes before anything else, keep to the tone that is \
                  described there, never invent what you do not know, answer in five sentences at most, and ask before you \
                  send anything to anybody. Today is {d}.";
    assert_eq!(live_with_days(Role::User, prompt), 2);
    assert_eq!(live_with_days(Role::User, "What is on my list for today?"), 1);
    assert_eq!(live_with_days(Role::User, "ok, thanks!"), 1);
}

#[test]
fn numbers_that_a_person_gives_are_what_it_is_about() {
    for said in
        ["My weight is {n} kg today", "I paid {n} euros for the train", "I see the dentist on {d} at noon", "yes"]
    {
        assert_eq!(live_with_days(Role::User, said), 8, "{said}");
    }
    assert_eq!(live_with_days(Role::Assistant, "Your appointment with the dentist is at {n} Hill Street."), 5);
    assert_eq!(live_after(Role::User, &["I am in room C.", "I am in room C!", "I am in room C++."]), 3);
}

#[test]
fn memories_that_come_back_in_other_forms_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    memory.remember(turn("a", "2026-05-01T10:00:00Z", Role::User, "Dana lives in Porto."));
    memory.remember(turn("a", "2026-05-02T10:00:00Z", Role::User, "Dana moved to Lisbon."));
    for sent in [
        "Memories: [{\"id\":1,\"memory\":\"Dana lives in Porto.\",\"score\":0.7}]\nShall we bake a plum cake?",
        "Relevant memory: Dana lives in Porto.\n\nShall we bake a plum cake?",
        "Known facts: Dana lives in Porto. Dana moved to Lisbon.\nShall we bake a plum cake?",
        "## Memory\n1. Dana lives in Porto. (0.71)\n\nShall we bake a plum cake?",
        "<memory id=\"1\">Dana lives in Porto.</memory>\n<memory id=\"2\">Dana moved to Lisbon.</memory>\nShall we bake a plum cake?",
    ] {
        let kept = memory.remember(turn("b", "2026-05-03T10:00:00Z", Role::User, sent));
        let text = memory.engine.memory(&memory.context, kept.id).unwrap().unwrap().memory.text;
        assert_eq!(text, "Shall we bake a plum cake?", "{sent}");
        assert_eq!(kept.learned, [], "{sent}");
    }
    // A person's own word is heard, even where it was said before.
    let back = memory.remember(turn("c", "2026-05-04T10:00:00Z", Role::User, "Dana lives in Porto."));
    assert_eq!(back.learned.len(), 1);
}

/// Turns that reads see, in order of time.
fn turns(memory: &Memory) -> Vec<String> {
    let told = Filter { kinds: Some(vec![Kind::Turn]), ..Filter::everything() };
    let view = memory.engine.context_store(&memory.context).unwrap().view(&told).unwrap();
    let rows = view.by_time(false, usize::MAX).unwrap();
    view.memories(&rows).unwrap().into_iter().map(|memory| memory.unwrap().text).collect()
}

fn said_on(memory: &Memory, day: usize, text: &str) -> quintet::retain::Remembered {
    memory.remember(turn(&format!("s{day}"), &format!("2026-05-{day:02}T10:00:00Z"), Role::User, text))
}

#[test]
fn a_fact_that_is_told_again_in_other_words_is_counted_and_its_turn_is_not_shown() {
    for mode in [ForgetMode::Expire, ForgetMode::Purge] {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(folder.path());
        let first = said_on(&memory, 1, "Mira Lind lives in Porto.");
        let fact = first.learned[0].asserted.memory.unwrap();
        let again = said_on(&memory, 2, "By the way, Mira Lind is based in Porto.");
        said_on(&memory, 3, "Mira Lind resides in Porto.");
        assert_eq!(turns(&memory), ["Mira Lind lives in Porto."]);
        let known = memory.engine.memory(&memory.context, fact).unwrap().unwrap().memory;
        assert_eq!(known.repeats, 2);
        let kept = memory.engine.memory(&memory.context, again.id).unwrap().unwrap().memory;
        assert_eq!(kept.duplicate_of, Some(first.id));
        assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
        // Whoever forgets one telling does not forget the others, nor the fact.
        let forget = ForgetRequest { mode, ..ForgetRequest::new(Forget::Ids(vec![first.id]), Filter::everything()) };
        let gone = memory.engine.forget_matching(&memory.context, &forget).unwrap().gone;
        assert!(!gone.iter().any(|gone| gone.id == again.id), "{gone:?}");
        assert_eq!(turns(&memory), ["By the way, Mira Lind is based in Porto.", "Mira Lind resides in Porto."]);
        assert!(found(&memory, "Where does Mira Lind live?").iter().any(|text| text == "Mira Lind's home: Porto"));
        assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
        drop(memory);
        let memory = Memory::open(folder.path());
        assert_eq!(turns(&memory).len(), 2);
        assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
    }
}

#[test]
fn a_turn_that_adds_anything_to_a_known_fact_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let news = [
        "Mira Lind lives in Porto.",
        "Mira Lind lives in Porto with two cats.",
        "Mira Lind lives in Porto and works at Orbit.",
        "Mira Lind has lived in Porto since 2019.",
        "I am so happy that Mira Lind lives in Porto!",
        "Does Mira Lind live in Porto?",
        "Mira Lind lived in Porto yesterday.",
        "I envy Mira Lind, she lives in Porto.",
        "Mira Lind moved to Ghent.",
        "Mira Lind lives in Porto.",
    ];
    for (day, text) in news.iter().enumerate() {
        said_on(&memory, day + 1, text);
    }
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    assert_eq!(sorted(turns(&memory)), sorted(news.map(str::to_owned).to_vec()));
    // Another speaker's word is a word of its own.
    memory.remember(RememberItem {
        speaker: Some("Tom".to_owned()),
        ..turn("t", "2026-05-20T10:00:00Z", Role::User, "Mira Lind is based in Porto.")
    });
    assert_eq!(turns(&memory).len(), news.len() + 1);
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}

#[test]
fn punctuation_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    for text in ["...", "—", "?!", " \n ", "…"] {
        let error = memory.engine.remember(&memory.context, RememberItem::new(text)).unwrap_err();
        assert!(matches!(error, RememberError::Invalid { field: "text", .. }), "{text}");
    }
    memory.remember(RememberItem::new("👍"));
}
