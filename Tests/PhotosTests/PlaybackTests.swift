import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// How Live Photos play, chosen by an application.
    @Suite struct Playback {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func again(_ asset: PHAsset) throws -> PHAsset { try #require(PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).firstObject) }

        @Test func theStyleFollowsTheVariation() throws {
            let live = try fixture.livePhoto(), files = PHAssetResource.assetResources(for: live).map(\.sha256)
            let styles: [(PHAsset.PlaybackVariation, PHAsset.PlaybackStyle)] = [
                (.autoloop, .videoLooping), (.mirror, .videoLooping), (.longExposure, .image), (.none, .livePhoto),
            ]
            for (variation, style) in styles {
                try fixture.library.performChangesAndWait {
                    let request = PHAssetChangeRequest(for: live)
                    request.playbackVariation = variation
                    #expect(request.playbackVariation == variation)
                }
                let now = try again(live)
                #expect(now.playbackVariation == variation && now.playbackStyle == style && now.mediaSubtypes.contains(.photoLive))
            }
            // Both at once: a loop that is to stand still for now.
            try fixture.library.performChangesAndWait {
                let request = PHAssetChangeRequest(for: live)
                request.playbackVariation = .autoloop
                request.setLivePhotoVideoPlaybackEnabled(false)
            }
            #expect(try again(live).playbackStyle == .image)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: live).setLivePhotoVideoPlaybackEnabled(true) }
            #expect(try again(live).playbackStyle == .videoLooping)
            #expect(try PHAssetResource.assetResources(for: again(live)).map(\.sha256) == files)
        }

        @Test func whatIsNoLivePhotoHasNone() throws {
            let photo = try fixture.save()
            let error = #expect(throws: (any Error).self) {
                try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: photo).playbackVariation = .autoloop }
            }
            #expect((error as NSError?)?.code == PHPhotosError.Code.requestNotSupportedForAsset.rawValue)
            #expect(try again(photo).playbackVariation == .none)
        }
    }
}
