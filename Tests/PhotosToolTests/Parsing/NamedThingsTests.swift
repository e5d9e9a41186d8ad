import ArgumentParser
import Foundation
import Testing
@testable import PhotosTool

/// Whatever a message, a help text or a document tells a person to type, to open or to read is there.
struct NamedThingsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A line that people read, and where it stands.
    private struct Line {
        var place: String
        var text: String
    }

    private static func files(_ folder: String, _ isWanted: (String) -> Bool) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap { $0 as? String } ?? []
        return names.filter(isWanted).sorted().map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }

    private static func lines(_ file: String) throws -> [Line] {
        try String(contentsOf: root.appending(path: file), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { Line(place: "\(file):\($0 + 1)", text: String($1)) }
    }

    private static let documents =
        ["README.md", "CONTRIBUTING.md"] + ((try? files("Docs") { $0.hasSuffix(".md") }) ?? [])
        + ["Photos", "FromIOSToLinux"].map { "Sources/Photos/Photos.docc/\($0).md" }

    /// Documents, help, and what the sources say: whole files, since a comment that names what is not there is wrong too.
    private static func everything() throws -> [Line] {
        let sources = try files("Sources") { name in [".swift", ".js", ".html"].contains { name.hasSuffix($0) } }
        var lines = try (documents + sources + ["photos", "test", "bench", "Scripts/lib.sh"]).flatMap { try Self.lines($0) }
        for file in try files("Sources/PhotosServer/Web/languages", { $0.hasSuffix(".json") }) {
            let texts = try JSONSerialization.jsonObject(with: Data(contentsOf: root.appending(path: file)))
            lines += words(texts).flatMap { $0.split(separator: "\n") }.map { Line(place: file, text: String($0)) }
        }
        for (path, help) in helps { lines += help.split(separator: "\n").map { Line(place: "photos \(path) --help", text: String($0)) } }
        return lines
    }

    /// All strings of a translation, however deep.
    private static func words(_ value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap(words)
        case let section as [String: Any]: section.sorted { $0.key < $1.key }.flatMap { words($0.value) }
        default: []
        }
    }

    /// Each command's help, by its words: `""`, `"album add"`.
    private static let helps: [String: String] = {
        var found = ["": PhotosCommand.helpMessage(columns: 200)]
        func visit(_ command: any ParsableCommand.Type, _ words: [String]) {
            for sub in command.subcommands {
                guard let name = sub.configuration.commandName ?? Optional(String(describing: sub).lowercased()) else { continue }
                let path = words + [name]
                found[path.joined(separator: " ")] = PhotosCommand.helpMessage(for: sub, columns: 200)
                visit(sub, path)
            }
        }
        visit(PhotosCommand.self, [])
        return found
    }()

    private static func has(_ option: String, _ command: String) -> Bool {
        if ["--help", "--version", "--generate-completion-script"].contains(option) { return true }
        return (helps[command] ?? "").contains(try! Regex("(?:^|[\\s,(/\\[])\(NSRegularExpression.escapedPattern(for: option))(?:$|[\\s,=)/<\\]])").anchorsMatchLineEndings())
    }

    /// Where a command stands: in marks, behind a prompt or a pipe, or at a line's beginning.
    private static var commandLine: Regex<(Substring, rest: Substring)> { /(?:`|'|\$ (?:\.\/)?|^ {0,12}(?:\.\/)?|\| )(?:\.\/)?photos (?<rest>[^`'\n]*)/ }

    @Test func everyCommandAndOptionThatIsNamedIsThere() throws {
        var count = 0
        let commandLine = Self.commandLine
        for line in try Self.everything() where line.text.contains("photos ") {
            for match in line.text.matches(of: commandLine) {
                let words = match.rest.split(separator: " ").prefix { !["|", "#", "&&", ">", "…"].contains($0) }.map(String.init)
                var path = "", rest = words[...]
                // What every command takes may stand first.
                while let word = rest.first, word.hasPrefix("-") { rest = rest.dropFirst(["--library", "--wait"].contains(word) ? 2 : 1) }
                if rest.first == "help" { rest = rest.dropFirst() }
                guard let first = rest.first.map(Self.plain), first.wholeMatch(of: /[a-z-]+/) != nil else { continue }
                // In a sentence of ours a command stands in marks; elsewhere only what is one is taken for one.
                guard Self.helps[first] != nil else {
                    if line.text.contains("`photos \(first)") || line.text.contains("'photos \(first)") || line.text.contains("./photos \(first)") {
                        Issue.record("\(line.place): there is no command “photos \(first)”: \(line.text.trimmingCharacters(in: .whitespaces))")
                    }
                    continue
                }
                path = first
                rest = rest.dropFirst()
                if let second = rest.first.map(Self.plain), Self.helps["\(path) \(second)"] != nil { path += " \(second)" }
                count += 1
                for option in match.rest.matches(of: /(?:^|[\s\[(|])(--[a-z][a-z-]*)/).map({ String($0.1) }) {
                    // “list | grant … [--add]” is several of a command's own.
                    let paths = match.rest.contains(" | ") ? Self.helps.keys.filter { $0 == path || $0.hasPrefix("\(first) ") } : [path]
                    #expect(paths.contains { Self.has(option, $0) }, "\(line.place): “photos \(path)” has no \(option)")
                }
            }
        }
        #expect(count > 150, "\(count) command lines were found")
    }

    /// A heading of the page that shows some of a command's own commands shows all of them.
    @Test func headingsThatListCommandsListAllOfThem() throws {
        var count = 0
        for line in try Self.lines("Docs/CommandLine.md") where line.text.hasPrefix("### `photos ") {
            let words = line.text.dropFirst("### `photos ".count).split { " `|".contains($0) }.map(String.init)
            let commands = Self.helps.keys.filter { $0.hasPrefix("\(words[0]) ") }.map { String($0.split(separator: " ")[1]) }
            guard commands.contains(where: words.dropFirst().contains) else { continue }
            count += 1
            #expect(commands.filter { !words.contains($0) } == [], "\(line.place): photos \(words[0]) has these, too")
        }
        #expect(count == 6, "access, bench, cloud, duplicates, share and watch")
    }

    private static func plain(_ word: String) -> String { word.trimmingCharacters(in: CharacterSet(charactersIn: ",.;:!?)”“\"")) }

    @Test func everyOptionThatADocumentNamesIsSomeCommandsOrSomeScripts() throws {
        let scripts = try
            (["photos", "test", "bench"] + Self.files("Scripts") { !$0.hasSuffix(".tsv") && !$0.contains("__pycache__") } + Self.files("Benchmarks") { $0.hasSuffix(".py") })
            .compactMap { try? String(contentsOf: Self.root.appending(path: $0), encoding: .utf8) }.joined()
        for line in try Self.documents.flatMap({ try Self.lines($0) }) {
            for match in line.text.matches(of: /`(--[a-z][a-z-]*)/) {
                let option = String(match.1)
                #expect(Self.helps.keys.contains { Self.has(option, $0) } || scripts.contains(option) || option == "--build-tests", "\(line.place): nothing takes \(option)")
            }
        }
    }

    @Test func everyFileThatIsNamedIsThere() throws {
        let tops = ["Docs", "Scripts", "Tests", "Sources", "Benchmarks"]
        let path = try Regex("(?:^|[^A-Za-z0-9_./-])(?:\\./)?((?:\(tops.joined(separator: "|")))/[A-Za-z0-9_./+-]*[A-Za-z0-9_/])", as: (Substring, Substring).self)
        var count = 0
        for line in try Self.everything() where tops.contains(where: { line.text.contains("\($0)/") }) {
            for match in line.text.matches(of: path) {
                count += 1
                // A name without its extension is the file all the same, and a pattern is its folder.
                let named = String(match.output.1), file = Self.root.appending(path: named)
                #expect(Self.exists(file), "\(line.place): there is no \(named)")
            }
        }
        #expect(count > 60, "\(count) paths were found")
    }

    private static func exists(_ file: URL) -> Bool {
        if FileManager.default.fileExists(atPath: file.path) { return true }
        let siblings = (try? FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)) ?? []
        return siblings.contains { $0.hasPrefix(file.lastPathComponent + ".") }
    }

    @Test func everyLinkLeadsToAPageAndAHeading() throws {
        for document in Self.documents {
            let folder = Self.root.appending(path: document).deletingLastPathComponent()
            for line in try Self.lines(document) {
                for match in line.text.matches(of: /\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/) {
                    let link = String(match.1 ?? match.2 ?? "")
                    if link.contains("://") { continue }
                    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                    let file = parts[0].isEmpty ? Self.root.appending(path: document) : folder.appending(path: parts[0])
                    guard FileManager.default.fileExists(atPath: file.path) else {
                        Issue.record("\(line.place): \(link) leads nowhere")
                        continue
                    }
                    guard parts.count == 2 else { continue }
                    let headings = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
                        heading.drop { $0 == "#" || $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.replacing(" ", with: "-")
                    }
                    #expect(headings.contains(parts[1]), "\(line.place): \(link) leads to no heading")
                }
            }
        }
    }

    @Test func everyVariableThatIsNamedIsRead() throws {
        let code = try
            (Self.files("Sources") { $0.hasSuffix(".swift") || $0.hasSuffix(".c") } + Self.files("Tests") { $0.hasSuffix(".swift") }
            + Self.files("Benchmarks") { $0.hasSuffix(".py") }
            + Self.files("Scripts") { !$0.contains("__pycache__") } + ["photos", "test", "bench"]).compactMap {
                try? String(contentsOf: Self.root.appending(path: $0), encoding: .utf8)
            }.joined()
        for line in try Self.documents.flatMap({ try Self.lines($0) }) {
            for match in line.text.matches(of: /\b(?:OPEN)?PHOTOS?(?:KIT)?_[A-Z_]+\b/) {
                #expect(code.contains(match.0), "\(line.place): nothing reads \(match.0)")
            }
        }
    }

    @Test func theBuildingPageNamesEveryTargetAndNoOther() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let targets = manifest.matches(of: /(?:[tT]arget|systemLibrary|fuzzing)\(\s*name: "([A-Za-z_]+)"/).map { String($0.1) }
        let products = manifest.matches(of: /\.(?:library|executable)\(name: "([A-Za-z_-]+)"/).map { String($0.1) }
        #expect(targets.count > 60)
        let page = try String(contentsOf: Self.root.appending(path: "Docs/Building.md"), encoding: .utf8)
        let words = Set(page.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.map(String.init))
        #expect(targets.filter { !words.contains($0) } == [], "targets that Docs/Building.md leaves out")
        #expect(products.filter { !words.contains($0) } == [], "products that Docs/Building.md leaves out")
        // What looks like a target in its picture is one.
        let picture = page.components(separatedBy: "```")[1]
        let named = picture.split(separator: "\n").flatMap { $0.prefix { $0 != "|" }.matches(of: /\b(?:C?[A-Z][A-Za-z]+[A-Z][A-Za-z]+|C[A-Z][A-Za-z]+)\b/).map { String($0.0) } }
        #expect(named.filter { !targets.contains($0) && !["PhotoKit", "PhotoLibrary", "HTTP", "CLLocation"].contains($0) } == [], "no targets")
    }

    /// What "comes next" is what can't be done yet.
    @Test func whatTheReadmeSaysIsComingIsNotThereYet() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let behaviour = try String(contentsOf: Self.root.appending(path: "Docs/Behaviour.md"), encoding: .utf8)
        let missing = behaviour.components(separatedBy: "## Not there yet")
        try #require(missing.count == 2)
        let next = readme.matches(of: /(?<what>[A-Za-z ]+(?: and [A-Za-z ]+)?) come next/).map { String($0.what) }
        #expect(!next.isEmpty)
        let list = missing[1].components(separatedBy: "\n## ")[0].lowercased()
        for what in next.flatMap({ $0.components(separatedBy: " and ") }) {
            for word in what.split(separator: " ").map({ $0.lowercased() }) where word.count > 4 && word != "shrinks" {
                #expect(list.contains(word), "README says that \(what) comes next; “Not there yet” does not name it")
            }
        }
    }
}
