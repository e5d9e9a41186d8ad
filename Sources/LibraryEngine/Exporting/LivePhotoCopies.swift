import Decoding
import Foundation
import Metadata
import Originals
import PhotoModel
import Pixels

/// Copies of two files that are the halves of one Live Photo.
package enum LivePhotoCopies {
    /// Writes both into a folder, under the names that their files have. Waits for disk and decoder.
    ///
    /// The files stay as they are. A name that is taken, or anything else that fails, leaves neither.
    /// - Throws: `.unsupported` for a file that is no photo or no movie, and one into which no identifier can be written.
    package static func write(
        photo: URL, video: URL, identifier: String, to folder: URL, decoder: any MediaDecoder
    ) throws(LibraryError) -> (photo: URL, video: URL) {
        do {
            let still = try copy(of: photo, identifier, to: folder, decoder) { $0 == .image }
            let film = try copy(of: video, identifier, to: folder, decoder) { $0 == .video }
            let targets = [photo, video].map { folder.appendingPathComponent($0.lastPathComponent) }
            try still.publish(as: BytePath(targets[0].path))
            do throws(OriginalsError) { try film.publish(as: BytePath(targets[1].path)) } catch {
                try? Folder.removeFile(BytePath(targets[0].path))
                throw error
            }
            try Folder.synchronize(BytePath(folder.path))
            return (targets[0], targets[1])
        } catch {
            throw LibraryError(error)
        }
    }

    private static func copy(
        of url: URL, _ identifier: String, to folder: URL, _ decoder: any MediaDecoder, _ isWanted: (MediaKind) -> Bool
    ) throws -> ExportedFile {
        let file = try SourceFile(opening: BytePath(url.path)).file
        defer { withExtendedLifetime(file) {} }
        let name = url.lastPathComponent
        guard isWanted(try decoder.facts(of: file.descriptor, named: name).kind) else {
            throw LibraryError(.unsupported, "“\(name)” can't be this half of a Live Photo. Name the photo first, then the video.")
        }
        var metadata = WrittenMetadata()
        (metadata.contentIdentifier, metadata.isIdentifierOnly) = (identifier, true)
        return try ExportedFile(writing: decoder.write(metadata, into: MediaSource(descriptor: file.descriptor, name: name)), into: BytePath(folder.path))
    }
}
