import Foundation

/// How much of a name it is that somebody has typed, the most first.
enum NameMatch: Int, Comparable {
    case whole, beginning, word

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// - Returns: `nil` where neither the name begins so nor a word of it.
    /// - Parameters: both as `fold` gives them.
    init?(of name: [UInt8], with beginning: [UInt8]) {
        if name.starts(with: beginning) {
            self = name.count == beginning.count ? .whole : .beginning
            return
        }
        // A word begins behind a space, a hyphen, an apostrophe or the like.
        let isWord = name.indices.dropFirst().contains { index in name[index - 1] < UInt8(ascii: "0") && name[index...].starts(with: beginning) }
        guard isWord else { return nil }
        self = .word
    }

    /// As names are compared: without case and marks.
    static func fold(_ name: some Collection<UInt8>) -> [UInt8] {
        if name.allSatisfy({ $0 < 0x80 }) { return name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        let text = String(decoding: name, as: UTF8.self).precomposedStringWithCanonicalMapping
        return Array(text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).precomposedStringWithCanonicalMapping.utf8)
    }
}
