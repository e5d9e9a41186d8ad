import Foundation
import LibraryEngine
import PhotoModel
import Pixels
import Synchronization

/// A file that belongs to an asset, or to a Live Photo that was made of files. <https://developer.apple.com/documentation/photos/phassetresource>
open class PHAssetResource: NSObject, @unchecked Sendable {
    enum Storage: Sendable {
        case library(KeptResource, PHAsset)
        case file(ResourceFile)
        /// No file at all.
        case none
    }

    // Guarded by being immutable.
    let storage: Storage
    private let part: PHAssetResourceType

    /// Which part of the asset the file is.
    open var type: PHAssetResourceType { part }
    /// Empty where it belongs to no asset.
    open var assetLocalIdentifier: String {
        switch storage {
        case .library(_, let asset): asset.localIdentifier
        case .file, .none: ""
        }
    }

    /// Upright; not known before anybody asked, where the asset does not tell.
    let knownPixels: KnownPixels

    private init(_ kept: KeptResource, _ type: PHAssetResourceType, _ asset: PHAsset, _ pixels: PixelSize?) {
        (storage, part) = (.library(kept, asset), type)
        knownPixels = KnownPixels(pixels)
    }

    convenience init?(_ kept: KeptResource, of asset: PHAsset, pixels: PixelSize? = nil) {
        guard let type = PHAssetResourceType(rawValue: kept.type.rawValue) else { return nil }
        self.init(kept, type, asset, pixels)
    }

    convenience init?(_ record: ResourceRecord, of asset: PHAsset) { self.init(KeptResource(record), of: asset) }

    init(_ file: ResourceFile) {
        (storage, part) = (.file(file), file.type)
        knownPixels = KnownPixels(nil)
    }

    /// A resource without a file: for test doubles.
    public override init() {
        (storage, part) = (.none, .photo)
        knownPixels = KnownPixels(nil)
    }

    /// The name the file had when it came in.
    open var originalFilename: String {
        switch storage {
        case .library(let kept, _): kept.filename
        case .file(let file): file.name
        case .none: ""
        }
    }
    /// The same as `originalFilename`; never `nil`.
    open var filename: String? { originalFilename }
    /// The file's type, by its content.
    open var contentType: UTType { UTType(recorded: uniformTypeIdentifier) }
    /// The file's type, by its content, such as `public.heic`.
    open var uniformTypeIdentifier: String {
        switch storage {
        case .library(let kept, _): kept.uniformType
        case .file(let file): file.uniformType
        case .none: ""
        }
    }
    /// Bytes.
    open var dataSize: Int? {
        switch storage {
        case .library(let kept, _): Int(kept.size)
        case .file(let file): Int(file.size)
        case .none: nil
        }
    }
    /// Pixels, upright; 0 for what has no picture, and where the file can't be read, such as one that is in the cloud only.
    ///
    /// Of the file that an unedited asset shows the asset tells it. Every other file is looked into when this or `pixelHeight` is first asked for, which waits
    /// for the disk and a worker.
    open var pixelWidth: Int { pixels.width }
    /// As `pixelWidth`.
    open var pixelHeight: Int { pixels.height }
    /// The gain map beside the picture; `nil` where it has none, and where the file can't be read, such as one that is in the cloud only. Addition.
    ///
    /// The file is looked into each time, which waits for the disk and a worker.
    open var gainMap: PHGainMap? { readGainMap() }

    /// Where it is on this machine; `nil` where it is not, or may not be seen.
    var file: ResourceFile? {
        switch storage {
        case .library(let kept, let asset):
            asset.session.fileURL(of: kept.record).map { ResourceFile(url: $0, type: type, uniformType: kept.uniformType) }
        case .file(let file): file
        case .none: nil
        }
    }

    /// The private keys that clients look up, and the names of properties. Numbers come as `NSNumber`; `nil` for keys it doesn't have.
    open func value(forKey key: String) -> Any? { keyedValue(key) }

    /// A value by a path of keys.
    open func value(forKeyPath keyPath: String) -> Any? { lookUp(keyPath) }

    /// The asset's files, the original first. Sidecars, for which PhotoKit has no type, are left out.
    open class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        if let batch = asset.batch, let gate = try? asset.session.gate(), let together = batch.resources(ofAssetAt: Int(asset.indexInBatch), through: gate) {
            return list(together, of: asset)
        }
        let id = asset.record.id
        guard let alone = try? asset.session.read({ try $0.keptResources(assetID: id) }).get() else { return [] }
        return list(alone, of: asset)
    }

    private class func list(_ resources: KeptResources, of asset: PHAsset) -> [PHAssetResource] {
        let shown = shown(of: asset, resources)
        var list: [PHAssetResource] = []
        list.reserveCapacity(resources.count)
        for kept in resources {
            if let resource = PHAssetResource(kept, of: asset, pixels: kept.id == shown?.id ? shown?.pixels : nil) { list.append(resource) }
        }
        return list
    }

    /// Its still and its movie, in this order; only what is known of them while it is degraded. Those of an asset's Live Photo are the asset's.
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] { livePhoto.resources }
}
