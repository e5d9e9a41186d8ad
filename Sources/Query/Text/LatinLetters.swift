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
