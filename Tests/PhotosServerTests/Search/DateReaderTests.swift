import Foundation
import PhotoModel
import Testing
@testable import PhotosServer

/// What words mean on Wednesday, 13 October 2021.
@Suite struct DateReaderTests {
    private static let reader = DateReader(today: CivilDate(year: 2021, month: 10, day: 13))

    /// `2021-10-01…2021-10-31`, with a stroke between alternatives; `*-10-13` for every year. Empty where the words are not one date.
    private static func meaning(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        guard let reading = reader.read(words[...]), reading.count == words.count else { return "" }
        return switch reading.meaning {
        case .days(let spans): spans.map { span in
            let ends = [span.first, span.last].map { $0?.text ?? "" }
            return ends[0] == ends[1] ? ends[0] : ends.joined(separator: "…")
        }.joined(separator: "|")
        case .yearly(let days): days.map { "*-\($0.month)-\($0.day ?? 0)" }.joined(separator: "|")
        }
    }

    @Test(arguments: [
        ("last October", "2020-10-01…2020-10-31"), ("last September", "2021-09-01…2021-09-30"), ("this October", "2021-10-01…2021-10-31"),
        ("letzten Oktober", "2020-10-01…2020-10-31"), ("since last September", "2021-09-01…"),
        ("2 years ago", "2019-01-01…2019-12-31"), ("a year ago", "2020-01-01…2020-12-31"), ("three days ago", "2021-10-10"), ("2 weeks ago", "2021-09-27…2021-10-03"),
        ("vor 2 Jahren", "2019-01-01…2019-12-31"), ("vor einem Monat", "2021-09-01…2021-09-30"), ("vor fünf Tagen", "2021-10-08"), ("vor 2015", "…2014-12-31"),
        ("last 7 days", "2021-10-07…2021-10-13"), ("past week", "2021-10-07…2021-10-13"), ("last week", "2021-10-04…2021-10-10"),
        ("letzten 3 Monate", "2021-07-14…2021-10-13"), ("last 2 years", "2019-10-14…2021-10-13"),
        ("between 2019 and 2021", "2019-01-01…2021-12-31"), ("zwischen 2019 und 2021", "2019-01-01…2021-12-31"),
        ("between March 2019 and 2 June 2019", "2019-03-01…2019-06-02"), ("from 2019 to 2021", "2019-01-01…2021-12-31"), ("von 2019 bis 2021", "2019-01-01…2021-12-31"),
        ("Friday", "2021-10-08"), ("on Friday", "2021-10-08"), ("Wednesday", "2021-10-13"), ("last Wednesday", "2021-10-06"), ("Freitag", "2021-10-08"),
        ("am Freitag", "2021-10-08"), ("letzten Freitag", "2021-10-08"), ("Friday, 8 October 2021", "2021-10-08"), ("so", ""), ("do", ""), ("sun", ""),
        ("10/13", "*-10-13"), ("13/10", "*-10-13"), ("10/11", "*-11-10|*-10-11"), ("1/1", "*-1-1"), ("13/13", ""), ("29/2", "*-2-29"),
    ])
    func `English and German`(text: String, expected: String) { #expect(Self.meaning(text) == expected) }

    @Test(arguments: [
        ("最近7天", "2021-10-07…2021-10-13"), ("最近 7 天", "2021-10-07…2021-10-13"), ("最近一周", "2021-10-07…2021-10-13"), ("過去三個月", "2021-07-14…2021-10-13"),
        ("近两年", "2019-10-14…2021-10-13"), ("两年前", "2019-01-01…2019-12-31"), ("2年前", "2019-01-01…2019-12-31"), ("三天前", "2021-10-10"), ("2018年前", "…2017-12-31"),
        ("10/13", "*-10-13"), ("20211013", "2021-10-13"), ("20211301", ""), ("民國110年", "2021-01-01…2021-12-31"), ("民国110年10月13日", "2021-10-13"),
        ("２０２１年１０月", "2021-10-01…2021-10-31"), ("２０２１", "2021-01-01…2021-12-31"), ("二〇二一年", "2021-01-01…2021-12-31"), ("二零二一年十月十三日", "2021-10-13"),
        ("周五", "2021-10-08"), ("週五", "2021-10-08"), ("星期五", "2021-10-08"), ("礼拜五", "2021-10-08"), ("禮拜天", "2021-10-10"), ("星期天", "2021-10-10"),
        ("上周五", "2021-10-08"), ("上个星期一", "2021-10-04"), ("这周一", "2021-10-11"), ("2019年和2021年之间", ""), ("2019年 和 2021年之间", "2019-01-01…2021-12-31"),
    ])
    func Chinese(text: String, expected: String) { #expect(Self.meaning(text) == expected) }
}
