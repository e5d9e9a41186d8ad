import Decoding
import Foundation
import Originals
import PhotoModel
import Pixels

/// What is written into the copies of one asset's files, the pictures before the movies.
final class WrittenCopies {
    struct Outcome {
        /// The copy's new bytes; `nil` where it goes out as it is.
        var bytes: [UInt8]?
        /// Why nothing could be written.
        var refusal: CodecError?
        /// Why the identifier of a Live Photo could not.
        var pairRefusal: CodecError?
    }

    private let library: PhotoLibrary
    private let metadata: WrittenMetadata
    /// Whether a picture says the identifier, by itself or since it was written into its copy. A movie that says another than its picture is nobody's half.
    private var isSaid: Bool

    /// - Parameter exported: the files that go out.
    init(_ library: PhotoLibrary, _ asset: AssetRecord, _ resources: [ResourceRecord], exporting exported: [ResourceRecord]) {
        self.library = library
        var metadata = library.writtenMetadata(asset, resources)
        // A motion photo's movie is found in its picture's file, without any identifier.
        if exported.contains(where: \.isMovieHalf) { metadata.contentIdentifier = asset.contentIdentifier ?? asset.uuid.uuidString }
        self.metadata = metadata
        isSaid = asset.contentIdentifier != nil
    }

    func write(into copy: ExportedFile, _ resource: ResourceRecord) -> Outcome {
        if resource.isMovieHalf {
            guard isSaid, let identifier = metadata.contentIdentifier else { return Outcome() }
            return write(identifier, into: copy, resource)
        }
        guard resource.showsAsset else { return Outcome() }
        switch written(metadata, into: copy, resource) {
        case .success(let bytes):
            if metadata.contentIdentifier != nil { isSaid = true }
            return Outcome(bytes: bytes)
        case .failure(let error):
            guard let identifier = metadata.contentIdentifier, error.code == .unsupported else { return Outcome(refusal: error) }
            var rest = metadata
            rest.contentIdentifier = nil
            if case .success(let bytes) = written(rest, into: copy, resource) { return Outcome(bytes: bytes, pairRefusal: error) }
            // The identifier has a place where a title has none.
            var alone = write(identifier, into: copy, resource)
            if alone.pairRefusal == nil { isSaid = true }
            alone.refusal = error
            return alone
        }
    }

    /// Nothing but the identifier.
    private func write(_ identifier: String, into copy: ExportedFile, _ resource: ResourceRecord) -> Outcome {
        var metadata = WrittenMetadata()
        (metadata.contentIdentifier, metadata.isIdentifierOnly) = (identifier, true)
        return switch written(metadata, into: copy, resource) {
        case .success(let bytes): Outcome(bytes: bytes)
        case .failure(let error): Outcome(pairRefusal: error)
        }
    }

    /// The bytes of a copy with these metadata.
    private func written(_ metadata: WrittenMetadata, into copy: ExportedFile, _ resource: ResourceRecord) -> Result<[UInt8], CodecError> {
        Result { () throws(CodecError) in
            let file: OpenFile
            do throws(OriginalsError) { file = try copy.open() } catch {
                throw CodecError(.unreadable, "“\(resource.filename)” cannot be read again to write its metadata.", cause: "\(error)")
            }
            defer { withExtendedLifetime(file) {} }
            return try library.decoder.write(metadata, into: MediaSource(descriptor: file.descriptor, name: resource.filename))
        }
    }
}
