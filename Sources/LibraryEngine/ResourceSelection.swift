import Catalog
import Imaging
import Importing
import Metadata
import PhotoModel

extension Sequence where Element == ResourceRecord {
    package func first(_ type: ResourceType) -> ResourceRecord? { first { $0.type == type } }

    /// What the camera wrote: the photo, video or sound that the asset was made of.
    package var original: ResourceRecord? { first(.photo) ?? first(.video) ?? first(.audio) }

    /// The RAW of a RAW and JPEG pair.
    package var alternateRaw: ResourceRecord? { first { $0.type == .alternatePhoto && $0.isRaw } }

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
}

extension ResourceRecord {
    fileprivate var isRaw: Bool { UniformTypes.conforms(uniformType, to: "public.camera-raw-image") }
}
