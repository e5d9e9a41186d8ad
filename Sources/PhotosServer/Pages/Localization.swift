import Foundation

/// A language of `languages/`, as programs other than the page speak it.
package struct Localization: Sendable {
    /// A sentence, or its forms by the plural categories of CLDR.
    package struct Phrase: Sendable {
        fileprivate let forms: [String: String]

        /// Where it has no forms, or of many.
        package var text: String { forms["other"] ?? "" }

        /// All languages here have one form for 1 and another for the rest, or one for all.
        package func form(for number: Int) -> String { (number == 1 ? forms["one"] : nil) ?? text }
    }

    package let locale: String
    /// What the command line says, by its English sentences.
    package let tool: [String: Phrase]
    /// Between the thousands, and before the first decimal.
    package let grouping: String, decimalPoint: String

    /// The first of these languages that there are words for and that is not English, which the programs speak by themselves; `nil` also where the files that came
    /// with the program are not beside it: what it does it does in English then.
    ///
    /// - Parameter tags: such as `de-AT`, the most wanted first.
    package static func installed(for tags: [String]) -> Localization? {
        guard tags.contains(where: { !$0.lowercased().hasPrefix("en") }) || tags.contains("en-US"), let folder = try? PageFolder.installed() else { return nil }
        guard let (language, identifier) = try? folder.languages().preferred(tags.joined(separator: ",")) else { return nil }
        let locale = Locale(identifier: identifier)
        return Localization(
            locale: identifier,
            tool: (language.tool ?? [:]).mapValues { message in
                switch message {
                case .text(let text): Phrase(forms: ["other": text])
                case .forms(let forms): Phrase(forms: forms)
                }
            }, grouping: locale.groupingSeparator ?? ",", decimalPoint: locale.decimalSeparator ?? ".")
    }
}
