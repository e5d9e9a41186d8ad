import Foundation
import LibraryEngine

extension PHLivePhoto {
    /// Writes copies of a photo and a video that are the halves of one Live Photo: both say its content identifier, and the movie when the still was taken, which is its
    /// middle where it does not say so already. Picture and frames stay as they are, byte for byte. Addition.
    ///
    /// The copies have the files' names in `folder`, and come there whole, both or none; the files stay as they are. The photo is a JPEG, PNG, WebP or TIFF, the video a
    /// QuickTime or MPEG-4 movie of at most 256 MB.
    /// - Parameters:
    ///   - photo: the still's file.
    ///   - video: the movie's file.
    ///   - folder: where the copies go.
    ///   - contentIdentifier: that of both; by default a new UUID.
    /// - Returns: the copies.
    /// - Throws: a `PHPhotosError`: `.invalidResource` for a file that is no such photo or video or has a maker note of another camera's, `.missingResource` for one
    ///   that is not there, `.internalError` where a name is taken in the folder.
    public nonisolated(nonsending) static func writeFiles(
        photo: URL, video: URL, to folder: URL, contentIdentifier: String = UUID().uuidString
    ) async throws -> (photo: URL, video: URL) {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<(photo: URL, video: URL), any Error>) in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        do {
                            let decoder = try ProcessImageCoder.decoder()
                            return try LivePhotoCopies.write(photo: photo, video: video, identifier: contentIdentifier, to: folder, decoder: decoder)
                        } catch {
                            throw PHPhotosError(error)
                        }
                    })
            }
        }
    }
}
