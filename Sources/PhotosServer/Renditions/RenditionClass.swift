import LibraryEngine
import Pixels

/// The sizes that pictures are served in.
enum RenditionClass: String, CaseIterable, Sendable {
    case thumbnail, medium, preview, full
    /// As large as the preview, without the edits.
    case unadjusted

    /// Longest side in pixels; `nil` is the full size.
    var side: Int? {
        switch self {
        case .thumbnail: ThumbnailSize.small.rawValue
        case .medium: ThumbnailSize.medium.rawValue
        case .preview, .unadjusted: DerivativeStore.previewSide
        case .full: nil
        }
    }

    var version: ImageRequest.Version { self == .unadjusted ? .unadjusted : .current }

    /// Whether the library keeps what is made.
    var isStored: Bool { self != .full && self != .unadjusted }

    /// `nil` for what is no thumbnail.
    var thumbnail: ThumbnailSize? {
        switch self {
        case .thumbnail: .small
        case .medium: .medium
        case .preview, .full, .unadjusted: nil
        }
    }
}

/// A rendering of one revision of an asset.
struct RenderingKey: Hashable, Sendable {
    var asset: Int64
    var revision: Int64
    var size: RenditionClass
}
