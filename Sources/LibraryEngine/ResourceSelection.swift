import Catalog
import Imaging
import Importing
import Metadata

extension Sequence where Element == ResourceRecord {
    package func first(_ kind: ResourceKind) -> ResourceRecord? { first { $0.type == kind.rawValue } }

    /// What the camera wrote: the photo, video or sound that the asset was made of.
    package var original: ResourceRecord? { first(.photo) ?? first(.video) ?? first(.audio) }

    /// What the asset shows: the rendering of its edit, else the original.
    package var current: ResourceRecord? { first(.fullSizePhoto) ?? first(.fullSizeVideo) ?? original }

    /// The resource that shows a version of the asset; `nil` where it has no picture, video or sound at all.
    package func showing(_ version: ImageRequest.Version) -> ResourceRecord? {
        switch version {
        case .current: current
        case .unadjusted: original
        // The highest fidelity that was captured: of a RAW and JPEG pair the RAW.
        case .original: first { $0.type == ResourceKind.alternatePhoto.rawValue && $0.isRaw } ?? original
        }
    }
}

extension ResourceRecord {
    fileprivate var isRaw: Bool { UniformTypes.conforms(uniformType, to: "public.camera-raw-image") }
}
