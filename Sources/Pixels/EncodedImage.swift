/// A compressed image and its size in pixels.
package struct EncodedImage: Sendable {
    package var bytes: [UInt8]
    package var width: Int
    package var height: Int
    /// Of thumbnails that an examination made.
    package var quarters: QuarterColors?

    package init(bytes: [UInt8], width: Int, height: Int, quarters: QuarterColors? = nil) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.quarters = quarters
    }
}

/// What `encode` can write.
package enum EncodedFormat: Sendable, Equatable {
    /// Quality 1 to 100.
    case jpeg(quality: Int)
    case png
}

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
