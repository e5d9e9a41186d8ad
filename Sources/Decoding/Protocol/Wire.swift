/// Constants that both ends of the worker protocol share.
///
/// Parent and worker exchange packets over a `SOCK_SEQPACKET` pair. Each starts with a 16-byte header, little-endian: magic, protocol version,
/// message kind, request id. Packets are small; everything bulky lies in shared memory that the parent made and owns, and file contents travel as
/// an open descriptor. A worker knows a few shared memories by number and writes into one of them; which one, the parent says (`segment`). Others have
/// slots for small pictures (`slots`), each of which a request may name.
///
/// The parent speaks first (`start`), the worker answers `hello` once its protections are in force, then the parent sends one request at a time and gets
/// exactly one `answer` or `failure`, before which the worker may ask for more memory once or several times. A film goes out in parts (`part`), each of which the
/// parent takes (`proceed`) before the next; frames of it that the parent edits go there and back through the shared memory (`frame`, both ways).
package enum Wire {
    package static let version: UInt16 = 13
    static let magic: UInt32 = 0x444B_504F  // "OPKD"
    /// Longest packet in bytes.
    package static let packetLimit = 16 << 10
    /// Longest file name, message or cause in bytes of UTF-8.
    package static let textLimit = 4 << 10
    /// Longest JSON of what a film is to say of itself, in bytes.
    static let statementsLimit = 8 << 10
    /// Most small files in one request, and most of their bytes together.
    package static let packedLimit = 64
    package static let packedBytesLimit = 16 << 20
    /// Largest gain map beside pixels, in bytes.
    package static let gainMapLimit = 2 << 20
    /// Largest file into which metadata are written, in bytes.
    package static let writtenLimit = 256 << 20
    /// What a slot for a small picture holds: 256 by 256 pixels.
    package static let slotBytes = 256 << 10
    /// The worker's end of the channel.
    package static let workerChannel: Int32 = 3
    /// Bulk data after other bulk data starts at a multiple of this.
    package static let alignment = 4096

    /// The first multiple of `alignment` that is not below `offset`; `offset` is a checked size.
    package static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }

    static func header(_ kind: UInt16, id: UInt64) -> ByteWriter {
        var writer = ByteWriter()
        writer.put(magic)
        writer.put(version)
        writer.put(kind)
        writer.put(id)
        return writer
    }

    static func header(of reader: inout ByteReader) throws(ProtocolError) -> (kind: UInt16, id: UInt64) {
        guard try reader.integer(UInt32.self) == magic else { throw .invalid("header") }
        let version = try reader.integer(UInt16.self)
        guard version == Wire.version else { throw .version(version) }
        return (try reader.integer(), try reader.integer())
    }
}
