import Glibc

/// Bytes of pixels, in memory of any origin, which goes back to where it came from with the last reference.
///
/// Nobody who keeps to the rules writes them any more. But pixels that a decoder left in shared memory might be changed by a decoder that is captured:
/// any value may be read at any time, and nothing but a colour may depend on it.
// The address and the number of bytes never change; the release runs once, at the end.
package final class PixelBuffer: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private let release: @Sendable () -> Void
    /// Bytes of memory that are free again when this is gone: more than `count` where the pixels lie in a larger piece of memory.
    package let occupied: Int

    /// - Parameter release: gives the memory back; called once, on any thread.
    package init(_ bytes: UnsafeRawBufferPointer, occupied: Int? = nil, release: @escaping @Sendable () -> Void) {
        (self.bytes, self.occupied, self.release) = (bytes, Swift.max(bytes.count, occupied ?? 0), release)
    }

    /// Takes memory over that `malloc` gave.
    package convenience init(adopting memory: UnsafeMutableRawBufferPointer) {
        let address = UInt(bitPattern: memory.baseAddress)
        self.init(UnsafeRawBufferPointer(memory)) { free(UnsafeMutableRawPointer(bitPattern: address)) }
    }

    /// Fresh memory that `fill` writes all of.
    package convenience init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        fill(memory)
        let address = UInt(bitPattern: memory.baseAddress)
        self.init(UnsafeRawBufferPointer(memory)) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
    }

    package convenience init(_ source: some Collection<UInt8>) {
        self.init(count: source.count) { $0.copyBytes(from: source) }
    }

    deinit { release() }

    package func withUnsafeBytes<Result, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }
}

extension PixelBuffer: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { bytes.count }

    package subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < bytes.count)
        return bytes[position]
    }

    package func withContiguousStorageIfAvailable<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
        defer { withExtendedLifetime(self) {} }
        return try bytes.withMemoryRebound(to: UInt8.self, body)
    }
}

extension PixelBuffer: Equatable {
    package static func == (a: PixelBuffer, b: PixelBuffer) -> Bool {
        guard a !== b else { return true }
        return a.count == b.count && a.withUnsafeBytes { a in b.withUnsafeBytes { b in a.elementsEqual(b) } }
    }
}
