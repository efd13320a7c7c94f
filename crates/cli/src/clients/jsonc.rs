//! JSON, also with comments and trailing commas, changed in place: a member goes in or out, every other byte stays.
//!
//! Must not know: files, clients, what members mean.

use core::ops::Range;

use serde_json::{Map, Value};

use super::Malformed;
use super::nodes::{self, Kind, MARK, Member, Node, SPACE};
use super::tree::{Layout, Tree, quoted};

/// Indentation where a file shows none.
const UNIT: &str = "  ";
/// A text that was read.
#[derive(Debug)]
pub(super) struct Document<'a> {
    text: &'a str,
    /// Absent where there is nothing but white space and comments.
    root: Option<Node>,
}

/// An object, and the names that lead on from there.
type Reached<'n, 'p> = (&'n Node, &'n [Member], &'p [&'p str]);

impl<'a> Document<'a> {
    /// Reads a text. `lenient` takes comments and trailing commas.
    pub(super) fn parse(text: &'a str, lenient: bool) -> Result<Self, Malformed> {
        nodes::read(text, lenient).map(|root| Self { text, root })
    }

    /// All that it says.
    pub(super) fn value(&self) -> Value {
        self.root.as_ref().map_or_else(|| Value::Object(Map::new()), Node::value)
    }

    /// Puts a member in, or in the place of the one of that name; objects on the way are made.
    pub(super) fn put(&self, path: &[&str], tree: &Tree) -> Result<String, Malformed> {
        let newline = self.newline();
        let Some((object, members, rest)) = self.reach(path)? else {
            let layout = Layout { base: "", unit: UNIT, newline };
            let before = if self.text.trim_matches(|c: char| c.is_whitespace() || c == MARK).is_empty() {
                self.text.trim_end()
            } else {
                self.text
            };
            let gap = if before.is_empty() || before.ends_with(['\n', MARK]) { "" } else { newline };
            return Ok(format!("{before}{gap}{}{newline}", tree.clone().within(path).json(Some(layout))));
        };
        let [name, inner @ ..] = rest else { return Err(self.wrong(object, "there is no name to put in")) };
        let tree = tree.clone().within(inner);
        if let Some(member) = self.member(members, name)? {
            let base = self.indentation(member.begin);
            let layout = self.is_spread().then(|| Layout { base, unit: self.unit(), newline });
            let layout = layout.filter(|_| self.text[member.value.span.clone()].contains('\n'));
            return Ok(self.edited(vec![(member.value.span.clone(), tree.json(layout))]));
        }
        Ok(self.edited(self.inserted(object, members, name, &tree)))
    }

    /// Takes a member out; the text as it is where there is none.
    pub(super) fn remove(&self, path: &[&str]) -> Result<String, Malformed> {
        let reached = self.reach(path)?;
        let Some((object, members, [name])) = reached else { return Ok(self.text.to_owned()) };
        let Some(member) = self.member(members, name)? else { return Ok(self.text.to_owned()) };
        let gap = self.text[..member.begin].trim_end_matches(SPACE).len();
        let mut edits = Vec::new();
        let at = members.iter().position(|other| other.begin == member.begin).unwrap_or_default();
        if at > 0
            && member.comma.is_none()
            && let Some(comma) = members[at - 1].comma
        {
            edits.push((comma..comma + 1, String::new()));
        }
        let end = member.comma.map_or(member.value.span.end, |comma| comma + 1);
        let inside = object.span.start + 1..object.span.end - 1;
        let is_left_empty = members.len() == 1
            && self.text[inside.start..gap].trim().is_empty()
            && self.text[end..inside.end].trim().is_empty();
        if is_left_empty {
            edits.push((inside, String::new()));
        } else {
            edits.push((gap..end, String::new()));
        }
        Ok(self.edited(edits))
    }

    /// The deepest object on the way that there is, and the names from there. `None` where there is no root.
    fn reach<'p>(&self, path: &'p [&'p str]) -> Result<Option<Reached<'_, 'p>>, Malformed> {
        let Some(mut node) = self.root.as_ref() else { return Ok(None) };
        let mut rest = path;
        loop {
            let Kind::Object(members) = &node.kind else {
                return Err(self.wrong(node, "an object is expected here"));
            };
            let [name, inner @ ..] = rest else { return Ok(Some((node, members, rest))) };
            match self.member(members, name)? {
                Some(member) if !inner.is_empty() => (node, rest) = (&member.value, inner),
                _ => return Ok(Some((node, members, rest))),
            }
        }
    }

    /// The member of a name. A name that stands twice means one thing to one reader and another to the next.
    fn member<'n>(&self, members: &'n [Member], name: &str) -> Result<Option<&'n Member>, Malformed> {
        let mut found = members.iter().filter(|member| member.name == name);
        match (found.next(), found.next()) {
            (_, Some(second)) => Err(self.wrong(&second.value, &format!("'{name}' stands here a second time"))),
            (first, None) => Ok(first),
        }
    }

    fn inserted(&self, object: &Node, members: &[Member], name: &str, tree: &Tree) -> Vec<(Range<usize>, String)> {
        let (newline, close) = (self.newline(), object.span.end - 1);
        // White space in front of the brace stays in front of it.
        let end = self.text[..close].trim_end_matches(SPACE).len();
        let own = self.indentation(object.span.start);
        let is_spread = match (members.first(), members.last()) {
            (Some(first), Some(last)) => {
                self.text[object.span.start..first.begin].contains('\n')
                    || self.text[last.value.span.end..close].contains('\n')
            }
            _ => self.is_spread(),
        };
        let keeps_comma = members.last().is_some_and(|last| last.comma.is_some());
        let comma = if keeps_comma { "," } else { "" };
        if !is_spread {
            let separator = if members.is_empty() { "" } else { " " };
            let text = format!("{separator}{}: {}{comma}", quoted(name), tree.json(None));
            return comma_after(members).into_iter().chain([(end..end, text)]).collect();
        }
        let first = members.first().filter(|first| self.text[object.span.start..first.begin].contains('\n'));
        let base = match first {
            Some(first) => self.indentation(first.begin).to_owned(),
            None => format!("{own}{}", self.unit()),
        };
        let value = tree.json(Some(Layout { base: &base, unit: self.unit(), newline }));
        let text = format!("{newline}{base}{}: {value}{comma}", quoted(name));
        if members.is_empty() && !self.text[end..close].contains('\n') {
            return vec![(end..close, format!("{text}{newline}{own}"))];
        }
        // Of two that go in at one place the first stands first.
        comma_after(members).into_iter().chain([(end..end, text)]).collect()
    }

    /// The text with these replaced.
    fn edited(&self, mut edits: Vec<(Range<usize>, String)>) -> String {
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        let mut text = self.text.to_owned();
        for (span, new) in edits.into_iter().rev() {
            text.replace_range(span, &new);
        }
        text
    }

    /// White space that the line begins with on which that byte stands.
    fn indentation(&self, at: usize) -> &'a str {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[line..].trim_start_matches(MARK);
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    fn unit(&self) -> &'a str {
        let Some(Node { span, kind: Kind::Object(members) }) = &self.root else { return UNIT };
        let Some(first) = members.first().filter(|first| self.text[span.start..first.begin].contains('\n')) else {
            return UNIT;
        };
        let unit = self.indentation(first.begin);
        if unit.is_empty() { UNIT } else { unit }
    }

    fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// True unless everything that is there stands on one line.
    fn is_spread(&self) -> bool {
        let is_empty = matches!(&self.root, Some(Node { kind: Kind::Object(members), .. }) if members.is_empty());
        is_empty || self.text.trim().contains('\n')
    }

    fn wrong(&self, node: &Node, reason: &str) -> Malformed {
        Malformed::at(self.text, node.span.start, reason)
    }
}

/// The comma that the last member needs before another follows.
fn comma_after(members: &[Member]) -> Option<(Range<usize>, String)> {
    let last = members.last().filter(|last| last.comma.is_none())?;
    Some((last.value.span.end..last.value.span.end, ",".to_owned()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    const PATH: [&str; 2] = ["servers", "q"];

    fn tree() -> Tree {
        Tree::ordered(&json!({ "command": "/bin/quintet", "args": ["mcp"] }))
    }

    fn put(text: &str) -> String {
        Document::parse(text, true).unwrap().put(&PATH, &tree()).unwrap()
    }

    #[test]
    fn a_member_goes_where_the_file_would_have_it() {
        for (before, after) in [
            (
                "",
                "{\n  \"servers\": {\n    \"q\": {\n      \"command\": \"/bin/quintet\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n",
            ),
            (
                "{}",
                "{\n  \"servers\": {\n    \"q\": {\n      \"command\": \"/bin/quintet\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}",
            ),
            (
                "{\n\t\"servers\": {\n\t\t\"a\": 1 // one\n\t\t// the end\n\t},\n}\n",
                "{\n\t\"servers\": {\n\t\t\"a\": 1, // one\n\t\t// the end\n\t\t\"q\": {\n\t\t\t\"command\": \"/bin/quintet\",\n\t\t\t\"args\": [\"mcp\"]\n\t\t}\n\t},\n}\n",
            ),
            (
                "{\r\n  \"servers\": {\r\n    \"a\": 1,\r\n  }\r\n}",
                "{\r\n  \"servers\": {\r\n    \"a\": 1,\r\n    \"q\": {\r\n      \"command\": \"/bin/quintet\",\r\n      \"args\": [\"mcp\"]\r\n    },\r\n  }\r\n}",
            ),
            (
                r#"{"a":[1,{}],"servers":{"b":{}}}"#,
                r#"{"a":[1,{}],"servers":{"b":{}, "q": {"command": "/bin/quintet", "args": ["mcp"]}}}"#,
            ),
            (r#"{"servers":{},"z":1}"#, r#"{"servers":{"q": {"command": "/bin/quintet", "args": ["mcp"]}},"z":1}"#),
            (
                "{\"servers\": {\"a\": 1 // one\n}}",
                "{\"servers\": {\"a\": 1, // one\n  \"q\": {\n    \"command\": \"/bin/quintet\",\n    \"args\": [\"mcp\"]\n  }\n}}",
            ),
        ] {
            assert_eq!(put(before), after, "{before}");
            assert_eq!(put(after), after, "a second time");
        }
    }

    #[test]
    fn what_is_malformed_is_told_with_its_line() {
        for (text, lenient, line, reason) in [
            ("{\n\"a\": 1,\n}", false, 3, "a comma stands before the end"),
            ("{\n// x\n}", false, 2, "a name in quotation marks"),
            ("{\"a\": 1", true, 1, "a comma or '}'"),
            ("{\"a\": }", true, 1, "a value is expected"),
            ("{\"a\": \"x", true, 1, "a text does not end"),
            ("{} x", true, 1, "something follows"),
            ("[", true, 1, "a value is missing"),
            ("/* x", true, 1, "a comment does not end"),
            ("{\"a\": \"\\x\"}", true, 1, "not written as JSON"),
            (&"[".repeat(500), true, 1, "nested too deeply"),
        ] {
            let wrong = Document::parse(text, lenient).unwrap_err();
            assert!(wrong.line == line && wrong.reason.contains(reason), "{text}: {wrong:?}");
        }
        let twice =
            Document::parse("{\"servers\": {},\n\"servers\": {}}", true).unwrap().put(&PATH, &tree()).unwrap_err();
        assert!(twice.line == 2 && twice.reason.contains("second time"), "{twice:?}");
        assert!(Document::parse("{\"servers\": 3}", true).unwrap().put(&PATH, &tree()).is_err());
        assert!(Document::parse("[]", true).unwrap().put(&PATH, &tree()).is_err());
    }

    fn gap() -> impl Strategy<Value = String> {
        prop::sample::select(vec!["", " ", "\n", "\n  ", "\n\t\t", " /* c */ ", " // c\n", "\r\n "])
            .prop_map(str::to_owned)
    }

    /// Texts of objects with members under made-up names, with gaps of every kind between all signs.
    fn object(depth: u32) -> BoxedStrategy<String> {
        let scalar =
            prop::sample::select(vec!["1", "true", "null", "-2.5e3", "\"x, } // y\"", "[1, 2,]", "\"\u{e9}\\\"\""]);
        let value = if depth == 0 {
            scalar.prop_map(str::to_owned).boxed()
        } else {
            prop_oneof![scalar.prop_map(str::to_owned), object(depth - 1)].boxed()
        };
        let member = ("[a-e]", gap(), gap(), value, gap()).prop_map(|(n, a, b, v, c)| format!("\"{n}\"{a}:{b}{v}{c}"));
        (gap(), prop::collection::vec((gap(), member), 0..4), any::<bool>(), gap())
            .prop_map(|(first, members, is_trailing, last)| {
                let members: Vec<String> = members.into_iter().map(|(gap, member)| gap + &member).collect();
                let comma = if is_trailing && !members.is_empty() { "," } else { "" };
                format!("{{{first}{}{comma}{last}}}", members.join(","))
            })
            .boxed()
    }

    proptest! {
        #[test]
        fn what_was_put_in_comes_out_again_and_nothing_else_changes(outer in object(2), inner in object(1)) {
            let head = outer.trim_end_matches('}');
            prop_assume!(Document::parse(&outer, true).is_ok() && head.len() + 1 == outer.len());
            let separator = if Document::parse(&format!("{head} \"servers\": {{}}}}"), true).is_ok() { "" } else { "," };
            let text = format!("{head}{separator} \"servers\": {inner}}}");
            let Ok(document) = Document::parse(&text, true) else { return Ok(()) };
            let Ok(with) = document.put(&PATH, &tree()) else { return Ok(()) };
            let read = Document::parse(&with, true).unwrap();
            let mut expected = document.value();
            expected["servers"]["q"] = tree().value();
            prop_assert_eq!(read.value(), expected);
            prop_assert_eq!(&read.put(&PATH, &tree()).unwrap(), &with);
            let without = read.remove(&PATH).unwrap();
            prop_assert_eq!(Document::parse(&without, true).unwrap().value(), document.value());
            if document.value()["servers"].as_object().is_some_and(|members| !members.is_empty()) {
                prop_assert_eq!(without, text);
            }
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "[\\[\\]{}:,\"/*\\\\a1 \n\u{e9}\u{feff}]{0,40}", lenient in any::<bool>()) {
            if let Ok(document) = Document::parse(&text, lenient) {
                drop(document.put(&PATH, &tree()));
                drop(document.remove(&PATH));
            }
        }
    }
}
