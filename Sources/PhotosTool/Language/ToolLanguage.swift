import PhotosServer

/// The language that the tool speaks to a person. What programs read (`--json`) is the same in every language.
struct ToolLanguage: Sendable {
    /// The one that the environment asks for; English where it names one that the tool does not speak.
    static let current = ToolLanguage(Localization.installed(for: asked))

    static let english = ToolLanguage(nil)

    private let localization: Localization?

    init(_ localization: Localization?) { self.localization = localization }

    /// Such as `de`: for titles that the library itself knows in many languages.
    var tag: String { localization?.locale ?? "en" }

    /// What the variables name, the most wanted first, as gettext reads them: `LANGUAGE` counts only where there is a language at all.
    private static var asked: [String] {
        let locale = environmentValue("LC_ALL") ?? environmentValue("LC_MESSAGES") ?? environmentValue("LANG") ?? "C"
        let plain = tag(locale)
        guard plain != "C", plain != "POSIX" else { return [] }
        return (environmentValue("LANGUAGE") ?? "").split(separator: ":").map { tag(String($0)) } + [plain]
    }

    /// `de-AT` of `de_AT.UTF-8@euro`.
    private static func tag(_ locale: String) -> String {
        String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    }

    /// The words for an English sentence, with its places; the sentence itself where there are none.
    func phrase(_ english: String) -> String { localization?.tool[english]?.text ?? english }

    /// `1 Foto`, `2 Fotos`: of a number and its noun in English, in both forms.
    func counted(_ number: Int, _ singular: String, _ plural: String) -> String {
        let count = Quantity.grouped(number)
        guard let phrase = localization?.tool["{1} \(plural)"] else { return "\(count) \(number == 1 ? singular : plural)" }
        return filled(phrase.form(for: number), [count])
    }

    var isTranslated: Bool { localization?.tool.isEmpty == false }

    var grouping: String { localization?.grouping ?? "," }
    var decimalPoint: String { localization?.decimalPoint ?? "." }

    /// A text with its places filled in.
    func filled(_ text: String, _ values: [String]) -> String {
        guard !values.isEmpty else { return text }
        var result = "", rest = Substring(text)
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            let inner = rest[rest.index(after: start)...]
            if let end = inner.firstIndex(of: "}"), let number = Int(inner[..<end]), values.indices.contains(number - 1) {
                result += values[number - 1]
                rest = inner[inner.index(after: end)...]
            } else {
                result += "{"
                rest = inner
            }
        }
        return result + rest
    }
}

/// What kinds are called in the user's language. English has the names of the API for them, which conditions and `--json` use, too.
enum KindWords {
    static func word(_ name: String) -> String { ToolLanguage.current.phrase(name) }
}
