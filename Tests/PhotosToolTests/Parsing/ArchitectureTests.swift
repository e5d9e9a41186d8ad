import Foundation
import Testing

/// Docs/Architecture.md, Package.swift and the imports in the sources say the same.
struct ArchitectureTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

    /// The cells of the table rows that begin with a target's name, from the first heading to the second.
    private static func rows(ofSection section: Int) throws -> [[String]] {
        let sections = try text("Docs/Architecture.md").components(separatedBy: "\n## ")
        return sections[section].split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// `Photos`, `Query` of "`Photos`, `Query`".
    private static func names(_ cell: String) -> [String] { cell.matches(of: /`(\w+)`/).map { String($0.1) } }

    /// The drawn targets, the highest first, and what each imports.
    private static func drawn() throws -> [(target: String, imports: [String])] {
        try rows(ofSection: 0).map { (names($0[0])[0], names($0[2])) }
    }

    /// The targets that are drawn under one of the headings within the table.
    private static func targets(under heading: String) throws -> [String] {
        var found: [String] = [], current = ""
        for line in try text("Docs/Architecture.md").components(separatedBy: "\n## ")[0].split(separator: "\n") {
            if let match = line.prefixMatch(of: /\| \*\*([^*]+)\*\*/) { current = String(match.1) }
            if current == heading, line.hasPrefix("| `") { found.append(names(String(line.split(separator: "|")[0]))[0]) }
        }
        try #require(!found.isEmpty, "nothing is drawn under “\(heading)”")
        return found
    }

    /// The modules that the files of a target import, and how many files each.
    private static func imports(of target: String) throws -> [String: Int] { try imports(in: "Sources/\(target)") }

    private static func imports(in path: String) throws -> [String: Int] {
        var found: [String: Int] = [:]
        let folder = root.appending(path: path)
        for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() where name.hasSuffix(".swift") {
            // The few lines that can be an import by their first letter: a pattern is slow where nothing is optimised.
            let lines = try String(contentsOf: folder.appending(path: name), encoding: .utf8).utf8.split(separator: UInt8(ascii: "\n"))
                .filter { "i@p".utf8.contains($0[$0.startIndex]) }.map { Substring($0) }
            let modules = lines.compactMap { $0.firstMatch(of: /^(?:@\w+ |package |public |private |internal )*import (?:struct |class |enum |func )?(\w+)/)?.1 }
            for module in Set(modules) { found[String(module), default: 0] += 1 }
        }
        return found
    }

    /// What Package.swift lets each target import of ours.
    private static func packaged() throws -> [String: Set<String>] {
        let package = try text("Package.swift")
        var found: [String: Set<String>] = [:]
        for match in package.matches(of: /\.(?:target|executableTarget)\(\s*name: "(\w+)",(?:\s*dependencies: \[((?:[^\[\]]|\[[^\[\]]*\])*)\])?/) {
            found[String(match.1)] = Set((match.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) })
        }
        return found
    }

    @Test func everyTargetIsDrawnOnceAndImportsOnlyWhatLiesBelow() throws {
        let drawn = try Self.drawn(), order = drawn.map(\.target)
        #expect(Set(order).count == order.count)
        for (index, row) in drawn.enumerated() {
            for name in row.imports {
                let below = order.firstIndex(of: name).map { $0 > index } ?? false
                #expect(below, "\(row.target) imports \(name), which is not drawn below it")
            }
        }
        let shims = /^(C[A-Z]|_Testing)/, sources = Self.root.appending(path: "Sources")
        for folder in try FileManager.default.contentsOfDirectory(atPath: sources.path) where folder.firstMatch(of: shims) == nil {
            let handsOn = try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: folder).path) == ["Exports.swift"]
            #expect(handsOn || order.contains(folder), "Sources/\(folder) is not drawn")
        }
    }

    @Test func sourcesImportWhatIsDrawn() throws {
        let drawn = try Self.drawn(), order = drawn.map(\.target)
        for row in drawn {
            let imports = try Self.imports(of: row.target).keys.filter(order.contains)
            let list = imports.sorted { order.firstIndex(of: $0) ?? 0 < order.firstIndex(of: $1) ?? 0 }.map { "`\($0)`" }.joined(separator: ", ")
            #expect(Set(imports) == Set(row.imports), "the row of \(row.target) should end: \(list)")
        }
    }

    @Test func thePackageAllowsWhatIsDrawn() throws {
        let packaged = try Self.packaged(), drawn = try Self.drawn(), order = drawn.map(\.target)
        for row in drawn {
            let allowed = try #require(packaged[row.target], "\(row.target) is not in Package.swift").filter(order.contains)
            #expect(allowed == Set(row.imports), "Package.swift lets \(row.target) import \(allowed.symmetricDifference(row.imports).sorted()) otherwise")
        }
    }

    @Test func noArrowOfTheBuildingPagesPicturePointsUpwards() throws {
        let picture = try Self.text("Docs/Building.md").components(separatedBy: "```")[1]
        var rows: [String: Int] = [:]
        for (index, line) in picture.split(separator: "\n").enumerated() {
            // A row begins with its targets, and programs of theirs in brackets.
            guard let names = line.prefixMatch(of: /(?:[A-Z_]\w+(?: \([a-z-]+\))? +)+/)?.output else { continue }
            for name in names.matches(of: /[A-Z_]\w+/) { rows[String(name.output)] = index }
        }
        for folder in try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources").path) {
            #expect(rows[folder] != nil, "no row of Docs/Building.md begins with \(folder)")
        }
        for (target, imports) in try Self.packaged() {
            guard let row = rows[target] else { continue }
            let above = imports.filter { name in rows[name].map { $0 <= row } ?? false }.sorted()
            #expect(above.isEmpty, "\(target) imports \(above), which Docs/Building.md does not draw below it")
        }
    }

    /// The build makes modules in any order that the named dependencies allow: what is imported and not named is there on one machine and missing on the next.
    @Test func everyTargetNamesTheModulesItImports() throws {
        let chunks = try Self.text("Package.swift").split(separator: /(?:\.target|\.executableTarget|\.testTarget|fuzzing)\(/).dropFirst().compactMap { chunk in
            chunk.prefixMatch(of: /\s*name: "(\w+)"/).map { (name: String($0.1), text: String(chunk)) }
        }
        let ours = Set(chunks.map(\.name))
        try #require(ours.contains("Photos") && ours.contains("PhotosTests") && ours.contains("FuzzingTests"))
        for (name, text) in chunks {
            let folder =
                text.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
                ?? (name == "FuzzingTests" ? "Tests/Fuzzing" : name.hasSuffix("Tests") ? "Tests/\(name)" : "Sources/\(name)")
            let list = text.firstMatch(of: /dependencies:\s*\[((?:[^\[\]]|\[[^\[\]]*\])*)\]/)?.1 ?? ""
            var named = Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
            if text.contains(/\+ (?:words|otherWords)/) { named.formUnion(["Importing", "Imaging", "Originals", "Decoding"]) }
            let missing = try Self.imports(in: folder).keys.filter { ours.contains($0) && $0 != name && !named.contains($0) }
            #expect(missing.isEmpty, "\(name) imports \(missing.sorted()), which Package.swift does not name among its dependencies")
        }
    }

    @Test func aFaceImportsNoPartOfTheEngine() throws {
        // What the engine hands words on from is a part of it, too.
        let parts = Set(try Self.targets(under: "What the engine is made of") + Self.rows(ofSection: 1).map { Self.names($0[0])[0] })
        // What makes pictures for tests needs what reads them.
        let faces = try Self.targets(under: "Faces") + Self.targets(under: "The API").filter { $0 != "PhotosTesting" }
        for face in faces {
            let imported = parts.intersection(try Self.imports(of: face).keys).sorted()
            #expect(imported.isEmpty, "\(face) imports \(imported)")
        }
    }

    @Test func theEngineHandsOnTheWordsThatAreListed() throws {
        let words = try Self.text("Sources/LibraryEngine/Words.swift").matches(of: /(?m)^@_exported import \w+ (\w+)\.(\w+)$/)
        let handedOn = Dictionary(grouping: words, by: { String($0.1) }).mapValues { $0.map { String($0.2) }.sorted() }
        let listed = try Self.rows(ofSection: 1).map { (Self.names($0[0])[0], Self.names($0[1])) }
        #expect(handedOn == Dictionary(uniqueKeysWithValues: listed))
    }
}
