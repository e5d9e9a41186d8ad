import Foundation
import Glibc
import LibraryEngine
import Metadata
import NIOCore
import PhotoModel
import Pixels
import Support
import Synchronization

extension GalleryContext {
    /// A video as H.264 and AAC in MP4, which everything plays, and which says what the library knows of the asset; `nil` where it is the first already.
    /// - Parameters:
    ///   - resource: the asset's movie.
    ///   - keepsPlace: whether the new one says where it was taken, and what else is said of it in words.
    func commonFilm(of resource: ResourceRecord, _ asset: AddressedAsset, keepsPlace: Bool = true) async throws -> MadeFile? {
        let mayBeCommon = resource.uniformType == UniformTypes.mpeg4Movie
        // What is elsewhere need not come here to be left as it is.
        if mayBeCommon, let facts = try await factsElsewhere(of: resource), facts.isH264, facts.isAAC { return nil }
        let (file, _) = try await open(resource, .file(resource.fileLocation))
        let library = self.library
        let (facts, known) = try await self.work.run(.picture) { (try library.facts(of: file, resource), library.writtenMetadata(asset.record, asset.resources)) }
        if mayBeCommon, facts.isH264, facts.isAAC { return nil }
        var request = TranscodeRequest()
        (request.picture, request.indexFirst, request.keepsPlace, request.keepsWords) = (facts.isH264 ? .copy : .h264, true, keepsPlace, keepsPlace)
        request.state(known, unlike: facts)
        let wanted = request, session = session
        let isGivenUp = Flag()
        return try await withTaskCancellationHandler {
            try await self.work.run(.film(session)) {
                try MadeFile { descriptor in
                    let sink = FilmFile(descriptor) { _ in session.stands && !isGivenUp.isRaised }
                    do {
                        try library.decoder.transcode(MediaSource(descriptor: file.descriptor, name: resource.filename), wanted, to: sink)
                    } catch {
                        if !session.stands { throw RequestGuard.sessionOver }
                        if isGivenUp.isRaised { throw CancellationError() }
                        guard let number = sink.failure else { throw error }
                        throw LibraryError(
                            .cannotWrite,
                            "There is no room to make \(resource.filename) one that everything plays: \(String(cString: strerror(number))). Make room, and try again.")
                    }
                }
            }
        } onCancel: {
            isGivenUp.raise()
        }
    }
}

extension MediaFacts {
    /// Whether no picture of it is anything else.
    fileprivate var isH264: Bool { tracks.allSatisfy { $0.kind != .video || $0.codec == "avc1" || $0.codec == "avc3" } }
    /// Whether no sound of it is anything else.
    fileprivate var isAAC: Bool { tracks.allSatisfy { $0.kind != .audio || $0.codec == "mp4a" } }
}

/// A file without a name, which is gone with the last who holds it.
final class MadeFile: Sendable {
    /// Another one that is made of the same may have other bytes.
    let id = UUID()
    let size: Int64
    private let descriptor: Int32

    /// - Parameter write: fills the open file.
    init(_ write: (Int32) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("photos-picked-\(UUID().uuidString)").path
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LibraryError.noTemporaryFiles(.system(errno, doing: "make", BytePath(path))) }
        unlink(path)
        var facts = stat()
        do {
            try write(descriptor)
            guard fstat(descriptor, &facts) == 0 else { throw LibraryError(.unreadable, "A temporary file can’t be read: \(String(cString: strerror(errno))).") }
        } catch {
            close(descriptor)
            throw error
        }
        (self.descriptor, size) = (descriptor, Int64(facts.st_size))
    }

    deinit { close(descriptor) }

    func read(at offset: Int64, _ count: Int) throws -> ByteBuffer { try FileAnswer.read(descriptor, named: "A file made for a picker", at: offset, count) }

    /// Lends the open file. Who has it already reads what is written to it meanwhile.
    func withDescriptor<T>(_ body: (Int32) throws -> T) rethrows -> T {
        defer { withExtendedLifetime(self) {} }
        return try body(descriptor)
    }
}

/// Something that one thread tells another, once.
private final class Flag: Sendable {
    private let flag = Atomic<Bool>(false)
    var isRaised: Bool { flag.load(ordering: .relaxed) }
    func raise() { flag.store(true, ordering: .relaxed) }
}
