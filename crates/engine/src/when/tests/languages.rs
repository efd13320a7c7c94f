//! The commonest patterns of German, Spanish, French, Chinese and Japanese, on Wednesday 2026-03-18 10:30 UTC looking
//! back: what each means first (start and end, or an order).

use super::*;

/// The most likely reading: relation, start and end.
fn first_reading(text: &str) -> String {
    let zone = jiff::tz::TimeZone::UTC;
    let found = resolve(text, &reference(&zone));
    let only: Vec<Intent> = found
        .into_iter()
        .map(|intent| Intent { hypotheses: intent.hypotheses.into_iter().take(1).collect(), ..intent })
        .collect();
    render(&only)
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(text, expected)| {
            let got = first_reading(text);
            (got != *expected).then(|| format!("{text}: expected {expected}, got {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}

#[test]
fn german() {
    check(&[
        ("Was habe ich gestern gemacht?", "2026-03-17 day"),
        ("vorgestern", "2026-03-16 day"),
        ("heute", "2026-03-18 day"),
        ("morgen", "2026-03-19 day"),
        ("übermorgen", "2026-03-20 day"),
        ("gestern Abend", "2026-03-17T18:00:00/2026-03-18 hour"),
        ("heute Morgen", "2026-03-18/2026-03-18T12:00:00 hour"),
        ("letzte Nacht", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour"),
        ("letzte Woche", "2026-03-09/2026-03-16 week"),
        ("nächste Woche", "2026-03-23/2026-03-30 week"),
        ("vorletzte Woche", "2026-03-02/2026-03-09 week"),
        ("letzten Monat", "2026-02-01/2026-03-01 month"),
        ("nächsten Monat", "2026-04-01/2026-05-01 month"),
        ("im letzten Jahr", "2025-01-01/2026-01-01 year"),
        ("letzten Freitag", "2026-03-13 day"),
        ("nächsten Dienstag", "2026-03-24 day"),
        ("am Montag", "2026-03-16 day"),
        ("am Wochenende", "2026-03-13T18:00:00/2026-03-16 hour"),
        ("letztes Wochenende", "2026-03-13T18:00:00/2026-03-16 hour"),
        ("vor drei Tagen", "2026-03-15 day"),
        ("vor zwei Wochen", "2026-03-04 day"),
        ("vor einem Jahr", "2025-03-01/2025-04-01 month"),
        ("in drei Tagen", "2026-03-21 day"),
        ("in zwei Wochen", "2026-04-01 day"),
        ("am 3. März 2025", "2025-03-03 day"),
        ("3.4.2025", "2025-04-03 day"),
        ("im März 2025", "2025-03-01/2025-04-01 month"),
        ("im Jahr 2019", "2019-01-01/2020-01-01 year"),
        ("Ende 2025", "2025-09-01/2026-01-01 month"),
        ("Anfang März 2026", "2026-03-01/2026-03-11 day"),
        ("in den 90er Jahren", "1990-01-01/2000-01-01 decade"),
        ("seit Montag", "since 2026-03-16/2026-03-18T10:30:00 day"),
        ("seit 2019", "since 2019-01-01/2026-03-18T10:30:00 year"),
        ("bis Ende 2025", "until /2026-01-01 month"),
        ("vor Weihnachten", "until /2025-12-25 day"),
        ("nach Ostern 2025", "since 2025-04-21/ day"),
        ("von 2010 bis 2015", "between 2010-01-01/2016-01-01 year"),
        ("zwischen März und Mai 2025", "between 2025-03-01/2025-06-01 month"),
        ("die letzten drei Tage", "2026-03-15/2026-03-19 day"),
        ("letzten Sommer", "2025-06-21/2025-09-23 quarter"),
        ("gestern um 15 Uhr", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour"),
        ("Heiligabend 2025", "2025-12-24 day"),
        ("in KW 10", "2026-03-02/2026-03-09 week"),
    ]);
}

#[test]
fn spanish() {
    check(&[
        ("¿Qué hice ayer?", "2026-03-17 day"),
        ("anteayer", "2026-03-16 day"),
        ("hoy", "2026-03-18 day"),
        ("mañana", "2026-03-19 day"),
        ("pasado mañana", "2026-03-20 day"),
        ("anoche", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour"),
        ("ayer por la tarde", "2026-03-17T12:00:00/2026-03-17T19:00:00 hour"),
        ("esta mañana", "2026-03-18/2026-03-18T12:00:00 hour"),
        ("la semana pasada", "2026-03-09/2026-03-16 week"),
        ("la próxima semana", "2026-03-23/2026-03-30 week"),
        ("la semana que viene", "2026-03-23/2026-03-30 week"),
        ("el mes pasado", "2026-02-01/2026-03-01 month"),
        ("el próximo mes", "2026-04-01/2026-05-01 month"),
        ("el año pasado", "2025-01-01/2026-01-01 year"),
        ("el viernes pasado", "2026-03-13 day"),
        ("el próximo martes", "2026-03-24 day"),
        ("el lunes", "2026-03-16 day"),
        ("el fin de semana pasado", "2026-03-13T18:00:00/2026-03-16 hour"),
        ("hace tres días", "2026-03-15 day"),
        ("hace dos semanas", "2026-03-04 day"),
        ("hace un año", "2025-03-01/2025-04-01 month"),
        ("en tres días", "2026-03-21 day"),
        ("dentro de dos semanas", "2026-04-01 day"),
        ("el 3 de marzo de 2025", "2025-03-03 day"),
        ("en marzo de 2025", "2025-03-01/2025-04-01 month"),
        ("en 2019", "2019-01-01/2020-01-01 year"),
        ("a finales de 2025", "2025-09-01/2026-01-01 month"),
        ("a principios de marzo de 2026", "2026-03-01/2026-03-11 day"),
        ("los años 90", "1990-01-01/2000-01-01 decade"),
        ("desde el lunes", "since 2026-03-16/2026-03-18T10:30:00 day"),
        ("desde 2019", "since 2019-01-01/2026-03-18T10:30:00 year"),
        ("hasta 2025", "until /2026-01-01 year"),
        ("antes de Navidad", "until /2025-12-25 day"),
        ("después de 2010", "since 2011-01-01/ year"),
        ("de 2010 a 2015", "between 2010-01-01/2016-01-01 year"),
        ("entre marzo y mayo de 2025", "between 2025-03-01/2025-06-01 month"),
        ("los últimos tres días", "2026-03-15/2026-03-19 day"),
        ("el verano pasado", "2025-06-21/2025-09-23 quarter"),
        ("ayer a las 3 de la tarde", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour"),
        ("Nochebuena 2025", "2025-12-24 day"),
    ]);
}

#[test]
fn french() {
    check(&[
        ("Qu'est-ce que j'ai fait hier ?", "2026-03-17 day"),
        ("avant-hier", "2026-03-16 day"),
        ("aujourd'hui", "2026-03-18 day"),
        ("demain", "2026-03-19 day"),
        ("après-demain", "2026-03-20 day"),
        ("hier soir", "2026-03-17T18:00:00/2026-03-18 hour"),
        ("ce matin", "2026-03-18/2026-03-18T12:00:00 hour"),
        ("cette nuit", "2026-03-18T18:00:00/2026-03-19T05:00:00 hour"),
        ("la semaine dernière", "2026-03-09/2026-03-16 week"),
        ("la semaine prochaine", "2026-03-23/2026-03-30 week"),
        ("le mois dernier", "2026-02-01/2026-03-01 month"),
        ("le mois prochain", "2026-04-01/2026-05-01 month"),
        ("l'année dernière", "2025-01-01/2026-01-01 year"),
        ("l'an dernier", "2025-01-01/2026-01-01 year"),
        ("vendredi dernier", "2026-03-13 day"),
        ("mardi prochain", "2026-03-24 day"),
        ("lundi", "2026-03-16 day"),
        ("le week-end dernier", "2026-03-13T18:00:00/2026-03-16 hour"),
        ("il y a trois jours", "2026-03-15 day"),
        ("il y a deux semaines", "2026-03-04 day"),
        ("il y a un an", "2025-03-01/2025-04-01 month"),
        ("dans trois jours", "2026-03-21 day"),
        ("dans deux semaines", "2026-04-01 day"),
        ("le 3 mars 2025", "2025-03-03 day"),
        ("en mars 2025", "2025-03-01/2025-04-01 month"),
        ("en 2019", "2019-01-01/2020-01-01 year"),
        ("fin 2025", "2025-09-01/2026-01-01 month"),
        ("début mars 2026", "2026-03-01/2026-03-11 day"),
        ("mi-mars 2026", "2026-03-11/2026-03-21 day"),
        ("les années 90", "1990-01-01/2000-01-01 decade"),
        ("depuis lundi", "since 2026-03-16/2026-03-18T10:30:00 day"),
        ("depuis 2019", "since 2019-01-01/2026-03-18T10:30:00 year"),
        ("jusqu'en 2025", "until /2026-01-01 year"),
        ("avant Noël", "until /2025-12-25 day"),
        ("après 2010", "since 2011-01-01/ year"),
        ("de 2010 à 2015", "between 2010-01-01/2016-01-01 year"),
        ("entre mars et mai 2025", "between 2025-03-01/2025-06-01 month"),
        ("les trois derniers jours", "2026-03-15/2026-03-19 day"),
        ("l'été dernier", "2025-06-21/2025-09-23 quarter"),
        ("hier à 15h30", "2026-03-17T15:30:00 minute"),
    ]);
}

#[test]
fn chinese() {
    check(&[
        ("我昨天做了什么？", "2026-03-17 day"),
        ("前天", "2026-03-16 day"),
        ("今天", "2026-03-18 day"),
        ("明天", "2026-03-19 day"),
        ("后天", "2026-03-20 day"),
        ("昨晚", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour"),
        ("昨天下午", "2026-03-17T12:00:00/2026-03-17T19:00:00 hour"),
        ("上周", "2026-03-09/2026-03-16 week"),
        ("下周", "2026-03-23/2026-03-30 week"),
        ("上个月", "2026-02-01/2026-03-01 month"),
        ("下个月", "2026-04-01/2026-05-01 month"),
        ("去年", "2025-01-01/2026-01-01 year"),
        ("前年", "2024-01-01/2025-01-01 year"),
        ("明年", "2027-01-01/2028-01-01 year"),
        ("星期一", "2026-03-16 day"),
        ("上周五", "2026-03-13 day"),
        ("上个星期一", "2026-03-09 day"),
        ("下周三", "2026-03-25 day"),
        ("上周末", "2026-03-13T18:00:00/2026-03-16 hour"),
        ("三天前", "2026-03-15 day"),
        ("两周前", "2026-03-04 day"),
        ("两个星期前", "2026-03-04 day"),
        ("一年前", "2025-03-01/2025-04-01 month"),
        ("三天后", "2026-03-21 day"),
        ("两周后", "2026-04-01 day"),
        ("2025年3月3日", "2025-03-03 day"),
        ("3月3号", "2026-03-03 day"),
        ("2025年3月", "2025-03-01/2025-04-01 month"),
        ("2019年", "2019-01-01/2020-01-01 year"),
        ("去年夏天", "2025-06-21/2025-09-23 quarter"),
        ("2025年底", "2025-09-01/2026-01-01 month"),
        ("90年代", "1990-01-01/2000-01-01 decade"),
        ("从2019年开始", "since 2019-01-01/2026-03-18T10:30:00 year"),
        ("自去年以来", "since 2025-01-01/2026-03-18T10:30:00 year"),
        ("2010年到2015年", "between 2010-01-01/2016-01-01 year"),
        ("从周一到周三", "between 2026-03-16/2026-03-19 day"),
        ("圣诞节前", "until /2025-12-25 day"),
        ("2010年之后", "since 2011-01-01/ year"),
        ("过去三天", "2026-03-15/2026-03-19 day"),
        ("昨天下午3点", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour"),
        ("中秋节2025年", "2025-10-06 day"),
    ]);
}

#[test]
fn japanese() {
    check(&[
        ("昨日何をしましたか", "2026-03-17 day"),
        ("一昨日", "2026-03-16 day"),
        ("今日", "2026-03-18 day"),
        ("明日", "2026-03-19 day"),
        ("明後日", "2026-03-20 day"),
        ("昨夜", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour"),
        ("今朝", "2026-03-18/2026-03-18T12:00:00 hour"),
        ("昨日の午後", "2026-03-17T12:00:00/2026-03-17T19:00:00 hour"),
        ("先週", "2026-03-09/2026-03-16 week"),
        ("来週", "2026-03-23/2026-03-30 week"),
        ("先々週", "2026-03-02/2026-03-09 week"),
        ("先月", "2026-02-01/2026-03-01 month"),
        ("来月", "2026-04-01/2026-05-01 month"),
        ("去年", "2025-01-01/2026-01-01 year"),
        ("一昨年", "2024-01-01/2025-01-01 year"),
        ("来年", "2027-01-01/2028-01-01 year"),
        ("月曜日", "2026-03-16 day"),
        ("先週の金曜日", "2026-03-13 day"),
        ("来週の火曜日", "2026-03-24 day"),
        ("先週末", "2026-03-13T18:00:00/2026-03-16 hour"),
        ("3日前", "2026-03-15 day"),
        ("2週間前", "2026-03-04 day"),
        ("1年前", "2025-03-01/2025-04-01 month"),
        ("3日後", "2026-03-21 day"),
        ("2週間後", "2026-04-01 day"),
        ("2025年3月3日", "2025-03-03 day"),
        ("2025年3月", "2025-03-01/2025-04-01 month"),
        ("2019年に", "2019-01-01/2020-01-01 year"),
        ("3月に", "2026-03-01/2026-04-01 month"),
        ("去年の夏", "2025-06-21/2025-09-23 quarter"),
        ("1990年代", "1990-01-01/2000-01-01 decade"),
        ("2019年から", "since 2019-01-01/2026-03-18T10:30:00 year"),
        ("2019年以来", "since 2019-01-01/2026-03-18T10:30:00 year"),
        ("2025年3月まで", "until /2025-04-01 month"),
        ("2010年から2015年まで", "between 2010-01-01/2016-01-01 year"),
        ("月曜日から水曜日まで", "between 2026-03-16/2026-03-19 day"),
        ("クリスマスの前", "until /2025-12-25 day"),
        ("この3日間", "2026-03-15/2026-03-19 day"),
        ("昨日15時30分", "2026-03-17T15:30:00 minute"),
        ("昨日の午後3時", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour"),
    ]);
}
