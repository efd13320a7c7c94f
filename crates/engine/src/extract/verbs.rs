//! Verbs: from a form as written to its plain form and what the form tells.
//!
//! Owns the tables of verbs and the rules of English endings. Must not know: sentences.

use std::borrow::Cow;

/// Forms a word can be, as bits: plain ("move"), third person ("moves"), past ("moved"), past participle ("moved"), "-ing".
pub(super) const BASE: u8 = 1;
pub(super) const THIRD: u8 = 2;
pub(super) const PAST: u8 = 4;
pub(super) const PART: u8 = 8;
pub(super) const ING: u8 = 16;
/// No table knows the verb: only its ending tells.
pub(super) const GUESSED: u8 = 32;

/// A verb form, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verb<'a> {
    /// The plain form.
    pub(super) lemma: Cow<'a, str>,
    /// Which forms the word can be.
    pub(super) forms: u8,
}

impl Verb<'_> {
    pub(super) fn is(&self, forms: u8) -> bool {
        self.forms & forms != 0
    }
}

/// Shortest stem of a verb that no table knows, in letters. Chosen.
const STEM_MIN: usize = 3;

/// Reads a word in lower case as a verb form. Words that end like one and that no table knows count as [`GUESSED`].
pub(super) fn verb(word: &str) -> Option<Verb<'_>> {
    if let Ok(at) = IRREGULAR.binary_search_by(|entry| entry.0.cmp(word)) {
        let (_, lemma, forms) = IRREGULAR[at];
        return Some(Verb { lemma: Cow::Borrowed(lemma), forms });
    }
    if let Some(lemma) = known(word) {
        return Some(Verb { lemma: Cow::Borrowed(lemma), forms: BASE });
    }
    let ending = |ending: &str, forms: u8| word.strip_suffix(ending).and_then(|stem| regular(stem, forms));
    if word.ends_with("ss") || word.ends_with("eed") {
        return None;
    }
    ending("ed", PAST | PART).or_else(|| ending("ing", ING)).or_else(|| third(word))
}

/// The verb of the table, where it is one.
fn known(word: &str) -> Option<&'static str> {
    KNOWN.binary_search(&word).ok().map(|at| KNOWN[at])
}

fn third(word: &str) -> Option<Verb<'_>> {
    let stem = word.strip_suffix('s')?;
    let with_y = || word.strip_suffix("ies").and_then(|stem| known(&format!("{stem}y")));
    let lemma = known(stem).or_else(|| stem.strip_suffix('e').and_then(known)).or_else(with_y)?;
    Some(Verb { lemma: Cow::Borrowed(lemma), forms: THIRD })
}

/// The plain form of a stem left by cutting off `-ed` or `-ing`.
fn regular(stem: &str, forms: u8) -> Option<Verb<'_>> {
    if stem.len() < 2 || !stem.is_ascii() {
        return None;
    }
    let bytes = stem.as_bytes();
    let last = bytes[bytes.len() - 1];
    let is_doubled = bytes.len() > 2 && bytes[bytes.len() - 2] == last && !is_vowel(last);
    let once = &stem[..stem.len() - 1];
    let with_e = format!("{stem}e");
    let with_y = (last == b'i').then(|| format!("{once}y"));
    // "hoping" is "hope": "hop" doubles its p.
    let is_single =
        bytes.len() > 2 && !is_vowel(last) && is_vowel(bytes[bytes.len() - 2]) && !is_vowel(bytes[bytes.len() - 3]);
    if let Some(lemma) = known(&with_e).filter(|_| is_single && !matches!(last, b'w' | b'x' | b'y')) {
        return Some(Verb { lemma: Cow::Borrowed(lemma), forms });
    }
    let found = known(stem)
        .filter(|_| !(is_doubled && known(once).is_some()))
        .or_else(|| known(&with_e))
        .or_else(|| with_y.as_deref().and_then(known))
        .or_else(|| if is_doubled { known(once) } else { None });
    if let Some(lemma) = found {
        return Some(Verb { lemma: Cow::Borrowed(lemma), forms });
    }
    if stem.len() < STEM_MIN
        || !bytes.iter().any(|&b| is_vowel(b) || b == b'y')
        || !bytes.iter().all(u8::is_ascii_lowercase)
    {
        return None;
    }
    // "ated", "ized", "aged", "uced", "orced": a silent e was there.
    let silent = matches!(last, b'c' | b'v' | b'z' | b'u')
        || (last == b'g' && !stem.ends_with("ng"))
        || stem.ends_with("at") && stem.len() > 3
        || stem.ends_with("ut") && stem.len() > 4
        || last == b's' && !stem.ends_with("ss") && !stem.ends_with("us")
        || last == b'l'
            && bytes.len() > 3
            && matches!(bytes[bytes.len() - 2], b'b' | b'd' | b'f' | b'g' | b'k' | b'p' | b't' | b'z')
        || stem.ends_with("ir")
        || stem.ends_with("ur");
    let lemma = match with_y {
        Some(with_y) => Cow::Owned(with_y),
        None if silent && !is_doubled => Cow::Owned(with_e),
        None if is_doubled && !matches!(last, b'l' | b's' | b'f' | b'z') => Cow::Borrowed(once),
        None => Cow::Borrowed(stem),
    };
    Some(Verb { lemma, forms: forms | GUESSED })
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u')
}

/// Forms that follow no rule: form, plain form, what it can be. Sorted.
#[rustfmt::skip]
const IRREGULAR: &[(&str, &str, u8)] = &[
    ("agreeing", "agree", ING), ("am", "be", BASE), ("are", "be", BASE), ("ate", "eat", PAST),
    ("beat", "beat", PAST | BASE), ("became", "become", PAST), ("been", "be", PART), ("began", "begin", PAST),
    ("begging", "beg", ING), ("begun", "begin", PART), ("being", "be", ING), ("bent", "bend", PAST | PART),
    ("bet", "bet", PAST | PART | BASE), ("bit", "bite", PAST), ("bitten", "bite", PART), ("blew", "blow", PAST),
    ("bore", "bear", PAST), ("born", "bear", PART), ("bought", "buy", PAST | PART), ("bound", "bind", PAST | PART),
    ("bred", "breed", PAST | PART), ("broadcast", "broadcast", PAST | PART | BASE), ("broke", "break", PAST),
    ("broken", "break", PART), ("brought", "bring", PAST | PART), ("built", "build", PAST | PART),
    ("burnt", "burn", PAST | PART), ("came", "come", PAST), ("caught", "catch", PAST | PART),
    ("chose", "choose", PAST), ("chosen", "choose", PART), ("clung", "cling", PAST | PART),
    ("co-founded", "co-found", PAST | PART), ("cofounded", "co-found", PAST | PART),
    ("cost", "cost", PAST | PART | BASE), ("cut", "cut", PAST | PART | BASE), ("dealt", "deal", PAST | PART),
    ("did", "do", PAST), ("died", "die", PAST | PART), ("dies", "die", THIRD), ("does", "do", THIRD),
    ("done", "do", PART), ("dove", "dive", PAST), ("drank", "drink", PAST), ("drawn", "draw", PART),
    ("dreamt", "dream", PAST | PART), ("drew", "draw", PAST), ("driven", "drive", PART), ("drove", "drive", PAST),
    ("drunk", "drink", PART), ("dug", "dig", PAST | PART), ("dying", "die", ING), ("eaten", "eat", PART),
    ("fallen", "fall", PART), ("fed", "feed", PAST | PART), ("fell", "fall", PAST), ("felt", "feel", PAST | PART),
    ("fled", "flee", PAST | PART), ("fleeing", "flee", ING), ("flew", "fly", PAST), ("flown", "fly", PART),
    ("forbade", "forbid", PAST), ("forgave", "forgive", PAST), ("forgiven", "forgive", PART),
    ("forgot", "forget", PAST), ("forgotten", "forget", PART), ("fought", "fight", PAST | PART),
    ("found", "find", PAST | PART), ("founded", "found", PAST | PART), ("froze", "freeze", PAST),
    ("frozen", "freeze", PART), ("gave", "give", PAST), ("given", "give", PART), ("goes", "go", THIRD),
    ("gone", "go", PART), ("got", "get", PAST | PART), ("gotten", "get", PART), ("grew", "grow", PAST),
    ("grinded", "grind", PAST), ("ground", "grind", PART), ("grown", "grow", PART), ("had", "have", PAST | PART),
    ("has", "have", THIRD), ("having", "have", ING), ("heard", "hear", PAST | PART), ("held", "hold", PAST | PART),
    ("hid", "hide", PAST), ("hidden", "hide", PART), ("hiked", "hike", PAST | PART),
    ("hit", "hit", PAST | PART | BASE), ("hung", "hang", PAST | PART), ("hurt", "hurt", PAST | PART | BASE),
    ("is", "be", THIRD), ("kept", "keep", PAST | PART), ("knelt", "kneel", PAST | PART), ("knew", "know", PAST),
    ("known", "know", PART), ("laid", "lay", PAST | PART), ("lay", "lie", PAST), ("leapt", "leap", PAST | PART),
    ("learnt", "learn", PAST | PART), ("led", "lead", PAST | PART), ("left", "leave", PAST | PART),
    ("lent", "lend", PAST | PART), ("let", "let", PAST | PART), ("liked", "like", PAST | PART),
    ("lit", "light", PAST | PART), ("lost", "lose", PAST | PART), ("loves", "love", THIRD), ("lying", "lie", ING),
    ("made", "make", PAST | PART), ("married", "marry", PAST | PART), ("meant", "mean", PAST | PART),
    ("met", "meet", PAST | PART), ("misread", "misread", PAST | PART), ("mistook", "mistake", PAST),
    ("overcame", "overcome", PAST), ("oversaw", "oversee", PAST), ("owned", "own", PAST | PART),
    ("paid", "pay", PAST | PART), ("picnicked", "picnic", PAST | PART), ("planned", "plan", PAST | PART),
    ("proven", "prove", PART), ("put", "put", PAST | PART | BASE), ("quit", "quit", PAST | PART | BASE),
    ("ran", "run", PAST), ("rang", "ring", PAST), ("read", "read", PAST | PART | BASE),
    ("rebuilt", "rebuild", PAST | PART), ("ridden", "ride", PART), ("risen", "rise", PART), ("rode", "ride", PAST),
    ("rose", "rise", PAST), ("rowed", "row", PAST | PART), ("said", "say", PAST | PART), ("sang", "sing", PAST),
    ("sank", "sink", PAST), ("sat", "sit", PAST | PART), ("saw", "see", PAST), ("seeing", "see", ING),
    ("seen", "see", PART), ("sent", "send", PAST | PART), ("set", "set", PAST | PART | BASE),
    ("sewn", "sew", PART), ("shaken", "shake", PART), ("shone", "shine", PAST | PART), ("shook", "shake", PAST),
    ("shot", "shoot", PAST | PART), ("showed", "show", PAST), ("shown", "show", PART), ("shrank", "shrink", PAST),
    ("shut", "shut", PAST | PART | BASE), ("slain", "slay", PART), ("slept", "sleep", PAST | PART),
    ("slew", "slay", PAST), ("sold", "sell", PAST | PART), ("sought", "seek", PAST | PART),
    ("spelt", "spell", PAST | PART), ("spent", "spend", PAST | PART), ("spilt", "spill", PAST | PART),
    ("split", "split", PAST | PART | BASE), ("spoke", "speak", PAST), ("spoken", "speak", PART),
    ("spread", "spread", PAST | PART | BASE), ("spun", "spin", PAST | PART), ("starred", "star", PAST | PART),
    ("stole", "steal", PAST), ("stolen", "steal", PART), ("stood", "stand", PAST | PART),
    ("strove", "strive", PAST), ("struck", "strike", PAST | PART), ("stuck", "stick", PAST | PART),
    ("studied", "study", PAST | PART), ("sung", "sing", PART), ("swam", "swim", PAST),
    ("swept", "sweep", PAST | PART), ("swore", "swear", PAST), ("sworn", "swear", PART), ("swum", "swim", PART),
    ("swung", "swing", PAST | PART), ("taken", "take", PART), ("taught", "teach", PAST | PART),
    ("thought", "think", PAST | PART), ("threw", "throw", PAST), ("thrown", "throw", PART),
    ("told", "tell", PAST | PART), ("took", "take", PAST), ("tore", "tear", PAST), ("torn", "tear", PART),
    ("tying", "tie", ING), ("understood", "understand", PAST | PART), ("underwent", "undergo", PAST),
    ("upset", "upset", PAST | PART | BASE), ("used", "use", PAST | PART), ("using", "use", ING),
    ("was", "be", PAST), ("wed", "wed", PAST | PART | BASE), ("went", "go", PAST), ("wept", "weep", PAST | PART),
    ("were", "be", PAST), ("withdrew", "withdraw", PAST), ("woke", "wake", PAST), ("woken", "wake", PART),
    ("won", "win", PAST | PART), ("wore", "wear", PAST), ("worn", "wear", PART), ("wound", "wind", PAST),
    ("written", "write", PART), ("wrote", "write", PAST),
];

/// Plain forms, sorted; collected for this purpose from everyday English.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "accept", "accompany", "achieve", "acquire", "acquit", "act", "adapt", "add", "admire", "admit", "adopt",
    "adore", "advise", "afford", "agree", "aim", "allow", "analyse", "analyze", "announce", "answer", "apologise",
    "apologize", "appear", "apply", "appreciate", "approve", "argue", "arrange", "arrest", "arrive", "ask",
    "assassinate", "assemble", "assist", "attack", "attend", "audition", "avoid", "award", "babysit", "back",
    "bake", "ban", "base", "bathe", "be", "bear", "beat", "become", "beg", "begin", "believe", "belong", "bench",
    "bend", "bet", "bike", "bike-ride", "bind", "bite", "blame", "blend", "block", "blog", "blow", "board", "boil",
    "bond", "book", "borrow", "bother", "bowl", "brag", "brainstorm", "break", "breed", "brew", "bring",
    "broadcast", "build", "bump", "burn", "bury", "buy", "calculate", "call", "camp", "cancel", "care", "carry",
    "carve", "catch", "cater", "celebrate", "chair", "champion", "change", "charge", "chase", "chat", "check",
    "cheer", "chill", "choose", "chop", "choreograph", "clash", "clean", "clear", "click", "climb", "cling",
    "clip", "close", "co-found", "coach", "coast", "code", "collaborate", "collect", "come", "comfort", "command",
    "commission", "commit", "commute", "compete", "compile", "complain", "complete", "compose", "concern",
    "conduct", "confirm", "congratulate", "connect", "conquer", "consider", "consist", "construct", "consult",
    "contact", "continue", "contribute", "control", "convert", "convince", "cook", "cope", "copy", "cosplay",
    "cost", "count", "cover", "crack", "craft", "crash", "create", "criticise", "crochet", "cross", "crush", "cry",
    "cultivate", "curate", "cure", "curse", "cut", "cycle", "dab", "damage", "dance", "dare", "date", "deal",
    "debug", "decide", "decline", "decorate", "dedicate", "defeat", "defend", "delay", "delete", "deliver",
    "demand", "demo", "deny", "depart", "depend", "deploy", "describe", "deserve", "design", "destroy", "detest",
    "develop", "diagnose", "die", "dig", "dine", "direct", "disagree", "disappear", "discover", "discuss",
    "dislike", "dive", "divide", "divorce", "do", "donate", "doubt", "download", "draft", "drag", "draw", "dream",
    "dress", "drink", "drive", "drop", "dry", "duck", "dump", "dust", "earn", "ease", "eat", "edit", "educate",
    "elect", "elope", "email", "embrace", "embroider", "emigrate", "employ", "encourage", "end", "endure",
    "engage", "enjoy", "enlist", "enrol", "enroll", "enter", "entertain", "establish", "estimate", "exchange",
    "excite", "execute", "exercise", "exist", "expand", "expect", "experience", "explain", "explore", "export",
    "express", "extend", "face", "fade", "fail", "faint", "fake", "fall", "fall-out", "fancy", "farm", "fast",
    "favor", "favour", "fax", "fear", "feature", "feed", "feel", "fence", "ferment", "fetch", "fight", "figure",
    "file", "fill", "film", "finalise", "finalize", "find", "finish", "fire", "fish", "fit", "fix", "flag", "flee",
    "flip", "flirt", "flood", "flow", "fly", "foam", "focus", "fold", "follow", "forbid", "force", "forget",
    "forgive", "forgo", "form", "foster", "found", "frame", "freelance", "freeze", "frown", "fry", "fund", "gain",
    "gamble", "garden", "gather", "gaze", "get", "give", "glance", "glue", "go", "govern", "grab", "grade",
    "graduate", "grant", "grasp", "greet", "grieve", "grill", "grin", "grind", "grip", "grow", "guard", "guess",
    "guide", "hack", "hail", "halt", "hand", "handle", "hang", "happen", "harm", "harvest", "hate", "haul", "have",
    "head", "headquarter", "heal", "hear", "heat", "help", "hide", "hike", "hire", "hit", "hitch", "hold", "hop",
    "hope", "host", "hover", "howl", "hug", "hum", "hunt", "hurry", "hurt", "ice-skate", "identify", "ignore",
    "illustrate", "imagine", "immigrate", "implement", "import", "impress", "improve", "inaugurate", "include",
    "increase", "inform", "inherit", "injure", "insist", "inspire", "install", "intend", "interview", "introduce",
    "invade", "invent", "invest", "investigate", "invite", "iron", "itch", "jail", "jam", "jerk", "jog", "join",
    "joke", "journal", "judge", "juggle", "jump", "kayak", "keep", "kick", "kill", "kiss", "kneel", "knit", "know",
    "label", "lack", "land", "last", "latch", "laugh", "launch", "lay", "lead", "leap", "learn", "lease", "leave",
    "lecture", "lend", "let", "license", "lie", "lift", "light", "like", "limit", "list", "listen", "live", "load",
    "loan", "loathe", "lobby", "locate", "lock", "log", "look", "loosen", "lose", "love", "lunch", "mail",
    "maintain", "major", "make", "man", "manage", "march", "mark", "marry", "mask", "master", "match", "matter",
    "mature", "meal-prep", "mean", "measure", "meditate", "meet", "melt", "mend", "mention", "mentor", "merge",
    "mess", "migrate", "mind", "mine", "minor", "mislead", "misread", "miss", "mistake", "mix", "model",
    "moderate", "modify", "monitor", "mop", "motivate", "mount", "mourn", "move", "mow", "mug", "murder", "nail",
    "name", "narrate", "narrow", "need", "negotiate", "nod", "nominate", "note", "notice", "nurse", "nurture",
    "obey", "object", "observe", "obtain", "occur", "offend", "offer", "officiate", "open", "operate", "oppose",
    "order", "organise", "organize", "outline", "overcome", "oversee", "own", "pack", "paint", "parachute", "park",
    "participate", "partner", "pass", "paste", "pat", "patch", "pause", "pay", "peel", "perform", "permit",
    "persuade", "pet", "phone", "photograph", "pick", "pickle", "picnic", "pinch", "pitch", "pity", "place",
    "plan", "plant", "play", "plead", "please", "plot", "plug", "podcast", "point", "polish", "pop", "possess",
    "post", "postpone", "pot", "pour", "practice", "practise", "praise", "prank", "pray", "preach", "prefer",
    "prepare", "prescribe", "present", "preserve", "press", "pretend", "prevent", "print", "probe", "process",
    "produce", "program", "programme", "project", "promise", "promote", "pronounce", "proofread", "propose",
    "protect", "protest", "prove", "provide", "prune", "publish", "pull", "punch", "punish", "purchase", "push",
    "put", "puzzle", "qualify", "quilt", "quit", "race", "raft", "rain", "raise", "rank", "rap", "rate", "reach",
    "react", "read", "realise", "realize", "reap", "rebel", "rebuild", "recall", "receive", "reckon", "recognise",
    "recognize", "recommend", "reconnect", "record", "recover", "recruit", "recycle", "redesign", "reduce",
    "refactor", "refer", "reform", "refuse", "regard", "regret", "rehearse", "reign", "reject", "rejoice",
    "relate", "relax", "release", "relive", "relocate", "rely", "remain", "remark", "remember", "remind",
    "remodel", "remove", "renew", "renovate", "rent", "repair", "repeat", "replace", "reply", "report", "repot",
    "represent", "request", "reread", "rescue", "research", "reserve", "reside", "resign", "resolve", "respond",
    "rest", "restore", "restrict", "retire", "retrain", "return", "reunite", "reveal", "review", "revise",
    "reward", "ride", "ring", "rinse", "rise", "risk", "roast", "rob", "rock", "role-play", "roll", "roller-skate",
    "rotate", "row", "rub", "ruin", "rule", "run", "rush", "sack", "sail", "salute", "sample", "satisfy", "save",
    "say", "scan", "scare", "scatter", "schedule", "scold", "score", "scrap", "scratch", "scream", "scribble",
    "script", "scuba-dive", "sculpt", "seal", "search", "seat", "see", "seek", "seem", "select", "sell", "send",
    "separate", "serve", "set", "settle", "sew", "shadow", "shake", "share", "shave", "shelter", "shift", "shine",
    "ship", "shock", "shoot", "shop", "shout", "show", "showcase", "shower", "shrink", "shrug", "shut", "sigh",
    "sign", "sin", "sing", "sink", "sip", "sit", "situate", "skate", "sketch", "ski", "skim", "skip", "skydive",
    "slap", "slay", "sleep", "slip", "smash", "smell", "smile", "smoke", "snack", "snap", "sneeze", "sniff",
    "snore", "snorkel", "snow", "snowboard", "soak", "solve", "soothe", "sort", "sound", "spark", "speak",
    "specialise", "specialize", "spell", "spend", "spill", "spin", "split", "spoil", "sponsor", "spot", "spray",
    "spread", "sprout", "squash", "squeeze", "stab", "staff", "stain", "stamp", "stand", "star", "stare",
    "stargaze", "start", "stay", "steal", "steer", "step", "stick", "stir", "stitch", "stop", "store", "strap",
    "stream", "streamline", "strengthen", "stretch", "strike", "strip", "strive", "stroke", "struggle", "study",
    "stuff", "submit", "subscribe", "succeed", "suck", "suffer", "suggest", "suit", "summit", "supervise",
    "supply", "support", "suppose", "surf", "surprise", "surround", "survive", "suspect", "suspend", "swap",
    "swear", "sweat", "sweep", "swim", "swing", "switch", "tag", "tailor", "take", "talk", "tame", "tan", "tap",
    "taste", "teach", "tear", "tease", "telephone", "tell", "tempt", "tend", "terrify", "test", "thank", "think",
    "threaten", "thrift", "throw", "tick", "tickle", "tie", "time", "tinker", "tip", "tire", "toast", "topple",
    "touch", "tour", "tow", "toy", "trace", "track", "trade", "trail", "train", "transfer", "translate",
    "transplant", "trap", "travel", "treat", "trek", "tremble", "trick", "trip", "trouble", "trust", "try", "tug",
    "tumble", "turn", "tutor", "tweak", "twist", "type", "uncover", "undergo", "understand", "unite", "unlock",
    "unpack", "unwind", "update", "upgrade", "upload", "upset", "use", "vacation", "vaccinate", "value", "vanish",
    "vary", "visit", "volunteer", "vote", "wail", "wait", "wake", "walk", "wander", "want", "warm", "warn", "wash",
    "waste", "watch", "water", "wave", "wear", "weave", "wed", "weep", "weigh", "welcome", "whip", "whisper",
    "whistle", "whittle", "win", "wind", "wink", "wipe", "wish", "withdraw", "witness", "wobble", "wonder", "work",
    "worry", "worship", "wrap", "wreck", "wrestle", "write", "yawn", "yell", "zip", "zoom",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(IRREGULAR.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(KNOWN.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(IRREGULAR.iter().all(|entry| known(entry.1).is_some()));
    }

    #[test]
    fn forms_lead_to_their_verb() {
        for (word, lemma, forms) in [
            ("moved", "move", PAST | PART),
            ("planned", "plan", PAST | PART),
            ("stopped", "stop", PAST | PART),
            ("studies", "study", THIRD),
            ("watches", "watch", THIRD),
            ("living", "live", ING),
            ("running", "run", ING),
            ("hoping", "hope", ING),
            ("visiting", "visit", ING),
            ("missed", "miss", PAST | PART),
            ("told", "tell", PAST | PART),
            ("allowed", "allow", PAST | PART),
            ("was", "be", PAST),
            ("is", "be", THIRD),
            ("negotiated", "negotiate", PAST | PART),
            ("obliterated", "obliterate", PAST | PART | GUESSED),
            ("zigged", "zig", PAST | PART | GUESSED),
            ("stumbled", "stumble", PAST | PART | GUESSED),
        ] {
            let found = verb(word).expect(word);
            assert_eq!((&*found.lemma, found.forms), (lemma, forms), "{word}");
        }
        for word in ["bed", "red", "thing", "need", "glass", "berlin", "dogs", ""] {
            assert!(verb(word).is_none_or(|found| !found.is(PAST | ING | THIRD)), "{word}");
        }
    }
}
