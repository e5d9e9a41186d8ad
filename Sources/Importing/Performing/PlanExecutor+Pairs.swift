import Catalog
import Foundation
import PhotoModel

/// Two assets that are one now.
package struct JoinedPair: Sendable {
    /// The row id of the asset that has both files.
    package let photo: Int64
    /// Of the one in Recently Deleted.
    package let other: Int64
    /// What the other's file is to the photo: `.pairedVideo` or `.alternatePhoto`.
    package let part: ResourceType
}

extension PlanExecutor {
    /// Makes a Live Photo of a photo and a video, or one asset of a photo and its RAW, which are named in any order. The photo's asset shares the other's file; the other
    /// asset goes to Recently Deleted, with all that was said of it.
    /// - Throws: `ResourceCombinationError` for what can't be halves of one.
    @discardableResult
    package func pair(_ photoID: Int64, with otherID: Int64) throws -> JoinedPair {
        let photo = try half(photoID), other = try half(otherID)
        guard photo.record.mediaType == .image else {
            throw ResourceCombinationError(message: "\(photo.record.filename) is no photo. Name the photo first, then the video.")
        }
        if other.record.mediaType == .image, photo.isRaw != other.isRaw { return try photo.isRaw ? join(other, raw: photo) : join(photo, raw: other) }
        guard other.record.mediaType == .video else {
            throw ResourceCombinationError(
                message: "\(other.record.filename) is no video, nor is one of the two a RAW and the other not. Name a photo and a video, or a photo and its RAW.")
        }
        return try join(photo, video: other)
    }

    /// An asset that is to be a part of a pair.
    private struct Half {
        let record: AssetRecord
        let files: [ResourceRecord]

        var isRaw: Bool { files.first { $0.type == .photo }?.isRaw == true }
        var isLivePhoto: Bool { files.contains { $0.type == .pairedVideo } }
    }

    private func half(_ id: Int64) throws -> Half { Half(record: try editable(id), files: try writer.resources(assetID: id)) }

    private func join(_ photo: Half, video: Half) throws -> JoinedPair {
        try requireNoLivePhoto(photo)
        guard let movie = video.files.first(where: { $0.type == .video }) else { throw ResourceCombinationError(message: "\(video.record.filename) has no file.") }
        // A rendering would be left to the video's asset, and go with it.
        try requireUnedited(video)
        var half = movie
        half.type = .pairedVideo
        _ = try writer.addResource(half, to: photo.record.id)
        try writer.update(assetID: photo.record.id) { record in
            record.becomeLivePhoto()
            record.setLivePhotoPlayback(true)
            record.modificationDate = context.now().timeIntervalSinceReferenceDate
        }
        try writer.trash(assetIDs: [video.record.id])
        return JoinedPair(photo: photo.record.id, other: video.record.id, part: .pairedVideo)
    }

    private func join(_ photo: Half, raw: Half) throws -> JoinedPair {
        for half in [photo, raw] {
            guard !half.files.contains(where: { $0.type == .alternatePhoto }) else {
                throw ResourceCombinationError(message: "\(half.record.filename) has another picture beside it already. Take them apart first.")
            }
            try requireUnedited(half)
        }
        // Its movie would go with it.
        try requireNoLivePhoto(raw)
        guard let file = raw.files.first(where: { $0.type == .photo }) else { throw ResourceCombinationError(message: "\(raw.record.filename) has no file.") }
        var half = file
        half.type = .alternatePhoto
        _ = try writer.addResource(half, to: photo.record.id)
        try writer.update(assetID: photo.record.id) { record in
            (record.originalChoice, record.modificationDate) = (.compressed, context.now().timeIntervalSinceReferenceDate)
        }
        try writer.trash(assetIDs: [raw.record.id])
        return JoinedPair(photo: photo.record.id, other: raw.record.id, part: .alternatePhoto)
    }

    private func requireNoLivePhoto(_ half: Half) throws {
        guard !half.isLivePhoto else { throw ResourceCombinationError(message: "\(half.record.filename) is a Live Photo already. Take it apart first.") }
    }

    private func requireUnedited(_ half: Half) throws {
        guard !half.files.contains(where: \.isOfEdit) else {
            throw ResourceCombinationError(message: "\(half.record.filename) is edited. Revert it first, or export what it shows and import that.")
        }
    }

    /// Makes two assets of a Live Photo again, or of a photo and its RAW: the photo keeps its own, and the other file is an asset, the one it was where that is in Recently
    /// Deleted still.
    /// - Parameters:
    ///   - prepared: `nil` where only an asset in Recently Deleted will do.
    ///   - part: what is taken from it where nothing was prepared: `.pairedVideo` or `.alternatePhoto`.
    /// - Returns: the row id of the video or RAW.
    /// - Throws: `ResourceCombinationError` for what has no such part in a file of its own, where the movie was edited, and where the RAW is what is shown.
    @discardableResult
    package func separate(_ id: Int64, _ prepared: PreparedSeparation?, part: ResourceType = .pairedVideo) throws -> Int64 {
        let photo = try half(id)
        if (prepared?.part ?? part) == .alternatePhoto { return try separateRaw(photo, prepared) }
        guard let movie = photo.files.first(where: { $0.type == .pairedVideo }) else { throw Self.nothingToSeparate(photo.record) }
        guard !movie.isEmbedded else {
            throw ResourceCombinationError(message: "The movie of \(photo.record.filename) is a part of its picture's file, which stays as it came. Export the movie by itself.")
        }
        guard !photo.files.contains(where: { $0.type == .fullSizePairedVideo || $0.type == .adjustmentBasePairedVideo }) else {
            throw ResourceCombinationError(message: "The movie of \(photo.record.filename) is edited. Revert it first.")
        }
        let video = try asset(of: movie, as: .video, .video, besides: id, prepared)
        if let unused = try writer.removeResource(id: movie.id) { freed.append(unused) }
        try writer.update(assetID: id) { record in
            record.mediaSubtypes.remove(.photoLive)
            (record.playbackVariation, record.playsLivePhoto) = (.none, true)
            record.playbackStyle = prepared?.isAnimated == true ? .imageAnimated : .image
            record.modificationDate = context.now().timeIntervalSinceReferenceDate
        }
        return video
    }

    private func separateRaw(_ photo: Half, _ prepared: PreparedSeparation?) throws -> Int64 {
        guard let file = photo.files.first(where: { $0.type == .alternatePhoto && $0.isRaw }) else { throw Self.nothingToSeparate(photo.record) }
        guard photo.record.originalChoice == .compressed else {
            throw ResourceCombinationError(message: "\(photo.record.filename) shows its RAW. Choose the other picture as its original first.")
        }
        let raw = try asset(of: file, as: .photo, .image, besides: photo.record.id, prepared)
        if let unused = try writer.removeResource(id: file.id) { freed.append(unused) }
        try writer.update(assetID: photo.record.id) { $0.modificationDate = context.now().timeIntervalSinceReferenceDate }
        return raw
    }

    private static func nothingToSeparate(_ photo: AssetRecord) -> ResourceCombinationError {
        ResourceCombinationError(message: "\(photo.filename) is no Live Photo and has no RAW beside it, so there is nothing to take apart.")
    }

    /// The asset that has this file as its own video or photo: one in Recently Deleted, which is restored, or a new one that shares the file.
    private func asset(of file: ResourceRecord, as type: ResourceType, _ media: MediaType, besides id: Int64, _ prepared: PreparedSeparation?) throws -> Int64 {
        let sharing =
            switch file.location {
            case .managed(let path): try writer.resources(managedPath: path)
            case .referenced(let root, let path, _): try writer.resources(rootID: root, path: path)
            }
        let former = try writer.assets(ids: sharing.filter { $0.type == type && $0.sha256 == file.sha256 && $0.assetID != id }.map(\.assetID)).compactMap { $0 }
        if let former = former.last(where: { $0.mediaType == media && $0.sourceType == .userLibrary && !$0.hasAdjustments }) {
            // Without effect where somebody restored it meanwhile.
            try writer.restore(assetIDs: [former.id])
            return former.id
        }
        guard let prepared else {
            throw ResourceCombinationError(message: "What \(file.filename) was is not in Recently Deleted any more. Take the photo apart anew.")
        }
        var own = file
        own.type = type
        let new = try writer.insert(prepared.half, resources: [own])
        keep(prepared.pictures, of: prepared.half, new)
        return new
    }
}

extension ResourceRecord {
    fileprivate var isRaw: Bool { UniformTypes.conforms(uniformType, to: UniformTypes.rawImage) }
}
