import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// The page in the languages that it speaks.
    @Suite struct Languages {
        /// A language as a browser asks for it, and how the page then writes a day and a number.
        struct Wanted: Sendable, CustomTestStringConvertible {
            let testDescription: String, tag: String, day: String, file: String

            static let all = [
                Wanted(testDescription: "en-US,en", tag: "en-US", day: "Tuesday, July 4, 2023", file: "en-US"),
                Wanted(testDescription: "de-DE,de,en", tag: "de-DE", day: "Dienstag, 4. Juli 2023", file: "de"),
                Wanted(testDescription: "zh-CN,zh", tag: "zh-CN", day: "2023年7月4日 星期二", file: "zh-Hans"),
                Wanted(testDescription: "zh-TW,zh,en", tag: "zh-TW", day: "2023年7月4日 星期二", file: "zh-Hant"),
            ]
        }

        @Test(arguments: Wanted.all) func `everything that the page says is said in the language that the browser asks for`(_ wanted: Wanted) async throws {
            let world = try World.ofTwelveYears()
            try world.add([], album: "Norge")
            let words = try Words(wanted.file)
            try await Gallery.open(world, before: { try await $0.setLanguages(wanted.testDescription) }) { gallery in
                let page = gallery.page
                page.log.forgive("400")
                func look(_ what: String) async throws {
                    let english = try await Self.sentences(page).filter { words.isEnglish($0) }
                    #expect(english.isEmpty, "\(what): \(english)")
                    try await gallery.inspect("\(wanted.file)-\(what)")
                }
                try await gallery.waitForCount(242)
                try await gallery.waitForPhotos()
                #expect(try await page.evaluate("document.documentElement.lang", as: String.self) == wanted.tag)
                try await page.waitFor("document.querySelector('#sidebar [role=treeitem][data-key=\"smart:smartAlbumVideos\"]')", "the smart albums")
                #expect(try await page.evaluate("[...document.querySelectorAll('#timeline .day-title')].map((title) => title.textContent)", as: [String].self).contains(wanted.day))
                try await look("photos")
                try await gallery.cell(0).click(button: "right")
                try await page.waitFor("document.querySelector('.menu')", "the menu")
                try await look("menu")
                try await page.press("Escape")
                try await page.press("f")
                try await page.waitFor("document.querySelector('#toasts .toast')", "what was done")
                let done = words.text("done.favorite").replacing("{what}", with: words.text("photos", one: true).replacing("{count}", with: "1"))
                #expect(try await page.evaluate("document.querySelector('#toasts .words').textContent", as: String.self) == done)
                try await look("message")
                try await page.press("Control+z")
                // What Chinese sentences begin with, "already", is not said twice.
                let begins = words.text("done.begins"), what = done.hasPrefix(begins) ? String(done.dropFirst(begins.count)) : done
                try await gallery.waitForToast(words.text("done.undone").replacing("{what}", with: what))
                // A message that goes while it is looked at would have no colours.
                let isClosed = try await page.evaluate("(document.querySelector('#toasts .toast .icon-button')?.click(), true)", as: Bool.self)
                #expect(isClosed)
                try await page.waitFor("!document.querySelector('#toasts .toast')", "an end of the message")
                try await page.press("Control+a")
                try await look("selection")
                try await page.press("Escape")
                try await page.press("?")
                try await page.waitFor("document.querySelector('dialog[open]')", "the keys")
                try await look("keys")
                try await page.press("Escape")
                try await gallery.cell(0).click()
                try await gallery.waitForViewer()
                try await page.press("i")
                try await page.waitFor("document.querySelector('.panel-files')", "the facts")
                try await look("facts")
                try await page.press("Escape")
                try await page.press("Escape")
                for place in ["trash", "hidden", "album", "search?q=nothing%20at%20all", "search?q=favorite%20%3D%3D", "smart/smartAlbumFavorites"] {
                    let album = try await Self.album(page)
                    try await gallery.go(to: "#/\(place == "album" ? "album/\(album)" : place)")
                    try await page.waitFor("!document.getElementById('empty').hidden", "that there is nothing")
                    try await look(place.prefix { $0.isLetter } + (place.contains("==") || place.contains("%3D") ? "-condition" : ""))
                }
                // Of the land that is not there.
                page.log.forgive("404")
                try await gallery.go(to: "#/map")
                try await look("map")
            }
        }

        private static func album(_ page: Page) async throws -> String {
            try await page.evaluate("document.querySelector('#sidebar [role=treeitem].album').dataset.key", as: String.self)
        }

        /// What is written on the page or told of its parts, but for what a library says.
        static func sentences(_ page: Page) async throws -> [String] {
            try await page.evaluate(
                """
                (() => {
                  const found = new Set();
                  const add = (text) => { if (text?.trim()) found.add(text.trim()); };
                  const walk = (element) => {
                    // What the server says closely, it says in English.
                    if (element.lang === "en") return;
                    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) add(element.getAttribute(name));
                    for (const child of element.childNodes) if (child.nodeType === 3) add(child.data); else if (child.nodeType === 1 && !["STYLE", "SCRIPT", "NOSCRIPT"].includes(child.tagName)) walk(child);
                  };
                  walk(document.body);
                  return [...found, document.title];
                })()
                """, as: [String].self)
        }

        /// The words of a language, and how to know English ones.
        struct Words {
            private let messages: [String: Any]
            private let english: [Regex<AnyRegexOutput>]

            init(_ name: String) throws {
                let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/PhotosServer/Web/languages")
                func read(_ name: String) throws -> [String: Any] {
                    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "\(name).json"))) as? [String: Any]
                    return try #require(file?["messages"] as? [String: Any])
                }
                let base = try read("en"), own = try read(name)
                messages = base.merging(own) { $1 }
                // Whole sentences and labels in English that this language says otherwise.
                let ours = Set(messages.values.flatMap(Self.forms))
                english = try base.filter { own[$0.key] != nil }.values.flatMap(Self.forms).filter { !ours.contains($0) && $0.replacing(/\{\w+\}/, with: "").contains(/[a-z]{3}/) }
                    .map { text in
                        let parts = text.split(separator: /\{\w+\}/, omittingEmptySubsequences: false).map { NSRegularExpression.escapedPattern(for: String($0)) }
                        return try Regex("^" + parts.joined(separator: ".*") + "$")
                    }
            }

            func isEnglish(_ text: String) -> Bool { english.contains { text.firstMatch(of: $0) != nil } }

            func text(_ key: String, one: Bool = false) -> String {
                if let forms = messages[key] as? [String: String] { return forms[one ? "one" : "other"] ?? forms["other"] ?? "" }
                return messages[key] as? String ?? ""
            }

            private static func forms(_ value: Any) -> [String] {
                if let forms = value as? [String: String] { return Array(forms.values) }
                return (value as? String).map { [$0] } ?? []
            }
        }
    }
}
