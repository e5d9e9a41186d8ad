import Codecs

/// What a worker does with bytes: `Codec`, or something that misbehaves on purpose.
package protocol DecodingWork {
    func examine(_ bytes: UnsafeRawBufferPointer, name: String, options: ExamineOptions) throws(DecodingError) -> Examination
    func render(_ bytes: UnsafeRawBufferPointer, name: String, request: RenderRequest) throws(DecodingError) -> PixelImage
    func encode(_ image: PixelImage, as format: EncodedFormat) throws(DecodingError) -> EncodedImage
}
