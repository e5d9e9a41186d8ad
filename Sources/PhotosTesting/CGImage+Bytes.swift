import Photos

extension CGImage {
    /// A copy of the pixels to compare, at once: Foundation's `NSData` compares, and becomes `Data`, byte by byte.
    package var pixelBytes: [UInt8] { [UInt8](pixels) }
}
