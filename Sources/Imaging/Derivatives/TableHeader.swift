import Glibc
import Support

/// What the first slot of a table says, which belongs to no row: how the rest is laid out.
///
/// Files without one are of the first format; they get theirs with the next write. Whatever else stands there is another program's format: such a table
/// reads as empty, and the next write begins a new one in its place.
struct TableHeader: Equatable {
    /// Of both tables and of what lies in them. Another number makes all thumbnails and placeholders again, as they are asked for.
    static let format: UInt32 = 1
    static let size = 24
    /// A table of short slots has only this part of it.
    static let shortSize = 16
    private static let magic: UInt32 = 0x544B_504F

    var format = Self.format
    /// Which pack the slots lead into.
    var generation: UInt32 = 0
    /// Bytes of the pack that no slot leads to any more, as far as they were counted. Not covered by the checksum: it changes while others read.
    var waste: UInt64 = 0
    /// False where the file has none yet.
    var isWritten = false

    /// What stands at the beginning of a file; `nil` for something that is no header of ours.
    init?(_ descriptor: Int32, size: Int) {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        let read = withUnsafeMutableBytes(of: &words) { readFully(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[..<size]), at: 0) }
        guard read == size || read == 0 else { return nil }
        if words == (0, 0, 0) { return }
        let fields = withUnsafeBytes(of: words) { bytes in
            (0..<4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) }
        }
        (format, generation, waste, isWritten) = (fields[1], fields[2], UInt64(littleEndian: words.2), true)
        guard fields[0] == Self.magic, fields[3] == checksum else { return nil }
    }

    init(generation: UInt32) { self.generation = generation }

    private var checksum: UInt32 { CRC32.checksum([], tag: UInt64(format) << 32 | UInt64(generation)) }

    var bytes: [UInt8] {
        [Self.magic, format, generation, checksum].flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
            + withUnsafeBytes(of: waste.littleEndian) { Array($0) }
    }

    /// False on an error, which `errno` names.
    func write(to descriptor: Int32, size: Int) -> Bool { writeFully(descriptor, Array(bytes[..<size]), at: 0) }
}
