import Codecs
import Imaging

/// The sizes that pictures are served in.
enum RenditionClass: String, CaseIterable, Sendable {
    case thumbnail, medium, preview, full

    /// Longest side in pixels; `nil` is the full size.
    var side: Int? {
        switch self {
        case .thumbnail: ThumbnailSize.small.rawValue
        case .medium: ThumbnailSize.medium.rawValue
        case .preview: DerivativeStore.previewSide
        case .full: nil
        }
    }

    /// `nil` for what is no thumbnail.
    var thumbnail: ThumbnailSize? {
        switch self {
        case .thumbnail: .small
        case .medium: .medium
        case .preview, .full: nil
        }
    }
}

/// A rendering of one revision of an asset.
struct RenderingKey: Hashable, Sendable {
    var asset: Int64
    var revision: Int64
    var size: RenditionClass
}
