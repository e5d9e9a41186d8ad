import Decoding
import Glibc
import Pixels

/// Sends a film to the parent in parts through the shared memory, each once the one before has been taken.
final class FilmParts: TranscodeSink {
    private let id: UInt64
    private let channel: Channel
    private let shared: SharedMemory
    /// When the parent last heard something, and how much was done the last time that it was told.
    private var told = timespec()
    private var done = 0.0
    /// Whether the parent is gone or has said something else.
    private(set) var isRefused = false

    /// Between two words about how much is done, in seconds.
    private static let interval = 0.1

    init(_ id: UInt64, _ channel: Channel, _ shared: SharedMemory) { (self.id, self.channel, self.shared) = (id, channel, shared) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = min(bytes.count - sent, shared.count)
            shared.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<sent + count]))
            guard send(offset: offset + sent, count: count) else { return false }
            sent += count
        }
        return true
    }

    func goesOn(done: Double) -> Bool {
        self.done = min(max(done, self.done), 1)
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        guard Double(now.tv_sec - told.tv_sec) + Double(now.tv_nsec - told.tv_nsec) / 1e9 >= Self.interval else { return true }
        told = now
        return send(offset: 0, count: 0)
    }

    func frame(_ frame: PixelImage, at seconds: Double) throws -> PixelImage {
        let profile = frame.iccProfile ?? []
        let layout = ImageLayout(
            width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow, format: frame.format, hasAlpha: false, profileLength: frame.iccProfile?.count)
        guard let length = layout.length, length <= shared.count else {
            throw CodecError(.tooLarge, "frames of \(frame.width) × \(frame.height) pixels are too large to be edited")
        }
        frame.pixels.withUnsafeBytes { shared.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<layout.rowsLength])) }
        UnsafeMutableRawBufferPointer(rebasing: shared.bytes[layout.rowsLength..<length]).copyBytes(from: profile)
        do {
            try channel.send(WorkerMessage.frame(id: id, layout, seconds: seconds).encoded(), waits: true)
            if let packet = try channel.awaited(), case .frame(id, let edited) = try ParentMessage(decoding: packet.bytes), edited.format == frame.format,
                edited.bytesPerRow == edited.width * edited.format.bytesPerPixel,
                let memory = shared.image(edited, { [shared] in PixelBuffer($0) { withExtendedLifetime(shared) {} } })
            {
                return memory
            }
        } catch {}
        isRefused = true
        throw CodecError(.cancelled, "the parent edits no more frames")
    }

    func need(_ range: Range<Int>) -> Bool { send(.needsInput(id: id, offset: range.lowerBound, count: range.count)) }

    private func send(offset: Int, count: Int) -> Bool { send(.part(id: id, offset: offset, count: count, done: done)) }

    /// Returns when the parent says that the worker may go on.
    private func send(_ message: WorkerMessage) -> Bool {
        do {
            try channel.send(message.encoded(), waits: true)
            if let packet = try channel.awaited(), case .proceed(id) = try ParentMessage(decoding: packet.bytes) { return true }
        } catch {}
        isRefused = true
        return false
    }
}
