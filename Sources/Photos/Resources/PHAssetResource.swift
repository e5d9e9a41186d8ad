import Foundation
import LibraryEngine
import PhotoModel
import Pixels
import Synchronization

/// A file that belongs to an asset, or to a Live Photo that was made of files. <https://developer.apple.com/documentation/photos/phassetresource>
open class PHAssetResource: NSObject, @unchecked Sendable {
    enum Storage: Sendable {
        case library(ResourceRecord, PHAsset)
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

    /// Upright; `nil` before anybody asked, where the asset does not tell.
    let knownPixels: Mutex<PixelSize?>

    private init(_ record: ResourceRecord, _ type: PHAssetResourceType, _ asset: PHAsset, _ pixels: PixelSize?) {
        (storage, part) = (.library(record, asset), type)
        knownPixels = Mutex(pixels)
    }

    convenience init?(_ record: ResourceRecord, of asset: PHAsset, pixels: PixelSize? = nil) {
        guard let type = PHAssetResourceType(rawValue: record.type.rawValue) else { return nil }
        self.init(record, type, asset, pixels)
    }

    init(_ file: ResourceFile) {
        (storage, part) = (.file(file), file.type)
        knownPixels = Mutex(nil)
    }

    /// A resource without a file: for test doubles.
    public override init() {
        (storage, part) = (.none, .photo)
        knownPixels = Mutex(nil)
    }

    /// The name the file had when it came in.
    open var originalFilename: String {
        switch storage {
        case .library(let record, _): record.filename
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
        case .library(let record, _): record.uniformType
        case .file(let file): file.uniformType
        case .none: ""
        }
    }
    /// Bytes.
    open var dataSize: Int? {
        switch storage {
        case .library(let record, _): Int(record.size)
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
        case .library(let record, let asset): asset.session.fileURL(of: record).map { ResourceFile(url: $0, type: type, uniformType: record.uniformType) }
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
        let id = asset.record.id, together = (try? asset.session.gate()).flatMap { asset.batch?.resources(assetID: id, through: $0) }
        let records = together ?? (try? asset.session.read { try $0.resources(assetID: id) }.get()) ?? []
        let shown = shown(of: asset, records)
        return records.compactMap { PHAssetResource($0, of: asset, pixels: $0.id == shown?.id ? shown?.pixels : nil) }
    }

    /// Its still and its movie, in this order; only what is known of them while it is degraded. Those of an asset's Live Photo are the asset's.
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] { livePhoto.resources }
}
