import Foundation
import Testing

/// The README promises what compiles: its first snippet is the code between the marks in Snippet.swift.
@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func theFirstSnippetIsTheCompiledOne() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let fence = try #require(readme.range(of: "```swift\n"))
        let rest = readme[fence.upperBound...]
        let snippet = rest[..<(try #require(rest.range(of: "```"))).lowerBound]

        let source = try String(contentsOf: Self.root.appending(path: "Tests/ReadmeTests/Snippet.swift"), encoding: .utf8)
        let begin = try #require(source.range(of: "    // README: begin\n")), end = try #require(source.range(of: "    // README: end\n"))
        let compiled = source[begin.upperBound..<end.lowerBound]

        #expect(significantLines(snippet.replacing("import Photos\n", with: "")) == significantLines(compiled))
    }

    @Test func theCommandsItNamesAreThere() {
        for command in ["photos", "test", "bench", "Scripts/debian-packages"] {
            #expect(FileManager.default.isExecutableFile(atPath: Self.root.appending(path: command).path), "\(command)")
        }
    }

    @Test func theDocumentsItLinksAreThere() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let links = readme.matches(of: /\]\((Docs\/[^)#]+)[^)]*\)/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: link).path), "\(link)")
        }
    }

    private func significantLines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
