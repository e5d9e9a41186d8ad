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
