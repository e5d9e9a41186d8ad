import Synchronization

/// Bytes that come in pieces, from one thread after the other.
final class CollectedBytes: Sendable {
    struct Excess: Error {}

    private let limit: Int
    private let collected = Mutex<[UInt8]>([])

    init(limit: Int) { self.limit = limit }

    func append(_ piece: UnsafeRawBufferPointer) throws {
        try collected.withLock { collected in
            guard collected.count + piece.count <= limit else { throw Excess() }
            collected += piece
        }
    }

    var bytes: [UInt8] { collected.withLock { $0 } }
}
