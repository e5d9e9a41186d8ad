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

    private func expectFile(_ name: String, askedBy asker: String) {
        // Made by the server of what the first module imports.
        if name == "js/gallery.js" { return }
        let file = Self.web.appendingPathComponent(name).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: file.path), "\(asker) asks for \(name)")
    }
}
