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
