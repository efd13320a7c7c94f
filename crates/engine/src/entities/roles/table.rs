//! The table of roles, in English, German, French and Spanish.
//!
//! Owns the words, collected for this purpose from everyday use. Where a word means two roles (German "Freundin") it stands for
//! the one that says less.

use super::super::words::Gender::{Female, Male};
use super::Count::{Few, Many, One};
use super::RoleForm;

/// Every role.
#[rustfmt::skip]
pub const ROLES: &[RoleForm] = &[
    RoleForm { name: "parent", general: None, inverse: Some("child"), gender: None, count: Few, is_family: true, words: &["parent", "elternteil"] },
    RoleForm { name: "mother", general: Some("parent"), inverse: Some("child"), gender: Some(Female), count: One, is_family: true, words: &["mother", "mom", "mum", "mommy", "mummy", "mama", "ma", "mamma", "mutter", "mutti", "mere", "maman", "madre"] },
    RoleForm { name: "father", general: Some("parent"), inverse: Some("child"), gender: Some(Male), count: One, is_family: true, words: &["father", "dad", "daddy", "papa", "pa", "pop", "vater", "vati", "pere", "padre"] },
    RoleForm { name: "child", general: None, inverse: Some("parent"), gender: None, count: Few, is_family: true, words: &["child", "kid", "kind", "enfant"] },
    RoleForm { name: "daughter", general: Some("child"), inverse: Some("parent"), gender: Some(Female), count: Few, is_family: true, words: &["daughter", "little girl", "tochter", "fille", "hija"] },
    RoleForm { name: "son", general: Some("child"), inverse: Some("parent"), gender: Some(Male), count: Few, is_family: true, words: &["son", "sohn", "fils", "hijo"] },
    RoleForm { name: "sibling", general: None, inverse: Some("sibling"), gender: None, count: Few, is_family: true, words: &["sibling", "geschwister"] },
    RoleForm { name: "sister", general: Some("sibling"), inverse: Some("sibling"), gender: Some(Female), count: Few, is_family: true, words: &["sister", "sis", "schwester", "soeur", "hermana", "twin sister", "zwillingsschwester"] },
    RoleForm { name: "brother", general: Some("sibling"), inverse: Some("sibling"), gender: Some(Male), count: Few, is_family: true, words: &["brother", "bro", "bruder", "frere", "hermano", "twin brother", "zwillingsbruder"] },
    RoleForm { name: "partner", general: None, inverse: Some("partner"), gender: None, count: One, is_family: true, words: &["partner", "spouse", "significant other", "better half", "partnerin", "lebensgefahrte", "lebensgefahrtin", "conjoint", "conjointe", "compagnon", "compagne", "pareja"] },
    RoleForm { name: "wife", general: Some("partner"), inverse: Some("partner"), gender: Some(Female), count: One, is_family: true, words: &["wife", "ehefrau", "frau", "epouse", "femme", "esposa", "mujer"] },
    RoleForm { name: "husband", general: Some("partner"), inverse: Some("partner"), gender: Some(Male), count: One, is_family: true, words: &["husband", "hubby", "ehemann", "mann", "mari", "epoux", "esposo", "marido"] },
    RoleForm { name: "girlfriend", general: Some("partner"), inverse: Some("partner"), gender: Some(Female), count: One, is_family: true, words: &["girlfriend", "petite amie", "copine", "novia"] },
    RoleForm { name: "boyfriend", general: Some("partner"), inverse: Some("partner"), gender: Some(Male), count: One, is_family: true, words: &["boyfriend", "petit ami", "copain", "novio"] },
    RoleForm { name: "fiance", general: Some("partner"), inverse: Some("partner"), gender: None, count: One, is_family: true, words: &["fiance", "fiancee", "verlobte", "verlobter", "prometido", "prometida"] },
    RoleForm { name: "ex_partner", general: None, inverse: Some("ex_partner"), gender: None, count: Few, is_family: true, words: &["ex partner", "ex", "ex wife", "ex husband", "ex girlfriend", "ex boyfriend", "exfrau", "exmann", "ex frau", "ex mann", "ex femme", "ex mari", "exesposa", "exmarido", "ex mujer"] },
    RoleForm { name: "grandparent", general: None, inverse: Some("grandchild"), gender: None, count: Few, is_family: true, words: &["grandparent"] },
    RoleForm { name: "grandmother", general: Some("grandparent"), inverse: Some("grandchild"), gender: Some(Female), count: Few, is_family: true, words: &["grandmother", "grandma", "granny", "gran", "nana", "oma", "grossmutter", "grand mere", "mamie", "abuela"] },
    RoleForm { name: "grandfather", general: Some("grandparent"), inverse: Some("grandchild"), gender: Some(Male), count: Few, is_family: true, words: &["grandfather", "grandpa", "granddad", "grandad", "opa", "grossvater", "grand pere", "papi", "abuelo"] },
    RoleForm { name: "grandchild", general: None, inverse: Some("grandparent"), gender: None, count: Few, is_family: true, words: &["grandchild", "enkelkind"] },
    RoleForm { name: "granddaughter", general: Some("grandchild"), inverse: Some("grandparent"), gender: Some(Female), count: Few, is_family: true, words: &["granddaughter", "enkelin", "petite fille", "nieta"] },
    RoleForm { name: "grandson", general: Some("grandchild"), inverse: Some("grandparent"), gender: Some(Male), count: Few, is_family: true, words: &["grandson", "enkel", "petit fils", "nieto"] },
    RoleForm { name: "aunt", general: None, inverse: Some("nibling"), gender: Some(Female), count: Few, is_family: true, words: &["aunt", "auntie", "aunty", "tante", "tia"] },
    RoleForm { name: "uncle", general: None, inverse: Some("nibling"), gender: Some(Male), count: Few, is_family: true, words: &["uncle", "onkel", "oncle", "tio"] },
    RoleForm { name: "nibling", general: None, inverse: None, gender: None, count: Few, is_family: true, words: &["nibling"] },
    RoleForm { name: "niece", general: Some("nibling"), inverse: None, gender: Some(Female), count: Few, is_family: true, words: &["niece", "nichte", "sobrina"] },
    RoleForm { name: "nephew", general: Some("nibling"), inverse: None, gender: Some(Male), count: Few, is_family: true, words: &["nephew", "neffe", "neveu", "sobrino"] },
    RoleForm { name: "cousin", general: None, inverse: Some("cousin"), gender: None, count: Few, is_family: true, words: &["cousin", "cousine", "vetter", "kusine", "prima", "primo"] },
    RoleForm { name: "parent_in_law", general: None, inverse: Some("child_in_law"), gender: None, count: Few, is_family: true, words: &["parent in law"] },
    RoleForm { name: "mother_in_law", general: Some("parent_in_law"), inverse: Some("child_in_law"), gender: Some(Female), count: One, is_family: true, words: &["mother in law", "schwiegermutter", "belle mere", "suegra"] },
    RoleForm { name: "father_in_law", general: Some("parent_in_law"), inverse: Some("child_in_law"), gender: Some(Male), count: One, is_family: true, words: &["father in law", "schwiegervater", "beau pere", "suegro"] },
    RoleForm { name: "child_in_law", general: None, inverse: Some("parent_in_law"), gender: None, count: Few, is_family: true, words: &["child in law"] },
    RoleForm { name: "daughter_in_law", general: Some("child_in_law"), inverse: Some("parent_in_law"), gender: Some(Female), count: Few, is_family: true, words: &["daughter in law", "schwiegertochter", "belle fille", "nuera"] },
    RoleForm { name: "son_in_law", general: Some("child_in_law"), inverse: Some("parent_in_law"), gender: Some(Male), count: Few, is_family: true, words: &["son in law", "schwiegersohn", "gendre", "yerno"] },
    RoleForm { name: "sibling_in_law", general: None, inverse: Some("sibling_in_law"), gender: None, count: Few, is_family: true, words: &["sibling in law"] },
    RoleForm { name: "sister_in_law", general: Some("sibling_in_law"), inverse: Some("sibling_in_law"), gender: Some(Female), count: Few, is_family: true, words: &["sister in law", "schwagerin", "belle soeur", "cunada"] },
    RoleForm { name: "brother_in_law", general: Some("sibling_in_law"), inverse: Some("sibling_in_law"), gender: Some(Male), count: Few, is_family: true, words: &["brother in law", "schwager", "beau frere", "cunado"] },
    RoleForm { name: "stepmother", general: None, inverse: Some("stepchild"), gender: Some(Female), count: One, is_family: true, words: &["stepmother", "stepmom", "step mother", "stiefmutter", "madrastra"] },
    RoleForm { name: "stepfather", general: None, inverse: Some("stepchild"), gender: Some(Male), count: One, is_family: true, words: &["stepfather", "stepdad", "step father", "stiefvater", "padrastro"] },
    RoleForm { name: "stepchild", general: None, inverse: None, gender: None, count: Few, is_family: true, words: &["stepchild", "stepson", "stepdaughter", "stiefsohn", "stieftochter", "hijastro", "hijastra"] },
    RoleForm { name: "godparent", general: None, inverse: Some("godchild"), gender: None, count: Few, is_family: false, words: &["godparent", "pate", "patin"] },
    RoleForm { name: "godmother", general: Some("godparent"), inverse: Some("godchild"), gender: Some(Female), count: One, is_family: false, words: &["godmother", "patentante", "marraine", "madrina"] },
    RoleForm { name: "godfather", general: Some("godparent"), inverse: Some("godchild"), gender: Some(Male), count: One, is_family: false, words: &["godfather", "patenonkel", "parrain", "padrino"] },
    RoleForm { name: "godchild", general: None, inverse: Some("godparent"), gender: None, count: Few, is_family: false, words: &["godchild", "godson", "goddaughter", "patenkind", "filleul", "filleule", "ahijado", "ahijada"] },
    RoleForm { name: "manager", general: None, inverse: Some("report"), gender: None, count: One, is_family: false, words: &["manager", "boss", "supervisor", "team lead", "line manager", "chef", "chefin", "vorgesetzte", "vorgesetzter", "patron", "patronne", "jefe", "jefa"] },
    RoleForm { name: "report", general: None, inverse: Some("manager"), gender: None, count: Many, is_family: false, words: &["report", "subordinate", "mitarbeiter", "mitarbeiterin"] },
    RoleForm { name: "employer", general: None, inverse: Some("employee"), gender: None, count: One, is_family: false, words: &["employer", "arbeitgeber", "employeur", "empleador"] },
    RoleForm { name: "employee", general: None, inverse: Some("employer"), gender: None, count: Many, is_family: false, words: &["employee", "angestellte", "angestellter", "employe", "empleado", "empleada"] },
    RoleForm { name: "assistant", general: Some("report"), inverse: Some("manager"), gender: None, count: Few, is_family: false, words: &["assistant", "secretary", "assistentin", "assistent", "sekretarin", "assistante", "asistente", "secretaria"] },
    RoleForm { name: "colleague", general: None, inverse: Some("colleague"), gender: None, count: Many, is_family: false, words: &["colleague", "coworker", "co worker", "teammate", "workmate", "kollege", "kollegin", "collegue", "companero de trabajo", "colega"] },
    RoleForm { name: "business_partner", general: None, inverse: Some("business_partner"), gender: None, count: Few, is_family: false, words: &["business partner", "co founder", "cofounder", "geschaftspartner", "geschaftspartnerin", "associe", "associee", "socio", "socia"] },
    RoleForm { name: "friend", general: None, inverse: Some("friend"), gender: None, count: Many, is_family: false, words: &["friend", "buddy", "pal", "mate", "bestie", "bff", "freund", "freundin", "kumpel", "ami", "amie", "amigo", "amiga"] },
    RoleForm { name: "roommate", general: None, inverse: Some("roommate"), gender: None, count: Few, is_family: false, words: &["roommate", "flatmate", "housemate", "mitbewohner", "mitbewohnerin", "colocataire", "coloc", "companero de piso", "companera de piso"] },
    RoleForm { name: "neighbour", general: None, inverse: Some("neighbour"), gender: None, count: Many, is_family: false, words: &["neighbour", "neighbor", "nachbar", "nachbarin", "voisin", "voisine", "vecino", "vecina"] },
    RoleForm { name: "classmate", general: None, inverse: Some("classmate"), gender: None, count: Many, is_family: false, words: &["classmate", "schoolmate", "mitschuler", "mitschulerin", "kommilitone", "kommilitonin", "camarade de classe", "companero de clase"] },
    RoleForm { name: "teacher", general: None, inverse: Some("student"), gender: None, count: Few, is_family: false, words: &["teacher", "tutor", "lehrer", "lehrerin", "professeur", "prof", "maestro", "maestra", "profesor", "profesora", "professor"] },
    RoleForm { name: "student", general: None, inverse: Some("teacher"), gender: None, count: Many, is_family: false, words: &["student", "pupil", "schuler", "schulerin", "eleve", "alumno", "alumna"] },
    RoleForm { name: "mentor", general: None, inverse: Some("mentee"), gender: None, count: Few, is_family: false, words: &["mentor", "mentorin"] },
    RoleForm { name: "mentee", general: None, inverse: Some("mentor"), gender: None, count: Few, is_family: false, words: &["mentee", "protege"] },
    RoleForm { name: "advisor", general: None, inverse: Some("advisee"), gender: None, count: Few, is_family: false, words: &["advisor", "adviser", "thesis advisor", "doktorvater", "doktormutter", "betreuer", "betreuerin", "directeur de these", "directrice de these"] },
    RoleForm { name: "advisee", general: None, inverse: Some("advisor"), gender: None, count: Few, is_family: false, words: &["advisee", "doktorand", "doktorandin"] },
    RoleForm { name: "coach", general: None, inverse: Some("trainee"), gender: None, count: Few, is_family: false, words: &["coach", "trainer", "personal trainer", "trainerin", "entraineur", "entrenador", "entrenadora"] },
    RoleForm { name: "trainee", general: None, inverse: Some("coach"), gender: None, count: Many, is_family: false, words: &["trainee", "apprentice", "lehrling", "auszubildende", "apprenti", "aprendiz"] },
    RoleForm { name: "doctor", general: None, inverse: Some("patient"), gender: None, count: Few, is_family: false, words: &["doctor", "gp", "physician", "arzt", "arztin", "hausarzt", "hausarztin", "medecin", "docteur", "medico", "medica", "doctora"] },
    RoleForm { name: "dentist", general: None, inverse: Some("patient"), gender: None, count: One, is_family: false, words: &["dentist", "zahnarzt", "zahnarztin", "dentiste", "dentista"] },
    RoleForm { name: "therapist", general: None, inverse: Some("patient"), gender: None, count: One, is_family: false, words: &["therapist", "shrink", "psychologist", "therapeut", "therapeutin", "psychologue", "terapeuta", "psicologo", "psicologa"] },
    RoleForm { name: "patient", general: None, inverse: None, gender: None, count: Many, is_family: false, words: &["patient", "patientin", "paciente"] },
    RoleForm { name: "lawyer", general: None, inverse: Some("client"), gender: None, count: Few, is_family: false, words: &["lawyer", "attorney", "solicitor", "anwalt", "anwaltin", "avocat", "avocate", "abogado", "abogada"] },
    RoleForm { name: "client", general: None, inverse: None, gender: None, count: Many, is_family: false, words: &["client", "customer", "kunde", "kundin", "cliente"] },
    RoleForm { name: "landlord", general: None, inverse: Some("tenant"), gender: None, count: One, is_family: false, words: &["landlord", "landlady", "vermieter", "vermieterin", "proprietaire", "casero", "casera"] },
    RoleForm { name: "tenant", general: None, inverse: Some("landlord"), gender: None, count: Many, is_family: false, words: &["tenant", "mieter", "mieterin", "locataire", "inquilino", "inquilina"] },
    RoleForm { name: "babysitter", general: None, inverse: None, gender: None, count: Few, is_family: false, words: &["babysitter", "nanny", "kindermadchen", "tagesmutter", "nounou", "ninera"] },
    RoleForm { name: "owner", general: None, inverse: Some("pet"), gender: None, count: Few, is_family: false, words: &["owner", "besitzer", "besitzerin", "herrchen", "frauchen", "dueno", "duena"] },
    RoleForm { name: "pet", general: None, inverse: Some("owner"), gender: None, count: Few, is_family: false, words: &["pet", "haustier", "mascota"] },
    RoleForm { name: "dog", general: Some("pet"), inverse: Some("owner"), gender: None, count: Few, is_family: false, words: &["dog", "puppy", "hund", "chien", "chienne", "perro", "perra"] },
    RoleForm { name: "cat", general: Some("pet"), inverse: Some("owner"), gender: None, count: Few, is_family: false, words: &["cat", "kitten", "katze", "kater", "chat", "chatte", "gato", "gata"] },
];

#[cfg(test)]
mod tests {
    use super::super::super::fold::fold;
    use super::*;
    use crate::text;

    #[test]
    fn every_word_has_one_role_and_every_role_named_is_there() {
        let mut seen = std::collections::BTreeSet::new();
        let is_there = |name: Option<&str>| name.is_none_or(|name| ROLES.iter().any(|role| role.name == name));
        for role in ROLES {
            assert!(is_there(role.general) && is_there(role.inverse), "{}", role.name);
            for word in role.words {
                assert!(seen.insert(*word), "{word} has two roles");
                assert_eq!(fold(&text::name_key(word)), *word);
            }
        }
    }

    #[test]
    fn the_way_back_of_the_way_back_goes_with_the_way() {
        let find = |name: &str| ROLES.iter().find(|role| role.name == name).unwrap();
        for role in ROLES {
            let Some(back) = role.inverse.map(find).and_then(|inverse| inverse.inverse).map(find) else { continue };
            assert!(back.goes_with(role), "{} leads back to {}", role.name, back.name);
        }
    }
}
