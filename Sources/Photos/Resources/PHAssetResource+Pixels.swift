import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Pixels
import Synchronization

extension PHAssetResource {
    /// The file whose size an asset has: the one that it shows unless it is edited. That it shows it may change; what is in the file does not.
    static func shown(of asset: PHAsset, _ resources: ArraySlice<KeptResource>) -> (resource: KeptResource, pixels: PixelSize)? {
        guard !asset.record.hasAdjustments, asset.record.pixelWidth > 0 else { return nil }
        let size = PixelSize(width: asset.record.pixelWidth, height: asset.record.pixelHeight)
        // Most have one, which needs no search.
        if resources.count == 1, let only = resources.first, [.photo, .video, .audio].contains(only.record.type) { return (only, size) }
        guard let shown = resources.lazy.map(\.record).showing(.unadjusted, of: asset.record)?.id else { return nil }
        return resources.first { $0.record.id == shown }.map { ($0, size) }
    }

    var pixels: PixelSize {
        if let known = knownPixels.size { return known }
        guard [.image, .video].contains(ResourceType(rawValue: type.rawValue).content), let seen = seenPixels else { return PixelSize(width: 0, height: 0) }
        knownPixels.note(seen)
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

/// A size that may be found out later, in one word: a lock a resource would be most of what a list of them costs.
struct KnownPixels: ~Copyable, Sendable {
    private static let unknown = UInt64.max
    private let word: Atomic<UInt64>

    init(_ size: PixelSize?) { word = Atomic(size.map(Self.word) ?? Self.unknown) }

    var size: PixelSize? {
        let word = word.load(ordering: .relaxed)
        return word == Self.unknown ? nil : PixelSize(width: Int(word >> 32), height: Int(word & 0xFFFF_FFFF))
    }

    func note(_ size: PixelSize) { word.store(Self.word(size), ordering: .relaxed) }

    /// Nothing that is decoded has sides of more than 31 bits.
    private static func word(_ size: PixelSize) -> UInt64 { UInt64(UInt32(clamping: size.width)) << 32 | UInt64(UInt32(clamping: size.height)) }
}
