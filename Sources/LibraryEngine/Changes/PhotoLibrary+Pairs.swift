import Decoding
import Foundation
import Importing
import Metadata
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// Looks into the files of a photo that is to be two assets. Those that are looked into must be on this machine.
    /// - Parameter part: what is to be taken from it, `.pairedVideo` or `.alternatePhoto`; `nil` for the movie of a Live Photo, and else the RAW of a pair.
    /// - Throws: `.unknown` where it was purged, `.invalid` for what has no such part, what `openResource` throws, and what decoding does.
    package func prepareSeparation(of asset: AssetRecord, part: ResourceType? = nil) throws(LibraryError) -> PreparedSeparation {
        do {
            let (now, resources) = try assetNow(asset.id, asset.uuid, asset.filename)
            let movie = part == .alternatePhoto ? nil : resources.first(.pairedVideo), raw = part == .pairedVideo ? nil : resources.alternateRaw
            guard let photo = resources.first(.photo), let file = movie ?? raw else {
                throw LibraryError(.invalid, "\(now.filename) is no Live Photo and has no RAW beside it, so there is nothing to take apart.")
            }
            // Without its movie a photo may be one that moves by itself; without its RAW it is what it was.
            let facts = try movie.map { _ in try factsOfFile(photo) }
            let opened = try openResource(file)
            defer { withExtendedLifetime(opened) {} }
            let examination = try decoder.examine(MediaSource(descriptor: opened.descriptor, name: file.filename), ExamineOptions())
            return PreparedSeparation(
                photo: facts, part: (file, examination, try opened.signature().modified), in: importContext, timeZone: environment.timeZone)
        } catch {
            throw LibraryError(error)
        }
    }

    private func factsOfFile(_ resource: ResourceRecord) throws -> MediaFacts {
        let file = try openResource(resource)
        defer { withExtendedLifetime(file) {} }
        return try decoder.facts(of: file.descriptor, named: resource.filename)
    }
}

extension LibraryTransaction {
    /// Makes a Live Photo of a photo and a video, or one asset of a photo and its RAW, named in any order. The video's or RAW's own asset goes to Recently Deleted.
    @discardableResult
    package func pair(_ photoID: Int64, with otherID: Int64) throws -> JoinedPair { try naming { try executor.pair(photoID, with: otherID) } }

    /// Makes a photo and a video of a Live Photo, or two photos of one with its RAW.
    /// - Parameters:
    ///   - prepared: `nil` where only the asset will do that it was, as long as that is there.
    ///   - part: what is taken from it where nothing was prepared.
    /// - Returns: the row id of the video or RAW.
    @discardableResult
    package func separate(_ assetID: Int64, _ prepared: PreparedSeparation?, part: ResourceType = .pairedVideo) throws -> Int64 {
        try naming { try executor.separate(assetID, prepared, part: part) }
    }

    private func naming<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as ResourceCombinationError { throw LibraryError(.invalid, error.message, cause: error) }
    }
}
