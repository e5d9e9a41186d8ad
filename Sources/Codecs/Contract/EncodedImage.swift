/// A compressed image and its size in pixels.
package struct EncodedImage: Sendable {
    package var bytes: [UInt8]
    package var width: Int
    package var height: Int

    package init(bytes: [UInt8], width: Int, height: Int) {
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}

/// What `encode` can write.
package enum EncodedFormat: Sendable, Equatable {
    /// Quality 1 to 100.
    case jpeg(quality: Int)
    case png
}
