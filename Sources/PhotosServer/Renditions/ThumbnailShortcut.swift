import Foundation
import LibraryEngine
import NIOCore
import NIOHTTP1
import PhotoModel

/// Answers what a scrolling page asks for most: a stored thumbnail of an asset that is known, whose bytes lie in memory. Everything else, and every
/// doubt, is left to the route.
struct ThumbnailShortcut: Sendable {
    let derivatives: DerivativeStore
    let addresses: AssetAddresses

    private static let fields = Array(
        ("\r\nContent-Type: \(MIMEType.jpeg)\r\nCache-Control: \(RenditionRoutes.immutable)\r\n" + CommonHeaders.text + "ETag: \"").utf8)
    private static let found = Array("HTTP/1.1 200 OK\r\nContent-Length: ".utf8), known = Array("HTTP/1.1 304 Not Modified".utf8)
    private static let date = Array("\"\r\nDate: ".utf8), end = Array("\r\n\r\n".utf8)
    private static let names = [ThumbnailSize.small: Array("-thumbnail".utf8), .medium: Array("-medium".utf8)]
    /// More than a head has.
    private static let longestHead = fields.count + 512

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
        buffer.clear()
        let isKnown = known.map { EntityTag.matches($0, RenditionRoutes.entityTag(uuid, path.revision, path.size == .small ? .thumbnail : .medium)) } == true
        let count = isKnown ? 0 : stored.byteCount
        var isWhole = isKnown
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.longestHead + count) { memory in
            var head = BytesWriter(memory)
            if isKnown {
                head.put(Self.known)
            } else {
                head.put(Self.found)
                head.put(number: UInt64(count))
            }
            head.put(Self.fields)
            head.put(uuid: path.high, path.low)
            head.put(UInt8(ascii: "-"))
            head.put(number: UInt64(path.revision))
            head.put(Self.names[path.size] ?? [])
            head.put(Self.date)
            head.put(HTTPDate.now)
            head.put(Self.end)
            if !isKnown {
                isWhole = stored.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[head.count..<head.count + count]), waits: false) == .whole
            }
            return head.count + count
        }
        return isWhole
    }
}

/// Writes into memory that is there, one thing behind the other.
private struct BytesWriter {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// - Parameter memory: for all that will be put there.
    init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    mutating func put(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    mutating func put(_ bytes: [UInt8]) { bytes.withUnsafeBytes { put($0) } }

    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
    }

    private mutating func put(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + bytes.count]).copyMemory(from: bytes)
        count += bytes.count
    }

    mutating func put(number: UInt64) {
        var (rest, length) = (number, 1)
        while rest >= 10 { (rest, length) = (rest / 10, length + 1) }
        rest = number
        for place in stride(from: count + length - 1, through: count, by: -1) {
            memory[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += length
    }

    mutating func put(uuid high: UInt64, _ low: UInt64) {
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 { put(UInt8(ascii: "-")) }
            let word = digit < 16 ? high : low, value = UInt8(word >> UInt64(60 - 4 * (digit % 16)) & 15)
            put(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
        }
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
