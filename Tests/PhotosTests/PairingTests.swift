import Foundation
import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Live Photos, and pairs of a RAW and a JPEG, made and taken apart by hand.
    @Suite struct Pairing {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func assets() -> [String] {
            let assets = PHAsset.fetchAssets(with: nil)
            return (0..<assets.count).map { "\(assets.object(at: $0).mediaType.rawValue) \(assets.object(at: $0).playbackStyle.rawValue)" }
        }

        private func code(_ change: @escaping () -> Void) -> Int? {
            (#expect(throws: (any Error).self) { try fixture.library.performChangesAndWait(change) } as NSError?)?.code
        }

        @Test func aPhotoAndAVideoBecomeALivePhotoAndAreThemselvesAgain() throws {
            let photo = try fixture.save(), video = try fixture.video()
            let token = fixture.library.currentChangeToken
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: photo).pair(with: video) }
            let live = try #require(PHAsset.fetchAssets(withLocalIdentifiers: [photo.localIdentifier], options: nil).firstObject)
            #expect(live.mediaSubtypes.contains(.photoLive) && live.playbackStyle == .livePhoto && assets() == ["1 3"])
            let resources = PHAssetResource.assetResources(for: live)
            #expect(resources.map(\.type) == [.photo, .pairedVideo] && resources[1].originalFilename == "a.mov")
            #expect(PHAsset.fetchRecentlyDeletedAssets(with: nil).firstObject == video)
            var updated: Set<String> = []
            try fixture.library.fetchPersistentChanges(since: token).enumerateChanges { change, _ in
                updated.formUnion((try? change.changeDetails(for: .asset))?.updatedLocalIdentifiers ?? [])
            }
            #expect(updated == [photo.localIdentifier, video.localIdentifier])
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: live).separateVideo() }
            #expect(assets().sorted() == ["1 1", "2 4"] && PHAsset.fetchRecentlyDeletedAssets(with: nil).count == 0)
            #expect(try fixture.temporary.library.verify().isSound)
        }

        @Test func aLivePhotoThatCameAsOneBecomesTwo() throws {
            let live = try fixture.livePhoto()
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: live).separateVideo() }
            let video = try #require(PHAsset.fetchAssets(with: .video, options: nil).firstObject)
            #expect(assets().sorted() == ["1 1", "2 4"] && video.duration == 2 && video.pixelWidth == 64 && video.originalFilename == "IMG_1.MOV")
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: live).pair(with: video) }
            #expect(assets() == ["1 3"])
        }

        @Test func aRawBecomesTheAlternatePhotoAndAnAssetAgain() throws {
            func create(_ name: String, _ data: Data) throws -> PHAsset {
                var id: String?
                try fixture.library.performChangesAndWait {
                    let request = PHAssetCreationRequest.forAsset(), options = PHAssetResourceCreationOptions()
                    options.originalFilename = name
                    request.addResource(with: .photo, data: data, options: options)
                    id = request.placeholderForCreatedAsset?.localIdentifier
                }
                let identifier = try #require(id)
                return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
            }
            func resources(_ asset: PHAsset) throws -> [PHAssetResource] {
                let now = try #require(PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).firstObject)
                return PHAssetResource.assetResources(for: now)
            }
            let photo = try create("a.jpg", FixtureImages.jpeg(seed: 1)), raw = try create("b.dng", FixtureImages.raw())
            let favoritesOnly = PHFetchOptions()
            favoritesOnly.predicate = NSPredicate(format: "isFavorite == YES")
            for isRawFirst in [true, false] {
                try fixture.library.performChangesAndWait {
                    // The RAW's own asset goes to Recently Deleted, with what the same request says of it.
                    let request = PHAssetChangeRequest(for: isRawFirst ? raw : photo)
                    request.pair(with: isRawFirst ? photo : raw)
                    if isRawFirst { request.isFavorite = true }
                }
                let joined = try resources(photo)
                #expect(joined.map(\.type) == [.photo, .alternatePhoto] && joined.map(\.originalFilename) == ["a.jpg", "b.dng"] && assets() == ["1 1"])
                let refusal = code { PHAssetChangeRequest(for: photo).separateVideo() }
                #expect(refusal == PHPhotosError.Code.requestNotSupportedForAsset.rawValue)
                try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: photo).separateRaw() }
                let apart = try resources(photo).map(\.type), own = try resources(raw).map(\.type)
                #expect(apart == [.photo] && own == [.photo] && assets() == ["1 1", "1 1"])
                let favorites = PHAsset.fetchAssets(with: favoritesOnly)
                #expect(favorites.count == 1 && favorites.firstObject == raw)
            }
            let refusal = code { PHAssetChangeRequest(for: photo).separateRaw() }
            #expect(refusal == PHPhotosError.Code.requestNotSupportedForAsset.rawValue)
            #expect(try fixture.temporary.library.verify().isSound)
        }

        @Test func whatCantBePairedFailsTheBlock() throws {
            let photo = try fixture.save(), video = try fixture.video(), live = try fixture.livePhoto(), before = assets()
            let notSupported = PHPhotosError.Code.requestNotSupportedForAsset.rawValue, refused = PHPhotosError.Code.changeNotSupported.rawValue
            #expect(code { PHAssetChangeRequest(for: video).pair(with: photo) } == notSupported)
            #expect(code { PHAssetChangeRequest(for: photo).pair(with: live) } == notSupported)
            #expect(code { PHAssetChangeRequest(for: live).pair(with: video) } == notSupported)
            #expect(code { PHAssetChangeRequest(for: photo).separateVideo() } == notSupported)
            #expect(code { PHAssetCreationRequest.forAsset().separateVideo() } == refused)
            #expect(code { PHAssetCreationRequest.forAsset().pair(with: video) } == refused)
            #expect(assets() == before)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([video] as NSArray) }
            #expect(code { PHAssetChangeRequest(for: photo).pair(with: video) } == refused)
        }
    }
}

extension PHAsset {
    fileprivate var originalFilename: String? { PHAssetResource.assetResources(for: self).first?.originalFilename }
}
