/// What objects may be called: names with slashes between them, which every kind of store can keep. In an encrypted one they are shorter (`HiddenNames`).
package enum ObjectKey {
    /// Bytes of a whole key, and of a name in it.
    static let limit = 900, partLimit = 255

    static func check(_ key: String) throws(CloudError) {
        guard isProper(key) else {
            throw CloudError(.invalidKey, object: key, "\(key.debugDescription) can't be an object's key: it needs names of 1 to \(partLimit) bytes with slashes between them.")
        }
    }

    /// No control characters; no name that a folder would take for something else.
    static func isProper(_ key: String) -> Bool {
        guard key.utf8.count <= limit, key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
        return key.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { 1...partLimit ~= $0.utf8.count && $0 != "." && $0 != ".." }
    }
}

extension String {
    /// As S3 sorts keys: by their bytes.
    func precedesByBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
