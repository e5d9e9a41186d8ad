import Foundation

/// Brings a text into the form in which `[c]` and `[d]` compare it.
package enum TextFolding {
    /// Lower case for `[c]`, without marks for `[d]`, in plain letters for `[a]`; all in composed form, so that it does not matter how an accent was
    /// typed. The root locale is used whatever the user's is. Without any of them the text stays as it is.
    package static func fold(_ text: String, _ options: TextOptions) -> String {
        let options = options.folding
        if options.isEmpty { return text }
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return options.contains(.caseInsensitive) ? lowercased(ascii: text) : text
        }
        var flags: String.CompareOptions = []
        if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { flags.insert(.diacriticInsensitive) }
        let folded = text.precomposedStringWithCanonicalMapping
            .folding(options: flags, locale: nil)
            .precomposedStringWithCanonicalMapping
        return options.contains(.latinLetters) ? LatinLetters.plain(folded) : folded
    }

    private static func lowercased(ascii text: String) -> String {
        guard text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return text }
        var text = text
        return text.withUTF8 { source in
            String(unsafeUninitializedCapacity: source.count) { target in
                for index in 0..<source.count {
                    let byte = source[index]
                    target[index] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                }
                return source.count
            }
        }
    }
}

/// Letters of the Latin script that Unicode decomposes into no letter and a mark, so that taking the marks away leaves them: people whose keyboard has
/// no ø type o. The letters are written as ICU's Latin-ASCII writes them.
enum LatinLetters {
    static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { letters[$0] != nil }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let letter = letters[scalar] { result.append(contentsOf: letter.unicodeScalars) } else { result.append(scalar) }
        }
        return String(result)
    }

    private static let letters: [Unicode.Scalar: String] = [
        "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ĳ": "IJ", "ĳ": "ij", "ẞ": "SS", "ß": "ss", "Þ": "TH", "þ": "th",
        "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Ħ": "H", "ħ": "h", "Ŧ": "T", "ŧ": "t", "ı": "i", "ĸ": "q",
        "Ŋ": "N", "ŋ": "n", "ŀ": "l", "Ŀ": "L", "ŉ": "'n", "ſ": "s", "ƒ": "f", "Ƒ": "F", "ɨ": "i", "Ɨ": "I", "ɖ": "d", "Ɖ": "D", "Ɓ": "B", "ɓ": "b",
        "Ɗ": "D", "ɗ": "d", "Ƙ": "K", "ƙ": "k", "Ƴ": "Y", "ƴ": "y", "ȷ": "j", "Ɵ": "O", "ɵ": "o", "Ƶ": "Z", "ƶ": "z", "Ǥ": "G", "ǥ": "g",
    ]
}
