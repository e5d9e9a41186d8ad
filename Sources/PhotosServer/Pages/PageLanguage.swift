import Foundation

/// The words of one language: a file of `languages/`.
struct PageLanguage: Sendable {
    /// A message, or its forms by the plural categories of ICU.
    enum Message: Sendable, Codable, Equatable {
        case text(String)
        case forms([String: String])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) { self = .text(text) } else { self = .forms(try value.decode([String: String].self)) }
        }

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .text(let text): try value.encode(text)
            case .forms(let forms): try value.encode(forms)
            }
        }
    }

    /// Whose dates and numbers it takes where a browser names no region.
    let locale: String
    /// The language tags that it is for, with whatever follows them.
    let tags: [String]
    let messages: [String: Message]
    /// What the command line says, by its English sentences.
    let tool: [String: Message]?

    var isEnglish: Bool { locale.hasPrefix("en") }

    func text(_ key: String) -> String {
        if case .text(let text)? = messages[key] { text } else { "" }
    }
}

/// All languages that the page speaks.
struct PageLanguages: Sendable {
    private struct File: Decodable {
        var locale: String
        var `for`: [String]
        /// The language whose messages count where this one has none.
        var otherwise: String?
        var messages: [String: PageLanguage.Message]
        var tool: [String: PageLanguage.Message]?
    }

    /// By the names of their files.
    let languages: [String: PageLanguage]
    private let standard: PageLanguage

    private static let standardName = "en"

    /// - Parameter sources: the pages' files by their paths.
    /// - Throws: `ServerError` with the file that can't be read, or that lacks what the page says.
    init(_ sources: [String: String]) throws(ServerError) {
        var files: [String: File] = [:]
        for (path, text) in sources where path.hasPrefix("languages/") {
            do {
                files[String(path.dropFirst("languages/".count).prefix { $0 != "." })] = try JSONDecoder().decode(File.self, from: Data(text.utf8))
            } catch { throw Self.fault(path, "can't be read: \(error)") }
        }
        var languages: [String: PageLanguage] = [:]
        guard let base = files[Self.standardName] else { throw Self.fault("languages/\(Self.standardName).json", "is not there") }
        for (name, file) in files {
            let messages = (file.otherwise.flatMap { files[$0]?.messages } ?? [:]).merging(file.messages) { $1 }
            if let missing = base.messages.keys.sorted().first(where: { messages[$0] == nil }) { throw Self.fault("languages/\(name).json", "has no “\(missing)”") }
            languages[name] = PageLanguage(locale: file.locale, tags: file.for, messages: messages, tool: file.tool)
        }
        self.languages = languages
        standard = languages[Self.standardName] ?? PageLanguage(locale: "en-GB", tags: [], messages: base.messages, tool: nil)
    }

    /// The language that a browser asks for, and the locale of its dates and numbers: the first of its languages that the page speaks, else English.
    /// - Parameter header: `Accept-Language`, such as `de-AT,de;q=0.9,en;q=0.8`.
    func preferred(_ header: String?) -> (language: PageLanguage, locale: String) {
        for tag in Self.tags(header) {
            // The longest of those that it begins with: zh-TW is for another file than zh.
            let found = languages.values.flatMap { language in language.tags.map { ($0, language) } }
                .filter { Self.begins(tag, with: $0.0) }.max { $0.0.count < $1.0.count }
            guard let (_, language) = found else { continue }
            let own = Locale(identifier: tag)
            // ICU knows some by their script, too: zh-HK as zh_Hant_HK.
            let whole = Locale(identifier: own.language.maximalIdentifier)
            let isKnown = own.language.region != nil && (Self.known.contains(own.identifier(.icu)) || Self.known.contains(whole.identifier(.icu)))
            return (language, isKnown ? own.identifier(.bcp47) : language.locale)
        }
        return (standard, standard.locale)
    }

    private static let known = Set(Locale.availableIdentifiers)

    /// What a header names, the most wanted first.
    private static func tags(_ header: String?) -> [String] {
        let ranges = (header ?? "").prefix(500).split(separator: ",").prefix(20).map { range -> (tag: String, quality: Double) in
            let parts = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (parts.first ?? "", quality)
        }
        // Equal ones keep their order.
        return ranges.enumerated().filter { $0.element.quality > 0 && !$0.element.tag.isEmpty }
            .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }.map(\.element.tag)
    }

    private static func begins(_ tag: String, with start: String) -> Bool {
        let (tag, start) = (tag.lowercased(), start.lowercased())
        return tag == start || tag.hasPrefix(start + "-")
    }

    private static func fault(_ path: String, _ what: String) -> ServerError {
        ServerError(.pagesMissing, "The gallery's file \(path) \(what). Put the folder OpenPhotoKit_PhotosServer.resources beside the program again.")
    }
}
