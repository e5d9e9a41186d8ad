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

    /// Reads an XML or binary property list; `nil` where the bytes are no whole adjustment file.
    ///
    /// Not by Foundation, whose decoder traps on some damaged lists: an adjustment file is as untrusted as a picture.
    package init?(propertyList bytes: UnsafeRawBufferPointer) {
        guard let list = Self.topLevel(bytes) else { return nil }
        self.init(list)
    }

    static func topLevel(_ bytes: UnsafeRawBufferPointer) -> [String: PropertyListValue]? {
        guard bytes.count <= largestFile else { return nil }
        return ByteReader(bytes).matches("bplist00", at: 0) ? BinaryPropertyList.topLevel(bytes) : XMLPropertyList.topLevel(bytes)
    }

    init?(_ list: [String: PropertyListValue]) {
        guard case .text(let identifier)? = list["adjustmentFormatIdentifier"], !identifier.isEmpty else { return nil }
        formatIdentifier = identifier
        if case .text(let text)? = list["adjustmentFormatVersion"] { formatVersion = text }
        if case .number(let number)? = list["adjustmentBaseVersion"] { baseVersion = Int(exactly: number) }
        if case .text(let text)? = list["adjustmentEditorBundleID"] { editor = text }
        if case .date(let seconds)? = list["adjustmentTimestamp"] { timestamp = seconds }
        if case .data(let data)? = list["adjustmentData"] { dataSize = data.count }
    }
}

/// A value of a property list.
enum PropertyListValue: Equatable {
    case text(String)
    case number(Double)
    /// Seconds since 1970-01-01T00:00:00Z.
    case date(Double)
    case data(Data)
    /// Containers are read of binary lists alone, and only where somebody asks for them.
    case list([PropertyListValue])
    case dictionary([String: PropertyListValue])

    /// A value of a dictionary; `nil` for everything else.
    subscript(key: String) -> PropertyListValue? { if case .dictionary(let values) = self { values[key] } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
}
