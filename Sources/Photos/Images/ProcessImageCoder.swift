import Decoding
import Foundation
import Glibc
import LibraryEngine
import Pixels

/// Decodes and encodes for `UIImage`, in a worker. PlatformTypes finds it by its name, for which it must be public: the metadata of a type that
/// nobody refers to may be left out of an optimised build otherwise. There is nothing in it to use.
public final class ProcessImageCoder: ImageCoder {
    package init() {}

    // Made when it is first needed; the shared library's own is used where that is open.
    private static let own = Result { () throws(CodecError) in
        var options = DecoderOptions()
        options.log = { Environment.process.log(.warning, $0) }
        return try DecoderLocator().makeDecoder(options: options)
    }

    /// For what belongs to no library.
    /// - Throws: where there is none; the message says how to get one.
    static func decoder() throws(CodecError) -> any MediaDecoder {
        if let shared = PHPhotoLibrary.sharedIfOpen?.session.openLibrary?.decoder { return shared }
        return try own.get()
    }

    package func inspect(_ data: Data) -> (width: Int, height: Int, orientation: CGImagePropertyOrientation)? {
        guard let facts = withFile(data, { try $0.examine($1, .factsOnly).facts }), facts.kind == .image || facts.kind == .rawImage else { return nil }
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

    /// Workers read from descriptors, so the bytes get one that has no name.
    private func withFile<T>(_ data: Data, _ body: (any MediaDecoder, MediaSource) throws -> T) -> T? {
        guard !data.isEmpty, let decoder = try? Self.decoder() else { return nil }
        let name = "/photos-\(getpid())-\(UUID().uuidString)"
        let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        shm_unlink(name)
        defer { close(descriptor) }
        let isWritten = data.withUnsafeBytes { buffer -> Bool in
            var done = 0
            while done < buffer.count {
                let count = pwrite(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(done))
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return false }
                done += count
            }
            return true
        }
        guard isWritten else { return nil }
        return try? body(decoder, MediaSource(descriptor: descriptor, name: "image"))
    }
}
