import Support

/// A checksum that a preview carries within itself: a comment segment behind the first two bytes of the JPEG, which covers all other bytes. Decoders
/// pass over it. Files that older versions kept have none, and can't be checked.
enum PreviewChecksum {
    /// Start of image, comment, its length, and whose it is.
    private static let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0x00, 0x0A] + Array("oPkS".utf8)
    private static let length = head.count + 4
    private static let startOfImage = 2

    /// The JPEG with its seal; anything else as it is.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: head.prefix(startOfImage)) else { return bytes }
        return head + sum(bytes[startOfImage...]) + bytes[startOfImage...]
    }

    /// Whether there is a seal at all.
    static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.count > length && bytes.starts(with: head) }

    /// False where a seal is broken.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        let differing = zip(bytes, head).count { $0 != $1 }
        // What has nearly its beginning had it once: a camera's or an older version's file differs in most of it.
        guard bytes.count >= length, differing == 0 else { return bytes.count >= head.count && differing > 2 || bytes.count < head.count && !bytes.isEmpty }
        return Array(bytes[head.count..<length]) == sum(bytes[length...])
    }

    private static func sum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var sum = CRC32()
        bytes.withUnsafeBytes { sum.update($0) }
        return withUnsafeBytes(of: sum.value.bigEndian) { Array($0) }
    }
}
