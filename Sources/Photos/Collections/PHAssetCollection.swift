import Foundation
import LibraryEngine
import PhotoModel

/// An album, stored or computed. <https://developer.apple.com/documentation/photos/phassetcollection>
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    // Guarded by being immutable.
    enum Content: Sendable {
        case album(CollectionRecord)
        case smart(AlbumSubtype)
        case moment(MomentRecord)
        /// In memory only.
        case transient([PHAsset])
    }

    let content: Content
    private let transientTitle: String?

    init(record: CollectionRecord, session: LibrarySession) {
        (content, transientTitle) = (.album(record), nil)
        super.init(uuid: record.uuid, session: session)
    }

    init(smartAlbum subtype: AlbumSubtype, session: LibrarySession) {
        (content, transientTitle) = (.smart(subtype), nil)
        super.init(uuid: SmartAlbumIdentity.uuid(subtype), session: session)
    }

    init(moment: MomentRecord, session: LibrarySession) {
        (content, transientTitle) = (.moment(moment), nil)
        super.init(uuid: MomentIdentity.moment(moment.identity).uuid, session: session)
    }

    /// An empty album in memory.
    public override init() {
        (content, transientTitle) = (.transient([]), nil)
        super.init(uuid: UUID(), session: .none)
    }

    private init(assets: [PHAsset], title: String?, session: LibrarySession) {
        (content, transientTitle) = (.transient(assets), title)
        super.init(uuid: UUID(), session: session)
    }

    override class var identifierSuffix: String { LocalIdentifier.albumSuffix }

    open override var canContainAssets: Bool { true }

    open override var localizedTitle: String? {
        switch content {
        case .album(let record): record.title
        case .smart(let subtype): SmartAlbum.with(subtype)?.title()
        case .moment(let moment): MomentTitles.title(moment, at: session.openLibrary?.placeName(of: moment))
        case .transient: transientTitle
        }
    }

    /// Stored, computed or a moment; a transient album counts as stored.
    open var assetCollectionType: PHAssetCollectionType {
        switch content {
        case .album, .transient: .album
        case .smart: .smartAlbum
        case .moment: .moment
        }
    }

    /// Moments have none of their own: `.any`.
    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        switch content {
        case .album(let record):
            if case .album(let subtype) = record.type { PHAssetCollectionSubtype(rawValue: subtype.rawValue) ?? .albumRegular } else { .albumRegular }
        case .smart(let subtype): PHAssetCollectionSubtype(rawValue: subtype.rawValue) ?? .smartAlbumGeneric
        case .moment: .any
        case .transient: .albumRegular
        }
    }

    /// How many assets a fetch with default options finds, as it was when the collection was fetched; a smart album's is looked up now.
    /// `NSNotFound` where the library can't be read.
    open var estimatedAssetCount: Int {
        switch content {
        case .album(let record): record.count
        case .smart(let subtype): (try? session.read { try $0.smartAlbumCount(subtype) }.get()) ?? NSNotFound
        case .moment(let moment): moment.count
        case .transient(let assets): shown(assets).count
        }
    }

    /// Creation date of the oldest asset; of a smart album as it is now, `nil` for Recently Added.
    open var startDate: Date? {
        switch content {
        case .album(let record): Self.date(record.startDate)
        case .smart(let subtype): Self.date(dates(ofSmartAlbum: subtype)?.start)
        case .moment(let moment): Self.date(moment.range.start)
        case .transient(let assets): shown(assets).compactMap(\.creationDate).min()
        }
    }

    /// Creation date of the newest asset; of a smart album as it is now, `nil` for Recently Added.
    open var endDate: Date? {
        switch content {
        case .album(let record): Self.date(record.endDate)
        case .smart(let subtype): Self.date(dates(ofSmartAlbum: subtype)?.end)
        case .moment(let moment): Self.date(moment.range.end)
        case .transient(let assets): shown(assets).compactMap(\.creationDate).max()
        }
    }

    /// Of the assets it was made of, those that the application may still see. Objects of no library are the application's own.
    private func shown(_ assets: [PHAsset]) -> [PHAsset] {
        guard session.openLibrary != nil else { return assets }
        return (try? session.visible(assets)) ?? []
    }

    private func dates(ofSmartAlbum subtype: AlbumSubtype) -> (start: Double, end: Double)? {
        (try? session.read { try $0.smartAlbumDates(subtype) }.get()) ?? nil
    }

    /// The middle of a moment's places; `nil` where it has none, and for everything else.
    open var approximateLocation: CLLocation? {
        guard case .moment(let moment) = content, let center = moment.center else { return nil }
        return CLLocation(latitude: center.latitude, longitude: center.longitude)
    }

    /// What the middle of a moment's places is called, in the language of titles, the smallest first: part of a town, town, region, country. Empty where
    /// it has none, where nobody knows a name, and for everything else.
    open var localizedLocationNames: [String] {
        guard case .moment(let moment) = content else { return [] }
        return session.openLibrary?.placeNames(of: moment) ?? []
    }

    /// When its title, members, order or key asset last changed; `nil` for what is computed or in memory.
    open override var modificationDate: Date? {
        if case .album(let record) = content { Self.date(record.modificationDate) } else { nil }
    }

    override var rights: CollectionRights {
        switch content {
        case .album(let record): CollectionRights(record.type)
        case .smart: .smartAlbum
        case .moment: .moment
        case .transient: .transientAlbum
        }
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "assetCollectionType": NSNumber(value: assetCollectionType.rawValue)
        case "assetCollectionSubtype": NSNumber(value: assetCollectionSubtype.rawValue)
        case "approximateLocation": approximateLocation
        case "localizedLocationNames": localizedLocationNames
        case "estimatedAssetCount": NSNumber(value: estimatedAssetCount)
        case "startDate": startDate
        case "endDate": endDate
        default: super.value(forKey: key)
        }
    }

    // MARK: Fetching

    /// Albums of one type and subtype; `.any` is every subtype.
    ///
    /// Smart albums come in the order of their raw values, empty ones included. As on Apple's platforms, smart albums of subtype
    /// `.albumRegular` are all smart albums, and moments of that or any subtype all moments.
    @discardableResult
    open class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(type, subtype, options)
    }

    /// Stored albums, smart albums or moments, whichever the first identifier names. Unknown identifiers are left out.
    @discardableResult
    open class func fetchAssetCollections(withLocalIdentifiers identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        fetch(identifiers: identifiers, options)
    }

    /// Albums by the URLs of the AssetsLibrary framework, such as `assets-library://group/?id=UUID&type=Album`. Unknown ones are left out.
    @discardableResult
    open class func fetchAssetCollections(withALAssetGroupURLs assetGroupURLs: [URL], options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        fetchAssetCollections(withLocalIdentifiers: assetGroupURLs.map(\.absoluteString), options: options)
    }

    /// The albums, or the moment, that hold an asset. Smart albums are not looked through.
    @discardableResult
    open class func fetchAssetCollectionsContaining(
        _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetch(containing: asset, type, options)
    }

    /// All moments by date: what is listed in the user's library and has a date, cut at pauses, midnights and leaps from place to place. Deprecated by
    /// Apple since iOS 13.
    @discardableResult
    open class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        moments(options) { _, index in Array(index.moments.indices) }
    }

    /// The moments of a cluster or a year, by date. Deprecated by Apple since iOS 13.
    @discardableResult
    open class func fetchMoments(inMomentList momentList: PHCollectionList, options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        guard case .moments(let list) = momentList.content else { return PHFetchResult(ObjectStorage([])) }
        return moments(in: list, options, momentList.session)
    }

    /// An album in memory, never stored, that shows these assets in this order.
    @discardableResult
    open class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        PHAssetCollection(assets: assets, title: title, session: .common(to: assets))
    }

    /// An album in memory, never stored, that shows the assets of a result.
    @discardableResult
    open class func transientAssetCollection(withAssetFetchResult fetchResult: PHFetchResult<PHAsset>, title: String?) -> PHAssetCollection {
        transientAssetCollection(with: fetchResult.objects(at: IndexSet(integersIn: 0..<fetchResult.count)), title: title)
    }
}
