//! The parser: rules compiled from visible rows, applied bottom-up from right to left over a stretch of tokens.
//!
//! A rule is a pattern (words, kinds, optional items) and a function from what the kinds matched to a value. Going from
//! right to left, everything to the right of a position is complete, so one pass with a queue per position suffices.
//! Must not know the rows' meaning.
//!
//! Pattern language, items apart by blanks: `word`, `one|other`, `{kind}`, a trailing `?` for optional, a leading `~`
//! for "no space before". `,` `-` `:` and the like stand for themselves.

use std::collections::HashMap;

use super::lexicon;
use super::numeric;
use super::token::{Shape, Token, Words};
use super::value::{Form, Frame, Kind, Value};

/// Values kept for one start and end; more are worse readings of the same words.
const READINGS_MAX: usize = 6;
/// Values kept for one start: bounds the work on crafted text.
const PIECES_MAX: usize = 48;

/// What a row's function gets: the matched values, in order.
pub(super) type Make = fn(&Frame, &[&Value]) -> Option<Value>;

/// One pattern with its meaning and its examples (text, expected rendering), which the tests run.
pub(super) struct Row {
    pub(super) pattern: &'static str,
    pub(super) make: Make,
    #[cfg_attr(not(test), expect(dead_code, reason = "shown beside the pattern, run by the tests"))]
    pub(super) examples: &'static [(&'static str, &'static str)],
}

/// Builds a row.
pub(super) const fn row(pattern: &'static str, make: Make, examples: &'static [(&'static str, &'static str)]) -> Row {
    Row { pattern, make, examples }
}

#[derive(Clone, Debug)]
enum Wanted {
    Words(Box<[u16]>),
    Kind(Kind),
}

#[derive(Clone, Debug)]
struct Item {
    wanted: Wanted,
    glued: bool,
}

/// What a rule makes of what it matched.
#[derive(Clone)]
enum Meaning {
    Made(Make),
    /// A name: always the same.
    Named(Value),
}

struct Rule {
    items: Box<[Item]>,
    meaning: Meaning,
}

/// A value over tokens `[start, end)`.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) end: usize,
    pub(super) value: Value,
    /// Rules used, joins counted heavier; lower is better.
    pub(super) cost: u16,
}

/// Compiled rows and words.
pub(super) struct Grammar {
    ids: HashMap<Box<str>, u16>,
    values: Vec<Vec<Value>>,
    /// Per word id: the word alone makes a stretch worth parsing.
    triggers: Vec<bool>,
    longest: usize,
    rules: Vec<Rule>,
    /// Rules whose first item is a word, by its id.
    by_word: Vec<Heads>,
    /// Rules whose first item is a kind, by [`class`].
    by_kind: [Heads; 5],
}

/// Rules that start alike, by what they want second: a glance at the next token rules nearly all of them out.
#[derive(Default)]
struct Heads {
    /// Rules of one item.
    alone: Vec<u32>,
    /// Second word's id and rule, sorted.
    words: Vec<(u16, u32)>,
    /// Second item's [`class_of`] and rule.
    kinds: Vec<(u8, u32)>,
}

impl Heads {
    fn add(&mut self, idx: usize, rule: &Rule) {
        let idx = idx as u32;
        match rule.items.get(1).map(|item| &item.wanted) {
            None => self.alone.push(idx),
            Some(Wanted::Words(ids)) => self.words.extend(ids.iter().map(|&id| (id, idx))),
            Some(Wanted::Kind(kind)) => self.kinds.push((class_of(*kind) as u8, idx)),
        }
    }

    /// Rules that can go on with the token at `at`, in order; `into` is emptied first.
    fn fitting(&self, at: usize, place: &Place<'_>, into: &mut Vec<u32>) {
        into.clear();
        into.extend_from_slice(&self.alone);
        let Some(token) = place.tokens.get(at) else { return };
        if token.word != 0 {
            let from = self.words.partition_point(|&(id, _)| id < token.word);
            into.extend(self.words[from..].iter().take_while(|(id, _)| *id == token.word).map(|(_, rule)| rule));
        }
        let classes = place.chart[at].iter().fold(0_u8, |mask, piece| mask | 1 << class(&piece.value));
        if classes != 0 {
            into.extend(self.kinds.iter().filter(|(class, _)| classes >> class & 1 == 1).map(|(_, rule)| rule));
        }
        into.sort_unstable();
    }
}

impl Words for Grammar {
    fn id(&self, word: &str) -> u16 {
        self.ids.get(word).copied().unwrap_or(0)
    }

    fn longest(&self) -> usize {
        self.longest
    }
}

impl Grammar {
    /// Compiles rows and lexicon. Done once per process; about 1,200 rules.
    ///
    /// `names` are patterns without kinds that stand for one value each.
    pub(super) fn compile<'a>(
        rows: impl Iterator<Item = &'a Row>,
        names: impl Iterator<Item = (&'a str, Value)>,
    ) -> Self {
        let mut grammar = Self {
            ids: HashMap::new(),
            values: vec![Vec::new()],
            triggers: vec![false],
            longest: 1,
            rules: Vec::new(),
            by_word: Vec::new(),
            by_kind: Default::default(),
        };
        grammar.intern("'s");
        for (words, value) in lexicon::entries() {
            for word in words.split(' ') {
                let id = usize::from(grammar.intern(word));
                let small = lexicon::SMALL.split(' ').any(|small| small == word);
                grammar.triggers[id] |= !small;
                grammar.values[id].push(value.clone());
            }
        }
        for sign in lexicon::SIGNS.split(' ') {
            grammar.intern(sign);
        }
        for (pattern, value) in names {
            grammar.add(pattern, &Meaning::Named(value));
        }
        for row in rows {
            grammar.add(row.pattern, &Meaning::Made(row.make));
        }
        grammar.by_word.resize_with(grammar.values.len(), Heads::default);
        for (idx, rule) in grammar.rules.iter().enumerate() {
            match &rule.items[0].wanted {
                Wanted::Words(ids) => ids.iter().for_each(|&id| grammar.by_word[usize::from(id)].add(idx, rule)),
                Wanted::Kind(kind) => grammar.by_kind[class_of(*kind)].add(idx, rule),
            }
        }
        for heads in grammar.by_word.iter_mut().chain(&mut grammar.by_kind) {
            heads.words.sort_unstable();
        }
        grammar
    }

    fn intern(&mut self, word: &str) -> u16 {
        if let Some(&id) = self.ids.get(word) {
            return id;
        }
        let id = self.values.len() as u16;
        self.ids.insert(word.into(), id);
        self.values.push(Vec::new());
        self.triggers.push(false);
        if word.chars().next().is_some_and(|c| c > '\u{3000}') {
            self.longest = self.longest.max(word.chars().count());
        }
        id
    }

    fn add(&mut self, pattern: &str, meaning: &Meaning) {
        let mut variants: Vec<Vec<Item>> = vec![Vec::new()];
        for piece in pattern.split_whitespace() {
            let (piece, optional) = match piece.strip_suffix('?') {
                Some(rest) if !rest.is_empty() => (rest, true),
                _ => (piece, false),
            };
            let (piece, glued) = match piece.strip_prefix('~') {
                Some(rest) if !rest.is_empty() => (rest, true),
                _ => (piece, false),
            };
            let wanted = match piece.strip_prefix('{') {
                Some(name) => Wanted::Kind(kind(name.trim_end_matches('}'))),
                None => Wanted::Words(piece.split('|').map(|word| self.intern(word)).collect()),
            };
            let item = Item { wanted, glued };
            let without = if optional { variants.clone() } else { Vec::new() };
            for variant in &mut variants {
                variant.push(item.clone());
            }
            variants.extend(without);
        }
        self.mark_trigger(pattern);
        for items in variants {
            if !items.is_empty() {
                self.rules.push(Rule { items: items.into(), meaning: meaning.clone() });
            }
        }
    }

    /// A pattern of words alone needs one of them to start the parser: the longest item that must be there, unless one
    /// does so already ("day").
    fn mark_trigger(&mut self, pattern: &str) {
        if pattern.contains('{') {
            return;
        }
        let needed = pattern.split_whitespace().filter(|item| !item.ends_with('?'));
        let starts = |word: &str| self.ids.get(word).is_some_and(|&id| self.triggers[usize::from(id)]);
        if needed.clone().any(|item| item.split('|').all(starts)) {
            return;
        }
        let longest = needed.max_by_key(|item| item.split('|').map(str::len).min());
        for word in longest.into_iter().flat_map(|item| item.split('|')) {
            let id = usize::from(self.intern(word));
            self.triggers[id] = true;
        }
    }

    /// True when the token can be part of an expression at all.
    pub(super) fn knows(token: &Token) -> bool {
        token.word != 0 || token.shape != Shape::Word
    }

    /// True when the token can be the heart of an expression.
    pub(super) fn is_trigger(&self, token: &Token) -> bool {
        token.shape != Shape::Word || self.triggers[usize::from(token.word)]
    }

    /// All values over a stretch, by start.
    pub(super) fn parse(&self, text: &str, tokens: &[Token], frame: &Frame) -> Vec<Vec<Piece>> {
        let mut chart: Vec<Vec<Piece>> = vec![Vec::new(); tokens.len()];
        let mut captures = Vec::with_capacity(8);
        let mut made = Vec::new();
        let mut fitting = Vec::new();
        for start in (0..tokens.len()).rev() {
            for piece in self.leaves(text, tokens, start, frame) {
                keep(&mut chart[start], piece);
            }
            let at = Place { tokens, chart: &chart, frame };
            if tokens[start].word != 0 {
                self.by_word[usize::from(tokens[start].word)].fitting(start + 1, &at, &mut fitting);
                for &rule in &fitting {
                    self.extend(rule as usize, 1, start + 1, 0, &at, &mut captures, &mut made);
                }
                made.drain(..).for_each(|piece| keep(&mut chart[start], piece));
            }
            let mut next = 0;
            while next < chart[start].len() && next < PIECES_MAX {
                let at = Place { tokens, chart: &chart, frame };
                let piece = &chart[start][next];
                self.by_kind[class(&piece.value)].fitting(piece.end, &at, &mut fitting);
                for &rule in &fitting {
                    let Wanted::Kind(kind) = self.rules[rule as usize].items[0].wanted else { continue };
                    if kind.fits(&piece.value) {
                        captures.push((start, next));
                        self.extend(rule as usize, 1, piece.end, piece.cost, &at, &mut captures, &mut made);
                        captures.pop();
                    }
                }
                made.drain(..).for_each(|piece| keep(&mut chart[start], piece));
                next += 1;
            }
        }
        chart
    }

    /// What the tokens at `start` mean without any rule.
    fn leaves(&self, text: &str, tokens: &[Token], start: usize, frame: &Frame) -> Vec<Piece> {
        let token = &tokens[start];
        let leaf = |value| Piece { end: start + 1, value, cost: 1 };
        let mut found: Vec<Piece> = match token.shape {
            Shape::Word => self.values[usize::from(token.word)].iter().cloned().map(leaf).collect(),
            _ => numeric::leaves(text, tokens, start, frame),
        };
        if token.capital {
            // "Sat" and "March" are names of times far more often than "sat" and "march" are.
            for piece in &mut found {
                if let Value::Time(time) = &mut piece.value {
                    time.weak = false;
                }
            }
        }
        found
    }

    fn extend(
        &self,
        rule: usize,
        item: usize,
        at: usize,
        cost: u16,
        place: &Place<'_>,
        captures: &mut Vec<(usize, usize)>,
        made: &mut Vec<Piece>,
    ) {
        let rule_ref = &self.rules[rule];
        let Some(wanted) = rule_ref.items.get(item) else {
            let mut values: [&Value; 8] = [&Value::Ordinal(0); 8];
            let count = captures.len().min(8);
            for (slot, &(start, idx)) in values.iter_mut().zip(captures.iter()) {
                *slot = &place.chart[start][idx].value;
            }
            let value = match &rule_ref.meaning {
                Meaning::Made(make) => make(place.frame, &values[..count]),
                Meaning::Named(value) => Some(value.clone()),
            };
            if let Some(value) = value {
                let joins = count.saturating_sub(1) as u16;
                made.push(Piece { end: at, value, cost: cost.saturating_add(1 + 2 * joins) });
            }
            return;
        };
        let Some(token) = place.tokens.get(at) else { return };
        if wanted.glued && !token.glued {
            return;
        }
        match &wanted.wanted {
            Wanted::Words(ids) => {
                if token.word != 0 && ids.contains(&token.word) {
                    self.extend(rule, item + 1, at + 1, cost, place, captures, made);
                }
            }
            Wanted::Kind(kind) => {
                for (idx, piece) in place.chart[at].iter().enumerate() {
                    if kind.fits(&piece.value) {
                        captures.push((at, idx));
                        self.extend(rule, item + 1, piece.end, cost + piece.cost, place, captures, made);
                        captures.pop();
                    }
                }
            }
        }
    }
}

/// A number for each sort of value, to find rules by.
fn class(value: &Value) -> usize {
    match value {
        Value::Number { .. } => 0,
        Value::Ordinal(_) => 1,
        Value::Unit(_) => 2,
        Value::Length(_) => 3,
        Value::Time(_) => 4,
    }
}

/// The sort of value that a kind asks for.
fn class_of(kind: Kind) -> usize {
    match kind {
        Kind::Number | Kind::Digits => 0,
        Kind::Ordinal => 1,
        Kind::Unit => 2,
        Kind::Length => 3,
        Kind::Time | Kind::Form(_) => 4,
    }
}

struct Place<'a> {
    tokens: &'a [Token],
    chart: &'a [Vec<Piece>],
    frame: &'a Frame,
}

/// Adds a piece unless it is known already or one of too many.
fn keep(cell: &mut Vec<Piece>, piece: Piece) {
    let mut same_end = 0;
    for known in cell.iter() {
        if known.end == piece.end {
            if known.value == piece.value {
                return;
            }
            same_end += 1;
        }
    }
    if same_end < READINGS_MAX && cell.len() < PIECES_MAX {
        cell.push(piece);
    }
}

fn kind(name: &str) -> Kind {
    match name {
        "n" => Kind::Number,
        "digits" => Kind::Digits,
        "nth" => Kind::Ordinal,
        "unit" => Kind::Unit,
        "length" => Kind::Length,
        "year" => Kind::Form(Form::Year),
        "month" => Kind::Form(Form::Month),
        "weekday" => Kind::Form(Form::Weekday),
        "monthday" => Kind::Form(Form::MonthDay),
        "date" => Kind::Form(Form::Date),
        "part" => Kind::Form(Form::Part),
        "clock" => Kind::Form(Form::Clock),
        "feast" => Kind::Form(Form::Feast),
        "season" => Kind::Form(Form::Season),
        "weekend" => Kind::Form(Form::Weekend),
        "quarter" => Kind::Form(Form::Quarter),
        "decade" => Kind::Form(Form::Decade),
        "hours" => Kind::Form(Form::Hours),
        "time" => Kind::Time,
        other => unreachable!("no kind is called {other}"),
    }
}
