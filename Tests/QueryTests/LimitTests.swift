import Foundation
import TestSupport
import Testing
@testable import Query

/// Hostile formats end in an error, never in a trap or a long wait.
struct LimitTests {
    static let nested: [String] = [
        String(repeating: "(", count: 100_000),
        String(repeating: "(", count: 5_000) + "a == 1" + String(repeating: ")", count: 5_000),
        String(repeating: "NOT ", count: 50_000) + "a == 1",
        String(repeating: "!", count: 50_000) + "(a == 1)",
        "a == " + String(repeating: "- ", count: 50_000) + "b",
        "a == " + String(repeating: "~", count: 50_000) + "1",
        "a == " + String(repeating: "1 + ", count: 50_000) + "1",
        "a == " + String(repeating: "1 ** ", count: 50_000) + "1",
        "a IN " + String(repeating: "{", count: 50_000),
        "a == " + String(repeating: "abs(", count: 50_000),
        "a == " + String(repeating: "CAST(", count: 50_000),
        String(repeating: "(a + ", count: 300) + "1" + String(repeating: ")", count: 300) + " == 1",
    ]

    @Test(arguments: nested.indices)
    func deepNestingIsRefused(_ index: Int) {
        let error = #expect(throws: QueryError.self) { try Query.Predicate(format: Self.nested[index]) }
        #expect(error?.code == .tooComplex, "\(String(describing: error))")
    }

    @Test func aFormatOfMoreThanAMegabyteIsRefused() {
        let error = #expect(throws: QueryError.self) { try Query.Predicate(format: "a == '" + String(repeating: "x", count: 1 << 20) + "'") }
        #expect(error?.code == .tooComplex)
    }

    /// Half a megabyte, with and without letters of several bytes: who counted characters from the beginning for each key would be at it for long.
    @Test(arguments: ["a", "é"]) func longChainsAreNoNesting(key: String) throws {
        let format = Array(repeating: "\(key) == 1", count: 45_000).joined(separator: " OR ")
        guard case .or(let parts) = try Query.Predicate(format: format) else { Issue.record("no OR"); return }
        #expect(parts.count == 45_000)
    }

    /// 512 KB is the smallest stack a thread gets on the platforms Swift runs on; without optimisation frames are several
    /// times larger.
    @Test func theDeepestFormatsFitIntoASmallStack() async {
        let formats = [
            "mediaType == 1",
            String(repeating: "(", count: 50) + "mediaType == 1" + String(repeating: ")", count: 50),
            String(repeating: "NOT (", count: 25) + "mediaType == 1" + String(repeating: ")", count: 25),
            "mediaType == " + String(repeating: "1 + ", count: 190) + "rating",
            "mediaType == " + String(repeating: "abs(", count: 50) + "rating" + String(repeating: ")", count: 50),
            "mediaType == " + String(repeating: "-(", count: 25) + "rating" + String(repeating: ")", count: 25),
        ]
        let failures = await withCheckedContinuation { continuation in
            let thread = Thread {
                var failures: [String] = []
                for format in formats + Self.nested {
                    guard let tree = try? Query.Predicate(format: format) else {
                        if formats.contains(format) { failures.append("not read: \(format)") }
                        continue
                    }
                    do {
                        let ready = try KeySpace.assets.resolve(tree, now: 0)
                        _ = try ready.matches { _ in .int(1) }
                        _ = try ready.sql(TestDatabase.mapping)
                        _ = tree.description
                    } catch {
                        failures.append("\(format.prefix(40)): \(error)")
                    }
                }
                continuation.resume(returning: failures)
            }
            #if DEBUG
                thread.stackSize = 2048 * 1024
            #else
                thread.stackSize = 512 * 1024
            #endif
            thread.start()
        }
        #expect(failures == [])
    }

    @Test func mutatedFormatsNeverTrap() {
        var random = SeededRandom(seed: 31)
        let corpus = FormatCorpus.assets
        let inserts = [
            "(", ")", "NOT ", "AND ", "%@", "%d", "%K", "'", "\"", "\\", "{", "}", "[c]", "#", "@", "$", ".", "0x", "1e9", "-", "~", "nil",
            "ANY ", "SELF", "CAST(", "é", "\u{0}", "9223372036854775808", " == ", " IN ", "keywords", "now()", ",", ":", "<<", "**", "title",
        ]
        var parsed = 0, resolved = 0
        // `./test --long` tries many more.
        let rounds = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 100_000 : 10_000_000
        for _ in 0..<rounds {
            let entry = random.pick(corpus)
            var text = Array(entry.format.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0...text.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: text.insert(contentsOf: random.pick(inserts).utf8, at: at)
                case 1: if at < text.count { text.remove(at: at) }
                case 2: if at < text.count { text[at] = UInt8.random(in: .min ... .max, using: &random) }
                case 3:
                    let end = min(text.count, at + Int.random(in: 0...12, using: &random))
                    text.append(contentsOf: Array(text[at..<end]))
                default: text = Array(text[..<at]) + random.pick(corpus).format.utf8.dropFirst(at)
                }
            }
            let format = String(decoding: text, as: UTF8.self)
            guard let tree = try? Query.Predicate(format: format, arguments: entry.arguments) else { continue }
            parsed += 1
            guard let ready = try? KeySpace.assets.resolve(tree, now: 0) else { continue }
            resolved += 1
            let row = resolved % 10 == 0 ? random.row() : []
            _ = try? ready.matches { $0 < row.count ? row[$0] : .null }
            _ = try? ready.sql(TestDatabase.mapping)
            _ = tree.description
        }
        // The mutations must not all be nonsense.
        #expect(parsed > 5_000)
        #expect(resolved > 2_000)
    }
}
