import Metadata
import Pixels

extension Codec {
    /// Files that are read once more without their places are no larger.
    private static let checkedBytes = 64 << 20

    /// What to overwrite in a file so that it says nowhere where it was taken.
    ///
    /// - Throws: `.unsupported` for a type from which places can't be taken so, and for a file that still says one.
    package func placeMask(of bytes: UnsafeRawBufferPointer, name: String) throws(CodecError) -> PlaceMask {
        guard let type = FileSniffer.sniff(bytes, name: name)?.uniformType, let mask = PlaceMask(of: bytes, type: type) else { throw Self.kept(name) }
        guard bytes.count <= Self.checkedBytes else { return mask }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { copy.deallocate() }
        copy.copyMemory(from: bytes)
        mask.apply(to: copy, at: 0)
        // Whatever our own reader finds a place in, the mask did not know.
        guard try FactsReader.read(UnsafeRawBufferPointer(copy), name: name, limits: limits).location == nil else { throw Self.kept(name) }
        return mask
    }

    private static func kept(_ name: String) -> CodecError {
        CodecError(.unsupported, "Where “\(name)” was taken can’t be taken out of a file of its type. Hand on a JPEG of it, or share it with its place.")
    }
}
