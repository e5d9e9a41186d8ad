import Foundation

/// An adjustment file (`.AAE`) with the edit's own data, which only the program that made it understands.
package struct AdjustmentFile: Sendable, Equatable {
    package let facts: AdjustmentFacts
    package let data: Data

    package init(_ facts: AdjustmentFacts, data: Data) {
        (self.facts, self.data) = (facts, data)
    }

    /// Reads an XML or binary property list; `nil` where the bytes are no whole adjustment file.
    package init?(propertyList bytes: UnsafeRawBufferPointer) {
        guard let list = AdjustmentFacts.topLevel(bytes), let facts = AdjustmentFacts(list) else { return nil }
        self.facts = facts
        if case .data(let data)? = list["adjustmentData"] { self.data = data } else { data = Data() }
    }

    /// The file's bytes: a binary list, which keeps every text and the moment as they are.
    package func encoded() throws -> Data {
        var list: [String: Any] = ["adjustmentFormatIdentifier": facts.formatIdentifier, "adjustmentData": data]
        if let version = facts.formatVersion { list["adjustmentFormatVersion"] = version }
        if let base = facts.baseVersion { list["adjustmentBaseVersion"] = base }
        if let editor = facts.editor { list["adjustmentEditorBundleID"] = editor }
        if let timestamp = facts.timestamp { list["adjustmentTimestamp"] = Date(timeIntervalSince1970: timestamp) }
        return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    }
}
