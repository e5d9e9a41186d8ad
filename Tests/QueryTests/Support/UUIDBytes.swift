import Foundation

enum UUIDBytes {
    /// A UUID of the first 16 bytes.
    static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID {
        UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}
