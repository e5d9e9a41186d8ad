import Codecs
import Decoding
import Foundation
import Synchronization

/// Starts the decoder when something is to be decoded: listing a library needs none.
final class LazyDecoder: MediaDecoder {
    private let make: @Sendable () throws(DecodingError) -> any MediaDecoder
    private let made = Mutex<(any MediaDecoder)?>(nil)

    init(_ make: @escaping @Sendable () throws(DecodingError) -> any MediaDecoder) { self.make = make }

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(DecodingError) -> Examination { try decoder().examine(source, options) }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(DecodingError) -> PixelImage { try decoder().render(source, request) }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(DecodingError) -> EncodedImage { try decoder().encode(image, as: format) }

    private func decoder() throws(DecodingError) -> any MediaDecoder {
        try made.withLock { made throws(DecodingError) in
            if let made { return made }
            let new = try make()
            made = new
            return new
        }
    }
}
