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
    func aDateComparedWithAYearIsAMistakeThatSaysWhatToWrite(format: String, meant: String) throws {
        let lines = FormatText.failure(Self.mismatch, in: format).message.split(separator: "\n")
        #expect(lines.first?.hasPrefix("--where: ") == true && lines.first?.hasSuffix(" compares a date with a number. For the year write \(meant).") == true)
        #expect(FormatText.failure(Self.mismatch, in: meant).message.contains("CAST"))
    }

    /// What the engine says of a date and any number.
    private static let mismatch = QueryError(.typeMismatch, "x is a date and cannot be compared with the number 1; write CAST(1, \"NSDate\")", at: 0)

    @Test(arguments: ["pixelWidth > 2020", "creationDate > 86400", "creationDate > 600000000", "duration == 2020", "creationDate >= \"2020-01-01\""])
    func ordinaryComparisonsAreNot(format: String) {
        #expect(FormatText.failure(Self.mismatch, in: format).message.contains("CAST"))
    }
}
