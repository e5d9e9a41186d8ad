import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct SmartAlbums {
        let world: World
        init() throws { world = try World() }

        func members(_ subtype: PHAssetCollectionSubtype, _ options: PHFetchOptions? = nil) throws -> [PHAsset] {
            let album = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: PHFetchOptions()).firstObject
            return PHAsset.fetchAssets(in: try #require(album, "no smart album \(subtype.rawValue)"), options: options).all
        }

        @Test func membersFollowWhatTheUserDoes() throws {
            let days = try world.saveDays(3)
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetChangeRequest(for: days[0]).isFavorite = true
                PHAssetChangeRequest(for: days[1]).isHidden = true
            }
            #expect(try members(.smartAlbumFavorites) == [days[0]])
            #expect(try members(.smartAlbumAllHidden, options { $0.includeHiddenAssets = true }) == [days[1]])
            #expect(try members(.smartAlbumUserLibrary) == [days[0], days[2]])
            #expect(Set(try members(.smartAlbumRecentlyAdded)) == [days[0], days[2]])
            #expect(try members(.smartAlbumVideos) == [])
        }

        @Test func everySmartAlbumHasATitleOfItsOwn() throws {
            let albums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil).all
            let titles = albums.compactMap(\.localizedTitle).filter { !$0.isEmpty }
            #expect(titles.count == albums.count)
            #expect(Set(titles).count == albums.count)
            #expect(Set(albums.map(\.localIdentifier)).count == albums.count)
            #expect(albums.allSatisfy { $0.canContainAssets && !$0.canContainCollections })
        }

        #if OPENPHOTOKIT
            @Test func membersFollowWhatTheCameraSays() throws {
                let kinds: [(PHAssetCollectionSubtype, (inout Invented) -> Void)] = [
                    (.smartAlbumPanoramas, { $0.subtypes = .photoPanorama }),
                    (.smartAlbumVideos, { ($0.type, $0.style) = (.video, .video) }),
                    (.smartAlbumTimelapses, { ($0.type, $0.style, $0.subtypes) = (.video, .video, .videoTimelapse) }),
                    (.smartAlbumBursts, { ($0.burst, $0.representsBurst) = ("B", true) }),
                    (.smartAlbumSlomoVideos, { ($0.type, $0.style, $0.subtypes) = (.video, .video, .videoHighFrameRate) }),
                    (.smartAlbumSelfPortraits, { $0.isFrontCamera = true }),
                    (.smartAlbumScreenshots, { $0.subtypes = .photoScreenshot }),
                    (.smartAlbumDepthEffect, { $0.subtypes = .photoDepthEffect }),
                    (.smartAlbumLivePhotos, { ($0.subtypes, $0.style) = (.photoLive, .livePhoto) }),
                    (.smartAlbumAnimated, { ($0.subtypes, $0.style) = (.photoAnimation, .imageAnimated) }),
                    (.smartAlbumCinematic, { ($0.type, $0.style, $0.subtypes) = (.video, .video, .videoCinematic) }),
                    (.smartAlbumSpatial, { $0.subtypes = .spatialMedia }),
                    (.smartAlbumScreenRecordings, { ($0.type, $0.style, $0.subtypes) = (.video, .video, .videoScreenRecording) }),
                    (.smartAlbumRAW, { ($0.uniformType, $0.filename) = ("com.adobe.raw-image", "A.DNG") }),
                ]
                let assets = try world.invent(kinds.count) { index, facts in kinds[index].1(&facts) }
                for (index, (subtype, _)) in kinds.enumerated() where subtype != .smartAlbumVideos {
                    #expect(try members(subtype) == [assets[index]], "\(subtype)")
                }
                #expect(try members(.smartAlbumVideos).count == 5)
                #expect(try members(.smartAlbumUserLibrary).count == kinds.count)
            }
        #endif
    }
}
