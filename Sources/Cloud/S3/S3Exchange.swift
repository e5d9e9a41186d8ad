import Support

/// A request of S3 under way: its body goes out, and its answer comes in.
final class S3Exchange: HTTPExchange {
    struct Changed: Error {}
    struct Unreadable: Error { let cause: any Error }
    struct Refused: Error { let cause: any Error }
    struct TooLong: Error {}

    private let payload: S3Payload?
    /// Takes the bytes of an answer that is a success; where it is none they are kept.
    private let receiver: (@Sendable (UnsafeRawBufferPointer) throws -> Void)?
    private let onBegin: (HTTPHead) throws -> Void
    private let progress: (Int64) -> Void
    private(set) var head = HTTPHead()
    /// Of an answer that nobody takes.
    private(set) var answer: [UInt8] = []
    /// Bytes that the receiver took.
    private(set) var received: Int64 = 0

    init(
        _ payload: S3Payload?, receiver: (@Sendable (UnsafeRawBufferPointer) throws -> Void)? = nil, onBegin: @escaping (HTTPHead) throws -> Void = { _ in },
        progress: @escaping (Int64) -> Void = { _ in }
    ) {
        (self.payload, self.receiver, self.onBegin, self.progress) = (payload, receiver, onBegin, progress)
    }

    func send(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let payload else { return 0 }
        let count = try payload.read(into: buffer)
        progress(payload.offset)
        return count
    }

    func begin(_ head: HTTPHead) throws {
        self.head = head
        if head.isSuccess { try onBegin(head) }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        if let receiver, head.isSuccess {
            do { try receiver(bytes) } catch { throw Refused(cause: error) }
            received += Int64(bytes.count)
        } else {
            guard answer.count + bytes.count <= 8 << 20 else { throw TooLong() }
            answer += bytes
        }
    }
}

extension HTTPHead {
    var isSuccess: Bool { 200..<300 ~= status }
}

/// The body of a request as it goes over the network.
final class S3Payload {
    private enum Form {
        /// As it is: its hash stands in the head of the request.
        case plain(expected: [UInt8])
        /// In pieces, each with a signature that follows from the one before, where nobody knows the hash yet.
        case signed(S3Signer, previous: String)
    }

    /// Bytes in a signed piece.
    static let pieceSize = 256 << 10

    private let reader: any BodyReader
    private let size: Int64
    private var form: Form
    private let hash = ContentHash()
    /// Bytes of the body that were read.
    private(set) var offset: Int64 = 0
    /// Of a signed piece: what is still to be sent.
    private var piece: [UInt8] = []
    private var sent = 0
    private var isOver = false

    private init(_ reader: any BodyReader, _ size: Int64, _ form: Form) { (self.reader, self.size, self.form) = (reader, size, form) }

    /// - Parameter expected: SHA-256 of the bytes. The last of them do not go out where it is another.
    static func plain(_ reader: any BodyReader, size: Int64, expected: [UInt8]) -> S3Payload { S3Payload(reader, size, .plain(expected: expected)) }

    static func signed(_ reader: any BodyReader, size: Int64, _ signer: S3Signer, after signature: String) -> S3Payload {
        S3Payload(reader, size, .signed(signer, previous: signature))
    }

    /// Bytes on the way of a body that is signed in pieces.
    static func signedSize(of size: Int64) -> Int64 {
        let whole = size / Int64(pieceSize), rest = size % Int64(pieceSize)
        func onTheWay(_ count: Int64) -> Int64 { Int64(String(count, radix: 16).utf8.count + ";chunk-signature=".utf8.count + 64 + 4) + count }
        return whole * onTheWay(Int64(pieceSize)) + (rest > 0 ? onTheWay(rest) : 0) + onTheWay(0)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        switch form {
        case .plain(let expected): return try readPlain(into: buffer, expected)
        case .signed(let signer, let previous):
            if sent == piece.count {
                guard !isOver else { return 0 }
                form = .signed(signer, previous: try makePiece(signer, previous))
            }
            let count = min(buffer.count, piece.count - sent)
            piece.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sent..<sent + count])) }
            sent += count
            return count
        }
    }

    private func readPlain(into buffer: UnsafeMutableRawBufferPointer, _ expected: [UInt8]) throws -> Int {
        let wanted = Int(min(Int64(buffer.count), size - offset))
        guard wanted > 0 else { return 0 }
        let count = try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        // All of it but the end may be out: a server that gets less than was said keeps nothing.
        if offset == size, hash.digest() != expected { throw S3Exchange.Changed() }
        return count
    }

    private func makePiece(_ signer: S3Signer, _ previous: String) throws -> String {
        let count = Int(min(Int64(Self.pieceSize), size - offset))
        let prefixCount = String(count, radix: 16).utf8.count + ";chunk-signature=".utf8.count + 64 + 2
        piece = [UInt8](repeating: 0, count: prefixCount + count + 2)
        let hash = ContentHash()
        try piece.withUnsafeMutableBytes { piece in
            var have = 0
            while have < count { have += try fill(UnsafeMutableRawBufferPointer(rebasing: piece[prefixCount + have..<prefixCount + count])) }
            hash.update(UnsafeRawBufferPointer(rebasing: piece[prefixCount..<prefixCount + count]))
        }
        let signature = signer.signature(ofPiece: (hash.digest() ?? []).hexadecimal, after: previous)
        piece.replaceSubrange(..<prefixCount, with: Array("\(String(count, radix: 16));chunk-signature=\(signature)\r\n".utf8))
        piece.replaceSubrange((prefixCount + count)..., with: [0x0D, 0x0A])
        (sent, isOver) = (0, count == 0)
        return signature
    }

    /// Reads some bytes, at least one.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count: Int
        do { count = try reader.read(into: buffer) } catch { throw S3Exchange.Unreadable(cause: error) }
        guard count > 0 else { throw S3Exchange.Changed() }
        offset += Int64(count)
        return count
    }
}
