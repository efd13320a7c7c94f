//! Words that start sentences or are shouted without being names, by which rules tell names from sentence starts.
//!
//! Owns the lists, collected for this purpose from everyday English. Knows nothing of how they are used.

/// Everyday words, lower case, sorted: a capital on one of these at the start of a sentence says nothing.
#[rustfmt::skip]
static PLAIN: [&str; 1976] = [
    "a", "able", "about", "above", "absolutely", "accept", "according", "across", "act", "actual", "actually", "add",
    "adding", "admittedly", "adult", "after", "afternoon", "again", "against", "age", "ago", "agree", "ah", "aha",
    "ahead", "air", "alas", "alike", "all", "allow", "almost", "alone", "along", "already", "alright", "also",
    "alternatively", "although", "altogether", "always", "am", "amazing", "amen", "among", "an", "ancient", "and",
    "anger", "angry", "animal", "animals", "annoying", "another", "answer", "answers", "any", "anybody", "anyhow",
    "anymore", "anyone", "anything", "anytime", "anyway", "anyways", "anywhere", "apart", "apologies", "apparently",
    "appreciate", "approximately", "are", "area", "aren't", "army", "around", "arrive", "art", "article", "as",
    "aside", "ask", "asked", "asking", "ass", "assume", "assuming", "assuredly", "at", "ate", "attention", "aunt",
    "auntie", "aunty", "autumn", "available", "average", "avoid", "aw", "aware", "away", "awesome", "aww", "awww",
    "baby", "back", "bad", "badly", "bag", "ball", "bank", "base", "basic", "basically", "bath", "bathroom", "be",
    "beach", "bear", "beat", "beautiful", "beautifully", "because", "become", "becoming", "bed", "bedroom", "been",
    "beer", "before", "begin", "behind", "being", "believe", "below", "beneath", "beside", "besides", "best", "bet",
    "better", "between", "beyond", "big", "bike", "birth", "birthday", "bit", "blah", "bless", "blood", "bloody",
    "blue", "board", "boat", "body", "boo", "book", "books", "boss", "both", "bottom", "bottomline", "bought", "box",
    "boy", "boys", "brand", "brave", "brb", "bread", "break", "breakfast", "breaking", "breathe", "briefly", "bright",
    "brilliant", "bring", "bringing", "bro", "broke", "broken", "brother", "brothers", "brought", "brown", "bruh",
    "brush", "btw", "bug", "bugs", "build", "building", "business", "busy", "but", "buy", "buying", "by", "bye",
    "cake", "call", "called", "calling", "calm", "came", "can", "can't", "cannot", "car", "card", "care", "careful",
    "cars", "case", "cash", "cat", "catch", "cats", "caught", "cause", "cc", "certain", "certainly", "chance",
    "change", "changing", "chapter", "chat", "cheap", "check", "cheers", "chicken", "chief", "child", "childhood",
    "children", "chill", "chocolate", "choice", "choose", "city", "clarification", "class", "clean", "clear",
    "clearly", "click", "client", "clients", "climate", "close", "closed", "closing", "clothes", "club", "coach",
    "code", "coffee", "cold", "college", "color", "colour", "come", "comes", "coming", "comment", "comments",
    "common", "community", "companies", "company", "compare", "completely", "computer", "concerning", "conclusion",
    "configuration", "confirm", "confirmed", "confused", "congrats", "congratulation", "congratulations", "connect",
    "consequently", "consider", "considering", "continue", "control", "cook", "cooked", "cooking", "cool", "correct",
    "cos", "cost", "costs", "could", "couldn't", "count", "country", "couple", "course", "cousin", "cousins", "cover",
    "crap", "crazy", "create", "creating", "critical", "cry", "curious", "current", "currently", "customer",
    "customers", "cut", "cute", "cuz", "dad", "daddy", "daily", "damn", "dance", "dang", "dark", "darling", "data",
    "date", "daughter", "daughters", "day", "days", "dead", "deadline", "deal", "dear", "dearest", "death", "decide",
    "decided", "decision", "decisions", "deep", "default", "define", "definitely", "delete", "delicious", "depending",
    "deploy", "describe", "description", "design", "despite", "details", "determine", "dev", "developer",
    "developers", "development", "did", "didn't", "didnt", "died", "difficult", "dig", "dinner", "dirty",
    "disappointed", "discuss", "disgusting", "distance", "do", "doctor", "doctors", "document", "documents", "does",
    "doesn't", "dog", "dogs", "doing", "don", "don't", "done", "dont", "door", "double", "down", "download", "draft",
    "dream", "dreams", "dress", "drink", "drive", "driving", "drop", "dude", "due", "duh", "dumb", "during", "each",
    "early", "earth", "easier", "easily", "east", "easy", "eat", "eating", "edit", "education", "effectively",
    "effort", "eh", "eight", "eighty", "either", "else", "email", "emails", "emotional", "employee", "employees",
    "encourage", "end", "ended", "engineer", "engineering", "engineers", "enjoy", "enjoyed", "enjoying", "enough",
    "ensure", "entire", "entirely", "environment", "episode", "error", "errors", "especially", "essentially",
    "estimated", "etc", "evaluate", "even", "evening", "event", "eventually", "ever", "every", "everybody",
    "everyday", "everyone", "everyones", "everything", "everywhere", "evidence", "evidently", "evil", "ex", "exactly",
    "example", "examples", "excellent", "except", "excited", "exciting", "excuse", "exercise", "expect", "experience",
    "explain", "extension", "extra", "extremely", "eye", "eyes", "face", "fact", "facts", "fail", "fair", "fairly",
    "fake", "fall", "false", "families", "family", "famous", "fan", "fans", "fantastic", "far", "fascinating", "fast",
    "father", "favorite", "favourite", "feature", "features", "feedback", "feel", "feeling", "feels", "feet", "felt",
    "few", "fewer", "field", "fifteen", "fifth", "fifty", "fight", "figure", "figures", "file", "fill", "film",
    "final", "finally", "find", "finding", "fine", "finger", "fingers", "finish", "finished", "fire", "first", "fish",
    "five", "fix", "flight", "floor", "flowers", "fly", "flying", "folks", "follow", "following", "food", "fool",
    "foot", "football", "for", "forget", "forgive", "form", "former", "fortunate", "fortunately", "forty", "forward",
    "found", "four", "fourth", "frankly", "free", "fresh", "friend", "friendly", "friends", "from", "front",
    "frustrated", "frustrating", "fuck", "fucking", "full", "fun", "fund", "funny", "furious", "further",
    "furthermore", "future", "game", "games", "garden", "general", "generally", "gentlemen", "get", "gets", "getting",
    "gift", "girl", "girls", "give", "given", "giving", "glad", "go", "god", "goes", "going", "gold", "gone", "gonna",
    "good", "goodbye", "goodness", "goodnight", "gosh", "got", "gotta", "government", "grab", "grandad", "granddad",
    "grandfather", "grandma", "grandmother", "grandpa", "granny", "grateful", "gratitude", "great", "green",
    "greetings", "grey", "ground", "group", "groups", "grow", "growing", "guess", "guy", "guys", "ha", "had",
    "hadn't", "haha", "hahaha", "hahahaha", "hair", "half", "hand", "hands", "hang", "happen", "happened", "happens",
    "happily", "happy", "hard", "hardly", "has", "hasn't", "hat", "hate", "hated", "hates", "have", "haven't",
    "having", "he", "he'd", "he'll", "head", "heads", "health", "healthy", "hear", "hearing", "heart", "hearts",
    "heat", "heavy", "heck", "hell", "hello", "help", "helped", "helping", "hence", "her", "here", "here's", "hers",
    "herself", "hey", "hi", "high", "higher", "highly", "hiking", "hilarious", "him", "himself", "his", "history",
    "hit", "hmm", "hmmm", "hold", "holding", "holiday", "holy", "home", "homework", "honest", "honestly", "honey",
    "hooray", "hope", "hopefully", "hoping", "horrible", "horror", "hospital", "hot", "hotel", "hour", "hours",
    "house", "housing", "how", "how'd", "how's", "however", "huge", "huh", "human", "humans", "hundred", "hundreds",
    "hurry", "hurt", "husband", "i", "i'd", "i'll", "i'm", "i've", "ice", "idea", "ideally", "ideas", "identify",
    "idiot", "if", "ignore", "im", "image", "imagine", "immediately", "implement", "important", "impossible",
    "impressed", "impressive", "in", "incidentally", "include", "including", "increase", "increasingly", "incredible",
    "indeed", "individual", "information", "initially", "insane", "inside", "inspiring", "install", "instead",
    "interest", "interested", "interesting", "interestingly", "internal", "into", "introducing", "introduction",
    "investigate", "invite", "involve", "is", "isn't", "issue", "it", "it'd", "it'll", "it's", "items", "its",
    "itself", "ive", "jealous", "job", "jobs", "join", "joke", "joking", "joy", "judging", "jump", "just", "keep",
    "keeping", "kept", "key", "kick", "kid", "kidding", "kids", "kill", "killed", "killing", "kind", "kinda",
    "kindly", "kinds", "king", "kiss", "kitchen", "knew", "know", "knowing", "knowledge", "known", "knows", "lab",
    "lad", "ladies", "lady", "land", "language", "last", "lastly", "late", "lately", "later", "latest", "laugh",
    "launch", "law", "lazy", "lead", "leader", "learn", "learning", "least", "leave", "leaves", "leaving", "led",
    "left", "leg", "legal", "legs", "less", "lesson", "let", "let's", "lets", "letter", "letters", "level", "liar",
    "lie", "lies", "life", "light", "lights", "like", "liked", "likely", "likes", "likewise", "line", "list",
    "listed", "listen", "listening", "lit", "literally", "little", "live", "lived", "lives", "living", "lmao", "load",
    "local", "location", "lock", "log", "login", "logs", "lol", "lonely", "long", "longer", "look", "looked",
    "looking", "looks", "lord", "lose", "losing", "loss", "lost", "lot", "lots", "loud", "love", "loved", "lovely",
    "loves", "loving", "low", "lower", "luck", "luckily", "lucky", "lunch", "ma", "ma'am", "madam", "made", "magic",
    "mail", "main", "mainly", "major", "make", "makes", "makeup", "making", "mama", "man", "manage", "manager",
    "many", "map", "mark", "market", "married", "massive", "match", "matter", "may", "maybe", "me", "meal", "mean",
    "meaning", "means", "meanwhile", "meat", "media", "medium", "meet", "meeting", "member", "members", "memory",
    "men", "mention", "mentioned", "message", "met", "method", "methods", "middle", "might", "migration", "mind",
    "mine", "minimum", "minor", "minute", "minutes", "miss", "missed", "missing", "mistake", "mm", "mmm", "mobile",
    "model", "mom", "moment", "mommy", "moms", "money", "monitor", "month", "monthly", "months", "mood", "moon",
    "more", "moreover", "morning", "most", "mostly", "mother", "motivation", "mouth", "move", "moved", "movie",
    "movies", "moving", "mr", "mrs", "much", "mum", "mummy", "music", "must", "my", "myself", "nah", "nailed",
    "naked", "name", "names", "natural", "naturally", "nature", "near", "nearly", "necessary", "need", "needed",
    "needless", "needs", "neither", "nephew", "nerves", "nervous", "network", "never", "nevertheless", "new", "news",
    "next", "nice", "niece", "night", "nights", "nine", "ninety", "no", "nobody", "noise", "none", "nonetheless",
    "nope", "normal", "normally", "north", "nose", "not", "note", "noted", "notes", "nothing", "notice", "notify",
    "now", "nowadays", "nowhere", "number", "numbers", "nurse", "objective", "observe", "observed", "obviously",
    "occasionally", "odd", "of", "off", "offer", "office", "officer", "official", "officially", "often", "oh", "oil",
    "ok", "okay", "old", "older", "omg", "on", "once", "one", "ones", "ongoing", "online", "only", "onto", "ooh",
    "oops", "open", "opened", "opening", "opens", "opinion", "option", "options", "or", "orange", "order", "ordered",
    "organic", "organize", "organizing", "original", "originally", "other", "others", "otherwise", "ouch", "our",
    "ours", "ourselves", "out", "outcome", "output", "outside", "over", "overall", "own", "owner", "owning", "page",
    "paid", "pain", "paint", "painting", "pair", "papa", "paper", "parents", "park", "part", "particularly",
    "parties", "partner", "partners", "party", "pass", "password", "past", "patience", "pay", "paying", "payment",
    "peace", "pending", "people", "per", "perfect", "perfectly", "performance", "perhaps", "period", "person",
    "personal", "personally", "pet", "pets", "phase", "phew", "phone", "photo", "photos", "physical", "pick",
    "picked", "pics", "picture", "pictures", "piece", "pig", "pink", "place", "places", "plain", "plan", "planning",
    "plans", "plant", "play", "played", "player", "players", "playing", "plays", "please", "plenty", "plot", "plus",
    "point", "points", "police", "policy", "politics", "poor", "pop", "popular", "position", "possible", "possibly",
    "post", "posted", "posts", "power", "practically", "practice", "pray", "praying", "prefer", "preferably",
    "prepare", "preparing", "present", "president", "pressure", "presumably", "pretty", "preview", "previous",
    "previously", "price", "prices", "priority", "private", "probably", "problem", "problems", "proceed", "process",
    "producing", "product", "production", "products", "program", "progress", "project", "promise", "properly",
    "proud", "prove", "provide", "provided", "providing", "public", "pull", "purple", "push", "pushing", "put",
    "putting", "quality", "queen", "question", "questions", "quick", "quickly", "quiet", "quietly", "quite", "race",
    "radio", "rain", "raise", "ran", "rare", "rarely", "rather", "rating", "reach", "read", "reading", "ready",
    "real", "realistically", "reality", "realize", "really", "reason", "reasons", "recall", "recap", "received",
    "recent", "recently", "recommend", "recommended", "red", "reduce", "reduced", "refer", "reflect", "regarding",
    "regardless", "related", "relationship", "relax", "release", "relief", "remaining", "remember", "remind",
    "reminder", "remove", "removed", "replace", "replaced", "replied", "reply", "report", "reported", "request",
    "required", "requires", "research", "resolve", "resolved", "respect", "respond", "response", "rest", "restart",
    "result", "results", "retry", "return", "review", "rich", "rid", "ride", "right", "rip", "road", "rock", "role",
    "room", "rooms", "root", "round", "rude", "ruin", "rule", "rules", "run", "runner", "running", "sad", "sadly",
    "safe", "safety", "said", "sale", "same", "sample", "sat", "save", "saving", "saw", "say", "saying", "says",
    "scared", "scary", "schedule", "scheduled", "school", "schools", "science", "score", "screen", "sea", "search",
    "season", "second", "secondly", "section", "security", "see", "seeing", "seem", "seems", "seen", "select", "self",
    "sell", "send", "sending", "senior", "sense", "sent", "serious", "seriously", "serve", "server", "servers",
    "service", "services", "set", "setting", "setup", "seven", "seventy", "several", "sex", "shall", "shame", "share",
    "shared", "she", "she'd", "she'll", "she's", "shh", "shift", "ship", "shipping", "shit", "shoes", "shop",
    "shopping", "short", "shortly", "should", "shouldn't", "shout", "show", "showed", "showing", "shows", "shut",
    "sick", "side", "sign", "significant", "silly", "similar", "similarly", "simple", "simply", "since", "sing",
    "singing", "single", "sir", "sis", "sister", "sisters", "sit", "site", "sitting", "situation", "six", "sixty",
    "size", "skin", "sleep", "sleeping", "slow", "slowly", "small", "smart", "smell", "smile", "smoke", "snow", "so",
    "social", "society", "soft", "software", "sold", "solution", "solved", "some", "somebody", "someday", "somehow",
    "someone", "something", "sometimes", "somewhere", "son", "song", "songs", "sons", "soon", "sorry", "sort",
    "sound", "sounds", "source", "south", "space", "speak", "speaking", "special", "specific", "specifically",
    "specifics", "spend", "spending", "spent", "spoke", "sport", "sports", "spot", "spring", "stable", "staff",
    "stage", "staging", "stand", "standing", "star", "stars", "start", "started", "starting", "starts", "state",
    "statement", "states", "status", "stay", "staying", "step", "steps", "sticking", "still", "stop", "stopped",
    "stopping", "store", "stories", "story", "straight", "strange", "strangely", "street", "stress", "stressed",
    "strong", "stuck", "student", "students", "study", "studying", "stuff", "stunning", "stupid", "style", "subject",
    "success", "successfully", "such", "sucks", "suddenly", "sugar", "suggest", "suggested", "suggestion", "summary",
    "summer", "sun", "super", "supper", "support", "supporting", "supposed", "supposedly", "sure", "surely",
    "surprise", "surprised", "surprising", "surprisingly", "sweet", "sweetheart", "sweetie", "swim", "switch",
    "system", "ta", "table", "take", "taken", "takes", "taking", "talent", "talk", "talked", "talking", "talks",
    "tall", "task", "tasks", "taste", "tasty", "tea", "teacher", "teachers", "teaching", "team", "teams", "tears",
    "technically", "technology", "teeth", "tell", "telling", "ten", "terms", "terrible", "test", "testing", "text",
    "th", "than", "thank", "thankful", "thankfully", "thanks", "that", "that'd", "that'll", "that's", "thats", "the",
    "their", "theirs", "them", "themselves", "then", "theoretically", "therapy", "there", "there'd", "there's",
    "therefore", "these", "they", "they'd", "they'll", "they're", "they've", "thing", "things", "think", "thinking",
    "third", "thirdly", "thirty", "this", "those", "though", "thought", "thoughts", "thousand", "thousands", "three",
    "thrilled", "through", "throughout", "throw", "thumbs", "thus", "ticket", "tickets", "till", "time", "timeline",
    "times", "tip", "tips", "tired", "title", "to", "today", "todo", "together", "told", "tomorrow", "ton", "tonight",
    "too", "took", "tool", "tools", "top", "topic", "total", "totally", "touch", "touching", "tough", "tour",
    "towards", "town", "toy", "track", "trade", "traffic", "train", "training", "transfer", "translate", "transport",
    "travel", "traveling", "travelling", "tree", "trees", "trending", "tried", "trip", "trouble", "true", "truly",
    "trust", "truth", "truthfully", "try", "trying", "turn", "turned", "turning", "turns", "tv", "twelve", "twenty",
    "twice", "twins", "two", "type", "typical", "typically", "typing", "ugh", "uh", "ultimately", "um", "umm",
    "unable", "unbelievable", "uncertain", "uncle", "under", "underneath", "understand", "understandable",
    "understanding", "understood", "unexpected", "unfortunately", "unique", "unit", "unknown", "unless", "unlike",
    "until", "unusual", "up", "upcoming", "update", "updated", "updates", "upgrade", "upgraded", "upon", "upset",
    "us", "usage", "use", "used", "useful", "user", "users", "uses", "using", "usually", "vacation", "validate",
    "value", "various", "verify", "version", "very", "via", "video", "videos", "view", "views", "violence", "visit",
    "visited", "visiting", "voice", "volunteering", "vote", "wait", "waiting", "wake", "walk", "walked", "walking",
    "wall", "wanna", "want", "wanted", "wants", "war", "warm", "warning", "warnings", "was", "wash", "wasn't",
    "waste", "watch", "watched", "watching", "water", "way", "ways", "we", "we'd", "we'll", "we're", "we've", "weak",
    "wear", "wearing", "weather", "website", "wed", "wedding", "week", "weekend", "weekly", "weeks", "weird",
    "welcome", "well", "went", "were", "weren't", "west", "what", "what'd", "what's", "whatever", "whats", "when",
    "when's", "whenever", "where", "where's", "whereas", "wherever", "whether", "which", "whichever", "while",
    "white", "who", "who'd", "who'll", "who's", "whoa", "whoever", "whole", "whom", "whose", "why", "why's", "wife",
    "wild", "will", "win", "wind", "window", "wine", "winner", "winning", "winter", "wise", "wish", "wishing", "with",
    "within", "without", "woah", "woke", "woman", "women", "won't", "wonder", "wonderful", "wondering", "wont",
    "wood", "word", "words", "wore", "work", "worked", "worker", "workers", "working", "works", "workshop", "world",
    "worried", "worry", "worrying", "worse", "worst", "worth", "would", "wouldn't", "wow", "write", "writer",
    "writing", "written", "wrong", "yay", "yea", "yeah", "year", "yearly", "yearning", "years", "yellow", "yep",
    "yes", "yesterday", "yet", "yikes", "yo", "yoga", "you", "you'd", "you'll", "you're", "you've", "young",
    "younger", "your", "youre", "yours", "yourself", "yourselves", "yup", "zero", "zip", "zone",
];

/// Weekdays, months, seasons, feasts and their short forms: capitalised, but a time and no name.
#[rustfmt::skip]
const TIME: [&str; 83] = [
    "ad", "afternoon", "am", "apr", "april", "aug", "august", "autumn", "bc", "bce", "ce", "cet", "christmas", "dec",
    "december", "easter", "est", "evening", "fall", "feb", "february", "fri", "friday", "fridays", "gmt", "halloween",
    "hanukkah", "jan", "january", "jul", "july", "jun", "june", "mar", "march", "may", "midnight", "mon", "monday",
    "mondays", "morning", "noon", "nov", "november", "oct", "october", "pm", "pst", "ramadan", "sat", "saturday",
    "saturdays", "sep", "sept", "september", "spring", "summer", "sun", "sunday", "sundays", "thanksgiving", "thu",
    "thur", "thurs", "thursday", "thursdays", "today", "tomorrow", "tonight", "tue", "tues", "tuesday", "tuesdays",
    "utc", "valentine", "valentines", "wed", "wednesday", "wednesdays", "weekend", "winter", "xmas", "yesterday",
];

/// Acronyms that are words of the trade or of chat, not names.
#[rustfmt::skip]
const SHORTHAND: [&str; 84] = [
    "ai", "api", "apis", "asap", "atm", "brb", "btw", "ceo", "cfo", "coo", "cpu", "csv", "cto", "cv", "diy", "dm",
    "dna", "dvd", "eta", "faq", "faqs", "fyi", "gif", "gpu", "hr", "html", "http", "https", "id", "idk", "ids",
    "imho", "imo", "irl", "it", "json", "lgbt", "lmao", "lmfao", "lol", "mvp", "nsfw", "ok", "omfg", "omg", "pc",
    "pcs", "pdf", "pdfs", "pm", "pov", "ppl", "pr", "prs", "ps", "qa", "ram", "rip", "rofl", "rsvp", "sdk", "smh",
    "sql", "ssd", "ssh", "tba", "tbd", "tbh", "tldr", "tv", "tvs", "ui", "url", "urls", "usb", "ux", "vip", "vpn",
    "wip", "wtf", "xd", "xml", "yaml", "yolo",
];

/// What people call their kin and strangers instead of a name, capitalised or not.
#[rustfmt::skip]
const KIN: [&str; 19] = [
    "auntie", "aunty", "dad", "daddy", "grandad", "granddad", "grandma", "grandpa", "granny", "madam", "mama", "mom",
    "mommy", "mr", "mrs", "mum", "mummy", "papa", "sir",
];

/// Titles in front of a name, not part of it.
#[rustfmt::skip]
const HONORIFICS: [&str; 17] = [
    "capt", "captain", "dame", "dr", "judge", "lady", "lord", "madam", "miss", "mister", "mr", "mrs", "ms", "mx",
    "prof", "professor", "sir",
];

/// Whether a word in lower case is an everyday one, or one for a time, a form of address, kin: a capital on it is no name.
pub fn is_everyday(word: &str) -> bool {
    is_plain(word) || is_time(word) || is_kin(word) || is_honorific(word)
}

/// An everyday word; `word` in lower case.
pub(super) fn is_plain(word: &str) -> bool {
    PLAIN.binary_search(&word).is_ok()
}

/// A word for a time; `word` in lower case.
pub fn is_time(word: &str) -> bool {
    TIME.binary_search(&word).is_ok()
}

/// An acronym that names nothing; `word` in lower case.
pub(super) fn is_shorthand(word: &str) -> bool {
    SHORTHAND.binary_search(&word).is_ok()
}

/// Mom, Grandpa, Sir; `word` in lower case.
pub(super) fn is_kin(word: &str) -> bool {
    KIN.binary_search(&word).is_ok()
}

/// Dr, Mrs, Professor; `word` in lower case without its dot.
pub(super) fn is_honorific(word: &str) -> bool {
    HONORIFICS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_without_repeats() {
        for list in [&PLAIN[..], &TIME, &SHORTHAND, &KIN, &HONORIFICS] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
