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
}
