//! Names that mean one thing wherever they stand: cities and countries in several languages, and acronyms everybody knows.
//!
//! Owns the list, in the folded form of `form`, collected for this purpose from everyday use. It is kept small: a name that
//! means two things (Georgia, Washington) is not in it.

use crate::model::EntityKind;

/// What it is, and its names parted by `|`, the most usual first. A row holds among entities of its kind, and where one of the
/// two kinds is not known.
#[rustfmt::skip]
static ROWS: &[(EntityKind, &str)] = &[
    (EntityKind::Location, "new york city|nyc|new york ny|纽约|紐約|нью йорк|nueva york"),
    (EntityKind::Location, "los angeles|la|洛杉矶|лос анджелес"),
    (EntityKind::Location, "san francisco|sf|旧金山"),
    (EntityKind::Location, "washington dc|washington d c|dc"),
    (EntityKind::Location, "beijing|peking|pekin|北京|пекин|베이징"),
    (EntityKind::Location, "shanghai|上海|шанхай"),
    (EntityKind::Location, "guangzhou|canton|广州"),
    (EntityKind::Location, "shenzhen|深圳"),
    (EntityKind::Location, "hong kong|hongkong|香港|гонконг"),
    (EntityKind::Location, "taipei|台北|臺北"),
    (EntityKind::Location, "tokyo|tokio|東京|东京|токио|도쿄"),
    (EntityKind::Location, "kyoto|kioto|京都|киото"),
    (EntityKind::Location, "osaka|大阪|осака"),
    (EntityKind::Location, "seoul|seul|서울|首尔|сеул"),
    (EntityKind::Location, "busan|pusan|부산|釜山"),
    (EntityKind::Location, "moscow|moskau|moscou|moscu|москва|moskva|莫斯科"),
    (EntityKind::Location, "saint petersburg|sankt petersburg|petersburg russia|санкт петербург"),
    (EntityKind::Location, "kyiv|kiev|kiew|київ|киев"),
    (EntityKind::Location, "warsaw|warschau|varsovie|varsovia|warszawa|варшава"),
    (EntityKind::Location, "prague|prag|praga|praha|прага"),
    (EntityKind::Location, "vienna|wien|vienne|viena|вена|维也纳"),
    (EntityKind::Location, "munich|munchen|monaco di baviera|мюнхен|慕尼黑"),
    (EntityKind::Location, "cologne|koln|colonia|кельн"),
    (EntityKind::Location, "nuremberg|nurnberg"),
    (EntityKind::Location, "hanover|hannover"),
    (EntityKind::Location, "zurich|zurigo|цюрих|苏黎世"),
    (EntityKind::Location, "geneva|genf|geneve|ginebra|женева|日内瓦"),
    (EntityKind::Location, "basel|bale|basle"),
    (EntityKind::Location, "lucerne|luzern"),
    (EntityKind::Location, "rome|rom|roma|рим|罗马"),
    (EntityKind::Location, "milan|mailand|milano|милан|米兰"),
    (EntityKind::Location, "venice|venedig|venise|venezia|venecia"),
    (EntityKind::Location, "florence|florenz|firenze|florencia"),
    (EntityKind::Location, "naples|neapel|napoli|napoles"),
    (EntityKind::Location, "turin|torino"),
    (EntityKind::Location, "paris france|paris|париж|巴黎|ぱり"),
    (EntityKind::Location, "nice france|nizza"),
    (EntityKind::Location, "strasbourg|strassburg|strasburg"),
    (EntityKind::Location, "brussels|brussel|bruxelles|bruselas|брюссель"),
    (EntityKind::Location, "antwerp|antwerpen|anvers"),
    (EntityKind::Location, "the hague|den haag|la haye|la haya|hague"),
    (EntityKind::Location, "copenhagen|kopenhagen|kobenhavn|copenhague|копенгаген"),
    (EntityKind::Location, "gothenburg|goteborg"),
    (EntityKind::Location, "lisbon|lissabon|lisboa|lisbonne|лиссабон"),
    (EntityKind::Location, "seville|sevilla"),
    (EntityKind::Location, "athens|athen|athina|atenas|αθηνα|афины"),
    (EntityKind::Location, "istanbul|стамбул"),
    (EntityKind::Location, "london|londres|londra|лондон|伦敦|ろんどん"),
    (EntityKind::Location, "berlin|берлин|柏林|べるりん"),
    (EntityKind::Location, "cairo|kairo|le caire|القاهرة|каир"),
    (EntityKind::Location, "jerusalem|ירושלים|иерусалим"),
    (EntityKind::Location, "damascus|damaskus|دمشق"),
    (EntityKind::Location, "mumbai|bombay|मुंबई"),
    (EntityKind::Location, "delhi|दिल्ली"),
    (EntityKind::Location, "kolkata|calcutta"),
    (EntityKind::Location, "chennai|madras"),
    (EntityKind::Location, "ho chi minh city|saigon"),
    (EntityKind::Location, "singapore|singapur|新加坡|しんがぽーる"),
    (EntityKind::Location, "sydney|悉尼"),
    (EntityKind::Location, "mexico city|cdmx|ciudad de mexico"),
    (EntityKind::Location, "havana|la habana|havanna"),
    (EntityKind::Location, "united states|usa|us|united states of america|vereinigte staaten|estados unidos|etats unis|сша|美国|あめりか"),
    (EntityKind::Location, "united kingdom|uk|vereinigtes konigreich|royaume uni|reino unido|великобритания|英国"),
    (EntityKind::Location, "germany|deutschland|allemagne|alemania|германия|德国|どいつ"),
    (EntityKind::Location, "france|frankreich|francia|франция|法国|ふらんす"),
    (EntityKind::Location, "spain|spanien|espana|espagne|испания|西班牙"),
    (EntityKind::Location, "italy|italien|italia|italie|италия|意大利"),
    (EntityKind::Location, "austria|osterreich|autriche|австрия|奥地利"),
    (EntityKind::Location, "switzerland|schweiz|suisse|suiza|svizzera|швейцария|瑞士"),
    (EntityKind::Location, "netherlands|niederlande|nederland|pays bas|paises bajos|holland"),
    (EntityKind::Location, "poland|polen|polska|pologne|polonia|польша"),
    (EntityKind::Location, "czech republic|czechia|tschechien|cesko"),
    (EntityKind::Location, "hungary|ungarn|hongrie|hungria|magyarorszag"),
    (EntityKind::Location, "greece|griechenland|grece|grecia|ελλαδα"),
    (EntityKind::Location, "turkey|turkei|turkiye|turquie|turquia"),
    (EntityKind::Location, "russia|russland|russie|rusia|россия|俄罗斯"),
    (EntityKind::Location, "ukraine|ucrania|україна|украина"),
    (EntityKind::Location, "sweden|schweden|sverige|suede|suecia"),
    (EntityKind::Location, "norway|norwegen|norge|noruega"),
    (EntityKind::Location, "denmark|danemark|danmark|dinamarca"),
    (EntityKind::Location, "finland|finnland|suomi|finlandia"),
    (EntityKind::Location, "china|中国|中國|китай|people s republic of china|prc"),
    (EntityKind::Location, "japan|japon|日本|япония"),
    (EntityKind::Location, "south korea|sudkorea|republic of korea|대한민국|한국|coree du sud|corea del sur"),
    (EntityKind::Location, "india|indien|भारत|inde"),
    (EntityKind::Location, "brazil|brasilien|brasil|bresil"),
    (EntityKind::Location, "egypt|agypten|مصر|egipto"),
    (EntityKind::Location, "morocco|marokko|maroc|marruecos"),
    (EntityKind::Location, "united arab emirates|uae|vae"),
    (EntityKind::Location, "europe|europa|европа|欧洲"),
    (EntityKind::Organisation, "united nations|un|uno|vereinte nationen|onu|nations unies|naciones unidas|оон|联合国"),
    (EntityKind::Organisation, "european union|eu|europaische union|union europeenne|union europea|ue|ес|欧盟"),
    (EntityKind::Organisation, "nato|north atlantic treaty organization|otan"),
    (EntityKind::Organisation, "world health organization|who|oms|weltgesundheitsorganisation"),
    (EntityKind::Organisation, "unesco|united nations educational scientific and cultural organization"),
    (EntityKind::Organisation, "unicef|united nations children s fund"),
    (EntityKind::Organisation, "nasa|national aeronautics and space administration"),
    (EntityKind::Organisation, "fbi|federal bureau of investigation"),
    (EntityKind::Organisation, "cia|central intelligence agency"),
    (EntityKind::Organisation, "bbc|british broadcasting corporation|british broadcasting"),
    (EntityKind::Organisation, "mit|massachusetts institute of technology"),
    (EntityKind::Organisation, "ucla|university of california los angeles"),
    (EntityKind::Organisation, "eth zurich|eth"),
    (EntityKind::Organisation, "opec|organization of the petroleum exporting countries"),
    (EntityKind::Organisation, "imf|international monetary fund|iwf|fmi"),
    (EntityKind::Organisation, "ecb|european central bank|ezb|europaische zentralbank"),
    (EntityKind::Organisation, "ibm|international business machines"),
    (EntityKind::Organisation, "ge|general electric"),
    (EntityKind::Organisation, "gm|general motors"),
    (EntityKind::Organisation, "vw|volkswagen"),
    (EntityKind::Organisation, "aws|amazon web services"),
    (EntityKind::Organisation, "basf|badische anilin und soda fabrik"),
    (EntityKind::Organisation, "alibaba|阿里巴巴"),
    (EntityKind::Organisation, "tencent|腾讯"),
    (EntityKind::Organisation, "huawei|华为"),
    (EntityKind::Organisation, "sony|そにー"),
    (EntityKind::Organisation, "toyota|とよた|丰田"),
    (EntityKind::Organisation, "nintendo|任天堂"),
    (EntityKind::Organisation, "samsung|삼성|三星"),
    (EntityKind::Policy, "gdpr|general data protection regulation|dsgvo|datenschutz grundverordnung|rgpd"),
    (EntityKind::Policy, "hipaa|health insurance portability and accountability act"),
    (EntityKind::Policy, "ccpa|california consumer privacy act"),
    (EntityKind::Event, "world war 1|wwi|ww1|first world war|erster weltkrieg"),
    (EntityKind::Event, "world war 2|wwii|ww2|second world war|zweiter weltkrieg"),
    (EntityKind::Event, "christmas|xmas|weihnachten|noel|navidad"),
    (EntityKind::Event, "new year s eve|nye|silvester"),
    (EntityKind::Product, "postgresql|postgres"),
    (EntityKind::Product, "kubernetes|k8s"),
    (EntityKind::Product, "visual studio code|vs code|vscode"),
    (EntityKind::Product, "javascript|js"),
    (EntityKind::Product, "typescript|ts"),
];

/// Number of the row that holds a name, for an entity of that kind. O(rows); a name is looked up once.
pub(super) fn row(name: &str, kind: EntityKind) -> Option<u16> {
    let fits = |of: EntityKind| match kind {
        EntityKind::Other => true,
        // A program is a product to one reader and a service to the next.
        EntityKind::Service => of == EntityKind::Product,
        kind => of == kind,
    };
    ROWS.iter().position(|(of, names)| fits(*of) && names.split('|').any(|other| other == name)).map(|at| at as u16)
}

/// The most usual name of a row.
pub(super) fn head(row: u16) -> &'static str {
    ROWS.get(usize::from(row)).and_then(|(_, names)| names.split('|').next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_in_two_rows_and_all_are_folded() {
        let mut seen = std::collections::BTreeSet::new();
        for (_, names) in ROWS {
            for name in names.split('|') {
                assert!(seen.insert(name), "{name} stands twice");
                assert_eq!(super::super::fold::fold(name), name);
            }
        }
        assert_eq!(row("nyc", EntityKind::Location), row("new york city", EntityKind::Other));
        assert_eq!(row("nyc", EntityKind::Person), None);
    }
}
