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
        case firstImpression
        /// The pipeline's own: an impression that a finished picture waits for, which takes room until it is told.
        case awaitedImpression

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
    /// True: exactly the size that `mode` and `target` ask for, enlarged if need be. False: similar or somewhat larger, never enlarged.
    package var exact = false
    /// Part of the upright picture, in unit coordinates with the origin at the top left.
    package var crop: UnitRect?
    /// True: a thumbnail comes first where one is at hand and is smaller than what was asked for.
    package var wantsDegradedFirst = false
    /// True: after the thumbnail comes the preview, where it is at hand and smaller than what was asked for too.
    package var wantsSecondImpression = false
    /// True: one result, and a thumbnail will do, made where there is none.
    package var acceptsDegraded = false
    /// Derivatives show the current version only. Callers give `.current` for the others too where they know that it is the same file.
    package var version: Version = .current
    /// True: a wide-gamut profile stays with the pixels.
    package var keepsWideGamut = false
    /// `rgba16` gives 16 bits a component where the file has more than 8; derivatives have not.
    package var format = PixelFormat.rgba8
    /// How bright the brightest may be, of white: 1 for ordinary screens, 0 as the file has it. Derivatives are for ordinary screens.
    package var headroom: Double = 1
    /// Frames of an animation instead of one picture, as the rest asks for each, in 8 bits, never enlarged. They come from the file each time, and nothing
    /// degraded comes before them.
    package var frames: FrameRange?
    /// True: no picture is wanted, only that its thumbnail and preview are stored. Ends with `cancelled`.
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
