import PhotoModel

/// What an image file's own header says of its pixels.
package struct ImageHeader: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var bitsPerComponent: Int?
    package var hasAlpha = false
    package var frameCount = 1
    /// Animated although the number of frames is not in the header.
    package var isAnimated = false
    /// The codestream's own orientation, which its decoder applies; 1 where there is none.
    package var decoderOrientation = 1
    /// Where an EXIF block (a TIFF structure) lies in the file.
    package var exifBlock: Range<Int>?
    /// Where an XMP packet lies in the file.
    package var xmpPacket: Range<Int>?

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads the header of a type that the library reads itself; `nil` where it is cut off or broken, or the type is read by a codec.
    ///
    /// - Parameter frameLimit: where counting the frames of an animation stops.
    package static func read(_ bytes: UnsafeRawBufferPointer, uniformType: String, frameLimit: Int = 10_000) -> ImageHeader? {
        let header: ImageHeader? =
            switch uniformType {
            case UniformTypes.jpeg: jpeg(bytes)
            case UniformTypes.png: png(bytes, frameLimit: frameLimit)
            case UniformTypes.gif: gif(bytes, frameLimit: frameLimit)
            case UniformTypes.webP: webP(bytes, frameLimit: frameLimit)
            case UniformTypes.bmp: bmp(bytes)
            case UniformTypes.jpegXL: jpegXL(bytes)
            case UniformTypes.jpeg2000: jpeg2000(bytes)
            default: nil
            }
        guard let header, header.width > 0, header.height > 0 else { return nil }
        return header
    }
}
