/// Pixels in memory of somebody else's, who keeps them as long as this is there.
// Nobody writes the bytes, and the owner is only kept.
package struct PixelBytes: RandomAccessCollection, @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private let owner: any AnyObject & Sendable

    /// - Parameter owner: gives the memory back when it is gone itself, not before; may be let go of on any thread.
    package init(_ bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) { (self.bytes, self.owner) = (bytes, owner) }

    /// Fresh memory that `fill` writes all of.
    package init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let memory = Memory(count: count)
        fill(memory.bytes)
        self.init(UnsafeRawBufferPointer(memory.bytes), owner: memory)
    }

    package init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { bytes.count }

    package subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < bytes.count)
        return bytes[position]
    }

    package func withUnsafeBytes<Result, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        defer { withExtendedLifetime(owner) {} }
        return try body(bytes)
    }

    package func withContiguousStorageIfAvailable<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
        defer { withExtendedLifetime(owner) {} }
        return try bytes.withMemoryRebound(to: UInt8.self, body)
    }

    // Written while it is made, by whoever makes it.
    private final class Memory: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer

        init(count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }

        deinit { bytes.deallocate() }
    }
}

extension [UInt8] {
    /// A copy of all of them at once, which a collection's own copying is not.
    package init(_ pixels: PixelBytes) { self = pixels.withUnsafeBytes { [UInt8]($0) } }
}
