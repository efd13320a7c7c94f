//! Archives that somebody else made: none of them writes anything.

use std::path::Path;

use serde_json::{Value, json};
use tar::{Archive, Builder, EntryType, Header};

use crate::backup::{furnished, listing};

type Entries = Vec<(Header, Vec<u8>)>;

/// What is wrong with an archive, the archive, and how a restore of it ends.
type Hostile = (String, Vec<u8>, i32);

/// An entry of any name and kind.
fn entry(name: &[u8], kind: EntryType, size: u64, link: &str) -> Header {
    let mut header = Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name);
    header.as_old_mut().linkname[..link.len()].copy_from_slice(link.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(0o777);
    header.set_size(size);
    header.set_cksum();
    header
}

/// The entries of an archive.
fn entries(bytes: &[u8]) -> Entries {
    let mut archive = Archive::new(bytes);
    let read = |mut entry: tar::Entry<'_, &[u8]>| {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut entry, &mut bytes).unwrap();
        (entry.header().clone(), bytes)
    };
    archive.entries().unwrap().map(|entry| read(entry.unwrap())).collect()
}

fn packed(entries: &Entries) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (header, bytes) in entries {
        builder.append(header, bytes.as_slice()).unwrap();
    }
    builder.into_inner().unwrap()
}

/// The same with another manifest.
fn saying(good: &Entries, change: impl FnOnce(&mut Value)) -> Entries {
    let mut manifest: Value = serde_json::from_slice(&good[0].1).unwrap();
    change(&mut manifest);
    let text = serde_json::to_vec(&manifest).unwrap();
    let head = entry(b"manifest.json", EntryType::Regular, text.len() as u64, "");
    std::iter::once((head, text)).chain(good[1..].iter().cloned()).collect()
}

/// Entries that a data folder has not, also where the list has them.
fn strange_names(good: &Entries) -> Vec<Hostile> {
    let names: [&[u8]; 14] = [
        b"../evil",
        b"/tmp/quintet-evil",
        b"contexts/../../evil",
        b"contexts/default/../../../evil",
        b"C:\\evil",
        b"\\\\host\\share\\evil",
        b"evil\0.db",
        b"admin.key",
        b"contexts/default/mark",
        b"CONTROL.DB",
        b"./control.db",
        b"control.db",
        b"contexts/DEFAULT/memory.db",
        b"manifest.json",
    ];
    let mut hostile = Vec::new();
    for name in names {
        let told = String::from_utf8_lossy(name).into_owned();
        let with = |entries: &Entries| {
            let more = (entry(name, EntryType::Regular, 4, ""), b"evil".to_vec());
            packed(&entries.iter().cloned().chain([more]).collect())
        };
        let listed = saying(good, |manifest| {
            let file = json!({ "name": told, "bytes": 4, "sha256": "0".repeat(64) });
            manifest["files"].as_array_mut().unwrap().push(file);
        });
        hostile.push((told.clone(), with(good), 7));
        hostile.push((format!("listed {told}"), with(&listed), 7));
    }
    hostile
}

/// Entries that are no files.
fn strange_kinds(good: &Entries) -> Vec<Hostile> {
    let kinds = [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::Char,
        EntryType::Block,
        EntryType::Fifo,
        EntryType::Directory,
        EntryType::Continuous,
        EntryType::GNUSparse,
        EntryType::GNULongName,
        EntryType::GNULongLink,
        EntryType::XHeader,
        EntryType::XGlobalHeader,
    ];
    let names = [&b"control.db"[..], b"contexts/default/memory.db", b"contexts"];
    let of = |kind, name| {
        let mut with = good.clone();
        with.insert(1, (entry(name, kind, 0, "../../outside"), Vec::new()));
        (format!("{kind:?}"), packed(&with), 7)
    };
    kinds.into_iter().flat_map(|kind| names.map(|name| of(kind, name))).collect()
}

/// Archives that are not what they say.
fn strange_contents(good: &Entries) -> Vec<Hostile> {
    let changed = |at: usize, change: &dyn Fn(&mut Vec<u8>)| {
        let mut with = good.clone();
        change(&mut with[at].1);
        let length = with[at].1.len() as u64;
        with[at].0.set_size(length);
        with[at].0.set_cksum();
        packed(&with)
    };
    let said = |change: &dyn Fn(&mut Value)| packed(&saying(good, change));
    let whole = packed(good);
    let archives = [
        ("longer", changed(1, &|bytes| bytes.extend([0; 4096])), 7),
        ("shorter", changed(2, &|bytes| bytes.truncate(4096)), 7),
        ("other", changed(3, &|bytes| *bytes.last_mut().unwrap() ^= 1), 7),
        ("missing", packed(&good[..3].to_vec()), 7),
        ("cut", whole[..whole.len() / 2].to_vec(), 7),
        ("empty", Vec::new(), 2),
        ("noise", b"this is no archive ".repeat(99), 2),
        ("no manifest", packed(&good[1..].to_vec()), 2),
        ("other format", said(&|said| said["format"] = json!("x")), 2),
        ("newer", said(&|said| said["version"] = json!(9)), 5),
        ("unknown member", said(&|said| said["evil"] = json!(9)), 7),
        (
            "listed twice",
            said(&|said| {
                let files = said["files"].as_array_mut().unwrap();
                files.push(files[0].clone());
            }),
            7,
        ),
        ("huge", said(&|said| said["files"][0]["bytes"] = json!(u64::MAX)), 7),
    ];
    archives.into_iter().map(|(what, bytes, code)| (what.to_owned(), bytes, code)).collect()
}

#[test]
fn hostile_archives_write_nothing_outside_and_nothing_inside() {
    let home = furnished();
    home.run(&["backup", "good.tar"]).quiet();
    let good = entries(&std::fs::read(home.folder.path().join("good.tar")).unwrap());
    let hostile = [strange_names(&good), strange_kinds(&good), strange_contents(&good)].concat();
    for (what, bytes, code) in hostile {
        let file = home.file("hostile.tar", bytes);
        let before = listing(home.folder.path());
        let ran = home.run(&["restore", &file, "--into", "target"]);
        assert_eq!(ran.code, Some(code), "{what}: {ran:?}");
        assert!(ran.refused(code).len() < 400, "{what}");
        assert_eq!(listing(home.folder.path()), before, "{what}");
    }
    assert!(!Path::new("/tmp/quintet-evil").exists());
    // What they were made of is sound.
    home.run(&["restore", "good.tar", "--into", "target"]).quiet();
}
