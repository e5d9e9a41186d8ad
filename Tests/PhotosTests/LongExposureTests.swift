import LibraryEngine
@testable import Photos
import PhotoModel
import PhotosTesting
import Testing

/// Long exposures are Live Photos that somebody made one of elsewhere: their smart album has them as it has others.
@Suite struct LongExposureTests {
    private static func make(_ variation: PHAsset.PlaybackVariation, of asset: PHAsset, in temporary: TemporaryLibrary) throws {
        try temporary.library.performChanges(author: "test") { transaction in
            let id = try #require(try transaction.reader.assetID(uuid: asset.uuid))
            try transaction.update(assetID: id) { record in
                record.mediaSubtypes.insert(.photoLive)
                record.playbackVariation = PlaybackVariation(rawValue: variation.rawValue)
                record.setLivePhotoPlayback(true)
            }
        }
    }

    @Test func theirAlbumFollowsTheirVariationAndWhatTheUserDoes() throws {
        let world = try AccessWorld()
        let (owner, assets, temporary) = (world.owner, world.assets, world.temporary)
        let options = world.options(owner)
        func album(_ options: PHFetchOptions) throws -> PHAssetCollection {
            let all = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: options).all
            return try #require(all.first { $0.assetCollectionSubtype == .smartAlbumLongExposures })
        }
        func members(_ options: PHFetchOptions) throws -> [PHAsset] {
            let album = try album(options), result = PHAsset.fetchAssets(in: album, options: options)
            #expect(album.estimatedAssetCount == result.count && result.countOfAssets(with: .image) == result.count)
            #expect((album.startDate, album.endDate) == (result.firstObject?.creationDate, result.lastObject?.creationDate))
            #expect(PHAsset.fetchKeyAssets(in: album, options: options)?.firstObject == result.lastObject, "the newest")
            return result.all
        }
        #expect(try members(options) == [])
        for (asset, variation) in zip(assets, [.longExposure, .mirror, .longExposure, .longExposure] as [PHAsset.PlaybackVariation]) {
            try Self.make(variation, of: asset, in: temporary)
        }
        #expect(try members(options) == [assets[0], assets[2], assets[3]])
        let found = try members(options)[0]
        #expect((found.playbackVariation, found.playbackStyle) == (.longExposure, .image))
        let byKey = world.options(owner) { $0.predicate = NSPredicate(format: "playbackVariation == 3") }
        #expect(PHAsset.fetchAssets(with: byKey).all == [assets[0], assets[2], assets[3]])

        try owner.performChangesAndWait { PHAssetChangeRequest(for: assets[2]).isHidden = true }
        #expect(try members(options) == [assets[0], assets[3]])
        try owner.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[0]] as NSFastEnumeration) }
        #expect(try members(options) == [assets[3]])
        try temporary.restore([assets[0]])
        #expect(try members(options) == [assets[0], assets[3]])
        // Another application sees its own.
        try world.grant(.limited([assets[1], assets[3]]))
        #expect(try members(world.options()) == [assets[3]])
        try Self.make(.none, of: assets[3], in: temporary)
        #expect(try members(world.options()) == [])
        #expect(try members(options) == [assets[0]])
    }
}
