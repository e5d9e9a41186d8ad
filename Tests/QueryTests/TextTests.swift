import Foundation
import TestSupport
import Testing
@testable import Query

struct TextTests {
    static let folds: [(String, TextOptions, String)] = [
        ("Sea", [], "Sea"),
        ("SEA Side 9", .caseInsensitive, "sea side 9"),
        ("SEA", .diacriticInsensitive, "SEA"),
        ("ÉTÉ", .caseInsensitive, "été"),
        ("ÉTÉ", .diacriticInsensitive, "ETE"),
        ("E\u{301}TE\u{301}", [.caseInsensitive, .diacriticInsensitive], "ete"),
        ("e\u{301}", .caseInsensitive, "\u{E9}"),
        ("e\u{301}", .normalized, "e\u{301}"),
        // Apple's options keep what no mark made; the letters' own takes it.
        ("Tromsø Łódź Đà", [.caseInsensitive, .diacriticInsensitive], "tromsø łodz đa"),
        ("Tromsø Łódź Đà", [.caseInsensitive, .diacriticInsensitive, .latinLetters], "tromso lodz da"),
        ("ÆSOP, Œuvre, Þór, ısı", [.caseInsensitive, .diacriticInsensitive, .latinLetters], "aesop, oeuvre, thor, isi"),
        ("Straße GROẞ", [.diacriticInsensitive, .latinLetters], "Strasse GROSS"),
        ("ǾØ", .latinLetters, "ǾO"),
        ("日本🏖 Ελλάδα", .latinLetters, "日本🏖 Ελλάδα"),
        ("日本🏖", [.caseInsensitive, .diacriticInsensitive], "日本🏖"),
    ]

    @Test(arguments: folds.indices)
    func foldingBringsTextsToOneForm(_ index: Int) {
        let (text, options, expected) = Self.folds[index]
        // Bytes, since Swift takes composed and decomposed letters as equal.
        #expect(Array(TextFolding.fold(text, options).utf8) == Array(expected.utf8))
    }

    @Test func foldingTwiceChangesNothing() {
        for text in SeededRandom.texts {
            for options in [TextOptions.caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive]] {
                let once = TextFolding.fold(text, options)
                #expect(Array(TextFolding.fold(once, options).utf8) == Array(once.utf8), "\(text)")
            }
        }
    }

    static let likes: [(String, String, Bool)] = [
        ("", "", true), ("", "*", true), ("", "?", false), ("a", "", false), ("a", "?", true), ("ab", "?", false), ("ab", "a*", true),
        ("ab", "*b", true), ("ab", "*a", false), ("abcabc", "*abc", true), ("abcabd", "*abc", false), ("aXbXc", "a*b*c", true),
        ("a*c", "a\\*c", true), ("abc", "a\\*c", false), ("a?c", "a\\?c", true), ("a\\c", "a\\\\c", true), ("a\\", "a\\", true),
        ("line\nbreak", "line*break", true), ("🏖x", "?x", true), ("A", "a", false), ("a.c", "a.c", true), ("abc", "a.c", false),
        ("aaaa", "a**a", true), ("mississippi", "m*i?s*p?", true),
    ]

    @Test(arguments: likes.indices)
    func likeKnowsStarAndQuestionMark(_ index: Int) throws {
        let (text, pattern, expected) = Self.likes[index]
        #expect(try LikePattern(pattern).matches(text) == expected, "\(text) LIKE \(pattern)")
    }

    @Test(.timeLimit(.minutes(10))) func likeNeverTakesExponentialTime() throws {
        let pattern = LikePattern(String(repeating: "*a", count: 50) + "*b")
        #expect(try !pattern.matches(String(repeating: "a", count: 2_000)))
    }

    static let matches: [(String, String, TextOptions, Bool)] = [
        ("abc", "b", [], false), ("abc", ".*b.*", [], true), ("abc", "a|abc", [], true), ("ABC", "abc", [], false), ("ABC", "abc", .caseInsensitive, true),
        ("été", "ete", [], false), ("été", "ete", .diacriticInsensitive, true), ("ete", "été", .diacriticInsensitive, true), ("a1", "\\D\\d", .caseInsensitive, true),
        ("", "", [], true), ("abc\n", "abc", [], false), ("a\nb", "a.b", [], false), ("a\nb", "(?s)a.b", [], true), ("🏖", ".", [], true),
    ]

    @Test(arguments: matches.indices)
    func matchesFitsTheWholeText(_ index: Int) throws {
        let (text, pattern, options, expected) = Self.matches[index]
        #expect(try MatchPattern(pattern, options: options).matches(text) == expected, "\(text) MATCHES \(pattern)")
        #expect(try QueryFunctions.match(text, pattern: pattern, options: options.rawValue) == expected)
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["(a+)+", "(a|a)*", "(a|aa)+", "a*a*a*a*a*a*a*a*a*", "(.*)*", "(x+x+)+y|(a*)*b"])
    func anExplodingPatternEndsWithAnErrorOrAnAnswer(pattern: String) throws {
        let match = try MatchPattern(pattern)
        do throws(QueryError) {
            #expect(try !match.matches(String(repeating: "a", count: 2_000) + "!") || pattern == "(.*)*")
        } catch {
            #expect(error.code == .patternTooSlow)
        }
    }

    @Test func theStepBudgetIsWhatStopsAnExplodingPattern() throws {
        let match = try MatchPattern("(a|a)*")
        let error = #expect(throws: QueryError.self) { try match.matches(String(repeating: "a", count: 60) + "!") }
        #expect(error?.code == .patternTooSlow)
    }

    @Test func aLongPatternIsRefused() {
        let error = #expect(throws: QueryError.self) { try MatchPattern(String(repeating: "a", count: 5_000)) }
        #expect(error?.code == .pattern)
    }

    @Test func numbersCompareExactlyAcrossKinds() {
        let big: Int64 = (1 << 53) + 1
        #expect(!QueryValue.int(big).equals(.double(0x1p53)))
        #expect(QueryValue.int(big).compares(.greater, to: .double(0x1p53)))
        #expect(QueryValue.int(.max).compares(.less, to: .double(0x1p63)))
        #expect(QueryValue.int(.min).equals(.double(-0x1p63)))
        #expect(QueryValue.double(.nan).compares(.notEqual, to: .double(.nan)))
        #expect(QueryValue.bool(true).equals(.double(1)))
        #expect(!QueryValue.string("e\u{301}").equals(.string("\u{E9}")))
    }

    static let dates: [(String, Double?)] = [
        ("2001-01-01", 0), ("2001-01-02", 86_400), ("2000-12-31", -86_400), ("2001-01-01T01:02:03Z", 3_723), ("2001-01-01 01:02", 3_720),
        ("2001-01-01T00:00:00.25Z", 0.25), ("2001-01-01T02:00:00+02:00", 0), ("2001-01-01T02:00-0130", 12_600), ("2024-02-29", 730_857_600),
        ("1970-01-01", -978_307_200), ("0000-01-01", -63_145_526_400), ("9999-12-31T23:59:59Z", 252_423_993_599),
        ("2023-02-29", nil), ("2024-13-01", nil), ("2024-00-01", nil), ("2024-01-32", nil), ("2024-1-1", nil), ("2024-01-01T25:00", nil),
        ("2024-01-01T", nil), ("2024-01-01x", nil), ("2024-01-01T00:00:00.", nil), ("", nil), ("now", nil),
    ]

    @Test(arguments: dates.indices)
    func datesAreReadInISO8601(_ index: Int) {
        #expect(ISODate.seconds(Self.dates[index].0) == Self.dates[index].1, "\(Self.dates[index].0)")
    }
}
