import Catalog
import Foundation
import LibraryEngine

/// An album, stored or computed. <https://developer.apple.com/documentation/photos/phassetcollection>
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    // Guarded by being immutable.
    enum Content: Sendable {
        case album(CollectionRecord)
        /// Raw value of the subtype.
        case smart(Int)
        /// In memory only.
        case transient([PHAsset])
    }

    let content: Content
    private let transientTitle: String?

    init(record: CollectionRecord, session: LibrarySession) {
        (content, transientTitle) = (.album(record), nil)
        super.init(uuid: record.uuid, session: session)
    }

    init(smartAlbum subtype: Int, session: LibrarySession) {
        (content, transientTitle) = (.smart(subtype), nil)
        super.init(uuid: SmartAlbumIdentity.uuid(subtype: subtype), session: session)
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

    override class var identifierSuffix: String { "/L0/040" }

    open override var canContainAssets: Bool { true }

    open override var localizedTitle: String? {
        switch content {
        case .album(let record): record.title
        case .smart(let subtype): SmartAlbumTitles.title(subtype)
        case .transient: transientTitle
        }
    }

    open var assetCollectionType: PHAssetCollectionType {
        if case .smart = content { .smartAlbum } else { .album }
    }

    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        switch content {
        case .album(let record): PHAssetCollectionSubtype(rawValue: record.subtype) ?? .albumRegular
        case .smart(let subtype): PHAssetCollectionSubtype(rawValue: subtype) ?? .smartAlbumGeneric
        case .transient: .albumRegular
        }
    }

    /// How many assets a fetch with default options finds. An album's was counted when the album was fetched, a smart album's is looked up now.
    open var estimatedAssetCount: Int {
        switch content {
        case .album(let record): record.count
        case .smart(let subtype): (try? session.read { try $0.smartAlbumCount(subtype: subtype) }.get()) ?? NSNotFound
        case .transient(let assets): assets.count
        }
    }

    /// Creation date of the oldest asset; `nil` for smart albums.
    open var startDate: Date? {
        switch content {
        case .album(let record): Self.date(record.startDate)
        case .smart: nil
        case .transient(let assets): assets.compactMap(\.creationDate).min()
        }
    }

    /// Creation date of the newest asset; `nil` for smart albums.
    open var endDate: Date? {
        switch content {
        case .album(let record): Self.date(record.endDate)
        case .smart: nil
        case .transient(let assets): assets.compactMap(\.creationDate).max()
        }
    }

    /// Only moments have one.
    open var approximateLocation: CLLocation? { nil }
    /// Only moments have them.
    open var localizedLocationNames: [String] { [] }

    /// The user's own albums take every change, the hidden album and favourites none by this way.
    open override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        switch content {
        case .album(let record): record.subtype == PHAssetCollectionSubtype.albumRegular.rawValue
        case .smart: anOperation == .deleteContent
        case .transient: false
        }
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "estimatedAssetCount": NSNumber(value: estimatedAssetCount)
        case "startDate": startDate
        case "endDate": endDate
        default: super.value(forKey: key)
        }
    }

    /// An album in memory, never stored, that shows these assets in this order.
    @discardableResult
    public class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        PHAssetCollection(assets: assets, title: title, session: assets.first?.session ?? PHPhotoLibrary.shared().session)
    }

    @discardableResult
    public class func transientAssetCollection(withAssetFetchResult fetchResult: PHFetchResult<PHAsset>, title: String?) -> PHAssetCollection {
        transientAssetCollection(with: fetchResult.objects(at: IndexSet(integersIn: 0..<fetchResult.count)), title: title)
    }
}
