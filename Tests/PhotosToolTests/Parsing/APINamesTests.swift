import LibraryEngine
import PhotoModel
import Photos
import PhotosServer
import Testing
@testable import PhotosTool

/// What the tool prints are the names of the API.
struct APINamesTests {
    @Test func enumerationsAreNamedAsTheirCases() {
        for value in 0...1200 {
            #expect(MediaType(rawValue: value).name == PHAssetMediaType(rawValue: value).map { "\($0)" } ?? "\(value)")
            #expect(PlaybackStyle(rawValue: value).name == PHAsset.PlaybackStyle(rawValue: value).map { "\($0)" } ?? "\(value)")
            #expect(PlaybackVariation(rawValue: value).name == PHAsset.PlaybackVariation(rawValue: value).map { "\($0)" } ?? "\(value)")
            #expect(OriginalChoice(rawValue: value).name == PHAsset.OriginalResourceChoice(rawValue: value).map { "\($0)" } ?? "\(value)")
            #expect(AlbumSubtype(rawValue: value).name == PHAssetCollectionSubtype(rawValue: value).map { "\($0)" } ?? "\(value)")
            #expect(FolderSubtype(rawValue: value).name == PHCollectionListSubtype(rawValue: value).map { "\($0)" } ?? "\(value)")
            // PhotoKit knows no sidecars.
            guard value != ResourceType.sidecar.rawValue else { continue }
            #expect(ResourceType(rawValue: value).name == PHAssetResourceType(rawValue: value).map { "\($0)" } ?? "\(value)")
        }
    }

    @Test func mediaSubtypesHaveTheBitsOfTheAPI() {
        let expected: [(PHAssetMediaSubtype, String)] = [
            (.photoPanorama, "photoPanorama"), (.photoHDR, "photoHDR"), (.photoScreenshot, "photoScreenshot"), (.photoLive, "photoLive"),
            (.photoDepthEffect, "photoDepthEffect"), (.photoAnimation, "photoAnimation"), (.spatialMedia, "spatialMedia"), (.videoStreamed, "videoStreamed"),
            (.videoHighFrameRate, "videoHighFrameRate"), (.videoTimelapse, "videoTimelapse"), (.videoScreenRecording, "videoScreenRecording"),
            (.videoCinematic, "videoCinematic"),
        ]
        #expect(MediaSubtypes.table.map(\.value) == expected.map(\.1))
        for (subtype, name) in expected { #expect(MediaSubtypes(rawValue: subtype.rawValue).names == [name]) }
        #expect(SourceTypes.userLibrary.rawValue == PHAssetSourceType.typeUserLibrary.rawValue)
        #expect(SourceTypes.cloudShared.rawValue == PHAssetSourceType.typeCloudShared.rawValue)
        #expect(SourceTypes.iTunesSynced.rawValue == PHAssetSourceType.typeiTunesSynced.rawValue)
        #expect(BurstSelectionTypes.autoPick.rawValue == PHAssetBurstSelectionType.autoPick.rawValue)
        #expect(BurstSelectionTypes.userPick.rawValue == PHAssetBurstSelectionType.userPick.rawValue)
    }

    @Test func smartAlbumsHaveTheIdentifiersOfTheAPI() throws {
        let world = try World()
        let library = try PhotoLibrary.create(at: world.library, environment: Environment())
        let options = PHFetchOptions()
        options.photoLibrary = PHPhotoLibrary(session: LibrarySession(library))
        let albums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: options)
        #expect(albums.count == SmartAlbum.offered.count)
        for index in 0..<albums.count {
            let album = albums.object(at: index)
            #expect(SmartAlbums.localIdentifier(SmartAlbum.offered[index]) == album.localIdentifier)
        }
    }
}
