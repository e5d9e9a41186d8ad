import Pixels

/// What a worker says to its parent. Nothing in it is believed before it is checked (`AnswerCheck`).
package enum WorkerMessage: Sendable, Equatable {
    /// The protections are in force, the codecs are warm, work may come.
    case hello(Protections)
    /// The answer has this many bytes and does not fit.
    case needsMemory(id: UInt64, bytes: Int)
    case answer(id: UInt64, WorkAnswer)
    /// The honest "cannot": the file's fault, not the worker's.
    case failure(id: UInt64, WorkFailure)
    /// So many bytes of a film, from offset 0 of the shared memory, belong there in its file; and how much is done, from 0 to 1. The worker waits for
    /// `ParentMessage.proceed`.
    case part(id: UInt64, offset: Int, count: Int, done: Double)
    /// A frame of a film, from offset 0 of the shared memory, and when it shows, in seconds. The worker waits for `ParentMessage.frame`.
    case frame(id: UInt64, ImageLayout, seconds: Double)
    /// So many bytes of the film's file, from an offset on, are read next, and may not be there yet. The worker waits for `ParentMessage.proceed`.
    case needsInput(id: UInt64, offset: Int, count: Int)

    package func encoded() -> [UInt8] {
        var writer: ByteWriter
        switch self {
        case .hello(let protections):
            writer = Wire.header(101, id: 0)
            writer.put(protections.rawValue)
        case .needsMemory(let id, let bytes):
            writer = Wire.header(102, id: id)
            writer.put(bytes)
        case .answer(let id, let answer):
            writer = Wire.header(103, id: id)
            answer.write(to: &writer)
        case .failure(let id, let failure):
            writer = Wire.header(104, id: id)
            failure.write(to: &writer)
        case .part(let id, let offset, let count, let done):
            writer = Wire.header(105, id: id)
            writer.put(offset)
            writer.put(count)
            writer.put(done)
        case .frame(let id, let layout, let seconds):
            writer = Wire.header(106, id: id)
            layout.write(to: &writer)
            writer.put(seconds)
        case .needsInput(let id, let offset, let count):
            writer = Wire.header(107, id: id)
            writer.put(offset)
            writer.put(count)
        }
        return writer.bytes
    }

    package init(decoding bytes: [UInt8]) throws(ProtocolError) {
        var reader = ByteReader(bytes)
        let (kind, id) = try Wire.header(of: &reader)
        switch kind {
        case 101: self = .hello(Protections(rawValue: try reader.integer()))
        case 102: self = .needsMemory(id: id, bytes: try reader.count())
        case 103: self = .answer(id: id, try WorkAnswer(from: &reader))
        case 104: self = .failure(id: id, try WorkFailure(from: &reader))
        case 105: self = .part(id: id, offset: try reader.count(), count: try reader.count(), done: try reader.double())
        case 106:
            let layout = try ImageLayout(from: &reader), seconds = try reader.double()
            guard seconds.isFinite else { throw .invalid("time") }
            self = .frame(id: id, layout, seconds: seconds)
        case 107: self = .needsInput(id: id, offset: try reader.count(), count: try reader.count())
        default: throw .invalid("kind")
        }
        try reader.end()
    }
}
