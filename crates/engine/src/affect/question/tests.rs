//! Tests of `affect::question`.

use proptest::prelude::*;

use super::*;

fn ask(text: &str) -> FeelingQuery {
    query(text).unwrap_or_else(|| panic!("no feeling in {text}"))
}

fn labels(text: &str) -> Vec<Label> {
    ask(text).labels.iter().map(|(label, _)| *label).collect()
}

#[test]
fn a_state_is_named() {
    for (text, label) in [
        ("When was she frustrated with the build?", Label::Frustration),
        ("When was Maria sad?", Label::Sadness),
        ("Which steps left me stuck? When did I get stuck?", Label::Frustration),
        ("What did Tom say while feeling down?", Label::Sadness),
        ("was she content", Label::Satisfaction),
        ("moments of joy", Label::Joy),
        ("show me where he was fed up", Label::Frustration),
        ("when did he feel hurt", Label::Sadness),
    ] {
        let found = ask(text);
        assert_eq!((found.kind, found.labels[0].0), (FeelingKind::State, label), "{text}");
    }
    assert_eq!(labels("When was Ann upset?"), [Label::Anger, Label::Sadness]);
    assert_eq!(labels("when was he not happy"), [Label::Sadness]);
    assert_eq!(labels("which negative emotions did she show").len(), 4);
}

#[test]
fn a_feeling_is_named_in_four_more_languages() {
    for (text, label) in [
        ("Wann war Tom genervt?", Label::Frustration),
        ("Wann hatte Eva Angst?", Label::Anxiety),
        ("Quand Luc était-il en colère ?", Label::Anger),
        ("¿Cuándo estaba Ana aburrida?", Label::Boredom),
        ("小王什么时候失望？", Label::Disappointment),
    ] {
        let found = ask(text);
        assert_eq!((found.kind, found.labels[0].0, found.rest_is_content), (FeelingKind::State, label, 0.0), "{text}");
    }
    let found = ask("小王什么时候因为搬家失望？");
    assert!(found.spans.iter().all(|span| span.end - span.start == 6));
}

#[test]
fn words_without_a_label_of_their_own_name_several() {
    assert_eq!(labels("What was Ann jealous of?")[0], Label::Frustration);
    assert_eq!(labels("When was he worried sick?"), [Label::Anxiety, Label::Fear]);
    assert_eq!(labels("When was Tim deeply touched?")[0], Label::Gratitude);
    let tears = ask("What moved Tim to tears of joy?");
    assert_eq!((tears.labels[0].0, tears.rest_is_content), (Label::Joy, 0.0));
    let arc = ask("When did she go from exhausted to calm?");
    assert_eq!(arc.kind, FeelingKind::Arc);
    assert_eq!(arc.steps.len(), arc.points.len());
    assert!(arc.steps[1].contains(&(Label::Relief, 0.8)));
}

#[test]
fn who_tells_of_themselves_asks_for_no_moments() {
    for text in ["I was dumped and now I am depressed.", "My boss makes me so anxious lately"] {
        assert_eq!(query(text), None, "{text}");
    }
    assert!(query("Find the moments when I was sad").is_some());
    assert!(query("Why was I so angry?").is_some());
}

#[test]
fn other_questions_name_none() {
    for text in [
        "",
        "What does Caroline love to do?",
        "Where is the server that was set down?",
        "Which certain ports are open?",
        "When did Joy move to Boston?",
        "When did they get engaged?",
        "When did Melanie get hurt?",
        "What hope do we have of shipping in May?",
        "What did she plan for the surprise party?",
        "When was he not angry?",
        "Which blue car did she buy?",
    ] {
        assert_eq!(query(text), None, "{text}");
    }
}

#[test]
fn a_course_keeps_the_order_of_time() {
    for (text, from, to) in [
        ("How did he go from angry to relieved?", Label::Anger, Label::Relief),
        ("A talk in which Ann starts out happy and ends up sad", Label::Joy, Label::Sadness),
        (
            "when did her frustration turn into satisfaction... frustrated, then satisfied",
            Label::Frustration,
            Label::Satisfaction,
        ),
        ("when was she happy after being scared", Label::Fear, Label::Joy),
        ("before she was happy she was scared", Label::Fear, Label::Joy),
        ("confused at first, confident later", Label::Confusion, Label::Confidence),
    ] {
        let found = ask(text);
        assert_eq!(found.kind, FeelingKind::Arc, "{text}");
        let got: Vec<_> = found.points.iter().filter_map(|point| point.label).collect();
        assert_eq!((got.first(), got.last()), (Some(&from), Some(&to)), "{text}");
    }
    assert_eq!(ask("was he angry or scared").kind, FeelingKind::State);
}

#[test]
fn one_feeling_with_its_end_or_start_is_a_course() {
    let ended = ask("Where did she end up happy?");
    assert_eq!((ended.kind, ended.points.len()), (FeelingKind::Arc, 2));
    assert!(ended.points[0].valence < 0.0 && ended.points[1].valence > 0.0);
    let over = ask("How did he overcome being scared?");
    assert_eq!(over.points.iter().map(|p| p.label).collect::<Vec<_>>(), [Some(Label::Fear), Some(Label::Relief)]);
    assert_eq!(ask("When did he become angry?").kind, FeelingKind::State, "a moment is asked for");
}

#[test]
fn the_rest_is_told_from_names_and_generic_words() {
    for text in
        ["When was Maria sad?", "Find the moments where Tom felt very scared.", "Maria's happiest... was Maria happy?"]
    {
        let found = ask(text);
        let rest: Vec<_> = found.rest.iter().map(|s| &text[s.start as usize..s.end as usize]).collect();
        assert!(found.rest_is_content <= 0.25, "{text}: {rest:?}");
    }
    let text = "Why was Ann angry about the budget?";
    let found = ask(text);
    assert!((found.rest_is_content - 1.0 / 3.0).abs() < 1e-6);
    assert_eq!(&text[found.rest[0].start as usize..found.rest[0].end as usize], "budget");
    assert_eq!(&text[found.spans[0].start as usize..found.spans[0].end as usize], "angry");
    assert_eq!(
        ask("when was ann angry").rest_is_content,
        0.5,
        "a name in lower case can only be taken off by the caller"
    );
}

#[test]
fn stress_moves_the_point() {
    let valence = |text: &str| ask(text).points[0].valence;
    assert!(valence("when was she very sad") < valence("when was she sad"));
    assert!(valence("when was she sad") < valence("when was she slightly sad"));
}

/// Questions as people word them, with the label first named and how much of the rest is matter.
#[test]
fn free_wordings_are_read() {
    use Label::{
        Amusement, Anger, Anxiety, Confidence, Disgust, Fear, Gratitude, Joy, Pride, Relief, Sadness, Surprise,
    };
    for (text, label, rest_max) in [
        ("when was she frustrated", Label::Frustration, 0.0),
        ("what made Anna happy", Joy, 0.0),
        ("which conversation left me relieved", Relief, 0.0),
        ("Which of our talks left Ben feeling anxious?", Anxiety, 0.0),
        ("Tell me about a time Priya was proud of herself", Pride, 0.0),
        ("Did anything scare Tom? When was Tom scared?", Fear, 0.4),
        ("What had Lena so upset?", Anger, 0.0),
        ("Show messages in which Omar sounds grateful", Gratitude, 0.0),
        ("who was disgusted, and when", Disgust, 0.0),
        ("Find me the moment that surprised Yuki the most", Surprise, 0.0),
        ("what put Marta in a good mood", Joy, 0.0),
        ("on which day did Karl seem most confident", Confidence, 0.34),
        ("when did I feel really down", Sadness, 0.0),
        ("times we were all amused", Amusement, 0.0),
        ("Why was Ann so angry about the rent increase?", Anger, 0.6),
        ("Who felt nervous before the exam?", Anxiety, 0.5),
    ] {
        let found = ask(text);
        assert_eq!((found.kind, found.labels[0].0), (FeelingKind::State, label), "{text}");
        let rest: Vec<_> = found.rest.iter().map(|s| &text[s.start as usize..s.end as usize]).collect();
        assert!(found.rest_is_content <= rest_max + 1e-6, "{text}: {rest:?}");
    }
}

#[test]
fn free_wordings_of_a_change_are_read() {
    use Label::{
        Amusement, Anger, Anxiety, Confidence, Confusion, Disappointment, Fear, Frustration, Joy, Relief, Sadness,
    };
    for (text, from, to) in [
        ("When did Omar go from nervous to confident?", Anxiety, Confidence),
        ("Lena started angry but left happy, which talk was that", Anger, Joy),
        ("at first he was confused, then relieved", Confusion, Relief),
        ("the chat where Priya began frustrated and finished relieved", Frustration, Relief),
        ("In which scene is Ben sad at the start and happy at the end?", Sadness, Joy),
        ("When did her fear turn into anger? She was afraid, then angry.", Fear, Anger),
        ("A day that opened with Tom happy and closed with him in tears", Joy, Sadness),
        ("Which meeting did I enter excited and leave disappointed?", Label::Excitement, Disappointment),
        ("Marta ends up amused after being annoyed", Frustration, Amusement),
        ("was she ever relieved after having been terrified", Fear, Relief),
    ] {
        let found = ask(text);
        assert_eq!(found.kind, FeelingKind::Arc, "{text}");
        let got: Vec<_> = found.points.iter().filter_map(|point| point.label).collect();
        assert_eq!((got.first(), got.last()), (Some(&from), Some(&to)), "{text}");
    }
}

proptest! {
    #[test]
    fn any_question_is_read_on_character_boundaries(
        text in "(\\PC|sad |happy |from |to |after |fed up|’|'|very ){0,40}"
    ) {
        if let Some(found) = query(&text) {
            prop_assert!((0.0..=1.0).contains(&found.rest_is_content));
            prop_assert!(!found.labels.is_empty() && !found.points.is_empty());
            prop_assert!(found.kind == FeelingKind::State || found.points.len() >= 2);
            for span in found.spans.iter().chain(&found.rest) {
                prop_assert!(text.get(span.start as usize..span.end as usize).is_some_and(|t| !t.is_empty()));
            }
        }
    }
}
