import Imaging
import PhotoModel
import Synchronization

/// What is known of all the pixels that assets show, so that a search which comes soon after another one decodes no original twice.
package final class PixelDigests: Sendable {
    /// 40 bytes each.
    private static let most = 500_000
    /// By a mark of the rendering, as thumbnails have it: an edit makes another one.
    private let known = Mutex([UInt64: [UInt8]]())

    package init() {}

    /// - Parameter make: reads them; `nil` where they can't be read, which may be different the next time.
    func digest(of asset: AssetRecord, _ make: (AssetRecord) -> [UInt8]?) -> [UInt8]? {
        let mark = DerivativeStore.tag(asset.uuid, asset.revision)
        if let known = known.withLock({ $0[mark] }) { return known }
        guard let digest = make(asset) else { return nil }
        known.withLock { known in
            if known.count >= Self.most { known.removeAll() }
            known[mark] = digest
        }
        return digest
    }
}
