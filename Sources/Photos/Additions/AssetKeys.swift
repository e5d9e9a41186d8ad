import Foundation
import Query

/// The keys of assets, those that Apple documents and ours, with their types. Addition.
public struct AssetKeys: Sendable {
    init() {}

    public var localIdentifier: AssetKey<String> { text("localIdentifier") }
    /// When it was taken.
    public var creationDate: AssetKey<Date> { date("creationDate") }
    /// When it was taken by the clock at that place, as the instant at which a clock in GMT shows the same: compare it with such dates.
    public var localCreationDate: AssetKey<Date> { date("localCreationDate") }
    public var modificationDate: AssetKey<Date> { date("modificationDate") }
    /// When it came into the library.
    public var addedDate: AssetKey<Date> { date("addedDate") }
    public var mediaType: AssetKey<PHAssetMediaType> { AssetKey("mediaType") { .int(Int64($0.rawValue)) } }
    public var mediaSubtypes: AssetKey<PHAssetMediaSubtype> { AssetKey("mediaSubtypes") { .int(Int64(bitPattern: UInt64($0.rawValue))) } }
    /// Seconds; 0 for photos.
    public var duration: AssetKey<TimeInterval> { number("duration") }
    /// Pixels of the current version, upright.
    public var pixelWidth: AssetKey<Int> { integer("pixelWidth") }
    public var pixelHeight: AssetKey<Int> { integer("pixelHeight") }
    public var isFavorite: AssetCondition { flag("favorite") }
    /// Assets that are hidden come only with `includeHiddenAssets`.
    public var isHidden: AssetCondition { flag("hidden") }
    public var hasAdjustments: AssetCondition { flag("hasAdjustments") }
    public var burstIdentifier: AssetKey<String> { text("burstIdentifier") }
    public var representsBurst: AssetCondition { flag("representsBurst") }
    /// Of the original.
    public var filename: AssetKey<String> { text("filename") }
    /// Bytes of the original.
    public var fileSize: AssetKey<Int> { integer("fileSize") }
    /// The original's type, such as `public.heic`.
    public var uniformTypeIdentifier: AssetKey<String> { text("uniformTypeIdentifier") }
    public var title: AssetKey<String> { text("title") }
    public var caption: AssetKey<String> { text("caption") }
    public var keywords: AssetKey<[String]> { AssetKey("keywords") { .list($0.map { .string($0) }) } }
    /// 1 to 5.
    public var rating: AssetKey<Int> { integer("rating") }
    /// Model of the camera.
    public var camera: AssetKey<String> { text("camera") }
    public var lens: AssetKey<String> { text("lens") }
    /// Degrees north.
    public var latitude: AssetKey<Double> { number("latitude") }
    /// Degrees east.
    public var longitude: AssetKey<Double> { number("longitude") }

    private func text(_ name: String) -> AssetKey<String> { AssetKey(name) { .string($0) } }
    private func date(_ name: String) -> AssetKey<Date> { AssetKey(name) { .date($0.timeIntervalSinceReferenceDate) } }
    private func integer(_ name: String) -> AssetKey<Int> { AssetKey(name) { .int(Int64($0)) } }
    private func number(_ name: String) -> AssetKey<Double> { AssetKey(name) { .double($0) } }
    private func flag(_ name: String) -> AssetCondition { AssetCondition(.key(KeyReference(name)), .equal, .bool(true)) }
}
