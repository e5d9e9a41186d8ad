import Foundation
import Testing

/// The list of faults that Scripts/mutants puts into the sources: what stands in it can still be put there.
@Suite struct MutantListTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String { try String(contentsOf: Self.root.appending(path: path), encoding: .utf8) }

    /// The structures and classes that the files of a folder declare.
    private func declared(in folder: URL) throws -> Set<String> {
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") } ?? []
        var types: Set<String> = []
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for keyword in ["struct ", "class "] {
                for rest in text.components(separatedBy: keyword).dropFirst() { types.insert(String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })) }
            }
        }
        return types
    }

    @Test func everyFaultCanBeAppliedAndNamesTestsThatAreThere() throws {
        let lines = try text("Tests/Mutants/faults.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }
        let faults = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        #expect(faults.count >= 72)
        var names: Set<String> = [], types: [String: Set<String>] = [:]
        for fault in faults {
            try #require(fault.count == 6 || fault.count == 7, "\(fault)")
            let (name, file, old, new, tests) = (fault[0], fault[1], fault[2], fault[3], fault[4])
            #expect(names.insert(name).inserted, "two faults are called \(name)")
            #expect(old != new && !fault[5].isEmpty, "\(name)")
            let count = (try? text(file)).map { $0.components(separatedBy: old).count - 1 }
            #expect(count == 1, "\(name): its text stands in \(file) \(count ?? 0) times instead of once")
            for test in tests.split(separator: "|") {
                let parts = test.split(separator: ".", maxSplits: 1).map(String.init), folder = Self.root.appending(path: "Tests/\(parts[0])")
                let found = try types[parts[0]] ?? declared(in: folder)
                types[parts[0]] = found
                #expect(!found.isEmpty, "\(name): there is no Tests/\(parts[0])")
                guard parts.count == 2 else { continue }
                #expect(found.contains(parts[1]), "\(name): there are no \(test)")
            }
        }
    }
}
