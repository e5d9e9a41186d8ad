import Foundation
import PhotoModel
import Photos

/// Albums, saving, and the image manager that all of a program's assets share.
///
/// May be used from any thread. Listing waits for the library.
public final class AssetsManager: Sendable {
    /// The one of the shared library.
    public static let shared = AssetsManager()

    /// Prepares and makes pictures for all assets, of whichever library: one for the whole process, so that what is prepared is what `PhotoAsset` asks for.
    public var cachingManager: PHCachingImageManager { Self.commonCachingManager }

    private static let commonCachingManager = PHCachingImageManager()

    private let library: PHPhotoLibrary?

    /// - Parameter library: whose albums and assets. Default `nil`: the shared library, whichever that is when something is asked for.
    public init(library: PHPhotoLibrary? = nil) { self.library = library }

    var photoLibrary: PHPhotoLibrary { library ?? .shared() }

    /// Which assets of albums count and are listed.
    public enum ContentType: Sendable, Hashable, CaseIterable {
        /// Whatever is in the album.
        case all
        /// Photos and Live Photos.
        case photos
        /// Videos.
        case videos
        /// Sounds.
        case audio

        var mediaType: PHAssetMediaType? {
            switch self {
            case .all: nil
            case .photos: .image
            case .videos: .video
            case .audio: .audio
            }
        }
    }

    /// The albums to show in a list: all photos first, then the other smart albums that make sense for the content, then the user's albums, in their order,
    /// those in folders where the folder is.
    /// - Parameters:
    ///   - content: which assets count. Default all.
    ///   - showsEmptyAlbums: default false: albums without such an asset are left out.
    ///   - showsSmartAlbums: default true: more smart albums than the one of all photos.
    public func albums(_ content: ContentType = .all, showsEmptyAlbums: Bool = false, showsSmartAlbums: Bool = true) -> [AssetsGroup] {
        var groups: [AssetsGroup] = []
        for subtype in SmartAlbumOrder.subtypes(for: content) where showsSmartAlbums || subtype == .smartAlbumUserLibrary {
            if let album = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: options()).firstObject {
                groups.append(AssetsGroup(album, content, self))
            }
        }
        var folders: Set<String> = []
        collect(PHCollectionList.fetchTopLevelUserCollections(with: options()), content, &groups, &folders)
        return showsEmptyAlbums ? groups : groups.filter { $0.count > 0 }
    }

    /// The same, told one by one and at last `nil`, as wrappers of AssetsLibrary tell them. The handler runs on the calling thread, before this returns.
    public func enumerateAlbums(
        _ content: ContentType = .all, showsEmptyAlbums: Bool = false, showsSmartAlbums: Bool = true, using handler: (AssetsGroup?) -> Void
    ) {
        albums(content, showsEmptyAlbums: showsEmptyAlbums, showsSmartAlbums: showsSmartAlbums).forEach(handler)
        handler(nil)
    }

    /// The album that a text or URL names, in any spelling of ``AlbumReference``; `nil` where there is none.
    public func album(identifier: String, content: ContentType = .all) -> AssetsGroup? {
        guard let reference = AlbumReference(identifier) else { return nil }
        return PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [reference.localIdentifier], options: options()).firstObject.map {
            AssetsGroup($0, content, self)
        }
    }

    func options() -> PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = photoLibrary
        return options
    }

    private func collect(_ collections: PHFetchResult<PHCollection>, _ content: ContentType, _ groups: inout [AssetsGroup], _ folders: inout Set<String>) {
        for index in 0..<collections.count {
            if let album = collections[index] as? PHAssetCollection {
                groups.append(AssetsGroup(album, content, self))
            } else if let folder = collections[index] as? PHCollectionList, folders.insert(folder.localIdentifier).inserted {
                collect(PHCollection.fetchCollections(in: folder, options: options()), content, &groups, &folders)
            }
        }
    }
}

/// Which smart albums a list of albums shows, and in which order.
enum SmartAlbumOrder {
    private static let photos: [PHAssetCollectionSubtype] = [
        .smartAlbumSelfPortraits, .smartAlbumLivePhotos, .smartAlbumDepthEffect, .smartAlbumPanoramas, .smartAlbumBursts, .smartAlbumScreenshots,
        .smartAlbumAnimated, .smartAlbumLongExposures, .smartAlbumRAW,
    ]
    private static let videos: [PHAssetCollectionSubtype] = [
        .smartAlbumVideos, .smartAlbumSlomoVideos, .smartAlbumTimelapses, .smartAlbumCinematic, .smartAlbumScreenRecordings,
    ]

    private static let first: [PHAssetCollectionSubtype] = [.smartAlbumUserLibrary, .smartAlbumFavorites, .smartAlbumRecentlyAdded]
    /// One that is in no list above stands behind all. Never the album of hidden assets: those are hidden from lists as from everything else.
    private static let all: [PHAssetCollectionSubtype] = {
        let known = first + photos + videos + [.smartAlbumSpatial]
        let offered = SmartAlbum.offered.filter { !$0.isHidden }.compactMap { PHAssetCollectionSubtype(rawValue: $0.subtype.rawValue) }
        return known + offered.filter { !known.contains($0) }
    }()

    static func subtypes(for content: AssetsManager.ContentType) -> [PHAssetCollectionSubtype] {
        switch content {
        case .all: all
        case .photos: first + photos + [.smartAlbumSpatial]
        case .videos: first + videos + [.smartAlbumSpatial]
        case .audio: first
        }
    }
}
