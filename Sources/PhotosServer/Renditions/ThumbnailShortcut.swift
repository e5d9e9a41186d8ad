import Foundation
import LibraryEngine
import NIOCore
import NIOHTTP1

/// Answers what a scrolling page asks for most: a stored thumbnail of an asset that is known, whose bytes lie in memory. Everything else, and every
/// doubt, is left to the route.
struct ThumbnailShortcut: Sendable {
    let derivatives: DerivativeStore
    let addresses: AssetAddresses

    private static let fields =
        "Content-Type: image/jpeg\r\nCache-Control: \(RenditionRoutes.immutable)\r\n" + CommonHeaders.text + "ETag: "

    /// - Parameters:
    ///   - session: gets what it is known to see.
    ///   - buffer: gets the whole answer.
    /// - Returns: false where there is none here.
    func answer(_ head: HTTPRequestHead, to session: Session, into buffer: inout ByteBuffer) -> Bool {
        guard head.method == .GET, head.headers.first(name: "Content-Length") == nil, head.headers.first(name: "Transfer-Encoding") == nil else { return false }
        var uri = head.uri
        guard let path = uri.withUTF8({ ThumbnailPath($0) }) else { return false }
        return answer(path, known: head.headers.first(name: "If-None-Match"), to: session, into: &buffer)
    }

    /// The same for a request that says no more than what it asks for.
    /// - Parameter known: what the client has, as it says so.
    func answer(_ path: ThumbnailPath, known: String? = nil, to session: Session, into buffer: inout ByteBuffer) -> Bool {
        guard let address = addresses.address(high: path.high, low: path.low), address.revision == path.revision, session.knownToSee(address.id) == true
        else { return false }
        let uuid = UUID(high: path.high, low: path.low)
        guard let stored = derivatives.storedThumbnail(path.size, assetID: address.id, uuid: uuid, revision: path.revision, waits: false) else { return false }
        let tag = RenditionRoutes.entityTag(uuid, path.revision, path.size == .small ? .thumbnail : .medium)
        buffer.clear()
        if let known, EntityTag.matches(known, tag) {
            buffer.writeString("HTTP/1.1 304 Not Modified\r\n")
            writeFields(tag, into: &buffer)
            return true
        }
        buffer.reserveCapacity(stored.byteCount + 1024)
        buffer.writeString("HTTP/1.1 200 OK\r\nContent-Length: ")
        buffer.writeString(String(stored.byteCount))
        buffer.writeString("\r\n")
        writeFields(tag, into: &buffer)
        var isWhole = false
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: stored.byteCount) { room in
            isWhole = stored.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<stored.byteCount]), waits: false) == .whole
            return stored.byteCount
        }
        return isWhole
    }

    private func writeFields(_ tag: String, into buffer: inout ByteBuffer) {
        buffer.writeString(Self.fields)
        buffer.writeString(tag)
        buffer.writeString("\r\nDate: ")
        buffer.writeString(HTTPDate.now)
        buffer.writeString("\r\n\r\n")
    }
}

/// `/image/UUID/REVISION/thumbnail`, or the same with `medium`, just as it is written in the API's answers.
struct ThumbnailPath {
    let high: UInt64
    let low: UInt64
    let revision: Int64
    let size: ThumbnailSize

    private static let start = Array("/image/".utf8)
    private static let ends = [(Array("/thumbnail".utf8), ThumbnailSize.small), (Array("/medium".utf8), .medium)]

    init?(_ path: UnsafeBufferPointer<UInt8>) {
        guard let (end, size) = Self.ends.first(where: { end, _ in path.count > end.count && path[(path.count - end.count)...].elementsEqual(end) }) else { return nil }
        let uuidEnd = Self.start.count + 36, last = path.count - end.count
        guard last > uuidEnd + 1, last < uuidEnd + 20, path[uuidEnd] == UInt8(ascii: "/"), path.starts(with: Self.start) else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for index in 0..<36 {
            let byte = path[Self.start.count + index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let value: UInt8
            switch byte {
            case 0x30...0x39: value = byte - 0x30
            case 0x41...0x46: value = byte - 0x37
            default: return nil
            }
            if digits < 16 { halves.0 = halves.0 << 4 | UInt64(value) } else { halves.1 = halves.1 << 4 | UInt64(value) }
            digits += 1
        }
        var revision: Int64 = 0
        for byte in path[(uuidEnd + 1)..<last] {
            guard case 0x30...0x39 = byte else { return nil }
            revision = revision &* 10 &+ Int64(byte - 0x30)
        }
        (high, low, self.revision, self.size) = (halves.0, halves.1, revision, size)
    }
}
