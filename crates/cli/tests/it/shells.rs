//! What shells and manual pages are made of.

use crate::program::Home;

#[test]
fn completions_and_manual_pages_are_written() {
    let home = Home::new();
    for (shell, mark) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef quintet"),
        ("fish", "complete -c quintet"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = home.run(&["completions", shell]).quiet().out;
        assert!(script.contains(mark) && script.contains("recall"), "{shell}");
    }
    home.run(&["completions", "cmd"]).exit(2);
    let page = home.run(&["man"]).quiet().out;
    assert!(page.contains(".TH quintet") && page.contains("recall"), "{page}");
    let page = home.run(&["man", "recall"]).quiet().out;
    assert!(page.contains(".TH") && page.contains("explain"), "{page}");
    assert!(home.run(&["man", "nothing"]).refused(2).contains("nothing"));
    assert!(!home.data().exists());
}
