import Foundation
import Testing

/// The README promises what compiles: its snippets are the code between the marks in Snippet.swift.
@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func theSnippetsAreTheCompiledOnes() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOf: Self.root.appending(path: "Tests/ReadmeTests/Snippet.swift"), encoding: .utf8)
        // The manifest is for another package to compile.
        let snippets = readme.parts(from: "```swift\n", to: "```").filter { !$0.hasPrefix("// swift-tools-version") }
        let compiled = source.parts(from: "    // README: begin\n", to: "    // README: end\n")
        #expect(!snippets.isEmpty)
        #expect(snippets.map { significantLines($0.replacing("import Photos\n", with: "")) } == compiled.map(significantLines))
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

extension String {
    /// What stands between two marks, each time they come.
    fileprivate func parts(from begin: String, to end: String) -> [String] {
        components(separatedBy: begin).dropFirst().map { $0.components(separatedBy: end)[0] }
    }
}
