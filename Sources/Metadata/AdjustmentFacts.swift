import Foundation

/// What an adjustment file (`.AAE`) says of the edit it describes. The edit's own data stays opaque.
package struct AdjustmentFacts: Sendable, Equatable, Codable {
    /// Such as `com.apple.photo`.
    package var formatIdentifier: String
    package var formatVersion: String?
    /// 0: the edit starts from the original; 1: from an earlier rendering.
    package var baseVersion: Int?
    package var editor: String?
    /// Seconds since 1970-01-01T00:00:00Z.
    package var timestamp: Double?
    /// Size of the edit's own data in bytes.
    package var dataSize = 0

    package init(formatIdentifier: String) { self.formatIdentifier = formatIdentifier }

    /// Largest property list that is read, in bytes; real ones are under a megabyte.
    package static let largestFile = 16 << 20

    /// `nil` where the bytes are no adjustment file.
    package init?(propertyList bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.largestFile, Self.nestsShallowly(bytes),
            let plist = try? PropertyListDecoder().decode(Envelope.self, from: Data(bytes)) else { return nil }
        formatIdentifier = plist.adjustmentFormatIdentifier
        formatVersion = plist.adjustmentFormatVersion
        baseVersion = plist.adjustmentBaseVersion
        editor = plist.adjustmentEditorBundleID
        timestamp = plist.adjustmentTimestamp.map(\.timeIntervalSince1970)
        dataSize = plist.adjustmentData?.count ?? 0
    }

    /// Foundation's parser recurses for each level, so a list of a million levels would overflow the stack. No adjustment file has ten.
    private static func nestsShallowly(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if ByteReader(bytes).matches("bplist00", at: 0) { return true }
        var depth = 0
        var previous: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if previous == UInt8(ascii: "<") { depth += byte == UInt8(ascii: "/") ? -1 : byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") ? 0 : 1 }
            if previous == UInt8(ascii: "/"), byte == UInt8(ascii: ">") { depth -= 1 }
            if depth > 64 { return false }
            previous = byte
        }
        return true
    }

    private struct Envelope: Decodable {
        let adjustmentFormatIdentifier: String
        let adjustmentFormatVersion: String?
        let adjustmentBaseVersion: Int?
        let adjustmentEditorBundleID: String?
        let adjustmentTimestamp: Date?
        let adjustmentData: Data?
    }
}
