//! Words inside names and around them that tell what they are.
//!
//! Owns the lists. Must not know: how they are read.

/// Last words that make a name an organisation. Sorted.
#[rustfmt::skip]
pub(super) const FIRM_ENDS: &[&str] = &[
    "academy", "administration", "agency", "airline", "airlines", "airways", "alliance", "army", "assembly",
    "associates", "association", "authority", "aviation", "band", "bank", "brigade", "bros", "brothers", "bureau",
    "center", "centre", "church", "clinic", "club", "co", "college", "command", "commission", "committee",
    "community", "company", "congress", "consulting", "corp", "corporation", "corps", "council", "court",
    "department", "division", "electric", "energy", "enterprises", "entertainment", "fc", "federation", "force",
    "forces", "foundation", "fund", "gallery", "garden", "gmbh", "government", "group", "guard", "guild", "holdings",
    "hospital", "inc", "industries", "institute", "institution", "insurance", "kg", "lab", "laboratories",
    "laboratory", "labs", "league", "legislature", "library", "limited", "llc", "llp", "ltd", "magazine", "ministry",
    "motors", "movement", "museum", "navy", "network", "news", "opera", "orchestra", "organisation", "organization",
    "parliament", "partners", "partnership", "party", "pharmaceuticals", "plc", "police", "post", "precinct", "press",
    "radio", "records", "regiment", "research", "restaurant", "robotics", "school", "schools", "senate", "services",
    "shipping", "society", "software", "solutions", "studio", "studios", "subcommittee", "symphony", "systems",
    "team", "technologies", "telegraph", "television", "theater", "theatre", "times", "trattoria", "treasury",
    "trust", "union", "united", "university", "ventures", "works",
];

/// First words that do. Sorted.
#[rustfmt::skip]
pub(super) const FIRM_STARTS: &[&str] = &[
    "academy", "association", "bank", "bureau", "church", "college", "department", "federal", "institute", "ministry",
    "museum", "national", "society", "team", "university",
];

/// Last words that make a name a place. Sorted.
#[rustfmt::skip]
pub(super) const PLACE_ENDS: &[&str] = &[
    "airport", "alley", "ave", "avenue", "bay", "beach", "blvd", "boulevard", "bridge", "canyon", "castle",
    "cathedral", "city", "coast", "county", "creek", "desert", "district", "drive", "falls", "forest", "gardens",
    "heights", "highway", "hill", "hills", "hotel", "island", "islands", "lake", "lane", "mall", "mountain",
    "mountains", "observatory", "ocean", "palace", "parish", "park", "peak", "peninsula", "penitentiary", "plateau",
    "plaza", "prefecture", "province", "rd", "ridge", "river", "road", "sea", "shipyard", "shore", "springs",
    "square", "st", "stadium", "station", "strasse", "straße", "street", "temple", "terrace", "territory", "tower",
    "town", "township", "trail", "valley", "village", "woods",
];

/// First words that do. Sorted.
pub(super) const PLACE_STARTS: &[&str] =
    &["cape", "downtown", "fort", "ft", "isle", "lake", "los", "mount", "mt", "port", "rio", "san", "santa"];

/// Last words of events. Sorted.
#[rustfmt::skip]
pub(super) const EVENT_ENDS: &[&str] = &["awards", "championship", "championships", "con", "conference", "convention", "cup", "expo", "fair", "fest", "festival", "games", "hackathon", "marathon", "meetup", "olympics", "open", "parade", "race", "retreat", "summit", "symposium", "tournament", "war", "workshop"];

/// Verbs after a name that only people do. Sorted.
#[rustfmt::skip]
pub(super) const PERSON_VERBS: &[&str] = &[
    "admitted", "advised", "agreed", "agrees", "argued", "asked", "asks", "attended", "baked", "bakes", "believed",
    "believes", "bikes", "bought", "bragged", "brought", "called", "came", "chatted", "chuckled", "complained",
    "cooked", "cooks", "credited", "cried", "cycled", "danced", "dances", "debugged", "decided", "described",
    "died", "drafted", "drank", "dreamed", "drew", "drives", "drove", "eats", "enjoys", "explained", "explored",
    "feels", "fell", "felt", "finds", "finished", "flew", "forgot", "gave", "giggled", "gives", "got", "graduated",
    "grew", "hated", "hates", "helped", "helps", "hikes", "hoped", "hosted", "hugged", "introduced", "invited",
    "jogs", "joined", "joked", "keeps", "knows", "laughed", "learned", "learnt", "left", "liked", "likes",
    "listened", "lives", "looks", "lost", "loved", "loves", "married", "mentioned", "met", "missed", "misses",
    "moved", "murmured", "needs", "noticed", "outlined", "painted", "paints", "phoned", "played", "plays",
    "poured", "practices", "practised", "preferred", "prefers", "promised", "quit", "ran", "reads", "recommended",
    "refuses", "remembered", "replied", "resigned", "retired", "reviewed", "said", "says", "sent", "shouted",
    "shrugged", "sighed", "sings", "smiled", "smokes", "sold", "spent", "spoke", "started", "stayed", "stopped",
    "studied", "studies", "stutters", "suggested", "swims", "talked", "talks", "taught", "teaches", "texted",
    "texts", "thanked", "thanks", "thinks", "thought", "told", "took", "tried", "tries", "turned", "understands",
    "visited", "volunteers", "waited", "walked", "wandered", "wanted", "wants", "went", "whispered", "wishes",
    "woke", "wonders", "wore", "worked", "works", "workshopped", "worries", "wrote", "yelled",
];

/// Words before a name that make it a person. Sorted.
#[rustfmt::skip]
pub(super) const BEFORE_PERSON: &[&str] = &[
    "asked", "aunt", "brother", "called", "chancellor", "congratulate", "cousin", "dear", "friend", "hello", "hey",
    "hi", "husband", "introduced", "love", "married", "meet", "met", "mr", "mrs", "ms", "named", "president", "said",
    "says", "senator", "sister", "thank", "thanks", "told", "uncle", "wife",
];

/// Words before a name that make it a place. Sorted.
pub(super) const BEFORE_PLACE: &[&str] = &["in", "near", "outside", "toward", "towards", "visited", "visiting"];

/// Words after a name that make it a place. Sorted.
pub(super) const AFTER_PLACE: &[&str] = &[
    "area",
    "county",
    "district",
    "neighborhood",
    "neighbourhood",
    "peninsula",
    "province",
    "region",
    "suburb",
    "suburbs",
    "valley",
];

/// Words after a name that make it an organisation. Sorted.
#[rustfmt::skip]
pub(super) const AFTER_FIRM: &[&str] = &["board", "ceo", "employee", "employees", "executive", "executives", "headquarters", "interview", "officials", "shares", "spokesman", "spokesperson", "spokeswoman", "stock"];

/// Verbs of going, after which "to" names a place.
pub(super) const GOING: &[&str] = &[
    "back",
    "drive",
    "drove",
    "flew",
    "flight",
    "fly",
    "flying",
    "go",
    "going",
    "move",
    "moved",
    "moving",
    "relocated",
    "travel",
    "traveled",
    "travelled",
    "trip",
    "went",
];

/// Words of work, after which "at" names an organisation.
#[rustfmt::skip]
pub(super) const WORK: &[&str] = &["career", "employed", "engineer", "intern", "job", "manager", "position", "work", "worked", "working", "works"];

/// Words before a name that make it an organisation: after "work" or "job". Sorted.
pub(super) const BEFORE_FIRM: &[&str] = &["at", "for", "from", "joined", "joining"];

/// Posts and ranks that stand before a name and are no part of it: "Defence Secretary Ann Reed". Sorted.
#[rustfmt::skip]
pub(super) const POSTS: &[&str] = &[
    "academician", "adm", "admiral", "ambassador", "archbishop", "attorney", "bishop", "brig", "capt", "captain",
    "chairman", "chairperson", "chairwoman", "chancellor", "chief", "coach", "col", "colonel", "commander",
    "commissioner", "congressman", "congresswoman", "conservative", "correspondent", "correspondents", "councillor",
    "councilman", "councilwoman", "democrat", "deputy", "director", "editor", "ensign", "gen", "general", "gov",
    "governor", "inspector", "judge", "justice", "lieutenant", "lt", "maj", "major", "mayor", "minister", "ombudsman",
    "premier", "president", "prof", "professor", "rep", "representative", "republican", "rev", "reverend",
    "secretary", "secretary-general", "sen", "senator", "sergeant", "sgt", "sheriff", "spokesman", "spokesperson",
    "spokeswoman", "superintendent",
];

/// Words before a name of a place that is known: "of" and "to" say it of many things, so that a table of places has to agree. Sorted.
#[rustfmt::skip]
pub(super) const TOWARDS_PLACE: &[&str] = &[
    "across", "around", "between", "central", "downtown", "east", "eastern", "from", "in", "into", "leaving", "left", "near", "nearby",
    "north", "northeast", "northeastern", "northern", "northwest", "northwestern", "outside", "reached", "rural", "south", "southeast",
    "southeastern", "southern", "southwest", "southwestern", "suburban", "through", "throughout", "to", "toward", "towards", "upper",
    "via", "west", "western",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        let lists = [
            FIRM_ENDS,
            FIRM_STARTS,
            PLACE_ENDS,
            PLACE_STARTS,
            EVENT_ENDS,
            BEFORE_PERSON,
            BEFORE_PLACE,
            BEFORE_FIRM,
            PERSON_VERBS,
            POSTS,
            TOWARDS_PLACE,
        ];
        for list in lists {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
    }
}
