import LibraryEngine
import Photos
import PhotosServer
import Testing
@testable import PhotosTool

/// What the tool prints are the names of the API.
struct APINamesTests {
    @Test func enumerationsAreNamedAsTheirCases() {
        for value in 0...1200 {
            if let type = PHAssetMediaType(rawValue: value) { #expect(EnumerationNames.mediaType(value) == "\(type)") }
            if let style = PHAsset.PlaybackStyle(rawValue: value) { #expect(EnumerationNames.playbackStyle(value) == "\(style)") }
            if let type = PHAssetResourceType(rawValue: value), value < 1000 { #expect(EnumerationNames.resourceType(value) == "\(type)") }
            if let subtype = PHAssetCollectionSubtype(rawValue: value) { #expect(EnumerationNames.albumSubtype(value) == "\(subtype)") }
            if let subtype = PHCollectionListSubtype(rawValue: value) { #expect(EnumerationNames.folderSubtype(value) == "\(subtype)") }
        }
    }

    @Test func mediaSubtypesHaveTheBitsOfTheAPI() {
        let expected: [(PHAssetMediaSubtype, String)] = [
            (.photoPanorama, "photoPanorama"), (.photoHDR, "photoHDR"), (.photoScreenshot, "photoScreenshot"), (.photoLive, "photoLive"),
            (.photoDepthEffect, "photoDepthEffect"), (.spatialMedia, "spatialMedia"), (.videoStreamed, "videoStreamed"),
            (.videoHighFrameRate, "videoHighFrameRate"), (.videoTimelapse, "videoTimelapse"), (.videoCinematic, "videoCinematic"),
        ]
        for (subtype, name) in expected { #expect(EnumerationNames.mediaSubtypes(subtype.rawValue) == [name]) }
    }

    @Test func smartAlbumsHaveTheIdentifiersOfTheAPI() throws {
        let world = try World()
        let library = try PhotoLibrary.create(at: world.library, environment: Environment())
        let options = PHFetchOptions()
        options.photoLibrary = PHPhotoLibrary(session: LibrarySession(library))
        let albums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: options)
        #expect(albums.count == (try library.catalog.read { $0.smartAlbumSubtypes.count }))
        for index in 0..<albums.count {
            let album = albums.object(at: index)
            #expect(SmartAlbums.localIdentifier(subtype: album.assetCollectionSubtype.rawValue) == album.localIdentifier)
        }
    }
}
