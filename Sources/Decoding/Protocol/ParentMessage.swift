import Codecs

/// What the parent says to a worker.
package enum ParentMessage: Sendable, Equatable {
    /// First packet, with the descriptor of the shared memory.
    case start(WorkerLimits, room: Int)
    /// Work. `examine` and `render` come with the descriptor of the file, `encode` finds its pixels at the start of the shared memory.
    case request(id: UInt64, WorkRequest)
    /// The larger shared memory that the worker asked for, as a descriptor; it replaces the earlier one.
    case room(id: UInt64, bytes: Int)

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
        case .room(let id, let bytes):
            writer = Wire.header(3, id: id)
            writer.put(bytes)
        }
        return writer.bytes
    }

    package init(decoding bytes: [UInt8]) throws(ProtocolError) {
        var reader = ByteReader(bytes)
        let (kind, id) = try Wire.header(of: &reader)
        switch kind {
        case 1: self = .start(try WorkerLimits(from: &reader), room: try reader.count())
        case 2: self = .request(id: id, try WorkRequest(from: &reader))
        case 3: self = .room(id: id, bytes: try reader.count())
        default: throw .invalid("kind")
        }
        try reader.end()
    }
}
