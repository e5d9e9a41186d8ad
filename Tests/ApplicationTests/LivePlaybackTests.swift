import Foundation
import Photos
import Stage
import Testing

extension ApplicationTests {
    @Suite struct LivePlayback {
        let stage: Stage
        init() throws { stage = try Stage() }
        var library: PHPhotoLibrary { .shared() }

        @Test func playbackCanBeSwitchedOnlyForLivePhotos() throws {
            let asset = try stage.save()
            #expect(throws: (any Error).self) {
                try library.performChangesAndWait { PHAssetChangeRequest(for: asset).setLivePhotoVideoPlaybackEnabled(false) }
            }
            let picture = try stage.jpeg("IMG_9.JPG", seed: 9), movie = try stage.movie("IMG_9.MOV")
            var identifier: String?
            try library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: picture, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            let live = try stage.asset(identifier)
            #expect(live.mediaSubtypes.contains(.photoLive))
            #expect(live.playbackStyle == .livePhoto)
            #expect(live.playbackVariation == .none)
            try library.performChangesAndWait { PHAssetChangeRequest(for: live).setLivePhotoVideoPlaybackEnabled(false) }
            #expect(try stage.again(live).playbackStyle == .image)
            try library.performChangesAndWait { PHAssetChangeRequest(for: live).setLivePhotoVideoPlaybackEnabled(true) }
            #expect(try stage.again(live).playbackStyle == .livePhoto)
        }
    }
}
