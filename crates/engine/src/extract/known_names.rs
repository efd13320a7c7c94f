//! Names that many people know: countries and large cities, firms, products, and last names.
//!
//! Owns the lists, written from general knowledge for telling what a name is and for finding names in small letters. Ambiguous
//! entries count only with a capital. Must not know: the text.

use crate::model::EntityKind;

/// What a well-known name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) kind: EntityKind,
    /// Not an everyday word in small letters.
    pub(super) sure: bool,
}

/// Looks a name up, in lower case with single spaces.
pub(super) fn known(name: &str) -> Option<Known> {
    let place = PLACES
        .binary_search_by(|entry| entry.trim_start_matches('~').cmp(name))
        .ok()
        .map(|at| (EntityKind::Location, PLACES[at]));
    let firm = || {
        FIRMS
            .binary_search_by(|entry| entry.trim_start_matches('~').cmp(name))
            .ok()
            .map(|at| (EntityKind::Organisation, FIRMS[at]))
    };
    let product = || {
        PRODUCTS
            .binary_search_by(|entry| entry.trim_start_matches('~').cmp(name))
            .ok()
            .map(|at| (EntityKind::Product, PRODUCTS[at]))
    };
    let (kind, entry) = place.or_else(firm).or_else(product)?;
    Some(Known { kind, sure: !entry.starts_with('~') })
}

/// Whether a name in lower case is a country, or a state of a large one.
pub(super) fn is_region(name: &str) -> bool {
    REGIONS.binary_search(&name).is_ok()
}

/// First words of all entries, without marks.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    let all = [PLACES, FIRMS, PRODUCTS].into_iter().flatten();
    all.filter_map(|entry| entry.trim_start_matches('~').split(' ').next())
}

/// Whether a word in lower case is a common last name; it counts with a capital alone.
pub(super) fn is_surname(word: &str) -> bool {
    SURNAMES.binary_search(&word).is_ok()
}

/// Countries, regions and cities; `~` marks words that mean something else in small letters. Sorted without the mark.
#[rustfmt::skip]
static PLACES: &[&str] = &[
    "abu dhabi", "accra", "addis ababa", "adelaide", "afghanistan", "africa", "alabama", "alaska", "albania",
    "alberta", "albuquerque", "~alexandria", "algeria", "algiers", "alps", "amazon rainforest", "america",
    "amsterdam", "anchorage", "andalusia", "andes", "andorra", "angola", "ankara", "antarctica", "antwerp",
    "argentina", "arizona", "arkansas", "armenia", "asheville", "asia", "athens", "atlanta", "auckland", "~austin",
    "australia", "austria", "azerbaijan", "baghdad", "bahamas", "bahrain", "baku", "bali", "balkans", "baltic",
    "baltimore", "bangalore", "bangkok", "bangladesh", "barbados", "barcelona", "basel", "bavaria", "beijing",
    "beirut", "belarus", "belfast", "belgium", "belgrade", "belize", "bengal", "benin", "bergen", "berkeley",
    "berlin", "~bern", "bhutan", "bilbao", "birmingham", "bogota", "bogotá", "bolivia", "bollywood", "bologna",
    "bonn", "bordeaux", "bosnia", "boston", "botswana", "boulder", "brasilia", "bratislava", "brazil", "bremen",
    "brighton", "brisbane", "bristol", "britain", "british columbia", "brittany", "broadway", "brooklyn", "brunei",
    "brussels", "bucharest", "budapest", "buenos aires", "~buffalo", "bulgaria", "burkina faso", "burundi", "cairo",
    "calgary", "california", "cambodia", "cameroon", "canada", "cape town", "capitol hill", "caracas", "cardiff",
    "caribbean", "casablanca", "catalonia", "central america", "~chad", "~charlotte", "chechnya", "chengdu",
    "chennai", "chicago", "chile", "china", "chinatown", "christchurch", "cincinnati", "cleveland", "cologne",
    "colombia", "colombo", "colorado", "congo", "connecticut", "copenhagen", "~cork", "cornwall", "costa rica",
    "crete", "crimea", "croatia", "cuba", "cyprus", "czech republic", "czechia", "czechoslovakia", "d.c", "dakar",
    "dallas", "damascus", "dc", "delaware", "delhi", "denmark", "denver", "detroit", "dhaka", "doha",
    "dominican republic", "dortmund", "dresden", "dubai", "dublin", "~durban", "dusseldorf", "düsseldorf",
    "east germany", "ecuador", "edinburgh", "edmonton", "egypt", "eindhoven", "el salvador", "england", "eritrea",
    "~essen", "essex", "estonia", "ethiopia", "eu", "europe", "fiji", "finland", "~florence", "florida", "france",
    "frankfurt", "freiburg", "gabon", "gambia", "gaza", "geneva", "genoa", "genève", "~georgia", "germany", "ghana",
    "ghent", "gibraltar", "glasgow", "~goa", "gothenburg", "graz", "great britain", "greece", "greenland",
    "guadalajara", "guangzhou", "guatemala", "~guinea", "guyana", "haiti", "hamburg", "hangzhou", "hannover", "hanoi",
    "hanover", "havana", "hawaii", "helsinki", "himalayas", "hiroshima", "ho chi minh city", "hokkaido", "~holland",
    "hollywood", "honduras", "hong kong", "honolulu", "houston", "hungary", "hyderabad", "iceland", "idaho",
    "illinois", "india", "indiana", "indianapolis", "indonesia", "innsbruck", "iowa", "iran", "iraq", "ireland",
    "israel", "istanbul", "italy", "ivory coast", "izmir", "jacksonville", "jakarta", "jamaica", "japan", "~java",
    "jerusalem", "johannesburg", "~jordan", "kabul", "kampala", "kansas", "kansas city", "karachi", "kashmir",
    "kathmandu", "kazakhstan", "~kent", "kentucky", "kenya", "kerala", "kiev", "kigali", "kobe", "kolkata", "korea",
    "kosovo", "krakow", "kraków", "kuala lumpur", "kuwait", "kyiv", "kyoto", "kyrgyzstan", "köln", "~la", "la paz",
    "lagos", "lahore", "laos", "las vegas", "latin america", "latvia", "lausanne", "lebanon", "leeds", "leicester",
    "leiden", "leipzig", "liberia", "libya", "liechtenstein", "lille", "~lima", "lisbon", "lithuania", "liverpool",
    "ljubljana", "london", "long beach", "los angeles", "louisiana", "lucerne", "luxembourg", "lviv", "lyon",
    "madagascar", "~madison", "madrid", "maine", "malaga", "malawi", "malaysia", "maldives", "~mali", "malmo",
    "malmö", "malta", "manchester", "manhattan", "manila", "manitoba", "marrakech", "marseille", "maryland",
    "massachusetts", "mauritius", "mediterranean", "melbourne", "memphis", "mexico", "mexico city", "miami",
    "michigan", "middle east", "milan", "milwaukee", "minneapolis", "minnesota", "minsk", "mississippi", "missouri",
    "moldova", "monaco", "mongolia", "montana", "montenegro", "monterrey", "montevideo", "montreal", "morocco",
    "moscow", "mozambique", "mumbai", "munich", "myanmar", "málaga", "münchen", "nagoya", "nairobi", "namibia",
    "nanjing", "nantes", "naples", "nashville", "nebraska", "nepal", "netherlands", "nevada", "new delhi",
    "new hampshire", "new jersey", "new mexico", "new orleans", "new south wales", "new york", "new york city",
    "new zealand", "newcastle", "nicaragua", "~nice", "~niger", "nigeria", "normandy", "north america",
    "north carolina", "north dakota", "north korea", "north pole", "northern ireland", "norway", "nottingham",
    "nova scotia", "nuremberg", "nyc", "oakland", "oaxaca", "odessa", "ohio", "okinawa", "oklahoma", "oman",
    "ontario", "oregon", "orlando", "osaka", "oslo", "ottawa", "~oxford", "pakistan", "palermo", "palestine",
    "panama", "panama city", "paraguay", "paris", "patagonia", "pennsylvania", "persian gulf", "perth", "peru",
    "philadelphia", "philippines", "philly", "~phoenix", "pittsburgh", "poland", "porto", "portugal", "prague",
    "pretoria", "provence", "puerto rico", "pune", "punjab", "qatar", "quebec", "~queens", "queensland", "quito",
    "reykjavik", "rhode island", "riga", "rio de janeiro", "riyadh", "romania", "rome", "rotterdam", "russia",
    "rwanda", "sacramento", "sahara", "saigon", "salt lake city", "salzburg", "san antonio", "san diego",
    "san francisco", "san jose", "santiago", "sao paulo", "sapporo", "sarajevo", "saudi arabia", "~savannah",
    "scandinavia", "scotland", "seattle", "senegal", "seoul", "serbia", "seville", "seychelles", "shanghai",
    "sheffield", "shenzhen", "siberia", "sicily", "sierra leone", "silicon valley", "singapore", "slovakia",
    "slovenia", "~sofia", "somalia", "south africa", "south america", "south carolina", "south dakota", "south korea",
    "south pole", "southampton", "soviet union", "spain", "~split", "sri lanka", "st louis", "st petersburg",
    "stockholm", "strasbourg", "stuttgart", "sudan", "sussex", "sweden", "switzerland", "~sydney", "syria",
    "são paulo", "taipei", "taiwan", "tajikistan", "tallinn", "tampa", "tanzania", "tasmania", "tbilisi", "tehran",
    "tel aviv", "tennessee", "texas", "thailand", "the hague", "tibet", "~togo", "tokyo", "toronto", "toulouse",
    "trieste", "trinidad", "tucson", "tulsa", "tunis", "tunisia", "turin", "~turkey", "turkmenistan", "tuscany",
    "tyrol", "u.k", "u.s", "uae", "uganda", "uk", "ukraine", "united kingdom", "united states", "uppsala", "uruguay",
    "~us", "usa", "ussr", "utah", "utrecht", "uzbekistan", "valencia", "vancouver", "venezuela", "~venice", "vermont",
    "verona", "vienna", "vietnam", "vilnius", "virginia", "wales", "wall street", "warsaw", "washington",
    "washington state", "wellington", "west bank", "west germany", "west virginia", "wien", "winnipeg", "wisconsin",
    "wuhan", "wyoming", "yemen", "yokohama", "~york", "yorkshire", "yugoslavia", "zagreb", "zambia", "zaragoza",
    "zimbabwe", "zurich", "zürich",
];

/// Firms, institutions, teams, bands; marks as in [`PLACES`].
#[rustfmt::skip]
static FIRMS: &[&str] = &[
    "~abc", "accenture", "adobe", "airbnb", "airbus", "aldi", "alibaba", "allianz", "~amazon", "amd",
    "american express", "anthropic", "~apple", "~arsenal", "asus", "at&t", "audi", "aws", "barcelona fc", "basf",
    "bayer", "bayern munich", "bbc", "~bears", "beatles", "bmw", "boeing", "bosch", "bts", "bundestag",
    "bytedance", "~canon", "cbs", "cdc", "celtics", "cern", "~chelsea", "cia", "cisco", "citibank", "cloudflare",
    "cnn", "coca-cola", "coinbase", "coldplay", "~congress", "~continental", "costco", "~cowboys", "daimler",
    "databricks", "dell", "deloitte", "~democrats", "deutsche bahn", "deutsche bank", "dhl", "disney", "dodgers",
    "doordash", "dropbox", "~eagles", "ebay", "epa", "ericsson", "espn", "etsy", "expedia", "facebook", "fbi",
    "fda", "fedex", "ferrari", "fiat", "fifa", "figma", "~ford", "fox news", "gazprom", "general electric",
    "general motors", "~giants", "goldman sachs", "google", "greenpeace", "groupon", "harvard", "hbo",
    "hewlett-packard", "honda", "hsbc", "huawei", "hulu", "hyundai", "ibm", "ikea", "imf", "~ing", "~intel", "irs",
    "jetblue", "jpmorgan", "kia", "knicks", "kpmg", "kremlin", "lakers", "lapd", "led zeppelin", "~lego", "lenovo",
    "lidl", "linkedin", "liverpool fc", "lockheed martin", "lufthansa", "lyft", "manchester united", "marriott",
    "mastercard", "mckinsey", "mercedes", "~meta", "metallica", "michelin", "microsoft", "mit", "mitsubishi",
    "mlb", "morgan stanley", "mozilla", "mtv", "nasa", "nato", "nba", "nbc", "nestle", "nestlé", "netflix", "nfl",
    "nhl", "nhs", "nike", "nintendo", "nirvana", "nissan", "nokia", "novartis", "nvidia", "nypd", "one direction",
    "openai", "~oracle", "oxfam", "~packers", "palantir", "~parliament", "~patriots", "paypal", "pentagon",
    "pepsi", "pfizer", "philips", "pink floyd", "pinterest", "porsche", "~puma", "pwc", "qualcomm", "radiohead",
    "real madrid", "red cross", "red hat", "red sox", "reddit", "renault", "~republicans", "reuters", "roche",
    "rolling stones", "rolls-royce", "ryanair", "salesforce", "samsung", "~sap", "~senate", "~shell", "shopify",
    "siemens", "~slack", "sony", "spacex", "spotify", "stanford", "starbucks", "steelers", "~stripe",
    "supreme court", "~target", "tencent", "tesco", "thyssenkrupp", "toyota", "tumblr", "twitter", "uber", "ubs",
    "ucla", "uefa", "~un", "unesco", "unicef", "unilever", "united nations", "~ups", "usps", "verizon", "~visa",
    "vodafone", "volkswagen", "volvo", "walmart", "~warriors", "wells fargo", "whatsapp", "white house", "~who",
    "wikipedia", "world bank", "xiaomi", "yahoo", "yale", "yankees", "yelp", "zalando", "zara",
];

/// Products, programs, languages of programming; marks as in [`PLACES`].
#[rustfmt::skip]
static PRODUCTS: &[&str] = &[
    "~airflow", "airpods", "alexa", "android", "angular", "ansible", "bluetooth", "chatgpt", "~chrome",
    "chromebook", "css", "debian", "~discord", "django", "docker", "duolingo", "elasticsearch", "emacs", "~excel",
    "facetime", "fedora", "firefox", "~flask", "fortnite", "ghost of tsushima", "github", "gitlab", "gmail",
    "google docs", "google maps", "gpt-4", "gpt-5", "grafana", "graphql", "haskell", "instagram", "ios", "ipad",
    "iphone", "javascript", "jenkins", "jira", "jupyter", "kafka", "kindle", "kotlin", "kubernetes", "linux",
    "macbook", "macos", "mariadb", "matlab", "minecraft", "mongodb", "mysql", "neo4j", "neovim", "nextcloud",
    "nginx", "nintendo switch", "node.js", "~notion", "numpy", "~obsidian", "~outlook", "pandas", "~perl",
    "photoshop", "php", "playstation", "pokemon", "pokémon", "postgres", "postgresql", "powerpoint", "ps4", "ps5",
    "python", "pytorch", "rabbitmq", "raspberry pi", "~react", "redis", "roblox", "~ruby", "~rust", "~safari",
    "scala", "scikit-learn", "sharepoint", "~siri", "skype", "snapchat", "~snowflake", "~spark", "sqlite",
    "~steam", "svelte", "~swift", "telegram", "tensorflow", "terraform", "tiktok", "tinder", "trello",
    "typescript", "ubuntu", "vim", "vs code", "vscode", "~vue", "webpack", "~windows", "wordpress", "xbox",
    "youtube", "~zoom",
];

/// Common last names that are no everyday words, with those of people that everybody knows: a person where nothing tells otherwise.
/// Sorted.
#[rustfmt::skip]
static SURNAMES: &[&str] = &[
    "adams", "anderson", "andrews", "armstrong", "arnold", "bailey", "barnes", "barrett", "bennett", "biden", "blair",
    "boyd", "bradley", "brooks", "bryant", "burke", "bush", "butler", "callahan", "campbell", "carlson", "carpenter",
    "carroll", "carter", "castro", "chavez", "christensen", "clark", "clarke", "clinton", "cohen", "cole", "coleman",
    "collins", "cooper", "cox", "crawford", "cruz", "cunningham", "daniels", "davidson", "davies", "davis", "diaz",
    "dixon", "dukakis", "duncan", "edwards", "einstein", "eisenhower", "elliott", "ellis", "evans", "ferguson",
    "fernandez", "fischer", "fisher", "fitzgerald", "fleming", "fletcher", "foster", "fowler", "freud", "garcia",
    "gardner", "garrison", "gibson", "gingrich", "gomez", "gonzalez", "gorbachev", "graham", "griffin", "guerrero",
    "gupta", "gutierrez", "hamilton", "hansen", "harper", "harris", "harrison", "hawkins", "hayes", "henderson",
    "hernandez", "herrera", "hicks", "higgins", "hitler", "hoffman", "holmes", "hopkins", "horton", "howard",
    "hudson", "hughes", "hussein", "iyer", "jackson", "jacobs", "jefferson", "jenkins", "jensen", "jimenez",
    "johansson", "johnson", "johnston", "jones", "kaplan", "keller", "kelley", "kennedy", "khomeini", "khrushchev",
    "kimmel", "kissinger", "klein", "kowalski", "larsen", "larson", "lawson", "lenin", "leonardo", "lewis", "lincoln",
    "lopez", "macdonald", "mandela", "marshall", "martinez", "mcarthur", "mccarthy", "mccartney", "mcconnell",
    "mcdonald", "mckinley", "medina", "mendoza", "merkel", "meyer", "meyers", "miller", "mitchell", "mitterrand",
    "morales", "moreno", "morgan", "morrison", "mozart", "mueller", "murphy", "murray", "müller", "napoleon",
    "nelson", "newman", "newton", "nguyen", "nielsen", "nixon", "novak", "o'brien", "o'connor", "o'neill", "obama",
    "oswald", "owens", "palmer", "parker", "patel", "patterson", "perkins", "perry", "peters", "petersen", "peterson",
    "petrov", "picasso", "powell", "presley", "putin", "ramirez", "ramos", "reagan", "reyes", "reynolds", "richards",
    "richardson", "riley", "rivera", "roberts", "robertson", "robinson", "rodriguez", "rogers", "romero", "roosevelt",
    "rossi", "ruiz", "russell", "sanchez", "sanders", "santos", "schmidt", "schneider", "schröder", "schultz",
    "schwartz", "shakespeare", "shapiro", "shaw", "simmons", "simpson", "singh", "smith", "snyder", "spencer",
    "stalin", "stephens", "stevens", "stevenson", "stewart", "suarez", "sullivan", "swanson", "takahashi", "tanaka",
    "taylor", "thatcher", "thompson", "thomson", "torres", "trudeau", "truman", "trump", "turner", "vargas",
    "vasquez", "wagner", "walker", "wallace", "walsh", "walters", "watkins", "watson", "weaver", "webb", "weber",
    "wilkinson", "williams", "williamson", "willis", "wilson", "wright", "yeltsin", "zelensky", "zimmerman",
];

/// Countries and states, which stand last in an address. Sorted.
#[rustfmt::skip]
static REGIONS: &[&str] = &[
    "afghanistan", "africa", "alabama", "alaska", "albania", "alberta", "algeria", "andalusia", "andorra",
    "angola", "argentina", "arizona", "arkansas", "armenia", "asia", "australia", "austria", "azerbaijan",
    "bahamas", "bahrain", "bangladesh", "barbados", "bavaria", "belarus", "belgium", "belize", "benin", "bhutan",
    "bolivia", "bosnia", "botswana", "brazil", "british columbia", "brunei", "bulgaria", "burkina faso", "burundi",
    "california", "cambodia", "cameroon", "canada", "catalonia", "chad", "chile", "china", "colombia", "colorado",
    "congo", "connecticut", "costa rica", "croatia", "cuba", "cyprus", "czech republic", "czechia", "delaware",
    "denmark", "dominican republic", "ecuador", "egypt", "el salvador", "england", "eritrea", "estonia",
    "ethiopia", "europe", "fiji", "finland", "florida", "france", "gabon", "gambia", "georgia", "germany", "ghana",
    "greece", "greenland", "guatemala", "guinea", "guyana", "haiti", "hawaii", "honduras", "hungary", "iceland",
    "idaho", "illinois", "india", "indiana", "indonesia", "iowa", "iran", "iraq", "ireland", "israel", "italy",
    "ivory coast", "jamaica", "japan", "jordan", "kansas", "kazakhstan", "kentucky", "kenya", "kerala", "kosovo",
    "kuwait", "kyrgyzstan", "laos", "latvia", "lebanon", "liberia", "libya", "liechtenstein", "lithuania",
    "louisiana", "luxembourg", "madagascar", "maine", "malawi", "malaysia", "maldives", "mali", "malta",
    "manitoba", "maryland", "massachusetts", "mauritius", "mexico", "michigan", "minnesota", "mississippi",
    "missouri", "moldova", "monaco", "mongolia", "montana", "montenegro", "morocco", "mozambique", "myanmar",
    "namibia", "nebraska", "nepal", "netherlands", "nevada", "new hampshire", "new jersey", "new mexico",
    "new south wales", "new york", "new zealand", "nicaragua", "niger", "nigeria", "north carolina",
    "north dakota", "north korea", "northern ireland", "norway", "nova scotia", "ohio", "oklahoma", "oman",
    "ontario", "oregon", "pakistan", "palestine", "panama", "paraguay", "pennsylvania", "peru", "philippines",
    "poland", "portugal", "puerto rico", "punjab", "qatar", "quebec", "queensland", "rhode island", "romania",
    "russia", "rwanda", "saudi arabia", "scotland", "senegal", "serbia", "seychelles", "sicily", "sierra leone",
    "singapore", "slovakia", "slovenia", "somalia", "south africa", "south carolina", "south dakota",
    "south korea", "spain", "sri lanka", "sudan", "sweden", "switzerland", "syria", "taiwan", "tajikistan",
    "tanzania", "tasmania", "tennessee", "texas", "thailand", "togo", "trinidad", "tunisia", "turkey",
    "turkmenistan", "tuscany", "u.k", "u.s", "uae", "uganda", "uk", "ukraine", "united kingdom", "united states",
    "uruguay", "us", "usa", "utah", "uzbekistan", "venezuela", "vermont", "vietnam", "virginia", "wales",
    "washington", "west virginia", "wisconsin", "wyoming", "yemen", "zambia", "zimbabwe",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(REGIONS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(SURNAMES.windows(2).all(|pair| pair[0] < pair[1]));
        for list in [PLACES, FIRMS, PRODUCTS] {
            assert!(list.windows(2).all(|pair| pair[0].trim_start_matches('~') < pair[1].trim_start_matches('~')));
        }
    }

    #[test]
    fn well_known_names_are_found() {
        assert_eq!(known("buenos aires").map(|found| found.kind), Some(EntityKind::Location));
        assert_eq!(known("siemens").map(|found| found.kind), Some(EntityKind::Organisation));
        assert_eq!(known("apple").map(|found| found.sure), Some(false));
    }
}
