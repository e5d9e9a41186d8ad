import Foundation
import Testing

/// What the pages' files may hold: a library's titles reach the page as text only, and nothing is asked of another machine.
@Suite struct PageSourcesTests {
    private static let web = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/PhotosServer/Web").standardizedFileURL

    private static func files(_ endings: String...) throws -> [(name: String, text: String)] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: web.path).filter { name in endings.contains { name.hasSuffix("." + $0) } }
        return try names.sorted().map { ($0, try String(contentsOf: web.appendingPathComponent($0), encoding: .utf8)) }
    }

    @Test(arguments: [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "setHTML", "document.write", "createContextualFragment", "DOMParser", "srcdoc",
        "eval(", "new Function", "Function(", "javascript:", "setAttribute(\"on", "setAttribute('on",
    ])
    func noScriptTurnsTextIntoMarkupOrCode(_ word: String) throws {
        let files = try Self.files("js", "html")
        #expect(files.count > 20)
        for file in files { #expect(!file.text.contains(word), "\(file.name)") }
    }

    @Test func noPageHoldsScriptOrStyleOfItsOwn() throws {
        for file in try Self.files("html") {
            #expect(file.text.firstMatch(of: /<script(?![^>]*\ssrc=)|<style|\s(?:on\w+|style)=/) == nil, "\(file.name)")
        }
    }

    @Test func nothingIsAskedOfAnotherMachine() throws {
        let drawings = "http://www.w3.org/2000/svg"
        for file in try Self.files("js", "html", "css", "svg") {
            let text = file.text.replacing(drawings, with: "")
            #expect(text.firstMatch(of: /https?:\/\/|["'(]\/\/\w/) == nil, "\(file.name)")
        }
    }

    @Test func everyFileThatAPageAsksForIsThere() throws {
        for file in try Self.files("html") {
            for match in file.text.matches(of: /(?:src|href)="\/([^"#]+)"/) { expectFile(String(match.1), askedBy: file.name) }
        }
        for file in try Self.files("js") {
            let folder = (file.name as NSString).deletingLastPathComponent
            for match in file.text.matches(of: /from "(\.[^"]+)"/) {
                expectFile((folder as NSString).appendingPathComponent(String(match.1)), askedBy: file.name)
            }
        }
    }

    /// What no build step checks: a name that a module takes from another, in braces or by the other's name, is one that the other gives away.
    @Test func everyNameThatAModuleTakesFromAnotherIsGivenAwayThere() throws {
        let modules = Dictionary(uniqueKeysWithValues: try Self.files("js").map { ($0.name, $0.text) })
        var taken = 0
        for (name, text) in modules {
            func exports(of path: Substring) throws -> Set<String> {
                let folder = (name as NSString).deletingLastPathComponent
                let other = Self.web.appendingPathComponent((folder as NSString).appendingPathComponent(String(path))).standardizedFileURL
                return Self.exports(of: try #require(modules[String(other.path.dropFirst(Self.web.path.count + 1))], "\(name) imports \(path)"))
            }
            for match in text.matches(of: /import \{([^}]*)\} from "(\.[^"]+)"/) {
                let given = try exports(of: match.2)
                for word in match.1.split(separator: ",") {
                    let asked = String(word.split(whereSeparator: \.isWhitespace).first ?? "")
                    if !asked.isEmpty { #expect(given.contains(asked), "\(name) takes \(asked) from \(match.2)") }
                    taken += 1
                }
            }
            for match in text.matches(of: /import \* as (\w+) from "(\.[^"]+)"/) {
                let given = try exports(of: match.2)
                for use in text.matches(of: try Regex("(?:^|[^\\w.#])\(match.1)\\.(\\w+)", as: (Substring, Substring).self)) {
                    // The module's own file, named in the line that imports it.
                    if use.output.1 == "js" { continue }
                    #expect(given.contains(String(use.output.1)), "\(name) takes \(use.output.1) from \(match.2)")
                    taken += 1
                }
            }
        }
        #expect(taken > 200)
    }

    private static func exports(of module: String) -> Set<String> {
        let declared = module.matches(of: /export (?:async )?(?:function\*?|class|const|let) (\w+)/).map { String($0.1) }
        let listed = module.matches(of: /export \{([^}]*)\}/).flatMap { $0.1.split(separator: ",") }
            .compactMap { $0.split(whereSeparator: \.isWhitespace).last.map(String.init) }
        return Set(declared + listed)
    }

    private func expectFile(_ name: String, askedBy asker: String) {
        // Made by the server of what the first module imports.
        if ["js/gallery.js", "js/gallery-later.js", "js/picking.js", "js/sharing.js"].contains(name) { return }
        let file = Self.web.appendingPathComponent(name).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: file.path), "\(asker) asks for \(name)")
    }
}
