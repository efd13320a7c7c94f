//! Nouns that stand for a person or a property: "my sister", "Ann's manager", "my birthday".
//!
//! Owns the tables. Must not know: sentences.

/// A noun for somebody by what they are to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Role {
    /// The word as written, in lower case.
    pub(super) word: &'static str,
    /// The role in its plain form.
    pub(super) plain: &'static str,
    /// The key of close kin among the keys of attributes; empty for others.
    pub(super) key: &'static str,
}

const fn r(word: &'static str, plain: &'static str, key: &'static str) -> Role {
    Role { word, plain, key }
}

/// The role that a noun names.
pub(super) fn role(word: &str) -> Option<&'static Role> {
    ROLES.binary_search_by(|role| role.word.cmp(word)).ok().map(|at| &ROLES[at])
}

/// Whether a role is of several people: they have no one name.
pub(super) fn is_plural(role: &Role) -> bool {
    is_several(role.plain)
}

/// The same of a role in its plain form.
pub(super) fn is_several(plain: &str) -> bool {
    plain.ends_with('s') && !plain.ends_with("ss") || matches!(plain, "children" | "family" | "team" | "grandchildren")
}

/// The key of a property noun of one to three words joined by spaces.
pub(super) fn property(phrase: &str) -> Option<&'static str> {
    PROPERTIES.binary_search_by(|entry| entry.0.cmp(phrase)).ok().map(|at| PROPERTIES[at].1)
}

/// Words between "my" and a role that say nothing of who it is.
#[rustfmt::skip]
pub(super) const QUALIFIERS: &[&str] = &[
    "amazing", "baby", "beautiful", "beloved", "best", "big", "biological", "childhood", "close", "current",
    "dear", "direct", "downstairs", "elder", "eldest", "ex", "favorite", "favourite", "first", "former", "good",
    "great", "identical", "late", "line", "little", "long-time", "longtime", "lovely", "middle", "new", "newborn",
    "next-door", "old", "older", "oldest", "only", "other", "own", "previous", "same", "second", "senior", "sweet",
    "team", "twin", "upstairs", "wonderful", "young", "younger", "youngest",
];

/// Nouns for people by role, sorted.
#[rustfmt::skip]
const ROLES: &[Role] = &[
    r("accountant", "accountant", ""), r("adviser", "advisor", ""), r("advisor", "advisor", ""),
    r("agent", "agent", ""), r("assistant", "assistant", ""), r("aunt", "aunt", ""), r("auntie", "aunt", ""),
    r("aunty", "aunt", ""), r("baby", "baby", "child"), r("babysitter", "babysitter", ""),
    r("bandmate", "bandmate", ""), r("bestie", "best_friend", ""), r("bf", "boyfriend", "partner"),
    r("bff", "best_friend", ""), r("boss", "boss", ""), r("boyfriend", "boyfriend", "partner"),
    r("bro", "brother", "sibling"), r("brother", "brother", "sibling"), r("brother-in-law", "brother_in_law", ""),
    r("brothers", "brothers", "sibling"), r("buddy", "friend", ""), r("business-partner", "business_partner", ""),
    r("cardiologist", "cardiologist", ""), r("child", "child", "child"), r("children", "children", "child"),
    r("classmate", "classmate", ""), r("client", "client", ""), r("co-founder", "co_founder", ""),
    r("co-worker", "colleague", ""), r("coach", "coach", ""), r("cofounder", "co_founder", ""),
    r("colleague", "colleague", ""), r("colleagues", "colleagues", ""), r("cousin", "cousin", ""),
    r("cousins", "cousins", ""), r("coworker", "colleague", ""), r("coworkers", "colleagues", ""),
    r("crush", "crush", ""), r("dad", "father", "parent"), r("daddy", "father", "parent"),
    r("daughter", "daughter", "child"), r("daughter-in-law", "daughter_in_law", ""),
    r("daughters", "daughters", "child"), r("dentist", "dentist", ""), r("doctor", "doctor", ""),
    r("employee", "employee", ""), r("ex", "ex", ""), r("ex-boyfriend", "ex_boyfriend", ""),
    r("ex-girlfriend", "ex_girlfriend", ""), r("ex-husband", "ex_husband", ""), r("ex-wife", "ex_wife", ""),
    r("family", "family", ""), r("fan", "fan", ""), r("father", "father", "parent"),
    r("father-in-law", "father_in_law", ""), r("fiance", "fiance", "partner"), r("fiancee", "fiancee", "partner"),
    r("fiancé", "fiance", "partner"), r("fiancée", "fiancee", "partner"), r("flatmate", "flatmate", ""),
    r("folks", "parents", "parent"), r("friend", "friend", ""), r("friends", "friends", ""),
    r("gf", "girlfriend", "partner"), r("girlfriend", "girlfriend", "partner"),
    r("goddaughter", "goddaughter", ""), r("godfather", "godfather", ""), r("godmother", "godmother", ""),
    r("godson", "godson", ""), r("gp", "doctor", ""), r("grandad", "grandfather", ""),
    r("grandchild", "grandchild", ""), r("grandchildren", "grandchildren", ""), r("granddad", "grandfather", ""),
    r("granddaughter", "granddaughter", ""), r("grandfather", "grandfather", ""), r("grandma", "grandmother", ""),
    r("grandmother", "grandmother", ""), r("grandpa", "grandfather", ""), r("grandparents", "grandparents", ""),
    r("grandson", "grandson", ""), r("granny", "grandmother", ""), r("hairdresser", "hairdresser", ""),
    r("half-brother", "half_brother", "sibling"), r("half-sister", "half_sister", "sibling"),
    r("housemate", "housemate", ""), r("hubby", "husband", "partner"), r("husband", "husband", "partner"),
    r("idol", "idol", ""), r("intern", "intern", ""), r("kid", "child", "child"), r("kids", "children", "child"),
    r("landlady", "landlady", ""), r("landlord", "landlord", ""), r("lawyer", "lawyer", ""), r("lead", "lead", ""),
    r("ma", "mother", "parent"), r("mama", "mother", "parent"), r("manager", "manager", ""),
    r("mechanic", "mechanic", ""), r("mentor", "mentor", ""), r("mom", "mother", "parent"),
    r("mommy", "mother", "parent"), r("mother", "mother", "parent"), r("mother-in-law", "mother_in_law", ""),
    r("mum", "mother", "parent"), r("mummy", "mother", "parent"), r("nan", "grandmother", ""),
    r("nana", "grandmother", ""), r("nanny", "nanny", ""), r("neighbor", "neighbour", ""),
    r("neighbors", "neighbours", ""), r("neighbour", "neighbour", ""), r("neighbours", "neighbours", ""),
    r("nephew", "nephew", ""), r("newborn", "baby", "child"), r("niece", "niece", ""), r("pal", "friend", ""),
    r("papa", "father", "parent"), r("parent", "parent", "parent"), r("parents", "parents", "parent"),
    r("partner", "partner", "partner"), r("pastor", "pastor", ""), r("pen-friend", "pen_friend", ""),
    r("penpal", "pen_friend", ""), r("physio", "physiotherapist", ""), r("professor", "professor", ""),
    r("psychiatrist", "psychiatrist", ""), r("psychologist", "psychologist", ""), r("realtor", "realtor", ""),
    r("roommate", "roommate", ""), r("roommates", "roommates", ""), r("secretary", "secretary", ""),
    r("sibling", "sibling", "sibling"), r("siblings", "siblings", "sibling"), r("sis", "sister", "sibling"),
    r("sister", "sister", "sibling"), r("sister-in-law", "sister_in_law", ""), r("sisters", "sisters", "sibling"),
    r("son", "son", "child"), r("son-in-law", "son_in_law", ""), r("sons", "sons", "child"),
    r("spouse", "spouse", "partner"), r("stepbrother", "stepbrother", "sibling"),
    r("stepdad", "stepfather", "parent"), r("stepdaughter", "stepdaughter", "child"),
    r("stepfather", "stepfather", "parent"), r("stepmom", "stepmother", "parent"),
    r("stepmother", "stepmother", "parent"), r("stepsister", "stepsister", "sibling"),
    r("stepson", "stepson", "child"), r("student", "student", ""), r("supervisor", "supervisor", ""),
    r("teacher", "teacher", ""), r("team", "team", ""), r("teammate", "teammate", ""), r("tenant", "tenant", ""),
    r("therapist", "therapist", ""), r("toddler", "toddler", "child"), r("trainer", "trainer", ""),
    r("tutor", "tutor", ""), r("twin", "twin", "sibling"), r("twins", "twins", "child"), r("uncle", "uncle", ""),
    r("vet", "vet", ""), r("widow", "widow", ""), r("wife", "wife", "partner"), r("wifey", "wife", "partner"),
];

/// Nouns for properties with their key, sorted.
#[rustfmt::skip]
const PROPERTIES: &[(&str, &str)] = &[
    ("address", "address"), ("age", "age"), ("allergies", "allergy"), ("allergy", "allergy"), ("ambition", "goal"),
    ("anniversary", "anniversary"), ("bday", "birthday"), ("birth date", "birthday"), ("birthdate", "birthday"),
    ("birthday", "birthday"), ("birthplace", "origin"), ("blog", "website"), ("blood group", "blood_type"),
    ("blood pressure", "blood_pressure"), ("blood type", "blood_type"), ("budget", "budget"),
    ("capital", "capital"), ("car", "car"), ("career", "occupation"), ("cell number", "phone"),
    ("cholesterol", "cholesterol"), ("citizenship", "nationality"), ("coffee order", "coffee_order"),
    ("currency", "currency"), ("current employer", "employer"), ("current role", "role"),
    ("date of birth", "birthday"), ("day job", "occupation"), ("deadline", "deadline"), ("degree", "education"),
    ("desk number", "desk_number"), ("diet", "diet"), ("dream", "goal"), ("dress size", "dress_size"),
    ("due date", "due_date"), ("e-mail", "email"), ("editor", "editor"), ("email", "email"),
    ("email address", "email"), ("emergency contact", "emergency_contact"), ("employee id", "employee_id"),
    ("employer", "employer"), ("eye color", "eye_colour"), ("eye colour", "eye_colour"), ("faith", "religion"),
    ("first language", "language"), ("first name", "first_name"), ("flight number", "flight_number"),
    ("full name", "name"), ("gender", "gender"), ("github", "github"), ("go-to drink", "go_to_drink"),
    ("goal", "goal"), ("hair color", "hair_colour"), ("hair colour", "hair_colour"), ("handle", "username"),
    ("headquarters", "headquarters"), ("height", "height"), ("hobbies", "hobby"), ("hobby", "hobby"),
    ("home", "home"), ("home address", "address"), ("home town", "origin"), ("homepage", "website"),
    ("hometown", "origin"), ("instrument", "instrument"), ("job", "occupation"), ("job title", "role"),
    ("last name", "last_name"), ("licence plate", "license_plate"), ("license plate", "license_plate"),
    ("locker code", "locker_code"), ("locker combination", "locker_combination"), ("lucky number", "lucky_number"),
    ("mail address", "email"), ("main goal", "goal"), ("main hobby", "hobby"), ("main language", "main_language"),
    ("major", "major"), ("marital status", "marital_status"), ("membership number", "membership_number"),
    ("middle initial", "middle_initial"), ("middle name", "middle_name"), ("mobile", "phone"),
    ("mobile number", "phone"), ("mother tongue", "language"), ("name", "name"), ("nationality", "nationality"),
    ("native language", "language"), ("native tongue", "language"), ("nickname", "nickname"), ("number", "phone"),
    ("occupation", "occupation"), ("operating system", "operating_system"), ("os", "operating_system"),
    ("owner", "owner"), ("passport number", "passport_number"), ("password", "password"), ("phone", "phone"),
    ("phone number", "phone"), ("pin", "pin"), ("plan", "plan"), ("population", "population"),
    ("position", "role"), ("price", "price"), ("profession", "occupation"), ("pronouns", "pronouns"),
    ("real name", "name"), ("relationship status", "marital_status"), ("religion", "religion"),
    ("resting heart rate", "resting_heart_rate"), ("ring size", "ring_size"), ("role", "role"),
    ("room number", "room_number"), ("salary", "salary"), ("schedule", "schedule"), ("school", "education"),
    ("shift", "schedule"), ("shirt size", "shirt_size"), ("shoe size", "shoe_size"), ("skill", "skill"),
    ("skills", "skill"), ("speciality", "specialty"), ("specialty", "specialty"), ("star sign", "zodiac_sign"),
    ("status", "status"), ("strength", "skill"), ("student id", "student_id"), ("surname", "last_name"),
    ("time zone", "timezone"), ("timezone", "timezone"), ("title", "role"), ("university", "education"),
    ("username", "username"), ("usual order", "usual_order"), ("version", "version"), ("website", "website"),
    ("wedding anniversary", "anniversary"), ("weight", "weight"), ("wifi password", "wifi_password"),
    ("workout", "workout"), ("workplace", "employer"), ("zodiac sign", "zodiac_sign"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(ROLES.windows(2).all(|pair| pair[0].word < pair[1].word));
        assert!(PROPERTIES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(QUALIFIERS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn kin_of_several_have_no_one_name() {
        assert!(is_plural(role("kids").expect("a role")));
        assert!(!is_plural(role("boss").expect("a role")));
        assert_eq!(property("date of birth"), Some("birthday"));
    }
}
