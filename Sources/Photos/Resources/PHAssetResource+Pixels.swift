import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Pixels

extension PHAssetResource {
    /// The file whose size an asset has: the one that it shows unless it is edited. That it shows it may change; what is in the file does not.
    static func shown(of asset: PHAsset, _ resources: [ResourceRecord]) -> (id: Int64, pixels: PixelSize)? {
        let record = asset.record
        guard !record.hasAdjustments, record.pixelWidth > 0, let shown = resources.showing(.unadjusted, of: record) else { return nil }
        return (shown.id, PixelSize(width: record.pixelWidth, height: record.pixelHeight))
    }

    var pixels: PixelSize {
        if let known = knownPixels.withLock({ $0 }) { return known }
        guard [.image, .video].contains(ResourceType(rawValue: type.rawValue).content), let seen = seenPixels else { return PixelSize(width: 0, height: 0) }
        knownPixels.withLock { $0 = seen }
        return seen
    }

    /// `nil` where the file can't be read.
    private var seenPixels: PixelSize? {
        (facts?.uprightSize).map { PixelSize(width: $0.width, height: $0.height) }
    }

    /// What the file says of itself, read now; `nil` where it can't be read.
    var facts: MediaFacts? {
        do {
            let (bytes, decoder) = try opened
            return try bytes.facts(by: decoder, named: originalFilename)
        } catch {
            return nil
        }
    }

    private var opened: (ResourceBytes, any MediaDecoder) {
        get throws {
            let source = try ResourceSource(self, nil)
            if case .library(_, _, let access) = source { return (try source.open(), access.library.decoder) }
            return (try source.open(), try ProcessImageCoder.decoder())
        }
    }
}
