import Foundation
import Pixels

/// Pixels of one asset, as a caller wants them.
package struct ImageRequest: Sendable {
    /// Which rendering of the asset.
    package enum Version: Int, Sendable { case current, unadjusted, original }

    package enum Priority: Int, Sendable, Comparable, CaseIterable {
        /// Prefetching.
        case background
        case normal
        /// Somebody is looking at the place where the picture will be.
        case interactive
        /// The pipeline's own: stored thumbnails that come before any decoding.
        case firstDegradedImage
        /// Used by the pipeline alone: a degraded image that a finished picture waits for, which takes memory until it is delivered.
        case awaitedDegradedImage

        package static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
    }

    package var assetID: Int64
    package var uuid: UUID
    package var revision: Int64
    package var source: ImageSourceFile
    /// Upright pixels of this version; 0 by 0 where nobody knows, which rules the derivatives out as sources.
    package var pixelSize: PixelSize
    /// Upright pixels wanted; `nil` is the full size, never scaled or cropped.
    package var target: PixelSize?
    package var mode: ScaleMode = .fit
    /// Whether the picture has exactly the size that `mode` and `target` ask for, enlarged if need be. Otherwise it may be somewhat larger, and is never enlarged.
    package var exact = false
    /// Part of the upright picture, in unit coordinates with the origin at the top left.
    package var crop: UnitRect?
    /// Whether a thumbnail comes first, where one is stored and smaller than what was asked for.
    package var wantsDegradedFirst = false
    /// Whether the preview comes after the thumbnail, where it is stored and smaller than what was asked for.
    package var wantsSecondDegradedImage = false
    /// Whether a thumbnail is enough, made where there is none: there is one result then.
    package var acceptsDegraded = false
    /// Derivatives show the current version only. Callers give `.current` for the others too where they know that it is the same file.
    package var version: Version = .current
    /// Whether a wide-gamut profile stays with the pixels.
    package var keepsWideGamut = false
    /// `rgba16` gives 16 bits a component where the file has more than 8; derivatives have not.
    package var format = PixelFormat.rgba8
    /// How bright the brightest may be, of white: 1 for ordinary screens, 0 as the file has it. Derivatives are for ordinary screens.
    package var headroom: Double = 1
    /// Whether the picture's gain map comes with pixels for ordinary screens, where they are made from the file.
    package var carriesGainMap = false
    /// Frames of an animation instead of one picture, as the rest asks for each, in 8 bits, never enlarged. They come from the file each time, and nothing
    /// degraded comes before them.
    package var frames: FrameRange?
    /// Whether only its thumbnail and preview are to be stored, and no picture is wanted. Such a request ends with `cancelled`.
    var wantsDerivativesOnly = false
    package var priority: Priority = .normal

    package init(assetID: Int64, uuid: UUID, revision: Int64, source: ImageSourceFile, pixelSize: PixelSize) {
        (self.assetID, self.uuid, self.revision) = (assetID, uuid, revision)
        (self.source, self.pixelSize) = (source, pixelSize)
    }
}

/// Names a request of one pipeline; never 0, never given twice.
package struct ImageRequestID: Sendable, Hashable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
