import NIOCore
import Pixels
import Synchronization

/// Collects a part of a film, until nobody wants it any more.
// `bytes` belongs to the thread that has the film made, and is read on it when that is done.
final class FilmBuffer: TranscodeSink, @unchecked Sendable {
    private(set) var bytes = ByteBuffer()
    private let session: Session
    private let isGivenUp = Atomic<Bool>(false)

    /// More than ten seconds of any encoder's.
    private static let most = 64 << 20

    init(_ session: Session) { self.session = session }

    /// From any thread.
    func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

    func write(_ part: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        // Fragments are written one behind the other.
        guard offset == bytes.writerIndex, offset + part.count <= Self.most else { return false }
        bytes.writeBytes(part)
        return goesOn(done: 0)
    }

    func goesOn(done: Double) -> Bool { !isGivenUp.load(ordering: .relaxed) && session.stands }
}

/// Parts of films that were made lately: whoever goes back a little, or looks again, waits for nothing.
final class FilmCache: Sendable {
    private struct State {
        var parts: [FilmKey: ByteBuffer] = [:]
        /// The one that was used longest ago comes first.
        var order: [FilmKey] = []
        var bytes = 0
    }

    private let state = Mutex(State())
    private let most: Int

    init(most: Int = 48 << 20) { self.most = most }

    func part(_ key: FilmKey) -> ByteBuffer? {
        state.withLock { state in
            guard let part = state.parts[key] else { return nil }
            state.order.removeAll { $0 == key }
            state.order.append(key)
            return part
        }
    }

    func keep(_ part: ByteBuffer, _ key: FilmKey) {
        state.withLock { state in
            guard part.readableBytes <= most, state.parts.updateValue(part, forKey: key) == nil else { return }
            state.order.append(key)
            state.bytes += part.readableBytes
            while state.bytes > most, let oldest = state.order.first {
                state.order.removeFirst()
                state.bytes -= state.parts.removeValue(forKey: oldest)?.readableBytes ?? 0
            }
        }
    }
}
