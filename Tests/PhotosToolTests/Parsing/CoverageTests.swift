import Foundation
import Testing

/// The pages that `Scripts/api-coverage` writes of what is declared and what proves it, held against the tests that there are. That needs neither the compiler's index,
/// which no build for the outcome alone writes, nor Apple's table, which is not in this repository: `api-coverage --check` has both.
struct CoverageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(_ page: String) throws -> [String] {
        try String(contentsOf: root.appending(path: "Docs/\(page)"), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func section(_ title: String, of lines: [String]) -> [String] { Array(lines.drop { $0 != "## \(title)" }.dropFirst().prefix { !$0.hasPrefix("## ") }) }

    /// The functions of each file of these targets, by the file's name.
    private func functions(_ targets: [String]) throws -> [String: Set<String>] {
        var functions: [String: Set<String>] = [:]
        for target in targets {
            let folder = Self.root.appending(path: "Tests/\(target)")
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
                let file = folder.appending(path: name), text = try String(contentsOf: file, encoding: .utf8)
                functions[file.deletingPathExtension().lastPathComponent, default: []].formUnion(text.matches(of: /func\s+`?(\w[^`(<]*)/).map { String($0.output.1) })
            }
        }
        return functions
    }

    @Test(arguments: [
        ("Coverage.md", ["ApplicationTests", "ClientTests"]), ("CoverageOfAssetsLibrary.md", ["AssetsLibraryTests"]), ("CoverageOfPhotosUI.md", ["PhotosUITests"]),
    ])
    func aPageAddsUpAndNamesTestsThatThereAre(_ page: String, _ targets: [String]) throws {
        let lines = try Self.lines(page), head = try #require(lines.first { $0.hasPrefix("**") })
        // Rows, declared, tested, tests, and the three columns.
        let counts = head.matches(of: /[0-9]+/).compactMap { Int($0.output) }
        try #require(counts.count == 7, "\(head)")
        let rows = section("By row", of: lines).filter { $0.hasPrefix("| `") }, absent = section("Not declared", of: lines).filter { $0.hasPrefix("- ") }
        #expect(counts[0] == counts[1] + absent.count && counts[1] == rows.filter { !$0.contains("**not declared**") }.count)
        #expect(counts[2] == rows.filter { !$0.contains("**") }.count && counts[4] + counts[5] + counts[6] == counts[1])
        let types = section("By type", of: lines).map { $0.split(separator: "|").dropFirst().prefix(5).compactMap { Int($0.trimmingCharacters(in: .whitespaces)) } }
        let sums = types.filter { $0.count == 5 }.reduce([0, 0, 0, 0, 0]) { sums, numbers in zip(sums, numbers).map { $0 + $1 } }
        #expect(sums == [rows.count, counts[1], counts[4], counts[5], counts[6]])
        let functions = try functions(targets)
        for row in rows where !row.contains("**") {
            let cell = try #require(row.firstMatch(of: /\| (\w+)\.(.+?)( and [0-9]+ more)? \|$/), "\(row)").output
            #expect(functions[String(cell.1)]?.contains(String(cell.2)) == true, "\(row)")
        }
    }

    /// No row of Photos is undeclared, untested or used by doubles alone.
    @Test func allOfPhotosIsDeclaredAndTested() throws {
        let lines = try Self.lines("Coverage.md")
        for title in ["Not declared", "Declared, without a test", "Used by an application's doubles alone"] {
            #expect(section(title, of: lines).filter { !$0.isEmpty } == ["None."], "\(title)")
        }
        let head = try #require(lines.first { $0.hasPrefix("**") }), counts = head.matches(of: /[0-9]+/).compactMap { Int($0.output) }
        try #require(counts.count == 7, "\(head)")
        #expect(counts[0] == counts[1] && counts[1] == counts[2] && counts[6] == 0)
    }
}
