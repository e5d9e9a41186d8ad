import Support

/// A file of a record: a snapshot of all objects, or the log of what became of them since the snapshot before it.
struct SegmentName: Hashable, Comparable {
    var number: Int64
    var isSnapshot: Bool

    private static let prefix = "record-", logSuffix = ".jsonl", snapshotSuffix = ".jsonl.gz"
    /// Written under this name until it is whole.
    static let partSuffix = ".part"

    init(_ number: Int64, isSnapshot: Bool) { (self.number, self.isSnapshot) = (number, isSnapshot) }

    /// `nil` for any other name.
    init?(text: String) {
        isSnapshot = text.hasSuffix(Self.snapshotSuffix)
        let suffix = isSnapshot ? Self.snapshotSuffix : Self.logSuffix
        guard text.hasPrefix(Self.prefix), text.hasSuffix(suffix), text.utf8.count == Self.prefix.utf8.count + 8 + suffix.utf8.count,
            let number = Int64(text.dropFirst(Self.prefix.count).prefix(8)), number > 0
        else { return nil }
        self.number = number
        guard self.text == text else { return nil }
    }

    var text: String {
        Self.prefix + Int(number).padded(to: 8) + (isSnapshot ? Self.snapshotSuffix : Self.logSuffix)
    }

    var part: String { text + Self.partSuffix }

    static func < (a: SegmentName, b: SegmentName) -> Bool { a.number < b.number }
}
