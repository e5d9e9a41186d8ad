import Decoding
import Foundation
import Importing
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// Looks into the files of a Live Photo that is to be a photo and a video. Both must be on this machine.
    /// - Throws: `.unknown` where it was purged, `.invalid` for what is no Live Photo, what `openResource` throws, and what decoding does.
    package func prepareSeparation(of asset: AssetRecord) throws(LibraryError) -> PreparedSeparation {
        do {
            let (now, resources) = try assetNow(asset.id, asset.uuid, asset.filename)
            guard let photo = resources.first(.photo), let movie = resources.first(.pairedVideo) else {
                throw LibraryError(.invalid, "\(now.filename) is no Live Photo, and has no movie to be taken from it.")
            }
            let (still, film) = (try openResource(photo), try openResource(movie))
            defer { withExtendedLifetime((still, film)) {} }
            let facts = try decoder.facts(of: still.descriptor, named: photo.filename)
            let examination = try decoder.examine(MediaSource(descriptor: film.descriptor, name: movie.filename), ExamineOptions())
            return PreparedSeparation(photo: facts, movie: (movie, examination, try film.signature().modified), in: importContext, timeZone: environment.timeZone)
        } catch {
            throw LibraryError(error)
        }
    }
}

extension LibraryTransaction {
    /// Makes a Live Photo of a photo and a video, whose own asset goes to Recently Deleted.
    package func pair(_ photoID: Int64, with videoID: Int64) throws { try naming { try executor.pair(photoID, with: videoID) } }

    /// Makes a photo and a video of a Live Photo.
    /// - Parameter prepared: `nil` where only the video will do that it was, as long as that is there.
    /// - Returns: the row id of the video.
    @discardableResult
    package func separate(_ assetID: Int64, _ prepared: PreparedSeparation?) throws -> Int64 { try naming { try executor.separate(assetID, prepared) } }

    private func naming<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as ResourceCombinationError { throw LibraryError(.invalid, error.message, cause: error) }
    }
}
