import LibraryEngine
import PhotoModel

/// Bursts by hand.
extension PHAssetChangeRequest {
    /// Makes this photo and another, with all that are of a burst with either, the frames of one burst: of the other's, else of this one's, else of a new burst. Who picked
    /// which of them stays, and so does what the camera wrote into their files. An asset that is no photo, and the photo itself, fail the block with
    /// `.requestNotSupportedForAsset`; one that takes no changes, and a new one, with `.changeNotSupported`. Addition.
    public func joinBurst(of other: PHAsset) { burst = .join(other) }

    /// Takes this photo out of its burst; where a single other would be left, that is of no burst either. What is of no burst fails the block with
    /// `.requestNotSupportedForAsset`, and what takes no changes, or is new, with `.changeNotSupported`. Addition.
    public func leaveBurst() { burst = .leave }
}

/// What a change request does to the burst of a photo.
enum BurstChange {
    case join(PHAsset)
    case leave

    func perform(on id: Int64, _ transaction: LibraryTransaction) throws {
        let ids: [Int64] = if case .join(let other) = self { [try transaction.assetID(of: other), id] } else { [id] }
        let records = try transaction.reader.assets(ids: ids).compactMap { $0 }
        for record in records { try record.requireChangeable() }
        switch self {
        case .join:
            if let other = records.first(where: { $0.mediaType != .image }) {
                throw PHPhotosError(.requestNotSupportedForAsset, "\(other.filename) is no photo, so it can't be of a burst. Ask mediaType first.")
            }
            guard Set(ids).count > 1 else { throw PHPhotosError(.requestNotSupportedForAsset, "A photo is no burst by itself. Name another one.") }
            try transaction.joinBurst(ids)
        case .leave:
            if let other = records.first(where: { $0.burstIdentifier == nil }) {
                throw PHPhotosError(.requestNotSupportedForAsset, "\(other.filename) belongs to no burst. Ask burstIdentifier first.")
            }
            try transaction.leaveBurst(ids)
        }
    }
}
