import Foundation
import LibraryEngine
import Metadata
import Pixels

/// Decodes and encodes for `UIImage`, in a worker. PlatformTypes finds it by its name, for which it must be public: the metadata of a type that
/// nobody refers to may be left out of an optimised build otherwise. There is nothing in it to use.
public final class ProcessImageCoder: ImageCoder {
    package init() {}

    // Made when it is first needed; the shared library's own is used where that is open.
    private static let own = Result { () throws(CodecError) in try Environment.process.makeDecoder() }

    /// For what belongs to no library.
    /// - Throws: where there is none; the message says how to get one.
    static func decoder() throws(CodecError) -> any MediaDecoder {
        if let shared = PHPhotoLibrary.sharedIfOpen?.session.openLibrary?.decoder { return shared }
        return try own.get()
    }

    /// What bytes in memory say of themselves.
    /// - Throws: `CodecError`.
    static func facts(of bytes: UnsafeRawBufferPointer, named name: String) throws -> MediaFacts {
        let decoder = try decoder()
        guard let facts = try MediaSource.lend(bytes, named: name, { try decoder.facts(of: $0.descriptor, named: $0.name) }) else {
            throw CodecError(.tooLarge, "There is no memory for \(bytes.count) bytes.")
        }
        return facts
    }

    package func inspect(_ data: Data) -> (width: Int, height: Int, orientation: CGImagePropertyOrientation)? {
        guard let facts = withFile(data, { try $0.facts(of: $1.descriptor, named: $1.name) }), facts.kind == .image || facts.kind == .rawImage else { return nil }
        return (facts.pixelWidth, facts.pixelHeight, CGImagePropertyOrientation(rawValue: UInt32(facts.orientation)) ?? .up)
    }

    package func decode(_ data: Data) -> CGImage? {
        var request = RenderRequest()
        request.orientation = 1
        request.keepsWideGamut = true
        request.allowsEmbeddedPreview = false
        let wanted = request
        return withFile(data) { try $0.render($1, wanted) }.map { CGImage($0) }
    }

    package func jpeg(_ image: CGImage, quality: Double) -> Data? {
        encode(image, .jpeg(quality: quality.isFinite ? min(100, max(1, Int((quality * 100).rounded()))) : 90))
    }

    package func png(_ image: CGImage) -> Data? { encode(image, .png) }

    private func encode(_ image: CGImage, _ format: EncodedFormat) -> Data? {
        (try? Self.decoder().encode(PixelImage(image), as: format)).map { Data($0.bytes) }
    }

    private func withFile<T>(_ data: Data, _ body: (any MediaDecoder, MediaSource) throws -> T) -> T? {
        guard let decoder = try? Self.decoder() else { return nil }
        return try? data.withUnsafeBytes { bytes in try MediaSource.lend(bytes, named: "image") { try body(decoder, $0) } }
    }
}
