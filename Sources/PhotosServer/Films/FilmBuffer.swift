import NIOCore
import Pixels
import Support
import Synchronization

/// Collects a part of a film, until nobody wants it any more.
// `bytes` belongs to the thread that has the film made, and is read on it when that is done.
final class FilmBuffer: TranscodeSink, @unchecked Sendable {
    private(set) var bytes = ByteBuffer()
    private let session: Session
    /// What the film is made of, where that comes while it is read.
    private let movie: GrowingMovie?
    private let isGivenUp = Atomic<Bool>(false)

    /// More than ten seconds of any encoder's.
    private static let most = 64 << 20

    init(_ session: Session, _ movie: GrowingMovie? = nil) { (self.session, self.movie) = (session, movie) }

    /// From any thread.
    func giveUp() {
        isGivenUp.store(true, ordering: .relaxed)
        movie?.giveUp()
    }

    func write(_ part: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        // Fragments are written one behind the other.
        guard offset == bytes.writerIndex, offset + part.count <= Self.most else { return false }
        bytes.writeBytes(part)
        return goesOn(done: 0)
    }

    func need(_ range: Range<Int>) -> Bool {
        guard let movie else { return true }
        return movie.fill(Int64(range.lowerBound)..<Int64(range.upperBound)) && goesOn(done: 0)
    }

    func goesOn(done: Double) -> Bool { !isGivenUp.load(ordering: .relaxed) && session.stands }
}

/// A part of a film.
struct FilmPiece: Sendable {
    let bytes: ByteBuffer
    /// Whether what it was made of is the file that came in. Parts that were read in the store are compared with no hash of the whole.
    let isCompared: Bool
}

/// Parts of films that were made lately: whoever goes back a little, or looks again, waits for nothing.
final class FilmCache: Sendable {
    private let parts: Mutex<RecentValues<FilmKey, FilmPiece>>

    /// - Parameter most: bytes of all parts.
    init(most: Int = 48 << 20) { parts = Mutex(RecentValues(budget: most)) }

    func part(_ key: FilmKey) -> FilmPiece? { parts.withLock { $0.use(key) } }

    func keep(_ part: FilmPiece, _ key: FilmKey) {
        parts.withLock { parts in _ = parts.insert(part, for: key, cost: part.bytes.readableBytes) }
    }
}
