import Pixels

/// What the parent says to a worker.
package enum ParentMessage: Sendable, Equatable {
    /// First packet, with the descriptor of the shared memory, which is number 0.
    case start(WorkerLimits, sharedBytes: Int)
    /// Work. `examine`, `render` and `write` come with the descriptor of the file, the others find theirs at the start of the shared memory.
    case request(id: UInt64, WorkRequest)
    /// The shared memory to write into from now on.
    case segment(id: UInt64, Segment)
    /// A further shared memory, with its descriptor, for pictures whose slot a request names.
    case slots(number: Int, bytes: Int)
    /// The part of a film has been taken, or the bytes that are needed of it are there.
    case proceed(id: UInt64)
    /// The frame that is encoded instead of the one that came, from offset 0 of the shared memory.
    case frame(id: UInt64, ImageLayout)

    /// A shared memory by its number: with a descriptor a new one, without one that the worker has already.
    package struct Segment: Sendable, Equatable {
        /// 0 to 63.
        package var number: Int
        package var bytes: Int
        /// The numbers the worker shall keep, one to a bit; it lets go of the others.
        package var kept: UInt64

        package init(number: Int, bytes: Int, kept: UInt64) {
            (self.number, self.bytes, self.kept) = (number, bytes, kept)
        }
    }

    package func encoded() -> [UInt8] {
        var writer: ByteWriter
        switch self {
        case .start(let limits, let sharedBytes):
            writer = Wire.header(1, id: 0)
            limits.write(to: &writer)
            writer.put(sharedBytes)
        case .request(let id, let request):
            writer = Wire.header(2, id: id)
            request.write(to: &writer)
        case .segment(let id, let segment):
            writer = Wire.header(3, id: id)
            writer.put(segment.number)
            writer.put(segment.bytes)
            writer.put(segment.kept)
        case .slots(let number, let bytes):
            writer = Wire.header(4, id: 0)
            writer.put(number)
            writer.put(bytes)
        case .proceed(let id): writer = Wire.header(5, id: id)
        case .frame(let id, let layout):
            writer = Wire.header(6, id: id)
            layout.write(to: &writer)
        }
        return writer.bytes
    }

    package init(decoding bytes: [UInt8]) throws(ProtocolError) {
        var reader = ByteReader(bytes)
        let (kind, id) = try Wire.header(of: &reader)
        switch kind {
        case 1: self = .start(try WorkerLimits(from: &reader), sharedBytes: try reader.count())
        case 2: self = .request(id: id, try WorkRequest(from: &reader))
        case 3:
            let segment = Segment(number: try reader.count(), bytes: try reader.count(), kept: try reader.integer())
            guard segment.number < 64 else { throw .invalid("number") }
            self = .segment(id: id, segment)
        case 4:
            let (number, bytes) = (try reader.count(), try reader.count())
            guard number < 64 else { throw .invalid("number") }
            self = .slots(number: number, bytes: bytes)
        case 5: self = .proceed(id: id)
        case 6: self = .frame(id: id, try ImageLayout(from: &reader))
        default: throw .invalid("kind")
        }
        try reader.end()
    }
}
