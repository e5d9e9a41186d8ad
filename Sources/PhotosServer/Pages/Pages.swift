import Foundation
import PhotoModel
import Synchronization

/// The pages' files: those that are the same for everybody, and those that are made for a language.
final class Pages: Sendable {
    private let files: [String: PageFile]
    private let languages: PageLanguages
    /// Files with places for what a language says.
    private let templates: [String: Template]
    /// By locale, of which there are as many as ICU knows for the languages spoken.
    private let made = Mutex<[String: [String: PageFile]]>([:])

    /// Where the words go in the modules.
    private static let place = "globalThis.wordsOfThePage"

    /// Scripts that are joined of modules, each with the module that it begins with: the gallery's, a picker's, and a link's.
    static let scripts = ["js/gallery.js": "js/app.js", "js/picking.js": "js/picker/app.js", "js/sharing.js": "js/sharing/app.js"]

    /// Where that is which a script imports later.
    static func laterScript(of path: String) -> String { path.replacing(".js", with: "-later.js") }
    static let sheets = ["css/gallery.css", "css/picking.css", "css/sharing.css"]

    private enum Template: Sendable {
        /// Text with `{{key}}` for a message and `{{}}` for the locale.
        case page(String)
        /// The same within JSON.
        case document(String)
        /// What stands before the words and behind them.
        case script(String, String)
    }

    /// - Parameter sources: each file that is text, by its path.
    /// - Throws: `ServerError` where files that belong together don't fit.
    init(_ files: [String: PageFile], _ sources: [String: String]) throws(ServerError) {
        languages = try PageLanguages(sources)
        var templates: [String: Template] = [:]
        for path in ["index.html", "pick.html", "share.html"] { templates[path] = sources[path].map { .page($0) } }
        templates["manifest.webmanifest"] = sources["manifest.webmanifest"].map { .document($0) }
        for path in ["js/words.js"] + Self.scripts.keys {
            guard let range = sources[path]?.range(of: Self.place), let text = sources[path] else { continue }
            templates[path] = .script(String(text[..<range.lowerBound]), String(text[range.upperBound...]))
        }
        (self.files, self.templates) = (files, templates)
    }

    var paths: [String] { files.keys.sorted() }

    func isMadeForLanguages(_ path: String) -> Bool { templates[path] != nil }

    /// A file as it is for whoever asks with these languages.
    func file(_ path: String, languages header: String?) -> PageFile? {
        guard let template = templates[path] else { return files[path] }
        let (language, locale) = languages.preferred(header)
        if let known = made.withLock({ $0[locale]?[path] }) { return known }
        let text =
            switch template {
            case .page(let text):
                Self.filled(text, language, locale) { $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;") }
            case .document(let text): Self.filled(text, language, locale) { $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
            case .script(let before, let after): before + PageWords(language, locale: locale).script + after
            }
        let file = PageFile(name: path, bytes: Array(text.utf8))
        made.withLock { $0[locale, default: [:]][path] = file }
        return file
    }

    /// Whose words the page has for a browser: `de`, or `en-US` where American ones are asked for.
    func locale(for header: String?) -> String { languages.preferred(header).language.locale }

    /// What the library itself names is named in the language of the page.
    func titleLanguage(for header: String?) -> TitleLanguage { TitleLanguage([locale(for: header)]) }

    private static func filled(_ text: String, _ language: PageLanguage, _ locale: String, escaped: (String) -> String) -> String {
        // Gone through once, and not once for each of a thousand messages.
        var filled = "", rest = text[...]
        while let start = rest.range(of: "{{"), let end = rest[start.upperBound...].range(of: "}}") {
            let key = String(rest[start.upperBound..<end.lowerBound])
            filled += rest[..<start.lowerBound]
            if key.isEmpty {
                filled += locale
            } else if case .text(let words) = language.messages[key] {
                filled += escaped(words)
            } else {
                filled += rest[start.lowerBound..<end.upperBound]
            }
            rest = rest[end.upperBound...]
        }
        return filled + rest
    }
}
