import Decoding
import Foundation
import Metadata
import Pixels
import Synchronization

/// Finds and starts the decoder when something is to be decoded: listing a library needs none. Where there is none each call says so.
final class LazyDecoder: MediaDecoder {
    private let make: @Sendable () throws(CodecError) -> any MediaDecoder
    private let made = Mutex<(any MediaDecoder)?>(nil)

    init(_ make: @escaping @Sendable () throws(CodecError) -> any MediaDecoder) { self.make = make }

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination { try decoder().examine(source, options) }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage { try decoder().render(source, request) }

    func render(packed files: [[UInt8]], _ request: RenderRequest) throws(CodecError) -> [PixelImage?] {
        try decoder().render(packed: files, request)
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { try decoder().encode(image, as: format) }

    func transcode(_ source: MediaSource, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError) {
        try decoder().transcode(source, request, to: sink)
    }

    func write(_ metadata: WrittenMetadata, into source: MediaSource) throws(CodecError) -> [UInt8] { try decoder().write(metadata, into: source) }

    func placeMask(of source: MediaSource) throws(CodecError) -> PlaceMask { try decoder().placeMask(of: source) }

    func giveMemoryBack() { made.withLock { $0 }?.giveMemoryBack() }

    func close() { made.withLock { $0 }?.close() }

    private func decoder() throws(CodecError) -> any MediaDecoder {
        try made.withLock { made throws(CodecError) in
            if let made { return made }
            let new = try make()
            made = new
            return new
        }
    }
}
