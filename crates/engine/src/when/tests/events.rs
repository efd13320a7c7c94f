//! What a turn is about, told from when it was said.

use super::*;

/// Said on Monday 8 May 2023 at 13:56.
fn event(text: &str) -> Option<String> {
    let zone = jiff::tz::TimeZone::UTC;
    let now = Micros::parse("2023-05-08T13:56:00Z").unwrap();
    event_of(text, &Reference { now, ..reference(&zone) })
        .map(|event| event.start.to_string().trim_end_matches('Z').trim_end_matches("T00:00:00").to_owned())
}

#[test]
fn events_count_from_when_they_were_told() {
    for (text, start) in [
        ("I went to a support group yesterday and it was so powerful", "2023-05-07"),
        ("We had pizza last night", "2023-05-07T18:00:00"),
        ("Two weeks ago I started at the new place", "2023-04-24"),
        ("I met Anna last Friday", "2023-05-05"),
        ("We went hiking last weekend", "2023-05-05T18:00:00"),
        ("I got the keys this morning!", "2023-05-08"),
        ("I finished it the day before yesterday", "2023-05-06"),
        ("We moved here in 2019", "2019-01-01"),
        ("We painted that sunrise last year", "2022-01-01"),
        ("Gestern war ich beim Arzt", "2023-05-07"),
        ("ayer fui al médico", "2023-05-07"),
        ("我昨天去了医院", "2023-05-07"),
        ("On Saturday we went to the beach", "2023-05-06"),
        ("three days ago", "2023-05-05"),
        ("My sister was born on 3 March 1990", "1990-03-03"),
    ] {
        assert_eq!(event(text).as_deref(), Some(start), "{text}");
    }
}

#[test]
fn plans_do_not_push_out_what_has_happened() {
    for (text, start) in [
        ("I saw the doctor yesterday and I have another appointment on Friday at 3pm", "2023-05-07"),
        ("Tomorrow at 9am I fly home, but last week was great", "2023-05-01"),
        ("Next month we are going camping. We went to the lake on Saturday.", "2023-05-06"),
        ("I will call you at 5pm. The test was last Tuesday.", "2023-05-02"),
    ] {
        assert_eq!(event(text).as_deref(), Some(start), "{text}");
    }
}

#[test]
fn plans_lie_ahead() {
    for (text, start) in [
        ("I'll see her on Friday", "2023-05-12"),
        ("We're meeting Anna on Wednesday", "2023-05-10"),
        ("I am going to Paris in June", "2023-06-01"),
        ("The deadline is on 20 May", "2023-05-20"),
        ("We are going camping next month", "2023-06-01"),
        ("Let's have lunch on Thursday", "2023-05-11"),
        ("I can't wait for tomorrow", "2023-05-09"),
    ] {
        assert_eq!(event(text).as_deref(), Some(start), "{text}");
    }
    // The same weekday in a tale lies behind.
    assert_eq!(event("I saw her on Friday").as_deref(), Some("2023-05-05"));
    assert_eq!(event("She visited us in June").as_deref(), Some("2022-06-01"));
}

#[test]
fn no_time_is_no_event() {
    for text in
        ["I like running", "Now that is nice", "This is the last straw", "I have lived here since 2019", "What's up?"]
    {
        assert_eq!(event(text), None, "{text}");
    }
}
