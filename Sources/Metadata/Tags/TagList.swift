/// One tag as a metadata library hands it out.
package struct MetadataTag: Sendable, Equatable {
    /// `Exif.Photo.DateTimeOriginal`, `Iptc.Application2.Keywords`, `Xmp.dc.subject`, `QuickTime.com.apple.quicktime.make`, …
    package var key: String
    /// The value as text: numbers apart by spaces, fractions as `1/50`. Empty where only `bytes` make sense.
    package var text: String
    /// The raw value, where it is more than text: maker notes, Windows' UTF-16 tags.
    package var bytes: [UInt8]

    package init(_ key: String, _ text: String, bytes: [UInt8] = []) {
        (self.key, self.text, self.bytes) = (key, text, bytes)
    }
}

/// All tags of one file, in the order of the file. A list value (keywords) is one tag for each element.
package struct TagList: Sendable {
    private var tags: [String: [MetadataTag]] = [:]

    package init(_ tags: [MetadataTag] = []) {
        for tag in tags { append(tag) }
    }

    package mutating func append(_ tag: MetadataTag) { tags[tag.key, default: []].append(tag) }

    package var isEmpty: Bool { tags.isEmpty }

    package func first(_ key: String) -> MetadataTag? { tags[key]?.first }

    /// The first value as text, trimmed; `nil` where it is missing or blank.
    package func text(_ key: String) -> String? { (tags[key]?.first?.text).flatMap { TextDecoding.cleaned($0) } }

    /// The first of the keys that has text.
    package func text(_ keys: [String]) -> String? { keys.lazy.compactMap { text($0) }.first }

    /// All keys that begin so, each with its first value as text; blank ones left out.
    package func texts(beginning prefix: String) -> [String: String] {
        tags.reduce(into: [:]) { found, tag in if tag.key.hasPrefix(prefix) { found[tag.key] = (tag.value.first?.text).flatMap { TextDecoding.cleaned($0) } } }
    }

    package func texts(_ key: String) -> [String] { (tags[key] ?? []).compactMap { TextDecoding.cleaned($0.text) } }

    /// The numbers of the first value: `"34/1 39/1 5318/100"` is three. A fraction whose denominator is 0, or anything else that is
    /// no finite number, makes the whole value `nil`.
    package func numbers(_ key: String) -> [Double]? {
        guard let text = text(key) else { return nil }
        var numbers: [Double] = []
        for word in text.split(separator: " ", maxSplits: 64) {
            guard let number = Self.number(word) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    package func number(_ key: String) -> Double? { numbers(key)?.first }

    /// The first number as an integer; `nil` where it has a fraction or is out of range.
    package func integer(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0) } }

    static func number(_ word: some StringProtocol) -> Double? {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let numerator = Double(parts[0]) else { return nil }
        guard parts.count == 2 else { return numerator.isFinite ? numerator : nil }
        guard let denominator = Double(parts[1]), denominator != 0 else { return nil }
        let value = numerator / denominator
        return value.isFinite ? value : nil
    }
}
