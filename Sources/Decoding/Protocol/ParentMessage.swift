import Pixels

/// What the parent says to a worker.
package enum ParentMessage: Sendable, Equatable {
    /// First packet, with the descriptor of the shared memory, which is number 0.
    case start(WorkerLimits, room: Int)
    /// Work. `examine`, `render` and `write` come with the descriptor of the file, the others find theirs at the start of the shared memory.
    case request(id: UInt64, WorkRequest)
    /// The shared memory to write into from now on.
    case room(id: UInt64, Room)
    /// A further shared memory, with its descriptor, for pictures whose place a request names.
    case places(number: Int, bytes: Int)
    /// The part of a film has been taken.
    case proceed(id: UInt64)
    /// The frame that is encoded instead of the one that came, from offset 0 of the shared memory.
    case frame(id: UInt64, ImageLayout)

    /// A shared memory by its number: with a descriptor a new one, without one that the worker has already.
    package struct Room: Sendable, Equatable {
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
        case .start(let limits, let room):
            writer = Wire.header(1, id: 0)
            limits.write(to: &writer)
            writer.put(room)
        case .request(let id, let request):
            writer = Wire.header(2, id: id)
            request.write(to: &writer)
        case .room(let id, let room):
            writer = Wire.header(3, id: id)
            writer.put(room.number)
            writer.put(room.bytes)
            writer.put(room.kept)
        case .places(let number, let bytes):
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
        case 1: self = .start(try WorkerLimits(from: &reader), room: try reader.count())
        case 2: self = .request(id: id, try WorkRequest(from: &reader))
        case 3:
            let room = Room(number: try reader.count(), bytes: try reader.count(), kept: try reader.integer())
            guard room.number < 64 else { throw .invalid("number") }
            self = .room(id: id, room)
        case 4:
            let (number, bytes) = (try reader.count(), try reader.count())
            guard number < 64 else { throw .invalid("number") }
            self = .places(number: number, bytes: bytes)
        case 5: self = .proceed(id: id)
        case 6: self = .frame(id: id, try ImageLayout(from: &reader))
        default: throw .invalid("kind")
        }
        try reader.end()
    }
}
