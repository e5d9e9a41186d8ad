import Codecs
import Metadata
import Pixels

/// What a worker does with bytes: `Codec`, or something that misbehaves on purpose.
package protocol DecodingWork {
    func examine(_ bytes: UnsafeRawBufferPointer, name: String, _ options: ExamineOptions) throws(CodecError) -> Examination
    /// - Parameter allocate: gives the memory for the pixels, once, when their number of bytes is known.
    func render(
        _ bytes: UnsafeRawBufferPointer, name: String, _ request: RenderRequest,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout
    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage
    /// - Throws: `.cancelled` where the sink gave up.
    func transcode(_ bytes: UnsafeRawBufferPointer, name: String, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError)
    func write(_ metadata: WrittenMetadata, into bytes: UnsafeRawBufferPointer, name: String) throws(CodecError) -> [UInt8]
    func placeMask(of bytes: UnsafeRawBufferPointer, name: String) throws(CodecError) -> PlaceMask
}

extension Codec: DecodingWork {}
