//! Lines of a file that nobody vouches for: any bytes, any length. Memory stays bounded.
//!
//! Must not know: what a line says.

use std::io::{self, BufRead, Read};

/// Longest line, in bytes: room for the longest text with every byte of it written as an escape, and names beside it. Chosen.
const LINE_BYTES_MAX: usize = 1 << 20;
/// What some programs put at the begin of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// There is nothing in it.
    Blank,
    /// Text.
    Text(String),
    /// It cannot be used; why.
    Wrong(&'static str),
}

/// The next line; `None` after the last.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn next(input: &mut dyn BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let read = Read::take(&mut *input, LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && read > LINE_BYTES_MAX {
        skip(input)?;
        return Ok(Some(Line::Wrong("it is too long; at most 1 MiB is allowed")));
    }
    let Ok(text) = String::from_utf8(bytes) else { return Ok(Some(Line::Wrong("it is no UTF-8 text"))) };
    let text = text.trim_start_matches(BYTE_ORDER_MARK).trim();
    Ok(Some(if text.is_empty() { Line::Blank } else { Line::Text(text.to_owned()) }))
}

/// Reads over what is left of a line.
fn skip(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let waiting = input.fill_buf()?;
        if waiting.is_empty() {
            return Ok(());
        }
        if let Some(end) = waiting.iter().position(|byte| *byte == b'\n') {
            input.consume(end + 1);
            return Ok(());
        }
        let length = waiting.len();
        input.consume(length);
    }
}

/// How many lines there are.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn count(mut input: impl BufRead) -> io::Result<u64> {
    let (mut lines, mut ended) = (0, true);
    loop {
        let waiting = input.fill_buf()?;
        let Some(last) = waiting.last() else { return Ok(lines + u64::from(!ended)) };
        ended = *last == b'\n';
        lines += waiting.split(|byte| *byte == b'\n').count() as u64 - 1;
        let length = waiting.len();
        input.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut input = io::BufReader::with_capacity(7, bytes);
        let mut found = Vec::new();
        while let Some(line) = next(&mut input).unwrap() {
            found.push(line);
        }
        assert_eq!(count(io::BufReader::with_capacity(7, bytes)).unwrap(), found.len() as u64);
        found
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn every_kind_of_line_is_told_apart() {
        assert_eq!(all(b""), []);
        assert_eq!(all("\u{feff}one\r\n\n  \ntwo".as_bytes()), [text("one"), Line::Blank, Line::Blank, text("two")]);
        assert_eq!(all(b"a\xff\xfeb\nc\n"), [Line::Wrong("it is no UTF-8 text"), text("c")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_read_over() {
        let fits = "x".repeat(LINE_BYTES_MAX);
        let long = format!("{fits}y\n{fits}\nz\n{fits}y");
        let too_long = || Line::Wrong("it is too long; at most 1 MiB is allowed");
        assert_eq!(all(long.as_bytes()), [too_long(), text(&fits), text("z"), too_long()]);
    }
}
