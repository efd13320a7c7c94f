//! Keys and values as they are compared.

use crate::model;
use crate::text;

/// Labels of relations of which only one object holds at a time.
const ONE_VALUED_RELATIONS: [&str; 12] = [
    "based_in",
    "born_in",
    "employed_by",
    "engaged_to",
    "headquartered_in",
    "lives_in",
    "located_in",
    "married_to",
    "owned_by",
    "part_of",
    "reports_to",
    "works_at",
];

/// The key of what is observed of somebody in free words. No text is read as one, so that it is no key of the vocabulary.
const OBSERVATION: &str = "observation";

/// True for a key or label of which one value replaces the other. A key that is in no list has one value; a relation that is
/// in no list has many, and so have observations.
pub fn is_one_valued(key: &str, is_relation: bool) -> bool {
    if is_relation {
        return ONE_VALUED_RELATIONS.binary_search(&key).is_ok();
    }
    key != OBSERVATION && model::key(key).is_none_or(|key| !key.is_many)
}

/// The key whose value of the same name ends when this one is said.
pub fn opposite(key: &str) -> Option<&'static str> {
    match key {
        "likes" => Some("dislikes"),
        "dislikes" => Some("likes"),
        _ => None,
    }
}

/// Words that a value may begin with and means the same without.
const LEADING: [&str; 9] = ["a", "an", "the", "my", "our", "his", "her", "their", "called"];

/// The form in which two values are compared: folded, without articles in front and punctuation around. Empty for a value of
/// no letter and no digit. Cost: O(n).
pub fn value_key(value: &str) -> String {
    let key = text::name_key(value);
    let mut words: Vec<&str> = key.split(' ').filter(|word| word.chars().any(char::is_alphanumeric)).collect();
    while words.len() > 1 && LEADING.contains(&words[0]) {
        words.remove(0);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(ONE_VALUED_RELATIONS.is_sorted());
        assert!(is_one_valued("home", false) && is_one_valued("shoe_size", false) && is_one_valued("lives_in", true));
        assert!(!is_one_valued("likes", false) && !is_one_valued("knows", true));
        assert!(!is_one_valued("observation", false));
    }

    #[test]
    fn values_are_compared_without_what_surrounds_them() {
        assert_eq!(value_key("  The  Hague. "), value_key("the hague"));
        assert_eq!(value_key("a dog"), value_key("Dog!"));
        assert_eq!(value_key("..."), "");
        assert_ne!(value_key("我每天早上跑步"), value_key("我周末喝乌龙茶"));
        assert_ne!(value_key("iPhone 14"), value_key("iPhone 15"));
    }
}
