import Catalog
import Foundation
import PhotoModel

extension PlanExecutor {
    /// Makes a Live Photo of a photo and a video. The photo's asset shares the video's file; the video's own goes to Recently Deleted, with all that was said of it.
    /// - Throws: `ResourceCombinationError` for what can't be halves of one.
    package func pair(_ photoID: Int64, with videoID: Int64) throws {
        let photo = try editable(photoID), video = try editable(videoID)
        guard photo.mediaType == .image else { throw ResourceCombinationError(message: "\(photo.filename) is no photo. Name the photo first, then the video.") }
        guard video.mediaType == .video else { throw ResourceCombinationError(message: "\(video.filename) is no video. Name the photo first, then the video.") }
        guard try !writer.resources(assetID: photoID).contains(where: { $0.type == .pairedVideo }) else {
            throw ResourceCombinationError(message: "\(photo.filename) is a Live Photo already. Take it apart first.")
        }
        let files = try writer.resources(assetID: videoID)
        guard let movie = files.first(where: { $0.type == .video }) else { throw ResourceCombinationError(message: "\(video.filename) has no file.") }
        // A rendering would be left to the video's asset, and go with it.
        guard !files.contains(where: \.isOfEdit) else {
            throw ResourceCombinationError(message: "\(video.filename) is edited. Revert it first, or export what it shows and import that.")
        }
        var half = movie
        half.type = .pairedVideo
        _ = try writer.addResource(half, to: photoID)
        try writer.update(assetID: photoID) { record in
            record.becomeLivePhoto()
            record.setLivePhotoPlayback(true)
            record.modificationDate = context.now().timeIntervalSinceReferenceDate
        }
        try writer.trash(assetIDs: [videoID])
    }

    /// Makes two assets of a Live Photo again: the photo keeps its own, and the movie is a video, the one it was where that is in Recently Deleted still.
    /// - Parameter prepared: `nil` where only a video in Recently Deleted will do.
    /// - Returns: the row id of the video.
    /// - Throws: `ResourceCombinationError` for what has no movie in a file of its own, and where the movie was edited.
    @discardableResult
    package func separate(_ id: Int64, _ prepared: PreparedSeparation?) throws -> Int64 {
        let photo = try editable(id), files = try writer.resources(assetID: id)
        guard let movie = files.first(where: { $0.type == .pairedVideo }) else {
            throw ResourceCombinationError(message: "\(photo.filename) is no Live Photo, and has no movie to be taken from it.")
        }
        guard !movie.isEmbedded else {
            throw ResourceCombinationError(message: "The movie of \(photo.filename) is a part of its picture's file, which stays as it came. Export the movie by itself.")
        }
        guard !files.contains(where: { $0.type == .fullSizePairedVideo || $0.type == .adjustmentBasePairedVideo }) else {
            throw ResourceCombinationError(message: "The movie of \(photo.filename) is edited. Revert it first.")
        }
        let video = try self.video(of: movie, prepared)
        if let unused = try writer.removeResource(id: movie.id) { freed.append(unused) }
        try writer.update(assetID: id) { record in
            record.mediaSubtypes.remove(.photoLive)
            (record.playbackVariation, record.playsLivePhoto) = (.none, true)
            record.playbackStyle = prepared.map { $0.photo.frameCount > 1 } == true ? .imageAnimated : .image
            record.modificationDate = context.now().timeIntervalSinceReferenceDate
        }
        return video
    }

    /// The asset that has this file as its video: one in Recently Deleted, which is restored, or a new one that shares the file.
    private func video(of movie: ResourceRecord, _ prepared: PreparedSeparation?) throws -> Int64 {
        let sharing =
            switch movie.place {
            case .managed(let path): try writer.resources(managedPath: path)
            case .referenced(let root, let path, _): try writer.resources(rootID: root, path: path)
            }
        let former = try writer.assets(ids: sharing.filter { $0.type == .video && $0.sha256 == movie.sha256 }.map(\.assetID)).compactMap { $0 }
        if let former = former.last(where: { $0.mediaType == .video && $0.sourceType == .userLibrary && !$0.hasAdjustments }) {
            // Without effect where somebody restored it meanwhile.
            try writer.restore(assetIDs: [former.id])
            return former.id
        }
        guard let prepared else {
            throw ResourceCombinationError(message: "The video that \(movie.filename) was is not in Recently Deleted any more. Take the Live Photo apart anew.")
        }
        var file = movie
        file.type = .video
        let id = try writer.insert(prepared.video, resources: [file])
        keep(prepared.pictures, of: id, uuid: prepared.video.uuid, revision: prepared.video.revision)
        return id
    }
}
