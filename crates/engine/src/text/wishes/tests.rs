//! Wishes, and what only looks like one.

use super::*;

#[test]
fn instructions_and_preferences_are_read() {
    let instructions = [
        "Always answer in French.",
        "Please never mention my ex.",
        "From now on, use metric units.",
        "I'd like you to always show the sources.",
        "Thanks! Whenever I ask about code, add types.",
        "Don't suggest pork recipes.",
        "Call me Sam.",
        "All prices with tax included, always.",
        "No emoji in anything that goes out.",
        "Whoever is over eighty gets a call.",
        "Bitte immer auf Deutsch antworten.",
        "Réponds toujours en français.",
        "Responde siempre en español.",
        "以后请用中文回答。",
        "请永远用繁体字写给我。",
        "Usa siempre euros, nunca dólares.",
        "Schreib mir immer in ganzen Sätzen.",
        "Dates as year, month, day.",
        "And please, comments in English only, even if they write in Polish.",
        "Letters to patients in plain words, no Latin.",
        "Amounts always as whole cents.",
        "Call people by their surname here, no first names.",
        "Wake me softly, with music, never with that beep.",
        "The doorbell has to be off between one and three, Grandma naps.",
        "If the school calls, I want to hear it at once.",
        "When you answer beginners, leave out the jargon.",
        "So none for me from here on, please.",
    ];
    for text in instructions {
        assert_eq!(wish(text), Some(Wish::Instruction), "{text}");
    }
    let preferences = [
        "I'm trying to keep it small, so I prefer few dependencies.",
        "By the way, I’m allergic to peanuts.",
        "I don't work on Saturdays.",
        "My son gets hives from strawberries.",
        "I prefer the quiet library, but where is it?",
        "Ich bin allergisch gegen Nüsse.",
        "Je ne mange pas de porc.",
        "我对花生过敏。",
        "Mrs Pell is in a wheelchair, so nothing with stairs for her.",
        "Mr Oyelaran can't stand the cold.",
        "I'm afraid of flying.",
        "My husband's allergic to cats.",
    ];
    for text in preferences {
        assert_eq!(wish(text), Some(Wish::Preference), "{text}");
    }
}

#[test]
fn reports_replies_and_news_are_no_wishes() {
    let neither = [
        "I always sleep late on Sundays.",
        "You can never know.",
        "Should I always use a lock?",
        "We went to the beach.",
        "He said never.",
        "No problem at all.",
        "No, I will not.",
        "I've always loved the sea.",
        "Never heard of it.",
        "Always happy to help.",
        "Do you prefer tea?",
        "I don't see a way out of this.",
        "Whoever it was had better not cross my path.",
        "No swimming lesson today, the pool was closed.",
        "No release this week, too much going on.",
        "No recordings survived the fire.",
        "The choir is on Thursdays from now on.",
        "Partial payments from now on.",
        "If you ever need me, call me.",
        "He came late, never said sorry.",
        "We swam in lakes, never in the sea.",
        "The report has to be done, before I forget.",
        "I'm afraid I can't come.",
        "It was cold, no doubt.",
        "When things get tough, I try to remember why.",
        "Cats and dogs in the garden, no end of noise.",
        "Anna schreibt immer so nett.",
        "",
    ];
    for text in neither {
        assert_eq!(wish(text), None, "{text}");
    }
}
