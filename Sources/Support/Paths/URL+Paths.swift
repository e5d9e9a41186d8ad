import Foundation

/// Paths of files and folders, for what every process does that opens a library. Foundation's own `path` and `appendingPathComponent` take URLs of any kind
/// apart, decode them and put them together again, and the first time in a process the runtime has to make the types of what they decode with, which is a
/// tenth of a client's own work until its first answer.
extension URL {
    /// The same as `path`. Nearly no file's URL has anything to decode.
    package var plainPath: String {
        let text = absoluteString
        guard text.hasPrefix("file:///"), !text.utf8.contains(where: Self.isSpecial) else { return path }
        var bytes = text.utf8.dropFirst("file://".utf8.count)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }

    /// The folder that holds it.
    package var plainFolder: String {
        let path = plainPath
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// What has this path in the folder. The disk is not asked what it is.
    package func file(beneath path: String, isFolder: Bool = false) -> URL {
        let folder = plainPath
        return URL(fileURLWithPath: folder == "/" ? folder + path : "\(folder)/\(path)", isDirectory: isFolder)
    }

    /// An escape, or what ends a path.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ";"): true
        default: false
        }
    }
}
