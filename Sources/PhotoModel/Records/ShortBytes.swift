import Foundation

/// Bytes that a record keeps within itself where they are few, such as a hash: a list of files is then made and copied without memory of its own for each hash.
package struct ShortBytes: Sendable, Equatable {
    /// Bytes that fit.
    private static let capacity = 32

    private struct Words: Sendable, Equatable {
        var first: UInt64 = 0, second: UInt64 = 0, third: UInt64 = 0, fourth: UInt64 = 0
    }

    private enum Storage: Sendable, Equatable {
        /// What is behind the last byte is zero.
        case inside(Words, count: UInt8)
        case outside(Data)
    }

    private let storage: Storage

    package init(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.capacity else {
            storage = .outside(Data(bytes))
            return
        }
        var words = Words()
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
        storage = .inside(words, count: UInt8(bytes.count))
    }

    package init(_ data: Data) { self = data.withUnsafeBytes { ShortBytes($0) } }

    package var data: Data {
        switch storage {
        case .inside(let words, let count): withUnsafeBytes(of: words) { Data($0.prefix(Int(count))) }
        case .outside(let data): data
        }
    }
}
