import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Pixels
import Synchronization

extension PHAssetResource {
    /// The file whose size an asset has: the one that it shows unless it is edited. That it shows it may change; what is in the file does not.
    static func shown(of asset: PHAsset, _ resources: KeptResources) -> (id: Int64, pixels: PixelSize)? {
        guard !asset.record.hasAdjustments, asset.record.pixelWidth > 0 else { return nil }
        let size = PixelSize(width: asset.record.pixelWidth, height: asset.record.pixelHeight)
        // Most have one, which needs no search.
        if resources.count == 1, let only = resources.first, only.type.isPrimary { return (only.id, size) }
        if asset.record.originalChoice == .raw { return resources.lazy.map(\.record).showing(.unadjusted, of: asset.record).map { ($0.id, size) } }
        // The same by the kinds alone, for which no record is made.
        return ResourceType.primary.lazy.compactMap { type in resources.first { $0.type == type } }.first.map { ($0.id, size) }
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
