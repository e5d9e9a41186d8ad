import Foundation

/// Bytes of an image.
public final class CGDataProvider: Sendable {
    private let bytes: Data

    /// Keeps the bytes; never `nil`.
    public init?(data: CFData) { bytes = data.copied }

    package init(_ bytes: Data) { self.bytes = bytes }

    /// All bytes; never `nil`.
    public var data: CFData? { bytes as NSData }

    package var contents: Data { bytes }
}
