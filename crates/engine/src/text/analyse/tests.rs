//! Tests of `text::analyse`.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

fn terms(text: &str) -> Vec<String> {
    analyse(text).into_iter().map(|token| token.term).collect()
}

fn query(text: &str) -> Vec<String> {
    query_terms(text).into_iter().map(|token| token.term).collect()
}

/// Every term of the question is a term of the text.
fn finds(text: &str, question: &str) -> bool {
    let have: HashSet<String> = index_terms(text, usize::MAX, 1.0).into_iter().map(|(term, _)| term).collect();
    let wanted = query_terms(question);
    !wanted.is_empty() && wanted.iter().all(|token| have.contains(&token.term))
}

fn meets(text: &str, question: &str) -> bool {
    let have: HashSet<String> = index_terms(text, usize::MAX, 1.0).into_iter().map(|(term, _)| term).collect();
    query_terms(question).iter().any(|token| have.contains(&token.term))
}

#[test]
fn words_are_lower_cased_and_stemmed() {
    assert_eq!(query("Deployments were failing, repeatedly!"), ["deploy", "fail", "repeat"]);
    assert_eq!(
        query("Gina's 3 café visits in 1,000 days of 3.14"),
        ["gina", "3", "café", "visit", "1000", "day", "3.14"]
    );
    assert_eq!(terms("x y 7"), ["7"], "single letters are noise, single digits are not");
}

#[test]
fn contractions_and_elisions_meet_their_plain_spelling() {
    assert!(
        query("I don't, she'll, we've, it's").iter().all(|term| ["i", "dont", "she", "we", "it"].contains(&&**term))
    );
    for (text, question) in [
        ("met O\u{2019}Brien", "obrien"),
        ("met OBrien", "o'brien"),
        ("c'est l'amour", "amour"),
        ("Luigi's Trattoria", "luigi trattoria"),
        ("the cats' bowl", "cats bowl"),
        ("lived in the U.S. since", "US"),
    ] {
        assert!(meets(text, question), "{text} / {question}");
    }
}

#[test]
fn identifiers_are_found_whole_and_by_part() {
    for (text, whole, parts) in [
        ("It failed with E_AUTH_404.", "=e_auth_404", vec!["auth", "404"]),
        ("The MLWK3LL/A is sold out", "=mlwk3ll/a", vec!["mlwk3ll", "=mlwk3ll"]),
        ("Closed INC-90312, finally", "=inc-90312", vec!["inc", "90312"]),
        ("rename user_account_id", "=user_account_id", vec!["user", "account", "id"]),
        ("call getUserById()", "=getuserbyid", vec!["getuserbyid", "get", "user", "id"]),
        ("edit /etc/hosts first", "=/etc/hosts", vec!["etc", "host"]),
        ("in src/main.rs:42", "=src/main.rs", vec!["=main.rs", "src", "main"]),
        ("since v1.2.3.", "=v1.2.3", vec!["=1.2.3", "1.2.3"]),
        ("commit da39a3ee5e6b4b0d", "=da39a3ee5e6b4b0d", vec!["=da39a3e"]),
        (
            "see https://Example.com/Docs/Setup.",
            "=https://example.com/docs/setup",
            vec!["=example.com", "exampl", "doc", "setup"],
        ),
        ("mail ann.lee@example.com!", "=ann.lee@example.com", vec!["=example.com", "ann", "lee"]),
        ("ordered on DoorDash", "=doordash", vec!["doordash", "door", "dash"]),
        ("ping @alice about #1432", "=@alice", vec!["alic", "1432"]),
        ("moved to gpt-4o-mini", "=gpt-4o-mini", vec!["gpt", "mini"]),
        ("错误码E_AUTH_404出现", "=e_auth_404", vec!["auth", "404"]),
    ] {
        let found = terms(text);
        assert!(found.iter().any(|term| term == whole), "{text}: {found:?}");
        for part in parts {
            assert!(found.iter().any(|term| term == part), "{text}: {part} in {found:?}");
        }
        let (term, span) = identifiers(text).into_iter().next().unwrap();
        assert_eq!(term, whole);
        assert_eq!(text[span.start as usize..span.end as usize].to_lowercase(), whole[1..]);
    }
}

#[test]
fn identifiers_meet_other_spellings() {
    for (text, question) in [
        ("E_AUTH_404", "e_auth_404"),
        ("the full hash da39a3ee5e6b4b0d3255bfef95601890afd80709", "da39a3ee5e"),
        ("commit 9f3c2ab", "9f3c2ab"),
        ("we use doordash", "DoorDash"),
        ("We use DoorDash", "doordash"),
        ("upgrade to v1.2.3", "1.2.3"),
        ("upgrade to v1.2", "1.2"),
        ("GPT4", "gpt 4"),
        ("sent an e-mail", "mail"),
        ("path /srv/data/", "/srv/data"),
    ] {
        assert!(meets(text, question), "{text} / {question}");
    }
}

#[test]
fn hyphenated_words_are_words() {
    assert!(
        identifiers("My mother-in-law is a well-known X-ray expert of 24-hour shifts since the mid-1990s.").is_empty()
    );
    assert_eq!(query("mother-in-law"), ["mother", "law"]);
}

#[test]
fn characters_never_pair_across_a_space() {
    let found = terms("京都 大津");
    assert!(found.contains(&"京都".to_owned()) && !found.contains(&"都大".to_owned()));
}

#[test]
fn sub_words_of_every_script_are_found() {
    for (text, questions) in [
        ("城市交通规划正在调整", vec!["规", "规划", "交通规划", "调整"]),
        ("東京タワーに行きました", vec!["東京", "タワー", "行き", "タ"]),
        ("ｶﾞｿﾘﾝが高い", vec!["ガソリン", "ソリ"]),
        ("서울에서 김치를 먹었다", vec!["서울", "김치", "먹", "서울에서"]),
        ("ฉันชอบดื่มกาแฟทุกเช้า", vec!["กาแฟ", "ดื่ม", "เช้า", "ก"]),
        ("ຂ້ອຍມັກກາເຟ", vec!["ກາເຟ"]),
        ("ខ្ញុំចូលចិត្តកាហ្វេ", vec!["កាហ្វេ"]),
        ("ကျွန်တော်ကော်ဖီကြိုက်တယ်", vec!["ကော်ဖီ"]),
        ("قرأت الكتاب في المكتبة", vec!["كتاب", "في", "مكتبة", "الكتاب"]),
        ("כתבתי את הספר", vec!["ספר", "את"]),
        ("मुझे सुबह की चाय पसंद है", vec!["चाय", "सुबह", "है"]),
        ("я живу в большом городе", vec!["город", "я", "живу"]),
        ("μένω στην Αθήνα", vec!["αθήνα", "ΣΤΗΝ"]),
        ("我用 Docker 部署 v2.1.0 到生产", vec!["部署", "docker", "v2.1.0", "生产"]),
    ] {
        for question in questions {
            assert!(meets(text, question), "{question} in {text}: {:?}", terms(text));
        }
    }
}

#[test]
fn spelling_variants_of_arabic_and_cyrillic_are_one() {
    assert!(finds("كِتَابٌ أحمد", "كتاب احمد"));
    assert!(finds("ёлка", "елка"));
}

#[test]
fn stop_words_leave_questions_unless_alone() {
    assert_eq!(query("What did Caroline do when she was in the city?"), ["carolin", "citi"]);
    assert_eq!(query("Who are you?").len(), 3);
    assert!(finds("who are you", "Who are you?"));
    assert_eq!(query("the US economy"), ["us", "economi"]);
    assert_eq!(query("show us the way"), ["show", "way"]);
}

#[test]
fn repeats_add_up_and_identifiers_count_double() {
    let found = query_terms("tea, tea and E_AUTH_404");
    assert_eq!(found[0], QueryToken { term: "tea".into(), weight: 2.0 });
    assert_eq!(found[1], QueryToken { term: "=e_auth_404".into(), weight: 2.0 });
    assert!(found[2..].iter().all(|token| token.weight < 1.0));
}

#[test]
fn single_characters_count_little_beside_pairs_and_fully_alone() {
    let weight =
        |question: &str, term: &str| query_terms(question).into_iter().find(|t| t.term == term).map(|t| t.weight);
    assert_eq!(weight("规划", "规划"), Some(1.0));
    assert_eq!(weight("规划", "规"), Some(0.3));
    assert_eq!(weight("规", "规"), Some(1.0));
}

#[test]
fn words_past_the_limit_weigh_less() {
    let text = format!("{}tail", "head ".repeat(60));
    let found = index_terms(&text, 60, 0.3);
    assert_eq!(found, [("head".to_owned(), 60.0), ("tail".to_owned(), 0.3)]);
    assert_eq!(index_terms(&text, usize::MAX, 0.3)[1].1, 1.0);
}

#[test]
fn words_are_counted() {
    for (text, n_words) in [
        ("", 0),
        ("two words", 2),
        ("don't stop: see src/main.rs", 4),
        ("城市交通规划", 3),
        ("城市交 通", 3),
        ("... 😀 --", 0),
    ] {
        assert_eq!(words(text), n_words, "{text}");
    }
}

#[test]
fn monstrous_input_stays_bounded() {
    let limit = TERM_LEN_MAX.max(super::super::shape::IDENTIFIER_LEN_MAX + 1);
    let units = [
        "a",
        "a-",
        "a/b.c_",
        "é",
        "http://",
        "1,",
        "111,",
        "a.",
        "US ",
        "\u{201E}",
        ")",
        "http://a)",
        "\"a",
        "`",
        "\u{301}",
        "ก",
        "ж",
        "A of ",
        "Of ",
        "A. ",
        "\u{FDFA}",
        "ﬁ",
        "- ",
        "@",
        "::",
        "a's",
        "'",
    ];
    for text in units.map(|unit| unit.repeat(4_000)) {
        assert!(analyse(&text).iter().all(|token| token.term.len() <= limit));
        assert!(super::super::mentions(&text).len() <= words(&text));
        assert!(super::super::quoted(&text).len() <= text.len());
        assert!(super::super::sentences(&text).len() <= text.len());
        assert!(super::super::keyphrases(&text, 5).len() <= 5);
    }
}

/// Text in the shape of real mixtures: scripts, identifiers, punctuation glued together.
fn mixed() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zA-Z]{1,9}",
        "[0-9]{1,5}",
        "[-_./:@#&+~',\\\\ ]{1,3}",
        "[\u{4e00}-\u{4e30}\u{3041}-\u{3060}\u{ac00}-\u{ac20}]{1,6}",
        "[\u{0e01}-\u{0e3a}\u{0e40}-\u{0e4e}]{1,6}",
        "[\u{0430}-\u{0451}\u{0621}-\u{0652}\u{0905}-\u{094d}]{1,6}",
        "[\u{0300}-\u{0310}\u{ff00}-\u{ffef}\u{2010}-\u{2030}\u{fb00}-\u{fb06}]{1,3}",
        "\\PC{1,4}",
    ];
    proptest::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn spans_lie_on_character_boundaries_in_order(text in mixed()) {
        let mut last = 0;
        for token in analyse(&text) {
            let piece = text.get(token.span.start as usize..token.span.end as usize);
            prop_assert!(piece.is_some_and(|piece| !piece.is_empty()), "{token:?}");
            prop_assert!(token.span.start >= last, "{token:?}");
            prop_assert!(!token.term.is_empty());
            last = token.span.start;
        }
    }

    #[test]
    fn word_numbers_never_fall_and_stay_below_the_count(text in mixed()) {
        let tokens = analyse(&text);
        prop_assert!(tokens.windows(2).all(|pair| pair[0].word <= pair[1].word));
        prop_assert!(tokens.iter().all(|token| (token.word as usize) < words(&text)));
    }

    #[test]
    fn a_question_equal_to_the_text_has_only_its_terms(text in mixed()) {
        let have: HashSet<String> = index_terms(&text, 60, 0.3).into_iter().map(|(term, _)| term).collect();
        for token in query_terms(&text) {
            prop_assert!(token.weight > 0.0 && have.contains(&token.term), "{token:?}");
        }
    }

    #[test]
    fn every_short_character_query_hits(text in "[\u{4e00}-\u{9fff}\u{3041}-\u{3096}\u{30a1}-\u{30fa}\u{ac00}-\u{d7a3}]{1,30}", from in 0usize..30, len in 1usize..=4) {
        let chars: Vec<char> = text.chars().collect();
        let from = from % chars.len();
        let question: String = chars[from..].iter().take(len).collect();
        prop_assert!(finds(&text, &question), "{question} in {text}");
    }

    #[test]
    fn every_cluster_query_meets(text in "[\u{0e01}-\u{0e2e}\u{0e30}-\u{0e39}\u{0e40}-\u{0e44}]{1,30}", from in 0usize..30, len in 1usize..=4) {
        let clusters: Vec<&str> = text.graphemes(true).collect();
        let from = from % clusters.len();
        let question: String = clusters[from..].iter().take(len).copied().collect();
        prop_assert!(finds(&text, &question), "{question} in {text}");
    }

    #[test]
    fn identifiers_are_tokens_of_the_analysis(text in mixed()) {
        let whole: Vec<(String, Span)> =
            analyse(&text).into_iter().filter(|t| t.kind == TokenKind::Identifier).map(|t| (t.term, t.span)).collect();
        prop_assert_eq!(identifiers(&text), whole);
    }
}
