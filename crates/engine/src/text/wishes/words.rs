//! Words and runs of words in which standing wishes are said, and those that tell reports and replies from them.
//!
//! Owns the lists, collected for this purpose: forms, never subjects. Must not know: how they are used.

/// Words that may stand before the beginning of an instruction.
#[rustfmt::skip]
pub(super) const LEAD_INS: &[&str] = &[
    "please", "and", "also", "but", "so", "ok", "okay", "hey", "hi", "oh", "just", "then", "well", "bitte", "und", "also",
    "s'il", "te", "plaît", "por", "favor", "you", "should", "must", "could", "can", "i", "want", "would", "like", "i'd", "need",
    "to",
];
/// Beginnings that make an instruction.
#[rustfmt::skip]
pub(super) const INSTRUCTIONS: &[&str] = &[
    "whoever", "anything that", "anything over", "anything under", "if you have a choice", "when you answer", "when you write",
    "when you draft", "when you send", "when you sum up", "every time you", "whenever you", "ask me before", "ask before you",
    "use only", "always", "never", "from now on", "going forward", "from here on", "in future", "in the future", "remember to",
    "make sure to always", "make sure you always", "make sure you never", "be sure to always", "don't ever", "do not ever",
    "no matter what", "as a rule", "by default", "every time i", "whenever i", "any time i", "when i ask", "if i ask",
    "don't mention", "do not mention", "don't bring up", "do not bring up", "don't suggest", "do not suggest",
    "don't recommend", "do not recommend", "don't use", "do not use", "don't call me", "do not call me", "don't send",
    "don't include", "do not include", "don't add", "avoid using", "stop using", "stop calling", "stop adding",
    "stop suggesting", "keep your answers", "keep answers", "keep replies", "keep your replies", "keep it under", "call me",
    "address me", "answer in", "answer me in", "reply in", "reply to me in", "respond in", "speak to me in", "write to me in",
    "use metric", "use the metric", "use imperial", "immer", "niemals", "nie wieder", "ab jetzt", "von jetzt an", "ab sofort",
    "in zukunft", "künftig", "antworte", "nenn mich", "sprich mich", "toujours", "jamais", "ne jamais", "désormais",
    "dorénavant", "à partir de maintenant", "à l'avenir", "réponds", "répondez", "appelle-moi", "siempre", "nunca",
    "de ahora en adelante", "a partir de ahora", "en el futuro", "responde", "respóndeme", "llámame",
];
/// Word runs that make a preference, wherever they stand in a sentence, when the sentence speaks of its writer.
#[rustfmt::skip]
pub(super) const PREFERENCES: &[&str] = &[
    "i prefer", "i'd prefer", "i would prefer", "i much prefer", "i really prefer", "i generally prefer", "i usually prefer",
    "i always prefer", "i strongly prefer", "we prefer", "i'd rather", "i would rather", "my preference", "i'm allergic",
    "i am allergic", "i have an allergy", "i'm intolerant", "i am intolerant", "i'm lactose", "i'm a vegetarian",
    "i'm vegetarian", "i am vegetarian", "i am a vegetarian", "i'm vegan", "i'm a vegan", "i am vegan", "i don't eat",
    "i do not eat", "i don't drink", "i do not drink", "i can't eat", "i cannot eat", "i can't have", "i can't stand",
    "i cannot stand", "i never eat", "i never drink", "i avoid", "i try to avoid", "i keep kosher", "i keep halal",
    "i only eat", "i only use", "i only drink", "i hate it when", "i don't like it when", "my favourite", "my favorite",
    "ich bevorzuge", "ich bin allergisch", "ich esse kein", "ich esse keine", "ich trinke kein", "ich trinke keinen",
    "ich vertrage kein", "ich mag lieber", "je préfère", "je suis allergique", "je ne mange pas", "je ne bois pas",
    "je suis végétarien", "je suis végétarienne", "prefiero", "soy alérgico", "soy alérgica", "no como", "no bebo",
    "soy vegetariano", "soy vegetariana",
];
/// Runs that make an instruction wherever they stand.
#[rustfmt::skip]
pub(super) const INSTRUCTIONS_ANYWHERE: &[&str] = &[
    "no exceptions", "without exception", "whatever they", "whatever he tells",
    "whatever she tells", "whoever asks", "we don't say", "we do not say", "or i don't want it",
];
/// Words after "no" that make a reply, not a rule.
#[rustfmt::skip]
pub(super) const NO_REPLIES: &[&str] = &[
    "problem", "problems", "worries", "way", "idea", "doubt", "thanks", "thank", "one", "matter", "need", "wonder", "i", "it",
    "we", "not", "he", "she", "they", "you", "that", "this", "but", "sorry", "really", "longer", "clue", "surprise", "more",
    "regrets", "doubts", "further", "rush", "pressure", "kidding", "no", "it's", "that's", "matter", "wonder", "recordings",
    "offense", "offence", "reason", "luck", "end", "sign",
];
/// Words after "always" and "never" that tell of somebody instead of asking for something.
#[rustfmt::skip]
pub(super) const TOLD: &[&str] = &[
    "a", "an", "the", "happy", "been", "heard", "had", "was", "were", "thought", "seen", "knew", "loved", "wanted", "there",
    "good", "nice", "great", "fun", "gonna", "going", "is", "are", "am", "so", "tried", "got", "did", "felt", "said",
];
/// What people do not do, when it is a rule of theirs: "I don't work on Saturdays".
#[rustfmt::skip]
pub(super) const HABITS: &[&str] = &[
    "eat", "drink", "work", "take", "use", "travel", "fly", "drive", "smoke", "allow", "accept", "answer", "buy", "speak",
    "wear", "book", "pay", "do", "see", "ship", "sell", "open", "sign",
];
/// Words behind a habit's verb that make it tell of one thing.
#[rustfmt::skip]
pub(super) const ONE_THING: &[&str] = &[
    "a", "an", "any", "how", "it", "much", "that", "the", "them", "this", "what", "why", "you", "your", "her", "him", "well", "to",
];
/// Beginnings and runs in scripts that write no spaces.
#[rustfmt::skip]
pub(super) const INSTRUCTIONS_UNSPACED: &[&str] = &[
    "以后请", "以后都", "从现在起", "从现在开始", "请一直", "请总是", "永远不要", "不要再", "请始终", "今後は", "これからは", "必ず", "いつも", "请永远", "请一律", "请不要", "请别", "千万不要", "千万别", "请只", "请用",
];
#[rustfmt::skip]
pub(super) const PREFERENCES_UNSPACED: &[&str] = &[
    "我不吃", "我不喝", "我对", "我更喜欢", "我偏好", "我宁愿", "アレルギー", "食べられません", "の方が好き",
];

/// "From now on" in the middle or at the end: a wish where the sentence speaks to somebody or of its writer.
#[rustfmt::skip]
pub(super) const FROM_NOW: &[&str] = &["from now on", "from here on"];
#[rustfmt::skip]
pub(super) const PARTIES: &[&str] = &["i", "i'd", "i'm", "me", "my", "us", "you", "your", "please"];
/// Words in a sentence with "no ..." that make it news of a day: "No swimming today".
#[rustfmt::skip]
pub(super) const DATED: &[&str] = &[
    "today", "tonight", "tomorrow", "yesterday", "yet", "now", "currently", "anymore", "so far", "this morning",
    "this afternoon", "this evening", "this week", "this weekend", "this month", "this year", "this time", "last night",
    "last week", "next week", "at the moment", "right now", "far",
];
/// Finite verbs that make a statement of a run of words without a verb of asking.
#[rustfmt::skip]
pub(super) const FINITE: &[&str] = &[
    "is", "are", "was", "were", "am", "has", "have", "had", "it's", "that's", "there's", "i'm", "i've", "we're", "we've", "he's",
    "she's", "they're", "will", "would", "can", "can't", "could", "did", "didn't", "does", "doesn't", "don't", "do", "came",
    "went", "got", "said", "saw", "took", "made", "gave", "found", "felt", "left", "told", "knew", "thought", "looks", "seems",
    "feels", "sounds", "gets", "goes", "comes", "makes", "means", "happens",
];
/// Words that speak of somebody at the beginning of a sentence, so that it is a statement.
#[rustfmt::skip]
pub(super) const SUBJECTS: &[&str] = &[
    "i", "i'm", "i've", "i'll", "i'd", "he", "he's", "she", "she's", "it", "it's", "we", "we're", "we've", "they", "they're", "you",
    "you're", "that", "that's", "this", "there", "there's", "what", "who", "how", "why", "thanks", "yes", "yeah", "no", "so", "oh",
    "wow", "hey", "lots", "sounds", "looks", "congrats", "sometimes", "things",
];
/// Verbs of asking that begin an imperative about how something is to be done.
#[rustfmt::skip]
pub(super) const IMPERATIVES: &[&str] = &[
    "add", "address", "answer", "ask", "avoid", "book", "bring", "buy", "call", "check", "cite", "close", "cook", "copy",
    "describe", "draft", "explain", "format", "give", "greet", "hand", "include", "introduce", "keep", "label", "leave", "list",
    "make", "mark", "mention", "name", "number", "offer", "order", "pay", "phrase", "play", "pick", "put", "quote", "read",
    "remind", "reply", "round", "say", "schedule", "send", "serve", "show", "sign", "sort", "speak", "spell", "start", "store",
    "talk", "tell", "treat", "use", "wake", "wrap", "write",
];
/// What turns an imperative into a rule: it excludes the rest.
#[rustfmt::skip]
pub(super) const EXCLUDING: &[&str] = &[
    "never", "always", "only", "rather than", "instead of", "unless", "every time", "each time", "at all times", "whenever",
    "no matter", "before you", "under no circumstances", "by default", "nobody",
];
/// Imperatives of other languages, and the adverbs that make rules of them.
#[rustfmt::skip]
pub(super) const IMPERATIVES_FOREIGN: &[&str] = &[
    "antworte", "benutze", "benutz", "buche", "gib", "kaufe", "kauf", "mach", "mache", "nenn", "nenne", "nimm", "ruf", "sag",
    "schick", "schicke", "schreib", "schreibe", "sprich", "verwende", "zeig", "zeige", "appelle", "appelez", "dis", "donne",
    "donnez", "écris", "écrivez", "envoie", "envoyez", "mets", "mettez", "parle", "parlez", "prends", "prenez", "répondez",
    "réponds", "utilise", "utilisez", "compra", "contesta", "da", "di", "envía", "escribe", "escríbeme", "habla", "háblame", "haz",
    "llama", "llámame", "manda", "paga", "pon", "responde", "respóndeme", "reserva", "usa", "utiliza",
];
#[rustfmt::skip]
pub(super) const ADVERBS_FOREIGN: &[&str] = &[
    "immer", "nie", "niemals", "nur", "stets", "toujours", "jamais", "uniquement", "siempre", "nunca", "jamás", "solo", "sólo",
];
/// Words that carry a rule on behind "always" or "never" without a verb: "Amounts always in cents".
#[rustfmt::skip]
pub(super) const PREPOSITIONS: &[&str] = &[
    "after", "as", "at", "before", "between", "by", "for", "from", "in", "into", "on", "only", "over", "to", "under", "until", "with",
    "without",
];
/// What has to be so, and when.
#[rustfmt::skip]
pub(super) const MUSTS: &[&str] = &[
    "has to be", "have to be", "must be", "must stay", "has to stay", "have to stay", "must not be", "needs to be", "need to be",
    "needs to stay", "need to stay",
];
/// What is so once, when it is done.
#[rustfmt::skip]
pub(super) const DONE: &[&str] = &[
    "back", "bought", "brought", "built", "done", "gone", "here", "home", "in", "made", "paid", "ready", "sent", "sold", "there", "written",
];
#[rustfmt::skip]
pub(super) const MUST_TIMES: &[&str] = &[
    "between", "after", "before", "during", "while", "whenever", "until", "at night", "at all times", "on weekends", "at weekends",
];
/// Conditions, and what a wish goes on with behind one.
#[rustfmt::skip]
pub(super) const CONDITIONS: &[&str] = &["if", "when", "whenever", "wherever", "as soon as", "before", "wenn", "si", "quand", "cuando"];
#[rustfmt::skip]
pub(super) const CONSEQUENCES: &[&str] = &[
    "always", "never", "please", "i want", "i'd like", "i would like", "i'd rather", "i prefer", "leave out", "use", "write",
    "ask me", "tell me", "wake me", "call me", "immer", "nie", "bitte", "toujours", "jamais", "siempre", "nunca",
];
/// What holds for somebody whatever is asked: diet, allergies, aversions, bodies. After "I am", "he is", "Anna is".
#[rustfmt::skip]
pub(super) const BEINGS: &[&str] = &[
    "allergic to", "intolerant", "lactose intolerant", "gluten intolerant", "vegetarian", "a vegetarian", "vegan", "a vegan",
    "diabetic", "coeliac", "celiac", "colour-blind", "colorblind", "colour blind", "color blind", "deaf", "in a wheelchair",
    "afraid of", "scared of", "terrified of", "hard of hearing", "teetotal", "kosher", "halal", "claustrophobic", "dyslexic",
    "asthmatic",
];
#[rustfmt::skip]
pub(super) const CONDITIONS_OF_BODY: &[&str] = &[
    "gets hives", "get hives", "gets seasick", "get seasick", "gets carsick", "get carsick", "gets a rash", "get a rash",
    "gets migraines", "get migraines", "breaks out in", "can't stand", "cannot stand", "can't eat", "cannot eat", "doesn't eat",
    "does not eat", "doesn't drink", "does not drink", "can't tolerate", "uses a wheelchair", "use a wheelchair", "has an allergy",
    "has a nut allergy", "have an allergy", "has diabetes", "have diabetes", "can't climb stairs", "can't hear well",
    "given up alcohol", "given up meat", "given up sugar", "given up smoking", "ist allergisch gegen", "isst kein", "isst keine",
    "verträgt kein", "verträgt keine", "est allergique", "ne mange pas", "ne boit pas", "es alérgico", "es alérgica", "no come",
    "esse kein", "esse keine", "esse keinen",
];
