//! The commonest facts in Chinese and Japanese: what stands between fixed strings.
//!
//! Owns the rows. Values end at punctuation and particles; there are no tokens in these scripts. Must not know: clauses.

use std::ops::Range;

use super::super::maker::{Maker, Setting};
use crate::model::{Category, EntityKind, Party, Said, Span, Stance, Validity, key};

/// Characters of a value at most. Chosen.
const CHARS_MAX: usize = 16;
/// How sure these rows are. Chosen.
const CONFIDENCE: f32 = 0.85;

/// Where the value stands beside the fixed strings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Before, value, after: "我在…工作". The second string may be empty.
    Between,
    /// Value, then the string: "…に住んでいます".
    Before,
}

/// Form, fixed strings, key, whether it ends, examples.
type Row = (Form, &'static str, &'static str, &'static str, bool, &'static [(&'static str, &'static str)]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (Form::Between, "我叫", "", "name", false, &[("我叫张伟。", "I name=张伟"), ("我叫什么？", "")]),
    (Form::Between, "我的名字是", "", "name", false, &[]),
    (Form::Between, "我的名字叫", "", "name", false, &[]),
    (Form::Between, "我不再住在", "", "home", true, &[("我不再住在上海了。", "I home=上海 -")]),
    (Form::Between, "我住在", "", "home", false, &[("我住在北京，喜欢喝茶。", "I home=北京")]),
    (Form::Between, "我现在住在", "", "home", false, &[]),
    (Form::Between, "我搬到了", "", "home", false, &[("我搬到了深圳。", "I home=深圳")]),
    (Form::Between, "我在", "工作", "employer", false, &[("我在华为工作。", "I employer=华为")]),
    (Form::Between, "我在", "上班", "employer", false, &[]),
    (Form::Between, "我来自", "", "origin", false, &[("我来自成都。", "I origin=成都")]),
    (Form::Between, "我不喜欢", "", "dislikes", false, &[("我不喜欢香菜。", "I dislikes=香菜")]),
    (Form::Between, "我讨厌", "", "dislikes", false, &[]),
    (Form::Between, "我很喜欢", "", "likes", false, &[]),
    (Form::Between, "我喜欢", "", "likes", false, &[("我喜欢爬山和游泳。", "I likes=爬山; I likes=游泳"), ("我喜欢你", "")]),
    (Form::Between, "我对", "过敏", "allergy", false, &[("我对花生过敏。", "I allergy=花生")]),
    (Form::Between, "我今年", "岁", "age", false, &[("我今年28岁。", "I age=28")]),
    (Form::Between, "我养了一只", "", "pet", false, &[("我养了一只猫。", "I pet=猫")]),
    (Form::Between, "我养了一条", "", "pet", false, &[]),
    (Form::Between, "私の名前は", "です", "name", false, &[("私の名前は田中です。", "I name=田中")]),
    (Form::Before, "と申します", "", "name", false, &[("佐藤と申します。", "I name=佐藤")]),
    (Form::Before, "に住んでいます", "", "home", false, &[("私は東京に住んでいます。", "I home=東京"), ("妹は大阪に住んでいます。", "I.sister home=大阪"), ("どこに住んでいますか？", "")]),
    (Form::Before, "に住んでる", "", "home", false, &[]),
    (Form::Before, "に住んでいる", "", "home", false, &[]),
    (Form::Before, "に引っ越しました", "", "home", false, &[("先月、福岡に引っ越しました。", "I home=福岡")]),
    (Form::Before, "で働いています", "", "employer", false, &[("私はソニーで働いています。", "I employer=ソニー")]),
    (Form::Before, "に勤めています", "", "employer", false, &[]),
    (Form::Before, "が好きです", "", "likes", false, &[("寿司とラーメンが好きです。", "I likes=寿司; I likes=ラーメン")]),
    (Form::Before, "が大好きです", "", "likes", false, &[]),
    (Form::Before, "が嫌いです", "", "dislikes", false, &[("納豆が嫌いです。", "I dislikes=納豆")]),
    (Form::Before, "が苦手です", "", "dislikes", false, &[]),
    (Form::Before, "アレルギーがあります", "", "allergy", false, &[("卵アレルギーがあります。", "I allergy=卵")]),
    (Form::Before, "歳です", "", "age", false, &[("私は30歳です。", "I age=30")]),
    (Form::Before, "出身です", "", "origin", false, &[("京都出身です。", "I origin=京都")]),
];

/// Kin: word, role, key.
#[rustfmt::skip]
const KIN: &[(&str, &str, &str)] = &[
    ("姐姐", "sister", "sibling"), ("妹妹", "sister", "sibling"), ("哥哥", "brother", "sibling"), ("弟弟", "brother", "sibling"), ("妈妈", "mother", "parent"), ("爸爸", "father", "parent"), ("妻子", "wife", "partner"), ("老婆", "wife", "partner"), ("丈夫", "husband", "partner"), ("老公", "husband", "partner"), ("儿子", "son", "child"), ("女儿", "daughter", "child"),
    ("姉", "sister", "sibling"), ("妹", "sister", "sibling"), ("兄", "brother", "sibling"), ("弟", "brother", "sibling"), ("母", "mother", "parent"), ("父", "father", "parent"), ("妻", "wife", "partner"), ("夫", "husband", "partner"), ("息子", "son", "child"), ("娘", "daughter", "child"),
];

/// Words before "は" that mean the speaker.
const SELVES: &[&str] = &["私", "僕", "俺", "わたし", "ぼく", "私たち", "今", "現在"];

/// Values that are none.
const NO_VALUES: &[&str] = &[
    "你",
    "他",
    "她",
    "它",
    "什么",
    "谁",
    "哪里",
    "哪",
    "这",
    "那",
    "何",
    "誰",
    "どこ",
    "それ",
    "これ",
    "あなた",
    "君",
    "这个",
    "那个",
    "这里",
    "ここ",
    "您",
    "这样",
    "家",
    "一起",
];

/// Reads sentences that hold such characters.
pub(super) fn read(maker: &mut Maker<'_, '_>) {
    let text = maker.ground.text;
    if text.is_ascii() || !text.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')) {
        return;
    }
    for span in crate::text::sentences(text) {
        let range = span.start as usize..span.end as usize;
        let sentence = &text[range.clone()];
        let asks = sentence.ends_with(['？', '?'])
            || ["吗", "呢", "か。", "か"]
                .iter()
                .any(|end| sentence.trim_end_matches(['。', '！']).ends_with(end.trim_end_matches('。')));
        let is_aside = maker
            .ground
            .tokens
            .iter()
            .enumerate()
            .any(|(at, token)| token.start < range.end && token.end > range.start && maker.ground.is_aside(at));
        if !asks && !is_aside {
            kin(maker, &range);
            for row in ROWS {
                by_row(maker, &range, row);
            }
        }
    }
}

fn by_row(maker: &mut Maker<'_, '_>, range: &Range<usize>, row: &Row) {
    let (form, first, second, name, ends, _) = *row;
    let text = maker.ground.text;
    let sentence = &text[range.clone()];
    let Some(found) = sentence.find(first).map(|at| range.start + at) else { return };
    let (value, subject, whole) = match form {
        Form::Between => {
            let from = found + first.len();
            let to = if second.is_empty() {
                from + clipped(&text[from..range.end], false)
            } else {
                let Some(len) = text[from..range.end].find(second) else { return };
                from + len
            };
            // "如果我住在": a thought.
            if sentence[..found - range.start].contains("如果") || sentence[..found - range.start].contains("要是")
            {
                return;
            }
            (from..to, Party::Speaker, found..(to + second.len()).min(range.end))
        }
        Form::Before => {
            let from = found - clipped_back(&text[range.start..found]);
            let Some(subject) = subject_before(maker, range.start, from) else { return };
            (from..found, subject, from..found + first.len())
        }
    };
    let setting = Setting {
        range: 0..0,
        confidence: CONFIDENCE,
        stance: Stance::Lived,
        valid: Validity { from: None, until: None },
        ends,
    };
    let entries = if matches!(name, "likes" | "dislikes" | "allergy") { split(text, &value) } else { vec![value] };
    for entry in entries {
        push(maker, &subject, name, &entry, &whole, &setting);
    }
}

fn push(
    maker: &mut Maker<'_, '_>,
    subject: &Party,
    name: &str,
    value: &Range<usize>,
    whole: &Range<usize>,
    setting: &Setting,
) {
    let Some(words) = maker.ground.text.get(value.clone()) else { return };
    let n_chars = words.chars().count();
    let is_none = n_chars == 0
        || n_chars > CHARS_MAX
        || NO_VALUES.contains(&words)
        || !words.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '·' | '・' | '-'));
    let is_bad_age = name == "age" && !words.chars().all(|c| c.is_ascii_digit() || "一二三四五六七八九十".contains(c));
    if is_none || is_bad_age {
        return;
    }
    let value_span = Span { start: value.start as u32, end: value.end as u32 };
    let said = Said::Attribute { subject: subject.clone(), key: name.to_owned(), value: words.to_owned(), value_span };
    let span = Span { start: whole.start as u32, end: whole.end as u32 };
    maker.push_at(said, span, setting, key(name).map_or(Category::Knowledge, |key| key.category));
}

/// Bytes of the value at the beginning of a text: up to a mark or a particle.
fn clipped(text: &str, _back: bool) -> usize {
    text.find(|c: char| {
        matches!(
            c,
            '，' | '。' | '！' | '？' | '、' | ',' | '.' | '!' | '了' | '的' | '也' | '但' | '；' | '\n' | '吧' | '呀'
        )
    })
    .unwrap_or(text.len())
}

/// Bytes of the value at the end of a text: back to a mark or a particle.
fn clipped_back(text: &str) -> usize {
    let bound = text.rfind(|c: char| {
        matches!(c, '、' | '。' | '，' | 'は' | 'も' | 'が' | '！' | '「' | '」' | '\n' | ' ' | '\u{3000}' | 'て')
    });
    bound.map_or(text.len(), |at| text.len() - at - text[at..].chars().next().map_or(0, char::len_utf8))
}

/// Who is spoken of before a value: "妹は" a sister, nothing or "私は" the speaker; `None` for anybody else.
fn subject_before(maker: &Maker<'_, '_>, start: usize, value: usize) -> Option<Party> {
    let before = &maker.ground.text[start..value];
    let Some(topic) = before.rfind('は') else { return Some(Party::Speaker) };
    let from = before[..topic]
        .rfind(['、', '。', '，'])
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let who = before[from..topic].trim();
    if SELVES.contains(&who) {
        return Some(Party::Speaker);
    }
    let bare = who.trim_start_matches("私の").trim_start_matches("僕の");
    let (_, role, _) = KIN.iter().find(|entry| entry.0 == bare)?;
    let span = Span { start: (start + from) as u32, end: (start + topic) as u32 };
    Some(Party::Role { role: (*role).to_owned(), of: Box::new(Party::Speaker), span })
}

/// Entries of a list: 、 和 と や.
fn split(text: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = range.start;
    for (at, c) in text[range.clone()].char_indices() {
        if matches!(c, '和' | '与' | 'と' | 'や' | '、' | '跟') {
            out.push(from..range.start + at);
            from = range.start + at + c.len_utf8();
        }
    }
    out.push(from..range.end);
    out.retain(|entry| !entry.is_empty());
    out
}

/// "我姐姐叫李娜", "妹の名前は花子です": kin by name; "我妹妹住在杭州": where they live.
fn kin(maker: &mut Maker<'_, '_>, range: &Range<usize>) {
    let text = maker.ground.text;
    let sentence = &text[range.clone()];
    for (word, role, key) in KIN {
        for (before, after, tail, what) in [
            ("我", "叫", "", "name"),
            ("我的", "叫", "", "name"),
            ("我", "住在", "", "home"),
            ("", "の名前は", "です", "name"),
        ] {
            let fixed = format!("{before}{word}{after}");
            let Some(found) = sentence.find(&fixed).map(|at| range.start + at) else { continue };
            let from = found + fixed.len();
            let len = if tail.is_empty() {
                clipped(&text[from..range.end], false)
            } else {
                let Some(len) = text[from..range.end].find(tail) else { continue };
                len
            };
            let setting = Setting {
                range: 0..0,
                confidence: CONFIDENCE,
                stance: Stance::Lived,
                valid: Validity { from: None, until: None },
                ends: false,
            };
            let value = from..from + len;
            if what == "home" {
                let span = Span { start: found as u32, end: (found + before.len() + word.len()) as u32 };
                let subject = Party::Role { role: (*role).to_owned(), of: Box::new(Party::Speaker), span };
                push(maker, &subject, "home", &value, &(found..value.end), &setting);
                continue;
            }
            let n_before = maker.claims.len();
            push(maker, &Party::Speaker, key, &value, &(found..value.end), &setting);
            if maker.claims.len() > n_before {
                let span = Span { start: value.start as u32, end: value.end as u32 };
                let name = Party::Named { name: text[value.clone()].to_owned(), kind: EntityKind::Person, span };
                let said = Said::Relation { subject: name, label: format!("{role}_of"), object: Party::Speaker };
                maker.push_at(said, Span { start: found as u32, end: value.end as u32 }, &setting, Category::Knowledge);
            }
        }
    }
}

#[cfg(test)]
pub(super) fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    const KIN_EXAMPLES: &[(&str, &str)] = &[
        ("我姐姐叫李娜。", "I sibling=李娜; 李娜 sister_of> I"),
        ("我妹妹住在杭州。", "I.sister home=杭州"),
        ("妹の名前は花子です。", "I sibling=花子; 花子 sister_of> I"),
    ];
    ROWS.iter().flat_map(|row| row.5.iter().copied()).chain(KIN_EXAMPLES.iter().copied())
}
