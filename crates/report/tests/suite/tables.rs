//! Tables in all their forms.

use zermelo_report::*;

use crate::samples;

fn check(got: &str, expected: &str) {
    assert_eq!(got, expected, "\ngot:\n{got}\nexpected:\n{expected}");
}

#[test]
fn text_is_in_line() {
    check(
        &samples::table().to_text(),
        "\
Standings

Agent                     Games                Score                   Elo        p
------------------------  -----  -------------------  --------------------  -------
alphabeta(eval=improved)  8,000  70.0 % [69.0, 71.0]  +147 [+139, +155]***  < 0.001
alphabeta(eval=open)      8,000  51.2 % [50.2, 52.3]       +9 [+1, +16]*      0.030
mcts|2000                 8,000  28.7 % [27.8, 29.8]  −158 [−166, −149]       0.400
Intervals of 95 % (Wilson).
* p < 0.05, ** p < 0.01, *** p < 0.001.
",
    );
}

#[test]
fn markdown_shows_what_was_meant() {
    check(
        &samples::table().to_markdown(),
        "\
**Standings**

| Agent | Games | Score | Elo | p |
| --- | ---: | ---: | ---: | ---: |
| alphabeta(eval=improved) | 8,000 | 70.0 % \\[69.0, 71.0\\] | +147 \\[+139, +155\\]\\*\\*\\* | &lt; 0.001 |
| alphabeta(eval=open) | 8,000 | 51.2 % \\[50.2, 52.3\\] | +9 \\[+1, +16\\]\\* | 0.030 |
| mcts\\|2000 | 8,000 | 28.7 % \\[27.8, 29.8\\] | −158 \\[−166, −149\\] | 0.400 |

Intervals of 95 % (Wilson).

\\* p &lt; 0.05, \\*\\* p &lt; 0.01, \\*\\*\\* p &lt; 0.001.
",
    );
}

#[test]
fn csv_keeps_every_digit() {
    let csv = samples::table().to_csv();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let expected = [
        "Agent",
        "Games",
        "Score",
        "Score low",
        "Score high",
        "Score n",
        "Elo",
        "Elo low",
        "Elo high",
        "Elo mark",
        "p",
    ];
    assert_eq!(head, expected);
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.iter().map(|row| &row[0]).collect::<Vec<_>>()[2], "mcts|2000");
    assert_eq!((&rows[0][1], &rows[0][2], &rows[0][9], &rows[0][10]), ("8000", "0.7", "***", "0.00002"));
    assert_eq!(rows[0][6].parse::<f64>().unwrap(), zermelo_stats::elo_of_score(0.7));
}

#[test]
fn html_can_be_walked_through() {
    let html = samples::table().to_html();
    // This much of HTML is XML too.
    let document = roxmltree::Document::parse(&html).unwrap();
    let named = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
    assert_eq!(named("caption").next().unwrap().text(), Some("Standings"));
    let scopes: Vec<&str> = named("th").filter_map(|node| node.attribute("scope")).collect();
    assert_eq!(scopes, ["col", "col", "col", "col", "col", "row", "row", "row"]);
    assert_eq!(named("abbr").next().unwrap().attribute("title"), Some("p < 0.001"));
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut table = Table::new("A", vec![Column::text("name"), Column::count("n")]);
    let message = |result: Result<(), ReportError>| result.unwrap_err().to_string();
    assert_eq!(message(table.push(vec!["a".into()])), "`A`: row 1 has 1 values, expected 2");
    assert_eq!(
        message(table.push(vec!["a".into(), "b".into()])),
        "`A`: n of row 1 is b, but must be a number, as in the rest of the column"
    );
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(table.push(vec!["a".into(), bad.into()]), Err(ReportError::NotFinite { .. })));
    }
    let reversed = Estimate::new(1.0, (2.0, 0.0));
    assert!(matches!(table.push(vec!["a".into(), reversed.into()]), Err(ReportError::Reversed { .. })));
    table.push(vec!["a".into(), None::<u64>.into()]).unwrap();
    table.push(vec!["b".into(), u64::MAX.into()]).unwrap();
    assert_eq!(table.to_csv(), "name,n\na,\nb,18446744073709551615\n");
    assert_eq!(Table::new("Empty", Vec::new()).to_text(), "Empty\n\n\n\n");
}
