import Query
import Testing
@testable import PhotosTool

struct FormatTextTests {
    @Test func theCaretStandsUnderTheMistake() throws {
        let error = QueryError(.syntax, "expected a value", at: 13)
        let lines = FormatText.failure(error, in: "mediaType == ").message.split(separator: "\n").map(String.init)
        #expect(lines == ["--where: expected a value.", "  mediaType == ", "               ^"])
    }

    @Test func wideAndEscapedCharactersMoveTheCaret() {
        let failure = FormatText.failure(QueryError(.syntax, "what", at: 5), in: "写 \n= x")
        #expect(failure.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == ["--where: what.", "  写 \\n= x", "         ^"])
        #expect(failure.status == .usage)
    }

    @Test func aRealMistake() throws {
        let failure = #expect(throws: ToolFailure.self) { try FormatText.predicate("mediaType == 1 AND (mediaSubtypes & 8 != 0") }
        try Golden.expect(try #require(failure).message, matches: "format-error.txt")
    }

    @Test func sortKeys() throws {
        #expect(try FormatText.sortKey("creationDate:desc") == SortKey("creationDate", ascending: false))
        #expect(throws: ToolFailure.self) { try FormatText.sortKey("creationDate:sideways") }
    }

    @Test(arguments: [
        ("creationDate > 2020", "creationDate >= \"2021-01-01\""), ("dateCreated >= 2020", "dateCreated >= \"2020-01-01\""),
        ("addedDate < 2020", "addedDate < \"2020-01-01\""), ("trashedDate <= 2020", "trashedDate < \"2021-01-01\""),
        ("isFavorite == YES AND NOT (modificationDate == 2020)", "modificationDate >= \"2020-01-01\" AND modificationDate < \"2021-01-01\""),
    ])
    func aDateComparedWithAYearIsWarnedOf(format: String, meant: String) throws {
        let warnings = FormatText.warnings(about: try FormatText.predicate(format))
        #expect(warnings.count == 1)
        #expect(warnings.first?.text.hasSuffix("For the year write \(meant).") == true)
        #expect(FormatText.warnings(about: try FormatText.predicate(meant)).isEmpty)
    }

    @Test(arguments: ["pixelWidth > 2020", "creationDate > 86400", "creationDate > 600000000", "duration == 2020", "creationDate >= \"2020-01-01\""])
    func ordinaryComparisonsAreNot(format: String) throws {
        #expect(FormatText.warnings(about: try FormatText.predicate(format)).isEmpty)
    }
}
