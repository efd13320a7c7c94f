//! Given names: short forms, and Latin spellings of one foreign name.
//!
//! Owns the table, in folded form, collected for this purpose from everyday use. Which words are given names besides is for
//! [`crate::text`]. Knows nothing of whole names.

use crate::text;

/// Full names, then their short forms. Two full names of a row are two names (Katherine, Catherine); a short form stands for each
/// of them and for each other short form of the row.
#[rustfmt::skip]
static SHORT: &[(&[&str], &[&str])] = &[
    (&["aleksandr", "alexander", "alessandro", "alejandro", "александр"], &["al", "alec", "alex", "lex", "sandro", "sandy", "sasha", "xander", "саша"]),
    (&["aleksandra", "alexandra", "alessandra", "alejandra", "александра"], &["alex", "lexi", "sandra", "sandy", "sasha", "саша"]),
    (&["alexei", "alexey", "алексей"], &["alyosha", "lyosha", "леша"]),
    (&["alfred"], &["alf", "alfie", "fred", "freddie"]),
    (&["amanda"], &["mandy"]),
    (&["andrew", "andreas", "andres"], &["andi", "andy", "drew"]),
    (&["angela", "angelika", "angelina"], &["angie", "geli"]),
    (&["anthony", "antonio", "antoine", "anton"], &["tony", "toni", "tonio", "toño"]),
    (&["barbara"], &["babs", "barb", "barbie", "babsi"]),
    (&["beatrice", "beatriz", "beatrix"], &["bea", "trixie"]),
    (&["benjamin"], &["ben", "benny", "benji"]),
    (&["bernard", "bernhard"], &["bernie", "bernd"]),
    (&["bradley", "bradford"], &["brad"]),
    (&["charles", "carlos"], &["charlie", "chuck", "chas", "carlitos"]),
    (&["charlotte"], &["charlie", "lottie", "lotte"]),
    (&["christine", "christina", "kristina", "cristina"], &["chris", "chrissy", "christie", "kris", "tina"]),
    (&["christopher", "christian", "christoph", "cristobal"], &["chris", "kit", "topher"]),
    (&["clifford", "clifton"], &["cliff"]),
    (&["concepcion"], &["concha", "conchita"]),
    (&["daniel"], &["dan", "danny", "dani"]),
    (&["daniela", "danielle"], &["dani"]),
    (&["david"], &["dave", "davey"]),
    (&["deborah"], &["deb", "debbie"]),
    (&["dmitri", "dmitry", "дмитрий"], &["dima", "mitya", "дима"]),
    (&["donald"], &["don", "donnie"]),
    (&["dorothy", "dorothea"], &["dot", "dottie", "dora"]),
    (&["edward", "eduardo", "eduard"], &["ed", "eddie", "ned", "ted", "teddy", "edu", "lalo"]),
    (&["edwin", "edgar"], &["ed", "eddie"]),
    (&["eleanor", "elena"], &["ellie", "nell", "nora"]),
    (&["elizabeth", "elisabeth"], &["beth", "betsy", "betty", "eliza", "liz", "lizzie", "lisa", "libby", "lisbeth", "elli", "sissi"]),
    (&["emily", "emilia"], &["em", "emmy", "millie"]),
    (&["eugene", "evgeny", "евгений"], &["gene", "zhenya", "женя"]),
    (&["francisco", "francesco"], &["paco", "pancho", "curro", "franco"]),
    (&["frances", "francesca", "franziska"], &["fran", "franny", "franzi", "frankie"]),
    (&["francis", "franklin", "frank"], &["frankie"]),
    (&["franz"], &["franzl"]),
    (&["frederick", "frederic", "friedrich"], &["fred", "freddie", "freddy", "fritz", "rick"]),
    (&["gabriel"], &["gabe"]),
    (&["george", "georg", "jorge"], &["georgie", "schorsch", "coque"]),
    (&["gerald", "gerard", "gerhard"], &["gerry", "jerry", "gerd"]),
    (&["gertrude", "gertrud"], &["gertie", "trudy", "trudi"]),
    (&["gregory", "gregor"], &["greg"]),
    (&["guillermo"], &["memo", "guille"]),
    (&["harold", "henry"], &["harry", "hal", "hank"]),
    (&["heinrich"], &["heinz", "heiner", "heini"]),
    (&["helena", "helene", "helen"], &["leni", "nell"]),
    (&["ignacio"], &["nacho"]),
    (&["irina", "ирина"], &["ira", "ира"]),
    (&["isabella", "isabel", "isabelle"], &["bella", "belle", "izzy", "isa"]),
    (&["ivan", "иван"], &["vanya", "ваня"]),
    (&["jacob"], &["jake", "jakey"]),
    (&["james"], &["jim", "jimmy", "jamie", "jem"]),
    (&["jennifer"], &["jen", "jenny", "jenn"]),
    (&["jeffrey", "geoffrey"], &["jeff", "geoff"]),
    (&["jessica"], &["jess", "jessie"]),
    (&["jesus"], &["chuy", "chus"]),
    (&["johann", "johannes"], &["hans", "hansi", "hannes", "jo"]),
    (&["john", "jonathan"], &["jack", "johnny", "jonny"]),
    (&["jonathan", "jonas"], &["jon", "jono"]),
    (&["joseph", "jose", "josef"], &["joe", "joey", "pepe", "sepp", "jupp", "josy"]),
    (&["joshua"], &["josh"]),
    (&["juan"], &["juanito", "juancho"]),
    (&["katherine", "catherine", "katharine", "kathryn", "katharina", "catarina"], &["cathy", "kate", "kathy", "katie", "kat", "kathi", "kitty", "cat", "käthe", "trina"]),
    (&["kenneth"], &["ken", "kenny"]),
    (&["konstantin", "константин"], &["kostya", "konsti", "костя"]),
    (&["lawrence", "laurence", "lorenz"], &["larry", "laurie", "lenz"]),
    (&["leonard", "leonardo", "leonhard"], &["leo", "len", "lenny"]),
    (&["leopold"], &["leo", "poldi"]),
    (&["louis", "luis", "ludwig"], &["lou", "louie", "lucho", "wiggerl"]),
    (&["louise", "luise"], &["lou", "lulu"]),
    (&["magdalena"], &["lena", "leni", "magda"]),
    (&["manuel", "emanuel"], &["manny", "manu", "manolo"]),
    (&["margaret", "margarete", "margarita"], &["greta", "gretchen", "gretel", "maggie", "marge", "margie", "meg", "peg", "peggy", "daisy", "grete"]),
    (&["maria"], &["mia", "mitzi", "maja", "mari"]),
    (&["mariya", "мария"], &["masha", "маша"]),
    (&["martin"], &["marty"]),
    (&["matthew", "matthias", "mateo"], &["matt", "matty", "hias"]),
    (&["maximilian", "maxim", "maxwell"], &["max", "maxi"]),
    (&["melissa", "melanie"], &["mel", "missy"]),
    (&["michael", "miguel", "michel"], &["mick", "micky", "mike", "mikey", "michi", "michl"]),
    (&["mikhail", "михаил"], &["misha", "миша"]),
    (&["mildred"], &["millie", "milly"]),
    (&["nancy"], &["nan"]),
    (&["natalia", "natalya", "наталья"], &["nata", "natasha", "наташа"]),
    (&["nathaniel", "nathan"], &["nat", "nate"]),
    (&["nicholas", "nikolaus", "nicolas", "niklas"], &["nick", "nicky", "nico", "klaus", "niki"]),
    (&["nikolai", "николай"], &["kolya", "коля"]),
    (&["olga", "ольга"], &["olya", "оля"]),
    (&["oliver"], &["ollie", "olly"]),
    (&["pamela"], &["pam"]),
    (&["patricia"], &["pat", "patty", "tricia", "trish", "pati"]),
    (&["patrick"], &["paddy", "pat"]),
    (&["pavel", "павел"], &["pasha", "паша"]),
    (&["peter"], &["pete", "petey"]),
    (&["philip", "phillip", "philipp"], &["phil", "pip"]),
    (&["pyotr", "петр"], &["petya", "петя"]),
    (&["rachel"], &["rach"]),
    (&["raymond"], &["ray"]),
    (&["rebecca"], &["becca", "becky", "becks"]),
    (&["reginald"], &["reg", "reggie"]),
    (&["richard", "ricardo"], &["dick", "rich", "richie", "rick", "ricky", "rico"]),
    (&["robert", "roberto"], &["bert", "bob", "bobby", "rob", "robbie", "robby", "beto"]),
    (&["roderick"], &["rod", "roddy"]),
    (&["ronald", "ronaldo"], &["ron", "ronnie"]),
    (&["rosario"], &["charo"]),
    (&["samantha"], &["sam", "sammy"]),
    (&["samuel", "samson"], &["sam", "sammy"]),
    (&["sebastian"], &["basti", "seb", "wastl"]),
    (&["sergei", "сергей"], &["seryozha", "сережа"]),
    (&["simon"], &["si"]),
    (&["sofia", "sophia", "sophie"], &["sofie", "soph", "sonya"]),
    (&["stanley", "stanislav", "stanislaus"], &["stan"]),
    (&["stephen", "steven", "stefan", "esteban"], &["steve", "stevie", "steffen"]),
    (&["stephanie", "stefanie"], &["steffi", "steph"]),
    (&["susan", "susanne", "susanna", "suzanne"], &["sue", "susi", "susie", "suzy", "sanne"]),
    (&["tatiana", "татьяна"], &["tanya", "таня"]),
    (&["terence", "theresa", "teresa"], &["terry", "tess", "tessa", "resi"]),
    (&["theodore", "theodor"], &["ted", "teddy", "theo"]),
    (&["thomas", "tomas"], &["tom", "tommy", "tomasito"]),
    (&["timothy"], &["tim", "timmy"]),
    (&["ulrich"], &["uli", "ulli"]),
    (&["ulrike"], &["ulli", "rike"]),
    (&["valentina", "valentin"], &["val", "valya"]),
    (&["veronica", "veronika"], &["vroni", "ronnie", "vero"]),
    (&["victor", "viktor"], &["vic"]),
    (&["victoria", "viktoria"], &["tori", "vicky", "vicki"]),
    (&["vincent", "vicente"], &["vince", "vinnie", "chente"]),
    (&["vladimir", "владимир"], &["vova", "volodya", "вова"]),
    (&["walter"], &["walt", "wally"]),
    (&["wilhelm"], &["willi", "willy", "helmi"]),
    (&["william"], &["bill", "billy", "liam", "will", "willie", "willy", "wills"]),
    (&["wolfgang"], &["wolfi", "wolf"]),
    (&["yekaterina", "ekaterina", "екатерина"], &["katya", "катя"]),
    (&["yelena", "елена"], &["lena", "лена"]),
    (&["zachary"], &["zach", "zack"]),
];

/// Spellings of one name that was first written in another script.
static SPELLINGS: &[&[&str]] = &[
    &["abdullah", "abdallah", "abdulla"],
    &["ahmed", "ahmad", "ahmet", "احمد"],
    &["aleksandr", "alexander", "александр"],
    &["aleksandra", "alexandra", "александра"],
    &["aleksei", "alexei", "alexey", "alexej", "alexeï"],
    &["andrei", "andrey", "andrej"],
    &["dmitri", "dmitry", "dimitri", "dmitrij", "dmitriy"],
    &["ekaterina", "jekaterina", "yekaterina"],
    &["fatima", "fatimah", "فاطمة"],
    &["gaddafi", "qaddafi", "kadhafi", "qadhafi"],
    &["hussein", "hussain", "husain", "husayn", "husein"],
    &["khaled", "khalid"],
    &["mikhail", "michail", "mihail"],
    &["mohammed", "muhammad", "mohamed", "mohammad", "muhammed", "mohamad", "محمد"],
    &["natalia", "natalya", "natalja"],
    &["nikolai", "nikolay", "nikolaj"],
    &["omar", "umar"],
    &["sergei", "sergey", "sergej"],
    &["yuri", "juri", "yuriy", "jurij", "yury"],
    &["yusuf", "yousef", "youssef", "yousuf"],
];

/// One is a short form, and the other that name or another short form of it.
pub(super) fn is_short_for(a: &str, b: &str) -> bool {
    a != b
        && SHORT.iter().any(|(full, short)| {
            let side = |name: &str| (full.contains(&name), short.contains(&name));
            matches!((side(a), side(b)), ((_, true), (true, _) | (_, true)) | ((true, _), (_, true)))
        })
}

/// Two Latin spellings of one name.
pub(super) fn is_spelling_of(a: &str, b: &str) -> bool {
    a != b && SPELLINGS.iter().any(|row| row.contains(&a) && row.contains(&b))
}

/// Numbers of the rows that a name stands in, short forms first; spellings follow.
pub(super) fn rows(name: &str) -> impl Iterator<Item = usize> {
    let short =
        SHORT.iter().enumerate().filter(move |(_, (full, short))| full.contains(&name) || short.contains(&name));
    let spelled = SPELLINGS.iter().enumerate().filter(move |(_, row)| row.contains(&name));
    short.map(|(at, _)| at).chain(spelled.map(|(at, _)| SHORT.len() + at)).collect::<Vec<_>>().into_iter()
}

/// Known as a given name.
pub(super) fn is_given(name: &str) -> bool {
    text::given_name(name).is_some()
        || SHORT.iter().any(|(full, short)| full.contains(&name) || short.contains(&name))
        || SPELLINGS.iter().any(|row| row.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_meet_their_names_and_full_names_stay_apart() {
        for (a, b) in [("bob", "robert"), ("bill", "william"), ("bob", "rob"), ("pepe", "jose"), ("саша", "александр")]
        {
            assert!(is_short_for(a, b) && is_short_for(b, a), "{a} {b}");
        }
        for (a, b) in [("ann", "anna"), ("bob", "bill"), ("katherine", "catherine"), ("dan", "daniela"), ("bob", "bob")]
        {
            assert!(!is_short_for(a, b), "{a} {b}");
        }
        assert!(is_spelling_of("mohammed", "muhammad"));
    }
}
