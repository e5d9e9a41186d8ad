import Foundation

/// The language of computed titles: Chinese or German where it is preferred, else English.
package enum TitleLanguage: Sendable {
    case english, german, simplifiedChinese, traditionalChinese

    /// - Parameter languages: codes such as `zh-Hant`, the preferred one first.
    package init(_ languages: [String]) {
        guard let first = languages.first?.lowercased(), first.hasPrefix("zh") else {
            self = languages.first?.lowercased().prefix { $0.isLetter } == "de" ? .german : .english
            return
        }
        self = ["hant", "tw", "hk", "mo"].contains { first.contains($0) } ? .traditionalChinese : .simplifiedChinese
    }

    package var isChinese: Bool { self == .simplifiedChinese || self == .traditionalChinese }

    /// The environment says it on Linux; `Locale` there knows only what was compiled in.
    package static var preferredLanguages: [String] {
        for variable in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
            if let value = getenv(variable).map({ String(cString: $0) }), let first = value.split(separator: ":").first { return [String(first)] }
        }
        return []
    }

    package static var preferred: TitleLanguage { TitleLanguage(preferredLanguages) }
}
