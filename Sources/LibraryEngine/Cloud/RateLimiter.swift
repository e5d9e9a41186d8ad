import Cloud
import Glibc
import Synchronization

/// Lets so many bytes pass in a second, whoever sends them.
final class RateLimiter: Sendable {
    private let bytesPerSecond: Double
    /// When the next byte may go.
    private let next = Mutex(ContinuousClock.now)

    init(bytesPerSecond: Int64) { self.bytesPerSecond = Double(max(1, bytesPerSecond)) }

    /// Blocks until these bytes may go.
    func wait(for count: Int) {
        let start = next.withLock { next in
            let start = max(next, .now)
            next = start + .seconds(Double(count) / bytesPerSecond)
            return start
        }
        let rest = start - .now
        guard rest > .zero else { return }
        usleep(UInt32(clamping: rest.components.seconds * 1_000_000 + rest.components.attoseconds / 1_000_000_000_000))
    }
}

/// A body that is read no faster than a limiter allows.
struct LimitedBody: UploadBody {
    let body: any UploadBody
    let limiter: RateLimiter

    var size: Int64 { body.size }
    var sha256: [UInt8]? { body.sha256 }

    func open(at offset: Int64) throws -> any BodyReader { Reader(reader: try body.open(at: offset), limiter: limiter) }

    private final class Reader: BodyReader {
        let reader: any BodyReader
        let limiter: RateLimiter

        init(reader: any BodyReader, limiter: RateLimiter) { (self.reader, self.limiter) = (reader, limiter) }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(64 << 10)))
            limiter.wait(for: count)
            return count
        }
    }
}
