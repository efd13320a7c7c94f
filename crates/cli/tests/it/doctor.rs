//! What the doctor finds, and that it finds nothing where nothing is wrong.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::program::{Home, Ran};
use crate::serve::Serving;

fn doctor(home: &Home, listen: &str) -> Ran {
    let mut command = home.command(&["doctor", "--json"]);
    Ran::of(command.env("QUINTET_LISTEN", listen).output().unwrap())
}

/// The checks that are not as they should be. How full its disk is, is the business of the machine that tests run on.
fn odd(ran: &Ran) -> Vec<Value> {
    ran.json().into_iter().filter(|one| one["status"] != "ok" && one["check"] != "disk").collect()
}

/// Any free port does.
const FREE: &str = "127.0.0.1:0";

fn furnished() -> Home {
    let home = Home::new();
    home.run(&["remember", "Dana moved to Lisbon."]).quiet();
    home
}

/// The one check that is not as it should be, with its status; all others are.
#[track_caller]
fn only(ran: Ran, code: i32, check: &str, status: &str, detail: &str) {
    let ran = ran.exit(code);
    let odd = odd(&ran);
    assert_eq!(odd.len(), 1, "{ran:?}");
    assert_eq!((&odd[0]["check"], &odd[0]["status"]), (&json!(check), &json!(status)));
    assert!(odd[0]["detail"].as_str().unwrap().contains(detail), "{detail}: {odd:?}");
}

#[test]
fn nothing_is_wrong_where_nothing_is() {
    for home in [Home::new(), furnished()] {
        let ran = doctor(&home, FREE).quiet();
        let checks = ran.json();
        let names: Vec<&str> = checks.iter().map(|check| check["check"].as_str().unwrap()).collect();
        let expected = [
            "data folder",
            "embedding model",
            "contexts",
            "language model",
            "permissions",
            "disk",
            "server",
            "port",
            "clock",
            "settings",
            "mcp",
        ];
        assert_eq!(names, expected);
        assert_eq!(odd(&ran), Vec::<Value>::new());
        assert!(checks[10]["detail"].as_str().unwrap().contains("10 tools in both eras"), "{checks:?}");
    }
}

#[cfg(unix)]
#[test]
fn files_that_others_may_read_are_found() {
    use std::os::unix::fs::PermissionsExt;
    let home = furnished();
    let loosen = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    loosen(&home.data(), 0o755);
    only(doctor(&home, FREE), 1, "permissions", "fail", "chmod 700");
    loosen(&home.data(), 0o700);
    let file = home.data().join("contexts/default/memory.db");
    loosen(&file, 0o640);
    only(doctor(&home, FREE), 1, "permissions", "fail", "chmod 600");
    loosen(&file, 0o600);
    let key = home.file("key", "a-key-of-a-server");
    loosen(std::path::Path::new(&key), 0o644);
    let mut command = home.command(&["doctor", "--json"]);
    let ran = Ran::of(command.env("QUINTET_LISTEN", FREE).env("QUINTET_KEY_FILE", &key).output().unwrap());
    assert!(!ran.out.contains("a-key-of"), "{ran:?}");
    only(ran, 1, "permissions", "fail", &format!("chmod 600 {key}"));
}

#[test]
fn a_clock_behind_the_records_and_a_taken_port_are_found() {
    let home = furnished();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    only(doctor(&home, &address), 0, "port", "warn", "--listen");
    let control = std::fs::OpenOptions::new().write(true).open(home.data().join("control.db")).unwrap();
    let written = control.metadata().unwrap().modified().unwrap();
    control.set_modified(written + std::time::Duration::from_secs(86_400)).unwrap();
    only(doctor(&home, FREE), 1, "clock", "fail", "set the clock");
}

#[test]
fn settings_that_are_wrong_are_one_check_of_many() {
    let home = furnished();
    std::fs::create_dir_all(home.folder.path().join(".config/quintet")).unwrap();
    home.file(".config/quintet/config.toml", "llm.modle = \"x\"\n");
    only(doctor(&home, FREE), 2, "settings", "fail", "did you mean 'llm.model'");
    home.file(".config/quintet/config.toml", "");
    let mut command = home.command(&["doctor", "--json"]);
    let ran = Ran::of(command.env("QUINTET_LISTEN", FREE).env("QUINTET_DATUM", "x").output().unwrap());
    only(ran, 0, "settings", "warn", "QUINTET_DATUM");
}

#[test]
fn the_process_that_has_the_folder_is_looked_at() {
    let home = furnished();
    let serving = Serving::start(home.command(&["serve", "--listen", "127.0.0.1:0"]));
    let ran = doctor(&home, &serving.address).quiet();
    assert_eq!(odd(&ran), Vec::<Value>::new());
    let checks = ran.json();
    assert!(checks[6]["detail"].as_str().unwrap().contains(&serving.address), "{checks:?}");
    assert!(checks[7]["detail"].as_str().unwrap().contains("is the server's"), "{checks:?}");
    assert_eq!(serving.stop("KILL").0, None);
    // It left its notice behind.
    assert!(home.data().join("server.json").exists());
    let checks = doctor(&home, FREE).quiet().json();
    assert!(checks[6]["detail"].as_str().unwrap().contains("no harm"), "{checks:?}");

    // Somebody has the folder, and nobody answers where its server said it was.
    let lock = std::fs::File::open(home.data().join("lock")).unwrap();
    lock.lock().unwrap();
    only(doctor(&home, FREE), 1, "server", "fail", "start it anew");
    std::fs::remove_file(home.data().join("server.json")).unwrap();
    only(doctor(&home, FREE), 0, "server", "warn", "serves nobody");
}

#[test]
fn another_model_and_damaged_records_are_found() {
    let home = furnished();
    let database = home.data().join("contexts/default/memory.db");
    let connection = rusqlite::Connection::open(&database).unwrap();
    let changed =
        connection.execute("UPDATE meta SET value = replace(value, '384', '385') WHERE value LIKE '%384%'", ());
    assert_eq!(changed, Ok(1));
    drop(connection);
    let ran = doctor(&home, FREE);
    assert!(ran.code != Some(0) && ran.json()[2]["status"] == "fail", "{ran:?}");
    std::fs::write(home.data().join("control.db"), "this is no database at all").unwrap();
    only(doctor(&home, FREE), 7, "contexts", "fail", "damaged");
}
