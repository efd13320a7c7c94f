//! What changes between two texts, as lines. What stands around a change is not shown: it may hold keys of others.

/// Longest line that is shown whole, in characters. Chosen.
const LINE_CHARS_MAX: usize = 200;

/// The lines that differ, with `-` and `+` in front; empty when nothing does.
pub(super) fn lines(name: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let (old_part, new_part) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let mut text = format!(
        "--- {name}\n+++ {name}\n@@ -{},{} +{},{} @@\n",
        head + usize::from(!old_part.is_empty()),
        old_part.len(),
        head + usize::from(!new_part.is_empty()),
        new_part.len()
    );
    for (sign, part) in [('-', old_part), ('+', new_part)] {
        for line in part {
            text.push(sign);
            text.extend(line.chars().take(LINE_CHARS_MAX));
            text.push_str(if line.chars().nth(LINE_CHARS_MAX).is_some() { "...\n" } else { "\n" });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changes_is_shown() {
        assert_eq!(lines("f", "a\nb\n", "a\nb\n"), "");
        let told = lines("f", "secret\na\n}\n", "secret\na,\nb\n}\n");
        assert_eq!(told, "--- f\n+++ f\n@@ -2,1 +2,2 @@\n-a\n+a,\n+b\n");
        assert_eq!(lines("f", "", "x\n"), "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+x\n");
        assert_eq!(lines("f", "x\n", ""), "--- f\n+++ f\n@@ -1,1 +0,0 @@\n-x\n");
        let long = lines("f", "", &"y".repeat(300));
        assert!(long.ends_with("y...\n") && long.len() < 260);
    }
}
