import Catalog
import Importing

extension Sequence where Element == ResourceRecord {
    package func first(_ kind: ResourceKind) -> ResourceRecord? { first { $0.type == kind.rawValue } }

    /// What the camera wrote: the photo, video or sound that the asset was made of.
    package var original: ResourceRecord? { first(.photo) ?? first(.video) ?? first(.audio) }

    /// What the asset shows: the rendering of its edit, else the original.
    package var current: ResourceRecord? { first(.fullSizePhoto) ?? first(.fullSizeVideo) ?? original }
}
