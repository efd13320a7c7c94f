//! Classes of English words that the grammar of this module asks for.
//!
//! Owns the lists, sorted. Must not know: how they are used.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::known_names;

/// Classes of a word, one bit each; what each means stands at its list.
pub(super) type Class = u64;

pub(super) const LEAD_INS: Class = 1 << 0;
pub(super) const JOINS: Class = 1 << 1;
pub(super) const IFS: Class = 1 << 2;
pub(super) const AUXILIARIES: Class = 1 << 3;
pub(super) const ADVERBS: Class = 1 << 4;
pub(super) const HEDGES: Class = 1 << 5;
pub(super) const PREPOSITIONS: Class = 1 << 6;
pub(super) const DETERMINERS: Class = 1 << 7;
pub(super) const EMPTY: Class = 1 << 8;
pub(super) const STOPS: Class = 1 << 9;
pub(super) const TITLES: Class = 1 << 10;
pub(super) const NATIONS: Class = 1 << 11;
pub(super) const LANGUAGES: Class = 1 << 12;
pub(super) const FAITHS: Class = 1 << 13;
pub(super) const DIETS: Class = 1 << 14;
pub(super) const ILLNESSES: Class = 1 << 15;
pub(super) const STATES_OF_HEALTH: Class = 1 << 16;
pub(super) const MARITAL: Class = 1 << 17;
pub(super) const POSSESSIONS: Class = 1 << 18;
pub(super) const PETS: Class = 1 << 19;
pub(super) const JOBS: Class = 1 << 20;
pub(super) const HOMES: Class = 1 << 21;
pub(super) const WORKPLACES: Class = 1 << 22;
pub(super) const DAYS: Class = 1 << 23;
pub(super) const COLOURS_AND_QUALITIES: Class = 1 << 24;
pub(super) const ADJECTIVES: Class = 1 << 25;
/// Begins a well-known name (`known_names`), in small letters too.
pub(super) const KNOWN_FIRST: Class = 1 << 26;
/// A given name.
pub(super) const GIVEN: Class = 1 << 27;

/// Every list with its class.
const LISTS: &[(Class, &[&str])] = &[
    (LEAD_INS, LEAD_INS_WORDS),
    (JOINS, JOINS_WORDS),
    (IFS, IFS_WORDS),
    (AUXILIARIES, AUXILIARIES_WORDS),
    (ADVERBS, ADVERBS_WORDS),
    (HEDGES, HEDGES_WORDS),
    (PREPOSITIONS, PREPOSITIONS_WORDS),
    (DETERMINERS, DETERMINERS_WORDS),
    (EMPTY, EMPTY_WORDS),
    (STOPS, STOPS_WORDS),
    (TITLES, TITLES_WORDS),
    (NATIONS, NATIONS_WORDS),
    (LANGUAGES, LANGUAGES_WORDS),
    (FAITHS, FAITHS_WORDS),
    (DIETS, DIETS_WORDS),
    (ILLNESSES, ILLNESSES_WORDS),
    (STATES_OF_HEALTH, STATES_OF_HEALTH_WORDS),
    (MARITAL, MARITAL_WORDS),
    (POSSESSIONS, POSSESSIONS_WORDS),
    (PETS, PETS_WORDS),
    (JOBS, JOBS_WORDS),
    (HOMES, HOMES_WORDS),
    (WORKPLACES, WORKPLACES_WORDS),
    (DAYS, DAYS_WORDS),
    (COLOURS_AND_QUALITIES, COLOURS_AND_QUALITIES_WORDS),
    (ADJECTIVES, ADJECTIVES_WORDS),
];

static CLASSES: LazyLock<HashMap<&'static str, Class>> = LazyLock::new(|| {
    let mut classes: HashMap<&'static str, Class> = HashMap::new();
    for (class, words) in LISTS {
        for word in *words {
            *classes.entry(word).or_default() |= class;
        }
    }
    for word in known_names::first_words() {
        *classes.entry(word).or_default() |= KNOWN_FIRST;
    }
    for word in crate::text::given_names() {
        *classes.entry(word).or_default() |= GIVEN;
    }
    classes
});

/// The classes of a word in lower case. Cost: one lookup.
pub(super) fn classes(word: &str) -> Class {
    CLASSES.get(word).copied().unwrap_or(0)
}

/// Whether a word is of one of the classes.
pub(super) fn holds(class: Class, word: &str) -> bool {
    classes(word) & class != 0
}

/// Whether a sorted list holds a word.
pub(super) fn listed(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// The animal, as its list has it.
pub(super) fn pet(word: &str) -> Option<&'static str> {
    PETS_WORDS.binary_search(&word).ok().map(|at| PETS_WORDS[at])
}

/// Words that may stand before the subject of a clause and change nothing.
#[rustfmt::skip]
const LEAD_INS_WORDS: &[&str] = &[
    "actually", "again", "ah", "aha", "also", "and", "anyway", "anyways", "aww", "awww", "basically", "bro", "btw",
    "but", "clearly", "currently", "dude", "eventually", "finally", "first", "firstly", "fortunately", "frankly",
    "fyi", "generally", "guess", "haha", "hahaha", "hello", "hey", "hi", "hmm", "honestly", "however", "indeed",
    "initially", "instead", "lately", "later", "literally", "lol", "luckily", "man", "meanwhile", "mostly", "nah",
    "no", "nope", "normally", "now", "nowadays", "obviously", "occasionally", "often", "oh", "ok", "okay", "once",
    "oops", "originally", "personally", "please", "pls", "plus", "recently", "right", "sadly", "secondly",
    "seriously", "so", "sometimes", "soon", "still", "suddenly", "sure", "thankfully", "thanks", "then", "though",
    "today", "tomorrow", "tonight", "too", "uh", "um", "unfortunately", "usually", "well", "welp", "wow", "yay",
    "yea", "yeah", "yep", "yes", "yesterday", "yup",
];

/// Words after which a clause may begin.
#[rustfmt::skip]
const JOINS_WORDS: &[&str] = &[
    "after", "although", "and", "as", "because", "before", "but", "cause", "cos", "coz", "cuz", "except", "if",
    "like", "nor", "once", "or", "plus", "since", "so", "than", "that", "then", "though", "till", "unless",
    "until", "when", "whenever", "where", "whereas", "wherever", "whether", "which", "while", "who", "whose",
    "yet",
];

/// Words that make a clause a thought and no fact.
#[rustfmt::skip]
const IFS_WORDS: &[&str] = &[
    "assuming", "if", "imagine", "provided", "suppose", "supposing", "unless", "whether",
];

/// Verbs that help another one; before a subject they ask.
#[rustfmt::skip]
const AUXILIARIES_WORDS: &[&str] = &[
    "'d", "am", "are", "ca", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might",
    "must", "not", "shall", "should", "was", "were", "will", "would",
];

/// Words between subject and verb, or after a verb, that change nothing here.
#[rustfmt::skip]
const ADVERBS_WORDS: &[&str] = &[
    "absolutely", "actually", "all", "almost", "already", "also", "always", "apparently", "basically", "both",
    "clearly", "completely", "constantly", "currently", "daily", "deeply", "definitely", "even", "eventually",
    "ever", "extremely", "finally", "fluently", "frequently", "fully", "generally", "genuinely", "gladly",
    "greatly", "happily", "honestly", "immediately", "initially", "instead", "just", "kinda", "lately", "legally",
    "literally", "mainly", "maybe", "mostly", "nearly", "normally", "now", "obviously", "occasionally",
    "officially", "often", "only", "originally", "particularly", "perhaps", "personally", "possibly", "pretty",
    "primarily", "probably", "professionally", "proudly", "quickly", "quite", "rarely", "really", "recently",
    "regularly", "secretly", "seldom", "seriously", "simply", "sincerely", "slowly", "so", "sometimes", "soon",
    "sorta", "still", "strongly", "successfully", "suddenly", "sure", "surely", "temporarily", "then", "too",
    "totally", "truly", "typically", "usually", "very", "well", "wholeheartedly",
];

/// Words by which a speaker shows doubt.
#[rustfmt::skip]
const HEDGES_WORDS: &[&str] = &[
    "allegedly", "apparently", "likely", "maybe", "perhaps", "possibly", "presumably", "probably", "seemingly",
    "supposedly",
];

/// Prepositions.
#[rustfmt::skip]
const PREPOSITIONS_WORDS: &[&str] = &[
    "about", "above", "across", "after", "against", "along", "amid", "among", "around", "as", "at", "before",
    "behind", "below", "beneath", "beside", "besides", "between", "beyond", "by", "despite", "down", "during",
    "except", "for", "from", "in", "inside", "into", "like", "near", "next", "of", "off", "on", "onto", "out",
    "outside", "over", "past", "per", "round", "since", "through", "throughout", "till", "to", "toward", "towards",
    "under", "underneath", "until", "unto", "up", "upon", "versus", "via", "with", "within", "without",
];

/// Articles and the like.
#[rustfmt::skip]
const DETERMINERS_WORDS: &[&str] = &[
    "a", "all", "an", "another", "any", "both", "each", "every", "few", "her", "his", "its", "many", "my", "no",
    "our", "several", "some", "that", "the", "their", "these", "this", "those", "your",
];

/// Words that are no value of anything, and no name.
#[rustfmt::skip]
const EMPTY_WORDS: &[&str] = &[
    "a", "able", "about", "afraid", "all", "alone", "also", "am", "an", "and", "another", "any", "anybody",
    "anymore", "anyone", "anything", "anywhere", "are", "as", "at", "away", "back", "bad", "be", "bed", "been",
    "being", "best", "better", "big", "both", "busy", "but", "by", "can", "cannot", "could", "did", "different",
    "do", "does", "doing", "done", "each", "either", "else", "enough", "etc", "even", "ever", "every", "everybody",
    "everyone", "everything", "everywhere", "excited", "false", "few", "fine", "for", "forever", "from", "fun",
    "getting", "glad", "going", "gone", "good", "great", "had", "happy", "has", "have", "having", "he", "her",
    "here", "hers", "herself", "him", "himself", "his", "home", "how", "however", "i", "if", "in", "into", "is",
    "it", "its", "itself", "just", "kind", "kinda", "last", "less", "life", "like", "lol", "lot", "lots", "many",
    "may", "maybe", "me", "mine", "more", "most", "much", "must", "my", "myself", "neither", "new", "next", "no",
    "nobody", "none", "nor", "not", "nothing", "now", "nowhere", "of", "off", "ok", "okay", "on", "once", "one",
    "ones", "only", "or", "other", "others", "our", "ours", "ourselves", "out", "over", "own", "please", "pretty",
    "quite", "rather", "ready", "really", "right", "sad", "same", "school", "shall", "she", "should", "so", "some",
    "somebody", "someone", "something", "sometimes", "somewhere", "sorry", "sort", "sorta", "stuff", "such",
    "sure", "than", "thanks", "that", "the", "their", "theirs", "them", "themselves", "then", "there", "these",
    "they", "thing", "things", "this", "those", "though", "thru", "tired", "to", "today", "together", "tomorrow",
    "tonight", "too", "town", "true", "u", "under", "up", "upon", "us", "very", "was", "way", "we", "well", "were",
    "what", "whatever", "when", "where", "whether", "which", "while", "who", "whoever", "whom", "whose", "why",
    "will", "with", "without", "work", "would", "wow", "yes", "yesterday", "yet", "you", "your", "yours",
    "yourself",
];

/// Words at which a phrase ends.
#[rustfmt::skip]
const STOPS_WORDS: &[&str] = &[
    "'s", "actually", "after", "again", "already", "also", "although", "always", "am", "anymore", "are", "as",
    "because", "been", "before", "being", "btw", "but", "can", "cause", "could", "coz", "currently", "cuz", "did",
    "do", "does", "ever", "except", "had", "haha", "has", "have", "he", "herself", "himself", "how", "however",
    "i", "if", "instead", "is", "it", "just", "lately", "lol", "may", "maybe", "might", "must", "myself",
    "neither", "never", "nor", "not", "now", "nowadays", "often", "only", "please", "really", "recently", "right",
    "she", "should", "since", "so", "sometimes", "than", "thanks", "that", "themselves", "then", "they", "though",
    "till", "today", "together", "tomorrow", "tonight", "too", "unless", "until", "usually", "was", "we", "were",
    "what", "when", "whenever", "where", "whereas", "whether", "which", "while", "who", "whom", "whose", "why",
    "will", "would", "yesterday", "yet", "you",
];

/// Titles in front of a name.
#[rustfmt::skip]
const TITLES_WORDS: &[&str] = &[
    "aunt", "auntie", "aunty", "capt", "captain", "chef", "coach", "col", "dame", "detective", "dr", "father",
    "gen", "gov", "grandma", "grandpa", "granny", "judge", "king", "lady", "lord", "lt", "madam", "miss", "mister",
    "mr", "mrs", "ms", "mx", "nurse", "officer", "pastor", "pres", "president", "prince", "princess", "prof",
    "professor", "queen", "rep", "rev", "sen", "sgt", "sir", "sister-in-law", "uncle",
];

/// Adjectives of nations and regions, which say where somebody is from.
#[rustfmt::skip]
const NATIONS_WORDS: &[&str] = &[
    "afghan", "african", "albanian", "algerian", "american", "argentine", "argentinian", "armenian", "asian",
    "australian", "austrian", "azerbaijani", "bangladeshi", "bavarian", "belarusian", "belgian", "bolivian",
    "bosnian", "brazilian", "british", "bulgarian", "cambodian", "cameroonian", "canadian", "catalan", "chilean",
    "chinese", "colombian", "croatian", "cuban", "czech", "danish", "dominican", "dutch", "ecuadorian", "egyptian",
    "english", "eritrean", "estonian", "ethiopian", "european", "filipina", "filipino", "finnish", "french",
    "georgian", "german", "ghanaian", "greek", "guatemalan", "haitian", "honduran", "hungarian", "icelandic",
    "indian", "indonesian", "iranian", "iraqi", "irish", "israeli", "italian", "jamaican", "japanese", "jordanian",
    "kazakh", "kenyan", "korean", "kurdish", "kuwaiti", "latina", "latino", "latvian", "lebanese", "libyan",
    "lithuanian", "malaysian", "maltese", "mexican", "moldovan", "mongolian", "moroccan", "nepalese", "nepali",
    "nigerian", "norwegian", "pakistani", "palestinian", "panamanian", "persian", "peruvian", "polish",
    "portuguese", "romanian", "russian", "rwandan", "salvadoran", "saudi", "scottish", "senegalese", "serbian",
    "sicilian", "singaporean", "slovak", "slovenian", "somali", "spanish", "sudanese", "swedish", "swiss",
    "syrian", "taiwanese", "tanzanian", "thai", "tunisian", "turkish", "ugandan", "ukrainian", "uruguayan",
    "uzbek", "venezuelan", "vietnamese", "welsh", "zambian", "zimbabwean",
];

/// Languages that people speak.
#[rustfmt::skip]
const LANGUAGES_WORDS: &[&str] = &[
    "afrikaans", "albanian", "amharic", "arabic", "armenian", "basque", "bengali", "bosnian", "bulgarian",
    "burmese", "cantonese", "catalan", "chinese", "croatian", "czech", "danish", "dutch", "english", "esperanto",
    "estonian", "farsi", "finnish", "flemish", "french", "galician", "georgian", "german", "greek", "gujarati",
    "hausa", "hebrew", "hindi", "hungarian", "icelandic", "igbo", "indonesian", "irish", "italian", "japanese",
    "javanese", "kannada", "kazakh", "khmer", "klingon", "korean", "kurdish", "lao", "latin", "latvian",
    "lithuanian", "luxembourgish", "macedonian", "malay", "malayalam", "maltese", "mandarin", "marathi",
    "mongolian", "nepali", "norwegian", "pashto", "persian", "polish", "portuguese", "punjabi", "romanian",
    "russian", "serbian", "sinhala", "slovak", "slovenian", "somali", "spanish", "swahili", "swedish", "tagalog",
    "tamil", "telugu", "thai", "tibetan", "tigrinya", "turkish", "ukrainian", "urdu", "uzbek", "vietnamese",
    "welsh", "xhosa", "yoruba", "zulu",
];

/// What people are by faith.
#[rustfmt::skip]
const FAITHS_WORDS: &[&str] = &[
    "agnostic", "atheist", "baptist", "buddhist", "catholic", "christian", "evangelical", "hindu", "jain",
    "jewish", "lutheran", "methodist", "mormon", "muslim", "orthodox", "pagan", "protestant", "quaker", "shia",
    "sikh", "sunni", "taoist", "wiccan",
];

/// How people eat.
#[rustfmt::skip]
const DIETS_WORDS: &[&str] = &[
    "celiac", "coeliac", "dairy-free", "flexitarian", "gluten-free", "halal", "keto", "kosher", "lactose-free",
    "omnivore", "paleo", "pescatarian", "pescetarian", "plant-based", "teetotal", "vegan", "vegetarian", "veggie",
];

/// Conditions of body and mind, by their last word.
#[rustfmt::skip]
const ILLNESSES_WORDS: &[&str] = &[
    "add", "adhd", "allergies", "alzheimer", "alzheimers", "anaemia", "anemia", "anxiety", "aphantasia", "apnea",
    "arrhythmia", "arthritis", "asthma", "autism", "bronchitis", "cancer", "celiac", "cholesterol", "cirrhosis",
    "claustrophobia", "coeliac", "colitis", "concussion", "crohn's", "crohns", "depression", "dermatitis",
    "diabetes", "disability", "disease", "disorder", "dyscalculia", "dyslexia", "dyspraxia", "eczema",
    "endometriosis", "epilepsy", "fibromyalgia", "gastritis", "glaucoma", "gout", "hepatitis", "hernia",
    "hypertension", "hyperthyroidism", "hypothyroidism", "ibs", "insomnia", "intolerance", "leukemia", "lupus",
    "lymphoma", "melanoma", "migraine", "migraines", "myopia", "narcolepsy", "ocd", "osteoporosis", "pacemaker",
    "parkinson", "parkinson's", "parkinsons", "pcos", "pneumonia", "prediabetes", "pressure", "psoriasis", "ptsd",
    "rosacea", "sciatica", "sclerosis", "scoliosis", "stroke", "syndrome", "tinnitus", "tuberculosis", "tumor",
    "tumour", "ulcer", "vertigo", "vitiligo",
];

/// Adjectives of conditions.
#[rustfmt::skip]
const STATES_OF_HEALTH_WORDS: &[&str] = &[
    "asthmatic", "autistic", "bipolar", "blind", "color-blind", "colorblind", "colour-blind", "colourblind",
    "deaf", "diabetic", "disabled", "dyslexic", "epileptic", "lactose-intolerant", "left-handed", "near-sighted",
    "nearsighted", "neurodivergent", "prediabetic", "pregnant", "short-sighted",
];

/// Words for how somebody lives.
#[rustfmt::skip]
const MARITAL_WORDS: &[&str] = &[
    "divorced", "engaged", "married", "separated", "single", "widowed",
];

/// Things people own, by their last word in the singular.
#[rustfmt::skip]
const POSSESSIONS_WORDS: &[&str] = &[
    "accordion", "account", "apartment", "aquarium", "backpack", "bakery", "balcony", "bicycle", "bike", "blog",
    "boat", "book", "bookshop", "business", "cabin", "cafe", "camera", "camper", "campervan", "car", "caravan",
    "cello", "channel", "clarinet", "collection", "company", "computer", "condo", "console", "cottage", "couch",
    "degree", "desk", "diploma", "drone", "drum", "e-bike", "ebike", "farm", "flat", "flute", "freezer", "garage",
    "garden", "greenhouse", "guitar", "harp", "helmet", "house", "houseboat", "instrument", "ipad", "iphone",
    "jeep", "kayak", "keyboard", "kindle", "lamp", "laptop", "lathe", "library", "licence", "license", "macbook",
    "machine", "mansion", "microscope", "mortgage", "motorbike", "motorcycle", "notebook", "office", "oven",
    "overcoat", "painting", "passport", "phone", "piano", "plant", "playstation", "podcast", "pool", "printer",
    "projector", "restaurant", "ring", "rv", "saxophone", "scar", "scooter", "server", "shop", "sofa", "startup",
    "store", "studio", "surfboard", "suv", "synth", "synthesizer", "tablet", "tattoo", "telescope", "tent",
    "tesla", "thermomix", "tractor", "tripod", "trombone", "truck", "trumpet", "typewriter", "ukulele", "van",
    "vehicle", "villa", "vineyard", "viola", "violin", "visa", "watch", "website", "xbox", "yacht",
];

/// Animals that live with people, in the singular.
#[rustfmt::skip]
const PETS_WORDS: &[&str] = &[
    "alpaca", "axolotl", "beagle", "bird", "budgie", "bulldog", "bunny", "canary", "cat", "chameleon", "chicken",
    "chinchilla", "cockatiel", "collie", "corgi", "cow", "dachshund", "dog", "donkey", "duck", "ferret", "fish",
    "frog", "gecko", "gerbil", "goat", "goldfish", "guinea-pig", "hamster", "hedgehog", "hen", "horse", "husky",
    "iguana", "kitten", "kitty", "lab", "labrador", "lizard", "llama", "macaw", "mouse", "parakeet", "parrot",
    "pet", "pig", "pigeon", "pony", "poodle", "pug", "pup", "puppy", "rabbit", "rat", "retriever", "rottweiler",
    "sheep", "shepherd", "siamese", "snake", "spaniel", "tabby", "tarantula", "terrier", "tortoise", "turtle",
];

/// Occupations by their last word.
#[rustfmt::skip]
const JOBS_WORDS: &[&str] = &[
    "accountant", "actor", "actress", "actuary", "administrator", "adviser", "advisor", "agent", "agronomist",
    "analyst", "anesthesiologist", "animator", "anthropologist", "apprentice", "archaeologist", "architect",
    "archivist", "artist", "assistant", "astronaut", "astronomer", "athlete", "attorney", "auctioneer", "auditor",
    "author", "baker", "banker", "barber", "barista", "barrister", "bartender", "beekeeper", "biochemist",
    "biologist", "blacksmith", "blogger", "bookkeeper", "botanist", "boxer", "brewer", "bricklayer", "broker",
    "builder", "butcher", "captain", "cardiologist", "caregiver", "carer", "caretaker", "carpenter",
    "cartographer", "cashier", "ceo", "cfo", "chairman", "chairwoman", "chef", "chemist", "chiropractor",
    "choreographer", "cio", "clerk", "coach", "cobbler", "comedian", "composer", "conductor", "consultant",
    "contractor", "coo", "cook", "coordinator", "copywriter", "coroner", "councillor", "counsellor", "counselor",
    "courier", "cto", "curator", "dancer", "dean", "decorator", "dentist", "dermatologist", "designer",
    "detective", "developer", "dietician", "dietitian", "diplomat", "director", "diver", "dj", "doctor", "driver",
    "economist", "editor", "electrician", "embalmer", "engineer", "entomologist", "entrepreneur", "estate-agent",
    "executive", "farmer", "filmmaker", "firefighter", "fisherman", "florist", "founder", "freelancer", "freshman",
    "gardener", "geographer", "geologist", "goldsmith", "guard", "guide", "gynecologist", "hairdresser",
    "handyman", "historian", "housewife", "hygienist", "illustrator", "influencer", "inspector", "instructor",
    "intern", "interpreter", "investigator", "janitor", "jeweler", "jeweller", "joiner", "journalist", "judge",
    "landscaper", "lawyer", "lead", "lecturer", "librarian", "lifeguard", "linguist", "lobbyist", "locksmith",
    "machinist", "magician", "maid", "manager", "marketeer", "marketer", "masseur", "masseuse", "mathematician",
    "mechanic", "mentor", "meteorologist", "midwife", "minister", "model", "mortician", "musician", "nanny",
    "neurologist", "neuroscientist", "nurse", "nutritionist", "officer", "oncologist", "operator", "optician",
    "optometrist", "paediatrician", "painter", "paralegal", "paramedic", "pastor", "pathologist", "pediatrician",
    "pensioner", "pharmacist", "pharmacologist", "philosopher", "photographer", "physician", "physicist",
    "physiotherapist", "pianist", "pilot", "planner", "plumber", "poet", "policeman", "policewoman", "politician",
    "postdoc", "postman", "postmaster", "potter", "president", "priest", "principal", "producer", "professor",
    "programmer", "psychiatrist", "psychologist", "psychotherapist", "publicist", "rabbi", "radiologist",
    "realtor", "receptionist", "recruiter", "referee", "reporter", "representative", "researcher", "retiree",
    "roofer", "sailor", "salesman", "salesperson", "saleswoman", "scholar", "scientist", "sculptor", "seamstress",
    "secretary", "senator", "sergeant", "shepherd", "shopkeeper", "singer", "sociologist", "soldier", "solicitor",
    "sommelier", "songwriter", "sophomore", "sound-engineer", "specialist", "statistician", "stockbroker",
    "streamer", "student", "stylist", "supervisor", "surgeon", "surveyor", "tailor", "teacher", "technician",
    "technologist", "therapist", "trader", "trainee", "trainer", "translator", "treasurer", "trucker", "tutor",
    "undergrad", "undergraduate", "undertaker", "urologist", "vet", "veterinarian", "violinist", "volunteer", "vp",
    "waiter", "waitress", "watchmaker", "welder", "woodworker", "writer", "youtuber", "zoologist",
];

/// Words for where people live.
#[rustfmt::skip]
const HOMES_WORDS: &[&str] = &[
    "apartment", "barn", "basement", "boat", "bungalow", "cabin", "city", "condo", "cottage", "countryside",
    "district", "dorm", "farm", "flat", "hostel", "house", "houseboat", "island", "mansion", "neighborhood",
    "neighbourhood", "penthouse", "place", "room", "studio", "suburb", "suburbs", "town", "townhouse", "trailer",
    "van", "villa", "village",
];

/// Words for where people work, by their last word.
#[rustfmt::skip]
const WORKPLACES_WORDS: &[&str] = &[
    "agency", "airport", "bakery", "bank", "bar", "bookshop", "bookstore", "brewery", "cafe", "café", "center",
    "centre", "charity", "church", "clinic", "college", "company", "consultancy", "daycare", "factory", "farm",
    "firm", "foundation", "garage", "gym", "hospital", "hotel", "institute", "kindergarten", "lab", "laboratory",
    "library", "magazine", "mall", "museum", "newspaper", "ngo", "non-profit", "nonprofit", "nursery", "office",
    "pharmacy", "practice", "prison", "pub", "restaurant", "salon", "school", "shelter", "shop", "spa", "start-up",
    "startup", "station", "store", "studio", "supermarket", "theater", "theatre", "university", "warehouse", "zoo",
];

/// Words for times that make no place, no person and no firm.
#[rustfmt::skip]
const DAYS_WORDS: &[&str] = &[
    "afternoon", "april", "august", "autumn", "christmas", "day", "days", "december", "evening", "february",
    "friday", "fridays", "holiday", "holidays", "hour", "hours", "january", "july", "june", "march", "midnight",
    "minute", "minutes", "moment", "moments", "monday", "mondays", "month", "months", "morning", "mornings",
    "night", "nights", "noon", "november", "october", "saturday", "saturdays", "season", "second", "seconds",
    "september", "spring", "summer", "sunday", "sundays", "thursday", "thursdays", "time", "times", "tuesday",
    "tuesdays", "wednesday", "wednesdays", "week", "weekend", "weekends", "weeks", "while", "winter", "year",
    "years",
];

/// Adjectives that are no place and no name though no list of everyday words has them.
#[rustfmt::skip]
const COLOURS_AND_QUALITIES_WORDS: &[&str] = &[
    "agreement", "awe", "bed", "charge", "contact", "control", "danger", "debt", "denial", "fact", "general",
    "half", "hurry", "limbo", "line", "love", "mind", "pain", "particular", "peace", "person", "pieces", "private",
    "progress", "public", "recovery", "remission", "shape", "shock", "tears", "therapy", "touch", "transit",
    "trouble",
];

/// Adjectives that ask for a noun: a phrase that ends with one was cut. Sorted.
#[rustfmt::skip]
const ADJECTIVES_WORDS: &[&str] = &[
    "able", "accepting", "active", "amazing", "ancient", "authentic", "awesome", "awful", "bad", "beautiful",
    "better", "big", "bold", "brave", "bright", "brilliant", "busy", "calm", "caring", "cheap", "classical",
    "clean", "clear", "clever", "close", "cold", "comfortable", "complex", "confident", "cool", "cozy", "crazy",
    "creative", "cute", "dark", "deep", "delicious", "different", "difficult", "dirty", "easy", "effective",
    "emotional", "empty", "exciting", "expensive", "fair", "famous", "fast", "fine", "fresh", "friendly", "fun",
    "funny", "gentle", "genuine", "good", "great", "happy", "hard", "harsh", "healthy", "heavy", "helpful",
    "honest", "hot", "huge", "important", "inclusive", "inspiring", "interesting", "joyful", "kind", "large",
    "lively", "local", "long", "loud", "lovely", "loving", "low", "lucky", "meaningful", "modern", "natural",
    "new", "nice", "open", "peaceful", "perfect", "personal", "pleasant", "poor", "positive", "powerful", "pretty",
    "proud", "pure", "quick", "quiet", "rare", "real", "relaxing", "rich", "rough", "safe", "serious", "sharp",
    "short", "simple", "slow", "small", "smart", "smooth", "soft", "special", "strong", "supportive", "sweet",
    "tall", "thick", "thin", "tiny", "tough", "traditional", "unique", "vibrant", "warm", "weak", "weird",
    "welcoming", "wide", "wild", "wise", "wonderful", "young",
];

/// A noun in the singular, as far as its ending tells.
pub(super) fn singular(noun: &str) -> &str {
    match noun {
        "mice" => "mouse",
        "geese" => "goose",
        "children" => "child",
        "wives" => "wife",
        "women" => "woman",
        "men" => "man",
        _ => match noun.strip_suffix('s') {
            Some(one) if !one.ends_with(['s', 'u', 'i']) && one.len() > 2 => {
                let without_e = one.strip_suffix('e');
                without_e
                    .filter(|stem| stem.ends_with("ch") || stem.ends_with("sh") || stem.ends_with('x'))
                    .unwrap_or(one)
            }
            _ => noun,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_without_repeats() {
        for (_, list) in LISTS {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", list.first());
        }
    }

    #[test]
    fn plurals_lose_their_ending() {
        for (plural, one) in
            [("dogs", "dog"), ("watches", "watch"), ("puppies", "puppie"), ("bus", "bus"), ("wives", "wife")]
        {
            assert_eq!(singular(plural), one);
        }
    }
}
