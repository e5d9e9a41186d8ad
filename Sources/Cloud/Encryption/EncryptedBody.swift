import Support

/// A body as it is in an encrypted store.
///
/// Each reading from the start takes a new key: where an attempt to send failed and the file was changed meanwhile, no two contents are encrypted with the same
/// key and nonce. An upload in parts has one key from the first part to the last, and its file was compared with its hash before.
struct EncryptedBody: UploadBody {
    let body: any UploadBody
    let ring: Keyring
    let name: String
    /// Of an upload in parts.
    let head: ObjectHead?

    private var layout: ObjectLayout { ObjectLayout(size: body.size) }

    var size: Int64 { layout.objectSize }
    var sha256: [UInt8]? { nil }
    /// Whoever knows the content can't make it, so that the store learns nothing by it.
    var uploadIdentity: [UInt8]? {
        guard let head, let sha256 = body.sha256 else { return nil }
        return HMAC.code(of: Array("OpenPhotoKit upload".utf8) + sha256, key: head.objectKey)
    }

    func open(at offset: Int64) throws -> any BodyReader {
        let head = try head ?? ObjectHead(ring, name: name, size: body.size, sha256: body.sha256)
        return try Reader(self, head, at: offset)
    }

    private final class Reader: BodyReader {
        private let head: ObjectHead
        private let aes: AES
        private let binding: [UInt8]
        private let name: String
        private let reader: any BodyReader
        /// Of the content, where all of it is read and it is known what it should be.
        private let hash: ContentHash?
        private var nextPiece: Int64
        private var sealed: [UInt8]
        private var sent: Int
        private var plain: [UInt8] = []

        init(_ body: EncryptedBody, _ head: ObjectHead, at offset: Int64) throws {
            (self.head, name, binding) = (head, body.name, ObjectHead.binding(body.name))
            aes = try AES(key: head.objectKey)
            let pieceOnDisk = ObjectLayout.pieceSize + Int64(AES.tagSize)
            nextPiece = max(0, offset - ObjectHead.size) / pieceOnDisk
            reader = try body.body.open(at: min(body.body.size, nextPiece * ObjectLayout.pieceSize))
            hash = body.body.sha256 != nil && nextPiece == 0 ? ContentHash() : nil
            if offset < ObjectHead.size {
                (sealed, sent) = (head.bytes, Int(offset))
            } else {
                (sealed, sent) = ([], 0)
                if nextPiece < head.layout.pieces {
                    let start = head.layout.offset(ofPiece: nextPiece)
                    try makePiece()
                    sent = Int(offset - start)
                }
            }
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            if sent == sealed.count {
                guard nextPiece < head.layout.pieces else { return 0 }
                try makePiece()
            }
            let count = min(buffer.count, sealed.count - sent)
            sealed.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sent..<sent + count])) }
            sent += count
            return count
        }

        private func makePiece() throws {
            let count = head.layout.count(ofPiece: nextPiece), isLast = nextPiece == head.layout.pieces - 1
            let content = Int(max(0, min(Int64(count), head.layout.size - nextPiece * ObjectLayout.pieceSize)))
            if plain.count != count { plain = [UInt8](repeating: 0, count: count) }
            if sealed.count != count + AES.tagSize { sealed = [UInt8](repeating: 0, count: count + AES.tagSize) }
            try plain.withUnsafeMutableBytes { plain in
                var have = 0
                while have < content {
                    let more = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: plain[have..<content]))
                    guard more > 0 else { throw FileBody.Failure.tooShort }
                    have += more
                }
                for index in content..<count { plain[index] = 0 }
                hash?.update(UnsafeRawBufferPointer(rebasing: plain[..<content]))
                // The last piece does not go out where the content is another than was said.
                if isLast, let hash, hash.digest() != head.sha256 { throw CloudError.sourceChanged(name) }
                try sealed.withUnsafeMutableBytes { sealed in
                    try aes.seal(UnsafeRawBufferPointer(plain), nonce: ObjectHead.nonce(ofPiece: nextPiece, isLast: isLast), header: binding, into: sealed)
                }
            }
            sent = 0
            nextPiece += 1
        }
    }
}

/// Takes pieces of an encrypted object as they come, and passes the content on.
///
/// One thread after the other uses it, which guards what it holds: a store calls its receiver so, and whoever made it awaits the store.
final class PieceOpener: @unchecked Sendable {
    /// A piece that was changed, moved, or is missing.
    struct Changed: Error {}
    struct Refused: Error { let cause: any Error }

    private let head: ObjectHead
    private let aes: AES
    private let binding: [UInt8]
    private let range: Range<Int64>
    private let receive: (UnsafeRawBufferPointer) throws -> Void
    private var nextPiece: Int64
    private let end: Int64
    private var sealed: [UInt8] = []
    private var have = 0
    private var plain: [UInt8] = []

    /// - Parameter range: of the content, which is passed on; what comes in begins with its first piece.
    init(_ head: ObjectHead, name: String, range: Range<Int64>, receive: @escaping (UnsafeRawBufferPointer) throws -> Void) throws(AES.Failure) {
        (self.head, binding, self.range, self.receive) = (head, ObjectHead.binding(name), range, receive)
        aes = try AES(key: head.objectKey)
        // Of an object without content too, a piece tells that it is whole.
        let pieces = range.isEmpty ? 0..<1 : head.layout.pieces(with: range)
        (nextPiece, end) = (pieces.lowerBound, pieces.upperBound)
        prepare()
    }

    var isComplete: Bool { nextPiece == end }
    private(set) var hasPassedOn = false

    private func prepare() {
        guard nextPiece < end else { return }
        let count = head.layout.count(ofPiece: nextPiece)
        if plain.count != count { (plain, sealed) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: count + AES.tagSize)) }
        have = 0
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            // Padding, and pieces behind the range.
            guard nextPiece < end else { return }
            let count = min(rest.count, sealed.count - have)
            sealed.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[have...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count])) }
            have += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            if have == sealed.count { try openPiece() }
        }
    }

    private func openPiece() throws {
        let nonce = ObjectHead.nonce(ofPiece: nextPiece, isLast: nextPiece == head.layout.pieces - 1)
        do {
            try plain.withUnsafeMutableBytes { plain in
                try sealed.withUnsafeBytes { try aes.open($0, nonce: nonce, header: binding, into: plain) }
            }
        } catch {
            throw Changed()
        }
        let start = nextPiece * ObjectLayout.pieceSize
        let wanted = range.clamped(to: start..<start + Int64(plain.count))
        if !wanted.isEmpty {
            hasPassedOn = true
            do {
                try plain.withUnsafeBytes { try receive(UnsafeRawBufferPointer(rebasing: $0[Int(wanted.lowerBound - start)..<Int(wanted.upperBound - start)])) }
            } catch {
                throw Refused(cause: error)
            }
        }
        nextPiece += 1
        prepare()
    }
}
