import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct LivePlayback {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        @Test func playbackCanBeSwitchedOnlyForLivePhotos() throws {
            let asset = try world.save()
            #expect(throws: (any Error).self) {
                try library.performChangesAndWait { PHAssetChangeRequest(for: asset).setLivePhotoVideoPlaybackEnabled(false) }
            }
            let picture = try world.jpeg("IMG_9.JPG", seed: 9), movie = try world.movie("IMG_9.MOV")
            var identifier: String?
            try library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: picture, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            let live = try world.asset(identifier)
            #expect(live.mediaSubtypes.contains(.photoLive))
            #expect(live.playbackStyle == .livePhoto)
            #expect(live.playbackVariation == .none)
            try library.performChangesAndWait { PHAssetChangeRequest(for: live).setLivePhotoVideoPlaybackEnabled(false) }
            #expect(try world.again(live).playbackStyle == .image)
            try library.performChangesAndWait { PHAssetChangeRequest(for: live).setLivePhotoVideoPlaybackEnabled(true) }
            #expect(try world.again(live).playbackStyle == .livePhoto)
        }
    }
}
