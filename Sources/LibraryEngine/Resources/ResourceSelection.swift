import Foundation
import Imaging
import Metadata
import PhotoModel

extension Sequence where Element == ResourceRecord {
    package func first(_ type: ResourceType) -> ResourceRecord? { first { $0.type == type } }

    /// What the camera wrote: the photo, video or sound that the asset was made of.
    package var original: ResourceRecord? { first(.photo) ?? first(.video) ?? first(.audio) }

    /// The RAW of a RAW and JPEG pair.
    package var alternateRaw: ResourceRecord? { first { $0.type == .alternatePhoto && $0.isRaw } }

    /// Whether the photo itself is a camera's RAW.
    package var isRawPhoto: Bool { first(.photo)?.isRaw == true }

    /// What the asset of this record shows: the rendering of its edit, else the original, which of a RAW and JPEG pair is the one that was chosen.
    package func current(of asset: AssetRecord) -> ResourceRecord? { first(.fullSizePhoto) ?? first(.fullSizeVideo) ?? unadjusted(of: asset) }

    private func unadjusted(of asset: AssetRecord) -> ResourceRecord? {
        (asset.originalChoice == .raw ? alternateRaw : nil) ?? original
    }

    /// The resource that shows a version of the asset; `nil` where it has no picture, video or sound at all.
    package func showing(_ version: ImageRequest.Version, of asset: AssetRecord) -> ResourceRecord? {
        switch version {
        case .current: current(of: asset)
        case .unadjusted: unadjusted(of: asset)
        // The highest fidelity that was captured.
        case .original: alternateRaw ?? original
        }
    }

    /// The movie of a video.
    package func movie(_ version: ImageRequest.Version) -> ResourceRecord? { (version == .current ? first(.fullSizeVideo) : nil) ?? first(.video) }

    /// The movie of a Live Photo.
    package func pairedMovie(_ version: ImageRequest.Version) -> ResourceRecord? {
        (version == .current ? first(.fullSizePairedVideo) : nil) ?? first(.pairedVideo)
    }
}

extension PhotoLibrary {
    /// The resource that shows a version of an asset.
    /// - Throws: `.missing` where there is none.
    package func resource(showing version: ImageRequest.Version, of asset: AssetRecord) throws -> ResourceRecord {
        guard let found = try read({ try $0.resources(assetID: asset.id) }).showing(version, of: asset) else {
            throw LibraryError(.missing, "The asset is not in the library any more, or has no picture. Fetch it again.")
        }
        return found
    }

    /// An asset and its files as they are now, which may be more than whoever asks has fetched.
    /// - Throws: `.unknown` where it was purged.
    package func assetNow(_ id: Int64, _ uuid: UUID, _ filename: String) throws -> (asset: AssetRecord, resources: [ResourceRecord]) {
        let found = try read { reader -> (asset: AssetRecord, resources: [ResourceRecord])? in
            guard let now = try reader.asset(id: id), now.uuid == uuid else { return nil }
            return (now, try reader.resources(assetID: now.id))
        }
        guard let found else { throw LibraryError(.unknown, "\(filename) is not in the library any more. Fetch again what is there.") }
        return found
    }
}

extension ResourceRecord {
    /// Whether there is anything to see in it.
    package var isPicture: Bool { type != .audio }

    fileprivate var isRaw: Bool { UniformTypes.conforms(uniformType, to: UniformTypes.rawImage) }
}
