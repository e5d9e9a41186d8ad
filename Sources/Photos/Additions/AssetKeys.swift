import Foundation
import Query

/// The keys of assets, those that Apple documents and ours, with their types. Addition.
public struct AssetKeys: Sendable {
    init() {}

    /// As `PHObject.localIdentifier` spells it.
    public var localIdentifier: AssetKey<String> { text("localIdentifier") }
    /// When it was taken.
    public var creationDate: AssetKey<Date> { date("creationDate") }
    /// When it was taken by the clock at that place, as the instant at which a clock in GMT shows the same: compare it with such dates.
    public var localCreationDate: AssetKey<Date> { date("localCreationDate") }
    /// When the asset or what is told about it last changed.
    public var modificationDate: AssetKey<Date> { date("modificationDate") }
    /// When it came into the library.
    public var addedDate: AssetKey<Date> { date("addedDate") }
    /// Photo, video or sound.
    public var mediaType: AssetKey<PHAssetMediaType> { AssetKey("mediaType") { .int(Int64($0.rawValue)) } }
    /// Which kinds of picture or video an asset is: `$0.mediaSubtypes.contains(.photoLive)`.
    public var mediaSubtypes: AssetKey<PHAssetMediaSubtype> { AssetKey("mediaSubtypes") { .int(Int64(bitPattern: UInt64($0.rawValue))) } }
    /// Seconds; 0 for photos.
    public var duration: AssetKey<TimeInterval> { number("duration") }
    /// Pixels of the current version, upright.
    public var pixelWidth: AssetKey<Int> { integer("pixelWidth") }
    /// Pixels of the current version, upright.
    public var pixelHeight: AssetKey<Int> { integer("pixelHeight") }
    /// Whether the asset is a favourite.
    public var isFavorite: AssetCondition { flag("favorite") }
    /// Assets that are hidden come only with `includeHiddenAssets`.
    public var isHidden: AssetCondition { flag("hidden") }
    /// Whether the asset has been edited.
    public var hasAdjustments: AssetCondition { flag("hasAdjustments") }
    /// What all frames of a burst have in common; `nil` for other assets.
    public var burstIdentifier: AssetKey<String> { text("burstIdentifier") }
    /// Whether the asset is the frame that stands for its burst.
    public var representsBurst: AssetCondition { flag("representsBurst") }
    /// Of the original.
    public var filename: AssetKey<String> { text("filename") }
    /// Bytes of the original.
    public var fileSize: AssetKey<Int> { integer("fileSize") }
    /// The original's type, such as `public.heic`.
    public var uniformTypeIdentifier: AssetKey<String> { text("uniformTypeIdentifier") }
    /// The title; `nil` without one.
    public var title: AssetKey<String> { text("title") }
    /// The caption; `nil` without one.
    public var caption: AssetKey<String> { text("caption") }
    /// All keywords: `$0.keywords.contains("sea")`.
    public var keywords: AssetKey<[String]> { AssetKey("keywords") { .list($0.map { .string($0) }) } }
    /// 1 to 5.
    public var rating: AssetKey<Int> { integer("rating") }
    /// Model of the camera.
    public var camera: AssetKey<String> { text("camera") }
    /// Model of the lens.
    public var lens: AssetKey<String> { text("lens") }
    /// Degrees north.
    public var latitude: AssetKey<Double> { number("latitude") }
    /// Degrees east.
    public var longitude: AssetKey<Double> { number("longitude") }
    /// Names of the town, region and country where it was taken, in several languages: `$0.place.contains("Lisbon")`.
    public var place: AssetKey<[String]> { AssetKey("place") { .list($0.map { .string($0) }) } }

    private func text(_ name: String) -> AssetKey<String> { AssetKey(name) { .string($0) } }
    private func date(_ name: String) -> AssetKey<Date> { AssetKey(name) { .date($0.timeIntervalSinceReferenceDate) } }
    private func integer(_ name: String) -> AssetKey<Int> { AssetKey(name) { .int(Int64($0)) } }
    private func number(_ name: String) -> AssetKey<Double> { AssetKey(name) { .double($0) } }
    private func flag(_ name: String) -> AssetCondition { AssetCondition(.key(KeyReference(name)), .equal, .bool(true)) }
}
