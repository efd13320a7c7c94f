//! Given names of many countries, by which rules tell people from other things.
//!
//! Owns the list, collected for this purpose from everyday use. Knows nothing of how it is used.

/// Whether a word in lower case is a given name, and whether it is no other word.
pub fn given_name(word: &str) -> Option<bool> {
    GIVEN.binary_search_by(|entry| entry.trim_start_matches('~').cmp(word)).ok().map(|at| !GIVEN[at].starts_with('~'))
}

/// All given names.
pub fn given_names() -> impl Iterator<Item = &'static str> {
    GIVEN.iter().map(|entry| entry.trim_start_matches('~'))
}

/// In lower case; `~` marks words that mean something else in small letters, or are last names as often. Sorted without the mark.
#[rustfmt::skip]
static GIVEN: &[&str] = &[
    "aaron", "abby", "abdul", "abigail", "adam", "adele", "adrian", "agnes", "ahmed", "aiden", "aisha", "akira",
    "alan", "albert", "alejandro", "alessandro", "alex", "alexander", "alexandra", "alexei", "alexis", "alfred",
    "ali", "alice", "alicia", "alina", "alison", "~allen", "allison", "alma", "alyssa", "amanda", "~amber", "amelia",
    "amina", "amir", "amy", "ana", "anastasia", "anatoly", "anders", "andre", "andrea", "andreas", "andrei", "andrew",
    "andrey", "andy", "angela", "angelina", "anika", "anita", "ann", "anna", "anne", "annette", "annie", "anthony",
    "antonio", "anya", "~april", "ariana", "ariel", "arjun", "arthur", "asha", "ashley", "astrid", "audrey",
    "augusto", "~aurora", "~austin", "ava", "ayesha", "barbara", "~bea", "beatrice", "becky", "ben", "benjamin",
    "bernard", "bernice", "beth", "bethany", "betty", "beverly", "bianca", "~bill", "~billy", "björn", "~blake",
    "bob", "bobby", "boris", "~brad", "brandon", "brenda", "brian", "bridget", "brittany", "bruce", "bruno", "bryan",
    "caitlin", "caleb", "calvin", "cameron", "camila", "camille", "carl", "carla", "carlos", "carlton", "carmen",
    "carol", "carolina", "caroline", "~carter", "casey", "catherine", "cathy", "cecilia", "celine", "charles",
    "charlie", "charlotte", "~chen", "cheryl", "chiara", "chloe", "chris", "~christian", "christina", "christine",
    "christopher", "cindy", "claire", "clara", "clarence", "~clark", "claudia", "clint", "cody", "~cole", "colin",
    "connor", "cora", "corinne", "craig", "cristina", "curtis", "cynthia", "~daisy", "dan", "dana", "daniel",
    "daniela", "danielle", "danny", "darrell", "darren", "dave", "david", "~dean", "debbie", "deborah", "denis",
    "dennis", "derek", "diana", "diane", "diego", "dimitri", "dmitri", "dolores", "dominic", "~don", "donald",
    "donna", "dorothy", "doug", "douglas", "~drew", "dwight", "dylan", "~earl", "ed", "eddie", "edith", "edna",
    "eduardo", "edward", "eileen", "elaine", "eleanor", "elena", "eli", "elias", "elijah", "elisa", "elise",
    "elizabeth", "ella", "ellen", "ellie", "~elliot", "elliott", "elsa", "emil", "emilia", "emily", "emma", "enrique",
    "eric", "erica", "erik", "erika", "erin", "ernest", "ernesto", "esther", "ethan", "ethel", "eugene", "eva",
    "evan", "~eve", "evelyn", "fatima", "felix", "fernando", "fidel", "fiona", "floyd", "frances", "francesca",
    "francis", "francisco", "frank", "fred", "freya", "gabriel", "gabriela", "gail", "gary", "gavin", "gemma",
    "gennady", "geoff", "george", "gerald", "gerard", "gilbert", "gina", "giovanni", "giulia", "gloria", "gordon",
    "~grace", "~grant", "greg", "gregory", "greta", "gustavo", "~guy", "hannah", "hans", "harold", "harriet", "harry",
    "hassan", "~hazel", "heather", "hector", "heidi", "helen", "helena", "helga", "henry", "herman", "hiroshi",
    "~holly", "~homer", "hosni", "howard", "hugo", "hussein", "ian", "ibrahim", "ida", "igor", "ines", "inga",
    "ingrid", "irene", "irina", "~iris", "isaac", "isabel", "isabella", "ivan", "jack", "jackie", "jacob",
    "jacqueline", "~jade", "jaime", "jake", "jamal", "james", "jamie", "~jan", "jane", "janet", "janice", "jared",
    "jasmine", "jason", "javier", "~jay", "~jean", "jeff", "jeffrey", "jen", "jenna", "jennifer", "jenny", "jeremy",
    "jerome", "jerry", "jesse", "jessica", "jill", "jim", "jimmy", "~jo", "joan", "joanna", "joanne", "jodie", "joe",
    "joel", "johan", "johanna", "john", "johnny", "jon", "jonas", "jonathan", "~jordan", "jorge", "jose", "joseph",
    "josh", "joshua", "josé", "joyce", "juan", "juana", "judith", "judy", "julia", "julian", "juliana", "julie",
    "juliet", "~june", "justin", "~kai", "kamala", "karen", "karl", "karla", "kate", "katherine", "kathleen",
    "kathryn", "kathy", "katie", "katrina", "katya", "kayla", "keiko", "keith", "kelly", "ken", "kenji", "kenneth",
    "kenny", "kevin", "kim", "kimberly", "kirsten", "klaus", "kristen", "kristin", "kristina", "kyle", "kylie",
    "lana", "lara", "larry", "lars", "laura", "lauren", "laurence", "lawrence", "layla", "~lea", "leah", "~lee",
    "leila", "lena", "leo", "leon", "leonard", "leonardo", "leonid", "leroy", "leslie", "lester", "lewis", "~li",
    "liam", "~lily", "linda", "lisa", "liz", "lloyd", "~logan", "lola", "lonnie", "lorenzo", "lorraine", "louis",
    "louise", "luca", "lucas", "lucia", "lucille", "lucy", "luis", "luke", "~luna", "lydia", "lynn", "maddie",
    "madeleine", "~madison", "maggie", "mahmoud", "malik", "manuel", "marc", "marcel", "marco", "marcus", "margaret",
    "maria", "mariah", "mariana", "marie", "~marina", "mario", "marion", "marisa", "marisol", "~mark", "markus",
    "marta", "martha", "martin", "martina", "marty", "marvin", "mary", "~mason", "mateo", "mathias", "matt", "matteo",
    "matthew", "~max", "maxine", "maya", "megan", "mei", "~mel", "melanie", "melissa", "melvin", "~mercedes", "~mia",
    "michael", "michaela", "michelle", "miguel", "mika", "mike", "mikhail", "mila", "~milan", "millie", "milo",
    "milton", "~min", "miranda", "miriam", "mohamed", "mohammed", "molly", "monica", "monique", "morgan", "morris",
    "muhammad", "nadia", "nancy", "naomi", "natalia", "natalie", "natasha", "nate", "nathan", "neil", "nicholas",
    "nick", "nicolas", "nicole", "nigel", "nikita", "nikolai", "nina", "noah", "noel", "nora", "norman", "oleg",
    "olga", "oliver", "olivia", "omar", "oscar", "otto", "owen", "pablo", "~paige", "pamela", "paola", "~parker",
    "patricia", "patrick", "patti", "paul", "paula", "pauline", "pavel", "~pearl", "pedro", "penelope", "~penny",
    "percy", "~perry", "peter", "petra", "phil", "philip", "phoebe", "pierre", "priya", "quentin", "~quinn", "rachel",
    "rafael", "raj", "rajesh", "ralph", "ramon", "randy", "raquel", "raul", "ravi", "~ray", "raymond", "rebecca",
    "~reed", "~regina", "reginald", "renata", "renee", "ricardo", "richard", "rick", "~riley", "rita", "~rob",
    "robert", "roberta", "roberto", "~robin", "rodney", "rodrigo", "roger", "roland", "~roman", "ron", "ronald",
    "rosa", "rosalind", "~rose", "rosemary", "rosie", "ross", "roxanne", "roy", "ruben", "rudy", "russell", "ruth",
    "ryan", "sabrina", "saddam", "sally", "salvador", "sam", "samantha", "samir", "samuel", "sandra", "sanjay",
    "sara", "sarah", "sasha", "scott", "sean", "sebastian", "selena", "serena", "sergei", "sergio", "shane",
    "shannon", "sharon", "shaun", "sheila", "shelley", "shelly", "sherry", "shirley", "sidney", "silvia", "simon",
    "simone", "sofia", "sonia", "sonja", "sophia", "sophie", "~spencer", "stacy", "~stan", "stanislav", "stanley",
    "stefan", "stella", "stephanie", "stephen", "steve", "steven", "stuart", "sue", "sunil", "susan", "susanna",
    "susanne", "suzanne", "sven", "svetlana", "sylvia", "tamara", "tanya", "tara", "tatiana", "~taylor", "ted",
    "teresa", "~terry", "tess", "thea", "theo", "theodore", "theresa", "thomas", "~tiffany", "tim", "timothy", "tina",
    "tobias", "todd", "tom", "tommy", "toni", "tony", "~tracy", "trevor", "tristan", "~tucker", "tyler", "ulrich",
    "ursula", "valentina", "valeria", "valerie", "vanessa", "vasily", "vera", "vernon", "veronica", "~victor",
    "victoria", "vijay", "vikram", "viktor", "vincent", "virgil", "~virginia", "vitaly", "vivian", "vladimir",
    "vyacheslav", "wallace", "walter", "~wanda", "~wang", "warren", "wayne", "~wei", "wendell", "wendy", "wesley",
    "wilbur", "wilhelm", "william", "willie", "~willow", "wilma", "winston", "xavier", "~yan", "~yang", "yara",
    "yasser", "yevgeny", "yolanda", "~young", "yuki", "yuri", "yusuf", "yvonne", "zach", "zachary", "~zara", "zoe",
    "zoey", "zoë",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_found() {
        assert!(GIVEN.windows(2).all(|pair| pair[0].trim_start_matches('~') < pair[1].trim_start_matches('~')));
        assert_eq!(given_name("emma"), Some(true));
        assert_eq!(given_name("mason"), Some(false));
        assert_eq!(given_name("may"), None);
    }
}
