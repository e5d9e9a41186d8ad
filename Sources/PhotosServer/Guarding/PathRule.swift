import Support

/// Which addresses are looked at at all. No route leads to a file by its path; this keeps it that way whatever comes.
enum PathRule {
    static let longest = 8 << 10

    static func problem(with uri: String) -> Problem? {
        var uri = uri
        return uri.withUTF8 { bytes in
            guard bytes.count <= longest else { return RequestGuard.longPath }
            guard bytes.first == UInt8(ascii: "/") else { return RequestGuard.badPath }
            let path = UnsafeBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex)])
            return isPlain(path) || isDecodable(path, hasNames: isName(path)) ? nil : RequestGuard.badPath
        }
    }

    /// Nothing to decode, and no segment that begins with a dot: nearly all of them.
    private static func isPlain(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        var before: UInt8 = 0
        for byte in path {
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%"), byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "#") else { return false }
            if byte == UInt8(ascii: "."), before == UInt8(ascii: "/") { return false }
            before = byte
        }
        return true
    }

    /// Whether an address has names of people's files in it, which may have a number sign, or be that of a folder's icon. It is decoded once there, and leads to no file by itself.
    private static func isName(_ path: UnsafeBufferPointer<UInt8>) -> Bool { path.starts(with: (DAVPath.root + "/").utf8) && !path.contains(UInt8(ascii: "#")) }

    /// Whether each segment, decoded, is text without control characters and slashes, and neither `.` nor `..`.
    private static func isDecodable(_ path: UnsafeBufferPointer<UInt8>, hasNames: Bool) -> Bool {
        path.split(separator: UInt8(ascii: "/")).allSatisfy { segment in
            guard let bytes = PercentEncoding.bytes(of: segment), let text = String(validating: bytes, as: UTF8.self) else { return false }
            if hasNames, DAVClutter.isIcon(text) { return true }
            guard hasNames || !bytes.contains(UInt8(ascii: "#")) else { return false }
            let isClean = bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") && $0 != 0x7F }
            return isClean && bytes != [UInt8(ascii: ".")] && bytes != [UInt8(ascii: "."), UInt8(ascii: ".")]
        }
    }
}
