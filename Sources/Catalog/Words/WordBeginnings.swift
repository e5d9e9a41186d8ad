import Foundation
import Query

/// How often each word with one beginning stands in titles and captions, and in which asset it does.
struct WordBeginnings {
    /// More are counted by nobody: which words are the most frequent shows before.
    private static let mostHits = 50_000
    /// What is longer is no word, or one of a script that has no spaces.
    private static let longestWord = 40

    private let probe: WordProbe?
    private var hits = 0
    /// By the word's bytes.
    private(set) var words: [[UInt8]: (count: Int, assetID: Int64)] = [:]

    /// - Parameter beginning: as searches compare it.
    init(_ beginning: String) {
        let isWord = !beginning.isEmpty && beginning.unicodeScalars.allSatisfy(Self.isOfWord)
        // Where there are no spaces, whatever follows would be one word.
        probe = isWord && !beginning.unicodeScalars.contains(where: \.properties.isIdeographic) ? WordProbe(beginningOfWords: beginning) : nil
    }

    static func isOfWord(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || scalar.properties.numericType != nil }

    /// - Parameter first: the row id of the block's first slot.
    mutating func look(through block: WordBlock, first: Int64) {
        guard let probe, hits < Self.mostHits else { return }
        let texts = block.texts
        WordScan.forEachHit(of: probe, in: block) { slot, index in
            hits += 1
            guard Self.begins(at: index, in: texts) else { return false }
            let word = Self.word(at: index, in: texts)
            if word.count <= Self.longestWord { words[word, default: (0, first + Int64(slot))].count += 1 }
            return false
        }
    }

    /// Whether what stands before is no part of the same word.
    private static func begins(at index: Int, in texts: UnsafeRawBufferPointer) -> Bool {
        var start = index - 1
        guard start >= 0, texts[start] < AssetWords.firstTag else { return true }
        while start > 0, texts[start] & 0xC0 == 0x80 { start -= 1 }
        let before = String(decoding: texts[start..<index], as: UTF8.self)
        return before.unicodeScalars.last.map { !isOfWord($0) } ?? true
    }

    private static func word(at index: Int, in texts: UnsafeRawBufferPointer) -> [UInt8] {
        let end = texts[index...].prefix(4 * longestWord + 4).firstIndex { $0 >= AssetWords.firstTag } ?? min(texts.count, index + 4 * longestWord + 4)
        let scalars = String(decoding: texts[index..<end], as: UTF8.self).unicodeScalars.prefix(while: isOfWord)
        return Array(String(scalars).utf8)
    }
}

extension WordProbe {
    /// Bytes in titles and captions, in plain letters.
    fileprivate init(beginningOfWords text: String) {
        let fields: [AssetWords.Field] = [.title, .caption], variants: [AssetWords.Variant] = [.both, .plainLetters]
        let tags = fields.flatMap { field in variants.map { AssetWords.tag(field, $0) } }
        self.init(bytes: Array(text.utf8), relation: .contains, tags: tags.reduce(0) { $0 | 1 << UInt16($1 - AssetWords.firstTag) })
    }
}
