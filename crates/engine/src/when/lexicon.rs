//! Words that mean something alone: numbers, ordinals, units, months, weekdays, parts of the day, seasons.
//!
//! English, German, Spanish, French, Chinese and Japanese in one list, since a memory's language is not known. A word
//! that is also an everyday word of some language is `weak`: it needs company. Must not know patterns.

use super::civil::Unit;
use super::series::{DayPart, Series};
use super::value::{Form, Time, Value, field};

/// Signs and letters that dates and times are written with ("2026-W12", "10:00:00Z"); they must not end a stretch.
pub(super) const SIGNS: &str = ", . : / - ' @ t w z";

/// Number words too common to make a stretch worth parsing.
pub(super) const SMALL: &str = "one few several some couple";

/// Entries: words apart by blanks, and their value.
pub(super) fn entries() -> Vec<(&'static str, Value)> {
    let mut all = Vec::with_capacity(256);
    numbers(&mut all);
    units(&mut all);
    names(&mut all);
    parts(&mut all);
    all
}

const CARDINALS: [(f64, &str); 42] = [
    (1.0, "one eins uno 一"),
    (2.0, "two zwei dos deux 二 两"),
    (3.0, "three drei tres trois 三"),
    (4.0, "four vier cuatro quatre 四"),
    (5.0, "five fünf cinco cinq 五"),
    (6.0, "six sechs seis 六"),
    (7.0, "seven sieben siete sept 七"),
    (8.0, "eight acht ocho huit 八"),
    (9.0, "nine neun nueve neuf 九"),
    (10.0, "ten zehn diez dix 十"),
    (11.0, "eleven elf onze 十一"),
    (12.0, "twelve zwölf doce douze 十二"),
    (13.0, "thirteen dreizehn trece treize 十三"),
    (14.0, "fourteen vierzehn catorce quatorze 十四"),
    (15.0, "fifteen fünfzehn quince quinze 十五"),
    (16.0, "sixteen sechzehn dieciséis 十六"),
    (17.0, "seventeen siebzehn diecisiete 十七"),
    (18.0, "eighteen achtzehn dieciocho 十八"),
    (19.0, "nineteen neunzehn diecinueve 十九"),
    (20.0, "twenty zwanzig veinte vingt 二十"),
    (21.0, "einundzwanzig veintiuno 二十一"),
    (22.0, "zweiundzwanzig veintidós 二十二"),
    (23.0, "dreiundzwanzig veintitrés 二十三"),
    (24.0, "vierundzwanzig veinticuatro 二十四"),
    (25.0, "fünfundzwanzig veinticinco 二十五"),
    (26.0, "sechsundzwanzig veintiséis 二十六"),
    (27.0, "siebenundzwanzig veintisiete 二十七"),
    (28.0, "achtundzwanzig veintiocho 二十八"),
    (29.0, "neunundzwanzig veintinueve 二十九"),
    (31.0, "einunddreißig 三十一"),
    (0.25, "¼"),
    (0.75, "¾"),
    (30.0, "thirty dreißig treinta trente 三十"),
    (40.0, "forty vierzig cuarenta quarante"),
    (50.0, "fifty fünfzig cincuenta cinquante"),
    (60.0, "sixty sesenta"),
    (70.0, "seventy setenta"),
    (80.0, "eighty ochenta"),
    (90.0, "ninety noventa"),
    (100.0, "hundred hundert cien cent 百"),
    (1_000.0, "thousand tausend 千"),
    (0.5, "half ½"),
];
const ORDINALS: [&str; 31] = [
    "first 1er",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twenty-first",
    "twenty-second",
    "twenty-third",
    "twenty-fourth",
    "twenty-fifth",
    "twenty-sixth",
    "twenty-seventh",
    "twenty-eighth",
    "twenty-ninth",
    "thirtieth",
    "thirty-first",
];

fn numbers(all: &mut Vec<(&'static str, Value)>) {
    for (value, words) in CARDINALS {
        all.push((words, Value::Number { value, digits: 0, vague: false }));
    }
    for (value, words) in [(2.0, "couple"), (3.0, "few several some paar unos unas quelques 几 幾")] {
        all.push((words, Value::Number { value, digits: 0, vague: true }));
    }
    for (idx, words) in ORDINALS.into_iter().enumerate() {
        all.push((words, Value::Ordinal(idx as i64 + 1)));
    }
}

fn units(all: &mut Vec<(&'static str, Value)>) {
    const UNITS: [(Unit, &str); 9] = [
        (Unit::Second, "second seconds sec secs sekunde sekunden segundo segundos seconde secondes 秒"),
        (Unit::Minute, "minute minutes min mins minuten minuto minutos 分钟 分鐘 分 分間"),
        (Unit::Hour, "hour hours hr hrs h stunde stunden hora horas heure heures 小时 小時 个小时 個小時 钟头 時間"),
        (Unit::Day, "day days night nights tag tage tagen día días dia dias jour jours 天 日 日間"),
        (
            Unit::Week,
            "week weeks wk wks woche wochen semana semanas semaine semaines 周 週 星期 礼拜 个星期 個星期 个礼拜 週間",
        ),
        (
            Unit::Month,
            "month months mo mos monat monate monaten mes meses mois 个月 個月 月 ヶ月 か月 カ月 ヵ月 ヶ月間 か月間",
        ),
        (Unit::Quarter, "quarter quarters qtr qtrs quartal trimestre trimestres 季度"),
        (Unit::Year, "year years yr yrs jahr jahre jahren año años ano ans année années 年 年間"),
        (Unit::Decade, "decade decades jahrzehnt jahrzehnte década décadas décennie décennies"),
    ];
    for (unit, words) in UNITS {
        all.push((words, Value::Unit(unit)));
    }
    all.push(("century centuries", Value::Unit(Unit::Century)));
}

fn names(all: &mut Vec<(&'static str, Value)>) {
    // Strong names, then those that are also everyday words or first names.
    const MONTHS: [(&str, &str); 12] = [
        ("january januar jänner enero janvier 一月 1月", "jan"),
        ("february februar febrero février 二月", "feb"),
        ("märz 三月", "march mar marzo mars"),
        ("abril avril 四月", "april apr"),
        ("mayo 五月", "may mai"),
        ("junio juin 六月", "june jun juni"),
        ("julio juillet 七月", "july jul juli"),
        ("août 八月", "august aug agosto aout"),
        ("september septiembre septembre setiembre 九月", "sep sept"),
        ("october oktober octubre octobre 十月", "oct okt"),
        ("november noviembre novembre 十一月", "nov"),
        ("december dezember diciembre décembre 十二月", "dec dez dic"),
    ];
    const WEEKDAYS: [(&str, &str); 7] = [
        ("monday mondays montag lunes lundi 星期一 周一 礼拜一 月曜日 月曜", "mon"),
        ("tuesday tuesdays dienstag martes mardi 星期二 周二 礼拜二 火曜日 火曜", "tue tues"),
        ("wednesday wednesdays mittwoch miércoles mercredi 星期三 周三 礼拜三 水曜日 水曜", "wed weds"),
        ("thursday thursdays donnerstag jueves jeudi 星期四 周四 礼拜四 木曜日 木曜", "thu thur thurs"),
        ("friday fridays freitag viernes vendredi 星期五 周五 礼拜五 金曜日 金曜", "fri"),
        ("saturday saturdays samstag sábado samedi 星期六 周六 礼拜六 土曜日 土曜", "sat"),
        ("sunday sundays sonntag domingo dimanche 星期天 星期日 周日 周天 礼拜天 礼拜日 日曜日 日曜", "sun"),
    ];
    for (idx, (strong, weak)) in MONTHS.into_iter().enumerate() {
        let month = |weak| Time { weak, ..Time::new(Series::Month(idx as i8 + 1), Form::Month, field::MONTH) };
        all.push((strong, Value::Time(month(false).latent())));
        all.push((weak, Value::Time(month(true).latent())));
    }
    for (idx, (strong, weak)) in WEEKDAYS.into_iter().enumerate() {
        let weekday = Time::new(Series::Weekday(idx as i8), Form::Weekday, field::WEEKDAY);
        all.push((strong, Value::Time(weekday.clone())));
        all.push((weak, Value::Time(Time { weak: true, ..weekday.latent() })));
    }
}

fn parts(all: &mut Vec<(&'static str, Value)>) {
    const HOUR: i64 = 3_600;
    const PARTS: [(i64, i64, &str); 4] = [
        (0, 12, "morning mornings vormittag matin matinée madrugada 早上 早晨 清晨 上午 午前 凌晨 朝"),
        (12, 19, "afternoon afternoonish nachmittag tarde 下午 午後"),
        (18, 24, "evening evenings abend soir soirée 晚上 傍晚 夕方"),
        (18, 29, "night nights nacht noche nuit 夜 夜里 夜裡 晩"),
    ];
    const SEASONS: [&str; 4] = [
        "spring frühling frühjahr primavera printemps 春天 春",
        "summer summers sommer verano été 夏天 夏",
        "autumn fall herbst otoño automne 秋天 秋",
        "winter winters invierno hiver 冬天 冬",
    ];
    for (from, to, words) in PARTS {
        let part = Series::DayPart(DayPart { from: from * HOUR, to: to * HOUR });
        all.push((words, Value::Time(Time::new(part, Form::Part, field::PART).latent())));
    }
    for (from, to, words) in [(11, 14, "lunch lunchtime"), (17, 21, "dinner dinnertime"), (6, 10, "breakfast")] {
        let part = Series::DayPart(DayPart { from: from * HOUR, to: to * HOUR });
        all.push((words, Value::Time(Time { weak: true, ..Time::new(part, Form::Part, field::PART).latent() })));
    }
    for (idx, words) in SEASONS.into_iter().enumerate() {
        let season = Time::new(Series::Season(idx as i8), Form::Season, field::SEASON);
        all.push((words, Value::Time(Time { weak: true, ..season.latent() })));
    }
    let weekend = Time::new(Series::Weekend, Form::Weekend, field::WEEKDAY | field::MONTH_DAY);
    all.push(("weekend weekends wkend wochenende week-end 周末 週末", Value::Time(weekend.latent())));
}
