import Foundation
import NIOCore
import NIOHTTP1
import Support

/// Answers a browser of the owner's that asks for one more part of a file that is known. Everything else, and every doubt, is left to the route.
struct FileShortcut: Sendable {
    /// A file, and the part of it that is sent.
    struct Part: Sendable {
        let file: KnownFiles.File
        let range: Range<Int64>

        /// Bytes of which a copy, one read and one write, is taken to cost less than what sending from the file takes beside the bytes.
        private static let short = 32 << 10

        /// Puts a short part behind its head.
        /// - Returns: false, and nothing is there, where it is longer or would have to be waited for.
        func append(to buffer: inout ByteBuffer) -> Bool {
            let count = range.count
            guard count <= Self.short else { return false }
            var isWhole = false
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { memory in
                isWhole = PageCache.read(file.file.descriptor, range.lowerBound, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
                return isWhole ? count : 0
            }
            return isWhole
        }
    }

    private static let starts = ["/original/", "/video/", "/live/", DAVPath.root + "/"]

    let files: KnownFiles
    let work: BlockingWork

    /// - Parameter buffer: gets the answer's head.
    /// - Returns: what is to follow; `nil` where there is no answer here.
    func answer(_ head: HTTPRequestHead, to session: Session, into buffer: inout ByteBuffer) -> Part? {
        // Others may get another version of a file at the same address.
        guard session.grant == .owner, head.method == .GET, Self.starts.contains(where: head.uri.hasPrefix), let file = files.file(at: head.uri) else { return nil }
        var range: String?
        for (name, value) in head.headers {
            switch name.lowercased() {
            case "range": range = value
            case "if-none-match", "if-range", "if-match", "if-modified-since", "if-unmodified-since", "content-length", "transfer-encoding": return nil
            default: continue
            }
        }
        guard session.knownToSee(file.row) == true else { return nil }
        buffer.clear()
        let part: Range<Int64>
        switch ByteRange(range, condition: nil, entityTag: file.tag, size: file.size) {
        case .whole:
            part = 0..<file.size
            buffer.writeString("HTTP/1.1 200 OK\r\n")
        case .part(let wanted):
            part = wanted
            buffer.writeString("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)\r\n")
        case .outside: return nil
        }
        buffer.writeString("Content-Length: \(part.count)\r\n")
        buffer.writeString(file.fields)
        buffer.writeString("Date: \(HTTPDate.now)\r\n\r\n")
        return Part(file: file, range: part)
    }
}
