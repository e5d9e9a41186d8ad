/// Looks at a Chinese text from its beginning, over spaces. Signs of full width are those of half, strokes are one, and traditional characters of dates are
/// the simplified ones, so that a grammar writes each word once.
struct ChineseScanner {
    private let characters: [Character]
    /// Where each character ends in the text.
    private let ends: [String.Index]
    private var position = 0

    /// Nobody types a longer date.
    private static let limit = 60

    init(_ text: Substring) {
        let text = text.prefix(Self.limit)
        characters = text.map(Self.plain)
        ends = text.indices.map { text.index(after: $0) }
    }

    /// Behind what was taken; `nil` where nothing was.
    var end: String.Index? { position == 0 ? nil : ends[position - 1] }

    /// Whether anything that was taken is more than ASCII: digits and strokes alone are no Chinese.
    var hasTakenChinese: Bool { characters[..<position].contains { !$0.isASCII } }

    mutating func take(_ word: String) -> Bool {
        let start = next
        guard characters[start...].starts(with: word) else { return false }
        position = start + word.count
        return true
    }

    /// The first of some words that stands here: the longer ones come first.
    mutating func take(anyOf words: [String]) -> String? {
        for word in words where take(word) { return word }
        return nil
    }

    /// What the first word means that stands here.
    mutating func take<Meaning>(_ meanings: KeyValuePairs<String, Meaning>) -> Meaning? {
        for (word, meaning) in meanings where take(word) { return meaning }
        return nil
    }

    /// One character or more.
    mutating func take(while isWanted: (Character) -> Bool) -> String? {
        let start = next
        let text = String(characters[start...].prefix(while: isWanted))
        guard !text.isEmpty else { return nil }
        position = start + text.count
        return text
    }

    /// `10`, `十`, `三十一`, `一一〇`.
    mutating func number() -> (text: String, value: Int)? {
        let before = self
        if let text = take(while: { $0.isASCII && $0.isNumber || "〇一二三四五六七八九十百两".contains($0) }), let value = Self.value(of: text) { return (text, value) }
        self = before
        return nil
    }

    private var next: Int { characters[position...].firstIndex { !$0.isWhitespace } ?? characters.endIndex }

    private static func plain(_ character: Character) -> Character {
        if let plain = plainCharacters[character] { return plain }
        return character.isASCII ? character : DateVocabulary.fold(String(character)).first ?? character
    }

    private static let plainCharacters: [Character: Character] = [
        "週": "周", "禮": "礼", "這": "这", "個": "个", "號": "号", "過": "过", "後": "后", "間": "间", "與": "与", "從": "从", "來": "来", "開": "开", "內": "内",
        "兩": "两", "國": "国", "現": "现", "歷": "历", "為": "为", "於": "于", "裡": "里", "裏": "里", "零": "〇", "○": "〇",
        "–": "-", "—": "-", "―": "-", "－": "-", "−": "-", "～": "-", "~": "-", "〜": "-", "∼": "-",
    ]

    private static func value(of text: String) -> Int? {
        let digits = Array("〇一二三四五六七八九")
        func digit(_ character: Character) -> Int? { character == "两" ? 2 : digits.firstIndex(of: character) ?? (character.isASCII ? character.wholeNumberValue : nil) }
        guard text.contains(where: { "十百".contains($0) }) else {
            let values = text.compactMap(digit)
            return values.count == text.count && values.count <= 8 ? values.reduce(0) { $0 * 10 + $1 } : nil
        }
        var sum = 0, ones: Int?
        for character in text {
            switch character {
            case "百", "十":
                // 十 alone is ten; 一百一十.
                sum += (ones ?? 1) * (character == "百" ? 100 : 10)
                ones = nil
            default:
                guard ones == nil || ones == 0, let value = digit(character) else { return nil }
                ones = value
            }
        }
        return sum + (ones ?? 0)
    }
}
