/// The average colours of a picture's quarters, in sRGB: what is shown where the picture will be.
package struct QuarterColors: Sendable, Equatable {
    package static let byteCount = 12
    /// Red, green and blue of the top left, the top right, the bottom left and the bottom right quarter.
    package let bytes: [UInt8]

    /// `nil` for another number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}
