import Codecs
import Imaging

/// The sizes that pictures are served in.
enum RenditionClass: String, CaseIterable, Sendable {
    case thumbnail, preview, full

    /// Longest side in pixels; `nil` is the full size.
    var side: Int? {
        switch self {
        case .thumbnail: DerivativeStore.thumbnailSide
        case .preview: DerivativeStore.previewSide
        case .full: nil
        }
    }
}

/// A rendering of one revision of an asset.
struct RenderingKey: Hashable, Sendable {
    var asset: Int64
    var revision: Int64
    var size: RenditionClass
}
