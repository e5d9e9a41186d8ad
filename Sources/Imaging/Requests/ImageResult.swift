import Pixels

/// Upright pixels and where they came from.
package struct ImageResult: Sendable {
    package enum Source: Sendable, Equatable { case thumbnail, mediumThumbnail, preview, original }

    package var image: PixelImage
    /// Whether it is smaller than asked for.
    package var isDegraded: Bool
    package var source: Source
    /// Whether it shows the version that the asset had when it was fetched. Otherwise the asset has changed since, and this is what it shows now.
    package var isOfRequestedRevision = true

    package init(image: PixelImage, isDegraded: Bool, source: Source) {
        (self.image, self.isDegraded, self.source) = (image, isDegraded, source)
    }

    /// Why not all of the picture may be shown. What is stored of a damaged file is whole, and says nothing of it; the asset does.
    /// - Parameter asset: what the catalogue says of the asset's damage.
    package func damage(ofAsset asset: String?) -> String? { image.damage ?? (source == .original ? nil : asset) }
}

/// What a request's handler is told: at most two `degraded`, of growing size, then exactly one of the others, then nothing.
package enum ImageEvent: Sendable {
    case degraded(ImageResult)
    case finished(ImageResult)
    case failed(ImagingError)
    case cancelled

    package var isTerminal: Bool {
        if case .degraded = self { return false }
        return true
    }
}
