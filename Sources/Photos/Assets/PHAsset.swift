import Foundation
import LibraryEngine
import PhotoModel
import Query

/// A picture or video of the library, as it was when it was fetched.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phasset>. Reading a property costs nothing: everything came with the fetch.
open class PHAsset: PHObject, @unchecked Sendable {
    // Guarded by being immutable.
    let record: AssetRecord
    /// True for an asset that was purged after the fetch that knew it; nothing else is known of it.
    let isTombstone: Bool

    /// The resources of those that it was read with; `nil` for one that was read alone.
    let batch: ResourceBatch?
    /// Which of them it is.
    let indexInBatch: Int32

    init(record: AssetRecord, session: LibrarySession, batch: ResourceBatch? = nil, at indexInBatch: Int = 0) {
        (self.record, isTombstone, self.batch, self.indexInBatch) = (record, false, batch, Int32(indexInBatch))
        super.init(uuid: record.uuid, session: session)
    }

    /// An asset of no library, of which nothing is known.
    public override init() {
        let uuid = UUID()
        (record, isTombstone) = (AssetRecord(uuid: uuid, mediaType: .unknown, addedDate: 0, filename: "", uniformType: ""), true)
        (batch, indexInBatch) = (nil, 0)
        super.init(uuid: uuid, session: .none)
    }

    /// Stands in a fetch result for an asset whose record is gone.
    init(purgedRow id: Int64, session: LibrarySession) {
        let uuid = UUID(uuid: withUnsafeBytes(of: (UInt64(0), UInt64(bitPattern: id).bigEndian)) { $0.load(as: uuid_t.self) })
        var record = AssetRecord(uuid: uuid, mediaType: .unknown, addedDate: 0, filename: "", uniformType: "")
        record.id = id
        (self.record, isTombstone, batch, indexInBatch) = (record, true, nil, 0)
        super.init(uuid: uuid, session: session)
    }

    /// How to present it, whatever it is made of: a Live Photo that is not to play is an image, one that loops a looping video.
    open var playbackStyle: PlaybackStyle { PlaybackStyle(rawValue: record.playbackStyle.rawValue) ?? .unsupported }
    /// How a Live Photo plays; `.none` for the usual way, and for everything else.
    open var playbackVariation: PlaybackVariation { PlaybackVariation(rawValue: record.playbackVariation.rawValue) ?? .none }
    /// Picture, video or sound; `.unknown` for a tombstone.
    open var mediaType: PHAssetMediaType { PHAssetMediaType(rawValue: record.mediaType.rawValue) ?? .unknown }
    /// What kinds of picture or video it is at once, such as a Live Photo that is a panorama.
    open var mediaSubtypes: PHAssetMediaSubtype { PHAssetMediaSubtype(rawValue: record.mediaSubtypes.rawValue) }
    /// Type of the original.
    open var contentType: UTType { UTType(recorded: record.uniformType) }
    /// Pixels of the current version, upright.
    open var pixelWidth: Int { record.pixelWidth }
    /// Pixels of the current version, upright.
    open var pixelHeight: Int { record.pixelHeight }
    /// When it was taken, exact to the bit, so that a fetch by this date finds it.
    open var creationDate: Date? { record.creationDate.map { Date(timeIntervalSinceReferenceDate: $0) } }
    /// When what is told about it, or its picture, was last changed in the library.
    open var modificationDate: Date? { record.modificationDate.map { Date(timeIntervalSinceReferenceDate: $0) } }
    /// When it came into the library.
    open var addedDate: Date? { isTombstone ? nil : Date(timeIntervalSinceReferenceDate: record.addedDate) }
    /// Where it was taken; `nil` where nobody said.
    open var location: CLLocation? { record.location.map { CLLocation($0, at: creationDate) } }
    /// Seconds; 0 for photos.
    open var duration: TimeInterval { record.duration }
    /// Whether fetches leave it out unless they ask for hidden assets.
    open var isHidden: Bool { record.isHidden }
    /// Whether it was marked as a favourite.
    open var isFavorite: Bool { record.isFavorite }
    /// One to five; `.unset` without one.
    open var rating: Rating { Rating(rawValue: record.rating) ?? .unset }
    /// Always false: nothing here fails to upload.
    open var isSyncFailureHidden: Bool { false }
    /// The same for all frames of a burst; `nil` for what is in none.
    open var burstIdentifier: String? { record.burstIdentifier }
    /// Who chose this frame of its burst; empty where nobody did.
    open var burstSelectionTypes: PHAssetBurstSelectionType { PHAssetBurstSelectionType(rawValue: record.burstSelectionTypes.rawValue) }
    /// Whether it is the frame that stands for its burst.
    open var representsBurst: Bool { record.representsBurst }
    /// Whether it is the user's own, shared with the user, or synced from another computer.
    open var sourceType: PHAssetSourceType { PHAssetSourceType(rawValue: record.sourceType.rawValue) }
    /// Whether its current version is an edit of the original.
    open var hasAdjustments: Bool { record.hasAdjustments }
    /// Only of an adjusted asset.
    open var adjustmentFormatIdentifier: String? { record.adjustmentFormatIdentifier }
    /// Whether the camera made the adjustments while it took the picture, or somebody later.
    open var adjustmentsState: AdjustmentsState {
        record.isAdjustedByCamera ? .cameraAutoAdjusted : record.hasAdjustments ? .userAdjusted : .none
    }
    /// When it was last edited or reverted; `nil` for what never was.
    open var adjustmentTimestamp: Date? { record.adjustmentTimestamp.map { Date(timeIntervalSinceReferenceDate: $0) } }
    /// Which of a RAW and JPEG pair counts as the original; `.compressed` for everything else.
    open var originalResourceChoice: OriginalResourceChoice { OriginalResourceChoice(rawValue: record.originalChoice.rawValue) ?? .compressed }
    /// Caption, file name and keywords; they came with the fetch.
    open var extendedMetadata: PHAssetExtendedMetadata { PHAssetExtendedMetadata(record) }

    /// Whether anything is known of it. A subclass is a test double, which says by its members what is.
    var isReadable: Bool { !isTombstone || type(of: self) != PHAsset.self }

    /// Assets of the user's own library take every change, but that a sound can't be edited; synced and shared ones take none.
    open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        !isTombstone && record.takesChanges && (editOperation != .content || record.mediaType == .image || record.mediaType == .video)
    }

    open override func value(forKey key: String) -> Any? { keyedValue(key) ?? super.value(forKey: key) }

    // MARK: Fetching

    /// All assets of the user's library that the options ask for.
    @discardableResult
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.library) }
    }

    /// Assets of one type of the user's library.
    @discardableResult
    open class func fetchAssets(with mediaType: PHAssetMediaType, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.library, mediaType: mediaType) }
    }

    /// The assets of an album, in album order unless the options sort.
    @discardableResult
    open class func fetchAssets(in assetCollection: PHAssetCollection, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(in: assetCollection, options)
    }

    /// Takes `UUID/L0/001`, bare UUIDs and `assets-library` URLs as text, in any case. Hidden assets come without asking, unknown identifiers are
    /// left out. Ordered by creation date unless the options sort.
    @discardableResult
    open class func fetchAssets(withLocalIdentifiers identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(uuids: identifiers.compactMap(LocalIdentifier.assetUUID(from:)), options)
    }

    /// By the URLs of the AssetsLibrary framework, such as `assets-library://asset/asset.JPG?id=UUID&ext=JPG`. The URL of a group names no asset.
    @discardableResult
    open class func fetchAssets(withALAssetURLs assetURLs: [URL], options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(uuids: assetURLs.compactMap { LocalIdentifier.assetUUID(from: $0.absoluteString) }, options)
    }

    /// The frames of a burst: the representative and the user's picks, all of them with `includeAllBurstAssets`.
    @discardableResult
    open class func fetchAssets(withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.burst(burstIdentifier)) }
    }

    /// The asset that stands for a collection: the one that a person chose for an album, else an album's or moment's first, a smart album's newest.
    /// `nil` for a transient collection. More than one with a `fetchLimit`, and other ones with a predicate or an order.
    @discardableResult
    open class func fetchKeyAssets(in assetCollection: PHAssetCollection, options: PHFetchOptions?) -> PHFetchResult<PHAsset>? {
        keyAssets(in: assetCollection, options)
    }

    /// Gives what an edit of the asset begins with, as the library has it now. <https://developer.apple.com/documentation/photos/phasset/requestcontenteditinginput(with:completionhandler:)>
    ///
    /// An asset that takes no changes has one as well, for those who want its file. The handler is called once, on the main queue, with an input or else with
    /// an error (`.requestNotSupportedForAsset` for a sound) or the note that the request was cancelled.
    /// - Parameters:
    ///   - options: `nil` gives what the asset shows, and downloads nothing.
    ///   - completionHandler: gets the input or `nil`, and keys as `PHContentEditingInputErrorKey`.
    /// - Returns: a name for `cancelContentEditingInputRequest`.
    @discardableResult
    open func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?, completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        editingInput(options, completionHandler: completionHandler)
    }

    /// Ends a request. Its handler is called a last time, with `PHContentEditingInputCancelledKey`; nothing happens for one that has ended.
    open func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) { cancelEditingInput(requestID) }
}

extension CLLocation {
    convenience init(_ record: LocationRecord, at date: Date?) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: record.latitude, longitude: record.longitude), altitude: record.altitude ?? 0,
            horizontalAccuracy: record.horizontalAccuracy ?? 0, verticalAccuracy: record.altitude == nil ? -1 : 0,
            course: record.direction ?? -1, speed: record.speed ?? -1, timestamp: date ?? Date(timeIntervalSinceReferenceDate: 0))
    }
}

extension LocationRecord {
    /// `nil` for a coordinate that is no place.
    init?(_ location: CLLocation) {
        guard CLLocationCoordinate2DIsValid(location.coordinate) else { return nil }
        self.init(latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
        altitude = location.verticalAccuracy < 0 ? nil : location.altitude
        horizontalAccuracy = location.horizontalAccuracy > 0 ? location.horizontalAccuracy : nil
        direction = location.course < 0 ? nil : location.course
        speed = location.speed < 0 ? nil : location.speed
    }
}
