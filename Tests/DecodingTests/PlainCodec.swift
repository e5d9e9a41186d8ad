import Codecs
import Decoding
import DecodingWorker
import Pixels

/// What the worker decodes with, in the tests' own process: it says what a worker must answer.
struct PlainCodec: MediaDecoder {
    private let codec = Codec()

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        let file = try InputBytes(source)
        var result = try codec.examine(file.bytes, name: source.name, options)
        result.facts = result.facts.bounded()
        return result
    }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        let file = try InputBytes(source)
        return try codec.render(file.bytes, name: source.name, request)
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { try codec.encode(image, as: format) }

    func write(_ metadata: WrittenMetadata, into source: MediaSource) throws(CodecError) -> [UInt8] {
        let file = try InputBytes(source)
        return try codec.write(metadata, into: file.bytes, name: source.name)
    }
}
